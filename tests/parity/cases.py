# SPDX-License-Identifier: BSD-3-Clause
"""The cases of the parity tests: how OpenFOAM's own tools prepare them, and what their one step compares."""
import dataclasses
import pathlib
import shutil

import foam
import orifice

INTER_FIELDS = ("alpha.water", "U", "p_rgh", "p", "phi")
ICO_FIELDS = ("U", "p", "phi")
PISO_RAS_FIELDS = (*ICO_FIELDS, "k", "epsilon", "nut")
PISO_OMEGA_FIELDS = (*ICO_FIELDS, "k", "omega", "nut")
INTER_RAS_FIELDS = (*INTER_FIELDS, "k", "epsilon", "nut")
INTER_OMEGA_FIELDS = (*INTER_FIELDS, "k", "omega", "nut")
ICO = "incompressible/icoFoam"
INTER = "multiphase/interFoam/laminar"

TIGHT = "{ tolerance 1e-13; relTol 0; maxIter 2000; }"


@dataclasses.dataclass
class Case:
    name: str
    example: str
    application: str
    fields: tuple
    solvers: tuple            # entries of fvSolution.solvers that are tightened
    developed: float          # s of OpenFOAM's own run before the compared step; 0: none
    deltaT: float             # s of the compared step
    refine: float = 1         # cells along x and y times this
    preparation: tuple = ("blockMesh",)
    sources: tuple = ()       # cases that mapFields takes its start from
    overrides: tuple = ()     # (file, text that is added to it): other entries than the example's
    make: object = None       # writes the case into a directory, instead of an example
    files: dict = dataclasses.field(default_factory=dict)    # text of files that replace the example's or are new
    replacements: tuple = ()  # (cells of a block, what stands there instead), as blockMeshDict has them
    tight: str = TIGHT        # what they are tightened to
    moves: bool = False       # constant/dynamicMeshDict is the example's, else the mesh stands still


MAXWELL_FIELDS, MAXWELL_SOLVERS = (*ICO_FIELDS, "sigma"), ("p", "pFinal", '"(U|sigma)"', '"(U|sigma)Final"')
PISO_CAVITY = "incompressible/pisoFoam/RAS/cavity"
PISO_SOLVERS = ("p", "pFinal", '"(U|k|epsilon|omega|R|nuTilda)"')
DAM_BREAK = "multiphase/interFoam/RAS/damBreak/damBreak"
INTER_SOLVERS = ("p_rgh", "p_rghFinal", '"pcorr.*"', '"alpha.water.*"')
OPEN = "type inletOutlet; inletValue $internalField; value $internalField;"
WALL_DISTANCE = ("system/fvSchemes", "wallDist { method meshWave; }")


def ras(text):
    return "constant/turbulenceProperties", f"RAS {{ {text} }}"


def boundary(field, **patches):
    return f"0/{field}", "boundaryField { " + " ".join(f"{patch} {{ {text} }}" for patch, text in patches.items()) + " }"


def both_walls(field, text):
    return boundary(field, movingWall=text, fixedWalls=text)


def cavity(name, fields, *overrides):
    """The lid-driven cavity of pisoFoam with another turbulence model or other walls."""
    return Case(name, PISO_CAVITY, "pisoFoam", fields, PISO_SOLVERS, 0.5, 0.005, overrides=overrides)


def scalar_field(name, dimensions, value, **patches):
    """A field for an example that has none."""
    return f"0/{name}", (f"FoamFile {{ version 2.0; format ascii; class volScalarField; object {name}; }}\ndimensions {dimensions};\n"
                         f"internalField uniform {value};\nboundaryField {{ "
                         + " ".join(f'"{patch}" {{ {text} }}' for patch, text in patches.items()) + " }")


DAM_BREAK_OMEGA = (
    ("system/fvSchemes", 'divSchemes { "div\\(phi,(k|omega|nuTilda)\\)" Gauss upwind; }'),
    ("system/fvSolution", 'solvers { "(U|k|omega|nuTilda).*" { solver smoothSolver; smoother symGaussSeidel; tolerance 1e-8; } }'),
    WALL_DISTANCE,
    scalar_field("omega", "[0 0 -1 0 0 0 0]", 2, atmosphere=OPEN, defaultFaces="type empty;",
                 **{".*Wall": "type omegaWallFunction; value $internalField;"}))


