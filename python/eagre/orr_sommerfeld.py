# SPDX-License-Identifier: BSD-3-Clause
"""Linear stability of two-layer flow between plates: growth rate and phase speed of waves on the interface, to verify runs by.

    python -m eagre.orr_sommerfeld wave.toml [--wave-number 6.28] [--modes 6] [--write wave.nc]

prints the leading modes, the most unstable first, and how much of each is in the interface. The answer is the most unstable mode: a
run's wave ends up with its growth rate and speed, after a time in which the modes that are larger in the interface may show.

--write makes an initial condition of the wave with its own velocity, so that it grows from the start without other waves; a run
takes it by shape = "file".

Equations: with the stream function psi = phi(z) exp(ik(x - ct)), u = d psi/dz, w = -d psi/dx, and height eta exp(ik(x - ct)),
    ik rho [(U - c)(D^2 - k^2) - U''] phi = (mu / Re) (D^2 - k^2)^2 phi            in each layer,                           (1)
    phi = D phi = 0 (no slip), phi = D^2 phi = 0 (free slip)                       at the plates,                           (2)
    [phi] = [D phi + U' eta] = [mu (D^2 + k^2) phi + mu U'' eta] = 0               at the interface,                        (3)
    [p + 2ik mu D phi / Re] = (G [rho] + k^2 / We) eta,                            [.] lower less upper,                    (4)
        p = -rho ((U - c) D phi - U' phi) + mu (D^3 - k^2 D) phi / (ik Re),
    (c - U) eta = phi.                                                                                                      (5)
Method: Galerkin's, one element of high order in each layer (eagre.elements). For a test function psi with a continuous slope
    -ik sum int rho [psi' ((U - c) phi' - U' phi) + k^2 psi (U - c) phi]
        = sum int mu / Re [(psi'' + k^2 psi)(phi'' + k^2 phi) + 4 k^2 psi' phi'] + ik psi (G [rho] + k^2 / We) eta + psi' [mu U''] eta / Re   (6)
at the interface has (3) and (4) as natural conditions; phi is a function with a continuous slope less U' eta times the function whose
slope is 1 at the interface, which is the second of (3). The order is doubled until the eigenvalue stands to 1e-6.
Units are those of the channel: heights H, velocities V, density and viscosity of the upper fluid (Re, We, G, r, m).
Sources: S. A. Orszag, J. Fluid Mech. 50 (1971) 689; C.-S. Yih, J. Fluid Mech. 27 (1967) 337; A. P. Hooper, W. G. C. Boyd, J. Fluid
Mech. 128 (1983) 507; P. A. M. Boomkamp, B. J. Boersma, R. H. M. Miesen, G. V. Beijnon, J. Comput. Phys. 132 (1997) 191.
"""
import argparse
import dataclasses
import sys
import tomllib

import numpy as np

from eagre.elements import Elements

ORDERS = (15, 30, 60, 120, 240, 480)  # of the polynomials of a layer
STANDS = 1e-6  # relative change of an eigenvalue from one order to the next at which it is taken
SEEN = 0.01  # of the interface: a decaying mode with less is not seen in the height before the wave is gone
NEAR = 0.2  # of the growth rate: modes that differ by less are not told apart while the amplitude changes by a factor of a hundred


class NotResolved(ArithmeticError):
    """The eigenvalue does not stand with the highest order."""


