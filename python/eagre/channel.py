# SPDX-License-Identifier: BSD-3-Clause
"""Pictures of a two-layer channel: slices with the interface, and the interface's height and growth against time."""
import dataclasses
import pathlib

import netCDF4
import numpy as np
from matplotlib.figure import Figure

from eagre.case import CaseError


def is_channel(path):
    """Whether `path` is a directory that `eagre channel` wrote to, or a NetCDF file."""
    path = pathlib.Path(path)
    return path.suffix == ".nc" or path.is_dir() and (any(path.glob("fields_*.nc")) or any(path.glob("phi_*.nc")) or any(path.glob("C_*.nc"))
                                                      or (path / "series.txt").exists() or (path / "initial.nc").exists())


class Snapshot:
    """The fields of one time at cell centres, (z, y, x); of one file, or of one file a variable."""

    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.values = {}
        step = self.path.stem.rsplit("_", 1)[-1]
        siblings = [self.path] if self.path.stem.startswith(("fields", "initial", "restart")) else sorted(self.path.parent.glob(f"*_{step}.nc"))
        for file in siblings:
            try:
                with netCDF4.Dataset(file) as data:
                    self._take(data)
            except OSError as error:
                raise CaseError(f"{file}: {error}") from error
        if "x" not in self.values:
            raise CaseError(f"{self.path}: no file of a channel: it has no axis x")

    def _take(self, data):
        for name in ("x", "y", "z"):
            if name in data.variables:
                self.values[name] = np.asarray(data[name][:])
        self.time = float(data["time"][0]) if len(data["time"]) else 0.0
        for name in ("phi", "C", "u", "v", "w", "p", "T", "m"):
            if name not in data.variables:
                continue
            variable = data[name]
            values = np.asarray(variable[0])
            for axis, dimension in enumerate(variable.dimensions[1:]):
                if dimension.endswith("_face"):
                    values = self._to_centres(values, axis, len(data.dimensions[dimension[0]]))
            self.values[name] = values

    @staticmethod
    def _to_centres(values, axis, cells):
        """Means of two faces; of a periodic direction the last face is the first."""
        if values.shape[axis] == cells:
            return 0.5 * (values + np.roll(values, -1, axis))
        low, high = (np.take(values, range(start, start + cells), axis) for start in (0, 1))
        return 0.5 * (low + high)

    def __contains__(self, name):
        return name in self.values

    def __getitem__(self, name):
        return self.values[name]

    def known(self, fields):
        """These fields. Errors: CaseError, one is not there."""
        there = [name for name in self.values if name not in ("x", "y", "z")]
        for name in fields:
            if name not in there:
                raise CaseError(f"--field {name}: {self.path} has no such field; there are: {', '.join(there)}")
        return list(dict.fromkeys(fields))

    def interface(self):
        """The field whose zero is the interface; None if there is none."""
        if "phi" in self:
            return self["phi"]
        return self["C"] - 0.5 if "C" in self else None


@dataclasses.dataclass
class View:
    """The plane of a picture: its normal, x, y or z, and where it cuts that axis [H]; None: at the middle."""

    normal: str = "y"
    position: float | None = None

    def of(self, snapshot):
        """The axes across it, and a function that takes a field's slice (second axis, first axis) there. Errors: CaseError."""
        across = [d for d in "xyz" if d != self.normal]
        thin = [d for d in across if len(snapshot[d]) == 1]
        if thin:
            raise CaseError(f"--normal {self.normal}: {snapshot.path} has one cell along {thin[0]}: it can be cut by --normal {thin[0]} alone")
        centres = snapshot[self.normal]
        half = (centres[1] - centres[0]) / 2 if len(centres) > 1 else centres[0]
        at = (centres[0] + centres[-1]) / 2 if self.position is None else self.position
        if not centres[0] - half <= at <= centres[-1] + half:
            raise CaseError(f"--position {at:g}: the channel reaches from {centres[0] - half:g} to {centres[-1] + half:g} along {self.normal}")
        index = len(centres) // 2 if self.position is None else int(np.abs(centres - at).argmin())
        return across, lambda values: np.take(values, index, "zyx".index(self.normal))


