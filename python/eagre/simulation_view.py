# SPDX-License-Identifier: BSD-3-Clause
"""What a running Simulation shows: how far it is, and pictures of its fields."""
import sys

import numpy as np


class Bar:
    """How far a run is, as one line."""

    def __init__(self, simulation):
        self.simulation, self.start = simulation, simulation.time
        self.handle = None

    def _in_notebook(self) -> bool:
        shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
        return shell is not None and type(shell).__name__ == "ZMQInteractiveShell"

    def text(self) -> str:
        sim = self.simulation
        part = (sim.time - self.start) / max(sim.end_time - self.start, 1e-300)
        full = int(40 * min(max(part, 0.0), 1.0))
        return f"[{'#' * full}{'.' * (40 - full)}] {100 * part:.0f} %, t = {sim.time_name} s, dt = {sim.delta_t:.3g} s"

    def show(self) -> None:
        if not self._in_notebook():
            print("\r" + self.text(), end="", file=sys.stderr, flush=True)
            return
        from IPython.display import display
        data = {"text/plain": self.text()}
        if self.handle is None:
            self.handle = display(data, raw=True, display_id=True)
        else:
            self.handle.update(data, raw=True)

    def end(self) -> None:
        if self.handle is None:
            print(file=sys.stderr)


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
