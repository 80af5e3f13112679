"""The library as it is installed: header, symbols, pkg-config, and examples/play.c built against it and nothing else.

usage: installed.py BUILD SOURCE
"""
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

build, source = (pathlib.Path(a) for a in sys.argv[1:3])


def run(*command, **more):
    done = subprocess.run(command, capture_output=True, text=True, **more)
    assert done.returncode == 0, (command, done.stdout, done.stderr)
    return done.stdout


# The header and the list of symbols name the same functions.
header = re.sub(r"//.*", "", (source / "src/lib/veglia.h").read_text())
declared = set(re.findall(r"\b(veglia_\w+)\(", header))
listed = set(re.findall(r"^        (\w+);$", (source / "src/lib/veglia.map").read_text(), re.M))
assert declared == listed, declared ^ listed

with tempfile.TemporaryDirectory() as root:
    run("meson", "install", "-C", str(build), "--no-rebuild", "--destdir", root, "--tags", "devel,runtime")
    pc = next(pathlib.Path(root).rglob("veglia.pc"))
    lib = next(pathlib.Path(root).rglob("libveglia.so"))
    env = dict(os.environ, PKG_CONFIG_PATH=str(pc.parent), PKG_CONFIG_SYSROOT_DIR=root, LD_LIBRARY_PATH=str(lib.parent))

    # Nothing else is exported, and all of it has its version.
    symbols = run("nm", "-D", "--defined-only", str(lib)).split("\n")
    symbols = {line.split()[-1] for line in symbols if line}
    assert symbols == {f"{name}@@VEGLIA_1" for name in declared} | {"VEGLIA_1"}, symbols
    assert "libveglia.so.1" in run("readelf", "-d", str(lib))

    version = re.search(r"version: '([^']+)'", (source / "meson.build").read_text()).group(1)
    assert run("pkg-config", "--modversion", "veglia", env=env).strip() == version

    flags = shlex.split(run("pkg-config", "--cflags", "--libs", "veglia", env=env))
    cc = shlex.split(os.environ.get("CC", "cc"))
    play = pathlib.Path(root) / "play"
    run(*cc, "-std=c11", "-Wall", "-Wextra", "-Werror", str(source / "examples/play.c"), *flags, "-o", str(play))
    for game, seats in ("quest", 3), ("mind", 4):
        said = run(str(play), game, str(seats), "40", env=env)
        won = [float(x) for x in re.findall(r"seat \d won ([\d.]+) %", said)]
        assert len(won) == seats and abs(sum(won) - 100) < 1 and won[0] > 60, said
    refused = subprocess.run([play, "quest", "7"], capture_output=True, text=True, env=env)
    assert refused.returncode == 2 and "2 to 4 seats" in refused.stderr, refused
print("the installed library serves examples/play.c")