@dataclasses.dataclass
class Flow:
    """A two-layer channel, as the settings of `eagre channel` name it."""

    Re: float = 100.0
    We: float = np.inf
    gravity: float = 0.0
    density_ratio: float = 1.0
    viscosity_ratio: float = 1.0
    height: float = 0.5
    pressure_gradient: float = -1.0
    lower_speed: float = 0.0
    upper_speed: float = 0.0
    lower: str = "no_slip"
    upper: str = "no_slip"
    flow_rate: float | None = None

    @classmethod
    def of_settings(cls, settings):
        """From the sections of a toml file. Errors: ValueError for a flow that is driven otherwise."""
        values = {}
        for section in ("fluid", "boundary", "initial"):
            values |= settings.get(section, {})
        if values.get("velocity", "profile") == "rest":
            values |= {"pressure_gradient": 0.0, "lower_speed": 0.0, "upper_speed": 0.0}
        if values.get("driving") != "flow_rate":
            values.pop("flow_rate", None)
        return cls(**{f.name: values[f.name] for f in dataclasses.fields(cls) if f.name in values})

    def layers(self):
        """Coefficients (a, b, c) of U = a z^2 / 2 + b z + c in the lower and in the upper layer."""
        if self.flow_rate is not None:
            rates = [_flow_rate(layers, self.height) for layers in map(self._profile, (0.0, -1.0))]
            return self._profile(-(self.flow_rate - rates[0]) / (rates[1] - rates[0]))
        return self._profile(self.pressure_gradient)

    def _profile(self, gradient):
        # Stress tau = tau0 + gradient z in both layers.
        m, h = self.viscosity_ratio, self.height
        a = [self.Re * gradient / m, self.Re * gradient]
        rows, right = [], []  # of b1, c1, b2, c2
        rows.append([0, 1, 0, 0] if self.lower == "no_slip" else [1, 0, 0, 0])
        right.append(self.lower_speed if self.lower == "no_slip" else 0)
        rows.append([0, 0, 1, 1] if self.upper == "no_slip" else [0, 0, 1, 0])
        right.append(self.upper_speed - a[1] / 2 if self.upper == "no_slip" else -a[1])
        rows.append([h, 1, -h, -1])
        right.append((a[1] - a[0]) * h * h / 2)
        rows.append([m, 0, -1, 0])
        right.append(0)  # m a1 h = a2 h
        b1, c1, b2, c2 = np.linalg.lstsq(np.array(rows, float), np.array(right, float), rcond=None)[0]
        return (a[0], b1, c1), (a[1], b2, c2)


def _flow_rate(layers, height):
    def integral(a, b, c, low, high):
        return a * (high**3 - low**3) / 6 + b * (high**2 - low**2) / 2 + c * (high - low)

    return integral(*layers[0], 0, height) + integral(*layers[1], height, 1)


@dataclasses.dataclass
class Mode:
    """A wave exp(ik(x - ct)): the height of the interface grows as exp(growth t) and travels with `speed`."""

    c: complex
    k: float
    share: float = 1.0  # what the mode has of a height of 1 without a velocity of its own, absolute: such heights add up to 1 as complex numbers
    vector: np.ndarray | None = None  # factors of the functions of `elements`, eta
    elements: Elements | None = None

    @property
    def growth(self):
        return self.k * self.c.imag

    @property
    def speed(self):
        return self.c.real


@dataclasses.dataclass
class Spectrum:
    """All modes of a wave number, the fastest growing first, and the one that a run's wave ends up with."""

    modes: list
    answer: Mode
    order: int = 0  # of the polynomials of each layer
    change: float = np.inf  # of the answer's c since half the order, relative

    @classmethod
    def of_modes(cls, modes):
        """The answer is the most unstable one; of decaying ones, the first that is seen in the height. Of a pair that travels to both
        sides, the one along x."""
        seen = [m for m in modes if m.growth > 0 or m.share > SEEN] or modes
        close = [m for m in seen if abs(m.growth - seen[0].growth) <= STANDS * m.k * abs(m.c)]
        return cls(modes, max(close, key=lambda mode: mode.speed))

    @property
    def near(self):
        """Modes that are seen and grow or decay almost as the answer does."""
        answer = self.answer
        return [m for m in self.modes if m is not answer and m.share > SEEN and abs(m.growth - answer.growth) < NEAR * abs(answer.growth)]


