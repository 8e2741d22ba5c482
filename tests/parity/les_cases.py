# SPDX-License-Identifier: BSD-3-Clause
"""Cases of large-eddy simulation for the parity tests: a small box of its own for each model and width, and OpenFOAM's examples; the
same box for models of RAS that need three dimensions or slanted faces."""
import cases

HEADER = "FoamFile {{ version 2.0; format ascii; class {}; object {}; }}\n"
PISO_LES_FIELDS = ("U", "p", "phi", "k", "nut")
SOLVERS = ("p", "pFinal", '"(U|k|B|nuTilda|s)"')

# A box of skewed cells that grow away from the walls, with a moving lid and fluid passing through.
BOX_MESH = HEADER.format("dictionary", "blockMeshDict") + """
vertices ((0 0 0) (1 0.1 0) (1.1 0.8 0) (0 0.9 0.1) (0 0 0.6) (1 0 0.7) (1 0.9 0.6) (0.1 0.8 0.5));
blocks (hex (0 1 2 3 4 5 6 7) (9 8 7) simpleGrading (3 ((0.5 0.5 8) (0.5 0.5 0.125)) 2));
boundary
(
    movingWall { type wall; faces ((3 7 6 2)); }
    fixedWalls { type wall; faces ((1 5 4 0) (0 3 2 1) (4 5 6 7)); }
    inlet { type patch; faces ((0 4 7 3)); }
    outlet { type patch; faces ((2 6 5 1)); }
);
"""


INLET = "fixedValue; value uniform (0.4 0.05 0.02);"
# OpenFOAM's random numbers are its own: what is left without them is the relaxation to the mean.
TURBULENT_INLET = "turbulentInlet; referenceField uniform (0.4 0.05 0.02); fluctuationScale (0 0 0); value uniform (0.3 0 0);"

WALL_FUNCTION = "nutkWallFunction; value uniform 0;"


def field(kind, name, dimensions, value, **patches):
    """The text of a field file; a patch of which nothing is said has zeroGradient."""
    entries = {"movingWall": "zeroGradient;", "fixedWalls": "zeroGradient;", "inlet": "zeroGradient;", "outlet": "zeroGradient;",
               **patches}
    boundary = "".join(f"    {patch} {{ type {text} }}\n" for patch, text in entries.items())
    return (HEADER.format(kind, name) + f"dimensions [{dimensions}];\ninternalField uniform {value};\n"
            f"boundaryField\n{{\n{boundary}}}\n")


