# SPDX-License-Identifier: BSD-3-Clause
"""What a running Simulation shows: how far it is, and pictures of its fields."""
import sys

import numpy as np


def in_notebook() -> bool:
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return shell is not None and type(shell).__name__ == "ZMQInteractiveShell"


class Shown:
    """What a cell of a notebook shows, and shows anew."""

    def __init__(self):
        self.handle = None

    def show(self, data, **options):
        from IPython.display import display

        if self.handle is None:
            self.handle = display(data, display_id=True, **options)
        else:
            self.handle.update(data, **options)


class Bar:
    """How far a run is, as one line."""

    def __init__(self, simulation):
        self.simulation, self.start = simulation, simulation.time
        self.shown = Shown() if in_notebook() else None

    def text(self) -> str:
        sim = self.simulation
        part = min(max((sim.time - self.start) / max(sim.end_time - self.start, 1e-300), 0.0), 1.0)  # the last step may end behind the end
        full = int(40 * part)
        return f"[{'#' * full}{'.' * (40 - full)}] {100 * part:.0f} %, t = {sim.time_name} s, dt = {sim.delta_t:.3g} s"

    def show(self) -> None:
        if self.shown:
            self.shown.show({"text/plain": self.text()}, raw=True)
        else:
            print("\r" + self.text(), end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        if not self.shown:
            print(file=sys.stderr)


class LivePicture:
    """A picture of a field in a notebook, drawn anew every so many steps and at the end. Errors: ValueError, not in a notebook."""

    def __init__(self, simulation, field, every):
        if not in_notebook():
            raise ValueError("picture: a picture that follows the run is shown in a notebook; elsewhere sim.plot(field).figure.savefig(file)")
        if every < 1:
            raise ValueError(f"every: {every} is not a number of steps")
        self.simulation, self.field, self.every = simulation, field, every
        self.shown, self.drawn = Shown(), -1
        self.draw()

    def draw(self) -> None:
        from matplotlib import pyplot

        axes = self.simulation.plot(self.field)
        self.shown.show(axes.figure)
        pyplot.close(axes.figure)  # else the cell shows it once more at its end
        self.drawn = self.simulation.index

    def show(self) -> None:
        if self.simulation.index % self.every == 0:
            self.draw()

    def end(self) -> None:
        if self.simulation.index != self.drawn:
            self.draw()


def picture(centres, values, empty_direction, name, time, axes, options):
    """Draws values [n] or [n, 3] at the centres [n, 3] of a two-dimensional mesh; returns the axes. Triangles between centres that are far
    from each other, across a hole of the mesh, are left out."""
    from matplotlib import pyplot
    from matplotlib.tri import Triangulation

    x, y = (centres[:, i] for i in range(3) if i != empty_direction)
    triangles = Triangulation(x, y)
    corners = np.stack([x, y], axis=1)[triangles.triangles]
    longest = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).max(axis=1)
    triangles.set_mask(longest > 3 * np.median(longest))
    axes = axes or pyplot.subplots()[1]
    drawn = axes.tripcolor(triangles, values if values.ndim == 1 else np.linalg.norm(values, axis=1), shading="gouraud", **options)
    axes.figure.colorbar(drawn, ax=axes, label=name if values.ndim == 1 else f"|{name}|")
    axes.set(aspect="equal", title=f"t = {time} s")
    return axes
