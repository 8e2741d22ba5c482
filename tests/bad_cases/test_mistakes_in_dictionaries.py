# SPDX-License-Identifier: BSD-3-Clause
"""Wrong words and values in controlDict, fvSchemes, fvSolution and the properties of the fluids."""
import mistakes

C, S, F, T, X = "system/controlDict", "system/fvSchemes", "system/fvSolution", "constant/transportProperties", "constant/turbulenceProperties"
CONTROL = [
    ("applicationCase", "cavity", C, "icoFoam", "icofoam", 11, ["unknown application 'icofoam'; did you mean 'icoFoam'"]),
    ("noApplication", "cavity", C, "application     icoFoam;", "", 0, ["no 'application'"]),
    ("startFrom", "cavity", C, "startFrom       startTime;", "startFrom       start;", 12, ["unknown startFrom 'start'"]),
    ("noEndTime", "cavity", C, "endTime         0.5;", "", 0, ["'endTime' is missing"]),
    ("zeroDeltaT", "cavity", C, "0.005;", "0;", 16, ["16: deltaT must be positive, not 0"]),
    ("negativeWriteInterval", "cavity", C, "writeInterval   20;", "writeInterval   -1;", 18, ["18: writeInterval must be positive"]),
    ("writeControl", "cavity", C, "timeStep;", "timesteps;", 17, ["did you mean 'timeStep'"]),
    ("stopAt", "cavity", C, "stopAt          endTime;", "stopAt          endtime;", 14, ["did you mean 'endTime'"]),
    ("writePrecision", "cavity", C, "writePrecision  10;", "writePrecision  ten;", 20, ["expected an integer, found the word 'ten'"]),
    ("switch", "cavity", C, "runTimeModifiable yes;", "runTimeModifiable maybe;", 22, ["expected true, false, on, off, yes, no"]),
    ("adjustTimeStep", "damBreak", C, "adjustTimeStep  yes;", "adjustTimeStep  ja;", 17, ["expected true, false, on, off, yes, no"]),
    ("zeroMaxCo", "damBreak", C, "maxCo           1;", "maxCo           0;", 18, ["maxCo must be positive"]),
    ("noMaxAlphaCo", "damBreak", C, "maxAlphaCo      1;", "", 0, ["'maxAlphaCo' is missing"]),
    ("compression", "cavity", C, "runTimeModifiable yes;", "writeCompression maybe;", 22, ["unknown writeCompression 'maybe'"]),
]
SCHEMES = [
    ("none", "cavity", S, "div(phi,U) Gauss linear;", "", 13, [r"no scheme for 'div\(phi,U\)'", "default is none"]),
    ("withoutGauss", "cavity", S, "div(phi,U) Gauss linear;", "div(phi,U) linear;", 13, ["unknown convection scheme 'linear'; valid: Gauss"]),
    ("gaussAlone", "cavity", S, "div(phi,U) Gauss linear;", "div(phi,U) Gauss;", 13, ["expected the name of an interpolation scheme"]),
    ("linearUpwindAlone", "cavity", S, "Gauss linear; }\nlap", "Gauss linearUpwind; }\nlap", 13, ["expected the name of the gradient"]),
    ("limiterWithoutNumber", "cavity", S, "Gauss linear; }\nlap", "Gauss limitedLinear; }\nlap", 13, [r"needs a coefficient within \[0, 1\]"]),
    ("limiterAboveOne", "cavity", S, "Gauss linear; }\nlap", "Gauss limitedLinear 2; }\nlap", 13, ["coefficient 2 .* is not within"]),
    ("groupMistyped", "cavity", S, "divSchemes", "divSchems", 0, [r"no divSchemes: .* did you mean it by 'divSchems'"]),
    ("noDdtSchemes", "cavity", S, "ddtSchemes          { default Euler; }", "", 0, ["no ddtSchemes"]),
    ("laplacianWithoutSnGrad", "cavity", S, "Gauss linear orthogonal", "Gauss linear", 14, ["expected the name of a face-normal gradient scheme"]),
    ("crankNicolson", "cavity", S, "Euler", "CrankNicolson 2", 11, [r"is 2, it must be in \[0, 1\]"]),
    ("noPhiAlpha", "damBreak", S, "    div(phi,alpha)      Gauss vanLeer;\n", "", 13, [r"no scheme for 'div\(phi,alpha\)'"]),
    ("phaseInTheName", "damBreak", S, "div(phi,alpha)  ", "div(phi,alpha.water) ", 13, [r"no scheme for 'div\(phi,alpha\)'"]),
    ("phiForRhoPhi", "damBreak", S, "div(rhoPhi,U) ", "div(phi,U) ", 13, [r"no scheme for 'div\(rhoPhi,U\)'.* did you mean 'div\(phi,U\)'"]),
    ("noStress", "damBreak", S, "    div(((rho*nuEff)*dev2(T(grad(U))))) Gauss linear;\n", "", 13, [r"dev2\(T\(grad\(U"]),
]
SOLUTION = [
    ("noSolver", "cavity", F, "        solver          PCG;\n", "", 13, ["'solver' is missing in solvers.p;"]),
    ("nameCase", "cavity", F, "    U\n    {", "    u\n    {", 11, ["'U' is missing in solvers; did you mean 'u'"]),
    ("finalCase", "cavity", F, "pFinal", "pfinal", 11, ["'pFinal' is missing in solvers; did you mean 'pfinal'"]),
    ("noSmoother", "damBreak", F, "        smoother        DIC;\n        tolerance       1e-7;", "        tolerance       1e-7;", 36, ["'smoother' is missing in solvers.p_rgh"]),
    ("symmetricSolverForU", "cavity", F, "smoothSolver;\n        smoother        symGaussSeidel;", "PCG;\n        preconditioner DIC;", 27,
     ["the matrix of U is asymmetric and solver 'PCG' is not"]),
    ("symmetricPreconditionerForU", "cavity", F, "smoothSolver;\n        smoother        symGaussSeidel;", "PBiCGStab;\n        preconditioner DIC;", 28,
     ["preconditioner 'DIC' is not"]),
    ("otherLoop", "cavity", F, "\nPISO\n", "\nPIMPLE\n", 0, ["pRefCell"]),
    ("otherPhase", "damBreak", F, '"alpha.water.*"', '"alpha.oil.*"', 11, [r"'alpha.water' is missing in solvers; .*alpha.oil"]),
    ("noAlphaCorr", "damBreak", F, "nAlphaCorr      2;", "", 13, ["'nAlphaCorr' is missing in solvers.alpha.water"]),
    ("correctorsInWords", "damBreak", F, "nCorrectors                 3;", "nCorrectors                 three;", 63, ["expected an integer, found the word 'three'"]),
]
FLUIDS = [
    ("dimensionsOfNu", "cavity", T, "[0 2 -1 0 0 0 0]", "[1 -1 -1 0 0 0 0]", 11, [r"nu: has the dimensions \[1 -1 -1 "]),
    ("negativeNu", "cavity", T, "0.01;", "-0.01;", 11, ["nu is -0.01; a viscosity is not negative"]),
    ("dimensionsOfG", "damBreak", "constant/g", "[0 1 -2 0 0 0 0]", "[0 1 -1 0 0 0 0]", 11, [r"dimensions are \[0 1 -1 .* but \[0 1 -2 "]),
    ("twoComponentsOfG", "damBreak", "constant/g", "(0 -9.81 0)", "(0 -9.81)", 12, ["expected a number, found '\\)'"]),
    ("numberForG", "damBreak", "constant/g", "(0 -9.81 0)", "-9.81", 12, [r"expected '\(', found the number -9.81"]),
    ("valueMistyped", "damBreak", "constant/g", "value ", "values ", 0, ["'value' is missing; did you mean 'values'"]),
    ("dimensionsOfSigma", "damBreak", T, "sigma           0.07;", "sigma [1 -1 -2 0 0 0 0] 0.07;", 27, [r"sigma: has the dimensions"]),
    ("phaseCase", "damBreak", T, "\nwater\n", "\nWater\n", 0, ["'water' is missing; did you mean 'Water'"]),
    ("onePhase", "damBreak", T, "(water air)", "(water)", 11, ["two phases are needed, 1 given"]),
    ("threePhases", "damBreak", T, "(water air)", "(water air oil)", 11, ["two phases are needed, 3 given"]),
    ("samePhase", "damBreak", T, "(water air)", "(water water)", 11, ["both are called 'water'"]),
    ("noRho", "damBreak", T, "    rho             1000;       // [kg/m^3]\n", "", 13, ["'rho' is missing in water"]),
    ("zeroRho", "damBreak", T, "rho             1000;", "rho             0;", 17, ["rho of phase 'water' is 0; a density must be positive"]),
    ("dimensionsOfRho", "damBreak", T, "rho             1000;", "rho [0 0 0 0 0 0 0] 1000;", 17, ["rho: has the dimensions"]),
    ("noPhases", "damBreak", T, "phases (water air);", "", 0, ["'phases' is missing"]),
    ("modelCase", "damBreak", T, "transportModel  Newtonian;", "transportModel  newtonian;", 15, ["did you mean 'Newtonian'"]),
    ("coefficients", "damBreak", T, "transportModel  Newtonian;", "transportModel  CrossPowerLaw;", 13, ["'nu0' is missing in water"]),
    ("typeCase", "damBreak", X, "laminar;", "Laminar;", 11, ["unknown simulationType 'Laminar'; did you mean 'laminar'"]),
    ("noType", "damBreak", X, "simulationType laminar;", "", 0, ["'simulationType' is missing"]),
    ("noRAS", "damBreak", X, "laminar;", "RAS;", 0, ["'RAS' is missing"]),
    ("noModel", "damBreak", X, "laminar;", "RAS; RAS { turbulence on; }", 11, ["'RASModel' is missing in RAS"]),
    ("model", "damBreak", X, "laminar;", "RAS; RAS { RASModel kEpsilonn; turbulence on; }", 11, ["did you mean 'kEpsilon'"]),
    ("noDelta", "damBreak", X, "laminar;", "LES; LES { LESModel kEqn; turbulence on; }", 11, ["'delta' is missing in LES"]),
]


