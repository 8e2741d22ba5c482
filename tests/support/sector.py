# SPDX-License-Identifier: BSD-3-Clause
"""A sector of an annulus between an inner wall that turns and an outer one, through which a stream goes along the axis: cases for patches
that are turned against each other (transform rotational)."""
import math
import pathlib
import re

import numpy as np

HEADER = "FoamFile {{ version 2.0; format ascii; class {}; object {}; }}\n"
ANGLE = 40
INNER, OUTER, HEIGHT = 0.5, 1.0, 0.4
CELLS = (5, 6, 4)  # outwards, around, along
TIGHT = "{{ solver {}; {}; tolerance 1e-14; relTol 0; maxIter 3000; }}"
ROTATION = f"transform rotational; rotationAxis (0 0 1); rotationCentre (0 0 0.1); rotationAngle {ANGLE};"


def corner(radius, degrees, z):
    return f"({radius * math.cos(math.radians(degrees)):.15g} {radius * math.sin(math.radians(degrees)):.15g} {z})"


def block_mesh(kind, words, shifted):
    """words: of both sides. shifted: the cells of one side are not as high as those of the other."""
    corners = [corner(r, a, z) for z in (0, HEIGHT) for r, a in ((INNER, 0), (OUTER, 0), (OUTER, ANGLE), (INNER, ANGLE))]
    arcs = [f"arc {a} {b} {corner(r, ANGLE / 2, z)}" for a, b, r, z in ((0, 3, INNER, 0), (1, 2, OUTER, 0), (4, 7, INNER, HEIGHT), (5, 6, OUTER, HEIGHT))]
    grading = "edgeGrading (2 2 2 2 1 1 1 1 2 2 0.5 0.5)" if shifted else "simpleGrading (2 1 1.5)"
    side = "{0} {{ type " + kind + "; neighbourPatch {1}; " + words + " faces ({2}); }}"
    return HEADER.format("dictionary", "blockMeshDict") + f"""scale 1; vertices ( {" ".join(corners)} );
blocks ( hex (0 1 2 3 4 5 6 7) ({CELLS[0]} {CELLS[1]} {CELLS[2]}) {grading} ); edges ( {" ".join(arcs)} );
boundary ( inlet {{ type patch; faces ((0 1 2 3)); }} outlet {{ type patch; faces ((4 5 6 7)); }}
hub {{ type wall; faces ((0 3 7 4)); }} casing {{ type wall; faces ((1 2 6 5)); }}
{side.format("left", "right", "(0 1 5 4)")} {side.format("right", "left", "(3 2 6 7)")} );
"""


def velocity():
    """Round the axis, along it and outwards, cell by cell in the order of the block: the same on both sides of the sector but for the turn."""
    i, j, k = np.meshgrid(*(np.arange(n) for n in CELLS), indexing="ij")
    order = np.argsort((i + CELLS[0] * (j + CELLS[1] * k)).ravel())
    i, j, k = (x.ravel()[order] for x in (i, j, k))
    angle = np.radians(ANGLE) * (j + 0.5) / CELLS[1]
    wave = np.sin(2 * np.pi * (j + 0.3 * k) / CELLS[1])
    out, around, along = 0.2 * wave * (i + 1) * (CELLS[0] - i) / 9, 1 + 0.1 * i + 0.2 * wave, 0.8 + 0.1 * wave * (i + k)
    return np.stack([out * np.cos(angle) - around * np.sin(angle), out * np.sin(angle) + around * np.cos(angle), along], axis=1)


def field(name, dimensions, internal, kind, **patches):
    vector = name == "U"
    text = HEADER.format("volVectorField" if vector else "volScalarField", name) + f"dimensions {dimensions};\ninternalField {internal};\nboundaryField\n{{\n"
    return text + "".join(f"    {patch}\n    {{\n        {words}\n    }}\n" for patch, words in
                          {**patches, '"(left|right)"': f"type {kind};"}.items()) + "}\n"


def nonuniform(values):
    rows = "\n".join("(" + " ".join(f"{x:.15g}" for x in row) + ")" for row in values)
    return f"nonuniform List<vector> {len(values)}\n(\n{rows}\n)"


SCHEMES = """ddtSchemes { default Euler; } gradSchemes { default Gauss linear; } interpolationSchemes { default linear; }
divSchemes { default none; div(phi,U) Gauss linearUpwind grad(U); div(phi,k) Gauss upwind; div(phi,omega) Gauss upwind; div((nuEff*dev2(T(grad(U))))) Gauss linear;
    div(rhoPhi,U) Gauss linearUpwind grad(U); div(phi,alpha) Gauss vanLeer; div(phirb,alpha) Gauss linear; div(((rho*nuEff)*dev2(T(grad(U))))) Gauss linear; }
laplacianSchemes { default Gauss linear corrected; } snGradSchemes { default corrected; } wallDist { method meshWave; }
"""
CONTROL = """application {}; startFrom startTime; startTime 0; stopAt endTime; endTime 0.02; deltaT 0.005; writeControl timeStep; writeInterval 4;
purgeWrite 0; writeFormat binary; writePrecision 12; timePrecision 12; writeCompression off; adjustTimeStep no; maxCo 1; maxAlphaCo 1;
"""
WALL = "type zeroGradient;"


