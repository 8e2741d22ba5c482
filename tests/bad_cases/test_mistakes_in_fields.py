# SPDX-License-Identifier: BSD-3-Clause
"""Conditions that do not fit their patch or their field, fields of another mesh, headers and dimensions that are wrong."""
import mistakes

U, P, A, R = "0/U", "0/p", "0/alpha.water", "0/p_rgh"
WALL, LID, SIDES = "type    noSlip;", "type    fixedValue;", "type    empty;"
CONDITIONS = [
    ("case", "cavity", U, "noSlip", "noslip", 24, ["patch fixedWalls: unknown boundary condition 'noslip'; did you mean 'noSlip'"]),
    ("emptyOnAWall", "cavity", U, WALL, "type    empty;", 24, ["'empty' is for patches of type empty; this patch is of type 'wall'"]),
    ("wallOnAnEmptyPatch", "cavity", U, SIDES, "type    noSlip;", 28, ["frontAndBack: a patch of type empty needs the boundary condition empty"]),
    ("valueOnAnEmptyPatch", "cavity", U, SIDES, "type    fixedValue; value uniform (0 0 0);", 28, ["a patch of type empty needs .* empty"]),
    ("typeOfThePatch", "cavity", U, WALL, "type    wall;", 24, ["'wall' is a type of patches in the mesh, not a boundary condition", "noSlip"]),
    ("typePatch", "cavity", P, "type    zeroGradient;", "type    patch;", 19, ["'patch' is a type of patches in the mesh", "zeroGradient"]),
    ("cyclicOnAWall", "cavity", U, WALL, "type    cyclic;", 24, ["'cyclic' is for patches of type cyclic"]),
    ("nothingOnEmpty", "cavity", P, SIDES, "", 25, ["the entry of patch 'frontAndBack' is empty; it needs a 'type'"]),
    ("symmetryPlaneOnEmpty", "cavity", P, SIDES, "type    symmetryPlane;", 27, ["needs the boundary condition empty, not 'symmetryPlane'"]),
    ("wedgeOnEmpty", "cavity", P, SIDES, "type    wedge;", 27, ["needs the boundary condition empty, not 'wedge'"]),
    ("ofVectorsOnP", "cavity", P, "type    zeroGradient;", "type    noSlip;", 19, ["'noSlip' is for fields of vectors, and this is one of scalars"]),
    ("ofScalarsOnU", "cavity", U, WALL, "type    fixedFluxPressure;", 24, ["'fixedFluxPressure' is for fields of scalars"]),
    ("numberForAVector", "cavity", U, "uniform (1 0 0);", "uniform 1;", 20, [r"value: expected '\(', found the number 1"]),
    ("vectorForANumber", "cavity", P, "type    zeroGradient;", "type    fixedValue; value uniform (0 0 0);", 19, [r"expected a number, found '\('"]),
    ("constantForUniform", "cavity", U, "uniform (1 0 0);", "constant (1 0 0);", 20, ["unknown form of a patch field 'constant'; valid: uniform, nonuniform"]),
    ("noType", "cavity", U, "        type    fixedValue;\n", "", 17, ["'type' is missing in boundaryField.movingWall"]),
    ("typeMistyped", "cavity", U, LID, "tpye    fixedValue;", 17, ["did you mean 'tpye'"]),
    ("noInletValue", "cavity", U, WALL, "type    inletOutlet;", 22, ["'inletValue' is missing in boundaryField.fixedWalls"]),
    ("noGradient", "cavity", P, "type    zeroGradient;", "type    fixedGradient;", 17, ["'gradient' is missing"]),
    ("noP0", "cavity", P, "type    zeroGradient;", "type    totalPressure;", 17, ["'p0' is missing"]),
    ("pForP0", "damBreak", R, "p0 uniform 0;", "p uniform 0;", 22, ["'p0' is missing in boundaryField.atmosphere; did you mean 'p'"]),
    ("noFlowRate", "cavity", U, WALL, "type    flowRateInletVelocity; value uniform (0 0 0);", 22, ["volumetricFlowRate", "massFlowRate"]),
    ("function", "cavity", U, LID, "type uniformFixedValue; uniformValue tabel ((0 (0 0 0)) (1 (1 0 0)));", 19, ["'tabel'; did you mean 'table'"]),
    ("ofAnotherPackage", "cavity", U, LID, "type    groovyBC;", 19, ["groovyBC", "swak4Foam"]),
    ("notThere", "cavity", U, LID, "type    externalCoupled;", 19, ["'externalCoupled'; valid: .* more; `eagre list conditions` prints all"]),
    ("noTheta0", "damBreak", A, "type zeroGradient;", "type constantAlphaContactAngle; limit gradient; value uniform 0;", 17, ["'theta0' is missing"]),
    ("limit", "damBreak", A, "type zeroGradient;", "type constantAlphaContactAngle; theta0 90; limit gradiant; value uniform 0;", 19,
     ["unknown limit 'gradiant'; did you mean 'gradient'"]),
    ("pressureOfTheWall", "damBreak", R, "fixedFluxPressure", "fixedFluxPresure", 19, ["did you mean 'fixedFluxPressure'"]),
]
PATCHES = [
    ("case", "cavity", P, "movingWall", "movingwall", 15, ["no entry for patch 'movingWall'; did you mean it by 'movingwall', which is no patch"]),
    ("twice", "cavity", P, "    fixedWalls\n", "    movingWall\n", 15, ["no entry for patch 'fixedWalls'"]),
    ("missing", "cavity", U, "    fixedWalls\n    {\n        type    noSlip;\n    }\n", "", 15, ["no entry for patch 'fixedWalls'"]),
    ("ofAnotherMesh", "cavity", P, "    fixedWalls\n", "    inlet\n", 15, ["no entry for patch 'fixedWalls'; entries that match no patch: inlet"]),
]
FILES = [
    ("noBoundaryField", "cavity", P, "boundaryField", "boundaryfield", 0, ["'boundaryField' is missing; did you mean 'boundaryfield'"]),
    ("noInternalField", "cavity", P, "internalField", "internalfield", 0, ["'internalField' is missing; did you mean 'internalfield'"]),
    ("noDimensions", "cavity", P, "dimensions      [0 2 -2 0 0 0 0];", "", 0, ["'dimensions' is missing"]),
    ("sixDimensions", "cavity", P, "[0 2 -2 0 0 0 0]", "[0 2 -2 0 0 0]", 11, ["5 or 7 exponents .* found 6"]),
    ("parenthesesForBrackets", "cavity", P, "[0 2 -2 0 0 0 0]", "(0 2 -2 0 0 0 0)", 11, [r"expected '\['"]),
    ("dimensionsOfU", "cavity", U, "[0 1 -1 0 0 0 0]", "[0 2 -1 0 0 0 0]", 11, [r"U has dimensions \[0 2 -1 .* but \[0 1 -1 "]),
    ("dimensionsOfAlpha", "damBreak", A, "[0 0 0 0 0 0 0]", "[0 1 0 0 0 0 0]", 11, ["alpha.water has dimensions"]),
    ("kinematicPressure", "damBreak", R, "[1 -1 -2 0 0 0 0]", "[0 2 -2 0 0 0 0]", 11, [r"but \[1 -1 -2 0 0 0 0\] are needed"]),
    ("cellsOfAnotherMesh", "cavity", U, "uniform (0 0 0)", "nonuniform List<vector> 2((0 0 0) (1 0 0))", 13, ["2 values, but the mesh has 400 cells"]),
    ("facesOfAnotherMesh", "cavity", U, "uniform (1 0 0);", "nonuniform List<vector> 2((0 0 0) (1 0 0));", 20, ["2 values, but there are 20 faces of patch 'movingWall'"]),
    ("listOfVectors", "cavity", P, "uniform 0", "nonuniform List<vector> 1((0 0 0))", 13, [r"a list of scalars is expected, not List<vector>"]),
    ("cutShort", "cavity", P, "uniform 0", "nonuniform List<scalar> 400(1 2 3)", 13, ["List<scalar> of 400 values"]),
    ("moreThanSaid", "cavity", P, "uniform 0", "nonuniform List<scalar> 2(1 2 3)", 13, ["List<scalar> of 2 values is not closed"]),
    ("dictionary", "cavity", U, "volVectorField", "dictionary", 7, ["unknown field class 'dictionary'"]),
    ("scalarField", "cavity", U, "volVectorField", "volScalarField", 13, [r"expected a number, found '\('"]),
    ("pointField", "cavity", U, "volVectorField", "pointVectorField", 7, ["U is a pointVectorField, but a volVectorField is needed"]),
    ("format", "cavity", P, "format      ascii", "format      asci", 3, ["unknown format 'asci'; did you mean 'ascii'"]),
    ("noHeader", "cavity", P, "FoamFile\n{\n    version     2.0;\n    format      ascii;\n    class       volScalarField;\n    object      p;\n}\n", "", 0,
     ["no header: FoamFile", "object p"]),
]


