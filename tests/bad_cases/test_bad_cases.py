# SPDX-License-Identifier: BSD-3-Clause
"""Broken cases: each must end with a non-zero exit and a message that says what and where, never with a crash, a hang or a
half-written directory. Most start from cases/cavity or cases/damBreak and break one thing."""
import os
import pathlib
import re
import shutil
import signal
import struct
import subprocess
import tempfile
import time

import disks
import own
import pytest

from own import replace

BAD_CASE, DIVERGED, IO, USAGE = 3, 4, 5, 2


def make_case(tmp_path, name):
    return own.copy(name, tmp_path / name)


def run(eagre, *arguments, timeout=120, **options):
    return subprocess.run([str(eagre), *map(str, arguments)], capture_output=True, text=True, errors="replace", timeout=timeout, **options)


def expect(result, code, *patterns):
    text = result.stdout + result.stderr
    assert result.returncode == code, f"exit code {result.returncode} instead of {code}:\n{text[-2000:]}"
    for pattern in patterns:
        assert re.search(pattern, result.stderr, re.S), f"no '{pattern}' in:\n{result.stderr[-2000:]}"


# (name, case, file, old text, new text, what the message must have)
MISSPELT = [
    ("solver", "cavity", "system/fvSolution", "solver          PCG;", "sovler          PCG;", ["fvSolution", "solver", "sovler"]),
    ("solverName", "cavity", "system/fvSolution", "solver          PCG;", "solver          PCGG;", ["fvSolution:\\d+", "PCGG", "did you mean 'PCG'"]),
    ("preconditioner", "cavity", "system/fvSolution", "preconditioner  DIC;", "preconditioner  DICC;", ["fvSolution:\\d+", "DICC", "'DIC'"]),
    ("smoother", "cavity", "system/fvSolution", "symGaussSeidel", "symGausSeidel", ["fvSolution:\\d+", "symGaussSeidel"]),
    ("tolerance", "cavity", "system/fvSolution", "tolerance       1e-5", "tolerance       tight", ["fvSolution:\\d+", "tolerance", "number"]),
    ("missingSolver", "cavity", "system/fvSolution", "    U\n", "    V\n", ["fvSolution", "U"]),
    ("missingPISO", "cavity", "system/fvSolution", "\nPISO\n", "\nPIZO\n", ["PISO", "PIZO"]),
    ("refCell", "cavity", "system/fvSolution", "pRefCell                    0", "pRefCell 4000", ["pRefCell", "4000", "400"]),
    ("refMissing", "cavity", "system/fvSolution", "pRefCell                    0;", "", ["pRefCell", "pRefPoint"]),
    ("finalRelaxationOnly", "damBreak", "system/fvSolution", "PIMPLE\n", "relaxationFactors { fields { p_rghFinal 0.7; } }\nPIMPLE\n",
     ["fvSolution:\\d+", "p_rghFinal", "none for p_rgh"]),
    ("divScheme", "cavity", "system/fvSchemes", "div(phi,U) Gauss linear", "div(phi,U) Gauss liner", ["fvSchemes:\\d+", "liner", "linear"]),
    ("divKey", "cavity", "system/fvSchemes", "div(phi,U)", "div(phi,u)", ["fvSchemes", r"div\(phi,U\)"]),
    ("ddtScheme", "cavity", "system/fvSchemes", "Euler", "Eulr", ["fvSchemes:\\d+", "Eulr", "Euler"]),
    ("gradScheme", "cavity", "system/fvSchemes", "gradSchemes         { default Gauss linear", "gradSchemes         { default Gaus linear", ["Gaus", "Gauss"]),
    ("snGradScheme", "cavity", "system/fvSchemes", "linear orthogonal", "linear orthogonl", ["orthogonl", "orthogonal"]),
    ("localEuler", "cavity", "system/fvSchemes", "Euler", "localEuler", ["fvSchemes:\\d+", "icoFoam has no local time steps", "interFoam"]),
    ("localEulerNotDefault", "damBreak", "system/fvSchemes", "default Euler;", "default Euler; ddt(rho,U) localEuler;",
     ["fvSchemes:\\d+", "only as `default localEuler;`"]),
    ("application", "cavity", "system/controlDict", "icoFoam", "icoFaom", ["icoFaom", "icoFoam"]),
    ("unsupportedApplication", "cavity", "system/controlDict", "icoFoam", "rhoPimpleFoam", ["rhoPimpleFoam", "interFoam"]),
    ("startFrom", "cavity", "system/controlDict", "startFrom       startTime", "startFrom       starTime", ["controlDict:\\d+", "starTime", "startTime"]),
    ("startTime", "cavity", "system/controlDict", "startTime       0;", "startTime       7;", ["startTime 7", "0"]),
    ("deltaT", "cavity", "system/controlDict", "deltaT          0.005", "deltaT          -0.005", ["deltaT", "positive"]),
    ("missingDeltaT", "cavity", "system/controlDict", "deltaT ", "detlaT ", ["deltaT", "detlaT"]),
    ("writeControl", "cavity", "system/controlDict", "timeStep", "timeStpe", ["controlDict:\\d+", "timeStpe", "timeStep"]),
    ("writeInterval", "cavity", "system/controlDict", "writeInterval   20", "writeInterval   0", ["writeInterval", "0"]),
    ("semicolon", "cavity", "system/controlDict", "deltaT          0.005;", "deltaT          0.005", ["controlDict:\\d+"]),
    ("brace", "cavity", "system/fvSolution", "PISO\n{", "PISO\n", ["fvSolution"]),
    ("includeCycle", "cavity", "system/controlDict", "application", '#include "controlDict"\napplication', ["controlDict", "include"]),
    ("includeMissing", "cavity", "system/controlDict", "application", '#include "nothere"\napplication', ["controlDict:\\d+", "nothere"]),
    ("codeStream", "cavity", "system/controlDict", "deltaT          0.005;", "deltaT #codeStream { code #{ os << readScalar(x); #}; };", ["controlDict:\\d+", "code: the name 'x'", "not supported"]),
    ("badMacro", "cavity", "system/fvSolution", "$p;", "$pp;", ["fvSolution:\\d+", "'\\$pp' of line 22 names no dictionary"]),
    ("nuMissing", "cavity", "constant/transportProperties", "nu ", "mu ", ["transportProperties", "nu"]),
    ("oneFluid", "damBreak", "system/controlDict", "application     interFoam", "application     icoFoam",
     ["transportProperties:\\d+: the case has phases, and icoFoam solves for one fluid: write `application interFoam;`"]),
    ("nuDimensions", "cavity", "constant/transportProperties", "[0 2 -1 0 0 0 0]", "[0 1 -1 0 0 0 0]", ["transportProperties:\\d+", "nu", r"\[0 2 -1"]),
    ("bcType", "cavity", "0/U", "fixedValue", "fixedVaule", ["0/U:\\d+", "fixedVaule", "fixedValue"]),
    ("bcUnknown", "cavity", "0/p", "zeroGradient", "magicWall", ["0/p:\\d+", "magicWall"]),
    ("bcCoded", "cavity", "0/U", "fixedValue", "codedFixedValue", ["0/U", "codedFixedValue", "not supported"]),
    ("bcValueMissing", "cavity", "0/U", "value   uniform (1 0 0);", "", ["0/U", "value"]),
    ("patchMissing", "cavity", "0/U", "    fixedWalls\n", "    fixedWals\n", ["0/U", "fixedWalls", "fixedWals"]),
    ("emptyMismatch", "cavity", "0/p", "type    empty;", "type    zeroGradient;", ["0/p", "frontAndBack", "empty"]),
    ("fieldDimensions", "cavity", "0/p", "[0 2 -2 0 0 0 0]", "[1 -1 -2 0 0 0 0]", ["0/p", "dimensions"]),
    ("fieldClass", "cavity", "0/p", "volScalarField", "volVectorField", ["0/p"]),
    ("nonNumeric", "cavity", "0/p", "uniform 0", "uniform zero", ["0/p:\\d+", "zero"]),
    ("listLength", "cavity", "0/p", "uniform 0", "nonuniform List<scalar> 3(1 2 3)", ["0/p", "3", "400"]),
    ("listTruncated", "cavity", "0/p", "uniform 0;", "nonuniform List<scalar> 400(1 2 3", ["0/p"]),
    ("vertexIndex", "cavity", "system/blockMeshDict", "hex (0 1 2 3 4 5 6 7)", "hex (0 1 2 3 4 5 6 9)", ["blockMeshDict:\\d+", "9"]),
    ("invertedBlock", "cavity", "system/blockMeshDict", "hex (0 1 2 3 4 5 6 7)", "hex (4 5 6 7 0 1 2 3)", ["(invert|negative|inward|inside)"]),
    ("faceNotOnBlock", "cavity", "system/blockMeshDict", "(3 7 6 2)", "(3 7 5 2)", ["blockMeshDict|movingWall"]),
    ("edgeType", "cavity", "system/blockMeshDict", "boundary\n", "edges ( arch 0 1 (0.5 -0.1 0) );\nboundary\n", ["blockMeshDict:\\d+", "arch", "arc"]),
    ("phases", "damBreak", "constant/transportProperties", "phases (water air)", "phases (water oil)", ["transportProperties", "oil"]),
    ("sigma", "damBreak", "constant/transportProperties", "sigma ", "sgma ", ["sigma", "sgma"]),
    ("transportModel", "damBreak", "constant/transportProperties", "Newtonian", "Newtonain", ["Newtonain", "Newtonian"]),
    ("turbulence", "damBreak", "constant/turbulenceProperties", "simulationType laminar", "simulationType RSA", ["turbulenceProperties:\\d+", "RSA", "RAS"]),
    ("turbulenceModel", "damBreak", "constant/turbulenceProperties", "simulationType laminar", "simulationType RAS; RAS { turbulence on; RASModel kOmegaSTS; }",
     ["turbulenceProperties:\\d+", "kOmegaSTS", "did you mean 'kOmegaSST'"]),
    ("laminarModel", "damBreak", "constant/turbulenceProperties", "simulationType laminar", "simulationType laminar; laminar { laminarModel Maxwel; }",
     ["turbulenceProperties:\\d+", "Maxwel'", "did you mean 'Maxwell'"]),
    ("laminarModelOfTwo", "damBreak", "constant/turbulenceProperties", "simulationType laminar",
     "simulationType laminar; laminar { laminarModel Maxwell; nuM 1; lambda 1; }", ["turbulenceProperties:\\d+: laminarModel Maxwell is for one fluid"]),
    ("relaxationTime", "damBreak", "constant/turbulenceProperties", "simulationType laminar",
     "simulationType laminar; laminar { laminarModel PTT; nuM 1; modes ({ lambda 1; epsilon 1; } { lambda 0; epsilon 1; }); }",
     ["turbulenceProperties:\\d+: lambda, the relaxation time, must be above 0"]),
    ("wallDistance", "damBreak", "constant/turbulenceProperties", "simulationType laminar", "simulationType RAS; RAS { turbulence on; RASModel kOmegaSST; }",
     ["fvSchemes", "wallDist"]),
    ("cAlpha", "damBreak", "system/fvSolution", "cAlpha ", "cAlhpa ", ["cAlpha", "cAlhpa"]),
    ("maxAlphaCo", "damBreak", "system/controlDict", "maxAlphaCo ", "maxAlfaCo ", ["maxAlphaCo", "maxAlfaCo"]),
    ("alphaDdt", "damBreak", "system/fvSchemes", "ddtSchemes          { default Euler; }", "ddtSchemes { default backward; }", ["backward", "Euler"]),
    ("interpolation", "cavity", "system/fvSchemes", "interpolationSchemes { default linear", "interpolationSchemes { default cubic",
     ["fvSchemes:\\d+", r"flux\(HbyA\)", r"dotInterpolate\(S,U_0\)", "cubic", "linear or midPoint"]),
    ("interpolationOfInterface", "damBreak", "system/fvSchemes", "interpolationSchemes { default linear",
     'interpolationSchemes { default linear; "interpolate.*(nHat|sigma|rho).*" harmonic', [r"interpolate\(nHat\)", r"sigma\*interface", r"interpolate\(\(rho"]),
    ("stressScheme", "damBreak", "system/fvSchemes", "div(((rho*nuEff)*dev2(T(grad(U))))) Gauss linear", "div(((rho*nuEff)*dev2(T(grad(U))))) Gauss cubic",
     ["fvSchemes:\\d+", r"dev2\(T\(grad\(U", "Gauss linear or Gauss midPoint", "cubic"]),
    ("interpolationOfRate", "cavity", "system/fvSchemes", "{ default Euler; }", "{ default backward; } interpolationSchemes { dotInterpolate(S,U_0) midPoint; }",
     ["fvSchemes:\\d+", "must have one scheme", r"2\*U_0"]),
]