def write(directory, kind="cyclic", words=ROTATION, shifted=False, turbulent=False, two_phases=False, turning=False):
    """A case of pimpleFoam, or of interFoam with gravity along the axis, in the directory, which it makes. turning: the whole sector does, about its axis."""
    case = pathlib.Path(directory)
    pressure, application = ("p_rgh", "interFoam") if two_phases else ("p", "pimpleFoam")
    symmetric, asymmetric = TIGHT.format("PCG", "preconditioner DIC"), TIGHT.format("smoothSolver", "smoother symGaussSeidel")
    files = {
        "system/blockMeshDict": block_mesh(kind, words, shifted),
        "system/fvSchemes": HEADER.format("dictionary", "fvSchemes") + SCHEMES + f"fluxRequired {{ default no; {pressure}; }}\n",
        "system/controlDict": HEADER.format("dictionary", "controlDict") + CONTROL.format(application),
        "system/fvSolution": HEADER.format("dictionary", "fvSolution") + f"""solvers {{ "(p|p_rgh|pcorr).*" {symmetric} "(U|k|omega).*" {asymmetric}
            "alpha.water.*" {{ nAlphaCorr 2; nAlphaSubCycles 1; cAlpha 1; MULESCorr no; solver smoothSolver; smoother symGaussSeidel; tolerance 1e-14; relTol 0; }} }}
            PIMPLE {{ momentumPredictor yes; nOuterCorrectors 1; nCorrectors 2; nNonOrthogonalCorrectors 1; pRefCell 0; pRefValue 0; }}\n""",
        "constant/turbulenceProperties": HEADER.format("dictionary", "turbulenceProperties") + (
            "simulationType RAS; RAS { RASModel kOmegaSST; turbulence on; printCoeffs off; }\n" if turbulent else "simulationType laminar;\n"),
        "0/U": field("U", "[0 1 -1 0 0 0 0]", nonuniform(velocity()), kind, inlet="type fixedValue; value uniform (0 0 0.8);",
                     outlet="type pressureInletOutletVelocity; value uniform (0 0 0.8);", casing="type noSlip;",
                     hub="type rotatingWallVelocity; origin (0 0 0); axis (0 0 1); omega 2; value uniform (0 0 0);"),
    }
    if turning:
        files["constant/dynamicMeshDict"] = HEADER.format("dictionary", "dynamicMeshDict") + """dynamicFvMesh dynamicMotionSolverFvMesh; motionSolverLibs (fvMotionSolvers);
            motionSolver solidBody; solidBodyMotionFunction rotatingMotion; origin (0 0 0); axis (0 0 1); omega 3;\n"""
        files["0/U"] = re.sub(r"(hub\s*\{)[^}]*", r"\1 type movingWallVelocity; value uniform (0 0 0); ", files["0/U"])
    if two_phases:
        files["constant/transportProperties"] = HEADER.format("dictionary", "transportProperties") + """phases (water air); sigma 0.07;
            water { transportModel Newtonian; nu 1e-3; rho 1000; } air { transportModel Newtonian; nu 1e-2; rho 1; }\n"""
        files["constant/g"] = HEADER.format("uniformDimensionedVectorField", "g") + "dimensions [0 1 -2 0 0 0 0]; value (0 0 -9.81);\n"
        alpha = np.repeat([1, 1, 0.3, 0], CELLS[0] * CELLS[1]) * (1 - 0.02 * np.arange(np.prod(CELLS)) % 0.2)
        values = "nonuniform List<scalar> " + f"{len(alpha)}\n(\n" + "\n".join(f"{a:.15g}" for a in alpha) + "\n)"
        files["0/alpha.water"] = field("alpha.water", "[0 0 0 0 0 0 0]", values, kind, inlet="type fixedValue; value uniform 1;", outlet=WALL, hub=WALL, casing=WALL)
        files["0/p_rgh"] = field("p_rgh", "[1 -1 -2 0 0 0 0]", "uniform 0", kind, outlet="type totalPressure; p0 uniform 0;",
                                 **dict.fromkeys(("inlet", "hub", "casing"), "type fixedFluxPressure; value uniform 0;"))
    else:
        files["constant/transportProperties"] = HEADER.format("dictionary", "transportProperties") + "transportModel Newtonian; nu 2e-3;\n"
        files["0/p"] = field("p", "[0 2 -2 0 0 0 0]", "uniform 0", kind, outlet="type fixedValue; value uniform 0;", **dict.fromkeys(("inlet", "hub", "casing"), WALL))
    if turbulent:
        same = "type fixedValue; value $internalField;"
        files["0/k"] = field("k", "[0 2 -2 0 0 0 0]", "uniform 0.01", kind, inlet=same, outlet=WALL, hub="type kqRWallFunction; value uniform 0.01;",
                             casing="type kqRWallFunction; value uniform 0.01;")
        files["0/omega"] = field("omega", "[0 0 -1 0 0 0 0]", "uniform 5", kind, inlet=same, outlet=WALL, hub="type omegaWallFunction; value uniform 5;",
                                 casing="type omegaWallFunction; value uniform 5;")
        files["0/nut"] = field("nut", "[0 2 -1 0 0 0 0]", "uniform 0", kind, inlet="type calculated; value uniform 0;", outlet="type calculated; value uniform 0;",
                               hub="type nutkWallFunction; value uniform 0;", casing="type nutkWallFunction; value uniform 0;")
    for name, text in files.items():
        path = case / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return case