@mistakes.cases(CONDITIONS)
def test_conditions(eagre, tmp_path, case, file, old, new, line, patterns):
    mistakes.expect_only(eagre, tmp_path, case, file, old, new, line, patterns)


@mistakes.cases(PATCHES)
def test_patches(eagre, tmp_path, case, file, old, new, line, patterns):
    mistakes.expect_only(eagre, tmp_path, case, file, old, new, line, patterns)


@mistakes.cases(FILES)
def test_files(eagre, tmp_path, case, file, old, new, line, patterns):
    mistakes.expect_only(eagre, tmp_path, case, file, old, new, line, patterns)


def test_binary_said_and_ascii_written(eagre, tmp_path):
    case = mistakes.copy_case("cavity", tmp_path)
    mistakes.replace(case, P, "format      ascii", "format      binary")
    mistakes.replace(case, P, "uniform 0", "nonuniform List<scalar> 400(" + " ".join(["0"] * 400) + ")")
    result = mistakes.check(eagre, case)
    assert result.returncode == mistakes.BAD_CASE and result.stderr.count("0/p:") == 1, result.stderr
    assert "binary" in result.stderr, result.stderr


def test_one_field_in_two_files(eagre, tmp_path):
    """The plain file counts, as in OpenFOAM; a copy that differs is named."""
    import gzip
    case = mistakes.copy_case("cavity", tmp_path)
    text = (case / U).read_text()
    (case / "0/U.gz").write_bytes(gzip.compress(text.replace("(1 0 0)", "(2 0 0)").encode()))
    result = mistakes.check(eagre, case)
    assert result.returncode == 0, result.stderr
    assert "0/U and 0/U.gz" in result.stdout, result.stdout
