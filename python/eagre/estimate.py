# SPDX-License-Identifier: BSD-3-Clause
"""eagre estimate CASE: time, memory and disk of a run before it starts.

What a step takes is measured: some steps are made in a temporary copy of the case, on each number of ranks. How many steps there will be is
known if deltaT is fixed. If it is adjusted, the flow that sets it is not known yet; where the mesh is blockMesh's, copies of the case with
1/2 and 1/4 of the cells per direction are run to their end, or for a minute. Their numbers of steps N_2 and N_4 are
extrapolated as a power of the cell size, N_1 = N_2^2/N_4, and what a step takes later in the run, as a multiple of what it takes at its
beginning, is that of the copy with 1/2.
"""
import argparse
import contextlib
import dataclasses
import json
import os
import pathlib
import re
import selectors
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from eagre.records import CaseError, program
from eagre.watch.control_dict import ControlDict
from eagre.watch.log import Log

LARGE = 64 << 20  # bytes: a larger file of the mesh is a link in the copy
BLOCK = re.compile(r"(hex\s*\([^)]*\)\s*)([A-Za-z_]\w*\s*)?\(\s*(\d+)\s+(\d+)\s+(\d+)\s*\)")


@dataclasses.dataclass
class Trial:
    """Some steps, or all, of a copy of the case. Seconds of wall time; bytes."""

    ranks: int
    start: float  #: before the first step
    ends: list  #: of each step: (time of the flow [s], wall time since the first step's end [s])
    deltaT: list  #: of each step [s]
    memory: int  #: largest so far, of all ranks together
    writing: float  #: what writing one time takes
    times: int  #: that were written, the last step's among them
    time_size: float  #: bytes of one of them
    made: int  #: bytes of what is written once: mesh, initial fields
    tables: float  #: bytes of function objects' tables per step
    whole: bool  #: the run has come to its end

    @property
    def steps(self):
        return len(self.ends)

    def until(self, flow):
        """How many steps end up to a time of the flow [s]."""
        return sum(end <= flow for end, _ in self.ends)

    def step(self, count=None):
        """Mean wall time of a step of the first `count` ones (all without this), the first of all left out, and what was written, too."""
        walls = [wall for _, wall in self.ends[:count]]
        if len(walls) < 2:
            return 0.0
        writing = self.writing * (self.times - 1) * len(walls) / self.steps if self.times > 1 else 0.0
        return max(0.5 * (walls[-1] - walls[0]), walls[-1] - walls[0] - writing) / (len(walls) - 1)


@dataclasses.dataclass
class Estimate:
    """Of a whole run. rows: for each number of ranks a dictionary of ranks, start, step, total [s] and memory [bytes]."""

    case: str
    steps: int
    because: str  #: where the number of steps is from
    rows: list
    times: int  #: that will be written
    kept: int  #: of them kept at the end (purgeWrite)
    disk: int  #: bytes at the end
    warnings: list


