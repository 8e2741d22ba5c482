# SPDX-License-Identifier: BSD-3-Clause
"""Linear stability of two layers with an interface that has a thickness, as the level set and the phase field of a run have: what
their equations say of a wave before they are put on a grid. Beside eagre.orr_sommerfeld, where the interface is sharp, it says what a
width, Cn, Pe or mobility costs, and which part of a run's error the grid has.

    python -m eagre.smooth_layer wave.toml [--wave-number 6.28] [--within 2 0.5]

--within says how many cells across the channel a run needs for errors of growth and speed, in percent, that the thickness alone stays
below: on finer grids of the same shape, with an interface of as many cells.

With u = D phi, w = -ik phi times exp(ik(x - ct)), S the share of the upper fluid, rho = r (1 - S) + S, and the two means of the
viscosity mu_a = (m (1 - S) + S) / Re, 1 / mu_h = Re ((1 - S) / m + S), the curl of the momentum equation is, for every test function psi,
    ik int -psi' rho ((U - c) phi' - U' phi) - k^2 psi rho (U - c) phi
        = int 4 k^2 psi' (mu_a phi' + (mu_a - mu_h) U' eta) + (psi'' + k^2 psi) (mu_h (phi'' + k^2 phi) + dmu_h/dS U' s)
          + ik psi (G (1 - r) s - f),                                                                                          (1)
s the change of S at a place and eta = -s / S' the displacement of the level there. mu_a - mu_h times U' is the stress in an inclined
layer, which is as wide as (mu_a - mu_h) / mu_h > 1e-3 (src/channel/interface_stress.hpp).
    level set     eta = phi(h) / (c - U(h)) at all z, S = H(z - h) of half width e, f = -k^2 / We eta delta            (2)
    phase field   S = C = 1/2 + tanh((z - h) / (2 sqrt(2) Cn)) / 2, s = c':
        ik (U - c) c' - ik phi C_z = div(M grad mu) / Pe,   mu = f''(C) c' - Cn^2 (D^2 - k^2) c',   f = 6 sqrt(2) / (We Cn) mu C_z   (3)
A phase field with a smoothing has S of a level set, (3) with s = S' / C_z c', and in the equation of C, for a mean over C_z, the velocity
    u - q lap u:   U - q U_zz for U, phi - q (D^2 - k^2) phi for phi, q half the variance of C_z (src/channel/sharpened_velocity.hpp).   (4)
With the normal mobility, too, the mobility does not see the curvature, and the force of it is as thin as S:
    mu = f''(C) c' - Cn^2 D^2 c' in (3),   f = 6 sqrt(2) / (We Cn) mu C_z - k^2 / We eta S', this mu too (src/channel/potential_curvature.hpp).   (5)
Method: Galerkin's, elements of order 8 that are finest in the layer (eagre.elements); their number is doubled until the eigenvalue stands
to 1e-6, or up to 96, where it has to stand to 0.5 %; what it stands to is said. The mode is the one next to the answer of orr_sommerfeld, the most unstable one of a sharp interface.
Units as in orr_sommerfeld. Source of (3): H. Ding, P. D. M. Spelt, C. Shu, J. Comput. Phys. 226 (2007) 2078.
"""
import argparse
import dataclasses
import sys
import warnings

import numpy as np

from eagre import orr_sommerfeld
from eagre.elements import Elements

ORDER, NUMBERS = 8, (24, 48, 96)  # of the elements, and how many there are
#: With a degenerate mobility nothing smooths C where the flow is as fast as the wave, and an eigenvalue may stand to this only.
STANDS_AT_MOST = 5e-3
PART = 0.02  # of a displaced interface, relative to the mode with the largest part: those with less are not its modes
ROOT2 = np.sqrt(2)
LEAST = 1e-3  # (mu_a - mu_h) / mu_h where the layer of (1) ends


@dataclasses.dataclass
class LevelSet:
    """Half widths over which the properties and the surface force are smoothed [H]."""

    smoothing: float
    force: float

    @property
    def width(self):
        return min(self.smoothing, self.force)

    @property
    def ends(self):
        """Distances from the interface where the share or the force is not smooth [H]."""
        return {0.0, self.smoothing, self.force}

    def share(self, d):
        """S at distances d above the interface, and its derivative."""
        return _sine(d, self.smoothing)