def elbow(name, fields, model, dissipation, dimensions, value, inlet):
    """OpenFOAM's elbow, a mesh of triangles, with a turbulence model; the flow through the larger inlet grows, turbulence enters
    through the smaller one by intensity and mixing length."""
    return Case(name, f"{ICO}/elbow", "pisoFoam", fields, ("p", "pFinal", "U", f'"(k|{dissipation})"'), 2.0, 0.05,
                preparation=("fluentMeshToFoam",), overrides=(
        ("system/controlDict", "application pisoFoam;"),
        boundary("U", **{"velocity-inlet-5": "type uniformFixedValue; uniformValue table ((0 (1 0 0)) (10 (5 0 0)));"}),
        ("constant/transportProperties", "transportModel Newtonian; nu 1e-4;"),
        ("constant/turbulenceProperties", "FoamFile { version 2.0; format ascii; class dictionary; object turbulenceProperties; }\n"
                                          f"simulationType RAS; RAS {{ RASModel {model}; turbulence on; printCoeffs on; }}"),
        ("system/fvSchemes", f'divSchemes {{ "div\\(phi,(k|{dissipation})\\)" bounded Gauss limitedLinear 1; '
                             "div((nuEff*dev2(T(grad(U))))) Gauss linear; } wallDist { method meshWave; }"),
        ("system/fvSolution", f'solvers {{ "(k|{dissipation})" {{ solver smoothSolver; smoother symGaussSeidel; tolerance 1e-8; }} }}'),
        scalar_field("k", "[0 2 -2 0 0 0 0]", 0.05, **{"wall.*": "type kqRWallFunction; value $internalField;",
                     "velocity.*": "type fixedValue; value $internalField;", "pressure.*": OPEN, "front.*": "type empty;",
                     "velocity-inlet-6": "type turbulentIntensityKineticEnergyInlet; intensity 0.05; value $internalField;"}),
        scalar_field(dissipation, dimensions, value, **{"wall.*": f"type {dissipation}WallFunction; value $internalField;",
                     "velocity.*": "type fixedValue; value $internalField;", "pressure.*": OPEN, "front.*": "type empty;",
                     "velocity-inlet-6": f"type {inlet}; mixingLength 0.1; value $internalField;"}),
        scalar_field("nut", "[0 2 -1 0 0 0 0]", 0, **{"wall.*": "type nutkWallFunction; value uniform 0;",
                     "(velocity|pressure).*": "type calculated; value uniform 0;", "front.*": "type empty;"})))


def atmosphere(name):
    """The elbow under an atmospheric boundary layer, whose wind grows and turns."""
    of = elbow(name, PISO_RAS_FIELDS, "kEpsilon", "epsilon", "[0 2 -3 0 0 0 0]", 0.01, "turbulentMixingLengthDissipationRateInlet")
    wind = ("flowDir table ((0 (1 0 0)) (10 (1 0.5 0))); zDir (0.1 1 0); Uref table ((0 2) (10 4)); Zref 20; z0 uniform 0.1; "
            "zGround uniform -3; ")
    return dataclasses.replace(of, overrides=(
        *of.overrides, ("system/controlDict", 'libs ("libatmosphericModels.so");'),
        boundary("U", **{"velocity-inlet-5": "type atmBoundaryLayerInletVelocity; " + wind, "velocity-inlet-6":
                         "type atmBoundaryLayerInletVelocity; flowDir (0 1 0); zDir (1 0 0); Uref 2; Zref 5; z0 0.02; zGround 40; kappa 0.4;"}),
        boundary("k", **{"velocity-inlet-5": "type atmBoundaryLayerInletK; Cmu 0.1; " + wind}),
        boundary("epsilon", **{"velocity-inlet-5": "type atmBoundaryLayerInletEpsilon; " + wind}),
        boundary("nut", **{"wall.*": "type nutkAtmRoughWallFunction; z0 uniform 0.03; value uniform 0;"})))


