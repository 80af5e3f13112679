#!/usr/bin/env python3
"""The unit, packaging/veglia.service.in with its folders filled in, as systemd reads it.

usage: unit.py VEGLIA VEGLIA.SERVICE     (status 77: there is no systemd-analyze)

Only the place of the binary is changed. Without a running systemd the unit is read, not started.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

VEGLIA, UNIT = os.path.abspath(sys.argv[1]), sys.argv[2]


def main():
    analyze = shutil.which("systemd-analyze")
    if not analyze:
        print("skipped: no systemd-analyze")
        sys.exit(77)
    text = open(UNIT, encoding="utf-8").read()
    start = re.search(r"^ExecStart=(\S+/veglia) serve --config (/\S+/serve.conf) ", text, re.M)
    assert start, text
    with tempfile.TemporaryDirectory() as folder:
        unit = os.path.join(folder, "veglia.service")
        with open(unit, "w", encoding="utf-8") as f:
            f.write(text.replace("ExecStart=" + start[1], "ExecStart=" + VEGLIA))
        out = subprocess.run([analyze, "verify", unit], capture_output=True, text=True, check=False)
        said = [line for line in (out.stdout + out.stderr).splitlines() if "veglia" in line]
        assert out.returncode == 0 and not said, out.stdout + out.stderr
        # What docs/hosting.md says of it.
        for line in ("Type=notify", "WatchdogSec=", "MemoryMax=1G", "ExecReload="):
            assert "\n" + line in text, line
        # What an intruder could still do, by systemd's own measure: 10 is everything.
        out = subprocess.run([analyze, "security", "--offline=true", "--no-pager", unit], capture_output=True, text=True,
                             check=False)
        last = [line for line in out.stdout.splitlines() if "Overall exposure" in line]
        exposure = float(last[0].split(": ")[1].split()[0]) if last else None
        assert exposure is None or exposure < 2.5, last
    print(f"the unit is sound; exposure {exposure} of 10")


main()
