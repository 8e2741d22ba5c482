# SPDX-License-Identifier: BSD-3-Clause
"""The tables of random_cases.py: what its cases are composed of. The first choice of an axis is its plain one."""
import math

HEADER = "FoamFile {{ version 2.0; format ascii; class {}; object {}; }}\n"
SINGLE = ("icoFoam", "pisoFoam", "pimpleFoam", "simpleFoam")
INTER = ("interFoam", "interIsoFoam", "interPhaseChangeFoam")

#: name: (cells along z, type of the sides, points moved by, tools afterwards, type of inlet and outlet)
MESHES = {
    "plane": (1, "empty", None, (), "patch"), "planeDeformed": (1, "empty", "deform", (), "patch"), "planeRotated": (1, "empty", "rotate", (), "patch"),
    "planeCyclic": (1, "empty", "deform", (), "cyclic"), "wedge": (1, "wedge", None, (), "patch"), "wedgeDeformed": (1, "wedge", "deform", (), "patch"),
    "box": (4, "wall", None, (), "patch"), "boxDeformed": (4, "symmetryPlane", "deform", (), "patch"), "boxRotated": (4, "symmetry", "rotate3", (), "patch"),
    "boxCyclic": (4, "cyclic", "deform", (), "patch"), "boxTwoCyclic": (4, "cyclic", "deform", (), "cyclic"),
    "refined": (4, "symmetry", "deform", ("topoSet", "refineMesh -overwrite"), "patch"), "dual": (4, "wall", "deform", ("polyDualMesh 60 -overwrite",), "patch"),
}

VELOCITY = "(1 0.1 0)"
FIXED = "type fixedValue; value {value};"
OPEN = "type inletOutlet; inletValue {value}; value {value};"
ZERO = "type zeroGradient;"
WALL_P = "@wallPressure"
TOTAL = {"p": "type totalPressure; p0 uniform 0.6; value uniform 0.6;", "p_rgh": "type prghTotalPressure; p0 uniform 600; value uniform 600;"}
BACK = {"p": "type fixedValue; value uniform 0;", "p_rgh": "type prghPressure; p uniform 10; value uniform 10;"}
PLAIN_BACK = {"p": "type fixedValue; value uniform 0.1;", "p_rgh": "type fixedValue; value uniform 20;"}
TABLE = "table ((0 (1 0.1 0)) (0.02 (1.5 0 0)) (1 (2 0.3 0)))"

