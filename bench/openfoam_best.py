# SPDX-License-Identifier: BSD-3-Clause
"""OpenFOAM v1912's fastest setting of the pressure solver for each case. Found by bench/tune.py, which see, on one rank; tolerances
are those of the case."""

_GAMG = "cacheAgglomeration on; agglomerator faceAreaPair;"

BEST = {
    "damBreak10": f"solver PCG; preconditioner {{ preconditioner GAMG; {_GAMG} smoother GaussSeidel; }}",
    "damBreak4": f"solver GAMG; {_GAMG} smoother GaussSeidel;",
    "damBreak3D": f"solver GAMG; {_GAMG} smoother GaussSeidel;",
    "cavity": f"solver GAMG; {_GAMG} smoother GaussSeidel;",
    "capillaryRise": f"solver GAMG; {_GAMG} smoother DIC; nCellsInCoarsestLevel 50; nPreSweeps 0; nPostSweeps 1; mergeLevels 2;",
}
