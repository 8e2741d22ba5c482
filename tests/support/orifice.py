# SPDX-License-Identifier: BSD-3-Clause
"""A plane channel with a sharp-edged orifice behind which water cavitates: a case of interPhaseChangeFoam of 640 cells, for any
of its models. Half the channel is 20 mm high and the orifice half as much; water enters at 6 m/s. The case starts from the potential
flow (potentialFoam -pName p_rgh -writephi): any other start at full speed is a blow. All faces lie along the axes: elsewhere the reconstruct()
of the OpenFOAM that is installed here is wrong."""
import pathlib

HEADER = "FoamFile {{ version 2.0; format ascii; class {0}; object {1}; }}\n"

BLOCK_MESH = """scale 0.001;
vertices
(
    // 0 to 3 on the axis, 4 to 7 at the edge of the orifice, 8 to 11 on the wall; 12 more behind
    (0 0 0) (30 0 0) (40 0 0) (100 0 0) (0 10 0) (30 10 0) (40 10 0) (100 10 0) (0 20 0) (30 20 0) (40 20 0) (100 20 0)
    (0 0 1) (30 0 1) (40 0 1) (100 0 1) (0 10 1) (30 10 1) (40 10 1) (100 10 1) (0 20 1) (30 20 1) (40 20 1) (100 20 1)
);
blocks
(
    hex (0 1 5 4 12 13 17 16) (12 10 1) simpleGrading (0.3 1 1)
    hex (4 5 9 8 16 17 21 20) (12 10 1) simpleGrading (0.3 1 1)
    hex (1 2 6 5 13 14 18 17) (8 10 1) simpleGrading (1 1 1)
    hex (2 3 7 6 14 15 19 18) (16 10 1) simpleGrading (6 1 1)
    hex (6 7 11 10 18 19 23 22) (16 10 1) simpleGrading (6 1 1)
);
boundary
(
    inlet { type patch; faces ((0 12 16 4) (4 16 20 8)); }
    outlet { type patch; faces ((3 7 19 15) (7 11 23 19)); }
    bottom { type symmetryPlane; faces ((0 1 13 12) (1 2 14 13) (2 3 15 14)); }
    top { type wall; faces ((8 20 21 9) (5 9 21 17) (5 17 18 6) (6 18 22 10) (10 22 23 11)); }
    frontAndBack
    {
        type empty;
        faces ((0 4 5 1) (4 8 9 5) (1 5 6 2) (2 6 7 3) (6 10 11 7) (12 13 17 16) (16 17 21 20) (13 14 18 17) (14 15 19 18) (18 19 23 22));
    }
);
"""

CONTROL = """application interPhaseChangeFoam; startFrom startTime; startTime 0; stopAt endTime; endTime 1; deltaT 1e-6;
writeControl adjustable; writeInterval 1; timeFormat general; runTimeModifiable no; adjustTimeStep yes; maxCo 0.5; maxDeltaT 1e-4;
"""

SCHEMES = """ddtSchemes { default Euler; }
gradSchemes { default Gauss linear; }
divSchemes
{
    default none;
    div(rhoPhi,U) Gauss linearUpwind grad(U);
    "div\\(phi,(k|epsilon|omega|nuTilda)\\)" Gauss upwind;
    div(div(phi,U)) Gauss linear;
    div(phi,alpha) Gauss vanLeer;
    div(phirb,alpha) Gauss linear;
    div(((rho*nuEff)*dev2(T(grad(U))))) Gauss linear;
}
laplacianSchemes { default Gauss linear corrected; }
interpolationSchemes { default linear; }
snGradSchemes { default corrected; }
wallDist { method meshWave; }
"""

SOLUTION = """solvers
{
    "alpha.water.*"
    {
        cAlpha 1; nAlphaCorr 2; nAlphaSubCycles 1; MULESCorr yes; nLimiterIter 5;
        solver smoothSolver; smoother symGaussSeidel; tolerance 1e-10; relTol 0;
    }
    "(U|k|epsilon|omega|nuTilda).*" { solver smoothSolver; smoother symGaussSeidel; tolerance 1e-10; relTol 0; }
    "(p_rgh|Phi).*" { solver PCG; preconditioner DIC; tolerance 1e-8; relTol 0; }
}
PIMPLE { momentumPredictor no; nOuterCorrectors 1; nCorrectors 3; nNonOrthogonalCorrectors 1; }
potentialFlow { nNonOrthogonalCorrectors 3; }
"""

