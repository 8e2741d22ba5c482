# SPDX-License-Identifier: BSD-3-Clause
"""What is known of a run: its log, controlDict, tables and processes put together; and what may be done to it."""
import os
import pathlib
import re
import socket
import time

from eagre.watch import process
from eagre.watch.control_dict import ControlDict, ControlDictError
from eagre.watch.log import ENDED, FAILED, RUNNING, STARTING, STOPPED, Follower, Log
from eagre.watch.steps import Steps
from eagre.watch.tables import Tables

SILENT = 120  # seconds without a line after which a run whose process is not known here is called silent


class RunError(Exception):
    """What was asked for cannot be done, and why."""


def find_log(case, application):
    """log.<application>, else the latest of the logs in the case that has steps; None if there is none. Links out of it do not count."""
    inside = case.resolve()
    logs = [path for pattern in ("log.*", "log", "*.log") for path in case.glob(pattern)]
    logs = [path for path in logs if path.is_file() and path.resolve().is_relative_to(inside)]
    named = [path for path in logs if application and path.name == f"log.{application}"]
    if named:
        return named[0]
    with_steps = [path for path in logs if _has_steps(path)]
    return max(with_steps, key=lambda path: path.stat().st_mtime, default=None)


def _has_steps(path):
    with open(path, "rb") as file:
        return b"Starting time loop" in file.read(1 << 20)


def latest_time(case):
    """What tells the latest written time from others, without reading it: names and dates of the directory or dump."""
    best = None
    for folder, pattern in ((case, r"(\d[\d.eE+-]*)"), (case / "dumps", r"(\d[\d.eE+-]*)\.vtkhdf")):
        try:
            for entry in os.scandir(folder):
                if found := re.fullmatch(pattern, entry.name):
                    status = entry.stat()
                    best = max(best or (), (float(found[1]), entry.name, status.st_mtime_ns, status.st_size))
        except (OSError, ValueError):
            continue
    return best


