# SPDX-License-Identifier: BSD-3-Clause
"""timeVaryingMappedFixedValue: values of files in constant/boundaryData, against pisoFoam and pimpleFoam; the same on any number of ranks, bit for bit
after a restart."""
import gzip
import re
import shutil

import numpy as np
import pytest

import dumps
import foam
from test_refinement import choices, compare, make_junction

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
GRID = np.array([(y, z) for y in np.linspace(0, 1, 9) for z in np.linspace(0, 1, 8)])
#: Two columns through the centres of the outermost faces, which are on the edge of the points, as in pitzDailyExptInlet.
COLUMNS = np.array([(y, z) for z in (1 / 12, 11 / 12) for y in np.linspace(0.1, 0.9, 33)])
#: Points on circles and lines, in another order than that of their places.
DISC = np.array([(0.5 + 0.1 * r * np.cos(a), 0.5 + 0.1 * r * np.sin(a)) for r in range(1, 6) for a in np.arange(6 * r) * np.pi / (3 * r)])
#: The face centres are midway between two or four of these.
MIDWAY = np.array([(y, z) for z in np.arange(7) / 6 for y in np.arange(6) / 5])
#: points, entries of U, entries of p
VARIANTS = {
    "scattered": (SCATTERED, "perturb 0;", "perturb 0;"),
    "matching": (MATCHING, "perturb 0;", "perturb 0;"),
    "grid": (GRID, "perturb 0;", "perturb 0;"),
    "within": (0.3 + 0.4 * SCATTERED, "perturb 0; mapMethod planarInterpolation;", "perturb 0;"),  # most faces are outside
    "nearest": (SCATTERED, "mapMethod nearest;", "mapMethod nearest;"),
    "nearestOfSeveral": (GRID, "mapMethod nearest;", "mapMethod nearest;"),
    "nearestOfEquals": (MIDWAY, "mapMethod nearest;", "mapMethod nearest;"),
    "offset": (SCATTERED, "perturb 0; offset table ((0 (0 0 0)) (1 (1 2 3)));", "perturb 0; offset 2;"),
    "setAverage": (SCATTERED, "perturb 0; setAverage true;", "perturb 0; setAverage on; offset 0.5;"),
    "default": (MATCHING, "setAverage true;", ""),
    "defaultScattered": (SCATTERED, "", ""),
    "defaultGrid": (GRID, "", ""),
    "defaultColumns": (COLUMNS, "", ""),
    "defaultDisc": (DISC, "", ""),
    "disc": (DISC, "perturb 0;", "perturb 0;"),
    "large": (GRID, "perturb 0.05;", "perturb 0.3;"),
    "otherPoints": (SCATTERED, "perturb 0; points places;", "perturb 0;"),
}


def rows(values):
    return "(\n" + "\n".join(f"({' '.join(f'{x:.17g}' for x in v)})" if np.ndim(v) else f"{v:.17g}" for v in values) + "\n)\n"


def build(target, variant, times=("0", "0.025", "1"), size=1):
    """A channel of `size` m; its time step does not follow."""
    yz, entries, p_entries = VARIANTS[variant]
    y, z = yz.T
    for name, text in FILES.items():
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        kind = {"0/U": "volVectorField", "0/p": "volScalarField"}.get(name, "dictionary")
        text = text.replace("vertices", f"scale {size}; vertices").replace("P_ENTRIES", p_entries + " value uniform 0;").replace("ENTRIES", entries + " value uniform (0 0 0);")
        (target / name).write_text(HEADER.format(kind, name.split("/")[1]) + text + "\n")
    for patch, x in (("inlet", 0), ("outlet", 2)):
        data = target / "constant/boundaryData" / patch
        data.mkdir(parents=True)
        places = "places" if patch == "inlet" and "places" in entries else "points"
        (data / places).write_text("// measured\n" + rows(size * np.stack([x + 0 * y, y, z], 1)))
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


