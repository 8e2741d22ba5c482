# SPDX-License-Identifier: BSD-3-Clause
"""What looks wrong and is not, or OpenFOAM tolerates: such cases run, and what might be a mistake is a warning with its place."""
import foam
import mistakes
import pytest

C, B, S, F, U, T = ("system/controlDict", "system/blockMeshDict", "system/fvSchemes", "system/fvSolution", "0/U", "constant/transportProperties")
EVERY = [C, B, S, F, U, "0/p", T]


def rewrite(case, file, change):
    (case / file).write_bytes(change((case / file).read_bytes()))


FORMS = {
    "carriage returns": lambda text: text.replace(b"\n", b"\r\n"),
    "tabs": lambda text: text.replace(b"    ", b"\t"),
    "a byte order mark": lambda text: b"\xef\xbb\xbf" + text,
    "no end of line at the end": lambda text: text.rstrip(),
    "form feeds and blanks at the end": lambda text: text + b"\f\v  \n\n",
}


@pytest.mark.parametrize("form", FORMS)
def test_forms_of_text(eagre, tmp_path, form):
    case = mistakes.copy_case("cavity", tmp_path)
    for file in EVERY:
        rewrite(case, file, FORMS[form])
    result = mistakes.check(eagre, case)
    assert result.returncode == 0, result.stderr
    assert "Warning" not in result.stdout, result.stdout


SILENT = [
    ("extraSemicolons", C, "0.005;", "0.005;;"),
    ("theSameTwiceTheLastCounts", C, "deltaT          0.005;", "deltaT -1;\ndeltaT          0.005;"),
    ("macroWithoutSemicolon", F, "$p;", "$p"),
    ("quotedWord", C, "icoFoam;", '"icoFoam";'),
    ("switchOn", C, "runTimeModifiable yes;", "runTimeModifiable on;"),
    ("objectOfAnotherName", U, "object      U;", "object      V;"),
    ("noObject", U, "    object      U;\n", ""),
    ("noVersion", U, "    version     2.0;\n", ""),
    ("bareValue", U, "value   uniform (1 0 0);", "value   (1 0 0);"),
    ("dimensionsOfFive", "0/p", "[0 2 -2 0 0 0 0]", "[0 2 -2 0 0]"),
    ("dimensionsInUnits", U, "[0 1 -1 0 0 0 0]", "[m/s]"),
    ("valueOfAConditionThatNeedsNone", "0/p", "type    zeroGradient;", "type    zeroGradient; value uniform 0;"),
    ("noSlipInWords", U, "type    noSlip;", "type    fixedValue; value $internalField;"),
    ("oldNameOfScale", B, "scale 0.1;", "convertToMeters 0.1;"),
    ("noScale", B, "scale 0.1;", ""),
    ("emptyListOfEdges", B, "boundary\n(", "edges ( );\nmergePatchPairs ( );\nboundary\n("),
    ("oneGradingForAll", B, "simpleGrading (1 1 1)", "simpleGrading (1)"),
    ("namedViscosity", T, "nu [0 2 -1 0 0 0 0] 0.01;", "nu nu [0 2 -1 0 0 0 0] 0.01;"),
    ("viscosityWithoutDimensions", T, "nu [0 2 -1 0 0 0 0] 0.01;", "nu 0.01;"),
    ("regularExpressionOfAPatch", U, "    fixedWalls\n", '    "fixed.*"\n'),
    ("conditionForAllWalls", "0/p", "    fixedWalls\n", "    wall\n"),
    ("noSuchPatchByPattern", U, "    fixedWalls\n", '    "inlet|outlet" { type noSlip; }\n    fixedWalls\n'),
    ("entriesOfConstraintTypes", U, "    fixedWalls\n", "    processor { type processor; }\n    cyclicAMI { type cyclicAMI; }\n    fixedWalls\n"),
]


@pytest.mark.parametrize("form", ["utf-16", "utf-16-be"])
def test_text_in_utf_16_is_named(eagre, tmp_path, form):
    case = mistakes.copy_case("cavity", tmp_path)
    mark = "\ufeff" if form == "utf-16-be" else ""
    rewrite(case, C, lambda text: (mark + text.decode()).encode(form))
    result = mistakes.check(eagre, case)
    assert result.returncode == 3 and "system/controlDict:1: the text is in UTF-16" in result.stderr, result.stderr


@pytest.mark.parametrize("file,old,new", [row[1:] for row in SILENT], ids=[row[0] for row in SILENT])
def test_without_a_word(eagre, tmp_path, file, old, new):
    case = mistakes.copy_case("cavity", tmp_path)
    mistakes.replace(case, file, old, new)
    result = mistakes.check(eagre, case)
    assert result.returncode == 0, result.stderr
    assert "Warning" not in result.stdout, result.stdout


