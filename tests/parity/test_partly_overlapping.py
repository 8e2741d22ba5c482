# SPDX-License-Identifier: BSD-3-Clause
"""pimpleFoam across patches that overlap partly (cyclicACMI), where the rest is a wall: the example oscillatingInletACMI2D on a coarser mesh against
OpenFOAM, still and moving; a uniform stream; ranks and a restart; what is wrong with a case."""
import dataclasses
import re
import shutil

import numpy as np
import pytest

import cases
import dumps
import foam
from test_moving_mesh import fields, motion
from test_one_step import compare

INLET = "incompressible/pimpleFoam/RAS/oscillatingInletACMI2D"


def make(target):
    """The example on 552 cells, with its pairs of patches and blockages; then its fields, as its script has it."""
    foam.copy_example(INLET, target)
    mesh = target / "system/blockMeshDict"
    mesh.write_text(mesh.read_text().replace("(80 40 1)", "(12 9 1)").replace("(80 96 1)", "(18 22 1)"))
    for tool, *options in (("blockMesh",), ("topoSet", "-constant"), ("createBaffles", "-overwrite")):
        foam.openfoam(tool, target, *options)


MOVING = cases.Case("moving", INLET, "pimpleFoam", ("U", "p", "phi", "k", "epsilon", "nut", "meshPhi"),
                    ("p", "pFinal", '"pcorr.*"', '"(U|k|epsilon)"', '"(U|k|epsilon)Final"'), 0.15, 0.005, moves=True, make=make, preparation=())
STILL = dataclasses.replace(MOVING, name="still", fields=MOVING.fields[:-1], moves=False)
CORRECTED = dataclasses.replace(MOVING, name="corrected", overrides=(("system/fvSolution", "PIMPLE { correctPhi yes; }"),))


@pytest.mark.parametrize("case", [STILL, MOVING, CORRECTED], ids=lambda case: case.name)
def test_against_openfoam(case, tmp_path, eagre):
    """On faces of blockages that are all open v1912 has another epsilon, which counts for nothing."""
    compare(case, tmp_path, eagre, ignored="epsilon on ACMI._blockage")


def test_the_example_as_it_is(tmp_path, eagre):
    """Its script makes the pairs of patches while there are no fields, which have entries for them alone."""
    case = tmp_path / "example"
    foam.copy_example(INLET, case)
    foam.refine(case, 0.25)
    foam.append(case, "system/controlDict", "endTime 0.01; adjustTimeStep no; deltaT 0.005; writeControl timeStep; writeInterval 2;")
    foam.run([eagre, "run", case])
    assert foam.times(case) == ["0", "0.01"] and (case / "0.01" / "U").exists()


STREAM = "type fixedValue; value uniform (1 0.2 0);"


def test_a_uniform_stream_stays_uniform(tmp_path, eagre):
    """All that is no patch of a pair has the velocity of the stream, the moving walls and the blockages, too."""
    exact = "{ solver PCG; preconditioner DIC; tolerance 1e-15; relTol 0; }"
    case = cases.prepare(dataclasses.replace(MOVING, overrides=(
        ("constant/turbulenceProperties", "simulationType laminar;"),
        ("system/fvSolution", f'solvers {{ p {exact} pFinal {exact} "pcorr.*" {exact} "U.*" {{ solver smoothSolver; smoother symGaussSeidel; tolerance 1e-15; relTol 0; }} }} PIMPLE {{ correctPhi yes; }}'),
        ("system/fvSchemes", "divSchemes { div(phi,U) Gauss linear; }"),
        ("0/U", "internalField uniform (1 0.2 0);"),
        cases.boundary("U", outlet="type zeroGradient;", **dict.fromkeys(("inlet", "walls", "ACMI1_blockage", "ACMI2_blockage"), STREAM)))), tmp_path)
    cases.set_steps(MOVING, case, 10)
    foam.run([eagre, "run", case])
    time = foam.times(case)[-1]
    U, phi = (foam.read_field(case / time / name)[0] for name in ("U", "phi"))
    assert np.abs(U - [1, 0.2, 0]).max() < 1e-12
    assert np.abs(phi).max() > 1e-3


def test_ranks_and_restart(tmp_path, eagre):
    """Three and seven ranks, these for two steps, have the fields of one; a run that stops and goes on has them bit for bit."""
    plainly = [*dumps.SETTLED, "--solvers", "as-written"]
    tight = ("system/fvSolution", 'solvers { "(p|pFinal|pcorr.*)" { solver PCG; preconditioner DIC; tolerance 1e-13; relTol 0; } '
                                  '"(U|k|epsilon).*" { solver smoothSolver; smoother symGaussSeidel; tolerance 1e-14; relTol 0; } }')
    start = cases.prepare(dataclasses.replace(MOVING, name="alone", overrides=(tight,)), tmp_path)
    cases.set_steps(MOVING, start, 4)
    foam.append(start, "system/controlDict", "writeInterval 2;")
    three, seven, stopped = (shutil.copytree(start, tmp_path / name) for name in ("three", "seven", "stopped"))
    foam.run([eagre, "run", start, *plainly])
    half, last = foam.times(start)[1:]
    foam.run([eagre, "run", three, *plainly, "-n", 3])
    foam.append(seven, "system/controlDict", f"endTime {half};")
    foam.run([eagre, "run", seven, *plainly, "-n", 7])
    for end in (half, last):
        foam.append(stopped, "system/controlDict", f"endTime {end};")
        foam.run([eagre, "run", stopped, *plainly])
    expected = fields(start, last)
    for name, values in expected.items():
        assert np.array_equal(fields(stopped, last)[name], values), name
        for case, time in ((three, last), (seven, half)):
            assert foam.relative_l2(fields(case, time)[name], fields(start, time)[name]) < 1e-9, (case.name, name)


