# SPDX-License-Identifier: BSD-3-Clause
"""The processes of a run on this machine: whether they live, their memory, signals to them."""
import os
import pathlib
import signal
import socket


def _stat(pid):
    """Fields of /proc/PID/stat behind the program's name: state, parent, ...; None if there is no such process."""
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()
    except OSError:
        return None


def _parents():
    """The parent of each process."""
    found = {}
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit() and (fields := _stat(entry.name)):
            found[int(entry.name)] = int(fields[1])
    return found


def _program(pid):
    """File name of the program that a process runs; '' if it has gone or is another user's."""
    try:
        return os.path.basename(os.readlink(f"/proc/{pid}/exe")).removesuffix(" (deleted)")
    except OSError:
        return ""


def _command(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/comm").read_text().strip()
    except OSError:
        return ""


class Process:
    """Rank 0 of a run. eagre: whether it is Eagre's, which handles signals (SIGUSR1: write and stop, SIGURG: write)."""

    def __init__(self, pid, eagre, began=None):
        self.pid, self.eagre, self._began = pid, eagre, began
        self._ranks = None

    def lives(self):
        fields = _stat(self.pid)
        return fields is not None and fields[0] not in "ZX" and (self._began is None or fields[19] == self._began)

    def ranks(self):
        """Its process and, under mpirun, those beside it; looked for once, as that goes through all processes of the machine."""
        if self._ranks is None:
            self._ranks = self._find_ranks()
        return self._ranks

    def _find_ranks(self):
        parents = _parents()
        parent = parents.get(self.pid)
        if parent is None or _command(parent) not in ("mpirun", "mpiexec", "orterun", "prterun", "hydra_pmi_proxy"):
            return [self.pid]
        return sorted(pid for pid, its in parents.items() if its == parent and _command(pid) == _command(self.pid))

    def memory(self):
        """Resident memory of each rank on this machine [MB]."""
        pages = []
        for pid in self.ranks():
            try:
                pages.append(int(pathlib.Path(f"/proc/{pid}/statm").read_text().split()[1]))
            except (OSError, IndexError):
                continue
        return [round(n * os.sysconf("SC_PAGE_SIZE") / 1048576) for n in pages]

    def send(self, number):
        """False: the process has gone, or belongs to another user."""
        try:
            if not self.lives():
                return False
            os.kill(self.pid, number)
        except OSError:
            return False
        return True

    def stop(self):
        return self.send(signal.SIGUSR1)

    def write(self):
        return self.send(signal.SIGURG)


def _of_lock(case):
    """Who holds .eagre.lock (src/run/control/case_lock.hpp)."""
    try:
        if not (case / ".eagre.lock").is_file():
            return None, 0, None
        words = dict(line.split(" ", 1) for line in (case / ".eagre.lock").read_text(errors="replace").splitlines() if " " in line)
        return words.get("host"), int(words["process"]), words.get("began")
    except (OSError, KeyError, ValueError):
        return None, 0, None


WRITE_SIGNALS = (signal.SIGUSR1, signal.SIGUSR2)  # that OpenFOAM's writeNowSignal may name for a request of the page


def find(case, log):
    """The process of a run that a log describes, or None: it has ended, or runs on another machine. What a case says of processes is
    not trusted: one that is no solver is none of the case's, whatever its files say."""
    host, pid, began = _of_lock(case)
    if pid > 1 and host == socket.gethostname():
        process = Process(pid, True, began)
        if process.lives() and _program(pid) == "eagre":
            return process
    pid = log.header.get("PID", "")
    if pid.isdigit() and int(pid) > 1 and log.header.get("Host", "").split(".")[0] == socket.gethostname().split(".")[0]:
        process = Process(int(pid), False)
        named = os.path.basename(log.header.get("Exec", "").split(" ")[0])
        if process.lives() and named.endswith("Foam") and _program(process.pid) == named:
            return process
    return None
