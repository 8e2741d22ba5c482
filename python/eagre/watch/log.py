# SPDX-License-Identifier: BSD-3-Clause
"""Reads the log of a run as it grows: what OpenFOAM's solvers and Eagre print about each step."""
import collections
import os
import re

NUMBER = r"[-+]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?|nan|inf)"
MOST_LINE = 10_000  # bytes; what is longer is no line of a solver
STARTING, RUNNING, ENDED, STOPPED, FAILED = "starting", "running", "ended", "stopped", "failed"


def _line(pattern):
    return re.compile(pattern.replace("#", f"({NUMBER})"))


SOLVED = _line(r"[^:]*:\s+Solving for (\S+), Initial residual = #, Final residual = #, No Iterations (\d+)")
COURANT = _line(r"(Interface )?Courant Number mean: # max: #")
DELTA_T = _line(r"deltaT = #")
TIME = _line(r"Time = #s?\s*$")  # openfoam.org has an s behind it
PHASE = _line(r"Phase-\d+ volume fraction = #(?:\s+Min\((\S+?)\) = #\s+Max\(\S+\) = #)?")
CONTINUITY = _line(r"time step continuity errors : sum local = #, global = #, cumulative = #")
CLOCKS = _line(r"ExecutionTime = # s(?:\s+ClockTime = # s)?")
MEMORY = re.compile(r"Memory after the first step:((?: \d+ MB)+)")
HEADER = re.compile(r"(Exec|Case|Host|PID|nProcs|Date|Build)\s*: (.*)")
WRITE_SIGNAL = re.compile(r".*Enabling writing( and stopping)? upon signal (\d+)")


