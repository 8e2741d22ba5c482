# SPDX-License-Identifier: BSD-3-Clause
"""interFoam on meshes whose points an equation moves: the wave makers of the tutorials, coarse, against OpenFOAM; and what must hold without it."""
import dataclasses
import re
import shutil

import numpy as np
import pytest

import cases
import dumps
import foam
from test_moving_mesh import MOVING_FIELDS, PCG, deforming_box, fields, points, put_water_in, run_of
from test_one_step import compare

FIELDS = (*cases.INTER_FIELDS, "meshPhi", "alphaPhi0.water", "cellDisplacement")
# The cells beside a paddle have a diffusivity of 1e15, so that no residual relative to all of the equation's says that the others have
# converged: a number of iterations does.
MANY = "{ solver PCG; preconditioner DIC; tolerance 1e-30; relTol 0; maxIter 300; }"
DISPLACEMENT = ("system/fvSolution", f'solvers {{ "(cellDisplacement|cellDisplacementFinal)" {MANY} }}')
FULL = "{ solver PCG; preconditioner DIC; tolerance 1e-13; relTol 0; maxIter 20000; }"
SOLVERS = ("system/fvSolution", "solvers { " + " ".join(f"{name} {FULL}" for name in ("p_rgh", "p_rghFinal", "pcorr", "pcorrFinal")) + " }")


def wave_maker(name, *blocks, paddle="leftwall", more=""):
    """The paddle has been at work for a while, so that it has a velocity from the start. more: entries for it."""
    started = ("0/pointDisplacement", f"boundaryField {{ {paddle} {{ startTime -0.7; {more} }} }}")
    return cases.Case(name, f"{cases.INTER}/waves/{name}", "interFoam", FIELDS, ('"alpha.water.*"',), 0, 0.01, moves=True,
                      preparation=("blockMesh", "setFields"), replacements=blocks, overrides=(DISPLACEMENT, SOLVERS, started))


WAVE_MAKERS = [
    wave_maker("waveMakerPiston", ("(100 1 140)", "(16 1 20)"), ("(300 1 140)", "(24 1 20)")),
    wave_maker("waveMakerFlap", ("hex (0 1 5 4 3 2 6 7)   (200 1 140)", "hex (0 1 5 4 3 2 6 7) (16 1 20)"), ("(200 1 140)", "(12 1 20)"), more="secondOrder yes;"),
    wave_maker("waveMakerSolitary", ("(250 1 38)", "(30 1 16)"), ("(125 1 38)", "(12 1 16)"), paddle="inlet"),
    wave_maker("waveMakerMultiPaddlePiston", ("(100 16 140)", "(8 6 12)"), more="secondOrder yes;"),
    wave_maker("waveMakerMultiPaddleFlap", ("(100 16 140)", "(8 6 12)")),
]
NAMED = {case.name: case for case in WAVE_MAKERS}


def compare_with(case, tmp_path, eagre, steps):
    program = foam.sound(case.application)
    if not program:
        pytest.skip(f"no {case.application} that is compiled soundly: make judge")
    compare(case, tmp_path, eagre, steps=steps, program=program)
    theirs, ours = tmp_path / case.name, tmp_path / "eagre"
    time = foam.times(theirs)[-1]
    a, b, start = points(ours, time), points(theirs, time), points(theirs, "constant")
    assert np.abs(a - b).max() < 1e-10 * np.abs(b).max()
    assert np.abs(b - start).max() > 1e-9 * np.abs(b).max()


@pytest.mark.parametrize("steps", [1, 5])
@pytest.mark.parametrize("case", WAVE_MAKERS, ids=lambda case: case.name)
def test_wave_maker(case, steps, tmp_path, eagre):
    compare_with(case, tmp_path, eagre, steps)


@pytest.mark.parametrize("ranks", [2, 3])
@pytest.mark.parametrize("name", ["waveMakerFlap", "waveMakerMultiPaddleFlap"])
def test_same_answer_on_any_number_of_ranks(name, ranks, tmp_path, eagre):
    alone = run_of(NAMED[name], tmp_path / "alone", eagre, 5)
    many = run_of(NAMED[name], tmp_path / "many", eagre, 5, "-n", ranks)
    time = foam.times(alone)[-1]
    assert np.abs(points(alone, time) - points(many, time)).max() < 1e-12
    a, b = fields(alone, time), fields(many, time)
    differences = {field: foam.relative_l2(b[field], a[field]) for field in a}
    assert all(d <= 1e-9 for d in differences.values()), differences