#: name: (U, pressure)
INLETS = {
    "fixedValue": (f"type fixedValue; value uniform {VELOCITY};", WALL_P),
    "uniformFixedValue": (f"type uniformFixedValue; uniformValue {TABLE}; value uniform {VELOCITY};", WALL_P),
    "flowRate": ("type flowRateInletVelocity; volumetricFlowRate table ((0 0.01) (1 0.5)); value uniform (0 0 0);", WALL_P),
    "flowRateExtrapolated": ("type flowRateInletVelocity; volumetricFlowRate 0.1; extrapolateProfile yes; value uniform (1 0 0);", WALL_P),
    "surfaceNormal": ("type surfaceNormalFixedValue; refValue uniform -1.2; value uniform (0 0 0);", WALL_P),
    "uniformNormal": ("type uniformNormalFixedValue; uniformValue table ((0 -1) (0.1 -2)); value uniform (0 0 0);", WALL_P),
    "swirl": ("type swirlInletVelocity; origin (0 0.5 0); axis (1 0 0); axialVelocity 1; radialVelocity 0.1; tangentialVelocity 0.2; "
              "value uniform (0 0 0);", WALL_P),
    "cylindrical": ("type cylindricalInletVelocity; origin (0 0.5 0); axis (1 0 0); axialVelocity 1; radialVelocity 0.1; rpm 5; "
                    "value uniform (0 0 0);", WALL_P),
    "profile": ("type fixedProfile; profile polynomial (((1 0 0) (0 0 0)) ((1 0.2 0) (1 0 0))); direction (0 1 0); origin 0; "
                "value uniform (0 0 0);", WALL_P),
    "pressureInletVelocity": ("type pressureInletVelocity; value uniform (0 0 0);", TOTAL),
    "pressureInletUniform": ("type pressureInletUniformVelocity; value uniform (0 0 0);", TOTAL),
    "pressureInletOutlet": ("type pressureInletOutletVelocity; value uniform (0 0 0);", TOTAL),
    "pressureInletOutletTangential": ("type pressureInletOutletVelocity; tangentialVelocity uniform (0 0.3 0); value uniform (0 0 0);", TOTAL),
    "pressureDirected": ("type pressureDirectedInletVelocity; inletDirection uniform (1 0.2 0); value uniform (0 0 0);", TOTAL),
    "pressureDirectedInletOutlet": ("type pressureDirectedInletOutletVelocity; inletDirection uniform (0.6 0.8 0); value uniform (0 0 0);", TOTAL),
    "pressureNormal": ("type pressureNormalInletOutletVelocity; value uniform (0 0 0);", TOTAL),
    "parSlip": ("type pressureInletOutletParSlipVelocity; value uniform (0 0 0);", TOTAL),
    "freestream": (f"type freestreamVelocity; freestreamValue uniform {VELOCITY}; value uniform {VELOCITY};",
                   {"p": "type freestreamPressure; freestreamValue uniform 0.3; value uniform 0.3;", "p_rgh": WALL_P}),
    "mixed": ("type mixed; refValue uniform (1 0 0); refGradient uniform (0.2 0.1 0); valueFraction uniform 0.7; value uniform (1 0 0);", WALL_P),
    "fixedMean": ("type fixedMean; meanValue (1 0 0); value uniform (1 0 0);", WALL_P),
    "swirlFlowRate": ("type swirlFlowRateInletVelocity; flowRate table ((0 0.1) (1 0.5)); rpm 5; value uniform (1 0 0);", WALL_P),
    "swirlFlowRateAxis": ("type swirlFlowRateInletVelocity; flowRate 0.1; rpm table ((0 5) (1 50)); origin (0 0.3 0); axis (1 0.1 0); value uniform (1 0 0);", WALL_P),
    "rotatingPressure": ("type rotatingPressureInletOutletVelocity; omega (0.5 0 0); value uniform (0 0 0);",
                         {"p": "type rotatingTotalPressure; p0 uniform 0.6; omega table ((0 (0.5 0 0)) (1 (2 0 0))); value uniform 0.6;", "p_rgh": TOTAL["p_rgh"]}),
    "fixedNormal": ("type fixedNormalInletOutletVelocity; fixTangentialInflow no; normalVelocity { type fixedValue; value uniform (1 0.2 0); } "
                    "value uniform (1 0 0);", WALL_P),
    "fixedNormalTangential": ("type fixedNormalInletOutletVelocity; fixTangentialInflow yes; normalVelocity { type uniformFixedValue; "
                              "uniformValue table ((0 (1 0.1 0)) (0.1 (2 0.3 0))); } value uniform (1 0 0);", WALL_P),
    "scaled": (f"type scaledFixedValue; scale table ((0 0.5) (0.1 2)); refValue {{ type uniformFixedValue; uniformValue {TABLE}; value uniform (0.6 0.1 0); }} value uniform (9 9 9);", WALL_P),
    "plenum": ("type pressureInletVelocity; value uniform (0 0 0);",
               {"p": "type plenumPressure; gamma 1.4; R 0.002; supplyMassFlowRate 0.15; supplyTotalTemperature 310; plenumVolume 1; plenumDensity 1; "
                     "plenumTemperature 300; inletAreaRatio 1.1; inletDischargeCoefficient 0.8; rho 1.1; timeScale 0.01; value uniform 0.6;", "p_rgh": TOTAL["p_rgh"]}),
    "plenumNow": ("type pressureInletVelocity; value uniform (0 0 0);",
               {"p": "type plenumPressure; gamma 1.4; R 0.002; supplyMassFlowRate 0.15; supplyTotalTemperature 310; plenumVolume 1; plenumDensity 1; "
                     "plenumTemperature 300; inletAreaRatio 1.1; inletDischargeCoefficient 0.8; rho 1.1; value uniform 0.6;", "p_rgh": TOTAL["p_rgh"]}),
    "syringe": ("type pressureInletVelocity; value uniform (0 0 0);",
                {"p": "type syringePressure; Ap 0.1; Sp 2; VsI 1; tas 0.002; tae 0.007; tds 0.012; tde 0.017; psI 0.6; psi 1.2; ams 0; value uniform 0.9;",
                 "p_rgh": TOTAL["p_rgh"]}),
    "scaledSyringe": ("type pressureInletVelocity; value uniform (0 0 0);",
                      {"p": "type scaledFixedValue; scale 1.1; refValue { type syringePressure; Ap 0.1; Sp 2; VsI 1; tas 0.002; tae 0.007; tds 0.012; "
                            "tde 0.017; psI 0.6; psi 1.2; ams 0.5; }", "p_rgh": TOTAL["p_rgh"]}),
}
OUTLETS = {
    "zeroGradient": (ZERO, PLAIN_BACK), "inletOutlet": ("type inletOutlet; inletValue uniform (0 0 0); value uniform (0 0 0);", BACK),
    "uniformInletOutlet": ("type uniformInletOutlet; uniformInletValue constant (0.1 0 0); value uniform (0 0 0);", BACK),
    "pressureInletOutlet": ("type pressureInletOutletVelocity; value uniform (0 0 0);", TOTAL | {"p": TOTAL["p"].replace("0.6", "0.1")}),
    "advective": ("type advective; phi phi;", BACK), "outletInlet": ("type outletInlet; outletValue uniform (0.9 0 0); value uniform (0.9 0 0);",
                  {"p": "type outletInlet; outletValue uniform 0; value uniform 0;", "p_rgh": PLAIN_BACK["p_rgh"]}),
    "fixedMeanPressure": (ZERO, {"p": "type fixedMean; meanValue 0.1; value uniform 0;", "p_rgh": "type fixedMean; meanValue 5; value uniform 0;"}),
    "uniformPressure": (ZERO, {k: "type uniformFixedValue; uniformValue table ((0 0) (0.1 1)); value uniform 0;" for k in ("p", "p_rgh")}),
    "uniformTotal": ("type pressureInletOutletVelocity; value uniform (0 0 0);",
                     {"p": "type uniformTotalPressure; p0 table ((0 0) (1 1)); value uniform 0;", "p_rgh": TOTAL["p_rgh"]}),
    "fixedGradient": ("type fixedGradient; gradient uniform (0.1 0.02 0); value uniform (1 0 0);", BACK),
    "uniformFixedGradient": ("type uniformFixedGradient; uniformGradient constant (0.1 0 0); value uniform (1 0 0);", BACK),
    "freestream": ("type freestream; freestreamValue uniform (1 0 0); value uniform (1 0 0);",
                   {"p": "type freestreamPressure; freestreamValue uniform 0; value uniform 0;", "p_rgh": BACK["p_rgh"]}),
    "matchedFlowRate": ("type matchedFlowRateOutletVelocity; inletPatch inlet; value uniform (1 0 0);", WALL_P),
    "fluxCorrected": ("type fluxCorrectedVelocity;", PLAIN_BACK),
    "directionMixed": ("type directionMixed; refValue uniform (1 0.2 0); refGradient uniform (0.1 0.1 0); valueFraction uniform (0 0 0 0.7 0 0.5);", PLAIN_BACK),
    "fixedMeanOutletInlet": (ZERO, {k: "type fixedMeanOutletInlet; meanValue 0.1; phi phi; value uniform 0;" for k in ("p", "p_rgh")}),
}
WALLS = {
    "noSlip": "type noSlip;", "fixedValue": "type fixedValue; value uniform (0.4 0 0);", "slip": "type slip;",
    "partialSlip": "type partialSlip; valueFraction uniform 0.4; value uniform (0 0 0);", "movingWall": "type movingWallVelocity; value uniform (0 0 0);",
    "translating": "type translatingWallVelocity; U constant (0.5 0 0);",
    "rotating": "type rotatingWallVelocity; origin (0 0 0); axis (1 0 0); omega table ((0 1) (1 9)); value uniform (0 0 0);",
    "fixedNormalSlip": "type fixedNormalSlip; n (0 1 0); fixedValue uniform (0 0 0); value uniform (0 0 0);",
    "blowing": "type surfaceNormalFixedValue; refValue uniform -0.05; ramp table ((0 0.5) (1 1)); value uniform (0 0 0);",
}
TOPS = {name: (text, WALL_P) for name, text in WALLS.items()} | {
    "symmetry": ("type symmetry;", "type symmetry;"), "atmosphere": OUTLETS["pressureInletOutlet"], "open": OUTLETS["inletOutlet"],
    "freestream": INLETS["freestream"], "parSlip": INLETS["parSlip"], "wind": ("type fixedShearStress; tau (0.02 0 0); value uniform (0 0 0);", WALL_P)}