class Log:
    """What a log says so far. Feed it the bytes that have come; it costs time in proportion to them.

    header: what stands above the steps, by OpenFOAM's words (Exec, Case, Host, PID, nProcs), and program: Eagre or OpenFOAM.
    step: the step that is being made, last: the last whole one. A step is a dictionary of numbers: time [s], deltaT [s], courant,
    interfaceCourant (with Mean: their means), residual:FIELD (initial, of the first solution of the step), final:FIELD (of the
    last one), iterations:FIELD (of all of them), phase:FIELD (volume fraction), min:FIELD, max:FIELD, local, global, cumulative
    (continuity errors), execution and clock [s].
    state: starting, running, ended, stopped (by a signal) or failed. messages: warnings and errors, the last fifty.
    """

    def __init__(self, step_done=lambda step: None):
        self._step_done = step_done
        self._begin()

    def _begin(self):
        self.header, self.state, self.memory, self.signals = {}, STARTING, [], {}
        self.program = "OpenFOAM"
        self.step, self.last, self.first_time, self.first_phase = {}, {}, None, {}
        self.steps, self.rereads, self.looping = 0, 0, False
        self.messages, self.tail, self._rest, self._error_lines = [], collections.deque(maxlen=40), b"", 0

    def feed(self, data):
        """The next bytes of the file, wherever they are cut."""
        lines = (self._rest + data).split(b"\n")
        self._rest = lines.pop()[:MOST_LINE]
        for line in lines:
            self._take(line[:MOST_LINE].decode(errors="replace").rstrip("\r"))

    def _take(self, line):
        if line.startswith(("Build  : ", "Eagre ")) and self.header:
            self._begin()  # another run has gone on in this file
        if not line.strip():
            return
        self.tail.append(line)
        # The first word tells what a line may be, at a fraction of what trying all patterns costs.
        pattern, take = self._SOLVED if "Solving for " in line else self._BY_WORD.get(line.split(None, 1)[0], (None, None))
        if pattern and (found := pattern.match(line)):
            take(self, *found.groups())
        else:
            self._words(line)

    def _solved(self, field, initial, final, iterations):
        if self.step or self.looping:
            self.step.setdefault(f"residual:{field}", float(initial))
            self.step[f"final:{field}"] = float(final)
            self.step[f"iterations:{field}"] = self.step.get(f"iterations:{field}", 0) + int(iterations)

    def _courant(self, interface, mean, largest):
        name = "interfaceCourant" if interface else "courant"
        self.step[name + "Mean"], self.step[name] = float(mean), float(largest)

    def _delta_t(self, value):
        self.step["deltaT"] = float(value)

    def _time(self, value):
        if not self.looping:
            return  # "Time = 0s" above the loop, of openfoam.org
        if "time" in self.step:
            self._close()
        self.step["time"] = float(value)
        if self.state == STARTING:
            self.state = RUNNING
        if self.first_time is None:
            self.first_time = float(value)

    def _phase(self, fraction, field, least, most):
        field = field or "alpha"
        self.step[f"phase:{field}"] = float(fraction)
        if least is not None:
            self.step[f"min:{field}"], self.step[f"max:{field}"] = float(least), float(most)

    def _continuity(self, local, all_cells, cumulative):
        self.step["local"], self.step["global"], self.step["cumulative"] = float(local), float(all_cells), float(cumulative)

    def _clocks(self, execution, clock):
        if "time" in self.step:
            self.step["execution"] = float(execution)
            self.step["clock"] = float(clock or execution)
            self._close()

    def _close(self):
        if "deltaT" not in self.step and "time" in self.last:
            self.step["deltaT"] = self.step["time"] - self.last["time"]
        for name, value in self.step.items():
            if name.startswith("phase:"):
                self.first_phase.setdefault(name[6:], value)
        self.last, self.step = self.step, {}
        self.steps += 1
        self._step_done(self.last)

    def _memory(self, megabytes):
        self.memory = [int(number) for number in re.findall(r"\d+", megabytes)]

    def _header(self, key, value):
        if self.steps == 0:
            self.header.setdefault(key, value.strip().strip('"'))

    def _write_signal(self, stops, number):
        self.signals["stop" if stops else "write"] = int(number)

    def _words(self, line):
        if line.startswith("Eagre ") and not self.header:
            self.program = line.strip()
        elif line.startswith("Starting time loop"):
            self.looping, self.step = True, {}
        elif line == "End":
            self.state = ENDED
        elif line.startswith("Stopped by a signal"):
            self.state = STOPPED
        elif found := WRITE_SIGNAL.match(line):
            self._write_signal(*found.groups())
        elif line.startswith("Re-reading"):
            self.rereads += 1
        elif line.startswith(("eagre: error", "--> FOAM FATAL")) or "FOAM exiting" in line or "MPI_ABORT was invoked" in line:
            self.state, self._error_lines = FAILED, 12
        if "Warning" in line and line.startswith("-->") or self._error_lines > 0:
            self._error_lines -= 1
            self.messages = self.messages[-49:] + [line]

    _SOLVED = (SOLVED, _solved)
    _BY_WORD = {"time": (CONTINUITY, _continuity), "Courant": (COURANT, _courant), "Interface": (COURANT, _courant),
                "ExecutionTime": (CLOCKS, _clocks), "Time": (TIME, _time), "deltaT": (DELTA_T, _delta_t), "Memory": (MEMORY, _memory),
                "Phase-1": (PHASE, _phase), "Phase-2": (PHASE, _phase)}
    for _word in ("Exec", "Case", "Host", "PID", "nProcs", "Date", "Build"):
        _BY_WORD[_word] = (HEADER, _header)


class Follower:
    """Follows a file that grows: read() feeds a Log with what has come since. A file that was replaced or cut begins anew."""

    PIECE = 4 << 20

    def __init__(self, path, make_log):
        self.path, self._make_log = path, make_log
        self.log, self._at, self._file = make_log(), 0, None
        self.size, self.changed = 0, None

    def read(self):
        """At most four megabytes, so that a long log keeps nobody waiting. Returns whether there is more."""
        try:
            with open(self.path, "rb") as file:
                status = os.fstat(file.fileno())
                identity = (status.st_dev, status.st_ino)
                if self._file not in (None, identity) or status.st_size < self._at:
                    self.log, self._at = self._make_log(), 0
                self._file, self.size, self.changed = identity, status.st_size, status.st_mtime
                file.seek(self._at)
                data = file.read(self.PIECE)
        except OSError:
            return False
        self._at += len(data)
        self.log.feed(data)
        return self._at < self.size

    @property
    def share_read(self):
        return self._at / self.size if self.size else 1.0