@dataclasses.dataclass
class PhaseField:
    """Cn [H], Pe, mobility: "constant" 1, "degenerate" 4 C (1 - C), or "normal", that across the interface alone. smoothing: half width [H] over
    which the share of the fluids goes as a level set's, and C is carried by a sharpened velocity; 0: the share is C, which u carries."""

    cahn: float
    peclet: float
    mobility: str = "constant"
    smoothing: float = 0.0

    @property
    def width(self):
        return min(2 * self.cahn, self.smoothing or 1)

    @property
    def curved(self):
        """Whether a curved profile is at rest: (5)."""
        return self.mobility == "normal" and self.smoothing > 0

    @property
    def ends(self):
        """As of a level set."""
        return {0.0, self.smoothing}

    @property
    def sharpening(self):
        """q of (4): half the variance of C_z."""
        return np.pi**2 / 3 * self.cahn**2 if self.smoothing else 0.0

    def share(self, d):
        """S at distances d above the interface, and its derivative."""
        return _sine(d, self.smoothing) if self.smoothing else self.profile(d)

    def profile(self, d):
        """C at distances d above the interface, and its derivative."""
        t = np.clip(d / (2 * ROOT2 * self.cahn), -300, 300)
        return 0.5 + 0.5 * np.tanh(t), np.cosh(t)**-2 / (4 * ROOT2 * self.cahn)


def of_settings(settings):
    """The layer of a run, from the sections of its toml file; defaults as those of `eagre channel`."""
    (nx, _, nz), (lx, _) = (settings.get("grid", {}).get(key, default) for key, default in (("cells", [128, 1, 64]), ("length", [2.0, 0])))
    spacing, interface = max(lx / nx, 1 / nz), settings.get("interface", {})
    if interface.get("method", "level_set") == "level_set":
        smoothing = interface.get("smoothing", 1.5)
        return LevelSet(smoothing * spacing, min(smoothing, 1) * spacing)
    cahn = interface.get("cahn", 0) or spacing
    mobility = interface.get("mobility", "normal")
    peclet = interface.get("peclet", 0) or (1.0 if mobility == "normal" else 1 / cahn)
    return PhaseField(cahn, peclet, mobility, interface.get("smoothing", 1.5) * spacing)


def on_cells(settings, across):
    """The settings with so many cells across the channel, spacings of the same ratios and an interface of as many cells."""
    grid, interface = dict(settings.get("grid", {})), dict(settings.get("interface", {}))
    cells = grid.get("cells", [128, 1, 64])
    grid["cells"] = [n * across / cells[2] for n in cells]
    if "cahn" in interface:
        interface["cahn"] *= cells[2] / across
    return settings | {"grid": grid, "interface": interface}


def _end_of_stress(flow, layer):
    """The distance from the interface where (mu_a - mu_h) / mu_h = S (1 - S) (m - 1)^2 / m falls below LEAST: the stress in an inclined
    layer ends there with a jump."""
    m, low, high = flow.viscosity_ratio, 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        share = layer.share(middle)[0]
        low, high = (middle, high) if share * (1 - share) * (m - 1) ** 2 / m > LEAST else (low, middle)
    return low


def nodes(flow, layer, n):
    """Ends of about n elements from 0 to 1: equal within the layer's width of the interface and growing from there, some of them where a
    coefficient is not smooth."""
    height, width = flow.height, layer.width
    graded = height + width * np.sinh(np.linspace(-np.arcsinh(height / width), np.arcsinh((1 - height) / width), n + 1))
    ends = layer.ends | {_end_of_stress(flow, layer)}
    fixed = np.unique([0, 1] + [z for d in ends for z in (height - d, height + d) if 0 < z < 1])
    free = graded[np.abs(graded[:, None] - fixed).min(axis=1) > np.gradient(graded) / 4]
    return np.unique(np.concatenate([free, fixed]))


def _sine(d, e):
    """H and delta of src/channel/heaviside.hpp."""
    t = np.clip(d / e, -1, 1)
    return 0.5 * (1 + t + np.sin(np.pi * t) / np.pi), (1 + np.cos(np.pi * t)) / (2 * e)