class Run:
    """A run of a case. log: its log, if it is not the one that find_log() finds."""

    def __init__(self, case, log=None):
        self.case = pathlib.Path(case).resolve()
        self.control = ControlDict(self.case)
        self.steps, self.tables = Steps(), Tables(self.case)
        self._given, self._follower, self._process, self._seen, self._looked = log, None, None, False, 0.0
        self._stop_before = None  # stopAt of controlDict, to be put back when the run has ended
        self.memory_now = []

    def _new_log(self):
        self.steps.clear()
        return Log(self.steps.add)

    @property
    def log(self):
        return self._follower.log if self._follower else Log()

    def read(self):
        """What has come since. Returns whether there is more to read at once."""
        if self._follower is None or not self._follower.path.exists():
            path = pathlib.Path(self._given) if self._given else find_log(self.case, self.control.values().get("application"))
            if path is None or not path.exists():
                return False
            self._follower = Follower(path, self._new_log)
        if self._follower.read():
            return True
        self.tables.read()
        self._look_for_process()
        return False

    def _look_for_process(self):
        now = time.monotonic()
        if now - self._looked < 2:
            return
        self._looked = now
        if self._process is None or not self._process.lives():
            self._process = process.find(self.case, self.log)
        self._seen = self._seen or self._process is not None
        self.memory_now = self._process.memory() if self._process else []
        if self._stop_before is not None and self.phase()[0] not in (STARTING, RUNNING):
            self.put_back()

    def phase(self):
        """Of the run: a word, and what to say about it."""
        log = self.log
        if self._follower is None:
            return "no log", "no log of a solver is in the case yet (log.<solver>)"
        if log.state == ENDED:
            return ENDED, "the run has ended"
        if log.state == STOPPED:
            return STOPPED, "stopped by a signal; everything is written"
        if log.state == FAILED:
            return FAILED, "the run has ended with an error"
        quiet = time.time() - (self._follower.changed or 0)
        if self._process is None and (self._seen or log.header.get("PID") and self._is_here()):
            return "gone", "the process is no longer there, and the log has no end"
        if self._process is None and quiet > SILENT:
            return "silent", f"no line has come for {quiet / 60:.0f} minutes"
        if log.state == STARTING:
            return STARTING, "mesh, fields and solvers are being set up"
        return RUNNING, "steps are being made"

    def _is_here(self):
        return self.log.header.get("Host", "").split(".")[0] == socket.gethostname().split(".")[0]

    def limit(self):
        """What limits the time step of the last step."""
        step, values = self.log.last, self.control.values()
        if values.get("adjustTimeStep", "no") not in ("yes", "on", "true"):
            return "fixed by deltaT"
        shares = {}
        for name, key, otherwise in (("courant", "maxCo", 1.0), ("interfaceCourant", "maxAlphaCo", None)):
            largest = self.control.number(key, otherwise)
            if largest and step.get(name) is not None:
                shares[key] = step[name] / largest
        most = self.control.number("maxDeltaT")
        if most and step.get("deltaT", 0) >= most * (1 - 1e-6):
            return "maxDeltaT"
        if not shares:
            return ""
        key = max(shares, key=shares.get)
        if shares[key] < 0.75:
            return "growing, or fitted to the next write time"
        return f"{key} {self.control.number(key, 1.0):g}"

    def left(self):
        """Seconds until endTime at the pace of the last quarter of the steps that were made, and the share that is done; None: not known."""
        rows, end = self.steps.rows, self.control.number("endTime")
        if end is None or self.control.values().get("stopAt", "endTime") != "endTime" or not rows:
            return None, None
        last, start = self.log.last, self._start_time()
        done = (last["time"] - start) / (end - start) if end > start else None
        before = rows[max(0, len(rows) * 3 // 4 - 1)][1]
        clock = "clock" if last.get("clock", 0) > 60 else "execution"
        elapsed, advanced = last.get(clock, 0) - before.get(clock, 0), last["time"] - before["time"]
        left = elapsed / advanced * max(0.0, end - last["time"]) if advanced > 0 and elapsed > 0 else None
        return left, min(1.0, done) if done is not None else None

    def _start_time(self):
        first = self.steps.rows[0][1]
        return self.log.first_time - first.get("deltaT", self.control.number("deltaT", 0.0))

    def summary(self):
        """All that the page shows beside charts and pictures."""
        log, last = self.log, self.log.last
        phase, words = self.phase()
        left, done = self.left()
        values = self.control.values()
        return {
            "case": self.case.name, "application": values.get("application") or log.header.get("Exec", ""), "program": log.program,
            "host": log.header.get("Host", ""), "ranks": log.header.get("nProcs", ""), "log": self._follower.path.name if self._follower else "",
            "phase": phase, "words": words, "share": 1.0 if phase == ENDED and done is not None else done,
            "left": left if phase == RUNNING else None, "endTime": self.control.number("endTime"), "steps": log.steps, "step": last,
            "limit": self.limit() if last else "", "maxCo": self.control.number("maxCo"), "maxAlphaCo": self.control.number("maxAlphaCo"),
            "firstPhase": log.first_phase, "memory": self.memory_now or log.memory, "memoryIsNow": bool(self.memory_now),
            "messages": log.messages, "tail": list(log.tail), "read": self._follower.share_read if self._follower else 1.0,
            "actions": self.actions(),
        }

    def actions(self):
        """For each action why it cannot be done, or ''."""
        phase = self.phase()[0]
        if phase in (ENDED, STOPPED, FAILED, "gone", "no log"):
            return dict.fromkeys(("stop", "write", "endTime"), "nothing runs")
        edits = "" if self.control.is_reread() else "runTimeModifiable of controlDict is off"
        ours = self._process is not None and self._process.eagre
        if ours or (self._process and self.log.signals.get("write") in process.WRITE_SIGNALS):
            writes = ""
        elif self.log.program.startswith("Eagre"):
            writes = "the run is not on this machine"
        else:
            writes = "OpenFOAM writes on request only when it stops, or if OptimisationSwitches set writeNowSignal"
        return {"stop": "" if ours else edits, "write": writes, "endTime": edits}

    def act(self, action, value=None):
        """Does what a user asks for. Returns what to say; raises RunError."""
        if reason := self.actions().get(action, f"unknown action '{action}'"):
            raise RunError(reason)
        try:
            return {"stop": self._stop, "write": self._write, "endTime": lambda: self._end_time(value)}[action]()
        except ControlDictError as error:
            raise RunError(str(error)) from error

    def _stop(self):
        if self._process and self._process.eagre:
            if self._process.stop():
                return "The run writes after this step and stops."
            raise RunError("the process cannot be reached: it has ended, or belongs to another user")
        if self._stop_before is None:
            self._stop_before = self.control.set("stopAt", "writeNow")
        return "stopAt of controlDict is writeNow until the run has stopped; then it is put back."

    def put_back(self):
        """Puts stopAt of controlDict back to what it was before a stop."""
        before, self._stop_before = self._stop_before, None
        if before is not None and self.control.values().get("stopAt") == "writeNow":
            try:
                self.control.set("stopAt", before)
            except ControlDictError:
                pass

    def _write(self):
        sent = self._process.write() if self._process.eagre else self._process.send(self.log.signals["write"])
        if not sent:
            raise RunError("the process cannot be reached: it has ended, or belongs to another user")
        return "The run writes after this step and goes on."

    def _end_time(self, value):
        try:
            end = float(value)
        except (TypeError, ValueError):
            end = float("nan")
        if not abs(end) < 1e300:
            raise RunError("endTime must be a number of seconds")
        now = self.log.last.get("time", self.control.number("startTime", 0.0))
        if end <= now:
            raise RunError(f"endTime must lie behind the present time {now:g} s; to end the run now, stop it")
        self.control.set("endTime", repr(end))
        return f"endTime is {end:g} s; the run takes it up with its next step."