CASES = [
    Case("cavity", f"{ICO}/cavity/cavity", "icoFoam", ICO_FIELDS, ("p", "pFinal", "U"), 0.1, 0.005),
    Case("cavityGrade", f"{ICO}/cavity/cavityGrade", "icoFoam", ICO_FIELDS, ("p", "pFinal", "U"), 0.1, 0.0025),
    Case("cavityClipped", f"{ICO}/cavity/cavityClipped", "icoFoam", ICO_FIELDS, ("p", "pFinal", "U"), 0.05, 0.005),
    Case("elbow", f"{ICO}/elbow", "icoFoam", ICO_FIELDS, ("p", "pFinal", "U"), 2.0, 0.05, preparation=("fluentMeshToFoam",)),
    # No pressure is fixed: what leaves through freestream, an inletOutlet in v1912, is scaled.
    Case("elbowFreestream", f"{ICO}/elbow", "icoFoam", ICO_FIELDS, ("p", "pFinal", "U"), 0.5, 0.05, preparation=("fluentMeshToFoam",),
         overrides=(("system/fvSolution", "PISO { pRefCell 0; pRefValue 0; }"),
                    boundary("U", **{"pressure-outlet-7": "type freestream; freestreamValue uniform (0 1 0);"}),
                    boundary("p", **{"pressure-outlet-7": "type zeroGradient;"}))),
    Case("elbowAdvectivePressure", f"{ICO}/elbow", "icoFoam", ICO_FIELDS, ("p", "pFinal", "U"), 0.5, 0.05, preparation=("fluentMeshToFoam",),
         overrides=(boundary("p", **{"pressure-outlet-7": "type advective; lInf 5; fieldInf 0.1;"}),)),
    Case("damBreakAdvectivePressure", f"{INTER}/damBreak/damBreak", "interFoam", INTER_FIELDS, INTER_SOLVERS, 0.01, 0.0005,
         preparation=("blockMesh", "setFields"), overrides=(boundary("p_rgh", atmosphere="type advective; lInf 1; fieldInf 0;"),)),
    # The first step of all: walls that move still have the velocity of the start.
    Case("cavityTranslatingWall", f"{ICO}/cavity/cavity", "icoFoam", ICO_FIELDS, ("p", "pFinal", "U"), 0, 0.005,
         overrides=(boundary("U", movingWall="type translatingWallVelocity; U table ((0 (1 0 0)) (1 (100 0 0)));"),)),
    Case("cavityRotatingWall", f"{ICO}/cavity/cavity", "icoFoam", ICO_FIELDS, ("p", "pFinal", "U"), 0, 0.005,
         files={"0/U": "FoamFile { version 2.0; format ascii; class volVectorField; object U; }\n" + """
             dimensions [0 1 -1 0 0 0 0]; internalField uniform (0 0 0);
             boundaryField { movingWall { type rotatingWallVelocity; origin (0.05 0 0); axis (0 0 1); omega table ((0 5) (1 500)); }
                             fixedWalls { type noSlip; } frontAndBack { type empty; } }"""}),
    Case("damBreak", f"{INTER}/damBreak/damBreak", "interFoam", INTER_FIELDS,
         ("p_rgh", "p_rghFinal", '"pcorr.*"', '"alpha.water.*"'), 0.2, 0.0005, preparation=("blockMesh", "setFields")),
    Case("damBreakRelaxed", f"{INTER}/damBreak/damBreak", "interFoam", INTER_FIELDS, (*INTER_SOLVERS, "U", "UFinal"), 0.01, 0.0005,
         preparation=("blockMesh", "setFields"), overrides=(("system/fvSolution",
             "solvers { UFinal { solver smoothSolver; smoother symGaussSeidel; tolerance 1e-8; } } "
             "PIMPLE { momentumPredictor yes; nOuterCorrectors 2; nCorrectors 2; nNonOrthogonalCorrectors 1; } "
             'relaxationFactors { fields { p_rgh 0.7; p_rghFinal 0.9; } equations { "U.*" 0.8; } }'),)),
    # The gradient that limits the flux of alpha has the name of a blend of old and new, and only that.
    Case("damBreakGradientOfAlpha", f"{INTER}/damBreak/damBreak", "interFoam", INTER_FIELDS, INTER_SOLVERS, 0.05, 0.0005,
         preparation=("blockMesh", "setFields"),
         overrides=(("system/fvSchemes", "gradSchemes { grad(alpha.water) cellLimited Gauss linear 1; }"),)),
    Case("damBreakGradientOfBlend", f"{INTER}/damBreak/damBreak", "interFoam", INTER_FIELDS, INTER_SOLVERS, 0.05, 0.0005,
         preparation=("blockMesh", "setFields"), overrides=(("system/fvSchemes",
             "gradSchemes { grad(((1*alpha.water)+(0*alpha.water_0))) cellLimited Gauss linear 1; } divSchemes { div(phi,alpha) Gauss SuperBee; }"),)),
    Case("damBreak4x4", f"{INTER}/damBreak/damBreak", "interFoam", INTER_FIELDS,
         ("p_rgh", "p_rghFinal", '"pcorr.*"', '"alpha.water.*"'), 0.05, 0.0001, refine=4, preparation=("blockMesh", "setFields")),
    Case("capillaryRise", f"{INTER}/capillaryRise", "interFoam", INTER_FIELDS, ("p_rgh", "p_rghFinal", '"pcorr.*"'), 0.002, 1e-5,
         preparation=("blockMesh", "setFields")),
    Case("damBreakWithObstacle", f"{INTER}/damBreakWithObstacle", "interFoam", INTER_FIELDS, ("p_rgh", "p_rghFinal", '"pcorr.*"'),
         0.06, 0.001, preparation=("blockMesh", "topoSet", "subsetMesh", "setFields")),
    cavity("cavityKEpsilon", PISO_RAS_FIELDS),
    cavity("cavityTurbulenceOff", PISO_RAS_FIELDS, ras("turbulence off;")),
    cavity("cavityRoughWalls", PISO_RAS_FIELDS, both_walls("nut", "type nutkRoughWallFunction; Ks uniform 0.004; Cs uniform 0.5;")),
    cavity("cavityLowReWalls", PISO_RAS_FIELDS, both_walls("nut", "type nutLowReWallFunction; kappa 0.4;"),
           boundary("k", movingWall="type kLowReWallFunction;", fixedWalls="type kLowReWallFunction; Ceps2 1.8;")),
    cavity("cavityRNGkEpsilon", PISO_RAS_FIELDS, ras("RASModel RNGkEpsilon;")),
    cavity("cavityRealizableKE", PISO_RAS_FIELDS, ras("RASModel realizableKE;")),
    cavity("cavityKOmega", PISO_OMEGA_FIELDS, ras("RASModel kOmega;")),
    cavity("cavityKOmegaSST", PISO_OMEGA_FIELDS, ras("RASModel kOmegaSST;"), WALL_DISTANCE),
    cavity("cavityKOmegaSSTOptions", PISO_OMEGA_FIELDS,
           ras("RASModel kOmegaSST; kOmegaSSTCoeffs { F3 yes; decayControl yes; kInf 1e-4; omegaInf 2; }"),
           ("system/fvSchemes", "wallDist { method meshWave; correctWalls no; }"),
           both_walls("omega", "type omegaWallFunction; blended no; beta1 0.08;")),
    cavity("cavitySpalartAllmaras", (*ICO_FIELDS, "nuTilda", "nut"), ras("RASModel SpalartAllmaras;"), WALL_DISTANCE,
           ("constant/transportProperties", "nu 1e-6;"), ("0/nuTilda", "internalField uniform 1e-3;"), boundary("nuTilda", movingWall="type fixedValue; value uniform 0;"),
           boundary("nut", movingWall="type nutUWallFunction;", fixedWalls="type nutUSpaldingWallFunction;")),
    cavity("cavitySpaldingTolerance", PISO_RAS_FIELDS,
           both_walls("nut", "type nutUSpaldingWallFunction; maxIter 3; tolerance 1e-4; E 9; kappa 0.4;")),
    cavity("cavityBoundedSchemes", PISO_RAS_FIELDS,
           ("system/fvSchemes", "divSchemes { div(phi,U) bounded Gauss linearUpwindV grad(U); div(phi,k) bounded Gauss limitedVanLeer 0 1; "
                                "div(phi,epsilon) Gauss limitedLimitedLinear 1 0 100; }")),
    cavity("cavityBirdCarreau", (*ICO_FIELDS, "nu"), ("constant/turbulenceProperties", "simulationType laminar;"),
           boundary("U", movingWall=f"type fixedValue; value nonuniform ({' '.join(f'({0.9 + 0.01 * i:g} 0 0)' for i in range(20))});"),
           ("constant/transportProperties", "transportModel BirdCarreau; BirdCarreauCoeffs { nu0 1e-3; nuInf 1e-5; k 0.5; n 0.4; }")),
    *[cavity(name, (*ICO_FIELDS, "nu"), ("constant/turbulenceProperties", "simulationType laminar;"), ("constant/transportProperties", law))
      for name, law in (("cavityCasson", "transportModel Casson; CassonCoeffs { m 1e-4; tau0 1e-4; nuMin 2e-4; nuMax 1e-2; }"),
                        ("cavityStrainRateFunction", "transportModel strainRateFunction; strainRateFunctionCoeffs { function polynomial "
                                                     "((1e-4 0) (1e-5 1)); }"))],
    Case("cavityHydrostaticPressure", PISO_CAVITY, "pisoFoam", ICO_FIELDS, PISO_SOLVERS, 0.01, 0.0005,
         files={"constant/g": "FoamFile { version 2.0; format ascii; class uniformDimensionedVectorField; object g; }\n"
                              "dimensions [0 1 -2 0 0 0 0]; value (1 -9.81 0);"},
         overrides=(("constant/turbulenceProperties", "simulationType laminar;"),
                    boundary("p", movingWall="type uniformDensityHydrostaticPressure; rho 1.5; pRefValue 0.1; pRefPoint (0.02 0 0); "
                                             "value uniform 0;"))),
    Case("cavityCoupledU", "incompressible/pisoFoam/RAS/cavityCoupledU", "pisoFoam", PISO_RAS_FIELDS,
         ("p", "pFinal", '"(k|epsilon|R|nuTilda)"'), 0.5, 0.005,
         overrides=(("system/fvSolution", "solvers { U { tolerance (1e-13 1e-13 1e-13); relTol (0 0 0); } }"),)),
    elbow("elbowKOmegaSST", PISO_OMEGA_FIELDS, "kOmegaSST", "omega", "[0 0 -1 0 0 0 0]", 1, "turbulentMixingLengthFrequencyInlet"),
    elbow("elbowRNGkEpsilon", PISO_RAS_FIELDS, "RNGkEpsilon", "epsilon", "[0 2 -3 0 0 0 0]", 0.01,
          "turbulentMixingLengthDissipationRateInlet"),
    elbow("elbowRealizableKE", PISO_RAS_FIELDS, "realizableKE", "epsilon", "[0 2 -3 0 0 0 0]", 0.001,
          "turbulentMixingLengthDissipationRateInlet"),
    atmosphere("elbowAtmosphere"),
    Case("damBreakKEpsilon", DAM_BREAK, "interFoam", INTER_RAS_FIELDS, (*INTER_SOLVERS, '"(U|k|epsilon).*"'), 0.2, 0.0005,
         preparation=("blockMesh", "setFields")),
    Case("damBreakNonNewtonian", f"{INTER}/damBreak/damBreak", "interFoam", (*INTER_FIELDS, "nu1", "nu2"), INTER_SOLVERS, 0.2, 0.0005,
         preparation=("blockMesh", "setFields"), overrides=(
             ("constant/transportProperties",
              "water { transportModel CrossPowerLaw; CrossPowerLawCoeffs { nu0 1e-2; nuInf 1e-6; m 0.4; n 0.6; } } "
              "air { transportModel HerschelBulkley; HerschelBulkleyCoeffs { nu0 1e-3; tau0 1e-6; k 1e-5; n 0.8; } }"),)),
    Case("damBreakKOmegaSST", DAM_BREAK, "interFoam", INTER_OMEGA_FIELDS, (*INTER_SOLVERS, '"(U|k|omega|nuTilda).*"'), 0.2, 0.0005,
         preparation=("blockMesh", "setFields"),
         overrides=(ras("RASModel kOmegaSST;"), *DAM_BREAK_OMEGA,
                    boundary("nut", lowerWall="type nutkRoughWallFunction; Ks uniform 0.002; Cs uniform 0.5;"))),
]