class Base:
    """The steady flow of the layers, of the pressure gradient that drives the one with a sharp interface: coefficients of (1) at the points."""

    def __init__(self, flow, layer, elements):
        self.flow, self.layer = flow, layer
        gradient = flow.layers()[1][0] / flow.Re
        z, dz = elements.z, elements.dz
        per_viscosity = 1 / self.means(z)[1]
        i0, i1 = (dz * per_viscosity).sum(axis=1), (dz * z * per_viscosity).sum(axis=1)
        tau, first = 0.0, flow.lower_speed
        if flow.lower == flow.upper == "no_slip":
            tau = (flow.upper_speed - flow.lower_speed - gradient * i1.sum()) / i0.sum()
        elif flow.lower == "no_slip":
            tau = -gradient
        elif flow.upper == "no_slip":
            first = flow.upper_speed - gradient * i1.sum()
        self.stress = lambda z: tau + gradient * z
        self.at_nodes = first + np.concatenate([[0], np.cumsum(tau * i0 + gradient * i1)])
        self.U = np.stack([self.speed(elements, np.arange(len(dz)), t) for t in elements.gauss], axis=1)
        self.mu_a, self.mu_h = self.means(z)
        self.U_z = self.stress(z) / self.mu_h
        self.S, self.S_z = layer.share(z - flow.height)
        self.rho = flow.density_ratio * (1 - self.S) + self.S
        self.mu_h_S = -self.mu_h**2 * flow.Re * (1 - 1 / flow.viscosity_ratio)
        self.U_zz = (gradient - self.U_z * self.mu_h_S * self.S_z) / self.mu_h

    def means(self, z):
        """mu_a, mu_h"""
        share, m = self.layer.share(z - self.flow.height)[0], self.flow.viscosity_ratio
        return (m * (1 - share) + share) / self.flow.Re, 1 / (self.flow.Re * ((1 - share) / m + share))

    def speed(self, elements, which, t):
        """U at t of the size of elements."""
        size = elements.sizes[which, None] * t
        z = elements.nodes[which, None] + size * elements.gauss
        return self.at_nodes[which] + (size * elements.weights * self.stress(z) / self.means(z)[1]).sum(axis=1)


def _momentum(base, k, e):
    """Equation (1): A, B of phi; what multiplies s, and eta, as pairs of a coefficient and a derivative of psi."""
    ik, rho, flow = 1j * k, base.rho, base.flow
    laplacian = e.bend + k**2 * e.value
    a = (ik * (e.matrix(rho * base.U_z, e.slope, e.value) - e.matrix(rho * base.U, e.slope, e.slope) - k**2 * e.matrix(rho * base.U, e.value, e.value))
         - 4 * k**2 * e.matrix(base.mu_a, e.slope, e.slope) - e.matrix(base.mu_h, laplacian, laplacian))
    b = -ik * (e.matrix(rho, e.slope, e.slope) + k**2 * e.matrix(rho, e.value, e.value))
    of_share = (-base.mu_h_S * base.U_z, laplacian), (-ik * flow.gravity * (1 - flow.density_ratio), e.value)
    difference = np.where(base.mu_a - base.mu_h > LEAST * base.mu_h, base.mu_a - base.mu_h, 0)
    return a, b, of_share, (-4 * k**2 * difference * base.U_z, e.slope)


def _with_level_set(base, k, e):
    """(1) and (2): A, B of phi and eta."""
    flow, layer = base.flow, base.layer
    a_phi, b_phi, of_share, of_slope = _momentum(base, k, e)
    force = -1j * k**3 / flow.We * _sine(e.z - flow.height, layer.force)[1]
    a, b = (np.pad(m, (0, 1)) for m in (a_phi, b_phi))
    a[:-1, -1] = sum(e.vector(-base.S_z * c, test) for c, test in of_share) + e.vector(*of_slope) + e.vector(force, e.value)
    at = np.searchsorted(e.nodes, flow.height) - 1
    t = (flow.height - e.nodes[at]) / e.sizes[at]
    a[-1, e.of[at]] = e.shapes(np.array([at]), np.array([[t]]))[0][0, 0]
    a[-1, -1], b[-1, -1] = base.speed(e, np.array([at]), t)[0], 1
    return a, b