class Copy:
    """A case in a temporary directory, as it is to be run: its start time, dictionaries and mesh; removed at the end."""

    def __init__(self, case, settings):
        self.case = case
        self.control = dict(ControlDict(case).values())
        for entry in settings:
            file, _, rest = entry.partition(":")
            key, _, value = rest.partition("=")
            if file == "system/controlDict":
                self.control[key] = value
        self._folder = tempfile.TemporaryDirectory(prefix="eagre-estimate-")
        self.directory = pathlib.Path(self._folder.name) / case.name

    def __enter__(self):
        shutil.copytree(self.case, self.directory, ignore=self._left_out, copy_function=_copy_or_link, ignore_dangling_symlinks=True)
        return self

    def __exit__(self, *error):
        self._folder.cleanup()

    def number(self, key, otherwise=None):
        """A number of controlDict. Errors: CaseError, there is none."""
        word = self.control.get(key, otherwise)
        try:
            return float(word)
        except (TypeError, ValueError):
            raise CaseError(f"{self.case.name}: {key} of system/controlDict is no number that can be read here: {word}") from None

    def word(self, key, otherwise=""):
        return str(self.control.get(key, otherwise))

    @property
    def adjusted(self):
        return self.word("adjustTimeStep") in ("yes", "on", "true", "y", "t")

    def block_mesh(self):
        """The blockMeshDict that the mesh is made from, if copies of other sizes can be made from it; else None."""
        for path in ("system/blockMeshDict", "constant/polyMesh/blockMeshDict"):
            file = self.directory / path
            if file.is_file() and BLOCK.search(file.read_text(errors="replace")):
                return file
        return None

    def coarse(self, factor):
        """A copy of this copy, before anything was made in it, with 1/factor of the cells per direction; None if there is none."""
        directory = self.directory.with_name(f"{self.case.name}-{factor}")
        shutil.copytree(self.directory, directory, symlinks=True)
        for path in ("system/blockMeshDict", "constant/polyMesh/blockMeshDict"):
            if (directory / path).is_file():
                text = (directory / path).read_text(errors="replace")
                (directory / path).write_text(BLOCK.sub(lambda found: _fewer(found, factor), text))
        mesh = directory / "constant" / "polyMesh"
        for made in ("points", "faces", "owner", "neighbour", "boundary", "cellZones", "faceZones", "pointZones", "sets", "level0Edge",
                     "cellLevel", "pointLevel"):
            for file in (mesh / made, mesh / f"{made}.gz"):
                shutil.rmtree(file, ignore_errors=True) if file.is_dir() else file.unlink(missing_ok=True)
        return directory

    def _left_out(self, folder, names):
        """Of the case: what a run has left there, but for the times that it may start from."""
        if pathlib.Path(folder) == self.case / "dumps":
            latest = max((n for n in names if _time(n.removesuffix(".vtkhdf")) is not None), key=lambda n: _time(n.removesuffix(".vtkhdf")),
                         default=None)
            return [n for n in names if n not in ("mesh.vtkhdf", latest)]
        if pathlib.Path(folder) != self.case:
            return []
        times = {n: _time(n) for n in names if _time(n) is not None}
        latest = max(times.values(), default=0)
        kept = {0.0, latest, _time(self.word("startTime", "0"))}
        return [n for n in names if n in ("postProcessing", "pictures", "VTK", ".eagre.lock") or n.startswith(("processor", "log.", "core"))
                or (n in times and times[n] not in kept)]


def _copy_or_link(source, target):
    if os.path.getsize(source) > LARGE:
        os.symlink(os.path.realpath(source), target)
    else:
        shutil.copy2(source, target)


def _time(name):
    try:
        return float(name)
    except ValueError:
        return None


def _fewer(found, factor):
    counts = " ".join(str(max(1, round(int(n) / factor))) for n in found.group(3, 4, 5))
    return f"{found[1]}{found[2] or ''}({counts})"


def _size(path):
    return sum(f.stat().st_size for f in path.rglob("*") if f.is_file() and not f.is_symlink()) if path.exists() else 0


def _made(directory):
    """The files of a copy that are its own, by their paths in it, and their bytes."""
    return [(f.relative_to(directory), f.stat().st_size) for f in directory.rglob("*") if f.is_file() and not f.is_symlink()]


def _time_name(path):
    """Of which time a file is, by the name of its directory or dump; None if it is of none."""
    name = path.name.removesuffix(".vtkhdf") if path.parts[0] == "dumps" else path.parts[0]
    return name if _time(name) is not None else None


def _memory(process):
    """Bytes: the largest resident sizes so far of the processes of the program below this one, summed."""
    total, parents = 0, {}
    for entry in pathlib.Path("/proc").iterdir():
        with contextlib.suppress(OSError, ValueError, IndexError):
            if entry.name.isdigit():
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
    below, new = set(), {process}
    while new:
        below |= new
        new = {pid for pid, parent in parents.items() if parent in new} - below
    for pid in below:
        with contextlib.suppress(OSError):
            status = pathlib.Path(f"/proc/{pid}/status").read_text()
            if re.search(r"^Name:\s+(mpirun|mpiexec|hydra|orted|prted)", status) is None and (peak := re.search(r"VmHWM:\s+(\d+) kB", status)):
                total += 1024 * int(peak[1])
    return total