def _slope_at_interface(flow, e):
    """The function that phi has for eta = 1: less U' of each layer times the one whose slope at the interface is 1; its derivatives."""
    slopes = [a * flow.height + b for a, b, _ in flow.layers()]
    return tuple(-np.stack([s[0, :, 3] * slopes[0], s[1, :, 1] * slopes[1]])[..., None] for s in (e.value, e.slope, e.bend))


def _equations(flow, k, order):
    """A, B of A x = c B x, and the elements; x = factors of the functions that the plates leave free, eta."""
    e = Elements([0, flow.height, 1], order)
    layers, h, ik = flow.layers(), flow.height, 1j * k
    a, b, c = (np.array(coefficients)[:, None] for coefficients in zip(*layers))
    rho, mu = np.array([[flow.density_ratio], [1.0]]), np.array([[flow.viscosity_ratio], [1.0]]) / flow.Re
    U, U_z = (a * e.z / 2 + b) * e.z + c, a * e.z + b
    # (6), of phi and of the function of eta.
    laplacian = e.bend + k**2 * e.value
    A, B = np.zeros((e.size + 1, e.size + 1), complex), np.zeros((e.size + 1, e.size + 1), complex)
    eta = _slope_at_interface(flow, e)
    for (value, slope, bend), columns, integral in (((e.value, e.slope, e.bend), slice(0, -1), e.matrix),
                                                    (eta, slice(-1, None), lambda f, test, trial: e.vector(f * trial[..., 0], test)[:, None])):
        A[:-1, columns] = (-ik * (integral(rho * U, e.slope, slope) - integral(rho * U_z, e.slope, value) + k**2 * integral(rho * U, e.value, value))
                           - integral(mu, laplacian, bend + k**2 * value) - 4 * k**2 * integral(mu, e.slope, slope))
        B[:-1, columns] = -ik * (integral(rho, e.slope, slope) + k**2 * integral(rho, e.value, value))
    A[2, -1] -= ik * (flow.gravity * (flow.density_ratio - 1) + k**2 / flow.We)
    A[3, -1] -= (mu * a)[0, 0] - (mu * a)[1, 0]
    # (5)
    A[-1, 2], A[-1, -1], B[-1, -1] = 1, (layers[0][0] * h / 2 + layers[0][1]) * h + layers[0][2], 1
    # (2), essential ones
    gone = [0, 4] + [1] * (flow.lower == "no_slip") + [5] * (flow.upper == "no_slip")
    kept = np.setdiff1d(np.arange(e.size + 1), gone)
    return A[np.ix_(kept, kept)], B[np.ix_(kept, kept)], e, kept


def modes(flow, k, order=60):
    """Modes of wave number k [1 / H] with |c| below a hundred speeds of the flow and its waves, the fastest growing first, with
    polynomials of `order` in each layer: those that it resolves, and others."""
    A, B, e, kept = _equations(flow, k, order)
    a, b, c = (np.array(coefficients)[:, None] for coefficients in zip(*flow.layers()))
    u = (a * e.z / 2 + b) * e.z + c
    waves = np.sqrt(abs(flow.gravity * (flow.density_ratio - 1)) / k + k / flow.We)
    scale = max(np.abs(u).max(), waves, k / flow.Re)
    shift = u.mean() + 1j * scale
    inverse, vectors = np.linalg.eig(np.linalg.solve(A - shift * B, B))
    # A height without a velocity of its own, in the weak sense of (6), as a sum of modes.
    parts = vectors[-1] * np.linalg.solve(vectors, np.linalg.solve(B, np.eye(len(B))[-1]))
    found = []
    for value, vector, part in zip(inverse, vectors.T, parts):
        if abs(value) > 0.01 / scale:
            whole = np.zeros(e.size + 1, complex)
            whole[kept] = vector
            found.append(Mode(shift + 1 / value, k, abs(part), whole, e))
    return sorted(found, key=lambda mode: -mode.growth)