@mistakes.cases(CONTROL)
def test_control(eagre, tmp_path, case, file, old, new, line, patterns):
    mistakes.expect_only(eagre, tmp_path, case, file, old, new, line, patterns)


@mistakes.cases(SCHEMES)
def test_schemes(eagre, tmp_path, case, file, old, new, line, patterns):
    mistakes.expect_only(eagre, tmp_path, case, file, old, new, line, patterns)


@mistakes.cases(SOLUTION)
def test_solution(eagre, tmp_path, case, file, old, new, line, patterns):
    mistakes.expect_only(eagre, tmp_path, case, file, old, new, line, patterns)


@mistakes.cases(FLUIDS)
def test_fluids(eagre, tmp_path, case, file, old, new, line, patterns):
    mistakes.expect_only(eagre, tmp_path, case, file, old, new, line, patterns)


def test_fields_of_a_turbulence_model_that_are_not_there(eagre, tmp_path):
    """This one concerns three files: all are named at once."""
    case = mistakes.copy_case("damBreak", tmp_path)
    mistakes.replace(case, X, "laminar;", "RAS; RAS { RASModel kEpsilon; turbulence on; }")
    result = mistakes.check(eagre, case)
    assert result.returncode == mistakes.BAD_CASE
    for text in ("0/k: no such file", "0/epsilon: no such file", "0/nut: no such file", "no scheme for 'div(phi,k)'", "'kFinal' is missing"):
        assert text in result.stderr, result.stderr


def test_a_start_time_without_directory(eagre, tmp_path):
    case = mistakes.copy_case("cavity", tmp_path)
    mistakes.replace(case, C, "startTime       0;", "startTime       0.5;")
    result = mistakes.check(eagre, case)
    assert result.returncode == mistakes.BAD_CASE
    assert "no directory for startTime 0.5; there are: 0" in result.stderr
