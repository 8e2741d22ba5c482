# SPDX-License-Identifier: BSD-3-Clause
"""Function objects that make fields of others: what both programs write after one step from the same developed state."""
import re
import shutil

import numpy as np
import pytest

import cases
import foam
from source_cases import PISO_SOLVERS

LIMIT = 1e-7
NOTHING = 1e-11  #: what is 0 but for rounding and what the solvers leave
WALLS = ("movingWall", "fixedWalls", "leftWall", "rightWall", "lowerWall", "atmosphere")
COMMON = "libs (fieldFunctionObjects utilityFunctionObjects); writeControl writeTime;"
#: function object: its entries and the fields that it writes
FUNCTIONS = {
    "speed": ("type mag; field U;", ["mag(U)"]),
    "speedSquared": ("type magSqr; field U; result speed2;", ["speed2"]),
    "magP": ("type mag; field p;", ["mag(p)"]),
    "gradP": ("type grad; field p;", ["grad(p)"]),
    "gradU": ("type grad; field U;", ["grad(U)"]),
    "magGradP": ("type mag; field grad(p);", ["mag(grad(p))"]),
    "divU": ("type div; field U;", ["div(U)"]),
    "divPhi": ("type div; field phi; result netOutflow;", ["netOutflow"]),
    "parts": ("type components; field U;", ["Ux", "Uy", "Uz"]),
    "sum": ("type add; fields (p k k);", ["add(p,k,k)"]),
    "difference": ("type subtract; fields (p k); result lessK;", ["lessK"]),
    "lambda": ("type Lambda2;", ["Lambda2"]),
    "curlEnergy": ("type enstrophy;", ["enstrophy"]),
    "lamb": ("type lambVector;", ["lambVector"]),
    "kind": ("type flowType;", ["flowType"]),
    "Q1": ("type Q;", ["Q"]),
    "total": ("type pressure; rho rhoInf; rhoInf 1.2; mode total; pRef 3;", ["total(p)"]),
    "coefficient": ("type pressure; rho rhoInf; rhoInf 1.2; mode staticCoeff; pInf 0.5; UInf (2 0 0);", ["static(p)_coeff"]),
    "model": ("type turbulenceFields; fields (k epsilon omega nuTilda nut nuEff L I R devReff);",
              [f"turbulenceProperties:{n}" for n in ("k", "epsilon", "omega", "nuTilda", "nut", "nuEff", "L", "I", "R", "devReff")]),
    "centres": ("type writeCellCentres;", ["C", "Cx", "Cy", "Cz"]),
    "volumes": ("type writeCellVolumes;", ["V"]),
    "objects": ("type writeObjects; objects (nu);", ["nu"]),
}


def written(functions):
    return "#remove functions\nfunctions { " + " ".join(f"{name} {{ {COMMON} {entries} }}" for name, (entries, _) in functions.items()) + " }\n"


@pytest.fixture(scope="module")
def runs(tmp_path_factory, eagre):
    directory = tmp_path_factory.mktemp("fields")
    case = cases.Case("cavity", "incompressible/pisoFoam/RAS/cavity", "pisoFoam", (), PISO_SOLVERS, 0.5, 0.005)
    theirs = cases.develop(case, directory)
    cases.set_one_step(case, theirs)
    foam.append(theirs, "system/fvSchemes", "divSchemes { div(U) Gauss linear; }")
    foam.append(theirs, "system/controlDict", written(FUNCTIONS))
    ours = directory / "eagre"
    shutil.copytree(theirs, ours)
    foam.openfoam(case.application, theirs, log=directory / "log.openfoam")
    foam.run([eagre, "run", ours, "-n", 2], log=directory / "log.eagre")
    return ours, theirs


def compare(ours, theirs, field):
    """Values in the cells and on patches that are not empty, by the largest of all."""
    time = foam.times(theirs)[-1]
    a, a_patches = foam.read_field(ours / time / field)
    b, b_patches = foam.read_field(theirs / time / field)
    pairs = [(a, b)] + [(a_patches[p], b_patches[p]) for p in WALLS if p in b_patches]
    scale = max(np.abs(there).max() for _, there in pairs)
    for here, there in pairs:
        shape = np.broadcast_shapes(here.shape, there.shape)
        difference = np.abs(np.broadcast_to(here, shape) - np.broadcast_to(there, shape)).max()
        print(field, f"{difference:.1e} of {scale:.1e}")
        assert difference <= max(LIMIT * scale, NOTHING)


@pytest.mark.parametrize("field", [field for _, fields in FUNCTIONS.values() for field in fields if field != "Lambda2"])
def test_fields(runs, field):
    compare(*runs, field)


def test_lambda2(runs):
    """Against numpy: in two dimensions two eigenvalues are the same but for rounding, which v1912's cubic equation takes for complex ones, and
    sets to 0."""
    ours = runs[0]
    time = foam.times(ours)[-1]
    gradient = foam.read_field(ours / time / "grad(U)")[0].reshape(-1, 3, 3)
    strain, rotation = (gradient + gradient.transpose(0, 2, 1)) / 2, (gradient - gradient.transpose(0, 2, 1)) / 2
    exact = -np.linalg.eigvalsh(strain @ strain + rotation @ rotation)[:, 1]
    found = foam.read_field(ours / time / "Lambda2")[0][:, 0]
    assert np.abs(found - exact).max() <= 1e-9 * np.abs(exact).max()