@pytest.mark.parametrize("variant", VARIANTS)
def test_as_openfoam(variant, tmp_path, eagre):
    """Three steps: the third lies between the second time of the data and the last. The perturbation of MATCHING makes triangles of a relative height
    of 1e-6 at the edge, whose weights have rounding over that."""
    theirs, ours = build(tmp_path / "openfoam", variant), build(tmp_path / "eagre", variant)
    foam.append(theirs, "system/controlDict", "endTime 0.03;")
    foam.openfoam("blockMesh", theirs)
    foam.openfoam("pisoFoam", theirs, log=tmp_path / "log.openfoam")
    shutil.copytree(theirs / "constant/polyMesh", ours / "constant/polyMesh")
    values = run(eagre, ours, 0.03)
    for name, patch in (("U", "inlet"), ("p", "outlet")):
        assert foam.relative_l2(patch_values(ours, name, patch), patch_values(theirs, name, patch)) < (1e-10 if variant == "default" else 1e-12), name
    for name, expected in fields(theirs).items():
        assert foam.relative_l2(values[name], expected) < 1e-7, name


@pytest.mark.parametrize("size", [0.001, 0.025, 20])
@pytest.mark.parametrize("variant", ["defaultColumns", "defaultGrid", "defaultDisc", "grid", "disc"])
def test_bounds_of_rounding(variant, size, tmp_path, eagre):
    """What counts as a line or a circle depends on the size in m. Without an entry `value` a patch begins with the values of the files."""
    theirs, ours = build(tmp_path / "openfoam", variant, size=size), build(tmp_path / "eagre", variant, size=size)
    for case in (theirs, ours):
        foam.append(case, "system/controlDict", f"deltaT {1e-4 * size:g}; endTime {1e-4 * size:g}; timePrecision 12;")
        for name in ("U", "p"):
            (case / "0" / name).write_text(re.sub(r" value uniform [^;]*; }", " }", (case / "0" / name).read_text()))
    foam.openfoam("blockMesh", theirs)
    foam.openfoam("pisoFoam", theirs)
    shutil.copytree(theirs / "constant/polyMesh", ours / "constant/polyMesh")
    foam.run([eagre, "run", ours, *dumps.SETTLED])
    for name, patch in (("U", "inlet"), ("p", "outlet")):
        assert foam.relative_l2(patch_values(ours, name, patch), patch_values(theirs, name, patch)) < 1e-10, name


def test_pitz_daily(tmp_path, eagre):
    """The example pitzDailyExptInlet, whose faces lie on the edge of the points, in a step of pisoFoam: its simpleFoam has no time."""
    theirs, ours = foam.copy_example("incompressible/simpleFoam/pitzDailyExptInlet", tmp_path / "openfoam"), tmp_path / "eagre"
    foam.append(theirs, "system/controlDict", "application pisoFoam; deltaT 1e-5; endTime 1e-5; writeControl timeStep; writeInterval 1; writePrecision 16;"
                                              "#remove functions")
    foam.append(theirs, "system/fvSchemes", "ddtSchemes { default Euler; }")
    foam.append(theirs, "system/fvSolution", """PISO { nCorrectors 2; nNonOrthogonalCorrectors 0; } relaxationFactors { equations { ".*" 1; } } solvers {
        p { solver PCG; preconditioner DIC; tolerance 1e-13; relTol 0; } pFinal { $p; }
        "(U|k|epsilon)" { solver PBiCGStab; preconditioner DILU; tolerance 1e-14; relTol 0; } }""")
    foam.openfoam("blockMesh", theirs)
    shutil.copytree(theirs, ours)
    foam.openfoam("pisoFoam", theirs)
    foam.run([eagre, "run", ours, *dumps.SETTLED])
    for name in ("U", "k", "epsilon", "p", "nut"):
        values, patches = foam.read_field(ours / "1e-05" / name)
        expected, expected_patches = foam.read_field(theirs / "1e-05" / name)
        assert foam.relative_l2(values, expected) < 1e-7, name
        if name in ("U", "k", "epsilon"):
            assert foam.relative_l2(patches["inlet"], expected_patches["inlet"]) < 1e-12, name


HELD = {"constant": ("constant", "0.005"), "between": ("0", "0.005", "1e-2", "0.02"), "behind": ("-1", "0.005")}


@pytest.mark.parametrize("variant", HELD)
def test_times_as_openfoam(variant, tmp_path, eagre):
    """Times of the data: `constant` is the first and has time 0, the last one is held, in any notation."""
    theirs, ours = (build(tmp_path / name, "scattered", HELD[variant]) for name in ("openfoam", "eagre"))
    (theirs / "constant/boundaryData/inlet/notes").mkdir()
    foam.append(theirs, "system/controlDict", "deltaT 0.0025; endTime 0.01; writeInterval 4;")
    foam.openfoam("blockMesh", theirs)
    shutil.copytree(theirs, ours, dirs_exist_ok=True)
    foam.openfoam("pisoFoam", theirs)
    values = run(eagre, ours, 0.01)
    for name, expected in fields(theirs).items():
        assert foam.relative_l2(values[name], expected) < 1e-7, name


