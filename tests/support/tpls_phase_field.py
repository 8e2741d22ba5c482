# SPDX-License-Identifier: BSD-3-Clause
"""The step of TPLS 2.0 with its diffuse interface, as in tpls_model: with the three repairs that make it run (C, its past and the viscosity
taken at the right places), and its other formulas as they are."""
import numpy as np

from tpls_model import INNER, REPLACED, TplsModel, north, south

REPLACED = REPLACED | {
    "viscosity": ("mu from H(C - 1/2), linear in H on edges", "mu linear in C, 1/mu on edges"),
    "interface": ("C at n for mu; forces of n + 1 extrapolated; clipped Jacobi sweeps of a stabilised BDF2", "ours, at n + 1/2"),
    "force": ("the level set's, with phi = C - 1/2: all within |C - 1/2| < 1.5 h", "6 sqrt(2) / (We Cn) times chemical potential times grad C"),
}
LAMBDA = TAU = 0.25  # of the stabilisation


class PhaseFieldModel(TplsModel):
    """phi is C - 1/2; interface: our C."""

    layer_is_smoothed = False

    def __init__(self, directory, mended=(), interface=None):
        self.before = self.explicit = None
        super().__init__(directory, mended, None if interface is None else [C - 0.5 for C in interface])

    def _start(self):
        self.cahn, self.peclet = float(self.word["epn"]), float(self.word["pe"])
        self.phi -= 0.5
        super()._start()

    def fill(self, phi):
        z = (np.arange(self.n[2]) + 0.5) * self.h - self.height
        phi[0, :, INNER] = np.tanh(z / (2 * np.sqrt(2) * self.cahn)) / 2
        phi[-1], phi[:, :, 0], phi[:, :, -1] = phi[-2], phi[:, :, 1], phi[:, :, -2]

    def share(self):
        return np.clip(self.phi + 0.5, 0, 1) if "viscosity" in self.mended else super().share()

    def level(self):
        return np.arctanh(np.clip(2 * self.phi, -1 + 2e-6, 1 - 2e-6))

    def laplacian(self, f):
        c, n = self.neighbours(f)
        return (sum(n) - 6 * c) / self.h**2

    @staticmethod
    def free(f):
        """Without gradient at all ends."""
        return np.pad(f, ((1, 1), (0, 0), (1, 1)), "edge")

    def carry(self, convected):
        """Stabilised BDF2, by 18 clipped sweeps of Jacobi's iteration with the factor 1.1."""
        dt, perPe, e2, h2 = self.dt, 1 / self.peclet, self.cahn**2, self.h**2
        C = self.phi + 0.5
        before = C if self.before is None else self.before
        bulk = self.free((C * (1 - C) * (1 - 2 * C) / 2)[INNER, :, INNER])
        bend = self.free(self.laplacian(C))

        def fluxes(q):
            mobility = lambda a, b: np.abs((a + b) / 2) * (1 - np.abs(a + b) / 2)
            x = mobility(C[1:], C[:-1]) * (q[1:] - q[:-1])
            y = mobility(C, south(C)) * (q - south(q))
            z = mobility(C[:, :, 1:], C[:, :, :-1]) * (q[:, :, 1:] - q[:, :, :-1])
            return ((x[1:] - x[:-1])[:, :, INNER] + (north(y) - y)[INNER, :, INNER] + (z[:, :, 1:] - z[:, :, :-1])[INNER]) / h2

        explicit = perPe * (fluxes(bulk - e2 * bend) / self.cahn - LAMBDA / 2 * (TAU * bend[INNER, :, INNER] - e2 * self.laplacian(bend))) - convected
        source = 2 * explicit - (0 if self.explicit is None else self.explicit)
        diagonal = 1.5 + LAMBDA / 2 * perPe * dt * (6 * TAU / h2 + 42 * e2 / h2**2)
        inner = (INNER, slice(None), INNER)
        new = C.copy()
        for _ in range(18):
            bend = self.free(self.laplacian(new))
            implicit = LAMBDA / 2 * perPe * (TAU * bend[inner] - e2 * self.laplacian(bend))
            rest = 2 * C[inner] - before[inner] / 2 - 1.5 * new[inner] + dt * (source + implicit)
            new[inner] = np.clip(new[inner] + 1.1 * rest / diagonal, 0, 1)
            new -= 0.5
            self.fill(new)
            new += 0.5
        self.before, self.explicit = C, explicit
        return new - 0.5

    def force(self):
        if "force" not in self.mended:
            return super().force()
        C = self.phi + 0.5
        c = C[INNER, :, INNER]
        potential = c * (1 - c) * (1 - 2 * c) / 2 - self.cahn**2 * self.laplacian(C)
        return self.balanced(6 * np.sqrt(2) * self.scap / self.cahn * potential, C)
