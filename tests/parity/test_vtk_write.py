# SPDX-License-Identifier: BSD-3-Clause
"""vtkWrite and PecletNo: the files that both programs write after one step from the same developed state. A cell's points may stand in another order."""
import base64
import json
import re
import shutil
import xml.etree.ElementTree

import numpy as np
import pytest

import cases
import foam
from source_cases import PISO_SOLVERS
from test_stream_lines import one_step

LIMIT = 1e-7
FUNCTIONS = """
writePrecision 10;
#remove functions
functions
{
    all { type vtkWrite; libs (utilityFunctionObjects); writeControl writeTime; fields (U p "(k|epsilon|omega)"); format ascii; }
    cells { type vtkWrite; libs (utilityFunctionObjects); writeControl writeTime; fields (U p); boundary false; }
    patches { type vtkWrite; libs (utilityFunctionObjects); writeControl writeTime; fields (U k); internal false; width 3; directory "VTK/walls"; }
    peclet { type PecletNo; libs (fieldFunctionObjects); writeControl writeTime; }
}
"""


@pytest.fixture(scope="module")
def runs(tmp_path_factory, eagre):
    case = cases.Case("cavity", "incompressible/pisoFoam/RAS/cavity", "pisoFoam", (), PISO_SOLVERS, 0.5, 0.005)
    return one_step(tmp_path_factory.mktemp("vtk"), eagre, case, FUNCTIONS)


@pytest.fixture(scope="module")
def elbow(tmp_path_factory, eagre):
    """Prisms, of an unstructured mesh."""
    case = cases.Case("elbow", f"{cases.ICO}/elbow", "icoFoam", cases.ICO_FIELDS, ("p", "pFinal", "U"), 0, 0.05, preparation=("fluentMeshToFoam",))
    return one_step(tmp_path_factory.mktemp("elbow"), eagre, case, FUNCTIONS.replace('"(k|epsilon|omega)"', "").replace("(U k)", "(U)"))


def files(case):
    """The names, with the case's for all alike."""
    found = {}
    for folder in ("postProcessing", "VTK"):
        for file in (case / folder).rglob("*"):
            if file.is_file():
                found[str(file.relative_to(case)).replace(f"{case.name}_", "CASE_").replace(f"{case.name}.", "CASE.")] = file
    return found


def arrays(path):
    """Name, type and numbers of each DataArray, in their order."""
    text = path.read_text()
    found = []
    for kind, name, form, data in re.findall(r"<DataArray type='(\w+)' Name='(\w+)'[^>]*format='(\w+)'>\s*(.*?)\s*</DataArray>", text, re.S):
        if form == "ascii":
            values = np.array(data.split(), dtype=float)
        else:
            raw = base64.b64decode(data)
            assert int.from_bytes(raw[:8], "little") == len(raw) - 8
            values = np.frombuffer(raw[8:], dtype={"Float32": "<f4", "Int32": "<i4", "UInt8": "u1"}[kind]).astype(float)
        found.append((name, kind, form, values))
    return found


def form(case, path):
    """The text without its data."""
    text = re.sub(r"(<DataArray[^>]*>).*?(</DataArray>)", r"\1\2", path.read_text(), flags=re.S)
    return text.replace(f"{case.name}_", "CASE_").replace(f"case='{case.name}'", "case='CASE'")


def compare(ours, theirs):
    mine, other = files(ours), files(theirs)
    assert sorted(mine) == sorted(other) and len(mine) > 8
    numbers = 0
    for name, path in mine.items():
        assert form(ours, path) == form(theirs, other[name]), name
        offsets = None
        listed = list(zip(arrays(path), arrays(other[name])))
        for (what, *head, a), (_, *expected_head, b) in listed:
            assert head == expected_head and a.shape == b.shape, (name, what)
            numbers += len(a)
            if what == "connectivity":
                offsets = next(array[0][3] for array in listed if array[0][0] == "offsets").astype(int)
                a, b = (np.concatenate([np.sort(cell) for cell in np.split(list_, offsets[:-1])]) for list_ in (a, b))
            limit = LIMIT if len(head) and head[0] == "Float32" else 0
            assert np.abs(a - b).max() <= limit * max(1, np.abs(b).max()), (name, what, np.abs(a - b).max())
    assert numbers > 1000