HEADER = "FoamFile {{ version 2.0; format ascii; class {}; object {}; }}\n"
WEDGE_MESH = HEADER.format("dictionary", "blockMeshDict") + """
scale 1;
vertices
(
    (0 0 0) (2 0 0) (2 0.99904822 0.04361939) (0 0.99904822 0.04361939) (2 0.99904822 -0.04361939) (0 0.99904822 -0.04361939)
);
blocks (hex (0 1 4 5 0 1 2 3) (10 8 1) simpleGrading (1 1 1));
edges ();
boundary
(
    front  { type wedge; faces ((0 1 2 3)); }
    back   { type wedge; faces ((0 5 4 1)); }
    inlet  { type patch; faces ((0 3 5 0)); }
    outlet { type patch; faces ((1 4 2 1)); }
    wall   { type wall;  faces ((3 2 4 5)); }
    axis   { type empty; faces ((0 1 1 0)); }
);
"""

CASES += [
    # A pipe, where the flow develops from the inlet on: the whole stress counts, on the sides of the wedge too.
    Case("wedge", f"{ICO}/cavity/cavity", "pisoFoam", ICO_FIELDS, PISO_SOLVERS, 0.1, 0.01, files={
        "system/blockMeshDict": WEDGE_MESH,
        "constant/transportProperties": HEADER.format("dictionary", "transportProperties") + "transportModel Newtonian; nu 0.01;",
        "constant/turbulenceProperties": HEADER.format("dictionary", "turbulenceProperties") + "simulationType laminar;",
        "0/U": HEADER.format("volVectorField", "U") + """dimensions [0 1 -1 0 0 0 0]; internalField uniform (0.3 0 0);
            boundaryField { "front|back" { type wedge; } axis { type empty; } wall { type noSlip; }
                            inlet { type fixedValue; value uniform (1 0 0); } outlet { type zeroGradient; } }""",
        "0/p": HEADER.format("volScalarField", "p") + """dimensions [0 2 -2 0 0 0 0]; internalField uniform 0;
            boundaryField { "front|back" { type wedge; } axis { type empty; } "inlet|wall" { type zeroGradient; }
                            outlet { type fixedValue; value uniform 0; } }""",
    }, overrides=(("system/controlDict", "application pisoFoam;"),
                  ("system/fvSchemes", "divSchemes { div((nuEff*dev2(T(grad(U))))) Gauss linear; }"))),
]

