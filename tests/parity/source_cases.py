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


def rotating(name, base, box, zone):
    """A case with a zone in a rotating frame."""
    return dataclasses.replace(base, name=name, preparation=(*base.preparation, "topoSet"), files={**base.files, "system/topoSetDict": f"""
FoamFile {{ version 2.0; format ascii; class dictionary; object topoSetDict; }}
actions
(
    {{ name rotor; type cellSet; action new; source boxToCell; box {box}; }}
    {{ name rotor; type cellZoneSet; action new; source setToCellZone; set rotor; }}
);
""", "constant/MRFProperties": f"""
FoamFile {{ version 2.0; format ascii; class dictionary; object MRFProperties; }}
MRF1 {{ cellZone rotor; active yes; {zone} }}
"""})


def case_of(name):
    return next(case for case in cases.CASES if case.name == name)


SOURCE_CASES += [
    rotating("rotatingCavity", case_of("cavityKEpsilon"), "(-1 0.03 -1) (0.06 1 1)",
             # The lid that stands: what the frame sweeps through it is nothing in all.
             "nonRotatingPatches (movingWall); origin (0.03 0.06 0); axis (0 0 2); omega table ((0 3) (0.4 8) (1 12));"),
    rotating("rotatingDamBreak", case_of("damBreak"), "(-1 0.05 -1) (0.12 0.25 1)",
             "nonRotatingPatches (); origin (0.05 0.15 0); axis (0 0 1); omega constant 4;"),
]

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