def _with_phase_field(base, k, e):
    """(1) and (3): A, B of phi and c'."""
    flow, layer, n = base.flow, base.layer, e.size
    C, C_z = layer.profile(e.z - flow.height)
    of_eta_share = base.S_z / C_z  # s of (1) over c'
    bend, harmonic = 0.5 - 3 * C * (1 - C), e.bend - k**2 * e.value
    tension = 1j * k * 6 * ROOT2 / (flow.We * layer.cahn) * C_z
    a, b = np.zeros((2 * n, 2 * n), complex), np.zeros((2 * n, 2 * n), complex)
    a[:n, :n], b[:n, :n], of_share, (of_eta, test_of_eta) = _momentum(base, k, e)
    a[:n, n:] = (sum(e.matrix(c * of_eta_share, test, e.value) for c, test in of_share)
                 + e.matrix(np.where(of_eta == 0, 0, -of_eta / C_z), test_of_eta, e.value)
                 + e.matrix(tension * bend, e.value, e.value) - layer.cahn**2 * e.matrix(tension, e.value, harmonic))
    # The test function of div(M grad mu), twice integrated by parts.
    flux = harmonic
    if layer.mobility != "constant":
        along = e.bend if layer.mobility == "normal" else harmonic
        flux = 4 * ((C * (1 - C))[..., None] * along + ((1 - 2 * C) * C_z)[..., None] * e.slope)
    a[n:, :n] = -1j * k * e.matrix(C_z, e.value, e.value - layer.sharpening * harmonic)
    across = harmonic
    if layer.curved:
        across = e.bend
        thin = 1j * k**3 / flow.We * _sine(e.z - flow.height, layer.smoothing)[1] / C_z
        a[:n, n:] += e.matrix(thin - k**2 * layer.cahn**2 * tension, e.value, e.value)
    a[n:, n:] = 1j * k * e.matrix(base.U - layer.sharpening * base.U_zz, e.value, e.value) - (e.matrix(bend, flux, e.value) - layer.cahn**2 * e.matrix(1, flux, across)) / layer.peclet
    b[n:, n:] = 1j * k * e.matrix(1, e.value, e.value)
    return a, b


def _matrices(flow, k, layer, number):
    """A, B of A x = c B x with so many elements; B x of a displaced interface, eta = 1, and what makes eta of x."""
    e = Elements(nodes(flow, layer, number), ORDER)
    base, n, ends = Base(flow, layer, e), e.size, 2 * len(e.nodes)
    phase = isinstance(layer, PhaseField)
    a, b = (_with_phase_field if phase else _with_level_set)(base, k, e)
    displaced, height = np.zeros(len(a), complex), np.zeros(len(a), complex)
    if phase:
        displaced[n:], height[n:] = -1j * k * e.vector(layer.profile(e.z - flow.height)[1], e.value), -e.vector(np.ones_like(e.z), e.value)
    else:
        displaced[-1] = height[-1] = 1
    # Essential conditions: phi = 0, no slip phi' = 0, no flux of C through plates.
    gone = [0, ends - 2] + [1] * (flow.lower == "no_slip") + [ends - 1] * (flow.upper == "no_slip") + [n + 1, n + ends - 1] * phase
    kept = np.setdiff1d(np.arange(len(a)), gone)
    return a[np.ix_(kept, kept)], b[np.ix_(kept, kept)], displaced[kept], height[kept]


def _next_to(a, b, displaced, height, c):
    """The eigenvalue next to c of those that have a part of a displaced interface. With a degenerate mobility there are many others near
    it, of C far from the interface, where nothing diffuses, which change with the elements."""
    shift = c + 1e-4 * (1 + abs(c)) * (1 + 1j)
    inverse, vectors = np.linalg.eig(np.linalg.solve(a - shift * b, b))
    parts = np.abs((height @ vectors) * np.linalg.solve(vectors, np.linalg.solve(b, displaced)))
    found = shift + 1 / inverse[parts > PART * parts.max()]
    return found[np.argmin(np.abs(found - c))]


def _pole(a, b, displaced, height, c):
    """The pole next to c of the height that answers a displaced interface, height (A - c B)^-1 displaced, by the secant method for its
    inverse; NaN without convergence."""
    def inverse(c):
        return 1 / (height @ np.linalg.solve(a - c * b, displaced))

    last, c = c, c + 1e-4 * abs(c) * (1 + 1j)
    value_before, value = inverse(last), inverse(c)
    for _ in range(40):
        step = value * (c - last) / (value - value_before)
        last, c = c, c - step
        if abs(step) < 1e-2 * orr_sommerfeld.STANDS * abs(c):
            return c
        value_before, value = value, inverse(c)
    return np.nan


def resolved(flow, k, layer, sharp):
    """The mode of the interface next to that of a sharp one, the number of elements and the relative change since half of them. The layer
    has to be thin against a wave. Errors: orr_sommerfeld.NotResolved."""
    c = _next_to(*_matrices(flow, k, layer, NUMBERS[0]), sharp.c)
    for number in NUMBERS[1:]:
        last, c = c, _pole(*_matrices(flow, k, layer, number), c)
        change = abs(c - last) / abs(c)
        if change < orr_sommerfeld.STANDS or np.isnan(c):
            break
    if not change < STANDS_AT_MOST:
        raise orr_sommerfeld.NotResolved(f"wave number {k:g}, {layer}: the eigenvalue {c:.6g} still changes by {change:.1e} with {number} elements: "
                                         f"{STANDS_AT_MOST:g} is expected")
    return orr_sommerfeld.Mode(c, k), number, change