def draw(snapshot, limits=None, view=View(), fields=None):
    """A slice: streamwise velocity, pressure and temperature (or these fields) with the interface; of a channel in 3D also the height of the interface."""
    (first, second), cut = view.of(snapshot)
    x, y = snapshot[first], snapshot[second]
    interface = snapshot.interface()
    colours_of = {"u": "viridis", "C": "Blues", "T": "inferno"}
    wanted = [name for name in ("u", "p", "T") if name in snapshot] if fields is None else snapshot.known(fields)
    panels = [(name, name, colours_of.get(name, "RdBu_r")) for name in wanted]
    panels = panels or [("phi" if "phi" in snapshot else "C", "interface", "RdBu_r")]
    spanwise = len(snapshot["y"]) > 1 and interface is not None
    rows = len(panels) + spanwise
    panel, labels = 3.2, 2.2  # height of one, and what stands beside it [inches]
    width = min(max(panel * (x[-1] - x[0]) / (y[-1] - y[0]), 2.5), 10)
    figure = Figure(figsize=(width + labels, 0.6 + rows * (panel + 0.5)), layout="constrained")
    axes = figure.subplots(rows, 1, squeeze=False)
    for ax, (name, label, colours) in zip(axes[:, 0], panels):
        low, high = (limits or {}).get(name, (None, None))
        image = ax.pcolormesh(x, y, cut(snapshot[name]), cmap=colours, shading="nearest", vmin=low, vmax=high)
        figure.colorbar(image, ax=ax, label=label)
        if interface is not None and (cut(interface).min() < 0 < cut(interface).max()):
            ax.contour(x, y, cut(interface), [0], colors="black", linewidths=1.5)
        ax.set_xlabel(f"{first} / H")
        ax.set_ylabel(f"{second} / H")
        ax.set_aspect("equal")
    if spanwise:
        ax = axes[-1, 0]
        height, several = heights(interface, snapshot["z"])
        image = ax.pcolormesh(snapshot["x"], snapshot["y"], height, cmap="coolwarm", shading="nearest")
        called = f"highest point of the interface / H\n(several in {100 * several:.2g} % of the columns)" if several else "height of the interface / H"
        figure.colorbar(image, ax=ax, label=called)
        ax.set_xlabel("x / H")
        ax.set_ylabel("y / H")
        ax.set_aspect("equal")
    figure.suptitle(f"{snapshot.path.name}   t = {snapshot.time:g}", parse_math=False)
    return figure