def spectrum(flow, k):
    """Modes of wave number k [1 / H], with the order of the polynomials doubled until the answer stands to 1e-6. Errors: NotResolved."""
    last = None
    for order in ORDERS:
        found = Spectrum.of_modes(modes(flow, k, order))
        found.order = order
        if last:
            found.change = abs(found.answer.c - last.answer.c) / max(abs(found.answer.c), 1e-6 * k / flow.Re)
            if found.change < STANDS:
                return found
        last = found
    raise NotResolved(f"wave number {k:g}: the eigenvalue {found.answer.c:.6g} changes by {found.change:.1e} from polynomials of order "
                      f"{order // 2} to those of order {order}: {STANDS:g} is expected; layers of velocity are thinner than they resolve")


def interfacial(flow, k):
    """The most unstable mode (Spectrum.of_modes)."""
    return spectrum(flow, k).answer


def velocities(flow, mode, amplitude):
    """u(x, z) and w(x, z) of the base flow with a wave of its interface, height + amplitude cos(kx); each side of it has the flow of
    its own layer, which is continued beyond the mean height by its derivatives there."""
    bounds, layers = ((0.0, flow.height), (flow.height, 1.0)), flow.layers()
    vector = mode.vector * (amplitude / mode.vector[-1])
    phi = [vector[:-1].copy(), vector[:-1].copy()]
    for layer, (a, b, _) in enumerate(layers):
        phi[layer][3] -= vector[-1] * (a * flow.height + b)

    def of_layer(x, z, layer, of_phi):
        inside, places = np.unique(np.clip(z, *bounds[layer]), return_inverse=True)
        value, slope, bend = (f[places.reshape(np.shape(z))] for f in mode.elements.at(phi[layer], layer, inside))
        beyond = z - np.clip(z, *bounds[layer])
        return (of_phi(value + (slope + bend * beyond / 2) * beyond, slope + bend * beyond) * np.exp(1j * mode.k * x)).real

    def of_layers(x, z, f):
        lower = z < flow.height + amplitude * np.cos(mode.k * x)
        return np.where(lower, f(x, z, 0), f(x, z, 1))

    def u(x, z, layer):
        a, b, c = layers[layer]
        return (a * z / 2 + b) * z + c + of_layer(x, z, layer, lambda value, slope: slope)

    def w(x, z, layer):
        return of_layer(x, z, layer, lambda value, slope: -1j * mode.k * value)

    return (lambda x, z: of_layers(x, z, u)), (lambda x, z: of_layers(x, z, w))


def wave_number(settings):
    """Of initial.mode along x [1 / H]."""
    return 2 * np.pi * settings.get("initial", {}).get("mode", [1, 0])[0] / settings.get("grid", {}).get("length", [2.0])[0]


def write_initial(path, settings, flow, mode):
    """The wave as the initial condition of a run that is periodic along x."""
    import netCDF4

    (nx, ny, nz), (lx, ly) = settings["grid"]["cells"], settings["grid"]["length"]
    amplitude = settings.get("initial", {}).get("amplitude", 0.01)
    centres = {"x": (np.arange(nx) + 0.5) * lx / nx, "y": (np.arange(ny) + 0.5) * ly / ny, "z": (np.arange(nz) + 0.5) / nz}
    faces = {"x": np.arange(nx) * lx / nx, "y": np.arange(ny) * ly / ny, "z": np.arange(nz + 1) / nz}
    u, w = velocities(flow, mode, amplitude)
    fields = {
        "u": ("x", u), "v": ("y", lambda x, z: 0 * x * z), "w": ("z", w), "p": ("", lambda x, z: 0 * x * z),
        "phi": ("", lambda x, z: z - flow.height - amplitude * np.cos(mode.k * x)),
    }
    with netCDF4.Dataset(path, "w") as data:
        data.createDimension("time", None)
        data.createVariable("time", "f8", ("time",))[0] = 0.0
        for suffix, axes in (("", centres), ("_face", faces)):
            for name, points in axes.items():
                data.createDimension(name + suffix, len(points))
                data.createVariable(name + suffix, "f8", (name + suffix,))[:] = points
        for name, (staggered, f) in fields.items():
            axes = [d + "_face" * (d == staggered) for d in "zyx"]
            z, _, x = np.meshgrid(*(np.array(data[a][:]) for a in axes), indexing="ij")
            data.createVariable(name, "f8", ("time", *axes))[0] = f(x, z)