@pytest.mark.parametrize("name,case,file,old,new,patterns", MISSPELT, ids=[m[0] for m in MISSPELT])
def test_broken_dictionary(eagre, tmp_path, name, case, file, old, new, patterns):
    directory = make_case(tmp_path, case)
    replace(directory, file, old, new)
    expect(run(eagre, "run", directory), BAD_CASE, *patterns)
    assert not [p for p in directory.iterdir() if re.fullmatch(r"0\.\d+", p.name)], "a time was written"


def moving(case, type_):
    (case / "constant/dynamicMeshDict").write_text(
        f"FoamFile {{ version 2.0; format ascii; class dictionary; object dynamicMeshDict; }}\ndynamicFvMesh {type_};\n")


SOLID = "dynamicMotionSolverFvMesh; motionSolver solidBody;"
REFINE = ("dynamicRefineFvMesh; refineInterval 1; field alpha.water; lowerRefineLevel 0.1; upperRefineLevel 0.9; nBufferLayers 1; maxRefinement 1; "
          "maxCells 10000; dumpLevel true; correctFluxes ((phi none));")
LAPLACIAN = "dynamicMotionSolverFvMesh; motionSolver displacementLaplacian;"


@pytest.mark.parametrize("type_, message", [
    ("dynamicRefineBalancedFvMesh", "2: dynamicFvMesh 'dynamicRefineBalancedFvMesh' is not supported; dynamicRefineFvMesh is, and dynamicRefine2DFvMesh in two"),
    ("dynamicRefineFvMesh", ".*refineInterval.* is missing"),
    (f"{REFINE} maxRefinement 0", "2: maxRefinement: 0 is less than 1"),
    (f"{REFINE} motionSolver displacementLaplacian; diffusivity uniform", "2: points that are moved by an equation .displacementLaplacian, ... are not supported on a"),
    ("dynamicMotionSolverFvMesh; motionSolver displacementLayeredMotion", "2: motionSolver 'displacementLayeredMotion' is not supported"),
    ("dynamicMotionSolverFvMesh; solver displacementLayeredMotion", "2: solver 'displacementLayeredMotion' is not supported"),
    (f"{LAPLACIAN}", ".*diffusivity.* is missing"),
    (f"{LAPLACIAN} diffusivity inverseDistanse (walls)", "2: unknown diffusivity 'inverseDistanse'; did you mean 'inverseDistance'"),
    (f"{LAPLACIAN} diffusivity quadratic motionDirectional (1 1 1)", "2: diffusivity 'motionDirectional' is not supported"),
    (f"{LAPLACIAN} diffusivity uniform 1", "2: diffusivity: unexpected the number 1 behind the value"),
    (f"{LAPLACIAN} diffusivity uniform; frozenPointsZone still", "2: .*frozenPointsZone is not supported"),
    (f"{LAPLACIAN} diffusivity uniform; interpolation cellPoint", "2: .*interpolation 'cellPoint' is not supported; it must be volPoint or patchCorrected"),
    (f"{SOLID} solidBodyMotionFunction linearMotoin", "2: .*linearMotoin.*linearMotion"),
    (f"{SOLID} solidBodyMotionFunction linearMotion; velocity (1 0 0); cellSet c0", "2: .*a cellSet that moves is not supported"),
])
def test_moving_mesh_is_refused_before_there_is_a_mesh(eagre, tmp_path, type_, message):
    """Such cases have meshes that take OpenFOAM's tools hours: the answer does not wait for them."""
    case = make_case(tmp_path, "damBreak")
    moving(case, type_)
    (case / "system/blockMeshDict").unlink()
    expect(run(eagre, "check", case), BAD_CASE, f"dynamicMeshDict:{message}")


