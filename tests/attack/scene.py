# SPDX-License-Identifier: BSD-3-Clause
"""One attack's directories, the program in them, and what must hold after each command whatever it was given (docs/security.md):

- the exit code is one of core/error.hpp's, a failure has a message, and nothing was unforeseen;
- no signal but one that was sent has ended it, and what it started has ended, too;
- nothing outside of the case is changed or made, nor anything in TMPDIR and HOME;
- what was in the case before is still there as it was, but for what the command is to replace;
- time, memory and disk within bounds.

    root/               all of this is compared before and after, but for the case
      outside/          a case with a mesh, fields and a dump; a file `secret`
      tmp/  home/       TMPDIR, HOME
      a/b/<case>        the case; commands run in it or beside it
"""
import fnmatch
import hashlib
import os
import pathlib
import resource
import signal
import subprocess
import threading
import time

CODES = {0: "success", 1: "failure", 2: "usage", 3: "bad case", 4: "diverged", 5: "io", 6: "stopped"}
UNFORESEEN = ["unexpected:", "terminate called", "Segmentation fault", "Sanitizer", "runtime error:", "Assertion", "Traceback (most recent"]
PATIENCE, HANG = 4, 60  # s: a run that still goes on is asked to stop; nothing takes longer
ADDRESS_SPACE, RESIDENT, DISK = 4 << 30, 3 << 29, 1 << 29  # bytes


class Violation(Exception):
    """A promise that did not hold."""


def entry(path):
    """What a path is; of a file its content."""
    if path.is_symlink():
        return "link", os.readlink(path)
    if path.is_dir():
        return "directory", path.stat().st_mode
    if path.is_file():
        return "file", path.stat().st_mode, hashlib.blake2b(path.read_bytes()).digest()
    return "other", path.lstat().st_mode


def snapshot(root, without=None):
    """Every path below root, but for those below `without`, with what it is."""
    found = {}
    for directory, folders, files in os.walk(root):
        directory = pathlib.Path(directory)
        folders[:] = [name for name in folders if directory / name != without]
        for name in folders + files:
            path = directory / name
            try:
                found[str(path.relative_to(root))] = entry(path)
            except OSError:  # another process has just removed it
                continue
    return found


def compare(before, after, what, new_too=True, mayChange=lambda path: False):
    for path, was in before.items():
        if path not in after and not mayChange(path):
            raise Violation(f"{what}: {path} is gone")
        if path in after and after[path] != was and not mayChange(path):
            raise Violation(f"{what}: {path} was changed")
    made = sorted(set(after) - set(before))
    if new_too and made:
        raise Violation(f"{what}: {', '.join(made[:5])} was made")


def blocks(root):
    """What all below root takes on the disk; what another process has just removed is none."""
    total = 0
    for directory, _, files in os.walk(root):
        for name in files:
            try:
                total += os.lstat(os.path.join(directory, name)).st_blocks
            except OSError:
                continue
    return total


class Result:
    def __init__(self, code, stdout, stderr):
        self.code, self.stdout, self.stderr = code, stdout, stderr


class Scene:
    def __init__(self, root, eagre, case_name, sanitizers=False):
        self.root, self.eagre, self.sanitizers = root, pathlib.Path(eagre), sanitizers
        self.case = root / "a" / "b" / case_name
        self.outside = root / "outside"
        self.given = None  # what is in the case before the first command: what is made later is Eagre's own
        self.story = []  # what was done, for a person
        self.may_need_memory = False  # a mesh of any size may have been asked for
        self.log = root.parent / "log"
        for name in ("tmp", "home", "a/b"):
            (root / name).mkdir(parents=True)
        self.log.mkdir(exist_ok=True)

    def environment(self, changes=None):
        environment = dict(os.environ, TMPDIR=str(self.root / "tmp"), HOME=str(self.root / "home"), OMPI_MCA_orte_tmpdir_base=str(self.log),
                           OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_rmaps_base_oversubscribe="1",
                           MPLCONFIGDIR=str(self.log / "matplotlib"), XDG_RUNTIME_DIR=str(self.log))
        for key, value in (changes or {}).items():
            environment.pop(key, None) if value is None else environment.__setitem__(key, value)
        return environment

    def fail(self, why):
        raise Violation(why)

    def tell(self, *words):
        self.story.append(" ".join(map(str, words)))

    def run(self, *words, **options):
        """A command, to its end; see start and finish."""
        return self.start(*words, **options).finish()

    def start(self, *words, replaces=(), limits=None, environment=None, foresees=(), **options):
        return Running(self, words, replaces, limits or {}, environment, foresees, options)

    def check_outside(self, before, what):
        compare(before, snapshot(self.root, self.case), f"outside of the case, after {what}")


