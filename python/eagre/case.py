# SPDX-License-Identifier: BSD-3-Clause
"""Slices of a case for pictures: OpenFOAM's directories and dumps in HDF5, as the program itself reads them (`eagre slices`,
src/run/dumps/slices.hpp)."""
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

import numpy as np


class CaseError(Exception):
    """The directory holds nothing that can be shown."""


class Plane:
    """Where a plane cuts the mesh: points [n, 3] in m, polygons (a list of arrays of their points' numbers), axis (0, 1, 2) along
    its normal."""

    def __init__(self, axis, points, offsets, corners):
        self.axis = axis
        self.points = points
        self.polygons = np.split(corners, offsets[1:-1])
        self.across = [i for i in range(3) if i != axis]

    def shapes(self):
        """The vertices [n, 2] of each polygon in the plane's two coordinates."""
        points = self.points[:, self.across]
        return [points[polygon] for polygon in self.polygons]

    def outline(self):
        """The segments [m, 2, 2] that are the side of one polygon alone."""
        sides = np.concatenate([np.stack([p, np.roll(p, -1)], axis=1) for p in self.polygons])
        different, count = np.unique(np.sort(sides, axis=1), axis=0, return_counts=True)
        return self.points[:, self.across][different[count == 1]]


class Slice:
    """One time [s] of a case on a plane: values[field] is [polygons] or [polygons, 3]."""

    def __init__(self, time, plane, values):
        self.time, self.plane, self.values = time, plane, values


class Case:
    """A case directory: times [s], sorted, and the names of the fields of cells (scalars and vectors) of each."""

    def __init__(self, directory):
        self.directory = pathlib.Path(directory).resolve()
        if not self.directory.is_dir():
            raise CaseError(f"{directory}: no such directory")
        with self._records([]) as records:
            self._times = {entry["value"]: entry for entry in next(records)[0]["times"]}
        self.times = sorted(self._times)

    @property
    def name(self):
        return self.directory.name

    def fields(self, time):
        """Names of the fields at a time that is there."""
        return self._times[time]["fields"]

    def slices(self, times, fields, normal=None, position=None):
        """Yields the Slice of each of these times; normal 0, 1 or 2 (default: the thinnest side), position along it [m] (default:
        the middle of the mesh)."""
        names = {self._times[time]["name"]: time for time in times}
        words = [word for name in names for word in ("--time", name)] + [word for name in fields for word in ("--field", name)]
        if normal is not None:
            words += ["--normal", str(normal)]
        if position is not None:
            words += [f"--position={position!r}"]
        plane = None
        with self._records(words) as records:
            next(records)
            for head, array in records:
                if "mesh" in head:
                    mesh = head["mesh"]
                    plane = Plane(mesh["axis"], array(np.float64, mesh["points"], 3), array(np.int64, mesh["polygons"] + 1),
                                  array(np.int64, mesh["corners"]))
                else:
                    values = {name: array(np.float64, len(plane.polygons), *([n] if n > 1 else [])) for name, n in head["fields"]}
                    yield Slice(names[head["time"]], plane, values)

    def _records(self, words):
        return _Records(["slices", str(self.directory), *words])


class _Records:
    """What the program writes into a pipe: pairs of a record's head and the function that reads its next array."""

    def __init__(self, words):
        program = os.environ.get("EAGRE_PROGRAM") or shutil.which("eagre")
        if program is None:
            raise CaseError("the program eagre, which reads the case, is not on the PATH")
        reading, writing = os.pipe()
        self._errors = tempfile.TemporaryFile(mode="w+", errors="replace")
        self._pipe = os.fdopen(reading, "rb")
        self._process = subprocess.Popen([program, *words, "--output", f"/dev/fd/{writing}"], stdin=subprocess.DEVNULL,
                                         stdout=subprocess.DEVNULL, stderr=self._errors, pass_fds=[writing])
        os.close(writing)

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self._pipe.close()
        self._process.terminate()
        self._process.wait()
        self._errors.close()

    def __iter__(self):
        return self

    def __next__(self):
        line = self._pipe.readline()
        if not line.endswith(b"\n"):
            if self._process.wait() == 0:
                raise StopIteration
            self._errors.seek(0)
            raise CaseError(self._errors.read().strip().removeprefix("eagre: error: ") or "the program that reads the case has failed")
        return json.loads(line.decode(errors="surrogateescape")), self._array

    def _array(self, dtype, *shape):
        size = int(np.prod(shape)) * np.dtype(dtype).itemsize
        data = self._pipe.read(size)
        if len(data) < size:
            next(self)  # the program has failed: its message
        return np.frombuffer(data, dtype).reshape(shape)