@pytest.mark.parametrize("text, edits, message", [
    ("cellZone inner", {}, "2: .*unknown cell zone 'inner'"),
    ("", {"system/fvSchemes": "ddtSchemes { default localEuler; }"}, "localEuler is not supported on a mesh that moves"),
    ("", {"system/fvSchemes": "ddtSchemes { default localEuler; ddt(U) Euler; ddt(rho,U) bounded Euler; ddt(alpha) Euler; }"}, "localEuler is not supported on a mesh that moves"),
    ("", {"system/controlDict": "dump { format hdf5; bunch 2; }"}, "dumps in several files \\(bunch\\) of a mesh that moves are not supported"),
])
def test_what_does_not_move_with_the_mesh(eagre, tmp_path, text, edits, message):
    case = make_case(tmp_path, "damBreak")
    moving(case, f"{SOLID} solidBodyMotionFunction linearMotion; velocity (1 0 0); {text}")
    for file, more in edits.items():
        with open(case / file, "a") as f:
            f.write(f"\n{more}\n")
    expect(run(eagre, "check", case), BAD_CASE, message)


DISPLACED = """FoamFile { version 2.0; format ascii; class pointVectorField; object pointDisplacement; }
dimensions [0 1 0 0 0 0 0]; internalField uniform (0 0 0);
boundaryField { walls { type fixedValue; value uniform (0 0 0); } atmosphere { type slip; } }
"""


