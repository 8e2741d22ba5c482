# SPDX-License-Identifier: BSD-3-Clause
"""The step of TPLS 2.0 (level set), written anew from its published method and from what is known of its code, formula by formula; each
formula that we hold to be a defect can be replaced by ours.

Fields are numpy arrays [x, y, z] of nx x ny x nz cells of width h = 1 / nz: phi and mu with a ghost on either side in x and z, U on nx + 1
faces, V on low faces and W on nz + 1 faces with a ghost on either side in x, p with a ghost on either side in x; y is periodic. Units are
TPLS's: channel heights, and the velocity that |dp/dx| = 1 gives; density 1. TPLS's fixed sweeps are replaced by iterations to round-off."""
import pathlib

import numpy as np

import inclined_stress
from tpls_files import read_array, read_text

#: What is replaced by ours, in this order: TPLS's formula, ours.
REPLACED = {
    "outlet": ("u* beside the outlet, with the pressure's second difference; what leaves is not what enters",
               "u of the step before; one number is added so that it is"),
    "inlet": ("u of initial_u.dat (smoothed viscosity), no gradient of v and w", "the exact profile, v = w = 0"),
    "walls": ("u, v beyond a wall by a parabola in the viscous terms", "linear, half a cell"),
    "start": ("Adams-Bashforth 3 from the first step, the past being 0", "of order 1, 2, then 3"),
    "pressure": ("u* without a pressure gradient", "with that of the step before, solved for at the start"),
    "convection": ("(u.grad) u", "div(u u)"),
    "viscosity": ("mu linear in H on edges", "1/mu linear in H on edges, H the mean of the layer between cells"),
    "inclined": ("the same means in cells and on edges however the interface lies", "harmonic for shear on it, arithmetic for the rest"),
    "force": ("delta(phi) kappa grad phi in cells, over 1.5 cells, bounded on one side", "kappa at the interface times the difference of H on faces"),
    "interface": ("phi at n for mu; forces of n + 1 extrapolated; ten first-order sweeps of redistancing a step", "ours, at n + 1/2"),
}


def north(f):
    return np.roll(f, -1, 1)


def south(f):
    return np.roll(f, 1, 1)


INNER = slice(1, -1)


def weno5(a, b, c, d, e):
    """The value between c and d after Jiang and Shu (1996), their weights with epsilon 1e-7."""
    values = (a / 3 - 7 * b / 6 + 11 * c / 6, -b / 6 + 5 * c / 6 + d / 3, c / 3 + 5 * d / 6 - e / 6)
    rough = (13 / 12 * (a - 2 * b + c)**2 + (a - 4 * b + 3 * c)**2 / 4, 13 / 12 * (b - 2 * c + d)**2 + (b - d)**2 / 4,
             13 / 12 * (c - 2 * d + e)**2 + (3 * c - 4 * d + e)**2 / 4)
    weights = [w / (1e-7 + r)**2 for w, r in zip((0.1, 0.6, 0.3), rough)]
    return sum(w * v for w, v in zip(weights, values)) / sum(weights)


def upwind(q, speed):
    """weno5 on faces from the side that the speed comes from; q: the six cells around each, low to high."""
    return np.where(speed > 0, weno5(*q[:5]), weno5(*q[:0:-1]))