def scalars(values, average=None):
    return (f"{average}\n" if average is not None else "") + f"{len(values)}\n" + rows(values)


def test_formats(tmp_path, eagre):
    """Forms of the files that give one result: those of v1912, gzipped; with headers, ascii and binary; with the average of OpenFOAM 2 before the list."""
    y, z = SCATTERED.T
    U, p = np.stack([1 + y * y, 0.2 * z, y * z], 1), y + z * z
    average = "(0 0 0)\n"

    def header(kind, form="ascii"):
        return f"FoamFile {{ version 2.0; format {form}; class {kind}; arch \"LSB;label=32;scalar=64\"; object values; }}\n"

    def binary(kind, values):
        return (header(kind, "binary") + f"{len(values)}\n(").encode() + values.astype("<f8").tobytes() + b")\n"

    forms = {
        "plain": (rows(U), rows(p)),
        "counted": (f"{len(U)}\n{rows(U)}", scalars(p)),
        "zipped": (gzip.compress(rows(U).encode()), gzip.compress(rows(p).encode())),
        "headers": (header("vectorField") + rows(U), header("scalarField") + rows(p)),
        "binary": (binary("vectorField", U), binary("scalarField", p)),
        "averages": (header("vectorAverageField") + average + f"{len(U)}\n" + rows(U), header("scalarAverageField") + scalars(p, 0)),
        "otherAverages": (header("vectorAverageField") + average + rows(U), header("scalarAverageField") + scalars(p, 3.5)),
        "noAverages": (header("vectorAverageField") + f"{len(U)}\n" + rows(U), header("scalarAverageField") + scalars(p)),
    }
    results = {}
    for name, (u_text, p_text) in forms.items():
        case = build(tmp_path / name, "scattered", ("0",))
        for patch, field, text in (("inlet", "U", u_text), ("outlet", "p", p_text)):
            file = case / "constant/boundaryData" / patch / "0" / field
            file.unlink()
            file.with_name(field + (".gz" if name == "zipped" else "")).write_bytes(text if isinstance(text, bytes) else text.encode())
        results[name] = run(eagre, case, 0.01)
    for name, values in results.items():
        for field, expected in results["plain"].items():
            assert np.array_equal(values[field], expected), (name, field)


def test_average_before_the_list(tmp_path, eagre):
    """setAverage takes the average of a file of OpenFOAM 2 as that behind the list."""
    one, other = (build(tmp_path / name, "setAverage", ("0",)) for name in ("one", "other"))
    for patch, field, kind in (("inlet", "U", "vector"), ("outlet", "p", "scalar")):
        file = other / "constant/boundaryData" / patch / "0" / field
        text, end, average = file.read_text().rpartition(")\n" if kind == "scalar" else ")\n(")
        first = average if kind == "scalar" else "(" + average
        file.write_text(HEADER.format(kind + "AverageField", "values") + first + (text + end if kind == "vector" else "40" + text + end).removesuffix("("))
    values, expected = run(eagre, one, 0.01), run(eagre, other, 0.01)
    for name in expected:
        assert np.array_equal(values[name], expected[name]), name


def test_field_table(tmp_path, eagre):
    """`fieldTable other` reads the files of that name, as OpenFOAM did before v1912, which ignores the entry: the log says so."""
    one, other = (build(tmp_path / name, "scattered", ("0",)) for name in ("one", "other"))
    foam.append(other, "0/U", "boundaryField { inlet { fieldTable Umean; } }")
    (other / "constant/boundaryData/inlet/0/U").rename(other / "constant/boundaryData/inlet/0/Umean")
    values, expected = run(eagre, other, 0.01), run(eagre, one, 0.01)
    assert "fieldTable Umean; v1912 reads those of U" in (tmp_path / "other.log").read_text()
    for name in expected:
        assert np.array_equal(values[name], expected[name]), name