def heights(interface, z):
    """The highest zero of each column, (y, x), NaN where there is none; the part of the columns that have several."""
    below, above = interface[:-1], interface[1:]
    crosses = (below < 0) != (above < 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        height = z[:-1, None, None] + (z[1] - z[0]) * below / (below - above)
    highest = np.nanmax(np.where(crosses, height, -np.inf), axis=0, initial=-np.inf, where=crosses) * np.where(crosses.any(axis=0), 1, np.nan)
    return highest, (crosses.sum(axis=0) > 1).mean()


def read_series(path):
    """Columns of series.txt by name."""
    try:
        with open(path, encoding="utf-8") as stream:
            names = stream.readline().lstrip("# ").split()
            rows = [line.split() for line in stream]
    except OSError as error:
        raise CaseError(f"{path}: {error.strerror}") from error
    rows = np.array([row for row in rows if len(row) == len(names)], float).reshape(-1, len(names))
    return {name: rows[:, i] for i, name in enumerate(names)}


#: Amplitude up to which a wave is taken to grow as linear theory says [H]; one that starts higher, up to twice its start.
LINEAR = 0.05
#: The logarithm of the amplitude is straight where it is within this of a line: of its change, and at least.
STRAIGHT = 0.002, 0.001


@dataclasses.dataclass
class Fit:
    """Growth rate [V / H] and phase speed [V] of the wave, and where they hold: times [H / V] and the line of amplitudes [H]."""

    growth: float
    speed: float
    times: np.ndarray
    line: np.ndarray

    def __str__(self):
        return f"growth rate {self.growth:.4g}, phase speed {self.speed:.4g}, from t = {self.times[0]:.4g} to {self.times[-1]:.4g}"


def growth(series):
    """The Fit where the logarithm of the amplitude is straight while the wave is small and has not overturned: of all such windows, that
    over which it changes most, or which is longest if it hardly changes. None if it is straight nowhere over a twentieth of the time."""
    t, a = series["time"], series["amplitude"]
    large = np.flatnonzero((a > max(LINEAR, 2 * a[0])) | (series.get("overturned", 0 * a) > 0) | ~(a > 0))
    last = large[0] if len(large) else len(t)
    if last < 8:
        return None
    t, log = t[:last], np.log(a[:last])
    # The wave's path, of its speeds over each line of the series.
    path = np.concatenate([[0], np.cumsum(series["phase_speed"][1:last] * np.diff(t))])
    ends = np.unique(np.linspace(0, last - 1, 61).astype(int))
    best, chosen = 0.0, None
    for i, low in enumerate(ends):
        for high in ends[i + 1:]:
            part = slice(low, high + 1)
            score = abs(log[high] - log[low]) + (t[high] - t[low]) / (t[-1] - t[0])
            if high - low < 7 or t[high] - t[low] < 0.05 * (t[-1] - t[0]) or score <= best:
                continue
            line = np.polyval(np.polyfit(t[part] - t[low], log[part], 1), t[part] - t[low])
            if np.abs(log[part] - line).max() < max(STRAIGHT[0] * abs(line[-1] - line[0]), STRAIGHT[1]):
                best, chosen = score, part
    if chosen is None:
        return None
    times = t[chosen]
    rate, start = np.polyfit(times - times[0], log[chosen], 1)
    return Fit(rate, np.polyfit(times, path[chosen], 1)[0], times, np.exp(rate * (times - times[0]) + start))


def draw_series(series, name):
    """Height, amplitude with its growth, energies and volumes against time."""
    t = series["time"]
    figure = Figure(figsize=(11, 7), layout="constrained")
    axes = figure.subplots(2, 2)
    height, amplitude, energy, shear = axes.flat
    for column, label in (("height_max", "highest"), ("height_mean", "mean"), ("height_min", "lowest")):
        height.plot(t, series[column], label=label)
    height.set_ylabel("height of the interface / H")
    height.legend()
    if np.nanmax(series["amplitude"], initial=0) > 0:
        amplitude.semilogy(t, series["amplitude"])
        fit = growth(series)
        if fit:
            amplitude.axvspan(fit.times[0], fit.times[-1], color="C1", alpha=0.15)
            amplitude.semilogy(fit.times, fit.line, "--", color="C1", label=str(fit).replace(", from", "\nfrom"))
            amplitude.legend()
        else:
            amplitude.set_title("straight nowhere: no growth rate", fontsize="medium")
    amplitude.set_ylabel("amplitude of the wave / H")
    overturned = np.flatnonzero(series.get("overturned", np.zeros_like(t)) > 0)
    if len(overturned):
        for ax in (height, amplitude):
            ax.axvline(t[overturned[0]], color="black", linestyle=":")
        height.set_title("dotted: from there on overturned in places, mean and amplitude of the highest points", fontsize="medium")
    energy.plot(t, series["kinetic_energy"] - series["kinetic_energy"][0], label="kinetic")
    energy.plot(t, series["potential_energy"] - series["potential_energy"][0], label="potential")
    energy.plot(t, series["surface_energy"] - series["surface_energy"][0], label="surface")
    energy.set_ylabel("energy since the start")
    energy.legend()
    shear.plot(t, series["shear_lower"], label="lower plate")
    shear.plot(t, series["shear_upper"], label="upper plate")
    shear.set_ylabel("mean wall shear mu du/dz")
    shear.legend()
    for ax in axes.flat:
        ax.set_xlabel("t V / H")
        ax.grid(alpha=0.3)
    figure.suptitle(name, parse_math=False)
    return figure


def _time(path):
    try:
        with netCDF4.Dataset(path) as data:
            return float(data["time"][0]) if len(data["time"]) else 0.0
    except (OSError, IndexError) as error:
        raise CaseError(f"{path}: {error}") from error


def _dumps(path, time):
    """The files of fields of a directory, of one time if that is given."""
    patterns = ("fields_*.nc", "phi_[0-9]*.nc", "C_[0-9]*.nc", "T_[0-9]*.nc", "initial.nc")
    found = next((files for files in (sorted(path.glob(pattern)) for pattern in patterns) if files), [])
    if time is None:
        return found
    times = {file: _time(file) for file in found}
    if time in ("latest", "latestTime") and times:
        time = max(times.values())
    chosen = [file for file in found if abs(times[file] - time) < 5e-4 * max(times.values())]
    if not chosen:
        raise CaseError(f"{path}: no fields at t = {time}; there are: " + ", ".join(f"{t:g}" for t in times.values()))
    return [min(chosen, key=lambda file: abs(times[file] - time))]


def _limits(found, fields):
    """One scale of colours for the pictures of all files."""
    ranges = {}
    for snapshot in map(Snapshot, found):
        for name in fields:
            if name in snapshot:
                low, high = ranges.get(name, (np.inf, -np.inf))
                ranges[name] = min(low, snapshot[name].min()), max(high, snapshot[name].max())
    return ranges


def plot(path, time=None, view=View(), movies=(), progress=lambda done, total: None, fields=None):
    """All pictures of a directory into its `pictures`, or of one file beside it; time: that of the one dump to be drawn, or "latest".
    movies: movie.Movie of each animation; fields: instead of u, p and T. Returns the
    files, and the Fit of the wave or None."""
    path = pathlib.Path(path)
    if path.is_file():
        refused = [option for option, given in (("--time", time is not None), ("--movie", movies)) if given]
        if refused:
            raise CaseError(f"{path}: {refused[0]} is for the directory of a channel; this is one file, of one time")
        target = path.with_suffix(".png")
        _save(draw(Snapshot(path), view=view, fields=fields), target)
        return [target], None
    if path.suffix == ".nc":
        raise CaseError(f"{path}: there is no such file")
    found = _dumps(path, time)
    if movies and not found:
        raise CaseError(f"{path}: --movie: no fields of a channel yet")
    target = path / "pictures"
    target.mkdir(exist_ok=True)
    files, fit = [], None
    limits = _limits(found, fields or ["u", "T"]) if len(found) > 1 else {}
    for number, file in enumerate(found, 1):
        files.append(target / f"{file.stem}.png")
        _save(draw(Snapshot(file), limits, view, fields), files[-1])
        progress(number, len(found))
    files += [animation.make(list(files), target / path.resolve().name) for animation in movies]
    series = path / "series.txt"
    if series.exists() and time is None:
        columns = read_series(series)
        if len(columns["time"]):
            files.append(target / "series.png")
            _save(draw_series(columns, path.name), files[-1])
            fit = growth(columns)
    if not files:
        raise CaseError(f"{path}: no fields and no time series of a channel yet")
    return files, fit


def _save(figure, target):
    figure.savefig(target, dpi=110)