def box_files(turbulence, inlet, walls, kind="LES", k="0"):
    return {
        "system/blockMeshDict": BOX_MESH,
        "constant/turbulenceProperties": HEADER.format("dictionary", "turbulenceProperties")
        + f"simulationType {kind};\n{kind}\n{{\n    turbulence on;\n    printCoeffs on;\n{turbulence}}}\n",
        "0/U": field("volVectorField", "U", "0 1 -1 0 0 0 0", "(0 0 0)", movingWall="fixedValue; value uniform (1 0 0.3);",
                     fixedWalls="noSlip;", inlet=inlet,
                     outlet="inletOutlet; inletValue uniform (0 0 0); value uniform (0 0 0);"),
        "0/p": field("volScalarField", "p", "0 2 -2 0 0 0 0", "0", outlet="fixedValue; value uniform 0;"),
        "0/k": field("volScalarField", "k", "0 2 -2 0 0 0 0", "1e-3", movingWall=f"fixedValue; value uniform {k};",
                     fixedWalls=f"fixedValue; value uniform {k};", inlet="fixedValue; value uniform 2e-3;",
                     outlet="inletOutlet; inletValue uniform 0; value uniform 0;"),
        "0/nuTilda": field("volScalarField", "nuTilda", "0 2 -1 0 0 0 0", "1e-4", movingWall="fixedValue; value uniform 0;",
                           fixedWalls="fixedValue; value uniform 0;", inlet="fixedValue; value uniform 2e-4;"),
        "0/omega": field("volScalarField", "omega", "0 0 -1 0 0 0 0", "2", movingWall="omegaWallFunction; value uniform 2;",
                         fixedWalls="omegaWallFunction; value uniform 2;", inlet="fixedValue; value uniform 3;"),
        "0/epsilon": field("volScalarField", "epsilon", "0 2 -3 0 0 0 0", "1e-3", movingWall="fixedValue; value uniform 1e-8;",
                           fixedWalls="fixedValue; value uniform 1e-8;", inlet="fixedValue; value uniform 2e-3;"),
        "0/ReThetat": field("volScalarField", "ReThetat", "0 0 0 0 0 0 0", "200", inlet="fixedValue; value uniform 300;"),
        "0/gammaInt": field("volScalarField", "gammaInt", "0 0 0 0 0 0 0", "0.5", inlet="fixedValue; value uniform 1;"),
        "0/kt": field("volScalarField", "kt", "0 2 -2 0 0 0 0", "1e-3", movingWall=f"fixedValue; value uniform {k};",
                      fixedWalls=f"fixedValue; value uniform {k};", inlet="fixedValue; value uniform 2e-3;"),
        "0/kl": field("volScalarField", "kl", "0 2 -2 0 0 0 0", "2e-4", movingWall=f"fixedValue; value uniform {k};",
                      fixedWalls=f"fixedValue; value uniform {k};", inlet="fixedValue; value uniform 1e-4;"),
        "0/v2": field("volScalarField", "v2", "0 2 -2 0 0 0 0", "5e-4", movingWall="v2WallFunction; value uniform 1e-9;",
                      fixedWalls="v2WallFunction; value uniform 1e-9;", inlet="fixedValue; value uniform 1e-3;"),
        "0/phit": field("volScalarField", "phit", "0 0 0 0 0 0 0", "0.5", movingWall="fixedValue; value uniform 1e-10;",
                        fixedWalls="fixedValue; value uniform 1e-10;", inlet="fixedValue; value uniform 0.6;",
                        outlet="inletOutlet; inletValue uniform 0.6; value uniform 0.6;"),
        "0/f": field("volScalarField", "f", "0 0 -1 0 0 0 0", "0.1", movingWall="fWallFunction; value uniform 0;",
                     fixedWalls="fWallFunction; value uniform 0;"),
        "0/flm": field("volScalarField", "flm", "0 4 -4 0 0 0 0", "2e-6", inlet="fixedValue; value uniform 1e-6;"),
        "0/fmm": field("volScalarField", "fmm", "0 4 -4 0 0 0 0", "1e-4", inlet="fixedValue; value uniform 2e-4;"),
        "0/nut": field("volScalarField", "nut", "0 2 -1 0 0 0 0", "0", inlet="calculated; value uniform 0;",
                       movingWall=walls, fixedWalls=walls),
    }


def box(name, model, delta, fields=PISO_LES_FIELDS, schemes="", coefficients="", inlet=INLET, walls="zeroGradient;", control="", solution=""):
    solvers = ("p", "pFinal", '"(U|k|epsilon|omega|R|nuTilda)"', *(['"(flm|fmm)"'] if solution else []))
    return cases.Case(name, "incompressible/pisoFoam/RAS/cavity", "pisoFoam", fields, solvers, 0.2, 0.01,
                      files=box_files(f"    LESModel {model};\n    {delta}\n    {coefficients}\n", inlet, walls),
                      overrides=(("system/controlDict", f"deltaT 0.01; {control}"),
                                 ("system/fvSolution", f"PISO {{ nNonOrthogonalCorrectors 1; }} {solution}"),
                                 ("system/fvSchemes", schemes)))


def ras_box(name, model, fields, schemes="", coefficients="", k=("k",), more=()):
    return cases.Case(name, "incompressible/pisoFoam/RAS/cavity", "pisoFoam", ("U", "p", "phi", *k, *fields, "nut"),
                      ("p", "pFinal", '"(U|k|epsilon|omega|R|nuTilda)"', '"(ReThetat|gammaInt|v2|phit|f|q|zeta|kt|kl)"'), 0.2, 0.01,
                      files=box_files(f"    RASModel {model};\n    {coefficients}\n", INLET, WALL_FUNCTION, "RAS", "1e-8"),
                      overrides=(("system/controlDict", "deltaT 0.01;"),
                                 ("system/fvSolution", "PISO { nNonOrthogonalCorrectors 1; } solvers { \"(ReThetat|gammaInt|v2|phit|f|q|zeta|kt|kl)\" { solver "
                                                       "smoothSolver; smoother symGaussSeidel; tolerance 1e-8; } }"),
                                 ("system/fvSchemes", schemes), *more))


def geometric(delta, more=""):
    return f"delta {delta}; {delta}Coeffs {{ delta cubeRootVol; cubeRootVolCoeffs {{ deltaCoeff 0.9; }} {more} }}"


