# SPDX-License-Identifier: BSD-3-Clause
"""Cases of fvOptions for the parity tests: the examples on fewer cells, and every kind of source on a small one."""
import dataclasses

import cases

PISO = "incompressible/pisoFoam"
INTER_SOLVERS = ("p_rgh", "p_rghFinal", '"pcorr.*"', '"alpha.water.*"')
PISO_SOLVERS = ("p", "pFinal", '"(U|k|epsilon|omega|R|nuTilda)"')

# Axes of its own, a negative component that is a multiple of the largest, both resistances.
POROUS_BLOCK = """FoamFile { version 2.0; format ascii; class dictionary; object fvOptions; }
porosity1
{
    type explicitPorositySource;
    explicitPorositySourceCoeffs
    {
        selectionMode cellZone;
        cellZone porous;
        type DarcyForchheimer;
        d (1e6 -10 2e5);
        f (10 20 30);
        coordinateSystem { origin (0 0 0); e1 (0.8 0.6 0); e2 (0 0 1); }
    }
}
"""

MANGROVES_SET = """FoamFile { version 2.0; format ascii; class dictionary; object setFieldsDict; }
defaultFieldValues (volScalarFieldValue alpha.water 0 volScalarFieldValue MangrovesIndex 0 volVectorFieldValue U (0 0 0));
regions
(
    boxToCell { box (-10 -10 -10) (100 100 0.15); fieldValues (volScalarFieldValue alpha.water 1); }
    boxToCell { box (2 -10 -10) (4 100 0.3); fieldValues (volScalarFieldValue MangrovesIndex 1); }
    boxToCell { box (0 0 0) (100 100 0.2); fieldValues (volVectorFieldValue U (0.1 0 0)); }
);
"""

OPTIONS = """FoamFile { version 2.0; format ascii; class dictionary; object fvOptions; }
force
{
    type vectorSemiImplicitSource;
    vectorSemiImplicitSourceCoeffs
    {
        selectionMode all;
        volumeMode    absolute;
        injectionRateSuSp { U ((0.01 0.02 0) -0.003); }
    }
}
sink
{
    type vectorSemiImplicitSource;
    selectionMode all;
    volumeMode    specific;
    timeStart     0.2;
    duration      10;
    injectionRateSuSp { U ((0 0 0) 0.5); }
}
turbulence
{
    type scalarSemiImplicitSource;
    selectionMode all;
    volumeMode    specific;
    injectionRateSuSp { k (1e-4 -0.2); epsilon (1e-5 0.1); }
}
unused
{
    type vectorSemiImplicitSource;
    active no;
    selectionMode all;
    volumeMode specific;
    injectionRateSuSp { U ((1 0 0) 0); }
}
"""

MEAN_VELOCITY = """FoamFile { version 2.0; format ascii; class dictionary; object fvOptions; }
drive
{
    type meanVelocityForce;
    selectionMode all;
    fields (U);
    Ubar (0.1 0.05 0);
    relaxation 0.2;
}
"""

DISKS = """FoamFile { version 2.0; format ascii; class dictionary; object fvOptions; }
plain
{
    type actuationDiskSource;
    actuationDiskSourceCoeffs
    {
        fields (U);
        selectionMode cellZone;
        cellZone disk;
        diskDir (-1 -0.2 0);
        Cp 0.386;
        Ct 0.58;
        diskArea 2e-4;
        upstreamPoint %s;
    }
}
radial
{
    type radialActuationDiskSource;
    fields (U);
    selectionMode cellZone;
    cellZone disk;
    diskDir (0.3 -1 0);
    Cp 0.3;
    Ct 0.7;
    diskArea 1e-4;
    upstreamPoint %s;
    coeffs (0.1 0.5 -3);
}
"""