def trial(directory, ranks, settings, options, seconds, least=4):
    """Runs a copy of the case until it has made `least` steps and, after the first one, has taken so many seconds; then it writes and stops.
    Errors: CaseError with what the program says."""
    words = [program(), "run", str(directory), "--log", *options, *(word for entry in settings for word in ("--set", entry))]
    words += ["-n", str(ranks)] if ranks > 1 else []
    before = {path for path, _ in _made(directory)}
    began, steps, stopping = time.monotonic(), [], None
    log = Log(lambda step: steps.append((time.monotonic(), step)))
    memory, tables = 0, 0.0
    with tempfile.TemporaryFile() as errors, subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors) as process:
        try:
            selector = selectors.DefaultSelector()
            selector.register(process.stdout, selectors.EVENT_READ)
            while True:
                if selector.select(timeout=0.2):
                    data = os.read(process.stdout.fileno(), 1 << 16)
                    if not data:
                        break
                    log.feed(data)
                if stopping is None and len(steps) >= least and steps[-1][0] - steps[0][0] >= seconds:
                    stopping = len(steps)
                    memory = _memory(process.pid)
                    tables = _size(directory / "postProcessing") / len(steps)
                    process.send_signal(signal.SIGTERM)
                elif stopping is None and len(steps) >= 2 and memory == 0:
                    memory = _memory(process.pid)
        except BaseException:
            process.terminate()
            raise
        process.wait()
        errors.seek(0)
        said = errors.read().decode(errors="replace").strip()
    # The signal ends a run between its last step and its end; before that, the run writes and its exit code is 6.
    whole = process.returncode == 0 or (stopping is not None and process.returncode in (-signal.SIGTERM, 128 + signal.SIGTERM))
    if not steps or not (whole or process.returncode == 6):
        raise CaseError(said.rpartition("eagre: error: ")[2] or f"the run has ended with code {process.returncode}, before its first step")
    first = steps[0][0]
    if stopping is None:
        stopping = len(steps) - 1
    usual = (steps[-2][0] - first) / (len(steps) - 2) if len(steps) > 2 else 0.0
    made = [(path, size) for path, size in _made(directory) if path not in before]
    times = {name: 0 for path, _ in made if (name := _time_name(path)) is not None and _time(name) > 0}
    for path, size in made:
        if _time_name(path) in times:
            times[_time_name(path)] += size
    return Trial(ranks=ranks, start=first - began, ends=[(step["time"], wall - first) for wall, step in steps],
                 deltaT=[step.get("deltaT", 0.0) for _, step in steps], memory=memory,
                 writing=max(0.0, steps[-1][0] - steps[-2][0] - usual) if len(steps) > 1 else 0.0, times=len(times),
                 time_size=sum(times.values()) / len(times) if times else 0.0, tables=tables,
                 made=sum(size for path, size in made if _time_name(path) not in times and path.parts[0] != "postProcessing"),
                 whole=whole)


def _steps(copy, settings, options, fine, budget, warnings):
    """The number of steps of the whole run, where it is from, and what a step takes on the average of the run over what it took in `fine`."""
    if fine.whole:
        return fine.steps, "the run was made to its end", 1.0
    end, written = copy.number("endTime"), copy.number("deltaT")
    now, deltaT = fine.ends[-1][0], fine.deltaT[-1] or written
    first = fine.ends[0][0] <= 1.5 * written  # else the run goes on from a time whose fields are those of this mesh
    coarse = _coarse_runs(copy, settings, options, budget, warnings) if first else []
    ratio = 1.0
    if coarse and (beginning := coarse[0].step(max(6, coarse[0].until(now)))) > 0:
        ratio = coarse[0].step() / beginning
    if not copy.adjusted:
        start = fine.ends[0][0] - written
        return max(1, round((end - start) / written)), f"deltaT is {written:g} s", ratio
    if len(coarse) == 2:
        steps, counts = _extrapolated(coarse, end)
        return max(fine.steps, steps), f"deltaT is adjusted; copies with 1/2 and 1/4 of the cells per direction took {counts}", ratio
    warnings.append("deltaT is adjusted and has been taken to stay what it was at the end of the measured steps: as the flow becomes faster, "
                    "there will be more steps; --seconds measures further")
    return fine.steps + max(0, round((end - now) / deltaT)), f"deltaT is adjusted; it was {deltaT:g} s at {now:g} s", ratio


