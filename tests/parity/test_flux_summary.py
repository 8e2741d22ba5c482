# SPDX-License-Identifier: BSD-3-Clause
"""fluxSummary, and surfaceFieldValue on zones of faces: the tables of OpenFOAM."""
import re
import shutil

import pytest

import foam
from test_sampling import LIMIT, words_and_numbers

TOPO_SET = """FoamFile { version 2.0; format ascii; class dictionary; object topoSetDict; }
actions
(
    { name middle; type cellSet; action new; source boxToCell; sourceInfo { boxes ((0.029 0.029 -1) (0.071 0.071 1) (0.084 0.01 -1) (0.091 0.05 1)); } }
    { name middle; type cellZoneSet; action new; source setToCellZone; sourceInfo { set middle; } }
    { name left; type cellSet; action new; source boxToCell; sourceInfo { box (-1 -1 -1) (0.0499 1 1); } }
    { name cut; type faceSet; action new; source boxToFace; sourceInfo { box (0.0499 0.01 -1) (0.0501 0.09 1); } }
    { name cut; type faceSet; action add; source boxToFace; sourceInfo { box (0.02 0.0699 -1) (0.05 0.0701 1); } }
    { name cut; type faceSet; action add; source patchToFace; sourceInfo { patch outlet; } }
    { name cut; type faceZoneSet; action new; source setsToFaceZone; sourceInfo { faceSet cut; cellSet left; } }
    { name ends; type faceSet; action new; source patchToFace; sourceInfo { patches (outlet lid); } }
    { name ends; type faceZoneSet; action new; source setToFaceZone; sourceInfo { faceSet ends; } }
);
"""
FUNCTIONS = """
functions
{
    summary { type fluxSummary; libs (fieldFunctionObjects); mode faceZone; faceZones (cut ends); scaleFactor 1000; }
    along { type fluxSummary; libs (fieldFunctionObjects); mode faceZoneAndDirection; faceZoneAndDirection ((cut (1 0.2 0)) (ends (0 -2 0))); }
    around { type fluxSummary; libs (fieldFunctionObjects); mode cellZoneAndDirection; cellZoneAndDirection ((middle (2 0 0)) (middle (0 1 0.1)));
             tolerance 0.7; writeControl timeStep; writeInterval 2; }
    total { type surfaceFieldValue; libs (fieldFunctionObjects); regionType faceZone; name cut; operation sum; fields (phi); writeFields no; log no; }
    largest { type surfaceFieldValue; libs (fieldFunctionObjects); regionType faceZone; name cut; operation max; fields (phi); writeFields no; log no; }
    mean { type surfaceFieldValue; libs (fieldFunctionObjects); regionType faceZone; name ends; operation areaAverage; fields (p U phi); writeArea yes; writeFields no; log no; }
}
"""


@pytest.fixture(scope="module")
def theirs(tmp_path_factory):
    """A cavity that leaks: the lid blows in, a part of the right wall is open, and the cells are slanted."""
    case = foam.copy_example("incompressible/icoFoam/cavity/cavity", tmp_path_factory.mktemp("flux") / "openfoam")
    mesh = case / "system/blockMeshDict"
    text = mesh.read_text().replace("(1 1 0)", "(1.05 1 0)").replace("(1 1 0.1)", "(1.05 1 0.1)")
    text = re.sub(r"movingWall\s*\{.*?\}", "lid { type patch; faces ((3 7 6 2)); }", text, flags=re.S)
    text = re.sub(r"fixedWalls\s*\{.*?\}", "outlet { type patch; faces ((2 6 5 1)); } walls { type wall; faces ((0 4 7 3) (1 5 4 0)); }", text, flags=re.S)
    mesh.write_text(text)
    for field, lid, outlet, walls in (("U", "fixedValue; value uniform (1 -0.3 0)", "inletOutlet; inletValue uniform (0 0 0); value uniform (0 0 0)", "noSlip"),
                                      ("p", "zeroGradient", "fixedValue; value uniform 0", "zeroGradient")):
        path = case / "0" / field
        boundary = f"boundaryField {{ lid {{ type {lid}; }} outlet {{ type {outlet}; }} walls {{ type {walls}; }} frontAndBack {{ type empty; }} }}"
        path.write_text(re.sub(r"boundaryField\s*\{.*\}", boundary, path.read_text(), flags=re.S))
    solvers = " ".join(f"{s} {{ tolerance 1e-13; relTol 0; }}" for s in ("p", "pFinal", "U"))
    foam.append(case, "system/fvSolution", f"solvers {{ {solvers} }}")
    foam.append(case, "system/controlDict", f"deltaT 0.002; endTime 0.01; writeInterval 5; writePrecision 10; {FUNCTIONS}")
    (case / "system/topoSetDict").write_text(TOPO_SET)
    foam.openfoam("blockMesh", case)
    foam.openfoam("topoSet", case)
    foam.openfoam("icoFoam", case)
    return case


def files_of(case):
    return sorted(str(f.relative_to(case)) for f in (case / "postProcessing").rglob("*") if f.is_file())


@pytest.mark.parametrize("ranks", [1, 3])
def test_tables(theirs, ranks, tmp_path, eagre):
    ours = tmp_path / "eagre"
    shutil.copytree(theirs, ours, ignore=shutil.ignore_patterns("postProcessing", "0.*"))
    foam.run([eagre, "run", "--mesh", "as-is", ours, "-n", ranks])
    files = files_of(theirs)
    assert files_of(ours) == files and len(files) >= 10
    for name in files:
        (words, numbers), (their_words, theirs_numbers) = (words_and_numbers((case / name).read_text()) for case in (ours, theirs))
        assert words == their_words and len(numbers) == len(theirs_numbers), name
        scale = max(abs(theirs_numbers[len(theirs_numbers) // 2:]).max(), 1e-12)
        assert abs(numbers - theirs_numbers).max() <= LIMIT * scale or (abs(numbers - theirs_numbers) <= LIMIT * abs(theirs_numbers) + 1e-13).all(), name


@pytest.mark.parametrize("entry, reason", [
    ("mode faceZone; faceZones (cuts);", "did you mean 'cut'"), ("mode surface; surfaces (a);", "mode surface is not supported"),
    ("mode cellZoneAndDirection; cellZoneAndDirection ((none (1 0 0)));", "middle"), ("mode faceZone; faceZones (cut); phi psi;", "there is no flux 'psi'")])
def test_left_out(theirs, entry, reason, tmp_path, eagre):
    ours = tmp_path / "eagre"
    shutil.copytree(theirs, ours, ignore=shutil.ignore_patterns("postProcessing", "0.*"))
    foam.append(ours, "system/controlDict", f"#remove functions\nfunctions {{ f {{ type fluxSummary; {entry} }} }}")
    log = foam.run([eagre, "run", "--mesh", "as-is", ours]).stdout
    assert re.search(f"function object 'f' is left out: .*{reason}", log), log[-2000:]


def test_fields_without_values_inside(theirs, tmp_path, eagre):
    """As in OpenFOAM, which stops, only fluxes have values on faces between cells."""
    ours = tmp_path / "eagre"
    shutil.copytree(theirs, ours, ignore=shutil.ignore_patterns("postProcessing", "0.*"))
    foam.append(ours, "system/controlDict",
                "#remove functions\nfunctions { f { type surfaceFieldValue; regionType faceZone; name cut; operation sum; fields (p); } }")
    log = foam.run([eagre, "run", "--mesh", "as-is", ours]).stdout
    assert re.search("function object 'f' is left out: .*'p' has no values on the faces between cells of faceZone 'cut'", log)