WALL_PRESSURES = {"zeroGradient": ZERO, "fixedFlux": "type fixedFluxPressure; value uniform 0;",
                  "extrapolated": "type fixedFluxExtrapolatedPressure; value uniform 0;", "fixedGradient": "type fixedGradient; gradient uniform 0.01; value uniform 0;"}
WALL_ALPHAS = {"zeroGradient": ZERO,
               "constantAngle": "type constantAlphaContactAngle; theta0 60; limit gradient; value uniform 0;",
               "constantAngleAlpha": "type constantAlphaContactAngle; theta0 110; limit alpha; value uniform 0;",
               "dynamicAngle": "type dynamicAlphaContactAngle; theta0 70; uTheta 0.1; thetaA 110; thetaR 40; limit zeroGradient; value uniform 0;",
               "timeAngle": "type timeVaryingAlphaContactAngle; t0 0; thetaT0 40; te 1; thetaTe 120; limit none; value uniform 0;"}
INLET_ALPHAS = {"fixedValue": "type fixedValue; value uniform 1;", "table": "type uniformFixedValue; uniformValue table ((0 1) (0.1 0)); value uniform 1;",
                "inletOutlet": "type inletOutlet; inletValue uniform 0.7; value uniform 1;",
                "variableHeight": "type variableHeightFlowRate; lowerBound 0; upperBound 1; value uniform 1;"}
