#!/usr/bin/env python3
"""Runs a test of the server with its tables in a PostgreSQL: on_postgres.py TEST.py ARGUMENT..."""
import os
import runpy
import sys

import client
import pg

sys.argv = sys.argv[1:]
sys.path.insert(0, os.path.dirname(os.path.abspath(sys.argv[0])))
if sys.argv[0].endswith(".py"):
    client.POSTGRES = pg.Postgres()
    runpy.run_path(sys.argv[0], run_name="__main__")
else:  # a program, which gets the address of a database last
    with_one = pg.Postgres()
    import subprocess
    sys.exit(subprocess.run([*sys.argv, with_one.new()], check=False).returncode)
