# SPDX-License-Identifier: BSD-3-Clause
"""timeVaryingMappedFixedValue: values of files in constant/boundaryData, against pisoFoam; the same on any number of ranks, bit for bit after a restart."""
import re
import shutil

import numpy as np
import pytest

import dumps
import foam

HEADER = "FoamFile {{ version 2.0; format ascii; class {}; object {}; }}\n"
FILES = {
    "system/blockMeshDict": "vertices ((0 0 0)(2 0 0)(2 1 0)(0 1 0)(0 0 1)(2 0 1)(2 1 1)(0 1 1)); blocks (hex (0 1 2 3 4 5 6 7) (4 5 6) simpleGrading (1 1 1)); "
                            "boundary ( inlet { type patch; faces ((0 4 7 3)); } outlet { type patch; faces ((2 6 5 1)); } "
                            "walls { type wall; faces ((1 5 4 0)(3 7 6 2)(0 3 2 1)(4 5 6 7)); } );",
    "system/controlDict": "application pisoFoam; startFrom latestTime; startTime 0; stopAt endTime; endTime 0.01; deltaT 0.01; writeControl timeStep; writeInterval 1; "
                          "writeFormat ascii; writePrecision 16; timePrecision 6;",
    "system/fvSchemes": "ddtSchemes { default Euler; } gradSchemes { default Gauss linear; } divSchemes { default none; div(phi,U) Gauss linear; "
                        "div((nuEff*dev2(T(grad(U))))) Gauss linear; } laplacianSchemes { default Gauss linear corrected; } "
                        "interpolationSchemes { default linear; } snGradSchemes { default corrected; }",
    "system/fvSolution": "solvers { p { solver PCG; preconditioner DIC; tolerance 1e-13; relTol 0; } pFinal { $p; } "
                         "U { solver PBiCGStab; preconditioner DILU; tolerance 1e-13; relTol 0; } } PISO { nCorrectors 2; nNonOrthogonalCorrectors 0; }",
    "constant/transportProperties": "transportModel Newtonian; nu 0.01;",
    "constant/turbulenceProperties": "simulationType laminar;",
    "0/U": "dimensions [0 1 -1 0 0 0 0]; internalField uniform (0 0 0); boundaryField { "
           "inlet { type timeVaryingMappedFixedValue; ENTRIES } outlet { type zeroGradient; } walls { type noSlip; } }",
    "0/p": "dimensions [0 2 -2 0 0 0 0]; internalField uniform 0; boundaryField { inlet { type zeroGradient; } "
           "outlet { type timeVaryingMappedFixedValue; P_ENTRIES } walls { type zeroGradient; } }",
}
SCATTERED = np.random.default_rng(5).random((40, 2))
MATCHING = np.array([((i + 0.5) / 5, (j + 0.5) / 6) for j in range(6) for i in range(5)])
#: points, entries of U, entries of p. With a perturbation OpenFOAM's own random numbers are in its values (docs/features.md).
VARIANTS = {
    "scattered": (SCATTERED, "perturb 0;", "perturb 0;"),
    "matching": (MATCHING, "perturb 0;", "perturb 0;"),
    "within": (0.3 + 0.4 * SCATTERED, "perturb 0; mapMethod planarInterpolation;", "perturb 0;"),  # most faces are outside
    "nearest": (SCATTERED, "mapMethod nearest;", "mapMethod nearest;"),
    "offset": (SCATTERED, "perturb 0; offset table ((0 (0 0 0)) (1 (1 2 3)));", "perturb 0; offset 2;"),
    "setAverage": (SCATTERED, "perturb 0; setAverage true;", "perturb 0; setAverage on; offset 0.5;"),
    "default": (MATCHING, "setAverage true;", ""),
    "otherPoints": (SCATTERED, "perturb 0; points places;", "perturb 0;"),
}


def rows(values):
    return "(\n" + "\n".join(f"({' '.join(f'{x:.17g}' for x in v)})" if np.ndim(v) else f"{v:.17g}" for v in values) + "\n)\n"


def build(target, variant, times=("0", "0.025", "1")):
    yz, entries, p_entries = VARIANTS[variant]
    y, z = yz.T
    for name, text in FILES.items():
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        kind = {"0/U": "volVectorField", "0/p": "volScalarField"}.get(name, "dictionary")
        text = text.replace("P_ENTRIES", p_entries + " value uniform 0;").replace("ENTRIES", entries + " value uniform (0 0 0);")
        (target / name).write_text(HEADER.format(kind, name.split("/")[1]) + text + "\n")
    for patch, x in (("inlet", 0), ("outlet", 2)):
        data = target / "constant/boundaryData" / patch
        data.mkdir(parents=True)
        places = "places" if patch == "inlet" and "places" in entries else "points"
        (data / places).write_text("// measured\n" + rows(np.stack([x + 0 * y, y, z], 1)))
        for i, time in enumerate(times):
            (data / time).mkdir()
            (data / time / "U").write_text(f"{len(y)}\n" + rows(np.stack([1 + y * y + i, 0.2 * z - i * y, y * z], 1)) + "(2 0.5 0)\n")
            (data / time / "p").write_text(rows(y + z * z - i * y) + f"{3 + i}\n")
    return target