def of_command_line(parser, arguments):
    """The options of a tool for waves of a channel, and the settings of its file; None, and a message, if it cannot be read."""
    parser.add_argument("file", help="settings of a channel, a toml file with initial.shape = \"wave\"")
    parser.add_argument("--wave-number", type=float, help="2 pi / wave length [1/H]; of initial.mode along x if not given")
    options = parser.parse_args(arguments)
    try:
        with open(options.file, "rb") as stream:
            settings = tomllib.load(stream)
    except (OSError, tomllib.TOMLDecodeError) as error:
        print(f"eagre: error: {options.file}: {error}", file=sys.stderr)
        return options, None
    heat = settings.get("heat", {})
    for key, is_on, fluids in (("evaporation.solve", settings.get("evaporation", {}).get("solve"), "that do not evaporate"),
                               ("heat.Ma", heat.get("solve") and heat.get("Ma"), "whose surface tension is the same everywhere"),
                               ("contact_line.slip_length", settings.get("contact_line", {}).get("slip_length"), "that do not slip on the plates")):
        if is_on:
            print(f"eagre: error: {options.file}: {key}: linear theory here is of fluids {fluids}", file=sys.stderr)
            return options, None
    return options, settings


def report(found, shown):
    """The leading modes and the answer as text."""
    answer, lines = found.answer, []
    lines.append("   growth rate    phase speed    in the interface")
    listed = found.modes[:shown]
    for mode in listed + [answer] * all(mode is not answer for mode in listed):
        lines.append(f"{'*' if mode is answer else ' '}  {mode.growth:<+13.6g}  {mode.speed:<+13.6g}  {100 * mode.share:.2f} %")
    lines.append(f"wave number  {answer.k:.10g}\ngrowth rate  {answer.growth:.10g}\nphase speed  {answer.speed:.10g}")
    lines.append(f"The eigenvalue changes by {found.change:.0e} from polynomials of order {found.order // 2} in each layer to those of order {found.order}.")
    return "\n".join(lines)


def warnings(found):
    """What a run may show instead of the answer, sentences."""
    answer = found.answer
    for mode in found.near:
        yield (f"another mode is near: growth rate {mode.growth:.6g}, phase speed {mode.speed:.6g}, {100 * mode.share:.0f} % in the interface; "
               "a run's wave is a mixture of both for a long time")
    larger = max(found.modes, key=lambda mode: mode.share)
    if answer.growth > 0 and larger.share > answer.share and larger not in found.near and larger is not answer:
        yield (f"a wave that starts without a velocity of its own is at first mostly the mode with growth rate {larger.growth:.6g} and phase speed "
               f"{larger.speed:.6g} ({100 * larger.share:.0f} % in the interface); --write starts with the answer alone")


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m eagre.orr_sommerfeld", description=__doc__.splitlines()[0])
    parser.add_argument("--modes", type=int, default=6, help="how many modes are printed")
    parser.add_argument("--write", metavar="FILE.nc", help="write an initial condition with the wave and its own velocity")
    options, settings = of_command_line(parser, arguments)
    if settings is None:
        return 3
    flow = Flow.of_settings(settings)
    k = options.wave_number or wave_number(settings)
    try:
        found = spectrum(flow, k)
    except NotResolved as error:
        print(f"eagre: error: {error}", file=sys.stderr)
        return 4
    print(report(found, max(options.modes, 0)))
    for warning in warnings(found):
        print(f"eagre: warning: {warning}", file=sys.stderr)
    if options.write:
        write_initial(options.write, settings, flow, found.answer)
    return 0


if __name__ == "__main__":
    sys.exit(main())