def displaced(tmp_path, text=DISPLACED, diffusivity="uniform"):
    case = make_case(tmp_path, "damBreak")
    moving(case, f"{LAPLACIAN} diffusivity {diffusivity}")
    if text:
        (case / "0/pointDisplacement").write_text(text)
    with open(case / "system/fvSolution", "a") as f:
        f.write("\nsolvers { cellDisplacementFinal { solver PCG; preconditioner DIC; tolerance 1e-10; relTol 0; } }\n")
    return case


@pytest.mark.parametrize("edit, message", [
    (("fixedValue; value uniform (0 0 0)", "fixdValue"), "pointDisplacement:3: unknown point condition 'fixdValue'; did you mean 'fixedValue'"),
    (("slip", "surfaceSlipDisplacement"), "pointDisplacement:3: condition 'surfaceSlipDisplacement' of patch 'atmosphere' is not supported"),
    (("slip", "symmetryPlane"), "pointDisplacement:3: condition 'symmetryPlane' does not fit patch 'atmosphere', whose type is patch"),
    (("value uniform (0 0 0); } a", "} a"), "pointDisplacement:3: .*value.* is missing"),
    (("value uniform (0 0 0); } a", "value nonuniform List<vector> 2((0 0 0) (0 0 0)); } a"),
     "pointDisplacement:3: value: a List of one value per point of patch 'walls' is needed"),
    (("atmosphere {", "atmosfere {"), "pointDisplacement.* has no entry for patch 'atmosphere'"),
    (("pointVectorField", "volVectorField"), "pointDisplacement is a volVectorField, but a pointVectorField is needed"),
    (("[0 1 0 0", "[0 1 -1 0"), "pointDisplacement:2: pointDisplacement has dimensions"),
    (("slip;", "waveMaker; motionType pistn; n (1 0 0); initialDepth 1; wavePeriod 1; waveHeight 1; wavePhase 0; rampTime 1;"),
     "pointDisplacement:3: .*pistn.*piston"),
])
def test_point_fields(eagre, tmp_path, edit, message):
    assert edit[0] in DISPLACED
    expect(run(eagre, "check", displaced(tmp_path, DISPLACED.replace(*edit))), BAD_CASE, message)


def test_a_point_condition_symmetry_plane_fits_a_patch_that_is_bent(eagre, tmp_path):
    """symmetryPlane of OpenFOAM up to 2.2 is v1912's symmetry."""
    case = displaced(tmp_path, DISPLACED.replace("slip", "symmetryPlane"))
    mesh = case / "system/blockMeshDict"
    mesh.write_text(re.sub(r"(atmosphere\s*\{\s*type\s+)patch", r"\1symmetry", mesh.read_text()))
    result = run(eagre, "check", case)
    expect(result, BAD_CASE, "0/U:.*does not fit|0/U.*atmosphere")
    assert "pointDisplacement:3" not in result.stderr


def test_a_mesh_that_moves_in_some_steps_only_is_refused_where_openfoam_has_that(eagre, tmp_path):
    case = make_case(tmp_path, "damBreak")
    moving(case, f"{SOLID} solidBodyMotionFunction linearMotion; velocity (1 0 0); updateControl timeStep; updateInterval 2")
    replace(case, "system/controlDict", "interFoam;", "pimpleFoam;")
    (case / "system/blockMeshDict").unlink()
    expect(run(eagre, "check", case), BAD_CASE, "dynamicMeshDict:2: .*updateControl timeStep is not supported but as")
    replace(case, "constant/dynamicMeshDict", "updateInterval 2", "updateInterval 1")
    assert "updateControl" not in run(eagre, "check", case).stderr


def test_a_mesh_that_will_collapse_is_told_of_before(eagre, tmp_path):
    """The lid of the tank comes down on walls that stand: by the first cell that loses its volume the run ends, when the log has said."""
    lid = "type uniformFixedValue; uniformValue table ((0 (0 0 0)) (1 (0 -0.1 0)))"
    case = displaced(tmp_path, DISPLACED.replace("type slip", lid))
    with open(case / "system/controlDict", "a") as f:
        f.write("\nadjustTimeStep no; deltaT 0.004; writeControl timeStep; writeInterval 5; #remove functions\n")
    result = run(eagre, "run", case)
    expect(result, DIVERGED, r"diverged at time \S+ s", r"cell \d+ at \(.*\) has the volume -\S+ m\^3; what can help.*the last time that is written is \S")
    told = re.findall(r"at time (\S+) s cell (\d+) at \(.*?\) has (\S+) of its volume in constant/polyMesh; if it goes on so, the mesh collapses in "
                      r"\S+ s, at (\S+) s", result.stdout)
    end = float(re.search(r"diverged at time (\S+) s", result.stderr)[1])
    assert told and float(told[0][2]) < 0.2 and float(told[0][0]) < end <= float(told[0][3]) + 0.004, (told, end)