SOURCE_CASES = [
    cases.Case("actuationDisks", f"{PISO}/RAS/cavity", "pisoFoam", cases.PISO_RAS_FIELDS, PISO_SOLVERS, 0.5, 0.005,
               files={"constant/fvOptions": DISKS % ("(0.03 0.081 0.005)", "(0.071 0.052 0.003)")}, replacements=(("(20 20 1)", "disk (20 20 1)"),)),
    cases.Case("actuationDisksTwoPhase", "multiphase/interFoam/RAS/damBreak/damBreak", "interFoam", cases.INTER_RAS_FIELDS,
               (*INTER_SOLVERS, '"(U|k|epsilon).*"'), 0.2, 0.0005, preparation=("blockMesh", "setFields"),
               files={"constant/fvOptions": DISKS % ("(0.05 0.011 0.005)", "(0.2 0.2 0.003)")}, replacements=(("(23 8 1)", "disk (23 8 1)"),)),
    cases.Case("porousBlockage", f"{PISO}/laminar/porousBlockage", "pisoFoam", cases.ICO_FIELDS, PISO_SOLVERS, 2.0, 0.05,
               preparation=("blockMesh", "topoSet")),
    cases.Case("porousDamBreak", "multiphase/interFoam/RAS/damBreak/damBreak", "interFoam", cases.INTER_RAS_FIELDS,
               (*INTER_SOLVERS, '"(U|k|epsilon).*"'), 0.2, 0.0005, preparation=("blockMesh", "setFields"),
               files={"constant/fvOptions": POROUS_BLOCK}, replacements=(("(23 8 1)", "porous (23 8 1)"),)),
    cases.Case("semiImplicitSources", f"{PISO}/RAS/cavity", "pisoFoam", cases.PISO_RAS_FIELDS, PISO_SOLVERS, 0.5, 0.005,
               files={"constant/fvOptions": OPTIONS}),
    cases.Case("meanVelocityForce", f"{PISO}/RAS/cavity", "pisoFoam", cases.PISO_RAS_FIELDS, PISO_SOLVERS, 0.5, 0.005,
               files={"system/fvOptions": MEAN_VELOCITY}),
    cases.Case("mangroves", "multiphase/interFoam/laminar/waves/mangroveInteraction", "interFoam", cases.INTER_RAS_FIELDS,
               (*INTER_SOLVERS, '"(U|k|epsilon|omega)"', '"(U|k|epsilon|omega)Final"'), 0.2, 0.01,
               preparation=("blockMesh", "setFields", "topoSet"), files={"system/setFieldsDict": MANGROVES_SET},
               overrides=(("system/controlDict", "deltaT 0.01;"),), replacements=(("(350 28 42)", "(70 6 20)"),)),
]


def zoned(name, base, box, **files):
    """A case with a zone `rotor` and files of constant/ for it."""
    return dataclasses.replace(base, name=name, preparation=(*base.preparation, "topoSet"), files={**base.files, "system/topoSetDict": f"""
FoamFile {{ version 2.0; format ascii; class dictionary; object topoSetDict; }}
actions
(
    {{ name rotor; type cellSet; action new; source boxToCell; box {box}; }}
    {{ name rotor; type cellZoneSet; action new; source setToCellZone; set rotor; }}
);
""", **{f"constant/{file}": f"FoamFile {{ version 2.0; format ascii; class dictionary; object {file}; }}\n{text}" for file, text in files.items()}})


def rotating(name, base, box, zone):
    """A case with a zone in a rotating frame."""
    return zoned(name, base, box, MRFProperties=f"MRF1 {{ cellZone rotor; active yes; {zone} }}")


def case_of(name):
    return next(case for case in cases.CASES if case.name == name)


SOURCE_CASES += [
    rotating("rotatingCavity", case_of("cavityKEpsilon"), "(-1 0.03 -1) (0.06 1 1)",
             # The lid that stands: what the frame sweeps through it is nothing in all.
             "nonRotatingPatches (movingWall); origin (0.03 0.06 0); axis (0 0 2); omega table ((0 3) (0.4 8) (1 12));"),
    rotating("rotatingDamBreak", case_of("damBreak"), "(-1 0.05 -1) (0.12 0.25 1)",
             "nonRotatingPatches (); origin (0.05 0.15 0); axis (0 0 1); omega constant 4;"),
]

STEADY = """ddtSchemes { default steadyState; } divSchemes { div(phi,U) bounded Gauss linearUpwind grad(U); }
            laplacianSchemes { default Gauss linear corrected; } snGradSchemes { default corrected; }"""
