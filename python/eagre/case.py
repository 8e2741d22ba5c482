# SPDX-License-Identifier: BSD-3-Clause
"""Reading the dumps of an OpenFOAM case directory, through the same VTK reader that ParaView has."""
import pathlib

import numpy as np
import pyvista


class CaseError(Exception):
    """The directory holds nothing that can be shown."""


class Case:
    """A case directory: times (values [s]) and, for each, one VTK grid with the cell fields."""

    def __init__(self, directory):
        self.directory = pathlib.Path(directory).resolve()
        if not self.directory.is_dir():
            raise CaseError(f"{directory}: no such directory")
        if not (self.directory / "constant" / "polyMesh").is_dir():
            raise CaseError(f"{directory}: no mesh (constant/polyMesh); run the case first")
        files = sorted(self.directory.glob("*.foam"))
        marker = files[0] if files else self.directory / f"{self.directory.name}.foam"
        marker.touch()
        self._reader = pyvista.OpenFOAMReader(str(marker))
        self._reader.cell_to_point_creation = False
        self.times = list(self._reader.time_values)

    @property
    def name(self):
        return self.directory.name

    def grid(self, time):
        """The internal mesh with its fields at a time that is there."""
        self._reader.set_active_time_value(time)
        return self._reader.read()["internalMesh"]


def flat_direction(grid):
    """0, 1 or 2 for a mesh of one cell's thickness in x, y or z (the shortest side), and whether it is that thin."""
    sides = np.diff(np.reshape(grid.bounds, (3, 2)), axis=1).ravel()
    axis = int(np.argmin(sides))
    layers = len(np.unique(np.round(grid.cell_centers().points[:, axis] / sides[axis], 6)))
    return axis, layers == 1


def middle_slice(grid, normal=None):
    """A plane through the middle of the mesh as polygons with cell values; normal 0, 1 or 2 (default: the thinnest side)."""
    axis = flat_direction(grid)[0] if normal is None else normal
    return grid.slice(normal=np.eye(3)[axis], origin=grid.center, generate_triangles=False), axis
