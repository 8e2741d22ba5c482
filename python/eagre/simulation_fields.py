# SPDX-License-Identifier: BSD-3-Clause
"""The mesh and the fields of a Simulation, and values that are given for them."""
from __future__ import annotations

import contextlib
from typing import Any, Iterator, Optional

import numpy as np

from eagre.simulation_view import picture


def values_of(result: Any, rows: int, components: int, what: str) -> np.ndarray:
    """What a function has returned as an array [rows] or [rows, 3]; one number, or three, stand for all rows. Errors: other shapes,
    values that are not finite."""
    shape = (rows,) if components == 1 else (rows, components)
    array = np.asarray(result)
    if array.dtype.kind not in "fiub":
        raise TypeError(f"{what}: numbers are needed, not {type(result).__name__} of {array.dtype}")
    if array.shape != shape:
        if array.shape not in ((), (1,) if components == 1 else (components,)):
            raise ValueError(f"{what}: the shape must be {list(shape)}, not {list(array.shape)}")
        if components > 1 and array.shape == ():
            raise ValueError(f"{what}: {components} components are needed, not one number")
        array = np.broadcast_to(array, shape)
    array = np.ascontiguousarray(array, dtype=np.float64)
    if not np.isfinite(array).all():
        raise ValueError(f"{what}: a value is not finite")
    return array


def components(values: np.ndarray) -> int:
    return 1 if values.ndim == 1 else values.shape[1]


class Patch:
    """A boundary patch on this rank: name, type, size (faces here), global_size (faces on all ranks; 0 for an empty patch)."""

    def __init__(self, core, name: str, kind: str, size: int, global_size: int):
        self._core, self.name, self.type, self.size, self.global_size = core, name, kind, size, global_size

    def __repr__(self) -> str:
        return f"Patch({self.name!r}, type={self.type!r}, {self.size} of {self.global_size} faces)"

    @property
    def centres(self) -> np.ndarray:
        """[size, 3] in m; a copy."""
        return self._core.face_centres(self.name)

    @property
    def areas(self) -> np.ndarray:
        """[size, 3] in m^2, out of the mesh; a copy."""
        return self._core.face_areas(self.name)


class Mesh:
    """The part of the mesh that this rank owns."""

    def __init__(self, core):
        self._core = core

    @property
    def centres(self) -> np.ndarray:
        """Centres of the cells [n, 3] in m; no copy, read only; of a mesh that is refined a copy."""
        return self._core.centres()

    @property
    def volumes(self) -> np.ndarray:
        """[n] in m^3; likewise."""
        return self._core.volumes()

    @property
    def global_cells(self) -> np.ndarray:
        """Where the cells stand in the global mesh, which is the order of OpenFOAM's files [n]; a copy."""
        return self._core.global_cells()

    @property
    def version(self) -> int:
        """Of the cells: another number after a step that has changed them (dynamicRefineFvMesh), the same on all ranks. Arrays of before have
        the cells of before, with their last values: take them anew."""
        return self._core.topology_version

    @property
    def n_cells_global(self) -> int:
        return self._core.n_cells_global

    @property
    def patches(self) -> dict[str, Patch]:
        """By name, in the order of the mesh."""
        return {patch[0]: Patch(self._core, *patch) for patch in self._core.patches()}


class Field:
    """A field of cells of a simulation: a scalar or a vector."""

    def __init__(self, core, name: str):
        self._core, self.name = core, name

    def __repr__(self) -> str:
        return f"Field({self.name!r}, {self.dimensions})"

    @property
    def dimensions(self) -> str:
        """Exponents of [kg m s K mol A cd]."""
        return self._core.dimensions(self.name)

    @property
    def cells(self) -> np.ndarray:
        """Values of this rank's cells, [n] or [n, 3], in the order of sim.mesh: the simulation's own array, read only. It shows each
        step's values as they come, and stays valid, with the last ones, when the simulation is closed, or when its mesh has been refined
        (Mesh.version): then take it anew."""
        return self._core.cells(self.name)

    def boundary(self, patch: str) -> np.ndarray:
        """Values on the faces of a patch, [size] or [size, 3], likewise."""
        return self._core.patch(self.name, patch)

    def condition(self, patch: str) -> str:
        """The type of the boundary condition on a patch."""
        return self._core.condition(self.name, patch)

    @contextlib.contextmanager
    def edit(self) -> Iterator[np.ndarray]:
        """`with sim["U"].edit() as U: U[...] = ...` between steps: cells, writable. At the end ghosts and boundary values are made
        from them; fluxes stay, so that what is written here for U is a guess that the next step corrects. Of U, k, epsilon, omega and
        nuTilda; a phase fraction has density and fluxes that follow from it, and is given as `initial`. Collective. Errors: RuntimeError
        if the mesh was refined since: what was written is lost."""
        version = self._core.topology_version
        yield self._core.cells(self.name, True)
        if self._core.topology_version != version:
            raise RuntimeError(f"field {self.name}: a step within edit() has changed the cells of the mesh, so that this array is none of it")
        self._core.changed(self.name)

    def picture(self, axes: Any = None, **options: Any) -> Any:
        """The field of a two-dimensional case on one rank, of a vector its magnitude, drawn into axes of matplotlib, or into a new figure;
        returns the axes. options: of tripcolor (vmin, vmax, cmap)."""
        if self._core.size > 1 or self._core.empty_direction < 0:
            raise ValueError("pictures are of two-dimensional cases on one rank; of others gather() has the values, and `eagre plot` pictures")
        return picture(self._core.centres(), self.cells, self._core.empty_direction, self.name, self._core.time_name, axes, options)

    def gather(self) -> Optional[np.ndarray]:
        """All cells in the order of the global mesh on rank 0, None elsewhere; a copy. Collective."""
        return self._core.gathered(self.name)
