# SPDX-License-Identifier: BSD-3-Clause
"""Cases with a time step of its own in each cell: dam breaks, and DTCHull's dictionaries on a coarse mesh around a block."""
from cases import DAM_BREAK, INTER, INTER_FIELDS, INTER_OMEGA_FIELDS, INTER_RAS_FIELDS, INTER_SOLVERS, Case

LOCAL = ("system/fvSchemes", "ddtSchemes { default localEuler; }")


def pimple(text):
    return "system/fvSolution", f"PIMPLE {{ {text} }}"


DTC_HULL = "multiphase/interFoam/RAS/DTCHull"
#: The domain of the ship, smaller and of boxes; topoSet cuts the block out, whose sides become the patch `hull`.
BLOCK_MESH = """FoamFile { version 2.0; format ascii; class dictionary; object blockMeshDict; }
scale 1;
vertices ((-6 -3 -2) (6 -3 -2) (6 0 -2) (-6 0 -2) (-6 -3 1) (6 -3 1) (6 0 1) (-6 0 1));
blocks (hex (0 1 2 3 4 5 6 7) (24 8 18) simpleGrading (1 0.5 0.6));
edges ();
boundary
(
    atmosphere { type patch; faces ((4 5 6 7)); }
    inlet { type patch; faces ((1 2 6 5)); }
    outlet { type patch; faces ((0 4 7 3)); }
    bottom { type symmetryPlane; faces ((0 3 2 1)); }
    side { type symmetryPlane; faces ((0 1 5 4)); }
    midPlane { type symmetryPlane; faces ((3 7 6 2)); }
    hull { type wall; faces (); }
);
"""
CUT_OUT = """FoamFile { version 2.0; format ascii; class dictionary; object topoSetDict; }
actions
(
    { name c0; type cellSet; action new; source boxToCell; box (-1.5 -0.6 -0.3) (1.5 1 0.55); }
    { name c0; type cellSet; action invert; }
);
"""

LTS_CASES = [
    Case("damBreakLTS", DAM_BREAK, "interFoam", (*INTER_RAS_FIELDS, "rDeltaT"), (*INTER_SOLVERS, '"(U|k|epsilon).*"'), 0.05, 0.001,
         preparation=("blockMesh", "setFields"),
         overrides=(LOCAL, pimple("maxDeltaT 0.01; rDeltaTDampingCoeff 0.6;"))),
    Case("damBreakLTSSubCycles", f"{INTER}/damBreak/damBreak", "interFoam", (*INTER_FIELDS, "rDeltaT"), INTER_SOLVERS, 0.05, 0.001,
         preparation=("blockMesh", "setFields"),
         overrides=(LOCAL, ("system/fvSolution", 'solvers { "alpha.water.*" { MULESCorr no; nAlphaSubCycles 3; } }'),
                    pimple("maxCo 0.6; maxAlphaCo 0.3; maxDeltaT 0.005; rDeltaTSmoothingCoeff 0.3; nAlphaSpreadIter 3; nAlphaSweepIter 2; "
                           "alphaSpreadDiff 0.1; alphaSpreadMin 0.05; alphaSpreadMax 0.9;"))),
    Case("hullLTS", DTC_HULL, "interFoam", (*INTER_OMEGA_FIELDS, "rDeltaT"), (*INTER_SOLVERS, '"(U|k|omega).*"'), 40, 1,
         preparation=("blockMesh", "topoSet", "subsetMesh -overwrite c0 -patch hull", "setFields"),
         files={"system/blockMeshDict": BLOCK_MESH, "system/topoSetDict": CUT_OUT},
         overrides=(("system/fvSolution", "#remove cache"),)),  # docs/features.md says why
]