OUTLET_VALUES = {"inletOutlet": OPEN, "zeroGradient": ZERO, "advective": "type advective; phi phi;", "outletInlet": "type outletInlet; outletValue {value}; value {value};"}
TURBULENT_INLETS = {"fixedValue": {}, "intensity": {
    "k": "type turbulentIntensityKineticEnergyInlet; intensity 0.2; value {value};",
    "epsilon": "type turbulentMixingLengthDissipationRateInlet; mixingLength 0.1; value {value};",
    "omega": "type turbulentMixingLengthFrequencyInlet; mixingLength 0.1; value {value};"},
    "inletOutlet": {k: OPEN for k in ("k", "epsilon", "omega", "nuTilda")},
    "outletMapped": {k: "type outletMappedUniformInlet; outletPatch outlet; value {value};" for k in ("k", "epsilon", "omega")}}
WALL_FUNCTIONS = {"nutk": "nutkWallFunction", "nutU": "nutUWallFunction", "spalding": "nutUSpaldingWallFunction",
                  "rough": "nutkRoughWallFunction; Ks uniform 0.002; Cs uniform 0.5",
                  "roughU": "nutURoughWallFunction; roughnessHeight 0.01; roughnessConstant 0.5; roughnessFactor 1",
                  "smoothU": "nutURoughWallFunction; roughnessHeight 0; roughnessConstant 0; roughnessFactor 0; tolerance 1e-3; maxIter 5",
                  "blended": "nutUBlendedWallFunction; n 3", "lowRe": "nutLowReWallFunction", "calculated": "calculated"}