ALGEBRAIC = ("U", "p", "phi", "nut")
LAGRANGIAN = ("U", "p", "phi", "flm", "fmm", "nut")
DES = ("U", "p", "phi", "nuTilda", "nut")
DES_OMEGA = ("U", "p", "phi", "k", "omega", "nut")
WALL_DISTANCE = "wallDist { method meshWave; }"
LES = "incompressible/pisoFoam/LES"
# A step of "backward" would need the level before the one that a time directory holds.
EULER = ("system/fvSchemes", "ddtSchemes { default Euler; }")
WITHOUT_FUNCTIONS = ("system/controlDict", "#remove functions")

Q_ZETA = 'divSchemes { "div\\(phi,(q|zeta)\\)" Gauss limitedLinear 1; }'
RAS_CASES = [
    ras_box("boxLaunderSharma", "LaunderSharmaKE", ("epsilon",), coefficients="LaunderSharmaKECoeffs { C2 1.9; }",
            schemes="gradSchemes { grad(U.component(1)) cellLimited Gauss linear 1; }"),
    ras_box("boxLamBremhorst", "LamBremhorstKE", ("epsilon",), coefficients="LamBremhorstKECoeffs { Ceps1 1.4; alphaEps 1.2; }",
            schemes="divSchemes { div(phi,U) Gauss limitedCubic 0.8; div(phi,k) Gauss limitedCubic 1; div(phi,epsilon) Gauss limitedLimitedCubic "
                    f"0.5 0 1e-3; }} {WALL_DISTANCE}"),
    ras_box("boxLienLeschziner", "LienLeschziner", ("epsilon",), schemes=WALL_DISTANCE, coefficients="LienLeschzinerCoeffs { AE 0.003; sigmak 1.1; }",
            more=(("constant/transportProperties", "nu 1e-3;"),)),
    ras_box("boxQZeta", "qZeta", ("epsilon", "q", "zeta"), schemes=Q_ZETA, coefficients="qZetaCoeffs { C2 1.9; sigmaZeta 1.2; }",
            more=(cases.boundary("k", outlet="type zeroGradient;"),)),  # behind inletOutlet comes 0, by which v1912 divides sooner or later
    ras_box("boxQZetaAnisotropic", "qZeta", ("epsilon", "q", "zeta"), schemes=Q_ZETA, coefficients="anisotropic yes; kMin 1e-9;"),
    ras_box("boxKkLOmega", "kkLOmega", ("kt", "kl", "omega"), coefficients="kkLOmegaCoeffs { CnatCrit 10; Sigmaw 1.2; C11 0.01; C12 1e-4; CtauL 100; }", k=(),
            schemes=f'divSchemes {{ "div\\(phi,(kt|kl)\\)" Gauss limitedLinear 1; }} {WALL_DISTANCE}', more=(("constant/transportProperties", "nu 3e-4;"),)),
    ras_box("boxV2f", "v2f", ("epsilon", "v2", "f"), schemes="divSchemes { div(phi,v2) Gauss limitedLinear 1; }",
            coefficients="v2fCoeffs { C2 0.32; Ceps3 -0.3; }"),
    ras_box("boxKEpsilonPhitF", "kEpsilonPhitF", ("epsilon", "phit", "f"), schemes="divSchemes { div(phi,phit) Gauss limitedLinear 1; }",
            coefficients="kEpsilonPhitFCoeffs { Cf2 0.32; sigmaPhit 1.1; }"),
    ras_box("boxKEpsilonPhitFWithoutNu", "kEpsilonPhitF", ("epsilon", "phit", "f"), coefficients="includeNu no;",
            schemes="divSchemes { div(phi,phit) Gauss upwind; } laplacianSchemes { laplacian(phit) Gauss linear limited 0.5; }"),
    ras_box("boxKOmegaSSTLM", "kOmegaSSTLM", ("omega", "ReThetat", "gammaInt"), coefficients="ca2 0.07;",
            schemes=f'divSchemes {{ "div\\(phi,(ReThetat|gammaInt)\\)" Gauss limitedLinear 1; }} {WALL_DISTANCE}'),
    ras_box("boxKOmegaSSTSAS", "kOmegaSSTSAS", ("omega",), schemes=WALL_DISTANCE,
            coefficients="kOmegaSSTSASCoeffs { delta cubeRootVol; cubeRootVolCoeffs { } Cs 0.05; }"),
]