TRANSPORT = """phases (water vapour);
phaseChangeTwoPhaseMixture SchnerrSauer;
pSat [1 -1 -2 0 0] 2300;
sigma 0.07;
water { transportModel Newtonian; nu 9e-07; rho 1000; }
vapour { transportModel Newtonian; nu 4.273e-04; rho 0.02308; }
KunzCoeffs { UInf 6; tInf [0 0 1 0 0] 0.005; Cc 1000; Cv 1000; }
MerkleCoeffs { UInf UInf [0 1 -1 0 0] 6; tInf 0.005; Cc 80; Cv 1e-03; }
SchnerrSauerCoeffs { n [0 -3 0 0 0] 1.6e+13; dNuc 2.0e-06; Cc 1; Cv 1; }
"""

# name: (class, dimensions, inside, inlet, outlet, top)
ZERO = "type zeroGradient;"
FIXED = "type fixedValue; value $internalField;"
OUTLET = "type inletOutlet; inletValue $internalField; value $internalField;"
FIELDS = {
    "alpha.water": ("volScalarField", "[0 0 0 0 0]", "1", FIXED, OUTLET, ZERO),
    "U": ("volVectorField", "[0 1 -1 0 0]", "(6 0 0)", FIXED, "type pressureInletOutletVelocity; value $internalField;",
          "type noSlip;"),
    "p_rgh": ("volScalarField", "[1 -1 -2 0 0]", "1e5", ZERO, FIXED, "type fixedFluxPressure; value $internalField;"),
    "Phi": ("volScalarField", "[0 2 -1 0 0]", "0", ZERO, FIXED, ZERO),
    "k": ("volScalarField", "[0 2 -2 0 0]", "0.3", FIXED, OUTLET, "type kqRWallFunction; value $internalField;"),
    "epsilon": ("volScalarField", "[0 2 -3 0 0]", "20", FIXED, OUTLET, "type epsilonWallFunction; value $internalField;"),
    "nut": ("volScalarField", "[0 2 -1 0 0]", "0", "type calculated; value $internalField;",
            "type calculated; value $internalField;", "type nutkWallFunction; value $internalField;"),
}


RAMP = "type uniformFixedValue; uniformValue table ((0 (0 0 0)) (0.001 (6 0 0))); value uniform (0 0 0);"


def make(target, turbulence="simulationType laminar;", from_rest=False):
    """Writes the case; other models and controls by entries that are appended to its dictionaries. from_rest: instead of the
    potential flow, water at rest and an inlet that comes up to its speed within 1 ms."""
    target = pathlib.Path(target)
    files = {
        "system/blockMeshDict": BLOCK_MESH, "system/controlDict": CONTROL, "system/fvSchemes": SCHEMES, "system/fvSolution": SOLUTION,
        "constant/transportProperties": TRANSPORT, "constant/turbulenceProperties": turbulence + "\n",
        "constant/g": "dimensions [0 1 -2 0 0 0 0]; value (0 -9.81 0);\n",
    }
    kinds = {"constant/g": "uniformDimensionedVectorField"}
    for name, (kind, dimensions, inside, inlet, outlet, top) in FIELDS.items():
        if from_rest and name == "U":
            inside, inlet = "(0 0 0)", RAMP
        files[f"0/{name}"] = (f"dimensions {dimensions};\ninternalField uniform {inside};\nboundaryField\n{{\n    inlet {{ {inlet} }}\n"
                              f"    outlet {{ {outlet} }}\n    top {{ {top} }}\n    bottom {{ type symmetryPlane; }}\n"
                              "    frontAndBack { type empty; }\n}\n")
        kinds[f"0/{name}"] = kind
    for file, text in files.items():
        path = target / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(HEADER.format(kinds.get(file, "dictionary"), path.name) + text)
    return target