#: name: (simulationType and model, fields)
TURBULENCE = {"laminar": ("laminar", ""), "Maxwell": ("laminar", "")} | {
    name: ("RAS", "k epsilon nut") for name in ("kEpsilon", "RNGkEpsilon", "realizableKE", "LaunderSharmaKE", "LamBremhorstKE", "ShihQuadraticKE", "LienCubicKE")} | {
    name: ("RAS", "k omega nut") for name in ("kOmega", "kOmegaSST", "kOmegaSSTSAS")} | {"SpalartAllmaras": ("RAS", "nuTilda nut")} | {
    name: ("LES", "k nut") for name in ("Smagorinsky", "WALE", "kEqn", "dynamicKEqn")} | {
    name: ("LES", "nuTilda nut") for name in ("SpalartAllmarasDES", "SpalartAllmarasDDES")} | {"kOmegaSSTDES": ("LES", "k omega nut"),
    "dynamicLagrangian": ("LES", "flm fmm nut")}
DELTAS = ("cubeRootVol", "maxDeltaxyz", "smooth", "Prandtl", "vanDriest")
VALUES = {"k": ("0 2 -2", 0.05), "epsilon": ("0 2 -3", 0.05), "omega": ("0 0 -1", 5), "nuTilda": ("0 2 -1", 5e-3), "nut": ("0 2 -1", 0),
          "flm": ("0 4 -4", 1e-4), "fmm": ("0 4 -4", 1e-2)}

TRANSPORTS = {
    "Newtonian": "transportModel Newtonian; nu 2e-3;",
    "thin": "transportModel Newtonian; nu 1e-5;",
    "CrossPowerLaw": "transportModel CrossPowerLaw; nu 1e-3; CrossPowerLawCoeffs { nu0 1e-2; nuInf 1e-4; m 0.4; n 0.6; }",
    "BirdCarreau": "transportModel BirdCarreau; nu 1e-3; BirdCarreauCoeffs { nu0 1e-2; nuInf 1e-4; k 0.5; n 0.4; }",
    "powerLaw": "transportModel powerLaw; nu 1e-3; powerLawCoeffs { nuMax 1e-2; nuMin 1e-5; k 1e-3; n 0.7; }",
    "HerschelBulkley": "transportModel HerschelBulkley; nu 1e-3; HerschelBulkleyCoeffs { nu0 1e-2; tau0 1e-3; k 1e-3; n 0.8; }",
    "Casson": "transportModel Casson; nu 1e-3; CassonCoeffs { m 1e-3; tau0 1e-3; nuMin 2e-4; nuMax 1e-2; }",
}

LIMITED = ("upwind", "linear", "limitedLinear 1", "limitedLinear 0.3", "vanLeer", "MUSCL", "Minmod", "SuperBee", "UMIST", "OSPRE", "vanAlbada", "QUICK", "SFCD",
           "Gamma 0.4", "limitedCubic 1", "filteredLinear2 0.5 0.1", "cubic", "midPoint", "filteredLinear", "filteredLinear3 0.7", "clippedLinear 0.8",
           "reverseLinear", "blended 0.6", "fixedBlended 0.3 upwind cubic", "cellCoBlended 0.1 linear 0.5 upwind", "limiterBlended vanLeer cubic upwind",
           "limitWith cubic limitedLinear 1", "outletStabilised limitedLinear 1")