MID_POINT = ("system/fvSchemes", "interpolationSchemes { default midPoint; }")


def interpolated(name, example, *entries):
    """The example with one entry of interpolationSchemes after the other by midPoint, the rest linear."""
    return [dataclasses.replace(example, name=f"{name}{i}", overrides=(
        ("system/fvSchemes", f"interpolationSchemes {{ default linear; {entry} midPoint; }}"),))
        for i, entry in enumerate(entries, 1)]


def named(name):
    return next(case for case in CASES if case.name == name)


CASES += [
    dataclasses.replace(named("cavityGrade"), name="cavityGradeMidPoint", overrides=(MID_POINT,)),
    dataclasses.replace(named("cavityGrade"), name="cavityGradeHarmonic", overrides=(
        ("system/fvSchemes", "laplacianSchemes { laplacian((1|A(U)),p) Gauss harmonic orthogonal; }"),)),
    dataclasses.replace(named("elbowKOmegaSST"), name="elbowStressMidPoint", overrides=(
        *named("elbowKOmegaSST").overrides, ("system/fvSchemes", "divSchemes { div((nuEff*dev2(T(grad(U))))) Gauss midPoint; }"))),
    dataclasses.replace(named("damBreak"), name="damBreakStressMidPoint", overrides=(
        ("system/fvSchemes", "divSchemes { div(((rho*nuEff)*dev2(T(grad(U))))) Gauss midPoint; }"),)),
    dataclasses.replace(named("damBreak"), name="damBreakMidPoint", overrides=(
        MID_POINT, ("system/fvSolution", 'solvers { "alpha.water.*" { icAlpha 0.2; } }'))),
    *interpolated("cavityGradeInterpolated", named("cavityGrade"), "flux(HbyA)", "dotInterpolate(S,U_0)"),
    *interpolated("damBreakInterpolated", named("damBreak"), "flux(HbyA)", "dotInterpolate(S,U_0)", "interpolate((1|A(U)))",
                  "interpolate((rho*(1|A(U))))", "interpolate(nHat)", "interpolate((sigma*interfaceProperties:K))"),
]