def interfacial(flow, k, layer, sharp=None):
    """The mode of `resolved`; sharp: the mode of a sharp interface, if it is known. Errors: orr_sommerfeld.NotResolved."""
    mode, number, change = resolved(flow, k, layer, sharp or orr_sommerfeld.interfacial(flow, k))
    if change > 1e-4:
        warnings.warn(f"{layer}: the eigenvalue changes by {change:.1e} from {number // 2} elements to {number}", stacklevel=2)
    return mode


def errors(flow, k, layer, sharp=None):
    """Relative errors of growth rate and speed by the thickness; of a speed of 0 none. sharp: the mode of a sharp interface, if it is known."""
    sharp = sharp or orr_sommerfeld.interfacial(flow, k)
    smooth = interfacial(flow, k, layer, sharp)
    moves = abs(sharp.speed) > 1e-9 * abs(sharp.c)
    return smooth.growth / sharp.growth - 1, smooth.speed / sharp.speed - 1 if moves else 0.0


def cells_needed(settings, k, growth, speed, most=1024):
    """Errors by cells across the channel, and the least number of cells, a multiple of 8, from which on they stay within `growth` and
    `speed`; None: it is above `most`. They are looked at on grids 1.4 times finer than one another."""
    flow, found = orr_sommerfeld.Flow.of_settings(settings), {}
    sharp = orr_sommerfeld.interfacial(flow, k)

    def fine(n):
        found[n] = errors(flow, k, of_settings(on_cells(settings, n)), sharp)
        return abs(found[n][0]) <= growth and abs(found[n][1]) <= speed

    steps = [n for n in (32, 48, 64, 96, 128, 184, 256, 360, 512, 728, 1024) if n <= most]
    last = next((i for i in reversed(range(len(steps))) if not fine(steps[i])), None)
    shown = [(n, found[n]) for n in sorted(found)]
    if last is None:
        return shown, steps[0]
    if last == len(steps) - 1:
        return shown, None
    low, high = steps[last:last + 2]
    while high - low > 8:
        middle = (low + high) // 16 * 8
        low, high = (low, middle) if fine(middle) else (middle, high)
    return shown, high


def _report(options, settings, k):
    flow, layer = orr_sommerfeld.Flow.of_settings(settings), of_settings(settings)
    found = orr_sommerfeld.spectrum(flow, k)
    sharp = found.answer
    smooth, number, change = resolved(flow, k, layer, sharp)
    print(f"wave number  {k:.10g}\nlayer        {layer}\n             sharp          smooth")
    print(f"growth rate  {sharp.growth:<14.8g} {smooth.growth:.8g}\nphase speed  {sharp.speed:<14.8g} {smooth.speed:.8g}")
    print(f"The smooth eigenvalue changes by {change:.0e} from {number // 2} elements to {number}.")
    for sentence in orr_sommerfeld.warnings(found):
        print(f"eagre: warning: {sentence}", file=sys.stderr)
    nearest = min(found.modes, key=lambda mode: abs(mode.c - smooth.c))
    if nearest is not sharp:
        print(f"eagre: warning: the layer is so thick that its mode is nearer to another one of a sharp interface, growth rate {nearest.growth:.6g}, "
              f"phase speed {nearest.speed:.6g}: it may not be the same wave", file=sys.stderr)
    if options.within:
        shown, needed = cells_needed(settings, k, *(percent / 100 for percent in options.within))
        print("cells across  error of growth  of speed")
        for n, (growth, speed) in shown:
            print(f"{n:<12}  {100 * growth:+13.2f} %  {100 * speed:+6.2f} %")
        print(f"needed       {needed or f'more than {shown[-1][0]}'}")


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m eagre.smooth_layer", description=__doc__.splitlines()[0])
    parser.add_argument("--within", nargs=2, type=float, metavar=("GROWTH", "SPEED"), help="percent: also the cells across the channel that they need")
    options, settings = orr_sommerfeld.of_command_line(parser, arguments)
    if settings is None:
        return 3
    if options.within and min(options.within) <= 0:
        parser.error("--within: errors above 0 are expected")
    try:
        _report(options, settings, options.wave_number or orr_sommerfeld.wave_number(settings))
    except orr_sommerfeld.NotResolved as error:
        print(f"eagre: error: {error}", file=sys.stderr)
        return 4
    return 0


if __name__ == "__main__":
    sys.exit(main())
