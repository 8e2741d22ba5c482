# SPDX-License-Identifier: BSD-3-Clause
"""Case directories, the installed OpenFOAM and its field files, for tests and benchmarks."""
import gzip
import os
import pathlib
import re
import shutil
import subprocess

import numpy as np

EXAMPLES = pathlib.Path("/usr/share/doc/openfoam-examples/examples")
COMPONENTS = {"scalar": 1, "vector": 3, "symmTensor": 6, "tensor": 9}


def environment():
    """What Debian's OpenFOAM needs, and OpenMPI as root on few cores."""
    return dict(os.environ, WM_PROJECT_DIR="/usr/share/openfoam", OMPI_ALLOW_RUN_AS_ROOT="1",
                OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_rmaps_base_oversubscribe="1")


def run(command, log=None, check=True, timeout=1800, cwd=None):
    """Runs a command; its output goes to the file log (or is returned). A failure shows the end of the output."""
    result = subprocess.run([str(c) for c in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                            errors="replace", env=environment(), timeout=timeout, cwd=cwd)
    if log:
        pathlib.Path(log).write_text(result.stdout)
    if check and result.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))} ended with {result.returncode}:\n" + result.stdout[-3000:])
    return result


def openfoam(tool, case, *arguments, **options):
    """One of OpenFOAM's own programs (from /usr/bin, never the links to ours) on a case, in it: some of them, such as polyDualMesh,
    leave files where they were started."""
    case = pathlib.Path(case).resolve()
    return run([f"/usr/bin/{tool}", "-case", case, *arguments], cwd=case, **options)


def sound(tool):
    """OpenFOAM's program from Debian's sources, compiled without the fault that the packaged one has on slanted faces (docs/parity.md):
    `make judge` makes it. None if it is not there."""
    program = pathlib.Path(__file__).resolve().parents[2] / ".cache" / "judge" / "bin" / tool
    return program if program.exists() else None


def copy_example(relative, target):
    """A copy of an example of Debian's openfoam-examples with its compressed files unpacked."""
    target = pathlib.Path(target)
    shutil.copytree(EXAMPLES / relative, target)
    for path in target.rglob("*.gz"):
        path.with_suffix("").write_bytes(gzip.decompress(path.read_bytes()))
        path.unlink()
    return target


def append(case, file, text):
    """Overrides entries of a dictionary: what stands later wins, sub-dictionaries merge."""
    with open(pathlib.Path(case) / file, "a") as f:
        f.write("\n" + text + "\n")


def refine(case, factor):
    """Multiplies the cells of every block in the plane (x and y) and divides the first time step; below 1 it coarsens."""
    path = pathlib.Path(case) / "system" / "blockMeshDict"
    text = re.sub(r"\((\d+) (\d+) (\d+)\)(\s*(?:simple|edge)Grading)",
                  lambda m: f"({round(int(m[1]) * factor)} {round(int(m[2]) * factor)} {m[3]}){m[4]}", path.read_text())
    path.write_text(text)
    control = (pathlib.Path(case) / "system" / "controlDict").read_text()
    step = float(re.search(r"^deltaT\s+([^;]+);", control, re.M)[1])
    append(case, "system/controlDict", f"deltaT {step / factor:.10g};")


def times(case):
    """Names of the time directories, sorted by value."""
    names = [p.name for p in pathlib.Path(case).iterdir() if p.is_dir() and re.fullmatch(r"[0-9.eE+-]+", p.name)]
    return sorted(names, key=float)


def _values(data, position, n_cells):
    """Reads "uniform v;" or "nonuniform List<type> n(...)" at a position of a field file."""
    match = re.compile(rb"\s*(uniform\s+([^;]+);|nonuniform\s+List<(\w+)>\s*(\d+)\s*)").match(data, position)
    if match is None:  # "nonuniform 0;": a patch without faces
        return np.zeros((0, 1)), position
    if match[2]:
        value = np.array(re.findall(rb"[-+.\deE]+", match[2]), dtype=float)
        return (np.tile(value, (n_cells, 1)) if n_cells else value[None, :]), match.end()
    components, count = COMPONENTS[match[3].decode()], int(match[4])
    start = match.end()
    if count == 0:
        return np.zeros((0, components)), start
    if data[start:start + 1] == b"{":
        end = data.index(b"}", start)
        value = np.array(re.findall(rb"[-+.\deE]+", data[start:end]), dtype=float)
        return np.tile(value, (count, 1)), end
    assert data[start:start + 1] == b"("
    if re.search(rb"format\s+binary", data[:2000]):
        raw = np.frombuffer(data, dtype="<f8", count=count * components, offset=start + 1)
        return raw.reshape(count, components), start + 1 + 8 * count * components
    end = data.index(b";", start)
    return np.array(data[start:end].replace(b"(", b" ").replace(b")", b" ").split(), dtype=float).reshape(count, components), end


def read_field(path):
    """(internal values [n, components], {patch: values}) of a field file, ascii or binary, plain or .gz."""
    path = pathlib.Path(path)
    data = path.read_bytes() if path.exists() else gzip.decompress(pathlib.Path(f"{path}.gz").read_bytes())
    internal, end = _values(data, data.index(b"internalField") + len(b"internalField"), 0)
    patches = {}
    boundary = data.find(b"boundaryField", end)
    for match in re.compile(rb"\n    \"?([\w.\-]+)\"?\s*\n\s*\{").finditer(data, boundary):
        following = re.compile(rb"\n    \}").search(data, match.end())
        value = re.compile(rb"\n\s+value\s").search(data, match.end(), following.start() if following else len(data))
        if value:
            patches[match[1].decode()] = _values(data, value.end() - 1, 0)[0]
    return internal, patches


def relative_l2(ours, theirs):
    """|ours - theirs| / |theirs| over all values; uniform fields are spread to the other's length."""
    n = max(len(ours), len(theirs))
    a, b = np.broadcast_to(ours, (n, ours.shape[1])), np.broadcast_to(theirs, (n, theirs.shape[1]))
    scale = np.linalg.norm(b)
    return np.linalg.norm(a - b) / scale if scale > 0 else np.linalg.norm(a)