@pytest.mark.parametrize("ranks", (1, 3))
def test_files(runs, ranks):
    compare(runs[0][ranks], runs[1])


@pytest.mark.parametrize("ranks", (1, 3))
def test_prisms(elbow, ranks):
    compare(elbow[0][ranks], elbow[1])


@pytest.mark.parametrize("ranks", (1, 3))
def test_peclet_number(runs, elbow, ranks):
    for ours, theirs in (runs, elbow):
        time = foam.times(theirs)[-1]
        (mine, patches), (other, their_patches) = (foam.read_field(case / time / "Pe") for case in (ours[ranks], theirs))
        assert len(mine) == len(other) and 0 < np.abs(other).max() and np.abs(mine - other).max() <= LIMIT * np.abs(other).max()
        assert patches.keys() == their_patches.keys()
        for name, values in their_patches.items():
            if values is not None and np.size(values):
                assert np.abs(patches[name] - values).max() <= LIMIT * np.abs(other).max(), name


def test_post(runs, eagre):
    """eagre post writes the files of the run again."""
    case = runs[0][3]
    before = {name: path.read_bytes() for name, path in files(case).items()}
    shutil.rmtree(case / "postProcessing")
    shutil.rmtree(case / "VTK")
    foam.run([eagre, "post", case, "--time", foam.times(case)[-1], "-n", 2], log=case / "log.post")
    assert {name: path.read_bytes() for name, path in files(case).items()} == before


WRITER = ("functions { v { type vtkWrite; directory VTK; writeControl writeTime; fields (U p); boundry no; } "
          "n { type PecletNo; writeControl writeTime; phy phi; } }")


def test_list_of_times(tmp_path, eagre):
    """The list keeps later times where one is looked at alone; a file that is written over is named, and so are unknown entries."""
    case = foam.copy_example("incompressible/icoFoam/cavity/cavity", tmp_path / "a--b & c'd")
    foam.append(case, "system/controlDict", "endTime 0.015; writeInterval 1; " + WRITER)
    log = foam.run([eagre, "run", case, "--log"]).stdout
    assert "'boundry' is not read; did you mean 'boundary'?" in log and "'phy' is not read" in log, log[:3000]
    series = case / "VTK" / f"{case.name}.vtm.series"
    before = series.read_text()
    assert [entry["time"] for entry in json.loads(before)["files"]] == [0.005, 0.01, 0.015]
    for path in (case / "VTK").rglob("*.v??"):
        xml.etree.ElementTree.parse(path)
    foam.run([eagre, "post", case, "--time", "0.01"])
    assert series.read_text() == before
    shutil.rmtree(case / "VTK")
    for time in ("0.005", "0.01", "0.015"):
        shutil.rmtree(case / time / "uniform")
    assert "0.01 s is written over" in foam.run([eagre, "post", case]).stdout
    assert [entry["time"] for entry in json.loads(series.read_text())["files"]] == [0.015]


def test_peclet_number_without_viscosity(tmp_path, eagre):
    case = foam.copy_example("incompressible/icoFoam/cavity/cavity", tmp_path / "case")
    foam.append(case, "constant/transportProperties", "nu 0;")
    foam.append(case, "system/controlDict", "endTime 0.005; writeInterval 1; functions { n { type PecletNo; writeControl writeTime; } }")
    assert "PecletNo: the viscosity is zero in some cell" in foam.run([eagre, "run", case, "-n", 2, "--log"]).stdout
    assert not (case / "0.005" / "Pe").exists()