def test_a_table_that_ends_before_the_run_is_told_of_at_the_start(eagre, tmp_path):
    case = make_case(tmp_path, "damBreak")
    (case / "constant/6DoF.dat").write_text("2 ((0 ((0 0 0) (0 0 0))) (2e-3 ((0 0 0) (0 0 0))))")
    moving(case, f'{SOLID} solidBodyMotionFunction tabulated6DoFMotion; CofG (0 0 0); timeDataFileName "<constant>/6DoF.dat"')
    result = run(eagre, "check", "damBreak", cwd=tmp_path)
    assert result.returncode == 0 and "the table of the motion ends at 0.002 s, before endTime (1 s)" in result.stdout, result.stderr


def test_what_a_motion_by_an_equation_needs(eagre, tmp_path):
    case = displaced(tmp_path, text=None)
    expect(run(eagre, "check", case), BAD_CASE, "pointDisplacement")
    shutil.rmtree(case)
    expect(run(eagre, "check", displaced(tmp_path, diffusivity="inverseDistance (wals)")), BAD_CASE, "dynamicMeshDict:2: .*wals.*did you mean 'walls'")
    shutil.rmtree(case)
    case = displaced(tmp_path)
    assert run(eagre, "check", case).returncode == 0
    replace(case, "system/fvSolution", "cellDisplacementFinal", "cellDisplacement")
    expect(run(eagre, "check", case), BAD_CASE, "fvSolution.*cellDisplacementFinal")


BODY = ("dynamicMotionSolverFvMesh; motionSolver sixDoFRigidBodyMotion; patches (walls); innerDistance 0.05; outerDistance 0.1; mass 1; "
        "centreOfMass (0 0.3 0); momentOfInertia (1 1 1); solver { type Newmark; }")
JOINTED = ("dynamicMotionSolverFvMesh; motionSolver rigidBodyMotion; solver { type Newmark; } bodies { gate { type sphere; radius 0.1; mass 1; parent root; "
           "centreOfMass (0 0 0); transform (1 0 0 0 1 0 0 0 1) (0 0.3 0); joint { type Px; } patches (walls); innerDistance 0.05; outerDistance 0.1; } }")


@pytest.mark.parametrize("text, old, new, message", [
    (BODY, "mass 1;", "", " keyword 'mass' is missing"),
    (BODY, "mass 1;", "mass 0;", "2: .*mass must be positive"),
    (BODY, "Newmark", "Newmarc", "2: .*Newmarc.*Newmark"),
    (BODY, "solver {", "constraints { a { sixDoFRigidBodyMotionConstraint plain; } } solver {", "2: .*plain.*plane"),
    (BODY, "solver {", "constraints { a { sixDoFRigidBodyMotionConstraint axis; axis (0 0 0); } } solver {", "2: .*axis has no length"),
    (BODY, "solver {", "restraints { a { sixDoFRigidBodyMotionRestraint linearSprung; } } solver {", "2: .*linearSprung.*linearSpring"),
    (BODY, "solver {", "orientation (1 0 0 0 2 0 0 0 1); solver {", "2: .*orientation is not the tensor of a rotation"),
    (JOINTED, "type Px", "type Pq", "2: .*Pq.*Px"),
    (JOINTED, "type sphere", "type spere", "2: .*spere.*sphere"),
    (JOINTED, "parent root", "parent hull", "2: .*parent hull"),
    (JOINTED, "bodies {", "bodies { other { } ", "2: .*2 bodies"),
])
def test_a_floating_body_is_refused_before_there_is_a_mesh(eagre, tmp_path, text, old, new, message):
    case = make_case(tmp_path, "damBreak")
    assert old in text
    moving(case, text.replace(old, new))
    (case / "system/blockMeshDict").unlink()
    expect(run(eagre, "check", case), BAD_CASE, f"dynamicMeshDict:{message}")


DISPLACEMENT = """FoamFile { version 2.0; format ascii; class pointVectorField; object pointDisplacement; }
dimensions [0 1 0 0 0 0 0]; internalField uniform (0 0 0);
boundaryField { walls { type calculated; } ".*" { type fixedValue; value uniform (0 0 0); } }
"""


@pytest.mark.parametrize("old, new, field, message", [
    ("walls", "wals", DISPLACEMENT, "2: .*unknown patch 'wals'.*walls"),
    ("outerDistance 0.1", "outerDistance 0.01", DISPLACEMENT, "2: .*outerDistance must be larger than innerDistance"),
    ("mass", "mass", None, "there is no field pointDisplacement"),
    ("mass", "mass", DISPLACEMENT.replace("calculated", "slip"), "patch walls is the body's"),
    ("mass", "mass", DISPLACEMENT.replace("fixedValue", "fixedValu"), "fixedValu.*fixedValue"),
    ("mass", "mass", DISPLACEMENT.replace('".*"', "outlet"), "atmosphere"),
])
def test_what_a_floating_body_needs_of_the_mesh(eagre, tmp_path, old, new, field, message):
    case = make_case(tmp_path, "damBreak")
    moving(case, BODY.replace(old, new))
    if field:
        (case / ("0" if (case / "0").exists() else "0.orig") / "pointDisplacement").write_text(field)
    expect(run(eagre, "check", case), BAD_CASE, message)