def test_couples_of_openfoam_org(tmp_path, eagre):
    """createNonConformalCouples of two walls makes what createBaffles makes of the faces of both."""
    baffles = cases.prepare(dataclasses.replace(MOVING, name="baffles"), tmp_path)
    couples = tmp_path / "couples"
    foam.copy_example(INLET, couples)
    for file in ("system/blockMeshDict", "system/topoSetDict"):
        shutil.copy(baffles / file, couples / file)
    mesh = couples / "system/blockMeshDict"
    mesh.write_text(re.sub(r"(couple\d\s*\{\s*type )patch", r"\1wall", mesh.read_text()))
    for tool, *options in (("blockMesh",), ("topoSet", "-constant")):
        foam.openfoam(tool, couples, *options)
    foam.run([eagre, "createNonConformalCouples", couples, "couple1", "couple2"])
    shutil.copytree(couples / "0.orig", couples / "0")
    shutil.copy(baffles / "system/controlDict", couples / "system/controlDict")
    for field in ("U", "p", "k", "epsilon", "nut"):
        wall = {"U": "noSlip", "p": "zeroGradient"}.get(field) or re.search(r"ACMI1_blockage\s*\{\s*type\s+(\w+)", (couples / "0" / field).read_text())[1]
        foam.append(couples, f"0/{field}", f'boundaryField {{ "couple." {{ type {wall}; value $internalField; }} cyclicACMI {{ type cyclicACMI; }} }}')
    for case in (baffles, couples):
        cases.set_steps(MOVING, case, 3)
        foam.run([eagre, "run", case, "--mesh", "as-is"])
    a, b = (fields(case, foam.times(case)[-1]) for case in (baffles, couples))
    assert all(foam.relative_l2(b[name], a[name]) < 1e-9 for name in ("U", "p", "k", "epsilon", "nut"))
    assert np.abs(a["U"]).max() > 1
    for names, message in ((("couple1", "cuple2"), "did you mean 'couple2'"), (("couple1", "couple1"), "coupled with itself"),
                           (("defaultFaces", "couple1"), "of type empty")):
        result = foam.run([eagre, "createNonConformalCouples", couples, *names], check=False)
        assert result.returncode == 3 and message in result.stdout, result.stdout


@pytest.mark.parametrize("change, message", [
    (("nonOverlapPatch ACMI1_blockage;", ""), "needs an entry 'nonOverlapPatch'"),
    (("nonOverlapPatch ACMI1_blockage", "nonOverlapPatch nothing"), "nonOverlapPatch 'nothing' is no patch"),
    (("nonOverlapPatch ACMI1_blockage", "nonOverlapPatch ACMI2_couple"), "nonOverlapPatch 'ACMI2_couple' is of type cyclicACMI"),
    (("nonOverlapPatch ACMI1_blockage", "nonOverlapPatch ACMI2_blockage"), "has 9 faces, its nonOverlapPatch 'ACMI2_blockage' 22"),
    (("nonOverlapPatch ACMI1_blockage", "nonOverlapPatch inlet"), "its face 0 is not face 0 of its nonOverlapPatch 'inlet'"),
    (("neighbourPatch ACMI2_couple", "neighbourPatch ACMI2_cuple"), "did you mean 'ACMI2_couple'"),
    (("transform noOrdering;", "transform rotational; rotationAxis (0 0 1);"), "transform rotational is not supported"),
], ids=["none", "noPatch", "coupled", "size", "otherFaces", "neighbour", "rotational"])
def test_what_is_wrong(change, message, tmp_path, eagre):
    case = cases.prepare(MOVING, tmp_path)
    boundary = case / "constant/polyMesh/boundary"
    text = re.sub(r" +", " ", boundary.read_text())
    assert change[0] in text
    boundary.write_text(text.replace(*change))
    result = foam.run([eagre, "check", case], check=False)
    assert result.returncode == 3 and message in result.stdout, result.stdout


def test_another_condition_than_that_of_the_patch(tmp_path, eagre):
    case = cases.prepare(MOVING, tmp_path)
    foam.append(case, "0/U", "boundaryField { ACMI1_couple { type cyclicAMI; } }")
    result = foam.run([eagre, "check", case], check=False)
    assert result.returncode == 3 and "its condition must be cyclicACMI too, not 'cyclicAMI'" in result.stdout, result.stdout


def test_an_option_by_the_mean_of_such_a_patch(tmp_path, eagre):
    case = cases.prepare(MOVING, tmp_path)
    (case / "constant/fvOptions").write_text("FoamFile { version 2.0; format ascii; class dictionary; object fvOptions; }\n"
                                             "f { type patchMeanVelocityForce; selectionMode all; fields (U); Ubar (1 0 0); patch ACMI1_couple; }\n")
    result = foam.run([eagre, "check", case], check=False)
    assert result.returncode == 3 and "a patch of type cyclicACMI is not supported" in result.stdout, result.stdout