WARNED = [
    ("writeFormat", "cavity", C, "writeFormat     ascii;", "writeFormat     asci;", "controlDict:19: unknown writeFormat 'asci'; did you mean 'ascii'"),
    ("purgeWrite", "cavity", C, "runTimeModifiable yes;", "purgeWrite -2;", "controlDict:22: purgeWrite is negative; as in OpenFOAM, 0 is taken"),
    ("endTime", "cavity", C, "endTime         0.5;", "endTime         -1;", "endTime -1 is not behind the start time 0: no step is to be done"),
    ("noPressure", "damBreak", F, "nCorrectors                 3;", "nCorrectors                 0;", "fvSolution:63: nCorrectors is 0: as in OpenFOAM, no pressure is solved"),
    ("nothingSolved", "damBreak", F, "nOuterCorrectors            1;", "nOuterCorrectors            0;", "fvSolution:62: nOuterCorrectors is 0: as in OpenFOAM, nothing is solved"),
    ("maxIter", "cavity", F, "relTol          0.05;", "relTol 0.05; maxIter -1;", "fvSolution:18: maxIter is -1: as in OpenFOAM, a solve ends with its first iteration"),
    ("sigma", "damBreak", T, "sigma           0.07;", "sigma           -0.07;", "transportProperties:27: sigma is -0.07: a surface tension is not negative"),
    ("stranger", "cavity", U, "    fixedWalls\n", "    inlet { type noSlip; }\n    fixedWalls\n", r"0/U: boundaryField of U: 'inlet' (line 22) is no patch of the mesh"),
    ("strangers", "cavity", U, "    fixedWalls\n", "    a { type noSlip; }\n    b { type noSlip; }\n    fixedWalls\n", r"'a' (line 22), 'b' (line 23) are no patch of the mesh"),
    ("misspeltStranger", "cavity", "0/p", "    fixedWalls\n", '    fixedWals { type fixedValue; value uniform 0; }\n    "fixed.*"\n',
     "'fixedWals' (line 21) is no patch of the mesh, so this entry changes nothing; did you mean 'fixedWalls'?"),
    ("fieldNotThere", "damBreak", "system/setFieldsDict", "(volScalarFieldValue alpha.water 0)", "(volScalarFieldValue alpha1 0)",
     "setFieldsDict:11: Field alpha1 not found, so it is not set"),
    ("fieldOfARegionNotThere", "damBreak", "system/setFieldsDict", "(volScalarFieldValue alpha.water 1)", "(volScalarFieldValue alpha1 1)",
     "setFieldsDict:18: Field alpha1 not found, so it is not set"),
    ("braceTooMany", "cavity", F, "pRefValue                   0;\n}", "pRefValue                   0;\n}\n}", "fvSolution:41: the '}' at the end of the file closes no '{'"),
    ("braceTooManyInAField", "cavity", U, "type    empty;\n    }\n}", "type    empty;\n    }\n}\n};  // end", "U:31: the '}' at the end of the file closes no '{'"),
    ("defaultFacesAsName", "damBreak", B, "name frontAndBack;", "name sides;", "'frontAndBack' (line 26) is no patch of the mesh"),
]


@pytest.mark.parametrize("case,file,old,new,text", [row[1:] for row in WARNED], ids=[row[0] for row in WARNED])
def test_with_a_warning(eagre, tmp_path, case, file, old, new, text):
    directory = mistakes.copy_case(case, tmp_path)
    mistakes.replace(directory, file, old, new)
    result = mistakes.check(eagre, directory)
    assert result.returncode == 0, result.stderr
    warnings = [line for line in result.stdout.splitlines() if "Warning" in line]
    assert any(text in line for line in warnings), warnings or result.stdout
    of_this_file = [line for line in warnings if file.split("/")[-1] in line or text in line or "no patch of the mesh" in line]
    assert warnings == of_this_file, warnings


def test_a_coefficient_that_has_another_name(eagre, tmp_path):
    """v1912's LamBremhorstKE reads sigmaEps by the name alphaEps."""
    case = foam.copy_example("incompressible/pisoFoam/RAS/cavity", tmp_path / "case")
    foam.append(case, "constant/turbulenceProperties", "RAS { RASModel LamBremhorstKE; LamBremhorstKECoeffs { sigmaEps 2; } }")
    foam.append(case, "system/fvSchemes", "wallDist { method meshWave; }")
    foam.append(case, "system/controlDict", "endTime 0.005;")
    result = mistakes.check(eagre, case, command="run")
    assert result.returncode == 0, result.stderr
    assert ": LamBremhorstKE reads alphaEps for sigmaEps" in result.stdout, result.stdout