def _extrapolated(coarse, end):
    """Steps of the case from those of its copies, N_2^2/N_4, and a text with both. If they have not come to the end, what is left goes on as
    the last quarter of what both have made."""
    reached = min(run.ends[-1][0] for run in coarse)
    counts = [run.until(reached * (1 + 1e-9)) for run in coarse]
    steps = counts[0] ** 2 / counts[1]
    words = f"{counts[0]} and {counts[1]} steps"
    if reached < end * (1 - 1e-6):
        words += f" to {reached:.3g} s"
        last = [count - run.until(0.75 * reached) for count, run in zip(counts, coarse, strict=True)]
        steps += (end - reached) / (0.25 * reached) * last[0] ** 2 / max(1, last[1])
    return round(steps), words


def _coarse_runs(copy, settings, options, budget, warnings):
    """The runs of copies with 1/2 and 1/4 of the cells per direction, of at most `budget` s each; none if there can be none."""
    if copy.block_mesh() is None:
        return []
    runs = []
    for factor in (2, 4) if copy.adjusted else (2,):
        scaled = [*settings, f"system/controlDict:deltaT={copy.number('deltaT') * (1 if copy.adjusted else factor)!r}"]
        directory = copy.coarse(factor)
        try:
            runs.append(trial(directory, 1, scaled, options, budget))
        except CaseError as error:
            warnings.append(f"with 1/{factor} of the cells per direction the case does not run: {error}".splitlines()[0])
            return []
        finally:
            shutil.rmtree(directory, ignore_errors=True)
    return runs


def _times(copy, steps, total):
    """How many times are written, and how many of them are kept."""
    interval = copy.number("writeInterval", copy.word("writeFrequency", "1"))
    control = copy.word("writeControl", "timeStep")
    length = copy.number("endTime") - copy.number("startTime", "0")
    whole = {"timeStep": steps, "cpuTime": total, "clockTime": total}.get(control, length)
    times = 0 if control == "none" or interval <= 0 else int(whole / interval * (1 + 1e-9))
    purge = int(copy.number("purgeWrite", "0"))
    return times, min(times, purge) if purge > 0 else times


def estimate(case, ranks=(1,), settings=(), options=(), seconds=5.0, tell=lambda line: None):
    """The Estimate of a whole run of a case.

    ranks: numbers of ranks, each is measured. settings: entries with other values, FILE:ENTRY=VALUE; options: further ones of `eagre run`.
    seconds: for which steps are measured on each number of ranks; each coarser copy runs 12 times as long at most. tell: is called with lines about what goes on. Nothing is written
    into the case. Errors: CaseError with what is wrong with the case.
    """
    case = pathlib.Path(case).resolve()
    if not (case / "system" / "controlDict").is_file():
        raise CaseError(f"{case}: system/controlDict: no such file; is this a case directory?")
    warnings, trials = [], []
    with Copy(case, settings) as copy:
        for n in ranks:
            tell(f"steps on {n} rank{'s' if n > 1 else ''} ...")
            directory = copy.directory.with_name(f"{case.name}-run")
            shutil.copytree(copy.directory, directory, symlinks=True)
            try:
                trials.append(trial(directory, n, settings, options, seconds))
            finally:
                shutil.rmtree(directory, ignore_errors=True)
        if not trials[0].whole:
            tell("how many steps ...")
        steps, because, ratio = _steps(copy, settings, options, trials[0], 12 * seconds, warnings)
        rows = []
        for run in trials:
            step = run.step() * ratio
            total = run.start + steps * step
            times, kept = _times(copy, steps, total)
            rows.append({"ranks": run.ranks, "start": run.start, "step": step, "total": total + times * run.writing,
                         "memory": run.memory})
        cores = len(os.sched_getaffinity(0))
        if more := [n for n in ranks if n > cores]:
            warnings.append(f"{', '.join(map(str, more))} ranks share the {cores} processors of this machine: their times are of that")
        disk = int(trials[0].made + kept * trials[0].time_size + steps * trials[0].tables)
    return Estimate(case.name, steps, because, rows, times, kept, disk, warnings)


