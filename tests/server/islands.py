"""Network namespaces, a server in each, whose cables can be pulled.

Two networks, as on real machines: `way` is how people and the other servers reach a server, `base` how it reaches its
database. Both are bridges in a namespace of the test's own: this machine's network is not touched, and everything is
gone when the last process in it has ended. A pulled cable loses packets without a word, in both directions.
"""
import os
import shutil
import subprocess
import sys
import time

NETS = {"way": "10.77.1.", "base": "10.77.2."}


def ip(*words):
    subprocess.run(["ip", *words], check=True, capture_output=True)


def enter():
    """Goes on in a network namespace of its own; if that cannot be, gives the reason."""
    if "VEGLIA_ISLANDS" in os.environ:
        return None
    if os.geteuid() != 0:
        return "only root makes network namespaces and lets PostgreSQL run as somebody else"
    missing = [name for name in ("ip", "unshare", "nsenter", "setpriv") if not shutil.which(name)]
    if missing:
        return f"{', '.join(missing)} not installed (iproute2, util-linux)"
    # The kernel may lack veth or bridges, or a container's keeper forbid them.
    tried = subprocess.run(["unshare", "-n", "sh", "-ec", "ip link add try type bridge; ip link add one type veth peer name other"],
                           capture_output=True, text=True, check=False)
    if tried.returncode:
        return "no namespace with a bridge here: " + tried.stderr.strip()
    os.environ["VEGLIA_ISLANDS"] = "yes"
    os.execvp("unshare", ["unshare", "-n", sys.executable, *sys.argv])


def own(pid):
    return os.readlink(f"/proc/{pid}/ns/net")


class Islands:
    def __init__(self, count):
        ip("link", "set", "lo", "up")
        for net, prefix in NETS.items():
            ip("link", "add", net, "type", "bridge")
            ip("addr", "add", prefix + "1/24", "dev", net)
            ip("link", "set", net, "up")
        self.keepers = [self.make(i) for i in range(count)]

    def make(self, i):
        keeper = subprocess.Popen(["setpriv", "--pdeathsig", "KILL", "unshare", "-n", "sleep", "infinity"])
        while own(keeper.pid) == own("self"):
            time.sleep(0.01)
        inside = ["nsenter", "-t", str(keeper.pid), "-n", "ip"]
        subprocess.run([*inside, "link", "set", "lo", "up"], check=True)
        for net in NETS:
            ip("link", "add", f"{net}{i}", "type", "veth", "peer", "name", net, "netns", str(keeper.pid))
            ip("link", "set", f"{net}{i}", "master", net, "up")
            subprocess.run([*inside, "addr", "add", f"{self.address(i, net)}/24", "dev", net], check=True)
            subprocess.run([*inside, "link", "set", net, "up"], check=True)
        return keeper

    @staticmethod
    def address(i, net="way"):
        return f"{NETS[net]}{10 + i}"

    def on(self, i):
        """Before a command: it runs there."""
        return ["nsenter", "-t", str(self.keepers[i].pid), "-n"]

    @staticmethod
    def cable(i, nets, state):
        for net in nets:
            ip("link", "set", f"{net}{i}", state)

    def close(self):
        for keeper in self.keepers:
            keeper.kill()
            keeper.wait()
