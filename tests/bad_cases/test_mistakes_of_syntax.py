# SPDX-License-Identifier: BSD-3-Clause
"""Semicolons, braces, parentheses, quotes, macros and numbers as real users get them wrong."""
import mistakes

C, B, S, F, U, P = ("system/controlDict", "system/blockMeshDict", "system/fvSchemes", "system/fvSolution", "0/U", "0/p")
SEMICOLONS = [
    ("application", "cavity", C, "icoFoam;", "icoFoam", 12, ["';' missing at the end of line 11"]),
    ("startTime", "cavity", C, "startTime       0;", "startTime       0", 14, ["startTime", "';' missing at the end of line 13"]),
    ("startFrom", "cavity", C, "startFrom       startTime;", "startFrom       startTime", 13, ["';' missing at the end of line 12"]),
    ("swallowsTheNext", "cavity", C, "0.5;", "0.5", 16, ["';' missing at the end of line 15", "'deltaT' is missing.* within the entry 'endTime'"]),
    ("writeInterval", "cavity", C, "20;", "20", 19, ["';' missing at the end of line 18"]),
    ("atTheEndOfTheFile", "cavity", C, "runTimeModifiable yes;", "runTimeModifiable yes", 22, ["'runTimeModifiable' is not ended by ';'"]),
    ("ddtSchemes", "cavity", S, "default Euler;", "default Euler", 11, ["'default'", "';' at its end missing"]),
    ("divScheme", "cavity", S, "div(phi,U) Gauss linear;", "div(phi,U) Gauss linear", 13, [r"'div\(phi,U\)'", "';' at its end missing"]),
    ("solver", "cavity", F, "solver          PCG;", "solver          PCG", 16, ["';' missing at the end of line 15"]),
    ("tolerance", "cavity", F, "tolerance       1e-6;", "tolerance       1e-6", 18, ["';' missing at the end of line 17"]),
    ("lastOfASolver", "cavity", F, "relTol          0.05;", "relTol          0.05", 19, ["'relTol' of line 18", "';' at its end missing"]),
    ("nCorrectors", "cavity", F, "nCorrectors                 2;", "nCorrectors                 2", 37, ["';' missing at the end of line 36"]),
    ("nu", "cavity", "constant/transportProperties", "0.01;", "0.01", 11, ["'nu' is not ended by ';'"]),
    ("dimensions", "cavity", U, "[0 1 -1 0 0 0 0];", "[0 1 -1 0 0 0 0]", 13, ["';' missing at the end of line 11"]),
    ("internalField", "cavity", U, "uniform (0 0 0);", "uniform (0 0 0)", 13, ["'internalField' is not ended by ';'"]),
    ("typeOfACondition", "cavity", U, "fixedValue;", "fixedValue", 20, ["';' missing at the end of line 19"]),
    ("valueOfACondition", "cavity", U, "uniform (1 0 0);", "uniform (1 0 0)", 21, ["'value' of line 20", "';' at its end missing"]),
    ("onlyEntryOfAPatch", "cavity", P, "zeroGradient;", "zeroGradient", 20, ["'type' of line 19"]),
    ("scale", "cavity", B, "scale 0.1;", "scale 0.1", 13, ["';' missing at the end of line 11", "'vertices' is missing.* within the entry 'scale'"]),
    ("vertices", "cavity", B, "(0 1 0.1)\n);", "(0 1 0.1)\n)", 0, ["'blocks' is missing; the word stands in line 19, within the entry 'vertices': is a ';' missing before it"]),
    ("blocks", "cavity", B, "(1 1 1) );", "(1 1 1) )", 0, ["'boundary' is missing; the word stands in line 21, within the entry 'blocks'"]),
    ("faces", "cavity", B, "((3 7 6 2));", "((3 7 6 2))", 27, ["a ';' is missing behind its faces"]),
    ("typeOfAPatch", "cavity", B, "type wall;", "type wall", 24, ["'movingWall': its type is one word", "is a ';' missing"]),
    ("boundary", "cavity", B, "(4 5 6 7));\n    }\n);", "(4 5 6 7));\n    }\n)", 21, ["'boundary' is not ended by ';'"]),
]
BRACKETS = [
    ("solverNotClosed", "cavity", F, "relTol          0.05;\n    }", "relTol          0.05;\n", 11, ["'solvers' is not closed"]),
    ("solversNotClosed", "cavity", F, "    }\n}\n\nPISO", "    }\n\nPISO", 11, ["'solvers' is not closed"]),
    ("lastNotClosed", "cavity", F, "pRefValue                   0;\n}", "pRefValue                   0;\n", 34, ["'PISO' is not closed"]),
    ("oneTooManyWithin", "cavity", F, "relTol          0.05;\n    }", "relTol          0.05;\n    }\n    }\n", 34, ["unexpected '}'"]),
    ("notOpened", "cavity", F, "    U\n    {", "    U\n", 32, ["unexpected '}'"]),
    ("patchNotClosed", "cavity", U, "uniform (1 0 0);\n    }", "uniform (1 0 0);\n", 15, ["'boundaryField' is not closed"]),
    ("fieldNotClosed", "cavity", U, "type    empty;\n    }\n}", "type    empty;\n    }\n", 15, ["'boundaryField' is not closed"]),
    ("headerNotClosed", "cavity", C, "object      controlDict;\n}", "object      controlDict;\n", 3, ["'FoamFile' is not closed"]),
    ("vector", "cavity", U, "uniform (1 0 0);", "uniform (1 0 0;", 21, [r"'\(' of line 20", "'value'"]),
    ("vectorWithoutParentheses", "cavity", U, "uniform (0 0 0);", "uniform 0 0 0;", 13, [r"internalField: expected '\('"]),
    ("vertex", "cavity", B, "(1 0 0) (1 1 0)", "(1 0 0 (1 1 0)", 14, [r"'\(' is not closed", "'vertices'"]),
    ("cells", "cavity", B, "(20 20 1)", "(20 20 1", 19, [r"'\(' is not closed", "'blocks'"]),
    ("patchOfBlockMesh", "cavity", B, "((3 7 6 2));\n    }", "((3 7 6 2));\n", 38, [r"'\{' of line 24"]),
    ("table", "cavity", U, "value   uniform (1 0 0);", "uniformValue table ((0 (0 0 0)) (1 (1 0 0));", 21, [r"'\(' of line 20", "'uniformValue'"]),
    ("tableOfAnotherLength", "cavity", U, "fixedValue;\n        value   uniform (1 0 0);",
     "uniformFixedValue;\n        uniformValue table 3 ((0 (0 0 0)) (1 (1 0 0)));", 20, ["the list says 3 values and has 2"]),
    ("dimensions", "cavity", P, "[0 2 -2 0 0 0 0]", "[0 2 -2 0 0 0 0", 11, ["5 or 7 exponents"]),
    ("string", "cavity", C, "writeFormat     ascii;", 'writeFormat     "ascii;', 19, ["not closed on its line"]),
    ("setFields", "damBreak", "system/setFieldsDict", "alpha.water 1);\n    }", "alpha.water 1);\n", 20, [r"'\{' of line 16"]),
]
MACROS = [
    ("unfinished", "cavity", C, "0.005;", "${dt;", 16, [r"macro '\$\{dt' lacks its '}'"]),
    ("unfinishedInASolver", "cavity", F, "$p;", "${p;", 22, [r"macro '\$\{p' lacks its '}'"]),
    ("unknown", "cavity", C, "0.005;", "$dt;", 16, [r"unknown variable '\$dt'"]),
    ("ofBlockMesh", "damBreak", B, "x1 2;    ", "    ", 20, [r"unknown variable '\$x1'"]),
    ("calc", "cavity", C, "0.005;", '#calc "0.01/";', 16, ['cannot evaluate "0.01/"']),
    ("eval", "cavity", C, "0.005;", "#eval{ 0.01/0 };", 16, ["division by zero"]),
    ("directive", "cavity", C, "application", '#includ "x"\napplication', 11, ["unknown directive '#includ'; did you mean '#include'"]),
    ("include", "cavity", C, "application", '#include "constantsDict"\napplication', 11, ["there is no file system/constantsDict"]),
    ("includeOfAField", "cavity", U, "internalField", '#include "include/initialConditions"\ninternalField', 13,
     ["there is no file 0/include/initialConditions"]),
    ("includeEtc", "cavity", C, "application", '#includeEtc "caseDicts/none"\napplication', 11, ["caseDicts/none"]),
]
NUMBERS = [
    ("twoPoints", "cavity", C, "0.005;", "-0.5.3;", 16, ["'-0.5.3' is not a number"]),
    ("decimalComma", "cavity", C, "0.005;", "0,005;", 16, ["deltaT: unexpected ','"]),
    ("exponentMissing", "cavity", C, "0.005;", "1e-;", 16, ["'1e-' is not a number"]),
    ("blankInTheExponent", "cavity", C, "0.005;", "5e -3;", 16, ["'5e' is not a number"]),
    ("blankBehindTheSign", "cavity", C, "0.5;", "- 1;", 15, ["endTime: expected a number, found '-'"]),
    ("unit", "cavity", C, "0.005;", "0.005s;", 16, ["deltaT: unexpected the word 's'"]),
    ("fractionalExponent", "cavity", C, "0.005;", "5e-3.0;", 16, ["'5e-3.0' is not a number"]),
    ("quotient", "cavity", C, "0.005;", "1/200;", 16, ["deltaT: unexpected '/'"]),
    ("none", "cavity", C, "deltaT          0.005;", "deltaT;", 16, ["deltaT: a value is missing"]),
    ("word", "cavity", C, "0.005;", "small;", 16, ["deltaT: expected a number, found the word 'small'"]),
    ("percent", "cavity", F, "relTol          0.05;", "relTol          5%;", 18, ["relTol: unexpected the word '%'"]),
    ("notWhole", "cavity", B, "(20 20 1)", "(20 20.5 1)", 19, ["expected an integer, found the number 20.5"]),
    ("commasInAVector", "cavity", U, "uniform (1 0 0)", "uniform (1,0,0)", 20, ["value: expected a number, found ','"]),
    ("letterForZero", "cavity", U, "uniform (1 0 0)", "uniform (1 0 O)", 20, ["value: expected a number, found the word 'O'"]),
    ("twoComponents", "cavity", U, "uniform (1 0 0)", "uniform (1 0)", 20, [r"value: expected a number, found '\)'"]),
    ("nan", "cavity", P, "uniform 0", "uniform nan", 13, ["internalField: expected a number, found the word 'nan'"]),
    ("nuWithoutValue", "cavity", "constant/transportProperties", "] 0.01;", "];", 11, ["nu: a value is missing"]),
]


@mistakes.cases(SEMICOLONS)
def test_semicolons(eagre, tmp_path, case, file, old, new, line, patterns):
    mistakes.expect_only(eagre, tmp_path, case, file, old, new, line, patterns)


@mistakes.cases(BRACKETS)
def test_brackets_quotes_and_comments(eagre, tmp_path, case, file, old, new, line, patterns):
    mistakes.expect_only(eagre, tmp_path, case, file, old, new, line, patterns)


@mistakes.cases(MACROS)
def test_macros_and_includes(eagre, tmp_path, case, file, old, new, line, patterns):
    mistakes.expect_only(eagre, tmp_path, case, file, old, new, line, patterns)


@mistakes.cases(NUMBERS)
def test_numbers(eagre, tmp_path, case, file, old, new, line, patterns):
    mistakes.expect_only(eagre, tmp_path, case, file, old, new, line, patterns)