# Zones of all three models; what porosityProperties does not ask for is nobody's business.
POROUS_ZONES = """FoamFile { version 2.0; format ascii; class dictionary; object porosityProperties; }
one { type DarcyForchheimer; cellZone porousBlockage; D 1000; d ($D -3 $D); f (20 10 5);
      coordinateSystem { origin (0 0 0); e1 (0.8 0.6 0); e2 (0 0 1); } }
two { type fixedCoeff; active yes; cellZone porousBlockage; selectionMode all;
      fixedCoeffCoeffs { alpha (1 2 1); beta (0.1 0.2 0.1); coordinateSystem { origin (0 0 0); rotation { type none; } } } }
three { type powerLaw; cellZone porousBlockage; C0 0.5; C1 1.7; coordinateSystem { origin (0 0 0); rotation { type none; } } }
four { type powerLaw; active no; cellZone porousBlockage; C0 100; C1 2; coordinateSystem { origin (0 0 0); rotation { type none; } } }
"""


def porous(name, zones, *entries):
    return cases.Case(name, f"{PISO}/laminar/porousBlockage", "porousSimpleFoam", cases.ICO_FIELDS, ("p", '"(U|k|epsilon|omega|R|nuTilda)"'),
               20, 1, preparation=("blockMesh", "topoSet"), overrides=(
        ("system/controlDict", "application porousSimpleFoam; deltaT 1;"), ("system/fvSchemes", STEADY),
        ("system/fvSolution", "SIMPLE { consistent yes; momentumPredictor no; pRefCell 0; pRefValue 0; } "
                              "relaxationFactors { fields { p 0.3; } equations { U 0.7; } }"), *entries),
        files={"constant/fvOptions": "FoamFile { version 2.0; format ascii; class dictionary; object fvOptions; }",
               "constant/porosityProperties": zones})


IMPLICIT = "system/fvSolution", "SIMPLE { nUCorrectors 2; nNonOrthogonalCorrectors 1; }"
SOURCE_CASES += [
    porous("porousSimpleFoam", POROUS_ZONES),
    # Damping changes A behind the T of the pressure.
    porous("implicitPorosity", POROUS_ZONES.replace("e1 (0.8 0.6 0)", "e1 (1 0 0)"), IMPLICIT,
           ("constant/fvOptions", "slow { type velocityDampingConstraint; active yes; selectionMode all; UMax 0.8; }")),
]
# What Debian's program gets wrong: U = T (H - grad p) with a full tensor.
SLANTED_POROSITY = porous("slantedPorosity", POROUS_ZONES, IMPLICIT)

MIXER, ROTOR_2D = "incompressible/SRFSimpleFoam/mixer", "incompressible/SRFPimpleFoam/rotor2D"
WALL_THAT_STANDS = "type SRFWallVelocity; value uniform (0 0 0);"
SOURCE_CASES += [
    # SIMPLEC with rotational cyclic patches, an absolute inlet velocity, an outlet and a wall that stand still.
    cases.Case("SRFSimpleFoam", MIXER, "SRFSimpleFoam", ("Urel", *cases.PISO_OMEGA_FIELDS), ("p", '"(Urel|k|epsilon|omega|R|nuTilda)"'), 20, 1,
               replacements=(("(10 20 40)", "(3 5 8)"), ("(2 20 40)", "(2 5 8)")), overrides=(
        ("system/controlDict", "deltaT 1;"), cases.boundary("Urel", outerWall=WALL_THAT_STANDS),
        cases.boundary("Urel", outlet="type inletOutlet; inletValue uniform (0 0.1 -1); value uniform (0 0 0);"))),
    # A stream that turns with the time, in a frame that turns backwards; two outer corrections.
    cases.Case("SRFPimpleFoam", ROTOR_2D, "SRFPimpleFoam", ("Urel", *cases.PISO_RAS_FIELDS), ("p", "pFinal", '"Urel.*"', '"k.*"', '"epsilon.*"'), 0.01, 0.0005,
               overrides=(("system/fvSolution", "PIMPLE { nOuterCorrectors 2; momentumPredictor no; } "
                           'relaxationFactors { equations { "(Urel|k|epsilon)" 0.8; } }'),
                          ("constant/SRFProperties", "rpmCoeffs { rpm -60; }"))),
    # HbyA keeps what enters, which is not what the cells have.
    cases.Case("SRFPimpleFoamFreestream", ROTOR_2D, "SRFPimpleFoam", ("Urel", *cases.PISO_RAS_FIELDS), ("p", "pFinal", '"Urel.*"', '"k.*"', '"epsilon.*"'), 0, 0.0001,
               overrides=(cases.boundary("Urel", freestream="type freestream; freestreamValue uniform (1 0 0);"), ("0/Urel", "internalField uniform (0.5 0 0);"))),
]