def restart(case, ranks, dump, eagre, again):
    """Runs a case to the end and, from half way on, again; asserts that both have the same fields, bit for bit."""
    plainly = [*dumps.SETTLED, "--solvers", "as-written", "-n", ranks]
    steps, deltaT = 6, 0.01
    for directory, n in ((case, steps), (again, steps // 2)):
        foam.append(directory, "system/controlDict", f"startFrom latestTime; adjustTimeStep no; deltaT {deltaT}; endTime {n * deltaT:.12g}; "
                    f"writeControl timeStep; writeInterval {n}; {dump}")
        foam.append(directory, "system/fvSolution", f"solvers {{ p_rgh {PCG} p_rghFinal {PCG} pcorr {PCG} pcorrFinal {PCG} }}")
        foam.run([eagre, "run", directory, *plainly])
    foam.append(again, "system/controlDict", f"endTime {steps * deltaT:.12g};")
    foam.run([eagre, "run", again, *plainly])
    time = f"{steps * deltaT:g}"
    if dump:
        for directory in (case, again):
            foam.run([eagre, "extract", directory, "--time", time])
    assert np.array_equal(points(case, time), points(again, time))
    a, b = fields(case, time), fields(again, time)
    for name, values in a.items():
        assert np.array_equal(values, b[name]), f"{name} differs by {np.abs(values - b[name]).max():.3g}"


@pytest.mark.parametrize("dump, ranks", [("", 1), ("dump { format hdf5; }", 2)])
def test_a_restart_of_a_wave_maker_is_bit_for_bit(dump, ranks, tmp_path, eagre):
    """With solvers that do not choose by the geometry at the start, as multigrid does."""
    whole = cases.prepare(dataclasses.replace(NAMED["waveMakerFlap"], solvers=(), overrides=(DISPLACEMENT,)), tmp_path)
    shutil.copytree(whole, tmp_path / "again")
    restart(whole, ranks, dump, eagre, tmp_path / "again")


# A flow whose velocity is fixed all round cannot balance while the volume of the box changes.
ON_LID = {"U": "type fixedValue; value $internalField;", "p_rgh": "type fixedValue; value uniform 0;",
          "alpha.water": "type inletOutlet; inletValue uniform 0.4; value uniform 0.4;"}


def displaced_box(directory, dynamic, *overrides, field="pointDisplacement", **patches):
    """deforming_box whose points an equation moves; its patches are `lid`, at the top, and `sides`: their point conditions."""
    box = deforming_box(directory, ("constant/dynamicMeshDict", f"motionSolverLibs (fvMotionSolvers); cellZone none; {dynamic}"),
                        ("system/blockMeshDict", "boundary (sides { type patch; faces ((0 4 7 3) (1 2 6 5) (0 1 5 4) (3 7 6 2) (0 3 2 1)); } "
                         "lid { type patch; faces ((4 5 6 7)); });"),
                        ("system/fvSolution", f'solvers {{ "(cellDisplacement|cellMotionU).*" {MANY} }}'),
                        *((f"0/{name}", f"boundaryField {{ lid {{ {text} }} }}") for name, text in ON_LID.items()), *overrides)
    dimensions = "[0 1 0 0 0 0 0]" if "Displacement" in field else "[0 1 -1 0 0 0 0]"
    kind, zero = ("Scalar", "0") if field[-1] in "xyz" else ("Vector", "(0 0 0)")
    (box / "0" / field).write_text(f"FoamFile {{ version 2.0; format ascii; class point{kind}Field; object {field}; }}\n"
                                   f"dimensions {dimensions}; internalField uniform {zero}; boundaryField {{ "
                                   + " ".join(f"{patch} {{ {text} }}" for patch, text in patches.items()) + " }\n")
    return box


STILL = "type fixedValue; value uniform (0 0 0);"
SHEARED = "type oscillatingDisplacement; amplitude (0.1 0.05 0.08); omega 20; value uniform (0 0 0);"
TURNED = "type angularOscillatingDisplacement; axis (1 2 1); origin (0.5 0.5 0.5); angle0 0; amplitude 0.3; omega 20; value uniform (0 0 0);"
TIPPED = ("type solidBodyMotionDisplacement; solidBodyMotionFunction oscillatingRotatingMotion; "
          "oscillatingRotatingMotionCoeffs { origin (0.5 0.5 1); amplitude (10 5 20); omega 20; } value uniform (0 0 0);")
LIFTED = "type uniformFixedValue; uniformValue table ((0 0) (0.05 0.1)); value uniform 0;"
# (motion, what the lid does, the sides)
MOTIONS = {
    "solidBody": ("motionSolver displacementLaplacian; diffusivity uniform;", TIPPED, "type fixedNormalSlip; n (0 0 1);"),
    "component": ("motionSolver displacementComponentLaplacian; component z; applyPointLocation no; diffusivity uniform;", LIFTED,
                  "type fixedValue; value uniform 0;"),
    "velocityComponent": ("motionSolver velocityComponentLaplacian; component y; diffusivity uniform;",
                          LIFTED.replace("((0 0) (0.05 0.1))", "((0 1) (0.05 2))"), "type fixedValue; value uniform 0;"),
    "uniform": ("motionSolver displacementLaplacian; diffusivity uniform;", SHEARED, STILL),
    "inverseVolume": ("motionSolver displacementLaplacian; diffusivity quadratic inverseVolume;", SHEARED, "type slip;"),
    "inverseDistance": ("motionSolver displacementLaplacian; diffusivity exponential 0.5 inverseDistance (lid);", TURNED, STILL),
    "pointDistance": ("motionSolver displacementLaplacian; diffusivity quadratic inversePointDistance (lid);", SHEARED, STILL),
    "corrected": ("motionSolver displacementLaplacian; diffusivity uniform; interpolation patchCorrected ((lid) (sides));", TURNED, STILL),
    "directional": ("motionSolver displacementLaplacian; diffusivity directional (1 2 3);", SHEARED, "type zeroGradient;"),
    "stress": ("motionSolver displacementSBRStress; diffusivity quadratic inverseVolume;", TURNED, STILL),
    "onBody": ("motionSolver solidBodyDisplacementLaplacian; solidBodyDisplacementLaplacianCoeffs { solidBodyMotionFunction oscillatingRotatingMotion; "
               "oscillatingRotatingMotionCoeffs { origin (0.5 0.5 1); amplitude (4 -6 9); omega 15; } diffusivity quadratic inverseDistance (lid); }",
               SHEARED, STILL),
    "velocity": ("motionSolver velocityLaplacian; diffusivity uniform;", SHEARED.replace("Displacement", "Velocity"), STILL),
    "turning": ("motionSolver velocityLaplacian; diffusivity inverseDistance (lid);", TURNED.replace("Displacement", "Velocity"), STILL),
}


def moved_box(name, directory, *overrides):
    dynamic, lid, sides = MOTIONS[name]
    component = re.search("component ([xyz])", dynamic)
    field = ("pointMotionU" if "velocity" in dynamic else "pointDisplacement") + (component[1] if component else "")
    return displaced_box(directory, dynamic, *overrides, field=field, sides=sides, lid=lid)


@pytest.mark.parametrize("ranks", [1, 3])
@pytest.mark.parametrize("name", MOTIONS)
def test_a_uniform_stream_stays_uniform(name, ranks, tmp_path, eagre):
    """Space is conserved: cells that grow and shrink make no velocity and no water."""
    box = moved_box(name, tmp_path / "box", ("system/fvSolution", "solvers { alpha.water { cAlpha 0; } }"))
    foam.run([eagre, "run", box, "-n", ranks])
    U, alpha = (foam.read_field(box / "0.05" / name)[0] for name in ("U", "alpha.water"))
    assert np.abs(points(box, "0.05") - points(box, "constant")).max() > 0.01
    assert np.abs(U - [1, 0.5, 0.25]).max() < 1e-12
    assert np.abs(alpha - 0.4).max() < 1e-12


@pytest.mark.parametrize("name", MOTIONS)
def test_motions_against_openfoam(name, tmp_path, eagre):
    program = foam.sound("interFoam")
    if not program:
        pytest.skip("no interFoam that is compiled soundly: make judge")
    theirs = moved_box(name, tmp_path / "theirs", ("constant/g", "value (0 0 -9.81);"), ("constant/transportProperties", "air { rho 500; }"),
                       ("system/controlDict", "deltaT 0.002; endTime 0.01;"))
    put_water_in(theirs)
    ours = tmp_path / "ours"
    shutil.copytree(theirs, ours)
    foam.run([program, "-case", theirs])
    foam.run([eagre, "run", ours])
    a, b = points(ours, "0.01"), points(theirs, "0.01")
    assert np.abs(b - points(theirs, "constant")).max() > 0.01
    assert np.abs(a - b).max() < 1e-10
    differences = {name: foam.relative_l2(*(foam.read_field(case / "0.01" / name)[0] for case in (ours, theirs))) for name in MOVING_FIELDS}
    assert all(d < 1e-7 for d in differences.values()), differences


@pytest.mark.parametrize("name", ["turning", "solidBody"])
@pytest.mark.parametrize("ours_first", [False, True])
def test_continues_what_the_other_program_wrote(ours_first, name, tmp_path, eagre):
    """Its lists of values and places, one per point of a patch, in the order of its points there."""
    program = foam.sound("interFoam")
    if not program:
        pytest.skip("no interFoam that is compiled soundly: make judge")
    openfoam, ours = (lambda case: foam.run([program, "-case", case])), (lambda case: foam.run([eagre, "run", case, "-n", 2]))
    alone = moved_box(name, tmp_path / "alone", ("system/controlDict", "startFrom latestTime; deltaT 0.002; endTime 0.004; writeInterval 1;"))
    both = tmp_path / "both"
    shutil.copytree(alone, both)
    openfoam(alone)
    (ours if ours_first else openfoam)(both)
    for case in (alone, both):
        foam.append(case, "system/controlDict", "endTime 0.008;")
    openfoam(alone)
    (openfoam if ours_first else ours)(both)
    assert np.abs(points(both, "0.008") - points(alone, "0.008")).max() < 1e-10


@pytest.mark.parametrize("dump", ["", "dump { format hdf5; }"])
@pytest.mark.parametrize("name", ["turning", "component", "stress", "onBody", "corrected"])
def test_a_restart_is_bit_for_bit(name, dump, tmp_path, eagre):
    """The wave maker's start, and where points were at first, go from run to run."""
    whole = moved_box(name, tmp_path / "whole")
    shutil.copytree(whole, tmp_path / "again")
    restart(whole, 1, dump, eagre, tmp_path / "again")


def test_water_stays_in_a_closed_tank(tmp_path, eagre):
    """The tank turns to and fro as a rigid body, and cells deform inside it."""
    wall = [f'boundaryField {{ "(sides|lid)" {{ {text} }} sides {{ {text} }} lid {{ {text} }} }}'
            for text in ("type movingWallVelocity; value uniform (0 0 0);", "type zeroGradient;", "type fixedFluxPressure; value uniform 0;")]
    tank = displaced_box(tmp_path / "tank", "motionSolver displacementLaplacian; diffusivity inverseDistance (lid);", ("constant/g", "value (0 0 -9.81);"),
                         ("0/U", f"internalField uniform (0 0 0); {wall[0]}"), ("0/alpha.water", wall[1]), ("0/p_rgh", wall[2]), ("system/controlDict", "deltaT 0.002; endTime 0.04;"),
                         sides=TURNED, lid=TURNED)
    log = foam.run([eagre, "run", tank]).stdout
    fractions = [float(f) for f in re.findall(r"Phase-1 volume fraction = (\S+)", log)]
    ends = fractions[1::2]  # within a step, between its two sub-cycles, the volumes are those of neither time
    assert len(ends) == 20 and np.ptp(ends) < 1e-12 * ends[0]