def duration(seconds):
    """As 3 min 20 s."""
    if seconds < 10:
        return f"{seconds:.2g} s"
    s = round(seconds)
    if s < 60:
        return f"{s} s"
    return f"{s // 60} min {s % 60:02d} s" if s < 3600 else f"{s // 3600} h {s % 3600 // 60:02d} min"


def bytes_text(number):
    """As 1.2 GB."""
    for unit in ("kB", "MB", "GB"):
        number /= 1000
        if number < 1000 or unit == "GB":
            return f"{number:.3g} {unit}"
    return None


def text(estimate):
    """The Estimate as lines for people."""
    lines = [f"{estimate.case}: {estimate.steps:,} steps ({estimate.because})", "",
             f"{'ranks':>6}  {'start':>9}  {'step':>9}  {'whole run':>12}  {'memory':>9}"]
    for row in estimate.rows:
        step = f"{1000 * row['step']:.3g} ms" if row["step"] < 1 else f"{row['step']:.3g} s"
        lines.append(f"{row['ranks']:>6}  {duration(row['start']):>9}  {step:>9}  {duration(row['total']):>12}  {bytes_text(row['memory']):>9}")
    kept = f", {estimate.kept} of them kept" if estimate.kept < estimate.times else ""
    lines += ["", f"written: {estimate.times} times{kept}; {bytes_text(estimate.disk)} on the disk at the end"]
    return "\n".join(lines + [f"note: {warning}" for warning in estimate.warnings])


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="eagre estimate", description="time, memory and disk of a run of a case before it starts")
    parser.add_argument("case", nargs="?", default=".", help="case directory; nothing is written into it")
    parser.add_argument("-n", "--ranks", type=int, nargs="+", default=[1], metavar="R", help="numbers of MPI ranks (default: 1)")
    parser.add_argument("--seconds", type=float, default=5.0, help="for which steps are measured on each number of ranks (default: 5)")
    parser.add_argument("--set", action="append", default=[], metavar="FILE:ENTRY=VALUE", help="as eagre run has it; may be given several times")
    parser.add_argument("--application", help="solver instead of controlDict's")
    parser.add_argument("--dump", choices=["foam", "hdf5", "both"], help="how times are written, instead of controlDict's")
    parser.add_argument("--json", action="store_true", help="the figures as JSON, in seconds and bytes")
    given = parser.parse_args(arguments)
    if min(given.ranks) < 1:
        parser.error("-n: a number of ranks is at least 1")
    if not 0 < given.seconds < 1e6:
        parser.error("--seconds: a number above 0")
    options = [word for name in ("application", "dump") if getattr(given, name) for word in (f"--{name}", getattr(given, name))]
    say = (lambda line: print(line, file=sys.stderr, flush=True)) if sys.stderr.isatty() else (lambda line: None)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the copy is removed
    try:
        found = estimate(given.case, given.ranks, given.set, options, given.seconds, say)
    except CaseError as error:
        print(f"eagre: error: {error}", file=sys.stderr)
        return 3
    except (OSError, shutil.Error) as error:
        print(f"eagre: error: the case could not be copied into {tempfile.gettempdir()} (TMPDIR): {error}", file=sys.stderr)
        return 5
    except KeyboardInterrupt:
        return 130
    print(json.dumps(dataclasses.asdict(found)) if given.json else text(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
