# SPDX-License-Identifier: BSD-3-Clause
"""A case directory: its dictionaries as mappings, its times (OpenFOAM's directories and dumps in HDF5) as arrays, slices and lines, what
its function objects have written, and runs with other entries.

    case = Case("damBreak")
    case.control_dict["endTime"] = 0.5
    case.run(set={"constant/transportProperties:water.nu": 1e-5}, ranks=2)
    alpha = case["alpha.water", 0.3]            # [cells], in the order of the mesh, whatever the number of ranks
    x, y, z = case.cells(0.3).centres.T
    case.plot()
"""
import collections.abc
import dataclasses
import functools
import os
import pathlib
import shutil
import subprocess

import numpy as np

from eagre.dictionary import DictionaryFile
from eagre.foam_text import dictionary_text, value_text
from eagre.records import CaseError, Records, program
from eagre.tables import PostProcessing

__all__ = ["Case", "CaseError", "Cells", "Line", "Plane", "Slice", "Time"]


class Plane:
    """Where a plane cuts the mesh: points [n, 3] in m, polygons (a list of arrays of their points' numbers), cells (the cell that each
    polygon is of), axis (0, 1, 2) along its normal."""

    def __init__(self, axis, points, offsets, corners, cells):
        self.axis = axis
        self.points = points
        self.polygons = np.split(corners, offsets[1:-1])
        self.cells = cells
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


@dataclasses.dataclass
class Cells:
    """The cells of the global mesh: centres [n, 3] [m], volumes [n] [m^3]; owner and neighbour [k], the cells on both sides of each
    internal face."""

    centres: np.ndarray
    volumes: np.ndarray
    owner: np.ndarray
    neighbour: np.ndarray

    def gradient(self, values):
        """Least squares over the cells beside each cell, of [n]: [n, 3], of [n, 3]: [n, 3, 3] with d(values_j)/d(x_i) at [i, j]. Zero
        in a direction without cells beside. What stands on the boundary has no part in it: at a wall the difference is one-sided."""
        d = self.centres[self.neighbour] - self.centres[self.owner]
        weight = 1 / np.einsum("fi,fi->f", d, d)
        matrix, right = np.zeros((len(self.centres), 3, 3)), np.zeros((len(self.centres), 3, *values.shape[1:]))
        products = np.einsum("f,fi,fj->fij", weight, d, d)
        differences = np.einsum("f,fi,f...->fi...", weight, d, values[self.neighbour] - values[self.owner])
        for cells in (self.owner, self.neighbour):
            np.add.at(matrix, cells, products)
            np.add.at(right, cells, differences)
        return np.einsum("nij,nj...->ni...", np.linalg.pinv(matrix, rcond=1e-8, hermitian=True), right)


@dataclasses.dataclass
class Line:
    """What lies on a line: points [n, 3] [m], distances from its start [n] [m], values[field] [n] or [n, 3]."""

    time: float
    points: np.ndarray
    distances: np.ndarray
    values: dict

    def __getitem__(self, field):
        return self.values[field]


class Time(collections.abc.Mapping):
    """One time [s] of a case: a mapping from the names of its fields to their values in the cells, [n] or [n, 3]."""

    def __init__(self, case, time, name):
        self._case, self.time, self.name = case, time, name

    def __getitem__(self, field):
        return self._case[field, self.time]

    def __iter__(self):
        return iter(self._case.fields(self.time))

    def __len__(self):
        return len(self._case.fields(self.time))

    def __repr__(self):
        return f"<time {self.name}: {', '.join(self)}>"


class Folder:
    """system or constant: folder.controlDict or folder["controlDict"] is a dictionary.DictionaryFile."""

    def __init__(self, path):
        self._path = path

    def __getitem__(self, name):
        return DictionaryFile(self._path / name)

    def __getattr__(self, name):
        if name.startswith("_") or not ((self._path / name).is_file() or (self._path / f"{name}.gz").is_file()):
            raise AttributeError(f"{self._path} has no file '{name}'")
        return self[name]

    def __dir__(self):
        return [p.name.removesuffix(".gz") for p in self._path.iterdir() if p.is_file()]