DIV_U = ("upwind", "linear", "linearUpwind grad(U)", "linearUpwindV grad(U)", "LUST grad(U)", "limitedLinearV 1", "vanLeerV", "MUSCLV", "QUICKV", "SFCDV", "GammaV 0.5",
         "limitedCubicV 1", "MinmodV", "SuperBeeV", "UMISTV", "OSPREV", "vanAlbadaV", "filteredLinear2V 0.5 0.1", "linearUpwind unlimited", "downwind",
         "skewCorrected linear", "CoBlended 0.1 linear 0.5 upwind", "outletStabilised linearUpwind grad(U)", "filteredLinear3V 0.7", "limitWith linearUpwind grad(U) vanLeerV",
         *LIMITED[2:])
DIV_ALPHA = ("vanLeer", "upwind", "limitedVanLeer -1e-9 1.000000001", "limitedLimitedLinear 1 -1e-9 1.000000001", "limitedMUSCL -1e-9 1.000000001", "SuperBee",
             "limitedVanLeer -0.1 1.1", "interfaceCompression", "limitedGamma 0.5 -1e-9 1.000000001", "limitedLimitedCubic 1 -1e-9 1.000000001", "linear", "QUICK")
DIV_COMPRESSION = ("linear", "interfaceCompression", "upwind", "vanLeer", "interfaceCompression 1")
GRADS = ("Gauss linear", "leastSquares", "Gauss midPoint", "Gauss cubic", "cellLimited Gauss linear 1", "cellLimited leastSquares 0.5", "faceLimited Gauss linear 1",
         "cellMDLimited Gauss linear 0.7", "faceMDLimited Gauss linear 1", "cellLimited<cubic> 1.5 Gauss linear 1", "cellLimited<Venkatakrishnan> Gauss linear 1",
         "pointCellsLeastSquares", "edgeCellsLeastSquares")
SN_GRADS = ("corrected", "uncorrected", "limited 0.5", "limited corrected 0.33", "orthogonal")
INTERPOLATIONS = ("linear", "midPoint", 'linear; "interpolate.(rAU|.1.A.U..)." localMax', 'linear; "interpolate.(rAU|.1.A.U..)." localMin')
FUNCTIONS = {
    "vorticity": "type vorticity;", "Q": "type Q;", "wallShearStress": "type wallShearStress;", "yPlus": "type yPlus;",
    "divPhi": "type div; field phi;", "divU": "type div; field U;", "gradP": "type grad; field p;", "gradU": "type grad; field U;", "mag": "type mag; field U;",
    "magSqr": "type magSqr; field U;", "Courant": "type CourantNo;",
    "average": "type fieldAverage; fields (U { mean on; prime2Mean on; base time; } p { mean on; prime2Mean on; base iteration; });",
    "enstrophy": "type enstrophy;", "flowType": "type flowType;", "lamb": "type lambVector;", "components": "type components; field U;",
    "volumes": "type writeCellVolumes;", "centres": "type writeCellCentres;", "pressure": "type pressure; mode total; rho rhoInf; rhoInf 1.2; pRef 0;",
    "turbulence": "type turbulenceFields; fields (k nut);", "stresses": "type turbulenceFields; fields (R devReff);",
    "derived": "type derivedFields; derived (rhoU pTotal); rhoRef 1.3;", "Peclet": "type PecletNo;", "magGradU": "type mag; field grad(U);",
    "momentum": "type momentum; writeMomentum yes;", }
