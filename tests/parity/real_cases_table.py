#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes docs/real_cases.md: every case in a folder of fetched repositories, what Eagre makes of it, and what OpenFOAM v1912 does.

    real_cases_table.py --repositories DIRECTORY --bin build/bin --output docs/real_cases.md [--only NAME ...] [--seconds 60] [--keep DIRECTORY] [--judge DIRECTORY]

DIRECTORY holds one folder a repository, either a work tree or a git directory ("owner+name/repo"), whose newest commit is read. A case is a
folder with system/controlDict. Nothing is written into DIRECTORY: each case is run in a copy, with its own control of the time step, for STEPS steps.
"""
import argparse
import collections
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import foam  # noqa: E402
import known_differences  # noqa: E402
import numpy as np  # noqa: E402
import pages  # noqa: E402
import renumbered  # noqa: E402

STEPS = 3
BAR = 1e-6
OURS = ("icoFoam", "pisoFoam", "pimpleFoam", "interFoam", "interIsoFoam", "interPhaseChangeFoam", "simpleFoam", "porousSimpleFoam", "SRFSimpleFoam",
        "SRFPimpleFoam", "interDyMFoam", "interPhaseChangeDyMFoam", "pimpleDyMFoam", "incompressibleVoF", "incompressibleFluid")
THEIRS = {"interDyMFoam": "interFoam", "pimpleDyMFoam": "pimpleFoam", **{name: name for name in OURS[:10]}}  # what v1912 has them run by
TIGHT = (("1e-14", STEPS), ("1e-11", 1))  # tolerance and steps: all that is there, or as much as both have time for
MOST = 4  # cases of one solver in a repository: one with hundreds of variants would outweigh all others
STOP = f"\nwriteControl timeStep;\nwriteInterval {STEPS};\nstopAt nextWrite;\n"
SKIPPED = {".git", "dynamicCode", "postProcessing", "processor0"}
Worst = collections.namedtuple("Worst", "value name left")  # largest relative difference, of which field; what was left out of it, in words
Setting = collections.namedtuple("Setting", "program solver judge seconds still cells")  # how both run; still: v1912 must not move the mesh
Row = collections.namedtuple("Row", "name flavour application kind result reason openfoam difference default")


def trees(folder):
    """(name, path of a work tree or None, git directory or None) of every repository in the folder."""
    for path in sorted(p for p in pathlib.Path(folder).iterdir() if p.is_dir()):
        for git in (path, path / "repo", path / "repo" / ".git", path / ".git"):
            if (git / "HEAD").is_file() and (git / "objects").is_dir():
                yield path.name, None, git
                break
        else:
            yield path.name, path, None


def extract(git, target, absent):
    """The newest commit's files; `absent` gets the paths of those that a fetched snapshot lacks (its largest ones)."""
    listing = subprocess.run(["git", "--git-dir", git, "ls-tree", "-r", "-z", "HEAD"], capture_output=True, check=True).stdout
    cases = set()
    entries = []
    for line in filter(None, listing.split(b"\0")):
        meta, name = line.split(b"\t", 1)
        name = name.decode(errors="replace")
        entries.append((meta.split(), name))
        if re.search(r"(^|/)system/controlDict(\.gz)?$", name):
            case = name[:name.rindex("system/controlDict")]
            cases |= {case, case.rstrip("/").rpartition("/")[0] + "/"} - {"/"} if "/" in case.rstrip("/") else {case}
    wanted = [(mode, blob, target / name) for (mode, kind, blob), name in entries
              if kind == b"blob" and (name.startswith("tutorials/resources/") or any(name.startswith(case) for case in cases))]
    with subprocess.Popen(["git", "--git-dir", git, "cat-file", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as reader:
        for mode, blob, path in wanted:
            if (content := blob_of(reader, blob)) is None:
                absent.append(path)
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            path.chmod(0o755 if mode == b"100755" else 0o644)
        reader.stdin.close()
    return target


def blob_of(reader, blob):
    """The content that `git cat-file --batch` has for an object; None where the snapshot lacks it."""
    reader.stdin.write(blob + b"\n")
    reader.stdin.flush()
    head = reader.stdout.readline().split()
    if len(head) != 3:
        return None
    content = reader.stdout.read(int(head[2]))
    reader.stdout.read(1)
    return content


def without_homes(text):
    """Directories that scripts name on the machines of their authors are of no use to others."""
    return re.sub(r"(?<=[\s'\"(])/(?:root|tmp|home/[\w.-]+)(?=/)", "~", text)


def cases(tree):
    """Every folder below with system/controlDict."""
    for directory, folders, _ in os.walk(tree):
        folders[:] = sorted(f for f in folders if f not in SKIPPED)
        if (pathlib.Path(directory) / "system" / "controlDict").is_file():
            yield pathlib.Path(directory)


def text(path):
    try:
        return re.sub(r"/\*.*?\*/|//[^\n]*", "", path.read_text(errors="replace"), flags=re.S)
    except OSError:
        return ""


def banner(path):
    """The version that the banner of a file names."""
    try:
        head = path.read_text(errors="replace")[:1200]
    except OSError:
        return "?"
    return (re.findall(r"Version:\s*(\S+)", head) or ["?"])[0]


def application(case):
    control = text(case / "system" / "controlDict")
    named = re.search(r"^\s*application\s+(\w+)\s*;", control, re.M)
    module = re.search(r"^\s*solver\s+(\w+)\s*;", control, re.M)
    if named and named[1] != "foamRun":
        return named[1]
    return module[1] if module else (named[1] if named else "")


def moves(case):
    """Whether the case's own dictionary moves its mesh or changes it."""
    dynamic = text(case / "constant" / "dynamicMeshDict")
    named = re.search(r"dynamicFvMesh\s+(\w+)", dynamic)
    return bool((named and named[1] != "staticFvMesh") or re.search(r"^\s*(mover|topoChanger)\b", dynamic, re.M))


def refines(case):
    """Whether that changes the cells of the mesh during a run."""
    return bool(re.search(r"dynamicFvMesh\s+\w*Refine|^\s*topoChanger\b", text(case / "constant" / "dynamicMeshDict"), re.M))


def kind_of(case, absent=()):
    if refines(case):
        return "refined mesh"
    return "incomplete" if missing(case, absent) else "moving mesh" if moves(case) else "complete"


def is_time(name):
    return bool(re.fullmatch(r"[0-9]+(\.[0-9]*)?(e[-+]?[0-9]+)?", name))


def missing(case, absent=()):
    """What a case lacks to be complete; empty if it has all: a mesh or a recipe for one, fields, dictionaries, and all of its files."""
    has = lambda *names: any((case / n).exists() or (case / f"{n}.gz").exists() for n in names)  # noqa: E731
    scripts = [*case.glob("All*"), *(script for script in case.parent.glob("All*") if re.search(rf"ToFoam\b.*\b{re.escape(case.name)}\b", text(script)))]
    lacks = [f"system/{n}" for n in ("fvSchemes", "fvSolution") if not has(f"system/{n}")]
    needed = [str(p.relative_to(case)) for p in absent if p.is_relative_to(case / "constant") or p.is_relative_to(case / "system")]
    if needed:
        lacks.append(", ".join(sorted(needed)[:2]) + (", .." if len(needed) > 2 else "") + " (not in the fetched snapshot)")
    mesh = [has(f"constant/polyMesh/{n}") for n in ("points", "faces", "owner", "boundary")]
    if not all(mesh) and not has("system/blockMeshDict", "constant/polyMesh/blockMeshDict", "system/extrudeMeshDict") and not scripts:
        lacks.append("a mesh or a blockMeshDict" if not any(mesh) else "a part of constant/polyMesh")
    if not has("0", "0.orig", "0.org", "0_org", "0_orig") and not any(is_time(p.name) for p in case.iterdir()):
        lacks.append("fields")
    starts = re.findall(r"^\s*(startFrom|startTime)\s+(\S+?)\s*;", text(case / "system" / "controlDict"), re.M)
    start = dict(starts)  # the last one counts
    if start.get("startFrom") == "startTime" and is_time(start.get("startTime", "")) and not scripts and not list(case.parent.glob("All*")) \
            and float(start["startTime"]) not in [0, *(float(p.name) for p in case.iterdir() if is_time(p.name))]:
        lacks.append(f"fields of its start time {start['startTime']}")
    return lacks


def limited(command, log, seconds, tutorials=None):
    """(exit code or None where the time was over, output)"""
    environment = foam.environment() | ({"FOAM_TUTORIALS": str(tutorials)} if tutorials else {})
    with open(log, "w", errors="replace") as output:
        process = subprocess.Popen([str(c) for c in command], stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                   env=environment, start_new_session=True)
        try:
            code = process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            code = None
    return code, pathlib.Path(log).read_text(errors="replace")


def reason(output):
    """The first problems that a run names, in one line."""
    where = output.find("eagre: error")
    if where < 0:
        return (output.strip().splitlines() or ["no output"])[-1][:200]
    lines = [line.strip() for line in output[where:].split("\n---")[0].splitlines() if line.strip()]
    listed = lines[1:] if len(lines) > 1 else [lines[0].removeprefix("eagre: error: ")]
    return "; ".join(line.split("; valid:")[0][:160] for line in listed[:3]) + (f"; and {len(listed) - 3} more" if len(listed) > 3 else "")


def what_took_long(output):
    steps = re.findall(r"^Preparing the case: (.*)$", output, re.M)
    return f": {steps[-1]}" if steps and "Create time" not in output.split(steps[-1])[-1] else ""


def with_default_solvers(as_written, prepared, program, seconds):
    """What becomes of the prepared copy with Eagre's own choice of linear solvers: largest difference from the solvers as written, or how it ends."""
    copy = prepared.parent / "default"
    shutil.copytree(prepared, copy, symlinks=True)
    code, output = limited([program, "run", copy], copy / "log.eagre", seconds)
    if code != 0:
        return "too long" if code is None else reason(output).replace(f"{copy}/", "")
    worst = largest_difference(copy, as_written)
    return f"{worst[1]} {worst[0]:.0e}" if worst and worst[0] > 0 else "same" if worst else "other times"


def openfoam(prepared, setting):
    """v1912's own run of the prepared copy; (word, path of its copy)"""
    theirs = prepared.parent / "openfoam"
    shutil.copytree(prepared, theirs)
    code = run_openfoam(theirs, setting)
    return ("runs" if code == 0 else "too long" if code is None else "no"), theirs


def largest_difference(ours, theirs):
    """Largest relative L2 difference of the fields that Eagre wrote last; none where the other one has no such time. Later times may be the
    repository's own."""
    a = [t for t in foam.times(ours) if (ours / t / "uniform" / "restart").exists()] or foam.times(ours)
    if not a or a[-1] not in foam.times(theirs) or float(a[-1]) == 0:
        return None
    files = [path for path in (theirs / a[-1]).iterdir()
             if path.is_file() and (ours / a[-1] / path.name).is_file() and not path.name.startswith("yPlus")]
    try:
        order = renumbered.order(ours, theirs, a[-1])
    except RuntimeError:
        return Worst(1.0, "other cells", "")
    relative, largest = {}, {}
    for path in files:
        try:
            mine, other = foam.read_field(ours / a[-1] / path.name)[0], foam.read_field(path)[0]
            if order is None or len(mine) == len(other) == len(order):
                relative[path.name] = foam.relative_l2(mine, other if order is None else other[order])
                largest[path.name] = max(np.abs(mine).max(), np.abs(other).max())
        except (ValueError, AssertionError, KeyError, IndexError):
            continue
    left = {"rounding alone": known_differences.rounding(largest), "a step late in v1912": known_differences.late(ours)}
    left = {why: sorted(name for name in names if relative.get(name, 0) > BAR) for why, names in left.items()}
    value, name = max([(value, name) for name, value in relative.items() if not any(name in names for names in left.values())], default=(0.0, ""))
    return Worst(value, name, "; ".join(f"{', '.join(names)}: {why}" for why, names in left.items() if names))


def shown(worst):
    if not worst:
        return "no comparison"
    return (f"{worst.name} " if worst.value > BAR else "") + f"{worst.value:.0e}" + (f" ({worst.left})" if worst.left else "")


def copy_of_case(source, target):
    """A copy beside the files of the folder that the case lies in, whose script may prepare it, and beside what its own script copies from there;
    with one that runs cases, beside these."""
    beside = target / source.parent.name
    beside.mkdir(parents=True)
    if any("mapFields" in text(script) for script in source.parent.glob("All*")):
        shutil.copytree(source.parent, beside, symlinks=True, dirs_exist_ok=True)
        return beside / source.name
    scripts = "".join(text(script) for script in source.glob("All*"))
    for file in source.parent.iterdir():
        if file.is_file():
            shutil.copy(file, beside)
        elif f" ../{file.name}/" in scripts:
            shutil.copytree(file, beside / file.name, symlinks=True)
    shutil.copytree(source, beside / source.name, symlinks=True)
    return beside / source.name


def with_tight_solvers(prepared, setting, how, name="tight", change=lambda case: []):
    """Both programs on copies of the case, solving to round-off: what is left is not a matter of tolerances. how: one of TIGHT. change(copy)
    changes each of them before. (what change() says, the largest difference)"""
    tolerance, steps = how
    copies = [prepared.parent / name, prepared.parent / f"{name}_openfoam"]
    for copy in copies:
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(prepared, copy, symlinks=True)
        solution, control = (copy / "system" / file for file in ("fvSolution", "controlDict"))
        solution.write_text(re.sub(r"\b(tolerance|relTol)(\s+)[-+.\deE]+\s*;", lambda m: f"{m[1]}{m[2]}{tolerance if m[1] == 'tolerance' else '0'};",
                                   solution.read_text(errors="replace")))
        control.write_text(control.read_text(errors="replace").replace(STOP, STOP.replace(f"writeInterval {STEPS};", f"writeInterval {steps};")))
        words = change(copy)
    limited([setting.program, "run", "--solvers", "as-written", copies[0]], copies[0] / "log.eagre", setting.seconds)
    run_openfoam(copies[1], setting)
    return words, largest_difference(*copies)


def explained(prepared, setting, how):
    """The largest difference in copies without what Eagre and v1912 are known to do differently, solved to round-off; "" if there is nothing."""
    def varied(case):
        words = known_differences.substitute(case)
        names = known_differences.vary(case, setting.cells)
        return words + ([f"{', '.join(names)} varied at the start"] if names else [])

    said = ""
    for name, change in (("substituted", known_differences.substitute), ("varied", varied)):
        shutil.rmtree(prepared.parent / "probe", ignore_errors=True)
        if change(pathlib.Path(shutil.copytree(prepared, prepared.parent / "probe", symlinks=True))):
            words, worst = with_tight_solvers(prepared, setting, how, name, change)
            said = f"; with {', '.join(words)}: {shown(worst)}"
            if worst and worst.value <= BAR:
                break
    return said


def run_openfoam(case, setting):
    """v1912's own run, by the judge's program if it has this solver; exit code, or None where the time was over."""
    if setting.still:
        (case / "constant" / "dynamicMeshDict").unlink(missing_ok=True)
    own = pathlib.Path(setting.judge) / setting.solver
    return limited([own if own.exists() else f"/usr/bin/{setting.solver}", "-case", case], case / "log.openfoam", setting.seconds)[0]


def run_with_sources(program, case, log, seconds, tutorials, *options):
    """A run of a case, and before it those of the cases that its fields are mapped from: (exit code or None, output)."""
    result = limited([program, "run", *options, case], log, seconds, *tutorials)
    first = re.search(r"has no result yet: run it first \(eagre run (.*?)\)", result[1])
    if not first or run_with_sources(program, first[1], f"{log}.source", seconds, tutorials)[0] != 0:
        return result
    return limited([program, "run", *options, case], log, seconds, *tutorials)


def stop_soon(control):
    """Puts STOP behind the header, and at the end of a file whose braces match: what it includes may have these entries, too. At the end of
    another one it might be behind a '}' that closes nothing."""
    text = re.sub(r"^[ \t]*(writeControl|writeInterval|stopAt)\s[^;{}]*;", "", control.read_text(errors="replace"), flags=re.M)
    header = re.search(r"FoamFile\s*\{[^}]*\}", text)
    at = header.end() if header else 0
    functions = re.search(r"^\s*functions\b", text, re.M)
    # The entries of function objects are theirs.
    if functions:
        own = control.read_text(errors="replace")
        text = text[:functions.start()] + own[re.search(r"^\s*functions\b", own, re.M).start():]
    own = re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.S)
    control.write_text(text[:at] + STOP + text[at:] + (STOP if own.count("{") == own.count("}") else ""))


def attempt(name, source, program, work, judge, seconds, absent):
    solver = application(source)
    flavour = banner(source / "system" / "controlDict")
    kind = kind_of(source, absent)
    if solver not in OURS:
        return Row(name, flavour, solver, kind, "other solver", "", "", "", "")
    copy = copy_of_case(source, work / "case")
    stop_soon(copy / "system" / "controlDict")
    folder = [p for p in source.parents if p.name == "tutorials" and (p / "resources").is_dir()]
    code, output = run_with_sources(program, copy, work / "log.eagre", seconds, folder[:1], "--solvers", "as-written")
    found = re.search(r"^Case: written for (.*?), by ", output, re.M)
    flavour = found[1][:40] if found else flavour
    if code != 0:
        plain = output.replace(f"{copy}/", "").replace(str(copy), source.name).replace(f"{work}/case/", "")
        why = f"longer than its time here{what_took_long(plain)}" if code is None else reason(plain)
        if "that it maps from is not there" in output and kind == "complete":
            kind = "incomplete"
        elif kind == "incomplete":
            why = "lacks " + ", ".join(missing(source, absent)) + ": " + why
        return Row(name, flavour, solver, kind, "too long" if code is None else "does not run", why, "", "", "")
    prepared = copy_of_start(copy, work)
    default = with_default_solvers(copy, prepared, program, seconds)
    cells = re.search(r"^Mesh: (\d+) cells", output, re.M)
    setting = Setting(program, THEIRS.get(solver), judge, seconds, "the mesh stands still" in output, int(cells[1]) if cells else 0)
    theirs, directory = openfoam(prepared, setting) if setting.solver else ("", None)
    difference = compared(prepared, setting, largest_difference(copy, directory)) if theirs == "runs" else ""
    return Row(name, flavour, solver, kind, "runs", "", theirs, difference, default)


def compared(prepared, setting, worst):
    """The cell of the largest difference: as written, and where that is not small, what is left by solving to round-off and why."""
    said = shown(worst) if worst else "other times"
    if worst and worst.value <= BAR:
        return said
    for how in TIGHT:
        tight = with_tight_solvers(prepared, setting, how)[1]
        if tight:
            break
    said += f"; solved to {how[0]}{'' if how[1] == STEPS else ', one step'}: {shown(tight)}"
    return said if tight and tight.value <= BAR else said + explained(prepared, setting, how)


def copy_of_start(copy, work):
    """The case as Eagre prepared it, mesh and fields, without the times that it has computed."""
    prepared = work / "prepared"
    shutil.copytree(copy, prepared, symlinks=True)
    for time in foam.times(prepared)[1:]:
        if (prepared / time / "uniform" / "restart").exists():
            shutil.rmtree(prepared / time)
    return prepared


def table(rows):
    head = ["| case | flavour | solver | kind | result | reason | v1912 | largest difference | default solvers |", "|---|---|---|---|---|---|---|---|---|"]
    short = [row._replace(reason=pages.shortened(row.reason)) for row in rows]
    lines = ["| " + " | ".join(str(c).replace("|", "\\|").replace("\n", " ") for c in row) + " |" for row in short]
    return "\n".join(head + lines) + "\n" + pages.in_full({row.name: row.reason for row in rows})


def rows_of(page):
    """The rows of a page that this program has written."""
    lines = [line[2:-2] for line in page.splitlines() if line.startswith("| ") and line.endswith(" |")]
    cells = [[cell.strip().replace("\\|", "|") for cell in re.split(r" \| ", f"{line} ")] for line in lines]
    rows = [Row(*row) for row in cells if len(row) == len(Row._fields) and row[0] != "case"]
    full = pages.read_in_full(page)
    return [row._replace(reason=full.get(row.name, row.reason)) for row in rows]


def summary(rows):
    ours = [r for r in rows if r.result != "other solver"]
    lines = []
    for kind in ("complete", "moving mesh", "refined mesh", "incomplete"):
        of_kind = [r for r in ours if r.kind == kind]
        running = sum(r.result == "runs" for r in of_kind)
        if of_kind:
            lines.append(f"- {kind}: {running} of {len(of_kind)} run ({100 * running / len(of_kind):.0f} %).")
    lines.append(f"- of other solvers: {len(rows) - len(ours)}.")
    return "\n".join(lines)


def chosen(arguments, scratch):
    """(name, folder, files that the snapshot lacks) of each case that is to be run."""
    for repository, tree, git in trees(arguments.repositories):
        absent = []
        if git:
            tree = extract(git, scratch / "trees" / repository, absent)
        count = collections.Counter()
        for source in cases(tree):
            solver = application(source)
            count[solver] += 1
            name = f"{repository.replace('+', '/', 1)}: {source.relative_to(tree)}"
            if count[solver] <= arguments.most and (not arguments.only or any(word in name for word in arguments.only)):
                yield name, source, absent
        if git:
            shutil.rmtree(tree, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repositories", required=True)
    parser.add_argument("--bin", default="build/bin")
    parser.add_argument("--output")
    parser.add_argument("--only", nargs="*", default=[], help="parts of names; the others are left out, or stay as they are in the page")
    parser.add_argument("--seconds", type=float, default=60, help="time of one run")
    parser.add_argument("--most", type=int, default=MOST, help="cases of one solver in a repository")
    parser.add_argument("--judge", default="/usr/bin", help="a directory of OpenFOAM's solvers that are to be used in place of the installed ones, "
                        "where those are compiled wrongly (docs/parity.md)")
    parser.add_argument("--keep", help="where the copies stay")
    arguments = parser.parse_args()
    program = pathlib.Path(arguments.bin).resolve() / "eagre"
    page = arguments.output and pathlib.Path(arguments.output)
    kept = {row.name: row for row in rows_of(page.read_text())} if arguments.only and page and page.exists() else {}
    with tempfile.TemporaryDirectory() as scratch:
        for name, source, absent in chosen(arguments, pathlib.Path(scratch)):
            work = pathlib.Path(arguments.keep or scratch) / "runs" / re.sub(r"\W+", "_", name)
            shutil.rmtree(work, ignore_errors=True)
            work.mkdir(parents=True)
            kept[name] = row = attempt(name, source, program, work, arguments.judge, arguments.seconds, absent)
            print(f"{row.result:14} {name}  {row.reason}", flush=True)
            arguments.keep or shutil.rmtree(work)
            rows = sorted(kept.values(), key=lambda row: row.name.replace("/", "+", 1))
            if page:  # after each case: a run that is stopped leaves what it has
                head = HEAD.replace("TITLE", TITLES.get(page.stem, "Public cases")).replace("MOST", str(arguments.most))
                page.write_text(head + "\n" + summary(rows) + "\n\n" + without_homes(table(rows)))
    print(summary(list(kept.values())))


TITLES = {"tutorials": "Tutorials of other versions"}
HEAD = f"""<!-- SPDX-License-Identifier: BSD-3-Clause -->
# TITLE

Which cases that others have written run as they are, why others do not, and how far the first steps are from OpenFOAM's.
`make real-cases-table REPOSITORIES=DIRECTORY` writes this page (another page: OUTPUT=docs/NAME.md) from a folder of fetched
repositories; nothing of them is kept here. Each case is run as it is, in a copy, by `eagre run --solvers as-written` for {STEPS} steps
with its own control of the time step.

- *kind*: *complete* if the case has a mesh or a recipe for one, the fields of its start time (or the case that mapFields takes them
  from) and its dictionaries, and the fetched snapshot lacks none of its files; *moving mesh* if, moreover, constant/dynamicMeshDict
  moves the mesh; *refined mesh* if it changes its cells during the run.
- *other solver*: not icoFoam, pisoFoam, pimpleFoam, simpleFoam, porousSimpleFoam, SRFSimpleFoam, SRFPimpleFoam, interFoam, interIsoFoam,
  interPhaseChangeFoam or their other names.
- Of each repository there are the first MOST cases of a solver (`ARGS="--most N"`).
- *v1912*: what OpenFOAM v1912 does with the case that Eagre has prepared (mesh and fields).
- *largest difference*: the relative L2 difference after these steps, the largest of the fields that both write. Above {BAR:g} the
  field is named, and the difference with both programs solving to 1e-14 follows; so it does where time steps that go by the flow
  differ (*other times*). Where three steps to 1e-14 take too long, it is one step to 1e-11. On a refined mesh cells are compared by their
  places. What does not agree then is solved in the same way once more with what v1912 is known to do differently replaced in both programs
  (*with Euler for CrankNicolson*; [parity.md](parity.md)), at last also from fields that vary from cell to cell. *rounding alone*: a flow at rest,
  or a pressure below 1e-10 of that of the flow. *a step late*: v1912 writes scalars of function objects before it solves for them. Where the mesh
  of a version stands still, v1912 does not move it either.
- *default solvers*: the same difference between `eagre run` and `eagre run --solvers as-written`, or how the former ends.
"""

if __name__ == "__main__":
    main()