def test_a_2D_mesh_stays_in_its_plane(eagre, tmp_path):
    case = make_case(tmp_path, "damBreak")
    moving(case, f"{SOLID} solidBodyMotionFunction linearMotion; velocity (0 0 1)")
    expect(run(eagre, "run", case), BAD_CASE, "the motion leaves the plane of the mesh, which is 2D \\(no extent along z\\)")


def test_points_of_a_time_are_not_overlooked(eagre, tmp_path):
    """A time of a run whose mesh moved, for one whose mesh stands still."""
    case = make_case(tmp_path, "damBreak")
    assert run(eagre, "blockMesh", case).returncode == 0
    (case / "0/polyMesh").mkdir(parents=True)
    shutil.copy(case / "constant/polyMesh/points", case / "0/polyMesh/points")
    expect(run(eagre, "check", case), BAD_CASE, "0/polyMesh: this time has points of its own")


def test_static_mesh_may_be_named_and_a_solver_without_moving_meshes_does_not_ask(eagre, tmp_path):
    for name, type_ in (("damBreak", "staticFvMesh"), ("cavity", "dynamicRefineFvMesh")):
        case = make_case(tmp_path, name)
        moving(case, type_)
        assert run(eagre, "check", case).returncode == 0, name


def test_optional_keyword_with_a_slip_of_the_pen(eagre, tmp_path):
    """OpenFOAM takes no notice of it; here the run says so, at its start or after the first step, which looks up the rest."""
    case = make_case(tmp_path, "cavity")
    replace(case, "system/controlDict", "runTimeModifiable yes;", "runTimeModifable yes;")
    replace(case, "system/fvSolution", "relTol ", "relTool ")
    result = run(eagre, "run", case)
    assert result.returncode == 0, result.stderr
    for file, wrong, right in (("controlDict", "runTimeModifable", "runTimeModifiable"), ("fvSolution", "relTool", "relTol")):
        assert re.search(f"Warning : system/{file}:\\d+: '{wrong}' is not used; did you mean '{right}'", result.stdout), result.stdout
    assert result.stdout.count("Warning") == 2, result.stdout


def test_all_problems_at_once(eagre, tmp_path):
    case = make_case(tmp_path, "cavity")
    replace(case, "system/fvSolution", "preconditioner  DIC;", "preconditioner  DICC;")
    replace(case, "system/fvSchemes", "Euler", "Eulr")
    replace(case, "0/U", "fixedValue", "fixedVaule")
    replace(case, "0/p", "[0 2 -2", "[0 2 -3")
    expect(run(eagre, "check", case), BAD_CASE, "DICC", "Eulr", "fixedVaule", "dimensions")


def test_fields_that_set_fields_stops_at_do_not_hide_the_others(eagre, tmp_path):
    """A mesh with other patches than those of the fields: each of them is named, once."""
    case = make_case(tmp_path, "damBreak")
    replace(case, "system/blockMeshDict", "    walls\n", "    sides\n")
    result = run(eagre, "check", case)
    expect(result, BAD_CASE, *(f"0/{field}:\\d+: boundaryField of {field} has no entry for patch 'sides'" for field in ("alpha.water", "p_rgh", "U")))
    assert result.stderr.count("of alpha.water has no entry") == 1


def test_words_of_parallel(eagre, tmp_path):
    case = make_case(tmp_path, "cavity")
    with open(case / "system/controlDict", "a") as f:
        f.write("parallel { exchange memoized; reductions typed; reduction treee; pendingSums aut; krylov CGGC; }")
    expect(run(eagre, "check", case), BAD_CASE, "memoized.*memoised", "reductions.*reduction", "treee.*tree", "aut.*auto", "CGGC.*CGCG",
           "controlDict:")
    case = make_case(tmp_path / "line", "cavity")
    expect(run(eagre, "run", case, "--exchange", "statik", "--reduction", "typd", "--krylov", "PCGG"), BAD_CASE,
           "--exchange.*statik.*static", "--reduction.*typd.*typed", "--krylov.*PCGG.*PCG")


def test_check_writes_nothing(eagre, tmp_path):
    case = make_case(tmp_path, "cavity")
    before = sorted(str(p) for p in case.rglob("*"))
    assert run(eagre, "check", case).returncode == 0
    assert sorted(str(p) for p in case.rglob("*")) == before


def test_no_such_case(eagre, tmp_path):
    expect(run(eagre, "run", tmp_path / "nothere"), BAD_CASE, "nothere", "no such")


def test_not_a_case(eagre, tmp_path):
    (tmp_path / "empty").mkdir()
    expect(run(eagre, "run", tmp_path / "empty"), BAD_CASE, "system")


def test_unknown_option(eagre):
    assert run(eagre, "run", "--no-such-option").returncode == USAGE


@pytest.mark.parametrize("option", ["--from", "--application", "--dump", "--exchange", "--krylov", "--reduction", "--solvers", "--machine"])
def test_empty_word_is_not_an_option_left_out(tmp_path, eagre, option):
    """--from "$TIME" with a variable that is not set."""
    case = make_case(tmp_path, "cavity")
    expect(run(eagre, "run", case, option, ""), USAGE, option)
    assert not (case / "constant" / "polyMesh").exists()


def test_unknown_command(eagre):
    assert run(eagre, "rnu").returncode == USAGE


def test_openfoam_name_unknown_option(bin_directory):
    expect(run(bin_directory / "icoFoam", "-prallel"), USAGE, "-prallel", "-parallel")
    expect(run(bin_directory / "icoFoam", "-case"), USAGE, "-case needs a directory")


def test_no_mesh(eagre, tmp_path):
    case = make_case(tmp_path, "cavity")
    (case / "system/blockMeshDict").unlink()
    expect(run(eagre, "run", case), BAD_CASE, "no mesh", "blockMeshDict")
    (case / "cavity.unv").touch()
    expect(run(eagre, "run", case), BAD_CASE, "no mesh", "make it of cavity.unv with ideasUnvToFoam")


