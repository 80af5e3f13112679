"""A PostgreSQL of our own: a folder, a Unix socket in it, a port only if asked for; gone when the test is over."""
import atexit
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

FOLDERS = sorted((os.path.join("/usr/lib/postgresql", v, "bin") for v in
                  (os.listdir("/usr/lib/postgresql") if os.path.isdir("/usr/lib/postgresql") else [])),
                 key=lambda p: [int(x) for x in p.split("/")[-2].split(".")])


def program(name):
    for folder in reversed(FOLDERS):
        if os.path.exists(os.path.join(folder, name)):
            return os.path.join(folder, name)
    found = shutil.which(name)
    if not found:
        raise FileNotFoundError(f"{name}: PostgreSQL is not installed (tools/setup test)")
    return found


class Postgres:
    """`settings` are lines of postgresql.conf; at `address`, if any, whoever comes is believed, as at the socket, if
    `allow`, a line of pg_hba.conf, does not say otherwise. Its superuser is `owner`."""

    def __init__(self, settings=(), sync=False, copy_of=None, address="", port=5432, allow=None, owner="veglia"):
        self.root = tempfile.mkdtemp(prefix="veglia-pg-")
        self.data, self.process, self.made = os.path.join(self.root, "data"), None, 0
        self.port, self.owner = port, owner
        atexit.register(self.close)
        if signal.getsignal(signal.SIGTERM) == signal.SIG_DFL and threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # a test that is ended leaves nothing behind
        # It refuses to be root's.
        self.user = []
        if os.geteuid() == 0:
            self.user = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
            shutil.chown(self.root, "nobody", "nogroup")
        os.chmod(self.root, 0o755)
        if copy_of:
            self.run("pg_basebackup", "-h", copy_of.root, "-U", "veglia", "-D", self.data, "-R", "-c", "fast", "-S",
                     os.path.basename(self.root).replace("-", "_").lower(), "-C")
        else:
            self.run("initdb", "-D", self.data, "-U", owner, "-A", "trust", "-E", "UTF8", "--no-locale", "-N")
        if address:
            with open(os.path.join(self.data, "pg_hba.conf"), "w" if allow else "a", encoding="ascii") as f:
                f.write(f"local all all trust\n{allow or f'host all all {address}/24 trust'}\n")
        self.address = address
        self.place = ["-c", f"listen_addresses={address}", "-c", f"port={port}", "-c", f"unix_socket_directories={self.root}"]
        self.settings = ["-c", "max_connections=100"]
        if not sync:
            self.settings += ["-c", "fsync=off"]
        for line in settings:
            self.settings += ["-c", line]
        self.start()

    def run(self, name, *args):
        subprocess.run([*self.user, program(name), *args], check=True, stdout=subprocess.DEVNULL, cwd="/",
                       env={**os.environ, "LC_ALL": "C", "HOME": self.root})

    def begin(self):
        self.log = open(os.path.join(self.root, "log"), "ab")
        self.process = subprocess.Popen([*self.user, program("postgres"), "-D", self.data, *self.place, *self.settings], cwd="/",
                                        stdout=self.log, stderr=self.log, env={**os.environ, "LC_ALL": "C"})

    def start(self):
        self.begin()
        for _ in range(600):
            if subprocess.run([program("pg_isready"), "-q", "-h", self.root, "-p", str(self.port)], check=False).returncode == 0:
                return
            if self.process.poll() is not None:
                if "still in use" not in self.said():
                    break
                self.log.close()  # a child of the one that was killed has not noticed yet
                time.sleep(0.2)
                self.begin()
            time.sleep(0.05)
        raise RuntimeError(self.said())

    def said(self):
        with open(os.path.join(self.root, "log"), encoding="utf-8", errors="replace") as f:
            return f.read()[-2000:]

    def kill(self):
        """As if the machine had lost power, but for its disk."""
        for pid in [self.process.pid, *children(self.process.pid)]:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.wait()
        self.log.close()

    def stop(self, how=signal.SIGINT):
        """SIGINT: fast, everybody is sent away."""
        self.process.send_signal(how)
        self.process.wait(60)
        self.log.close()

    def close(self):
        if self.process and self.process.poll() is None:
            self.kill()
        self.process = None
        shutil.rmtree(self.root, ignore_errors=True)

    def new(self):
        """A database nobody has used; its address."""
        self.made += 1
        self.sql(f"CREATE DATABASE d{self.made}", "postgres")
        return self.url(f"d{self.made}")

    def url(self, name):
        return f"postgresql://{self.owner}@/{name}?host={self.address or self.root}&port={self.port}"

    def take_place(self, old):
        """From its next start on it is where another one was."""
        for what in ("place", "root", "address"):
            mine = getattr(self, what)
            setattr(self, what, getattr(old, what))
            setattr(old, what, mine)

    def sql(self, text, where):
        """Rows of text; `where` is a database's name or address."""
        url = where if "://" in where else self.url(where)
        out = subprocess.run([program("psql"), "-XAtq", "-v", "ON_ERROR_STOP=1", "-d", url, "-c", text], check=True,
                             capture_output=True, text=True).stdout
        return [line.split("|") for line in out.splitlines()]


def stat(pid):
    """The fields of /proc/PID/stat from the state on; [] if it is gone."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as f:
            return f.read().rsplit(")", 1)[1].split()
    except OSError:
        return []


def children(pid):
    return [int(n) for n in os.listdir("/proc") if n.isdigit() and stat(n)[1:2] == [str(pid)]]


def cpu(pid):
    """Processor seconds of a process and all its children that live or were waited for."""
    ticks = sum(int(x) for one in [pid, *children(pid)] for x in stat(one)[11:13])
    return (ticks + sum(int(x) for x in stat(pid)[13:15])) / os.sysconf("SC_CLK_TCK")
