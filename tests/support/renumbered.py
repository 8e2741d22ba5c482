# SPDX-License-Identifier: BSD-3-Clause
"""Fields of two programs beside each other where the mesh of a time has cells of its own, which the programs number otherwise."""
import numpy as np

import foam


def order(ours, theirs, time):
    """For each of our cells the number of theirs at its place; None where the mesh is that of the start. RuntimeError if the cells differ."""
    if not any((ours / time / "polyMesh" / name).exists() for name in ("owner", "owner.gz")):
        return None
    return nearest(centres(ours, time), centres(theirs, time))


def centres(case, time):
    foam.run(["/usr/bin/postProcess", "-case", case, "-time", time, "-func", "writeCellCentres", "-noFunctionObjects"])
    return foam.read_field(case / time / "C")[0]


def nearest(points, others):
    """For each point the number of the nearest one of the others, each of which is that of one point; else a RuntimeError."""
    along = np.sqrt([2, 3, 5])  # no line of a mesh of boxes is across it
    order = np.argsort(others @ along)
    places = np.searchsorted(others[order] @ along, points @ along)
    near = order[np.clip(places[:, None] + np.arange(-8, 9), 0, len(others) - 1)]
    numbers = near[np.arange(len(points)), ((points[:, None] - others[near]) ** 2).sum(2).argmin(1)]
    if len(points) != len(others) or len(np.unique(numbers)) != len(others):
        raise RuntimeError(f"the cells differ: {len(points)} of Eagre, {len(others)} of OpenFOAM")
    return numbers
