# SPDX-License-Identifier: BSD-3-Clause
"""OpenFOAM v1912's fastest setting of the pressure solver for each case, found by bench/tune.py on one rank; tolerances are those of the
case. All on a shared machine: settings within 10 % of each other could not be told apart."""

_GAMG = "cacheAgglomeration on; agglomerator faceAreaPair;"

BEST = {
    # GAMG first or second with each smoother in both searches; the rest of the search made it no faster
    "damBreak4": f"solver GAMG; {_GAMG} smoother GaussSeidel;",
    # of the whole search; two V cycles with v1912's sweeps take 1.24 times as long
    "damBreak10": "solver PCG; preconditioner { preconditioner GAMG; nVcycles 1; " + _GAMG
                  + " smoother GaussSeidel; nCellsInCoarsestLevel 100; nPreSweeps 1; nPostSweeps 1; mergeLevels 2; }",
    # DIC and GaussSeidel, alone and in PCG; then nCellsInCoarsestLevel
    "damBreak3D": f"solver GAMG; {_GAMG} smoother GaussSeidel;",
    # searched on 250 x 250 cells, smoothers of GAMG alone; to be searched further
    "cavity": f"solver GAMG; {_GAMG} smoother DIC;",
    # of the whole search
    "capillaryRise": f"solver GAMG; {_GAMG} smoother DIC; nCellsInCoarsestLevel 50; nPreSweeps 0; nPostSweeps 1; mergeLevels 2;",
    # not searched: damBreak10's
    "damBreakRAS": "solver PCG; preconditioner { preconditioner GAMG; nVcycles 1; " + _GAMG
                   + " smoother GaussSeidel; nCellsInCoarsestLevel 100; nPreSweeps 1; nPostSweeps 1; mergeLevels 2; }",
    # not searched: GAMG with the smoother that is most often best (pitzDaily as written has GAMG too)
    "pitzDaily": f"solver GAMG; {_GAMG} smoother GaussSeidel;",
    **{name: f"solver GAMG; {_GAMG} smoother GaussSeidel;" for name in (
        "ball32", "ball64", "tetrahedra", "tetrahedraSST", "polyhedra", "polyhedraSST", "ahmed", "motorBike", "hull")},
    "orifice": f"solver GAMG; {_GAMG} smoother GaussSeidel;",
}
