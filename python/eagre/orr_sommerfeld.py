# SPDX-License-Identifier: BSD-3-Clause
"""Linear stability of two-layer flow between plates: growth rate and phase speed of waves on the interface, to verify runs by.

    python -m eagre.orr_sommerfeld wave.toml [--wave-number 6.28] [--points 60] [--write wave.nc]

--write makes an initial condition of the wave with its own velocity, so that it grows from the start without other waves; a run
takes it by shape = "file".

Method: Chebyshev collocation of the Orr-Sommerfeld equations of both layers, coupled at the interface. With the stream function
psi = phi(z) exp(ik(x - ct)), u = d psi/dz, w = -d psi/dx, and height eta exp(ik(x - ct)),
    ik rho [(U - c)(D^2 - k^2) - U''] phi = (mu / Re) (D^2 - k^2)^2 phi            in each layer,
    phi = D phi = 0 (no slip), phi = D^2 phi = 0 (free slip)                       at the plates,
    [phi] = [D phi + U' eta] = [mu (D^2 + k^2) phi + mu U'' eta] = 0               at the interface,
    [p + 2ik mu D phi / Re] = (G [rho] + k^2 / We) eta,                            [.] lower less upper,
        p = -rho ((U - c) D phi - U' phi) + mu (D^3 - k^2 D) phi / (ik Re),
    (c - U) eta = phi.
Units are those of the channel: heights H, velocities V, density and viscosity of the upper fluid (Re, We, G, r, m).
Sources: S. A. Orszag, J. Fluid Mech. 50 (1971) 689; C.-S. Yih, J. Fluid Mech. 27 (1967) 337; P. A. M. Boomkamp, B. J. Boersma,
R. H. M. Miesen, G. V. Beijnon, J. Comput. Phys. 132 (1997) 191.
"""
import argparse
import dataclasses
import sys
import tomllib

import numpy as np


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
    weight: float  # |eta| over the norm of phi: large for waves of the interface
    vector: np.ndarray | None = None  # phi at the points of the lower layer, of the upper one, eta

    @property
    def growth(self):
        return self.k * self.c.imag

    @property
    def speed(self):
        return self.c.real


def chebyshev(n, low, high):
    """Points from high to low and the first four differentiation matrices, (n + 1) x (n + 1)."""
    i = np.arange(n + 1)
    x = np.cos(np.pi * i / n)
    weights = np.where((i == 0) | (i == n), 2.0, 1.0) * (-1.0) ** i
    # Differences by a trigonometric identity, which loses no digits near the ends.
    difference = 2 * np.sin(np.pi * (i[:, None] + i[None, :]) / (2 * n)) * np.sin(np.pi * (i[None, :] - i[:, None]) / (2 * n))
    np.fill_diagonal(difference, 1)
    matrices = [np.eye(n + 1)]
    ratio = weights[:, None] / weights[None, :]
    for order in range(1, 5):
        # B. D. Welfert, SIAM J. Numer. Anal. 34 (1997) 1640: each matrix from the one before, diagonals by their row sums.
        last = matrices[-1]
        new = order / difference * (ratio * np.diag(last)[:, None] - last)
        np.fill_diagonal(new, 0)
        np.fill_diagonal(new, -new.sum(axis=1))
        matrices.append(new)
    scale = 2 / (high - low)
    return low + (x + 1) / scale, [m * scale**order for order, m in enumerate(matrices)]


def _equations(flow, k, n):
    """A, B of A x = c B x; x = phi of the lower layer, of the upper one, eta."""
    size = n + 1
    a_matrix = np.zeros((2 * size + 1, 2 * size + 1), complex)
    b_matrix = np.zeros_like(a_matrix)
    rho, mu = (flow.density_ratio, 1.0), (flow.viscosity_ratio / flow.Re, 1 / flow.Re)
    bounds = ((0.0, flow.height), (flow.height, 1.0))
    interface, plate = (0, n), (n, 0)  # points run from high to low
    layers, derivatives, eta = flow.layers(), [], 2 * size
    row = 0
    for layer in range(2):
        z, d = chebyshev(n, *bounds[layer])
        derivatives.append(d)
        a, b, c = layers[layer]
        u = (a * z / 2 + b) * z + c
        laplacian = d[2] - k**2 * d[0]
        columns = slice(layer * size, (layer + 1) * size)
        left = 1j * k * rho[layer] * (u[:, None] * laplacian - a * d[0]) - mu[layer] * (d[4] - 2 * k**2 * d[2] + k**4 * d[0])
        inner = slice(2, n - 1)
        rows = slice(row, row + n - 3)
        a_matrix[rows, columns], b_matrix[rows, columns] = left[inner], 1j * k * rho[layer] * laplacian[inner]
        row += n - 3
        slip = (flow.lower, flow.upper)[layer] == "free_slip"
        for condition in (d[0], d[2] if slip else d[1]):
            a_matrix[row, columns] = condition[plate[layer]]
            row += 1

    def jump(terms):
        """Lower less upper of what is given of each layer; a pair for A, and for B."""
        nonlocal row
        for layer, (for_a, for_b) in enumerate(terms):
            sign, columns = (1, -1)[layer], slice(layer * size, (layer + 1) * size)
            a_matrix[row, columns] = sign * for_a
            b_matrix[row, columns] = sign * for_b
        row += 1

    at = [[d[interface[layer]] for d in derivatives[layer]] for layer in range(2)]
    slope = [a * flow.height + b for a, b, _ in layers]
    speed = (layers[0][0] * flow.height / 2 + layers[0][1]) * flow.height + layers[0][2]
    jump([(at[j][0], 0) for j in range(2)])
    a_matrix[row, eta] = slope[0] - slope[1]
    jump([(at[j][1], 0) for j in range(2)])
    a_matrix[row, eta] = mu[0] * layers[0][0] - mu[1] * layers[1][0]
    jump([(mu[j] * (at[j][2] + k**2 * at[j][0]), 0) for j in range(2)])
    a_matrix[row, eta] = -(flow.gravity * (rho[0] - rho[1]) + k**2 / flow.We)
    jump([(-rho[j] * (speed * at[j][1] - slope[j] * at[j][0]) + mu[j] * (at[j][3] - k**2 * at[j][1]) / (1j * k)
           + 2j * k * mu[j] * at[j][1], -rho[j] * at[j][1]) for j in range(2)])
    a_matrix[row, eta], a_matrix[row, 0:size], b_matrix[row, eta] = speed, at[0][0], 1
    return a_matrix, b_matrix


