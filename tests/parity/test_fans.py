# SPDX-License-Identifier: BSD-3-Clause
"""fan (across a pair of cyclic patches) and fanPressure (at an opening): OpenFOAM's TJunctionFan, prepared by Eagre, against pimpleFoam; the same on
any number of ranks, and bit for bit after a restart."""
import re
import shutil

import numpy as np
import pytest

import dumps
import foam

FIELDS = ("U", "p", "phi", "k", "epsilon", "nut")
TIGHT = "tolerance 1e-13; relTol 0; maxIter 5000;"
DELTA_T, STEPS = 0.0005, 4
INLET = "inlet {{ type fanPressure; direction in; p0 uniform 30; {} }}"
FAN = 'cyclicFaces_master {{ type fan; patchType cyclic; value uniform 0; jumpTable {}; {} }} cyclicFaces_slave {{ type fan; patchType cyclic; value uniform 0; }}'
VARIANTS = {
    "asItIs": FAN.format("polynomial 1((100 0))", ""),
    # v1912 takes no curve but that of a file; its csv reader counts columns from 0. The jump of the state is not taken: v1912 starts from none.
    "csv": FAN.format("polynomial 1((100 0))", "") + INLET.format('readerType csv; file "<constant>/curve.csv"; outOfBounds clamp; hasHeaderLine true; timeColumn 1; valueColumns (0);'),
    "coefficients": INLET.format('file "<constant>/FluxVsdP.dat"; outOfBounds clamp; nonDimensional true; rpm 300; dm 0.1;')
    + FAN.format("table ((0 0.5) (2 0.1))", "uniformJump true; nonDimensional true; rpm 300; dm 0.1; outOfBounds clamp;"),
    "mean": "outlet2 { type fanPressure; direction out; p0 uniform 10; file \"<constant>/FluxVsdP.dat\"; outOfBounds clamp; }"
    + FAN.format("table ((0 20) (1 5))", "uniformJump true; outOfBounds clamp;"),
    # Against the fan, which then gives what it gives at rest.
    "backwards": "".join(f"outlet{i} {{ type fixedValue; value uniform 2000; }} " for i in (1, 2)) + FAN.format("table ((0 20) (1 5))", "outOfBounds clamp;"),
    "uniformJump": FAN.replace("type fan;", "type uniformJump;").format("table ((0 5) (0.002 15))", ""),
    "fixedJump": 'cyclicFaces_master { type fixedJump; patchType cyclic; value uniform 0; jump uniform 12; } '
                 'cyclicFaces_slave { type fixedJump; patchType cyclic; value uniform 0; }',
}


@pytest.fixture(scope="module")
def start(tmp_path_factory, eagre):
    """The example with its mesh, baffles and fan, at time 0."""
    case = foam.copy_example("incompressible/pimpleFoam/RAS/TJunctionFan", tmp_path_factory.mktemp("fan") / "case")
    foam.append(case, "system/controlDict", "functions { } adjustTimeStep no; writeFormat ascii; writePrecision 12; timePrecision 12; writeCompression off; "
                                            f"deltaT {DELTA_T}; endTime {40 * DELTA_T}; writeControl timeStep; writeInterval 40;")
    # Limiters on fields that are uniform at first follow rounding (docs/parity.md).
    foam.append(case, "system/fvSchemes", "divSchemes { div(phi,U) Gauss linear; div(phi,k) Gauss upwind; div(phi,epsilon) Gauss upwind; }")
    symmetric, other = f"{{ solver PCG; preconditioner DIC; {TIGHT} }}", f"{{ solver smoothSolver; smoother symGaussSeidel; {TIGHT} }}"
    foam.append(case, "system/fvSolution", f'solvers {{ p {symmetric} pFinal {symmetric} "(U|k|epsilon)" {other} "(U|k|epsilon)Final" {other} }}')
    foam.run([eagre, "run", case], log=case.parent / "log.prepare")
    last = foam.times(case)[-1]  # a flow that has begun: one that rests follows rounding
    for name in FIELDS[:2] + FIELDS[3:]:
        shutil.copy(case / last / name, case / "0" / name)
    shutil.rmtree(case / last)
    (case / "Allrun").unlink()
    foam.append(case, "system/controlDict", f"endTime {DELTA_T}; writeInterval 2; writeFormat binary;")
    (case / "constant/curve.csv").write_text("pressure,rate\n20,0\n10,0.0023\n5,0.003\n")
    assert "fan;" in (case / "0/p").read_text()
    return case