ORIFICE = ('"(p_rgh|Phi).*"', '"alpha.water.*"', '"(U|k|epsilon|omega|nuTilda).*"')
ORIFICE_RAS = "simulationType RAS;\nRAS { RASModel kEpsilon; turbulence on; printCoeffs off; }"


def orifice_case(name, phase_change, *entries, fields=INTER_FIELDS, turbulence="simulationType laminar;"):
    """One step of interPhaseChangeFoam where water cavitates behind an orifice."""
    model = ("constant/transportProperties", f"phaseChangeTwoPhaseMixture {phase_change};")
    return Case(name, "", "interPhaseChangeFoam", fields, ORIFICE, 0.002, 1e-5,
                preparation=("blockMesh", "potentialFoam"), make=lambda target: orifice.make(target, turbulence),
                overrides=(model, *entries))


CASES += [
    orifice_case("cavitationSchnerrSauer", "SchnerrSauer"),
    orifice_case("cavitationKunz", "Kunz"),
    orifice_case("cavitationMerkle", "Merkle"),
    orifice_case("cavitationExplicit", "SchnerrSauer", ("system/fvSolution", "solvers { \"alpha.water.*\" { MULESCorr no; nAlphaSubCycles 2; "
                 "icAlpha 0.2; } } PIMPLE { momentumPredictor yes; nOuterCorrectors 2; }")),
    orifice_case("cavitationKEpsilon", "SchnerrSauer", fields=INTER_RAS_FIELDS, turbulence=ORIFICE_RAS),
]