def modes(flow, k, points=60):
    """All modes of wave number k with |c| below a hundred speeds of the flow and its waves, the fastest growing first."""
    a, b = _equations(flow, k, points)
    # The equation of a boundary has no c: of the inverse about a shift, such modes have the eigenvalue 0.
    layers = flow.layers()
    z = np.linspace(0, 1, 101)
    u = np.where(z < flow.height, (layers[0][0] * z / 2 + layers[0][1]) * z + layers[0][2], (layers[1][0] * z / 2 + layers[1][1]) * z + layers[1][2])
    waves = np.sqrt(abs(flow.gravity * (flow.density_ratio - 1)) / k + k / flow.We)
    scale = max(np.abs(u).max(), waves, k / flow.Re)
    shift = u.mean() + 1j * scale
    a_scaled = a - shift * b
    rows = np.abs(a_scaled).max(axis=1, keepdims=True)
    inverse, vectors = np.linalg.eig(np.linalg.solve(a_scaled / rows, b / rows))
    found = []
    for value, vector in zip(inverse, vectors.T):
        if abs(value) < 0.01 / scale:
            continue
        found.append(Mode(shift + 1 / value, k, abs(vector[-1]) / np.linalg.norm(vector[:-1]), vector))
    return sorted(found, key=lambda mode: -mode.growth)


def interfacial(flow, k, points=60):
    """The mode of the interface: that with the largest height beside its velocity, among those that decay slowly."""
    candidates = modes(flow, k, points)
    slow = [m for m in candidates if m.growth > -4 * k**2 * max(1, flow.viscosity_ratio / flow.density_ratio) / flow.Re - abs(m.speed) * k]
    return max(slow or candidates, key=lambda mode: mode.weight)


def velocities(flow, mode, amplitude):
    """u(x, z) and w(x, z) of the base flow with a wave of its interface, height + amplitude cos(kx); each side of it has the flow of
    its own layer."""
    size = len(mode.vector) // 2
    bounds, layers = ((0.0, flow.height), (flow.height, 1.0)), flow.layers()
    vector = mode.vector * (amplitude / mode.vector[-1])
    series = []
    for layer, (low, high) in enumerate(bounds):
        t = np.cos(np.pi * np.arange(size) / (size - 1))
        coefficients = np.linalg.solve(np.polynomial.chebyshev.chebvander(t, size - 1).astype(complex), vector[layer * size : (layer + 1) * size])
        series.append((coefficients, low, 2 / (high - low)))

    def of_layers(x, z, f):
        lower = z < flow.height + amplitude * np.cos(mode.k * x)
        return np.where(lower, f(x, z, 0), f(x, z, 1))

    def u(x, z, layer):
        c, low, scale = series[layer]
        a, b, base = layers[layer]
        slope = np.polynomial.chebyshev.chebval((z - low) * scale - 1, np.polynomial.chebyshev.chebder(c)) * scale
        return (a * z / 2 + b) * z + base + (slope * np.exp(1j * mode.k * x)).real

    def w(x, z, layer):
        c, low, scale = series[layer]
        return (-1j * mode.k * np.polynomial.chebyshev.chebval((z - low) * scale - 1, c) * np.exp(1j * mode.k * x)).real

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
    return options, settings


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m eagre.orr_sommerfeld", description=__doc__.splitlines()[0])
    parser.add_argument("--points", type=int, default=60, help="Chebyshev points of a layer")
    parser.add_argument("--write", metavar="FILE.nc", help="write an initial condition with the wave and its own velocity")
    options, settings = of_command_line(parser, arguments)
    if settings is None:
        return 3
    flow = Flow.of_settings(settings)
    k = options.wave_number or wave_number(settings)
    mode = interfacial(flow, k, options.points)
    print(f"wave number  {k:.10g}\ngrowth rate  {mode.growth:.10g}\nphase speed  {mode.speed:.10g}")
    if options.write:
        write_initial(options.write, settings, flow, mode)
    return 0


if __name__ == "__main__":
    sys.exit(main())