SOURCES = {
    "none": "", "porosity": "f { type explicitPorositySource; explicitPorositySourceCoeffs { selectionMode cellZone; cellZone zone; type DarcyForchheimer; "
    "d (50 80 20); f (2 1 3); coordinateSystem { origin (0 0 0); e1 (0.8 0.6 0); e2 (0 0 1); } } }",
    "mean": "f { type meanVelocityForce; selectionMode all; fields (U); Ubar (1 0 0); relaxation 0.8; }",
    "vector": "f { type vectorSemiImplicitSource; selectionMode all; volumeMode specific; injectionRateSuSp { U ((0.5 0.1 0) -0.3); } }",
    "limit": "f { type limitVelocity; selectionMode all; max 0.9; }", "damping": "f { type velocityDampingConstraint; selectionMode all; UMax 0.5; }",
    "buoyancy": "f { type buoyancyForce; fields (U); }",
    "patchMean": "f { type patchMeanVelocityForce; selectionMode all; fields (U); Ubar (1 0 0); relaxation 0.8; patch inlet; }",
    "fixedScalars": "f { type scalarFixedValueConstraint; selectionMode cellZone; cellZone zone; fieldValues { k 0.1; epsilon 0.2; } }",
    "stabilized": "f { type multiphaseStabilizedTurbulence; lambda2 0.2; }",
    "fixedVelocity": "f { type vectorFixedValueConstraint; selectionMode cellZone; cellZone zone; fieldValues { U (0.2 0.1 0); } }",
}
MRF = "zone {{ cellZone zone; active yes; nonRotatingPatches (inlet outlet{}); origin (0 0 0); axis ({}); omega 2; }}"


def rotation(axis, angle):
    """Rotation matrix about an axis (unit vector) by Rodrigues' formula."""
    x, y, z = axis
    c, s = math.cos(angle), math.sin(angle)
    return [[c + x * x * (1 - c), x * y * (1 - c) - z * s, x * z * (1 - c) + y * s],
            [y * x * (1 - c) + z * s, c + y * y * (1 - c), y * z * (1 - c) - x * s],
            [z * x * (1 - c) - y * s, z * y * (1 - c) + x * s, c + z * z * (1 - c)]]


AXES = {
    "solver": ("pimpleFoam", "icoFoam", "pisoFoam", *INTER, "interFoam", "simpleFoam"),
    "mesh": tuple(MESHES), "inlet": tuple(INLETS), "outlet": tuple(OUTLETS), "bottom": tuple(WALLS), "top": tuple(TOPS), "wallPressure": tuple(WALL_PRESSURES),
    "turbulence": tuple(TURBULENCE), "delta": DELTAS, "turbulentInlet": tuple(TURBULENT_INLETS), "turbulentOutlet": tuple(OUTLET_VALUES),
    "wallFunction": tuple(WALL_FUNCTIONS), "transport": tuple(TRANSPORTS),
    "wallAlpha": tuple(WALL_ALPHAS), "inletAlpha": tuple(INLET_ALPHAS), "outletAlpha": tuple(OUTLET_VALUES),
    "ddt": ("Euler", "backward", "CrankNicolson 0.9", "CrankNicolson 1", "localEuler"), "grad": GRADS, "gradU": GRADS, "divU": DIV_U,
    "bounded": ("no", "yes"), "divTurbulence": LIMITED, "divAlpha": DIV_ALPHA, "divCompression": DIV_COMPRESSION, "laplacian": SN_GRADS, "snGrad": SN_GRADS,
    "interpolation": INTERPOLATIONS, "source": tuple(SOURCES), "mrf": ("no", "yes"), "nOuter": ("1", "2", "3"), "nCorr": ("2", "1", "3"), "nNonOrth": ("0", "1", "2"),
    "predictor": ("yes", "no"), "consistent": ("no", "yes"), "relax": ("no", "yes"), "residualControl": ("no", "yes"), "mules": ("no", "yes"), "subCycles": ("1", "3"),
    "alphaOptions": ("", "nLimiterIter 5;", "alphaApplyPrevCorr yes;", "icAlpha 0.3;", "smoothLimiter 0.3;", "extremaCoeff 0.2;"),
    "cAlpha": ("1", "0", "2"), "phaseChange": ("SchnerrSauer", "Kunz", "Merkle"), "steps": ("1", "2", "4"), "adjust": ("no", "yes"),
    "function1": ("none", *FUNCTIONS), "function2": ("none", *FUNCTIONS), "turbOnFinal": ("yes", "no"), "frozen": ("no", "yes"),
}
