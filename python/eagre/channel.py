# SPDX-License-Identifier: BSD-3-Clause
"""Pictures of a two-layer channel: slices with the interface, and the interface's height and growth against time."""
import pathlib

import matplotlib.pyplot as plt
import netCDF4
import numpy as np

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
        for name in ("phi", "C", "u", "v", "w", "p"):
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

    def interface(self):
        """The field whose zero is the interface; None if there is none."""
        if "phi" in self:
            return self["phi"]
        return self["C"] - 0.5 if "C" in self else None


def draw(snapshot, limits=None):
    """A slice at the middle of y: streamwise velocity and pressure with the interface; in 3D also the height of the interface."""
    x, y, z = (snapshot[d] for d in "xyz")
    middle, interface = len(y) // 2, snapshot.interface()
    panels = [(name, label, colours) for name, label, colours in (("u", "u", "viridis"), ("p", "p", "RdBu_r")) if name in snapshot]
    panels = panels or [("phi" if "phi" in snapshot else "C", "interface", "RdBu_r")]
    spanwise = len(y) > 1 and interface is not None
    rows = len(panels) + spanwise
    panel, labels = 3.2, 2.2  # height of one, and what stands beside it [inches]
    width = min(max(panel * (x[-1] - x[0]) / (z[-1] - z[0]), 2.5), 10)
    figure, axes = plt.subplots(rows, 1, figsize=(width + labels, 0.6 + rows * (panel + 0.5)), constrained_layout=True, squeeze=False)
    for ax, (name, label, colours) in zip(axes[:, 0], panels):
        low, high = (limits or {}).get(name, (None, None))
        image = ax.pcolormesh(x, z, snapshot[name][:, middle, :], cmap=colours, shading="nearest", vmin=low, vmax=high)
        figure.colorbar(image, ax=ax, label=label)
        if interface is not None and (interface[:, middle, :].min() < 0 < interface[:, middle, :].max()):
            ax.contour(x, z, interface[:, middle, :], [0], colors="black", linewidths=1.5)
        ax.set_xlabel("x / H")
        ax.set_ylabel("z / H")
        ax.set_aspect("equal")
    if spanwise:
        ax = axes[-1, 0]
        image = ax.pcolormesh(x, y, heights(interface, z), cmap="coolwarm", shading="nearest")
        figure.colorbar(image, ax=ax, label="height of the interface / H")
        ax.set_xlabel("x / H")
        ax.set_ylabel("y / H")
        ax.set_aspect("equal")
    figure.suptitle(f"{snapshot.path.name}   t = {snapshot.time:g}", parse_math=False)
    return figure


def heights(interface, z):
    """The highest zero of each column, (y, x); NaN where there is none."""
    below, above = interface[:-1], interface[1:]
    crosses = (below < 0) != (above < 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        height = z[:-1, None, None] + (z[1] - z[0]) * below / (below - above)
    return np.nanmax(np.where(crosses, height, -np.inf), axis=0, initial=-np.inf, where=crosses) * np.where(crosses.any(axis=0), 1, np.nan)


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


def growth(series, first=0.25):
    """Growth rate and its line: a fit of log amplitude against time while the wave is small, without the first part of that. None if there is no wave."""
    t, a = series["time"], series["amplitude"]
    large = np.flatnonzero(a > max(LINEAR, 2 * a[0]))
    last = t[large[0]] if len(large) else t[-1]
    chosen = (t >= t[0] + first * (last - t[0])) & (t <= last) & (a > 0)
    if chosen.sum() < 3:
        return None
    rate, start = np.polyfit(t[chosen], np.log(a[chosen]), 1)
    return rate, t[chosen], np.exp(rate * t[chosen] + start)


def draw_series(series, name):
    """Height, amplitude with its growth, energies and volumes against time."""
    t = series["time"]
    figure, axes = plt.subplots(2, 2, figsize=(11, 7), constrained_layout=True)
    height, amplitude, energy, shear = axes.flat
    for column, label in (("height_max", "highest"), ("height_mean", "mean"), ("height_min", "lowest")):
        height.plot(t, series[column], label=label)
    height.set_ylabel("height of the interface / H")
    height.legend()
    if np.nanmax(series["amplitude"], initial=0) > 0:
        amplitude.semilogy(t, series["amplitude"])
        fit = growth(series)
        if fit:
            amplitude.semilogy(fit[1], fit[2], "--", label=f"growth rate {fit[0]:.4g}")
            amplitude.legend()
    amplitude.set_ylabel("amplitude of the wave / H")
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


def plot(path):
    """All pictures of a directory into its `pictures`, or of one file beside it. Returns the files."""
    path = pathlib.Path(path)
    if path.is_file():
        target = path.with_suffix(".png")
        _save(draw(Snapshot(path)), target)
        return [target]
    if path.suffix == ".nc":
        raise CaseError(f"{path}: there is no such file")
    target = path / "pictures"
    target.mkdir(exist_ok=True)
    found = sorted(path.glob("fields_*.nc")) or sorted(path.glob("phi_[0-9]*.nc")) or sorted(path.glob("C_[0-9]*.nc")) or sorted(path.glob("initial.nc"))
    files = []
    ranges = [(s["u"].min(), s["u"].max()) for s in map(Snapshot, found) if "u" in s]
    limits = {"u": (min(low for low, _ in ranges), max(high for _, high in ranges))} if ranges else {}
    for file in found:
        files.append(target / f"{file.stem}.png")
        _save(draw(Snapshot(file), limits), files[-1])
    series = path / "series.txt"
    if series.exists():
        columns = read_series(series)
        if len(columns["time"]):
            files.append(target / "series.png")
            _save(draw_series(columns, path.name), files[-1])
    if not files:
        raise CaseError(f"{path}: no fields and no time series of a channel yet")
    return files


def _save(figure, target):
    figure.savefig(target, dpi=110)
    plt.close(figure)
