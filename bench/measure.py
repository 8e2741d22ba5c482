# SPDX-License-Identifier: BSD-3-Clause
"""One run of a solver, watched from outside in the same way for both programs.

Time is processor time of the ranks (mean over them, from /proc), read when the log shows the end of a step: from the end of the first
step to the end of the last but one, since after the last one the program may already be gone. Ranks that wait for each other spin, so
this is wall-clock time on a quiet machine, and it suffers least from neighbours on a busy one. Memory is the sum of the ranks'
highest resident sizes (VmHWM) at the same moments.
"""
import pathlib
import re
import statistics
import subprocess
import time
from dataclasses import dataclass, field

import foam

NANO = 1e-9


@dataclass
class Run:
    steps: int = 0  #: printed
    seconds: float = 0  #: processor time per step
    wall: float = 0  #: wall-clock time per step
    megabytes: float = 0  #: peak, all ranks together
    iterations: float = 0  #: of the pressure, a step
    times: list = field(default_factory=list, repr=False)  #: "Time = ..." as printed


def ranks_of(pid, parallel):
    """Process numbers of the ranks: the program itself, or the children of its mpirun."""
    if not parallel:
        return [pid]
    children = []
    for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
        children += [int(p) for p in (task / "children").read_text().split()]
    return children


def _sample(pids):
    """(mean processor time [s], summed peak memory [MB]) of processes."""
    cpu, memory = [], 0.0
    for pid in pids:
        cpu.append(int(pathlib.Path(f"/proc/{pid}/schedstat").read_text().split()[0]) * NANO)
        memory += int(re.search(r"VmHWM:\s+(\d+) kB", pathlib.Path(f"/proc/{pid}/status").read_text())[1]) / 1024
    return statistics.mean(cpu), memory


def run(command, pressure="p_rgh"):
    """Runs a solver and watches it. Errors: the program fails, or makes fewer than three steps."""
    command = [str(c) for c in command]
    result, marks, counts, log = Run(), [], [0], []
    solver = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=foam.environment())
    pids = None
    for line in solver.stdout:
        log.append(line)
        if line.startswith("ExecutionTime"):
            now = time.perf_counter()
            try:
                pids = pids or ranks_of(solver.pid, command[0] == "mpirun")
                marks.append((now, *_sample(pids)))
            except (OSError, TypeError):  # gone after its last step
                pass
            counts.append(0)
        elif line.startswith("Time = "):
            result.times.append(line.split("=")[1].strip())
        elif f"Solving for {pressure}," in line:
            counts[-1] += int(line.rsplit(" ", 1)[1])
    if solver.wait() != 0:
        raise RuntimeError(f"{' '.join(command)} ended with {solver.returncode}:\n" + "".join(log[-30:]))
    result.steps = len(counts) - 1
    last = result.steps - 2  # the end of the last step but one
    if last < 1:
        raise RuntimeError(f"{' '.join(command)}: {result.steps} steps are too few to measure")
    result.seconds = (marks[last][1] - marks[0][1]) / last
    result.wall = (marks[last][0] - marks[0][0]) / last
    result.megabytes = max(m[2] for m in marks)
    result.iterations = statistics.mean(counts[1:last + 1])
    return result


def until_first_step(command):
    """Wall-clock time from the start of a solver until it says that its time loop starts [s]; the run then goes on to its end."""
    start = time.perf_counter()
    solver = subprocess.Popen([str(c) for c in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=foam.environment())
    seconds, log = None, []
    for line in solver.stdout:
        log.append(line)
        if seconds is None and line.startswith("Starting time loop"):
            seconds = time.perf_counter() - start
    if solver.wait() != 0 or seconds is None:
        raise RuntimeError(f"{command} ended with {solver.returncode}:\n" + "".join(log[-30:]))
    return seconds


def elapsed(action):
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def spread(values, form="{:.2f}"):
    """ "median (least to most)" """
    return f"{form.format(statistics.median(values))} ({form.format(min(values))} to {form.format(max(values))})"