class TplsModel:
    """mended: names of REPLACED that are ours. interface: our phi [cells] at the start and at the middle of each step, for "interface"."""

    layer_is_smoothed = True  #: H is Heaviside's function smoothed over a distance of phi

    def __init__(self, directory, mended=(), interface=None):
        directory = pathlib.Path(directory)
        self.word = word = dict(line.split()[:2] for line in read_text(directory / "initial_config.dat").split("\n") if line and line[0] != "#")
        a = {name: read_array(directory / f"initial_{name}.dat") for name in ("phi", "u", "v", "w", "pressure")}
        self.mended, self.interface = set(mended), interface
        self.n = nx, ny, nz = [int(word[m]) - 1 for m in ("maxl", "maxm", "maxn")]
        self.h, self.dt, self.re = 1 / nz, float(word["dt"]), float(word["re"])
        self.mu, self.scap = (float(word["mu_minus"]), float(word["mu_plus"])), float(word["scap"])
        self.gradient, self.height, self.e = float(word["dpdl"]), float(word["height"]), 1.5 * self.h
        self.sweeps = 10
        self.phi = a["phi"][:, 1:-1].copy()
        self.U, self.V, self.W = (a[c][:nx + more, :ny, :nz + top].copy() for c, more, top in (("u", 1, 0), ("v", 2, 0), ("w", 2, 1)))
        self.p = a["pressure"][:, 1:-1, 1:-1].copy()
        self.inlet, self.past, self.step = self.U[0].copy(), [], 0
        self._eigen = [self._neumann(nx), (2 - 2 * np.cos(2 * np.pi * np.arange(ny) / ny)) / self.h**2, self._neumann(nz)]
        self._start()

    def _neumann(self, n):
        matrix = 2 * np.eye(n) - np.eye(n, k=1) - np.eye(n, k=-1)
        matrix[0, 0] = matrix[-1, -1] = 1
        return np.linalg.eigh(matrix / self.h**2)

    def _start(self):
        if "interface" in self.mended:
            self._take(self.interface[0])
        if "inlet" in self.mended:
            self.inlet = np.tile(self.profile(), (self.n[1], 1))
            self.U[0] = self.inlet
            self._project(1)
        if "pressure" in self.mended:
            mu = self.viscosities()
            terms = zip(self.convection(mu), self.diffusion(mu, self.U, self.V, self.W), self._inside(self.force()))
            a = [-c + d + f for c, d, f in terms]
            zero = np.zeros_like
            fields = zero(self.U), zero(self.V), zero(self.W)
            for field, value, box in zip(fields, a, self.boxes()):
                field[box] = value
            self.p = self._pad(-self._poisson(self._divergence(*fields)))

    def profile(self):
        """u at the inlet: exact two-layer flow."""
        z, h, g = (np.arange(self.n[2]) + 0.5) * self.h, self.height, self.gradient
        lower, upper = (m / self.re for m in self.mu)
        slope = g * ((h * h - 1) / (2 * upper) - h * h / (2 * lower)) / (h - lower / upper * (h - 1))
        return np.where(z < h, g / (2 * lower) * z**2 + slope * z, g / (2 * upper) * (z**2 - 1) + lower / upper * slope * (z - 1))

    # The interface.

    def _take(self, cells):
        self.phi = np.pad(cells, ((1, 1), (0, 0), (1, 1)))
        self.fill(self.phi)

    def fill(self, phi):
        """Ghosts: the flat interface at the inlet, no gradient at the outlet, straight on beyond the walls."""
        phi[0, :, INNER] = (np.arange(self.n[2]) + 0.5) * self.h - self.height
        phi[-1, :, INNER] = phi[-2, :, INNER]
        phi[:, :, 0] = 2 * phi[:, :, 1] - phi[:, :, 2]
        phi[:, :, -1] = 2 * phi[:, :, -2] - phi[:, :, -3]

    def transport(self):
        """div(u phi): WENO5; near inlet and outlet of first order, near the walls the mean."""
        nx, nz = self.n[0], self.n[2]
        c, low = self.phi[:, :, INNER], self.phi[INNER]
        x = np.where(self.U > 0, c[:-1], c[1:])
        x[3:nx - 1] = upwind([c[s:s + nx - 4] for s in range(1, 7)], self.U[3:nx - 1])
        y = upwind([np.roll(c[INNER], s, 1) for s in (3, 2, 1, 0, -1, -2)], self.V[INNER])
        z = (low[:, :, :-1] + low[:, :, 1:]) / 2
        z[:, :, 3:nz - 1] = upwind([low[:, :, s:s + nz - 4] for s in range(1, 7)], self.W[INNER, :, 3:nz - 1])
        x, y, z = self.U * x, self.V[INNER] * y, self.W[INNER] * z
        return (x[1:] - x[:-1] + north(y) - y + z[:, :, 1:] - z[:, :, :-1]) / self.h

    @staticmethod
    def neighbours(f):
        c = f[INNER, :, INNER]
        return c, [f[2:, :, INNER], f[:-2, :, INNER], north(c), south(c), f[INNER, :, 2:], f[INNER, :, :-2]]

    def redistanced(self, phi):
        """Ten sweeps of 0.3 h of Russo and Smereka's (2000) first-order method."""
        h = self.h
        c, n = self.neighbours(phi)
        sign, near = np.sign(c), np.min([c * q for q in n], 0) <= 0
        central = np.sqrt(sum((n[d] - n[d + 1])**2 for d in (0, 2, 4))) / 2
        distance = h * c / np.max([central, np.full_like(c, h)] + [abs(q - c) for q in n], 0)
        result = phi.copy()
        for _ in range(self.sweeps):
            c, n = self.neighbours(result)
            square = sum(np.maximum(np.maximum(sign * (c - n[d + 1]), 0)**2, np.minimum(sign * (n[d] - c), 0)**2) for d in (0, 2, 4))
            result[INNER, :, INNER] -= 0.3 * np.where(near, sign * abs(c) - distance, sign * (np.sqrt(square) - h))
            self.fill(result)
        return result

    def curvature(self):
        """-div(grad phi / |grad phi|) in cells, and grad phi."""
        f, h = self.phi, self.h
        c, n = self.neighbours(f)
        g = [(n[d] - n[d + 1]) / (2 * h) for d in (0, 2, 4)]
        two = [(n[d] - 2 * c + n[d + 1]) / h**2 for d in (0, 2, 4)]
        x, y = (f[2:] - f[:-2]) / (2 * h), (north(f) - south(f))[INNER] / (2 * h)
        xz, yz = ((q[:, :, 2:] - q[:, :, :-2]) / (2 * h) for q in (x, y))
        xy = (north(g[0]) - south(g[0])) / (2 * h)
        square = sum(q * q for q in g)
        square = np.where(square < 1e-10, np.inf, square)
        bend = sum(q * q * t for q, t in zip(g, two)) + 2 * (g[0] * g[1] * xy + g[0] * g[2] * xz + g[1] * g[2] * yz)
        return -(sum(two) / square**0.5 - bend / square**1.5), g

    def at_interface(self, kappa):
        """kappa, linear between cells, at the foot of the perpendicular from each cell."""
        c, n = self.neighbours(self.phi)
        g = [(n[d] - n[d + 1]) / 2 for d in (0, 2, 4)]
        square = sum(q * q for q in g)
        width = 3
        k = np.pad(np.pad(kappa, ((width, width), (0, 0), (0, 0)), "edge"), ((0, 0), (width, width), (0, 0)), "wrap")
        k = np.pad(k, ((0, 0), (0, 0), (width, width)), "reflect", reflect_type="odd")
        at = [np.clip(-c / square * q, -2.5, 2.5) for q in g]
        low = [np.floor(q).astype(int) for q in at]
        index = [i + s + width for i, s in zip(np.indices(c.shape), low)]
        total = 0
        for corner in np.ndindex(2, 2, 2):
            weight = np.prod([np.where(b, q - s, 1 - (q - s)) for b, q, s in zip(corner, at, low)], 0)
            total = total + weight * k[tuple(i + b for i, b in zip(index, corner))]
        return total

    def balanced(self, k, H):
        """The mean of k times the difference of H over h, on faces."""
        k = np.pad(k, ((1, 1), (0, 0), (1, 1)), "edge")
        x = (k[1:] + k[:-1]) * (H[1:] - H[:-1])
        y = (k + south(k)) * (H - south(H))
        z = (k[:, :, 1:] + k[:, :, :-1]) * (H[:, :, 1:] - H[:, :, :-1])
        return [f / (2 * self.h) for f in (x[:, :, INNER], y[INNER, :, INNER], z[INNER])]

    def force(self):
        """Surface tension on the faces of each direction."""
        kappa, g = self.curvature()
        c, h = self.phi[INNER, :, INNER], self.h
        if "force" in self.mended:
            near = np.abs(c) < 3 * h
            k = np.where(near, self.at_interface(np.where(near, np.clip(kappa, -2 / h, 2 / h), 0)), 0)
            return self.balanced(self.scap * k, self.heaviside(self.phi, h))
        delta = np.where(abs(c) <= self.e, (1 + np.cos(np.pi * c / self.e)) / (2 * self.e), 0)
        cells = [np.pad(self.scap * delta * np.minimum(kappa, 1 / h) * q, ((1, 1), (0, 0), (1, 1)), "reflect", reflect_type="odd") for q in g]
        x, y, z = cells
        return [(x[1:] + x[:-1])[:, :, INNER] / 2, (y + south(y))[INNER, :, INNER] / 2, (z[:, :, 1:] + z[:, :, :-1])[INNER] / 2]

    # The flow.

    @staticmethod
    def heaviside(phi, e):
        t = np.clip(phi / e, -1, 1)
        return (1 + t + np.sin(np.pi * t) / np.pi) / 2

    def share(self):
        """H, the upper fluid's share, in cells."""
        return self.heaviside(self.phi, self.e)

    def viscosities(self):
        """In cells with ghosts, and on edges along x, y, z."""
        lower, upper = (m / self.re for m in self.mu)
        cell = upper * self.share() + lower * (1 - self.share())
        mended = "viscosity" in self.mended
        edges = [self.edge_share(d, e) for d, e in ((1, 2), (0, 2), (0, 1))]
        edges[2] = edges[2][:, :, INNER]
        return [cell[:, :, INNER]] + [1 / (S / upper + (1 - S) / lower) if mended else upper * S + lower * (1 - S) for S in edges]

    def edge_share(self, d, e):
        """H on the edges between two directions: the mean of four cells; `viscosity`: the mean of the smoothed layer between them along the way in
        which phi changes."""
        low = lambda f, axis: south(f) if axis == 1 else f[(slice(None),) * axis + (slice(None, -1),)]
        high = lambda f, axis: f if axis == 1 else f[(slice(None),) * axis + (slice(1, None),)]
        four = lambda f: [of_e(of_d(f, d), e) for of_d in (low, high) for of_e in (low, high)]
        mean = sum(four(self.share())) / 4
        if "viscosity" not in self.mended or not self.layer_is_smoothed:
            return mean
        a, b, c, f = four(self.phi)
        along_d, along_e = ((c - a) + (f - b))**2, ((b - a) + (f - c))**2
        total = along_d + along_e
        exact = (along_e * (self.between(a, b) + self.between(c, f)) + along_d * (self.between(a, c) + self.between(b, f))) / (2 * np.where(total > 0, total, 1))
        return np.where((mean > 0) & (mean < 1) & (total > 0), exact, mean)

    def between(self, low, high):
        """Mean of the smoothed Heaviside function from one value of phi to another."""
        def integral(phi):
            t = np.clip(phi / self.e, -1, 1)
            return self.e * ((1 + t)**2 / 4 - (1 + np.cos(np.pi * t)) / (2 * np.pi**2)) + np.maximum(phi - self.e, 0)
        near = np.abs(high - low) < 1e-6 * self.e
        return np.where(near, self.heaviside((low + high) / 2, self.e), (integral(high) - integral(low)) / np.where(near, 1, high - low))

    def beyond(self, f, linear):
        low, high = (-f[:, :, :1], -f[:, :, -1:]) if linear else (-2 * f[:, :, :1] + f[:, :, 1:2] / 3, -2 * f[:, :, -1:] + f[:, :, -2:-1] / 3)
        return np.concatenate([low, f, high], 2)

    def diffusion(self, mu, U, V, W):
        """div(mu grad u) within the channel."""
        c, x, y, z = mu
        linear, h2, up = "walls" in self.mended, self.h**2, lambda q: q[:, :, 1:] - q[:, :, :-1]
        a, b, d = c[INNER] * (U[1:] - U[:-1]), z * (U - south(U)), y * up(self.beyond(U, linear))
        Lu = (a[1:] - a[:-1] + (north(b) - b + up(d))[INNER]) / h2
        v = V[INNER]
        a, b, d = z * (V[1:] - V[:-1]), c[INNER] * (north(v) - v), x[INNER] * up(self.beyond(v, linear))
        Lv = (a[1:] - a[:-1] + b - south(b) + up(d)) / h2
        w = W[INNER]
        a, b, d = (y * (W[1:] - W[:-1]))[:, :, INNER], (x[INNER] * (w - south(w)))[:, :, INNER], c[INNER] * up(w)
        return Lu, Lv, (a[1:] - a[:-1] + north(b) - b + up(d)) / h2

    def convection(self, mu):
        """(u.grad) u - div(mu (grad u)^T) within the channel."""
        U, V, W, h = self.U, self.V, self.W, self.h
        c, x, y, z = mu
        u, v, w = U[INNER], V[INNER], W[INNER, :, INNER]
        if "convection" in self.mended:
            inertia = self.divergence_of_uu()
        else:
            Uc, Vc, Wc = (U[1:] + U[:-1]) / 2, (V + north(V)) / 2, (W[:, :, 1:] + W[:, :, :-1]) / 2
            rise = lambda f: (lambda g: g[:, :, 2:] - g[:, :, :-2])(self.beyond(f, True))
            mean = lambda q: ((q[1:] + q[:-1]) / 2)[INNER]
            inertia = [u * (U[2:] - U[:-2]) + mean(Vc) * (north(u) - south(u)) + mean(Wc) * rise(u),
                       v * (north(v) - south(v)) + (Uc + south(Uc)) / 2 * (V[2:] - V[:-2]) + (Wc + south(Wc))[INNER] / 2 * rise(v),
                       w * (W[INNER, :, 2:] - W[INNER, :, :-2]) + (Uc[:, :, 1:] + Uc[:, :, :-1]) / 2 * (W[2:] - W[:-2])[:, :, INNER] +
                       (Vc[:, :, 1:] + Vc[:, :, :-1])[INNER] / 2 * (north(w) - south(w))]
            inertia = [q / (2 * h) for q in inertia]
        up = lambda q: q[:, :, 1:] - q[:, :, :-1]
        a, b, d = c[INNER] * (U[1:] - U[:-1]), z * (V[1:] - V[:-1]), y * (W[1:] - W[:-1])
        tu = a[1:] - a[:-1] + (north(b) - b + up(d))[INNER]
        a, b, d = z * (U - south(U)), c[INNER] * (north(v) - v), x[INNER] * (W - south(W))[INNER]
        tv = a[1:] - a[:-1] + b - south(b) + up(d)
        a, b, d = y[:, :, INNER] * up(U), x[INNER, :, INNER] * up(v), c[INNER] * up(W[INNER])
        tw = a[1:] - a[:-1] + north(b) - b + up(d)
        terms = [q - t / h**2 for q, t in zip(inertia, (tu, tv, tw))]
        if "inclined" not in self.mended:
            return terms
        lower, upper = (m / self.re for m in self.mu)
        stress = inclined_stress.divergence((U, V, W), lambda f: self.beyond(f, True), (x, y, z), self.level(), self.share()[INNER, :, INNER],
                                            lower, upper, h)
        return [q - e for q, e in zip(terms, stress)]

    def level(self):
        """What is straight across the interface."""
        return self.phi

    def divergence_of_uu(self):
        U, V, W, h = self.U, self.V, self.W, self.h
        up = lambda q: q[:, :, 1:] - q[:, :, :-1]
        mean = lambda q: (q[1:] + q[:-1])
        uu, uv, uw = mean(U)**2 / 4, mean(V) * (U + south(U)) / 4, mean(W) * (lambda g: g[:, :, 1:] + g[:, :, :-1])(self.beyond(U, True)) / 4
        v, w = V[INNER], W[INNER]
        vv, ww = (v + north(v))**2 / 4, (w[:, :, 1:] + w[:, :, :-1])**2 / 4
        vw = (w + south(w)) * (lambda g: g[:, :, 1:] + g[:, :, :-1])(self.beyond(v, True)) / 4
        return [(uu[1:] - uu[:-1] + (north(uv) - uv + up(uw))[INNER]) / h, (uv[1:] - uv[:-1] + vv - south(vv) + up(vw)) / h,
                ((uw[1:] - uw[:-1] + north(vw) - vw)[:, :, INNER] + up(ww)) / h]

    @staticmethod
    def boxes():
        """What is solved for of U, V, W."""
        return (INNER,), (INNER,), (INNER, slice(None), INNER)

    @staticmethod
    def _inside(force):
        return [force[0][INNER], force[1], force[2][:, :, INNER]]

    def _ghosts(self, U, V, W):
        for f in (V, W):
            f[0] = -f[1] if "inlet" in self.mended else f[1]
            f[-1] = f[-2]

    def _momentum(self, mu, source):
        """(1 - dt/2 L) u* = source, by iterations to round-off."""
        U, V, W = self.U.copy(), self.V.copy(), self.W.copy()
        half, behind = self.dt / 2, self.U[-2].copy()
        bend = self.dt / self.h * (self.p[-1] + self.p[-3] - 2 * self.p[-2])
        damping = 1 / (1 + half * 6 * mu[0].max() / self.h**2)

        def ends():
            U[0] = self.inlet if "inlet" in self.mended else U[1]
            U[-1] = behind if "outlet" in self.mended else U[-2] + bend
            self._ghosts(U, V, W)
            W[:, :, 0] = W[:, :, -1] = 0

        for _ in range(60):
            ends()
            for f, box, L, b in zip((U, V, W), self.boxes(), self.diffusion(mu, U, V, W), source):
                f[box] += damping * (b - f[box] + half * L)
        ends()
        self.U, self.V, self.W = U, V, W

    def _divergence(self, U, V, W):
        v, w = V[INNER], W[INNER]
        return (U[1:] - U[:-1] + north(v) - v + w[:, :, 1:] - w[:, :, :-1]) / self.h

    def _poisson(self, b):
        """-lap p = b without gradient at the ends; what b has too much of is left."""
        (ex, qx), ey, (ez, qz) = self._eigen
        f = np.fft.fft(np.einsum("xa,xjz,zc->ajc", qx, b, qz, optimize=True), axis=1)
        scale = ex[:, None, None] + ey[None, :, None] + ez
        constant = scale < 1e-9
        f = np.where(constant, 0, f / np.where(constant, 1, scale))
        return np.einsum("xa,ajc,zc->xjz", qx, np.fft.ifft(f, axis=1).real, qz, optimize=True)

    @staticmethod
    def _pad(p):
        return np.concatenate([p[:1], p, p[-1:]])

    def _project(self, dt):
        """u = u* - dt grad q, the inlet's u as given; returns q."""
        before = self.U[0].copy()
        self.U[0] = self.inlet
        if "outlet" in self.mended:
            self.U[-1] -= (self.U[-1] - self.U[0]).mean()
        q = self._pad(-self._poisson(self._divergence(self.U, self.V, self.W) / dt))
        if "inlet" not in self.mended:
            q[0] -= (before - self.inlet) * self.h / dt
        s = dt / self.h
        self.U[INNER] -= s * (q[2:-1] - q[1:-2])
        self.V -= s * (q - south(q))
        self.W[:, :, INNER] -= s * (q[:, :, 1:] - q[:, :, :-1])
        if "inlet" in self.mended:
            self._ghosts(self.U, self.V, self.W)
        return q

    def _adams(self, name, now):
        past = [terms[name] for terms in self.past]
        weights = {0: (1,), 1: (1.5, -0.5)}.get(len(past)) if "start" in self.mended else None
        weights = weights or (23 / 12, -4 / 3, 5 / 12)
        return [sum(w * t[d] for w, t in zip(weights, [now, *past])) for d in range(len(now))]

    def carry(self, convected):
        """phi of the next step."""
        phi = self.phi.copy()
        phi[INNER, :, INNER] -= self.dt * self._adams("phi", [convected])[0]
        self.fill(phi)
        return self.redistanced(phi)

    def advance(self):
        """One step."""
        dt, ours, old = self.dt, "interface" in self.mended, self.phi
        carried = self.transport()
        if ours:
            self._take(self.interface[self.step + 1])
        else:
            self.phi = self.carry(carried)
        force, new = self._inside(self.force()), self.phi
        self.phi = new if ours else old
        mu = self.viscosities()
        convection, diffusion = self.convection(mu), self.diffusion(mu, self.U, self.V, self.W)
        forces = force if ours else self._adams("force", force)
        source = [f[box] + dt * (d / 2 - c + s)
                  for f, box, d, c, s in zip((self.U, self.V, self.W), self.boxes(), diffusion, self._adams("convection", convection), forces)]
        incremental = "pressure" in self.mended
        if incremental:
            g = self.p[2:-1] - self.p[1:-2], (self.p - south(self.p))[INNER], (self.p[:, :, 1:] - self.p[:, :, :-1])[INNER]
            source = [s - dt / self.h * q for s, q in zip(source, g)]
        self._momentum(mu, source)
        q = self._project(dt)
        self.p = self.p + q if incremental else q
        self.phi = new
        self.past = [{"phi": [carried], "convection": convection, "force": force}] + self.past[:1]
        self.step += 1

    def centres(self):
        """u, v, w at cell centres."""
        return ((self.U[1:] + self.U[:-1]) / 2, ((self.V + north(self.V)) / 2)[INNER], ((self.W[:, :, 1:] + self.W[:, :, :-1]) / 2)[INNER])
