# SPDX-License-Identifier: BSD-3-Clause
"""interIsoFoam's parity tests: OpenFOAM's examples with a mesh that stands still. The iso value of a cell is found to isoFaceTol by other
means than OpenFOAM's, so that both are asked for it to 1e-12."""
from cases import INTER_FIELDS, INTER_RAS_FIELDS, INTER_SOLVERS, Case

ISO = "multiphase/interIsoFoam"
FOUND = ("system/fvSolution", 'solvers { "alpha.water.*" { isoFaceTol 1e-12; } }')
FROZEN = ("system/fvSolution", 'solvers { "alpha.*" { isoFaceTol 1e-12; } }')
SET_ALPHA = ("blockMesh", "setAlphaField")
IMPOSED = (*SET_ALPHA, "interIsoFoam -postProcess -time 0")  # setFlow writes U and phi
ALPHA = ("alpha.water",)

ISO_CASES = [
    Case("discInConstantFlow", f"{ISO}/discInConstantFlow", "interIsoFoam", ("alpha.water", "phi"), (), 0.5, 0.005, preparation=SET_ALPHA,
         overrides=(FROZEN,)),
    Case("discInConstantFlowSubCycles", f"{ISO}/discInConstantFlow", "interIsoFoam", ("alpha.water", "phi"), (), 0.5, 0.02, preparation=SET_ALPHA,
         overrides=(FROZEN, ("system/fvSolution", 'solvers { "alpha.*" { nAlphaSubCycles 3; } }'))),
    Case("discInConstantFlowCyclicBCs", f"{ISO}/discInConstantFlowCyclicBCs", "interIsoFoam", ("alpha.water", "phi"), (), 0.5, 0.01, preparation=SET_ALPHA,
         overrides=(FOUND,)),
    Case("notchedDiscInSolidBodyRotation", f"{ISO}/notchedDiscInSolidBodyRotation", "interIsoFoam", ALPHA, (), 0.1, 0.001,
         preparation=("blockMesh", "interIsoFoam -postProcess -time 0", "setAlphaField", "setFields"), overrides=(FROZEN,)),
    Case("discInReversedVortexFlow", f"{ISO}/discInReversedVortexFlow", "interIsoFoam", ALPHA, (), 0.5, 0.002, preparation=IMPOSED,
         overrides=(FROZEN,)),
    Case("isoDamBreak", f"{ISO}/damBreak", "interIsoFoam", INTER_FIELDS, INTER_SOLVERS, 0.1, 0.0005, preparation=("blockMesh", "setFields"),
         overrides=(FOUND,)),
    Case("isoDamBreakOuterCorrectors", f"{ISO}/damBreak", "interIsoFoam", INTER_FIELDS, (*INTER_SOLVERS, "U", "UFinal"), 0.05, 0.0005,
         preparation=("blockMesh", "setFields"), overrides=(FOUND, ("system/fvSolution",
             "solvers { UFinal { solver PBiCGStab; preconditioner DILU; tolerance 1e-8; relTol 0; } } PIMPLE { momentumPredictor yes; nOuterCorrectors 3; nCorrectors 2; }"))),
    Case("isoDamBreakWithObstacle", f"{ISO}/damBreakWithObstacle", "interIsoFoam", INTER_FIELDS, INTER_SOLVERS, 0.06, 0.001,
         preparation=("blockMesh", "topoSet", "subsetMesh", "setFields"), overrides=(FOUND,)),
]

# By then the disc crosses the cyclic patches left and right.
ISO_CROSSING = Case("discThatCrossesCyclicPatches", f"{ISO}/discInConstantFlowCyclicBCs", "interIsoFoam", ALPHA, (), 2, 0.01, preparation=SET_ALPHA,
         overrides=(FOUND,))
# Its faces are slanted: with the program that is compiled soundly.
ISO_WEIR = Case("isoWeirOverflow", f"{ISO}/weirOverflow", "interIsoFoam", INTER_RAS_FIELDS, (*INTER_SOLVERS, '"(U|k|epsilon)"'), 1, 0.005,
         preparation=("blockMesh", "setFields"), overrides=(FOUND,))
# 262,144 cells.
ISO_SPHERE = Case("sphereInReversedVortexFlow", f"{ISO}/sphereInReversedVortexFlow", "interIsoFoam", ALPHA, (), 0.1, 0.002, preparation=IMPOSED,
         overrides=(FROZEN,))