def fields(case):
    time = case / foam.times(case)[-1]
    assert foam.times(case)[-1] != "0"
    return {name: foam.read_field(time / name)[0] for name in ("U", "p", "phi")}


def patch_values(case, name, patch):
    text = (case / foam.times(case)[-1] / name).read_text()
    block = re.search(patch + r"\s*\{.*?value\s+nonuniform[^(]*\(\n(.*?)\n\)", text, re.S)[1]
    return np.array([[float(x) for x in line.strip("()").split()] for line in block.split("\n")])


def run(eagre, case, end, *options):
    foam.append(case, "system/controlDict", f"endTime {end};")
    foam.run([eagre, "run", case, *dumps.SETTLED, *options], log=f"{case}.log")
    return fields(case)


@pytest.mark.parametrize("variant", [name for name in VARIANTS if name != "default"])
def test_as_openfoam(variant, tmp_path, eagre):
    """Three steps: the third lies between the second time of the data and the last."""
    theirs, ours = build(tmp_path / "openfoam", variant), build(tmp_path / "eagre", variant)
    foam.append(theirs, "system/controlDict", "endTime 0.03;")
    foam.openfoam("blockMesh", theirs)
    foam.openfoam("pisoFoam", theirs, log=tmp_path / "log.openfoam")
    shutil.copytree(theirs / "constant/polyMesh", ours / "constant/polyMesh")
    values = run(eagre, ours, 0.03)
    for name, patch in (("U", "inlet"), ("p", "outlet")):
        assert foam.relative_l2(patch_values(ours, name, patch), patch_values(theirs, name, patch)) < 1e-12, name
    for name, expected in fields(theirs).items():
        assert foam.relative_l2(values[name], expected) < 1e-7, name


def test_ranks_and_restart(tmp_path, eagre):
    """With the default perturbation of points in rectangles, and from the last time of the data on."""
    cases = [build(tmp_path / name, "default", ("0", "0.025")) for name in ("one", "several", "halves")]
    for case in cases:
        foam.append(case, "system/controlDict", "writeFormat binary;")
    one = run(eagre, cases[0], 0.04)
    several = run(eagre, cases[1], 0.04, "-n", 3)
    halves = cases[2]
    run(eagre, halves, 0.02, "-n", 3)
    continued = run(eagre, halves, 0.04, "-n", 3)
    for name, values in one.items():
        assert foam.relative_l2(several[name], values) < 1e-9, name
        assert np.array_equal(continued[name], several[name]), name


BROKEN = {
    "noPoints": (lambda case: (case / "constant/boundaryData/inlet/points").unlink(), "boundaryData/inlet/points.*: no such file"),
    "noDirectory": (lambda case: shutil.rmtree(case / "constant/boundaryData/inlet"), "boundaryData/inlet/points.*: no such file"),
    "length": (lambda case: (case / "constant/boundaryData/inlet/0/U").write_text("((1 0 0) (2 0 0))"), "boundaryData/inlet/0/U:1: 2 values for 40 points"),
    "noTime": (lambda case: [shutil.rmtree(case / "constant/boundaryData/inlet" / time) for time in ("0", "0.025", "1")],
               "no values at time .* in constant/boundaryData/inlet, whose 0 times"),
    "late": (lambda case: shutil.rmtree(case / "constant/boundaryData/inlet/0"), "no values at time .* in constant/boundaryData/inlet, whose 2 times begin at 0.025"),
    "line": (lambda case: (case / "constant/boundaryData/inlet/points").write_text(rows([(0, 0.1 * i, 0) for i in range(40)])), "three that are not on one line"),
    "header": (lambda case: (case / "constant/boundaryData/inlet/0/U").write_text(HEADER.format("vectorAverageField", "U") + "(0 0 0) 0()"),
               "boundaryData/inlet/0/U.*: an average is read behind the list"),
    "method": (lambda case: foam.append(case, "0/U", "boundaryField { inlet { mapMethod nearestOnly; } }"), "unknown mapMethod 'nearestOnly'"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken(name, tmp_path, eagre):
    case = build(tmp_path / "case", "scattered")
    change, message = BROKEN[name]
    change(case)
    result = foam.run([eagre, "run", case], check=False)
    assert result.returncode == 3 and re.search(message, result.stdout), result.stdout[-1500:]