def pimple(of, *overrides):
    """pimpleFoam with three outer corrections, relaxed as a user with large time steps would."""
    return dataclasses.replace(of, name="pimple" + of.name[0].upper() + of.name[1:], application="pimpleFoam", solvers=(*of.solvers, '"(U|k|epsilon|omega)Final"'),
                               overrides=(*of.overrides, ("system/controlDict", "application pimpleFoam;"), (
        "system/fvSolution", "PIMPLE { nOuterCorrectors 3; nCorrectors 2; nNonOrthogonalCorrectors 1; pRefCell 0; pRefValue 0; } "
        'relaxationFactors { fields { p 0.4; pFinal 0.9; } equations { "(U|k|epsilon|omega)" 0.7; ".*Final" 1; } } '
        'solvers { "(U|k|epsilon|omega)Final" { solver smoothSolver; smoother symGaussSeidel; tolerance 1e-8; relTol 0; } }'), *overrides))


CASES += [
    pimple(cavity("cavityKEpsilon", PISO_RAS_FIELDS)),
    # A viscoelastic stress: on boxes with a symmetry plane, and on triangles with outlets that flow may enter by.
    Case("planarContraction", "incompressible/pimpleFoam/laminar/planarContraction", "pimpleFoam", MAXWELL_FIELDS, MAXWELL_SOLVERS, 0.001, 2e-4, refine=0.5,
         overrides=(("system/fvSchemes", "ddtSchemes { default Euler; }"), ("system/fvSolution", "PIMPLE { nOuterCorrectors 3; } "
                    'solvers { "(p|pFinal)" { solver PCG; preconditioner DIC; } }'))),
    Case("elbowMaxwell", f"{ICO}/elbow", "pisoFoam", MAXWELL_FIELDS, MAXWELL_SOLVERS, 0.5, 0.02, preparation=("fluentMeshToFoam",), overrides=(
        ("system/controlDict", "application pisoFoam;"),
        ("constant/transportProperties", "transportModel Newtonian; nu 0.1;"),
        ("system/fvSchemes", "divSchemes { div(phi,sigma) Gauss limitedLinear 1; div(sigma) Gauss linear; "
                             "div((nuM*grad(U))) Gauss linear; div((nu*dev2(T(grad(U))))) Gauss linear; }"),
        ("system/fvSolution", 'solvers { "(U|sigma)" { solver PBiCGStab; preconditioner DILU; tolerance 1e-8; } }')), files={
        "constant/turbulenceProperties": HEADER.format("dictionary", "turbulenceProperties")
        + "simulationType laminar; laminar { laminarModel Maxwell; nuM 0.3; lambda 0.5; }",
        "0/sigma": HEADER.format("volSymmTensorField", "sigma") + 'dimensions [0 2 -2 0 0 0 0]; internalField uniform (0.1 0.05 0 -0.02 0 0.01); '
        "boundaryField { wall-4 { type zeroGradient; } wall-8 { type slip; } velocity-inlet-5 { type fixedValue; value $internalField; } "
        "velocity-inlet-6 { type mixed; refValue uniform (1 2 0 3 0 4); refGradient uniform (0.1 0 0 0.2 0 0); valueFraction uniform 0.3; } "
        "pressure-outlet-7 { type inletOutlet; inletValue $internalField; } frontAndBackPlanes { type empty; } }"}),
    pimple(named("elbowKOmegaSST"), ("system/fvSolution", "PIMPLE { turbOnFinalIterOnly no; residualControl { p { tolerance 1e-2; relTol 0; } } }")),
]