def test_no_fields(eagre, tmp_path):
    case = make_case(tmp_path, "cavity")
    shutil.rmtree(case / "0")
    expect(run(eagre, "run", case), BAD_CASE, "0")


def meshed(eagre, tmp_path):
    case = make_case(tmp_path, "cavity")
    assert run(eagre, "blockMesh", case).returncode == 0
    return case


def test_truncated_points(eagre, tmp_path):
    case = meshed(eagre, tmp_path)
    path = case / "constant/polyMesh/points"
    path.write_bytes(path.read_bytes()[:3000])
    expect(run(eagre, "run", case), BAD_CASE, "points")


def test_owner_of_wrong_length(eagre, tmp_path):
    case = meshed(eagre, tmp_path)
    path = case / "constant/polyMesh/owner"
    text = path.read_text()
    count = re.search(r"\n(\d+)\n\(", text)
    path.write_text(text.replace(count[0], f"\n{int(count[1]) - 1}\n(", 1))
    expect(run(eagre, "run", case), BAD_CASE, "owner")


def test_point_index_out_of_range(eagre, tmp_path):
    case = meshed(eagre, tmp_path)
    path = case / "constant/polyMesh/faces"
    path.write_text(path.read_text().replace("4(", "4(99999 ", 1).replace("4(99999 ", "5(99999 ", 1))
    expect(run(eagre, "run", case), BAD_CASE, "99999|point")


def test_open_cell(eagre, tmp_path):
    case = meshed(eagre, tmp_path)
    path = case / "constant/polyMesh/points"
    text = path.read_text()
    first = re.search(r"\(0 0 0\)", text)
    # one face keeps the old corner: give it a point of its own
    count = re.search(r"\n(\d+)\n\(", text)
    text = text.replace(count[0], f"\n{int(count[1]) + 1}\n(", 1)
    end = text.rindex("\n)")
    path.write_text(text[:end] + "\n(0.01 0.01 0.003)" + text[end:])
    faces = case / "constant/polyMesh/faces"
    faces.write_text(faces.read_text().replace("(0 ", f"({count[1]} ", 1) if "(0 " in faces.read_text() else faces.read_text())
    assert first
    expect(run(eagre, "run", case), BAD_CASE, "mesh", "(closed|open)")


def test_unreadable_mesh(eagre, tmp_path):
    case = meshed(eagre, tmp_path)
    path = case / "constant/polyMesh/boundary"
    path.write_bytes(b"\x00\xff garbage ((((")
    expect(run(eagre, "run", case), BAD_CASE, "boundary")


def test_binary_field_truncated(eagre, tmp_path):
    case = make_case(tmp_path, "cavity")
    header = b"FoamFile { version 2.0; format binary; class volScalarField; object p; }\ndimensions [0 2 -2 0 0 0 0];\n"
    (case / "0/p").write_bytes(header + b"internalField nonuniform List<scalar> 400(" + struct.pack("<10d", *range(10)))
    expect(run(eagre, "run", case), BAD_CASE, "0/p")


def test_diverging_run_stops_with_last_dump_intact(eagre, tmp_path):
    case = make_case(tmp_path, "cavity")
    replace(case, "system/controlDict", "writeInterval   20", "writeInterval   1")
    replace(case, "system/controlDict", "deltaT          0.005", "deltaT          5")
    replace(case, "system/controlDict", "endTime         0.5", "endTime         5000")
    replace(case, "0/U", "uniform (1 0 0)", "uniform (1e150 0 0)")
    result = run(eagre, "run", case)
    expect(result, DIVERGED, "(finite|diverged)")
    for dump in case.glob("[0-9]*"):
        for field in ("U", "p"):
            assert "boundaryField" in (dump / field).read_text()


@pytest.mark.parametrize("ranks", [2])
def test_error_on_several_ranks(eagre, tmp_path, ranks):
    case = make_case(tmp_path, "cavity")
    replace(case, "0/U", "fixedValue", "fixedVaule")
    result = run(eagre, "run", case, "-n", ranks)
    expect(result, BAD_CASE, "fixedVaule")
    assert result.stderr.count("fixedVaule") == 1, "said once, not once per rank"


@pytest.mark.mounts
def test_full_disk(eagre, tmp_path):
    """The run ends with a message; the earlier dumps are whole and nothing half-written is left."""
    with disks.small(tmp_path / "disk", "1m") as disk:
        case = make_case(disk, "cavity")
        replace(case, "system/controlDict", "writeInterval   20", "writeInterval   1")
        expect(run(eagre, "run", case), IO, "[Nn]o space left")
        dumps = [p for p in case.glob("0.*")]
        assert dumps, "the first dumps fitted"
        for dump in dumps:
            for field in ("U", "p", "phi", "uniform/time"):
                assert (dump / field).stat().st_size > 0
                assert (dump / field).read_text().rstrip().endswith("//"), f"{dump.name}/{field} is not whole"
        assert not list(case.glob(".*partial*"))


def become_nobody():
    os.setgid(65534)
    os.setuid(65534)


def test_read_only_directory(eagre, tmp_path_factory):
    """A directory where the user may read but not write."""
    directory = pathlib.Path(tempfile.mkdtemp())
    case = make_case(directory, "cavity")
    assert run(eagre, "blockMesh", case).returncode == 0
    subprocess.run(["chmod", "-R", "a+rX,a-w", str(directory)], check=True)
    options = {"preexec_fn": become_nobody, "cwd": "/"} if os.geteuid() == 0 else {}
    if options and subprocess.run([str(eagre), "--version"], capture_output=True, **options).returncode != 0:
        pytest.skip("the program stands where only root may start it")
    result = run(eagre, "run", case, **options)
    subprocess.run(["chmod", "-R", "u+w", str(directory)], check=True)
    expect(result, IO, "[Pp]ermission denied")
    assert [p.name for p in case.glob("[0-9]*")] == ["0"]
    shutil.rmtree(directory)


