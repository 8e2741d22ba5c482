# SPDX-License-Identifier: BSD-3-Clause
"""What a picture shows of a case: a field that is written, a component of it, or what is computed of the velocity."""
import dataclasses

import numpy as np

from eagre.records import CaseError

AXES = "xyz"
DERIVED = ("vorticity", "Q")


@dataclasses.dataclass
class Panel:
    """One field of a picture. source: the field that is read; limits: of the colours, None: those of what is shown."""

    name: str
    source: str
    label: str
    colours: str = "viridis"
    limits: tuple | None = None

    @property
    def derived(self):
        return self.name in DERIVED and self.source == "U"


def _units(field, two_phase):
    if field.startswith("alpha."):
        return " [-]"
    pressure = " [Pa]" if two_phase else " [m²/s²]"
    return {"U": " [m/s]", "p": pressure, "p_rgh": pressure, "k": " [m²/s²]", "nut": " [m²/s]", "epsilon": " [m²/s³]", "omega": " [1/s]"}.get(field, "")


def panel(name, names, vectors=()):
    """The Panel of a name, of the fields that there are. Errors: CaseError that lists them."""
    two_phase = any(n.startswith("alpha.") for n in names)
    if name in names:
        if name.startswith("alpha."):
            return Panel(name, name, f"phase fraction {name} [-]", "Blues", (0, 1))
        vector = name == "U" or name in vectors
        colours = "RdBu_r" if name.startswith("p") and not vector else "viridis"
        return Panel(name, name, (f"|{name}|" if vector else name) + _units(name, two_phase), colours)
    field, _, component = name.rpartition(".")
    if field in names and component in tuple(AXES):
        return Panel(name, field, name + _units(field, two_phase), "RdBu_r")
    if name in DERIVED and "U" in names:
        return Panel(name, "U", {"vorticity": "vorticity across the plane [1/s]", "Q": "Q [1/s²]"}[name], "RdBu_r")
    raise CaseError(f"no field '{name}'; there are: {', '.join([*names, *(DERIVED if 'U' in names else ())])}, and of vectors components such as U.x")


def default_panels(names):
    """The phase fraction if there is one, else the pressure if there is one; then the speed."""
    alpha = next((n for n in names if n.startswith("alpha.")), None)
    first = [alpha] if alpha else ["p"] if "p" in names else []
    return [panel(name, names) for name in [*first, "U"] if name in names]


def shown(panel, values):
    """The numbers that a panel shows of values of its source: of a vector the magnitude, or the component."""
    if values.ndim == 1:
        if panel.name != panel.source:
            raise CaseError(f"'{panel.name}': {panel.source} is no vector")
        return values
    return np.linalg.norm(values, axis=1) if panel.name == panel.source else values[:, AXES.index(panel.name[-1])]


def of_velocity(name, cells, velocity, axis):
    """Vorticity's component along an axis [1/s], or Q = (tr(g)^2 - tr(g g)) / 2 of g = grad U [1/s^2], in the cells."""
    g = cells.gradient(velocity)
    if name == "vorticity":
        i, j = (axis + 1) % 3, (axis + 2) % 3
        return g[:, i, j] - g[:, j, i]
    return (np.trace(g, axis1=1, axis2=2) ** 2 - np.einsum("nij,nji->n", g, g)) / 2