class Running:
    """A command that was started; finish() waits and checks all that must hold."""

    def __init__(self, scene, words, replaces, limits, environment, foresees, options):
        self.scene, self.words, self.replaces, self.limits = scene, [str(w) for w in words], replaces, limits
        self.command, self.foresees = [str(scene.eagre), *self.words], foresees
        self.what = " ".join(["eagre", *self.words]).replace(str(scene.case), "CASE")
        self.sent, self.spoke = set(), "stdout" not in options and "stderr" not in options
        scene.tell("$", self.what, *(f"[{k} {v}]" for k, v in {**limits, **(environment or {})}.items()))
        self.outside_before = snapshot(scene.root, scene.case)
        self.case_before = snapshot(scene.case) if scene.case.is_dir() else {}
        if scene.given is None:
            scene.given = self.case_before
        self.files = [open(scene.log / f"{name}.{id(self)}", "w+b") for name in ("stdout", "stderr")]
        self.began = time.monotonic()
        self.process = subprocess.Popen(self.command, cwd=scene.case, env=scene.environment(environment), stdin=options.get("stdin", subprocess.DEVNULL),
                                        stdout=options.get("stdout", self.files[0]), stderr=options.get("stderr", self.files[1]), start_new_session=True,
                                        preexec_fn=self._limit)

    def _limit(self):
        limits = {"AS": ADDRESS_SPACE, "CORE": 0, **self.limits}
        if self.scene.sanitizers:
            limits.pop("AS")
        for name, value in limits.items():
            if name == "UMASK":
                os.umask(value)
            else:
                resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (value, value))

    def said(self):
        self.files[0].seek(0)
        return self.files[0].read().decode(errors="replace")

    def send(self, number, pid=None):
        """To the program, or to a process that it has started."""
        self.sent.add(int(number))
        self.scene.tell(f"  after {time.monotonic() - self.began:.3f} s: {signal.Signals(number).name}", "" if pid is None else "to one of its ranks")
        try:
            os.kill(pid or self.process.pid, number)
        except ProcessLookupError:
            pass

    def ranks(self):
        """Processes of the program below this one; none where it runs on one rank."""
        found = []
        for path in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if os.getsid(int(path.name)) == self.process.pid and (path / "comm").read_text().strip() == "eagre" and int(path.name) != self.process.pid:
                    found.append(int(path.name))
            except OSError:
                continue
        return found

    def _wait(self):
        """Asks a run that goes on to stop, and ends what does not."""
        slow = 6 if self.scene.sanitizers else 1
        timers = [threading.Timer(HANG * slow, lambda: (self.sent.add(-1), self._kill()))]
        if "run" in self.words:
            timers.append(threading.Timer(PATIENCE * slow, lambda: self.send(signal.SIGTERM)))
        for timer in timers:
            timer.start()
        _, status, usage = os.wait4(self.process.pid, 0)
        for timer in timers:
            timer.cancel()
        self.process.returncode = os.waitstatus_to_exitcode(status)
        return usage

    def _until_keepers_have_ended(self):
        """The directory of a check that was killed is removed by a process that outlives it for a moment."""
        for _ in range(200):
            if not any((self.scene.root / "tmp").glob("eagre-check-*")):
                return
            time.sleep(0.01)

    def _kill(self):
        for pid in [self.process.pid, *self.ranks()]:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def finish(self):
        usage = self._wait()
        self._until_keepers_have_ended()
        code = self.process.returncode
        texts = []
        for file in self.files:
            file.seek(0)
            texts.append(file.read(1 << 22).decode(errors="replace"))
            file.close()
            os.unlink(file.name)
        result = Result(code, *texts)
        self.scene.tell(f"  exit code {code}", *[line for line in texts[1].splitlines()[:2]])
        self._check(result, usage)
        return result

    def _check(self, result, usage):
        what, scene, code = self.what, self.scene, result.code
        if -1 in self.sent:
            raise Violation(f"{what}: still going on after {HANG} s")
        tight = {"AS", "NOFILE", "STACK", "DATA"} & set(self.limits)
        if code < 0 and -code not in self.sent:
            raise Violation(f"{what}: ended by {signal.Signals(-code).name}")
        of_ranks = {128 + s for s in self.sent if s > 0} | ({127, 213} if tight else set())
        if code > 0 and code not in CODES and code not in of_ranks:
            raise Violation(f"{what}: exit code {code}")
        if code > 0 and self.spoke and not self.sent and self.limits.get("FSIZE", 4096) >= 4096 and not (result.stderr.strip() or result.stdout.strip()):
            raise Violation(f"{what}: exit code {code} without a word")
        for sign in UNFORESEEN:
            if sign in result.stderr and sign not in self.foresees and not (sign == "unexpected:" and tight):
                raise Violation(f"{what}: '{sign}' in its messages")
        if self._leftOver():
            raise Violation(f"{what}: something that it has started goes on")
        scene.check_outside(self.outside_before, what)
        compare(self.case_before, snapshot(scene.case) if scene.case.is_dir() else {}, f"in the case, after {what}", new_too=False,
                mayChange=lambda path: path not in scene.given or any(fnmatch.fnmatchcase(path, pattern) for pattern in self.replaces))
        if usage.ru_maxrss * 1024 > RESIDENT and not scene.may_need_memory and not scene.sanitizers:
            raise Violation(f"{what}: {usage.ru_maxrss // 1024} MB of memory")
        size = blocks(scene.case) * 512
        if size > DISK:
            raise Violation(f"{what}: {size >> 20} MB in the case")

    def _leftOver(self):
        """Ranks whose mpirun was killed may need a moment to notice."""
        until = time.monotonic() + (15 if self.sent else 3)
        while time.monotonic() < until:
            if not self.ranks():
                return False
            time.sleep(0.05)
        self._kill()
        return True