def advance(eagre, source, target, steps, *options):
    """Runs up to so many steps after the start, from the latest time of target, a copy of source if it is not there."""
    if not target.exists():
        shutil.copytree(source, target)
    foam.append(target, "system/controlDict", f"startFrom latestTime; endTime {steps * DELTA_T:.10g};")
    foam.run([eagre, "run", target, *dumps.SETTLED, *options], log=f"{target}.log")
    return fields(target)


def fields(case):
    time = case / foam.times(case)[-1]
    return {name: foam.read_field(time / name)[0] for name in FIELDS}


def with_entries(start, directory, text):
    """A copy of the case in which these patches of p have these entries in place of the present ones."""
    shutil.copytree(start, directory)
    path, named = directory / "0/p", re.findall(r"(\w+) \{", text)
    path.write_text(re.sub(r"\n    (\w+)\s*\{[^}]*\}", lambda m: "" if m[1] in named else m[0], path.read_text()))
    foam.append(directory, "0/p", f"boundaryField {{ {text} }}")
    return directory


@pytest.mark.parametrize("variant", VARIANTS)
def test_as_openfoam(start, variant, tmp_path, eagre):
    theirs = with_entries(start, tmp_path / "openfoam", VARIANTS[variant])
    ours = tmp_path / "eagre"
    shutil.copytree(theirs, ours)
    foam.append(theirs, "system/controlDict", f"endTime {STEPS * DELTA_T:.10g};")
    foam.openfoam("pimpleFoam", theirs, log=tmp_path / "log.openfoam")
    expected = fields(theirs)
    for name, values in advance(eagre, ours, ours, STEPS).items():
        assert foam.relative_l2(values, expected[name]) < 1e-7, name


def test_ranks_and_restart(start, tmp_path, eagre):
    one = advance(eagre, start, tmp_path / "one", STEPS)
    several = advance(eagre, start, tmp_path / "several", STEPS, "-n", 3)
    advance(eagre, start, tmp_path / "halves", STEPS // 2, "-n", 3)
    halves = advance(eagre, start, tmp_path / "halves", STEPS, "-n", 3)
    for name, values in one.items():
        assert foam.relative_l2(several[name], values) < 1e-9, name
        assert np.array_equal(halves[name], several[name]), name


CURVE = 'file "<constant>/FluxVsdP.dat"; outOfBounds clamp;'
OTHER = "cyclicFaces_slave { type fan; patchType cyclic; value uniform 0; }"
BROKEN = {
    "noCurve": (INLET.format(""), "patch inlet: a fan needs its curve"),
    "noFile": (INLET.format('file "<constant>/absent.dat";'), "constant/absent.dat: no such file"),
    "direction": (INLET.format(CURVE).replace("direction in", "direction inwards"), "unknown direction 'inwards'"),
    "diameter": (INLET.format(CURVE + "nonDimensional true; rpm 300; dm 0;"), "dm of a fan must be above 0"),
    "reader": (INLET.format(CURVE + "readerType cvs;"), "unknown readerType 'cvs'; did you mean 'csv'"),
    "noTable": (f"cyclicFaces_master {{ type fan; patchType cyclic; }} {OTHER}", "'jumpTable' is missing in boundaryField.cyclicFaces_master"),
    "notCyclic": ("outlet1 { type fan; jumpTable 5; value uniform 0; }", "patch outlet1: .*'fan' is for pressures on pairs of cyclic patches"),
    "otherSide": ("cyclicFaces_slave { type fan; patchType cyclic; jumpTable polynomial 1((50 0)); }", "'jumpTable' is another one on the other"),
    "noPatchType": ("cyclicFaces_master { type fan; jumpTable 5; }", "'cyclicFaces_master' of p is cyclic; .*fan, .* with patchType cyclic"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken(start, name, tmp_path, eagre):
    text, message = BROKEN[name]
    result = foam.run([eagre, "check", with_entries(start, tmp_path / "case", text)], check=False)
    assert result.returncode == 3 and re.search(message, result.stdout), result.stdout[-1500:]