def header(path):
    return [" ".join(line.split()) for line in path.read_text(errors="replace").splitlines() if line.split()[:1] in (["class"], ["dimensions"])]


@pytest.mark.parametrize("field", [field for _, fields in FUNCTIONS.values() for field in fields])
def test_headers(runs, field):
    ours, theirs = runs
    time = foam.times(theirs)[-1]
    assert header(ours / time / field) == header(theirs / time / field)


TWO_PHASE = {
    "static": ("type pressure; mode static; hydrostaticMode subtract; result pStatic;", ["pStatic"]),
    "total": ("type pressure; mode total;", ["total(p)"]),
    "model": ("type turbulenceFields; fields (nuEff devReff);", ["turbulenceProperties:nuEff", "turbulenceProperties:devReff"]),
}


def test_two_phase(tmp_path, eagre):
    case = next(c for c in cases.CASES if c.name == "damBreak")
    theirs = cases.develop(case, tmp_path)
    cases.set_one_step(case, theirs)
    foam.append(theirs, "system/controlDict", written(TWO_PHASE))
    ours = tmp_path / "eagre"
    shutil.copytree(theirs, ours)
    foam.openfoam(case.application, theirs)
    foam.run([eagre, "run", ours, "-n", 3])
    for _, fields in TWO_PHASE.values():
        for field in fields:
            compare(ours, theirs, field)


def test_derived_fields_on_symmetry_planes(tmp_path, eagre):
    """Where v1912 takes what the plane makes of the cells, not what it makes of p and U there."""
    theirs = foam.copy_example("incompressible/icoFoam/cavity/cavity", tmp_path / "openfoam")
    mesh = theirs / "system/blockMeshDict"
    mesh.write_text(re.sub(r"(fixedWalls\s*{\s*type) wall;", r"\1 symmetry;", mesh.read_text()))
    for field in ("p", "U"):
        foam.append(theirs, f"0/{field}", "boundaryField { fixedWalls { #remove type\ntype symmetry; } }")
    foam.append(theirs, "system/fvSolution", "solvers { p { tolerance 1e-12; relTol 0; } pFinal { tolerance 1e-12; } U { tolerance 1e-12; } }")
    table = "type surfaceFieldValue; libs (fieldFunctionObjects); regionType patch; name fixedWalls; writeFields no; log no; fields (pTotal rhoU);"
    foam.append(theirs, "system/controlDict", f"""
endTime 0.05; functions
{{
    derived {{ type derivedFields; libs (fieldFunctionObjects); derived (rhoU pTotal); rhoRef 1.3; }}
    most {{ {table} operation max; }}
    mean {{ {table} operation areaAverage; }}
}}
""")
    foam.openfoam("blockMesh", theirs)
    ours = shutil.copytree(theirs, tmp_path / "eagre")
    foam.openfoam("icoFoam", theirs)
    foam.run([eagre, "run", ours, "-n", 2])
    for name in ("most", "mean"):
        rows = [(case / f"postProcessing/{name}/0/surfaceFieldValue.dat").read_text().splitlines()[-1] for case in (ours, theirs)]
        numbers = [np.array([float(w) for w in row.replace("(", " ").replace(")", " ").split()]) for row in rows]
        assert np.abs(numbers[0] - numbers[1]).max() < 1e-5 * np.abs(numbers[1]).max(), rows


def test_probes_see_them_in_each_step(tmp_path, eagre):
    """Though they are written at the end alone. One that has a name that is taken, or lacks its field, is left out with a word."""
    case = foam.copy_example("incompressible/icoFoam/cavity/cavity", tmp_path / "case")
    foam.append(case, "system/controlDict", """
endTime 0.05; writeInterval 10;
functions
{
    speed { type mag; field U; writeControl writeTime; }
    points { type probes; fields (U mag(U)); probeLocations ((0.05 0.05 0.005)); }
    mean { type fieldAverage; fields (mag(U) { mean on; prime2Mean off; base time; }); writeControl writeTime; }
    taken { type mag; field p; result U; writeControl writeTime; }
    absent { type mag; field T; writeControl writeTime; }
}""")
    log = foam.run([eagre, "run", case]).stdout
    points = case / "postProcessing" / "points" / "0"
    speed = np.loadtxt(points / "mag(U)")
    U = np.array([[float(v) for v in line.replace("(", " ").replace(")", " ").split()[1:]]
                  for line in (points / "U").read_text().splitlines() if not line.startswith("#")])
    assert len(speed) == 10 and np.ptp(speed[:, 1]) > 0
    assert np.abs(speed[:, 1] - np.linalg.norm(U, axis=1)).max() <= 1e-5 * speed[:, 1].max()
    assert (case / "0.05" / "mag(U)").exists() and (case / "0.05" / "mag(U)Mean").exists()
    assert "'taken' is left out: there is a field 'U' already" in log
    assert "'absent' is left out: there is no vector field 'T'" in log