class Case:
    """A case directory. Errors of all that reads: CaseError; of dictionaries: dictionary.DictionaryError."""

    def __init__(self, directory):
        self.directory = pathlib.Path(directory).resolve()
        if not self.directory.is_dir():
            raise CaseError(f"{directory}: no such directory")

    def __repr__(self):
        return f"Case({str(self.directory)!r})"

    @property
    def name(self):
        return self.directory.name

    # Dictionaries

    def file(self, path):
        """A file of the case, as "system/fvSolution", as a mapping."""
        return DictionaryFile(self.directory / path)

    system = property(lambda self: Folder(self.directory / "system"))
    constant = property(lambda self: Folder(self.directory / "constant"))
    control_dict = property(lambda self: self.file("system/controlDict"))
    fv_schemes = property(lambda self: self.file("system/fvSchemes"))
    fv_solution = property(lambda self: self.file("system/fvSolution"))
    transport_properties = property(lambda self: self.file("constant/transportProperties"))
    turbulence_properties = property(lambda self: self.file("constant/turbulenceProperties"))
    block_mesh_dict = property(lambda self: self.file("system/blockMeshDict"))

    # Runs

    def copy(self, directory, replace=False):
        """A copy of the case as it was before it was run: without the times that are behind 0, dumps and results. Returns it. replace: of a
        case that is there already, with its results. Errors: CaseError, the directory is there."""
        directory = pathlib.Path(directory)
        if replace and (directory / "system" / "controlDict").exists() and directory.resolve() != self.directory.resolve():
            shutil.rmtree(directory)
        if directory.exists():
            raise CaseError(f"{directory} is there already" + ("" if replace else "; copy(.., replace=True) replaces a case"))
        def unwanted(folder, names):
            if pathlib.Path(folder) != self.directory:
                return []
            return [n for n in names if n in ("dumps", "pictures", "postProcessing", ".eagre.lock") or n.startswith("processor") or _positive(n)]
        shutil.copytree(self.directory, directory, ignore=unwanted, symlinks=True)
        return Case(directory)

    def run(self, *options, set=None, ranks=1, log=None):
        """`eagre run` on this case. set: entries with other values in this run, {"constant/transportProperties:water.nu": 1e-5};
        options: further ones of the command line, "--from", "latest". The log goes to the file `log`, as a rule `log.eagre` in the
        case. Errors: CaseError with what the run says."""
        words = [word for entry in _settings(set) for word in ("--set", entry)]
        words += ["-n", str(ranks)] if ranks > 1 else []
        log = pathlib.Path(log) if log else self.directory / "log.eagre"
        with open(log, "w") as stream:
            done = subprocess.run([program(), "run", str(self.directory), *words, *map(str, options)], stdout=stream,
                                  stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, errors="replace")
        self.refresh()
        if done.returncode:
            raise CaseError(done.stderr.strip().removeprefix("eagre: error: ") or f"the run has ended with code {done.returncode}: {log}")

    def estimate(self, ranks=(1,), set=None, seconds=5.0):
        """An estimate.Estimate of time, memory and disk of a run, as `eagre estimate` makes it. ranks: numbers of ranks; set: as in run();
        seconds: for which steps are measured on each number of ranks. Errors: CaseError with what is wrong with the case."""
        from eagre.estimate import estimate
        return estimate(self.directory, ranks, _settings(set), seconds=seconds)

    def clean(self):
        """`eagre clean`: removes what Eagre has made in the case."""
        done = subprocess.run([program(), "clean", str(self.directory)], capture_output=True, text=True, errors="replace")
        self.refresh()
        if done.returncode:
            raise CaseError(done.stderr.strip().removeprefix("eagre: error: "))

    # Times and fields

    def refresh(self):
        """Looks again which times there are, as those of a run that goes on."""
        self.__dict__.pop("_times", None)
        self._cells_of.cache_clear()

    @functools.cached_property
    def _times(self):
        with self._records([]) as records:
            return {float(entry["value"]): entry for entry in sorted(next(records)[0]["times"], key=lambda entry: entry["value"])}

    @property
    def times(self):
        """The times that are there [s], sorted: directories and dumps."""
        return list(self._times)

    def time_of(self, time):
        """The time that is there and that a number [s], the name of a directory, or "latest" means. Errors: CaseError that lists them."""
        if not self.times:
            raise CaseError(f"{self.name}: there are no times; run the case first")
        if time in ("latest", "latestTime"):
            return self.times[-1]
        try:
            wanted = float(time)
        except (TypeError, ValueError):
            raise CaseError(f"{time!r} is no time: a number, or 'latest'") from None
        near = min(self.times, key=lambda t: abs(t - wanted))
        if abs(near - wanted) > 1e-9 * max(1, abs(wanted)):
            raise CaseError(f"{self.name}: no time t = {wanted:g} s; there are: " + ", ".join(f"{t:g}" for t in self.times))
        return near

    def fields(self, time="latest"):
        """Names of the fields of cells, scalars and vectors, at a time."""
        return self._times[self.time_of(time)]["fields"]

    def __len__(self):
        return len(self.times)

    def __iter__(self):
        return (Time(self, time, entry["name"]) for time, entry in self._times.items())

    def __getitem__(self, key):
        """case["U", 0.3], case["U", "latest"]: the values in the cells [n] or [n, 3]. case[0.3] (the time), case[-1] (an int: its place
        among the times), case["0.3"]: a Time with all fields."""
        if not isinstance(key, tuple):
            time = self.times[key] if isinstance(key, int) else self.time_of(key)
            return Time(self, time, self._times[time]["name"])
        field, time = key
        time = self.time_of(time)
        [(_, values)] = self._values([time], [self._known(field, time)])
        return values[field]

    def _known(self, field, time):
        if field not in self.fields(time):
            raise CaseError(f"{self.name}: no field '{field}' of cells at time {time:g}; there are: {', '.join(self.fields(time))}")
        return field

    def cells(self, time="latest"):
        """The Cells of a time; of a mesh that moves or is refined as they are then."""
        return self._cells_of(self._times[self.time_of(time)]["name"])

    @functools.cached_property
    def _cells_of(self):
        @functools.lru_cache(maxsize=4)
        def read(name):
            with self._records(["--cells", "--time", name]) as records:
                next(records)
                return _cells(*next(records))
        return read

    def _values(self, times, fields):
        """Of each time the Cells, the same object as long as the mesh is the same, and the values of its fields in them."""
        with self._records(["--cells", *self._words(times, fields)]) as records:
            next(records)
            for head, array in records:
                if "mesh" in head:
                    cells = _cells(head, array)
                else:
                    yield cells, _arrays(head, array, len(cells.volumes))

    def xarray(self, fields=None, times=None):
        """An xarray.Dataset over time, cell (and component), with the cells' x, y, z and volume; all fields and times without
        arguments. Of a mesh that moves or is refined x, y, z and volume are over time, too; behind the last cell of a time with fewer
        cells than others values are NaN and volumes 0. Errors: CaseError, xarray is not installed, a field is not there at all of the times."""
        try:
            import xarray
        except ImportError:
            raise CaseError("xarray is not installed (pip install xarray); case[field, time] gives NumPy arrays") from None
        times = [self.time_of(t) for t in (self.times if times is None else np.atleast_1d(times).tolist())]
        fields = [fields] if isinstance(fields, str) else fields or sorted(functools.reduce(set.intersection, (set(self.fields(t)) for t in times)))
        for time in times:
            for field in fields:
                self._known(field, time)
        cells, parts = zip(*self._values(times, fields))
        data = {field: _over_times([part[field] for part in parts]) for field in fields}
        changes = any(one is not cells[0] for one in cells)
        def of_cells(get, behind=np.nan):
            return _over_times([get(one) for one in cells], behind) if changes else ("cell", get(cells[0]))
        coordinates = {"time": times, "volume": of_cells(lambda one: one.volumes, 0.0),
                       **{a: of_cells(lambda one, i=i: one.centres[:, i]) for i, a in enumerate("xyz")}}
        if any(len(dimensions) == 3 for dimensions, _ in data.values()):
            coordinates["component"] = list("xyz")
        return xarray.Dataset(data, coordinates)

    def slices(self, times, fields, normal=None, position=None):
        """Yields the Slice of each of these times; normal 0, 1 or 2 (default: the thinnest side), position along it [m] (default:
        the middle of the mesh)."""
        words = self._words(times, fields)
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
                                  array(np.int64, mesh["corners"]), array(np.int64, mesh["polygons"]))
                else:
                    yield Slice(self._value_of(head), plane, _arrays(head, array, len(plane.polygons)))

    def line(self, start, end, fields, time="latest", points=0):
        """The Line from start to end (x, y, z) [m], with the values of the cells that it goes through: one in the middle of each, or at
        so many points at equal distances, those that are in the mesh."""
        time, fields = self.time_of(time), [fields] if isinstance(fields, str) else list(fields)
        words = [f"{float(x)!r}" for x in (*start, *end)]
        if len(words) != 6:
            raise CaseError("a line has a start and an end (x, y, z)")
        with self._records([*self._words([time], [self._known(f, time) for f in fields]), "--points", str(points), "--line", *words]) as records:
            next(records)
            head, array = next(records)
            number = head["mesh"]["samples"]
            positions, distances = array(np.float64, number, 3), array(np.float64, number)
            return Line(time, positions, distances, _arrays(*next(records), number))

    @property
    def post(self):
        """What function objects have written: case.post["stepTop"]["p"] is a tables.Table."""
        return PostProcessing(self.directory)

    def plot(self, time="latest", fields=None, normal=None, position=None, mesh=False):
        """A figure of matplotlib of one time on a plane, as `eagre plot` draws it. normal: "x", "y", "z"; fields: names, also vorticity, Q
        and components (U.x); mesh: with the edges of cells."""
        from eagre import plot
        return plot.figure(self, time, fields, normal, position, mesh)

    def pyvista(self, time="latest"):
        """The cells of a time with their fields as a grid of PyVista, for its plots and filters. Errors: CaseError, it is not
        installed."""
        try:
            import pyvista
        except ImportError:
            raise CaseError("pyvista is not installed (pip install pyvista)") from None
        entry = self._times[self.time_of(time)]
        dump = self.directory / "dumps" / f"{entry['name']}.vtkhdf"
        if dump.exists():
            return pyvista.read(dump)
        marker = self.directory / f"{self.name}.foam"
        if not marker.exists():
            marker.touch()
        reader = pyvista.OpenFOAMReader(str(marker))
        reader.set_active_time_value(entry["value"])
        return reader.read()["internalMesh"]

    def _words(self, times, fields):
        return [word for time in times for word in ("--time", self._times[time]["name"])] + [word for f in fields for word in ("--field", f)]

    def _value_of(self, head):
        return next(time for time, entry in self._times.items() if entry["name"] == head["time"])

    def _records(self, words):
        return Records([str(self.directory), *words])


def _cells(head, array):
    n, faces = head["mesh"]["cells"], head["mesh"]["faces"]
    return Cells(array(np.float64, n, 3), array(np.float64, n), array(np.int64, faces), array(np.int64, faces))


def _arrays(head, array, n):
    return {name: array(np.float64, n, *([components] if components > 1 else [])) for name, components in head["fields"]}


def _over_times(parts, behind=np.nan):
    """Dimensions and values of arrays of cells, one a time; those with fewer cells than others are filled up."""
    most = max(map(len, parts))
    parts = [np.concatenate([one, np.full((most - len(one), *one.shape[1:]), behind)]) for one in parts]
    return ("time", "cell", "component")[:parts[0].ndim + 1], np.stack(parts)


def _settings(entries):
    """FILE:ENTRY=VALUE of each of the entries of a dictionary, or None."""
    return [f"{entry}={dictionary_text(value, '') if hasattr(value, 'items') else value_text(value)}" for entry, value in (entries or {}).items()]


def _positive(name):
    try:
        return float(name) > 0
    except ValueError:
        return False
