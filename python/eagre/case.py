# SPDX-License-Identifier: BSD-3-Clause
"""Reading the times of a case, OpenFOAM's directories and dumps in HDF5, through the same VTK readers that ParaView has."""
import json
import math
import pathlib

import numpy as np
import pyvista


class CaseError(Exception):
    """The directory holds nothing that can be shown."""


def dumps_of(directory):
    """{time: file}: the dumps of the mesh that stands beside them, as the latest series lists them; without one all of them."""
    series = sorted(directory.glob("dumps/*.vtkhdf.series"), key=lambda path: path.stat().st_mtime)
    if series:
        listed = {entry["time"]: directory / "dumps" / entry["name"] for entry in json.loads(series[-1].read_text())["files"]}
        return {time: path for time, path in listed.items() if path.exists()}
    dumps = {}
    for path in directory.glob("dumps/*.vtkhdf"):
        try:
            dumps[float(path.stem)] = path
        except ValueError:
            pass  # the mesh, a part of a dump, a dump for a restart
    return dumps


class Case:
    """A case directory: times (values [s], sorted) and, for each, one VTK grid with the cell fields."""

    def __init__(self, directory):
        self.directory = pathlib.Path(directory).resolve()
        if not self.directory.is_dir():
            raise CaseError(f"{directory}: no such directory")
        self._dumps = dumps_of(self.directory)
        directories = []
        if (self.directory / "constant" / "polyMesh").is_dir():
            files = sorted(self.directory.glob("*.foam"))
            marker = files[0] if files else self.directory / f"{self.directory.name}.foam"
            marker.touch()
            self._reader = pyvista.OpenFOAMReader(str(marker))
            self._reader.cell_to_point_creation = False
            directories = self._reader.time_values
        elif not self._dumps:
            raise CaseError(f"{directory}: no mesh (constant/polyMesh) and no dumps; run the case first")
        # The dump and the directory of one time are the same, but that the dump has all digits.
        self.times = sorted([*self._dumps, *(t for t in directories if not any(math.isclose(t, d) for d in self._dumps))])

    @property
    def name(self):
        return self.directory.name

    def grid(self, time):
        """The internal mesh with its fields at a time that is there."""
        path = self._dumps.get(time)
        if path is None:
            self._reader.set_active_time_value(time)
            return self._reader.read()["internalMesh"]
        if not path.with_name("mesh.vtkhdf").exists():
            raise CaseError(f"{path}: its mesh is not there (mesh.vtkhdf beside it)")
        try:
            return pyvista.read(path)
        except (OSError, RuntimeError) as error:
            raise CaseError(f"{path} cannot be read; eagre info says what is wrong with it") from error


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