def test_mesh_that_is_refined(tmp_path, eagre):
    """Cells at the inlet are divided: their faces get values of their own places, as in pimpleFoam."""
    ours, theirs = make_junction(tmp_path / "ours", 4, False), tmp_path / "theirs"
    foam.append(ours, "0/p", "boundaryField { inlet { type timeVaryingMappedFixedValue; } }")
    foam.append(ours, "constant/dynamicMeshDict", "lowerRefineLevel 12; upperRefineLevel 1000;")
    data = ours / "constant/boundaryData/inlet"
    y, z = (0.02 * SCATTERED - [0.01, 0]).T
    for time, rise in (("0", 0), ("1", 100)):
        (data / time).mkdir(parents=True)
        (data / time / "p").write_text(rows(15 + 5e4 * y * z + rise))
    (data / "points").write_text(rows(np.stack([0 * y, y, z], 1)))
    log = foam.run([eagre, "run", "--log", ours]).stdout
    shutil.copytree(ours, theirs, ignore=lambda _, names: [n for n in names if n in foam.times(ours) and n != "0"])
    assert choices(log) == choices(foam.openfoam("pimpleFoam", theirs).stdout) and len(choices(log)) > 0
    compare(ours, theirs, "0.016", 1e-9, ("p", "U"))


def test_mesh_that_moves(tmp_path, eagre):
    """The points stay where they are, and a face that moves gets the value of its place. v1912 keeps the places of the start, until it is restarted."""
    case = build(tmp_path / "case", "grid")
    y, z = (2 * GRID - 0.5).T
    data = case / "constant/boundaryData/inlet"
    (data / "points").write_text(rows(np.stack([0 * y, y, z], 1)))
    for time in ("0", "0.025", "1"):
        (data / time / "U").write_text(rows(np.stack([2 + y, 0 * y, z], 1)))
    (case / "constant/dynamicMeshDict").write_text(HEADER.format("dictionary", "dynamicMeshDict") + """dynamicFvMesh dynamicMotionSolverFvMesh;
        motionSolverLibs (fvMotionSolvers); motionSolver solidBody; solidBodyMotionFunction linearMotion; velocity (0 10 0);""")
    foam.append(case, "system/controlDict", "application pimpleFoam;")
    foam.append(case, "system/fvSolution", "PIMPLE { nCorrectors 2; } solvers { \"(p|pcorr)Final\" { solver PCG; preconditioner DIC; tolerance 1e-9; relTol 0; } "
              "UFinal { solver PBiCGStab; preconditioner DILU; tolerance 1e-13; relTol 0; } }")
    run(eagre, case, 0.02)
    inlet = patch_values(case, "U", "inlet")
    places = MATCHING + [0.2, 0]
    assert np.abs(inlet - np.stack([2 + places[:, 0], 0 * places[:, 0], places[:, 1]], 1)).max() < 1e-12


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
    "header": (lambda case: [(case / "constant/boundaryData/inlet/0/U").write_text(HEADER.format("vectorField", "U") + rows(np.ones((40, 3))) + "(0 0 0)"),
                             foam.append(case, "0/U", "boundaryField { inlet { setAverage on; } }")],
               "boundaryData/inlet/0/U.*: setAverage: an average is read behind the list of a file without a FoamFile header"),
    "binaryAverage": (lambda case: (case / "constant/boundaryData/inlet/0/U").write_text(HEADER.format("vectorAverageField", "U").replace("ascii", "binary")),
                      "boundaryData/inlet/0/U.*: a field with its average is read in ascii"),
    "twice": (lambda case: (case / "constant/boundaryData/inlet/points").write_text(rows([(0, y, z) for y, z in [*SCATTERED[:39], SCATTERED[7]]])),
              "0/U:.*points 7 and 39 .* of constant/boundaryData/inlet/points are the same"),
    "two": (lambda case: (case / "constant/boundaryData/inlet/points").write_text(rows([(0, 0, 0), (0, 1, 0)])), "has 2 points; planarInterpolation needs three"),
    "coordinates": (lambda case: foam.append(case, "0/U", "boundaryField { inlet { coordinateSystem { origin (0 0 0); rotation none; } } }"),
                    "0/U:.*a coordinateSystem of their own"),
    "method": (lambda case: foam.append(case, "0/U", "boundaryField { inlet { mapMethod nearestOnly; } }"), "unknown mapMethod 'nearestOnly'"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken(name, tmp_path, eagre):
    case = build(tmp_path / "case", "scattered")
    change, message = BROKEN[name]
    change(case)
    result = foam.run([eagre, "run", case], check=False)
    assert result.returncode == 3 and re.search(message, result.stdout), result.stdout[-1500:]