ROTOR = """
rotor
{
    type rotorDisk; selectionMode cellZone; cellZone rotor; fields (U); nBlades 3; tipEffect 0.9; refDirection (1 0.1 0); rpm %s;
    trimModel fixedTrim; fixedTrimCoeffs { theta0 5; theta1c 2; theta1s -1; }
    flapCoeffs { beta0 3; beta1c 1; beta2s 2; }
    blade { data ((inner (0.01 -6 0.004)) (outer (0.03 -2 0.003))); }
    profiles
    {
        inner { type lookup; data ((-180 0.2 0) (-10 0.07 -0.8) (0 0.02 0) (10 0.07 0.8) (180 0.2 0)); }
        outer { type series; CdCoeffs (0.1 -0.05); ClCoeffs (0 0.5 0.3); }
    }
    %s
}
"""


def rotor(name, box, rpm, text):
    """Three cells deep: where there are empty patches v1912 reads areas that are not there."""
    solid = {"p": "zeroGradient", "U": "slip", "k": "zeroGradient", "epsilon": "zeroGradient", "nut": "calculated; value uniform 0"}
    return dataclasses.replace(
        zoned(name, case_of("cavityKEpsilon"), box, fvOptions=ROTOR % (rpm, "rhoRef 1; " + text)), developed=0.1,
        replacements=(("(20 20 1)", "(20 20 3)"), ("type empty;", "type patch;")),
        overrides=tuple(cases.boundary(field, frontAndBack=f"type {condition};") for field, condition in solid.items()))


SOURCE_CASES += [
    rotor("rotorDisk", "(-1 0.04 -1) (0.07 0.06 1)", 200,
          "inletFlowType local; geometryMode specified; origin (0.03 0.05 0.006); axis (0.1 1 0);"),
    # Backwards, in an air that is given.
    rotor("rotorDiskBackwards", "(0.02 0.04 -1) (0.07 0.06 1)", -300,
          "inletFlowType surfaceNormal; inletNormalVelocity 0.3; geometryMode specified; origin (0.05 0.05 0); axis (0 1 0);"),
    rotor("rotorDiskAuto", "(0.02 0.04 -1) (0.07 0.044 1)", 150,
          "inletFlowType fixed; inletVelocity (0 1 0.2); geometryMode auto; pointAbove (0.04 0.1 0.005);"),
]
# With the density of two fluids, in a tank with slanted faces.
COARSE_TANK = (("(40 6 19)", "(10 2 5)"), ("(40 16 19)", "(10 4 5)"), ("(40 12 19)", "(10 3 5)"))
ROTOR_TWO_PHASE = zoned("rotorDiskTwoPhase", cases.Case(
    "tank", "multiphase/interFoam/laminar/sloshingTank3D", "interFoam", cases.INTER_FIELDS, INTER_SOLVERS, 0.05, 0.005,
    preparation=("blockMesh", "setFields"), replacements=COARSE_TANK,
    overrides=(("system/fvSolution", "PIMPLE { pRefCell 0; }"),)), "(-20 -8 -12) (20 8 3)", fvOptions=ROTOR % (
    20, "inletFlowType local; geometryMode specified; origin (0.1 0.2 -5); axis (0 0.1 1);"))

BAFFLE = "multiphase/interFoam/RAS/damBreakPorousBaffle"
BAFFLE_PREPARATION = ("blockMesh", "setFields", "createBaffles -overwrite")


def baffle(name, application="interFoam", solvers=(*INTER_SOLVERS, '"(U|k|epsilon).*"'), fields=cases.INTER_RAS_FIELDS, deltaT=0.001, **options):
    return cases.Case(name, BAFFLE, application, fields, solvers, 0.3, deltaT, preparation=BAFFLE_PREPARATION, **options)


FACES = "{ patchFields { p_rgh { uniformJump false; I 20; D table ((0 20) (1 90)); } } }"
SOURCE_CASES += [
    baffle("porousBaffle"),
    # Every face its own jump.
    baffle("porousBaffleFaces", overrides=(
        ("system/createBafflesDict", f"baffles {{ cyclicFaces {{ patches {{ master {FACES} slave {FACES} }} }} }}"),
        ("system/fvSolution", "PIMPLE { nOuterCorrectors 1; nCorrectors 2; nNonOrthogonalCorrectors 1; }"))),
]