LES_CASES = [
    box("boxSmagorinsky", "Smagorinsky", "delta cubeRootVol;", ALGEBRAIC, coefficients="SmagorinskyCoeffs { Ck 0.1; Ce 1.1; }"),
    box("boxWALE", "WALE", "delta maxDeltaxyz; maxDeltaxyzCoeffs { deltaCoeff 1.5; }", ALGEBRAIC,
        schemes="divSchemes { div(phi,U) Gauss filteredLinear2V 0.2 0.05; }", coefficients="Cw 0.4;"),
    box("boxMaxDeltaxyzCubeRoot", "kEqn", "delta maxDeltaxyzCubeRoot; maxDeltaxyzCubeRootCoeffs { maxDeltaxyzCoeffs { deltaCoeff 1; } }"),
    box("boxSmagorinskyWalls", "Smagorinsky", "delta cubeRootVol;", ALGEBRAIC, walls="nutkWallFunction; value uniform 0;"),
    box("boxWALEWalls", "WALE", "delta cubeRootVol;", ALGEBRAIC, walls="nutkWallFunction; value uniform 0;"),
    box("boxKEqn", "kEqn", geometric("smooth", "maxDeltaRatio 1.1;"),
        schemes="divSchemes { div(phi,k) Gauss filteredLinear2 0.8 0.1; }", inlet=TURBULENT_INLET),
    box("boxDynamicKEqn", "dynamicKEqn", "delta cubeRootVol;", coefficients="dynamicKEqnCoeffs { filter simple; }"),
    box("boxDynamicLagrangian", "dynamicLagrangian", "delta cubeRootVol;", LAGRANGIAN,
        coefficients="dynamicLagrangianCoeffs { filter simple; theta 1.4; }",
        schemes='divSchemes { "div\\(phi,(flm|fmm)\\)" Gauss limitedLinear 1; }',
        solution='solvers { "(flm|fmm)" { solver smoothSolver; smoother symGaussSeidel; tolerance 1e-8; relTol 0; } }'),
    box("boxPrandtl", "kEqn", geometric("Prandtl", "Cdelta 0.17;"), schemes=WALL_DISTANCE, coefficients="kappa 0.4;"),
    box("boxVanDriest", "Smagorinsky", geometric("vanDriest", "Aplus 25;"), ALGEBRAIC, schemes=WALL_DISTANCE),
    box("boxDEShybrid", "kEqn", "delta cubeRootVol;",
        schemes="divSchemes { div(phi,U) Gauss DEShybrid linear linearUpwind grad(U) delta 0.65 1 1 0 1 1e-3; }",
        control='libs ("libturbulenceModelSchemes.so");'),
    box("boxSpalartAllmarasDES", "SpalartAllmarasDES", "delta cubeRootVol;", DES, schemes=WALL_DISTANCE),
    box("boxSpalartAllmarasDDES", "SpalartAllmarasDDES", "delta maxDeltaxyz;", DES, schemes=WALL_DISTANCE,
        coefficients="SpalartAllmarasDDESCoeffs { lowReCorrection no; CDES 0.5; }"),
    box("boxSpalartAllmarasIDDES", "SpalartAllmarasIDDES", "delta IDDESDelta; IDDESDeltaCoeffs { deltaCoeff 1.8; Cw 0.2; }", DES,
        schemes=WALL_DISTANCE),
    box("boxKOmegaSSTDES", "kOmegaSSTDES", "delta maxDeltaxyz;", DES_OMEGA, schemes=WALL_DISTANCE,
        coefficients="CDESkom 0.5;", walls=WALL_FUNCTION),
    box("boxKOmegaSSTDDES", "kOmegaSSTDDES", "delta maxDeltaxyz;", DES_OMEGA, schemes=WALL_DISTANCE, coefficients="Cd1 15;",
        walls=WALL_FUNCTION),
    box("boxKOmegaSSTIDDES", "kOmegaSSTIDDES", "delta IDDESDelta; IDDESDeltaCoeffs { Cw 0.2; }", DES_OMEGA, schemes=WALL_DISTANCE,
        coefficients="kOmegaSSTIDDESCoeffs { kappa 0.4; }", walls=WALL_FUNCTION),
    cases.Case("pitzDailyDynamicKEqn", f"{LES}/pitzDaily", "pisoFoam", PISO_LES_FIELDS, SOLVERS, 0.0015, 3e-5, refine=1 / 3,
               overrides=(WITHOUT_FUNCTIONS, EULER, cases.boundary("U", inlet="fluctuationScale (0 0 0);"))),
    cases.Case("pitzDailyMapped", f"{LES}/pitzDailyMapped", "pisoFoam", PISO_LES_FIELDS, ("p", "pFinal", '"(U|k|B|nuTilda)"'), 0.0015, 3e-5, refine=1 / 3,
               overrides=(WITHOUT_FUNCTIONS, EULER)),
]