def prepare(case, directory):
    """A copy of the example with mesh and start fields made by OpenFOAM's tools, dumps in binary."""
    target = pathlib.Path(directory) / case.name
    case.make(target) if case.make else foam.copy_example(case.example, target)
    for file, text in case.files.items():
        (target / file).write_text(text)
    for source in (target / "system").glob("blockMeshDict.m4"):
        source.with_suffix("").write_text(foam.run(["m4", source]).stdout)
    for cells, other in case.replacements:
        mesh = target / "system/blockMeshDict"
        assert cells in mesh.read_text()
        mesh.write_text(mesh.read_text().replace(cells, other))
    if case.refine != 1:
        foam.refine(target, case.refine)
    if not (target / "0").exists():
        shutil.copytree(target / "0.orig", target / "0")
    for original in (target / "0").glob("*.orig"):
        shutil.copy(original, original.with_suffix(""))
    foam.append(target, "system/controlDict", "startFrom latestTime; writeFormat binary; writePrecision 16; timePrecision 10; functions {}")
    if (target / "constant" / "dynamicMeshDict").exists() and not case.moves:
        (target / "constant" / "dynamicMeshDict").write_text(
            "FoamFile { version 2.0; format ascii; class dictionary; object dynamicMeshDict; }\ndynamicFvMesh staticFvMesh;\n")
    for file, text in case.overrides:
        foam.append(target, file, text)
    for tool in case.preparation:
        if tool == "fluentMeshToFoam":
            foam.openfoam(tool, target, target / "elbow.msh")
        elif tool == "potentialFoam":
            foam.openfoam(tool, target, "-pName", "p_rgh", "-writephi")
        elif tool == "subsetMesh":
            foam.openfoam(tool, target, "-overwrite", "c0", "-patch", "walls")
        else:
            foam.openfoam(*tool.split()[:1], target, *tool.split()[1:])
    return target


def develop(case, directory):
    """prepare(), then OpenFOAM's own run, if there is one, to a developed state (its last binary dump)."""
    target = prepare(case, directory)
    if case.developed == 0:
        return target
    foam.append(target, "system/controlDict", f"startFrom startTime; startTime {foam.times(target)[0]}; stopAt endTime; "
                f"endTime {float(foam.times(target)[0]) + case.developed}; writeControl adjustable; writeInterval {case.developed};")
    foam.openfoam(case.application, target, log=target / "log.develop")
    return target


def set_steps(case, directory, steps=1):
    """Makes the case take fixed steps, one or a few, from its latest time, with linear tolerances of 1e-13."""
    start = float(foam.times(directory)[-1])
    foam.append(directory, "system/controlDict", f"startFrom latestTime; adjustTimeStep no; deltaT {case.deltaT}; "
                f"endTime {start + steps * case.deltaT:.12g}; writeControl timeStep; writeInterval 1;")
    foam.append(directory, "system/fvSolution", "solvers\n{\n" + "".join(f"    {s} {case.tight}\n" for s in case.solvers) + "}")


def set_one_step(case, directory):
    set_steps(case, directory)