@pytest.mark.parametrize("options", [[], ["-n", "2"]])
@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT])
def test_signal_writes_and_stops(eagre, tmp_path, options, sent):
    case = make_case(tmp_path, "damBreak")
    process = subprocess.Popen([str(eagre), "run", str(case), *options], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                               preexec_fn=lambda: signal.signal(sent, signal.SIG_DFL))  # a shell's background ignores SIGINT
    for line in process.stdout:
        if line.startswith("ExecutionTime"):
            break
    time.sleep(0.5)
    process.send_signal(sent)
    output = process.communicate(timeout=60)[0]
    assert process.returncode == 6, output[-500:]
    last = re.findall(r"^Time = (\S+)", output, re.M)[-1]
    assert float(last) < 1 and (case / last / "U").exists(), "the step that was under way is written"


def test_a_control_dict_that_cannot_be_read_is_all_that_is_said_of_it(tmp_path, eagre):
    case = make_case(tmp_path, "cavity")
    replace(case, "system/controlDict", "FoamFile", "}\nFoamFile")
    replace(case, "system/fvSolution", "solvers", "solvers {")
    result = run(eagre, "check", case)
    expect(result, BAD_CASE, r"system/controlDict:\d+: unexpected '}'", r"system/fvSolution:\d+: ")
    for bogus in ("endTime", "deltaT", "writeInterval", "'application'"):
        assert bogus not in result.stdout + result.stderr, bogus


def warns(result, pattern):
    assert result.returncode == 0, result.stdout[-2000:] + result.stderr[-2000:]
    assert re.search("EAGRE Warning : .*" + pattern, result.stdout), f"no '{pattern}' in:\n{result.stdout[-2000:]}"


def test_a_write_format_of_another_program_is_ascii(tmp_path, eagre):
    case = make_case(tmp_path, "cavity")
    path = case / "system/controlDict"
    path.write_text(re.sub(r"writeFormat\s+\w+;", "writeFormat coherent;", path.read_text()))
    warns(run(eagre, "check", case), r"controlDict:\d+: unknown writeFormat 'coherent'.*ascii is written")


@pytest.mark.parametrize("scheme", ["gradSchemes { default Gauss linear 1; }",
                                    "ddtSchemes { default Euler 0.9; }", "laplacianSchemes { default Gauss linear corrected 1; }",
                                    "divSchemes { default none; div(phi,U) Gauss linear 1; }"])
def test_what_stands_behind_a_scheme_is_not_used(scheme, tmp_path, eagre):
    case = make_case(tmp_path, "cavity")
    with open(case / "system/fvSchemes", "a") as file:
        file.write(scheme + "\n")
    warns(run(eagre, "check", case), r"fvSchemes:\d+: .*unexpected the number .* behind the value. As in OpenFOAM, it is not used")


def test_a_missing_semicolon_behind_a_scheme_is_named(tmp_path, eagre):
    case = make_case(tmp_path, "cavity")
    with open(case / "system/fvSchemes", "a") as file:
        file.write("divSchemes\n{\n    div(phi,U) Gauss linear\n    default none;\n}\n")
    warns(run(eagre, "check", case), r"is a ';' missing at the end of line \d+\?")


def test_an_empty_patch_in_three_dimensions_is_left_to_the_user(tmp_path, eagre):
    case = make_case(tmp_path, "cavity")
    path = case / "system/blockMeshDict"
    path.write_text(re.sub(r"\((\d+ \d+) 1\)", r"(\1 3)", path.read_text()))
    warns(run(eagre, "check", case), r"empty patch 'frontAndBack' has \d+ faces, not a multiple of the \d+ cells")
    expect(run(eagre, "blockMesh", case), 0)
    (case / "system/snappyHexMeshDict").write_text("")
    warns(run(eagre, "check", case), "run snappyHexMesh first")


def test_an_internal_patch_without_faces_is_taken(tmp_path, eagre):
    """openfoam.org's blockMeshDicts have one for sub-sets of meshes, and setConstraintTypes its condition."""
    case = make_case(tmp_path, "cavity")
    path = case / "system/blockMeshDict"
    path.write_text(re.sub(r"boundary\s*\(", "boundary ( internal { type internal; faces (); } ", path.read_text(), count=1))
    for field in ("U", "p"):
        replace(case, f"0.orig/{field}" if (case / "0.orig").exists() else f"0/{field}", "boundaryField\n{",
                'boundaryField\n{\n    #includeEtc "caseDicts/setConstraintTypes"\n')
    warns(run(eagre, "check", case, env={k: v for k, v in os.environ.items() if k != "WM_PROJECT_DIR"}),
          "patch 'internal' of openfoam.org's type internal")


def test_a_check_names_the_file_that_its_user_has(tmp_path, eagre):
    """It looks at a copy in which 0 has been made of 0.orig."""
    case = make_case(tmp_path, "cavity")
    if (case / "0").exists():
        (case / "0").rename(case / "0.orig")
    (case / "Allrun").write_text("#!/bin/sh\nrestore0Dir\nblockMesh\nicoFoam\n")
    replace(case, "0.orig/U", "fixedValue", "fixedVaule")
    result = run(eagre, "check", case)
    assert result.returncode != 0 and re.search(r"^  0\.orig/U:\d+: .*fixedVaule", result.stderr, re.M), result.stderr
