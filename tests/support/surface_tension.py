# SPDX-License-Identifier: BSD-3-Clause
"""Two-phase cases of one block whose answer is known: a drop at rest and a standing capillary wave."""
import re

import numpy as np

import block
import foam

SOLVERS = """solvers
{
    "alpha.*"
    {
        nAlphaCorr 2; nAlphaSubCycles 1; cAlpha 1; MULESCorr no; %s
        solver smoothSolver; smoother symGaussSeidel; tolerance 1e-12; relTol 0;
    }
    "pcorr.*" { solver PCG; preconditioner DIC; tolerance 1e-12; relTol 0; }
    "p_rgh.*" { solver PCG; preconditioner DIC; tolerance 1e-14; relTol 0; maxIter 2000; }
    "U.*" { solver smoothSolver; smoother symGaussSeidel; tolerance 1e-14; relTol 0; }
}
PIMPLE { momentumPredictor no; nOuterCorrectors 1; nCorrectors 3; nNonOrthogonalCorrectors 0; pRefCell 0; pRefValue 0; }
"""
SCHEMES = {"divSchemes": "default Gauss linear; div(rhoPhi,U) Gauss linear; div(phi,alpha) Gauss vanLeer; div(phirb,alpha) Gauss linear;"}
SYMMETRY = {side: "type symmetryPlane;" for side in block.SIDES} | {"z0": "type empty;", "z1": "type empty;"}


def transport(rho, nu, sigma, surface_forces):
    phases = "".join(f"{name} {{ transportModel Newtonian; nu {nu:.17g}; rho {rho:.17g}; }}\n" for name in ("water", "air"))
    return f"phases (water air);\n{phases}sigma {sigma:.17g};\n{surface_forces}\n"


def fractions(inside, size, cells, samples=64):
    """Volume fractions by midpoints in the cells whose corners are on both sides: inside(points [n, 3]) > 0 is a level set. Along x
    the part of each line of samples is that between two values."""
    middles, h = block.centres(size, cells), np.array(size) / np.array(cells)
    value = inside(middles)
    alpha = (value > 0).astype(float)
    near = np.flatnonzero(np.abs(value) < np.linalg.norm(h[:2] if cells[2] == 1 else h))
    s = (np.arange(samples) + 0.5) / samples - 0.5
    t = s if cells[2] > 1 else np.zeros(1)
    for c in near:
        y, z = np.meshgrid(s, t, indexing="ij")
        low, high = (np.stack([np.full(y.size, x), y.ravel(), z.ravel()], axis=1) * h + middles[c] for x in (-0.5, 0.5))
        a, b = inside(low), inside(high)
        part = np.where((a > 0) & (b > 0), 1.0, np.where((a <= 0) & (b <= 0), 0.0, np.maximum(a, b) / np.maximum(np.abs(a - b), 1e-300)))
        alpha[c] = part.mean()
    return alpha


def circle(radius, size, cells, centre=(0, 0)):
    """Exact volume fractions of a circle on a block that is one cell deep: integrals of its height along x."""
    nx, ny = cells[:2]
    hx, hy = size[0] / nx, size[1] / ny

    def primitive(x, y):
        """Area of the circle about the origin in (-inf, x) x (-inf, y)."""
        x, y = np.broadcast_arrays(np.clip(x, -radius, radius), np.clip(y, -radius, radius))
        root = np.sqrt(np.maximum(radius**2 - y**2, 0))

        def half(x):  # integral of sqrt(r^2 - x^2)
            return 0.5 * (x * np.sqrt(np.maximum(radius**2 - x**2, 0)) + radius**2 * np.arcsin(np.clip(x / radius, -1, 1)))

        # Of x: where |x| < root the column is cut by y, else it is a whole chord if y > 0, or nothing.
        a, b = -root, np.minimum(x, root)
        cut = np.where(b > a, y * (b - a) + half(b) - half(a), 0)
        whole = np.where(y > 0, 2 * (half(np.minimum(x, -root)) - half(-radius)) +
                         np.where(x > root, 2 * (half(x) - half(root)), 0), 0)
        return cut + whole

    x, y = np.arange(nx + 1) * hx - centre[0], np.arange(ny + 1) * hy - centre[1]
    area = primitive(x[None, :], y[:, None])
    alpha = (area[1:, 1:] - area[1:, :-1] - area[:-1, 1:] + area[:-1, :-1]) / (hx * hy)
    alpha[np.abs(alpha) < 1e-12] = 0
    alpha[np.abs(1 - alpha) < 1e-12] = 1
    return alpha.ravel()


def write(target, size, cells, sides, alpha, *, rho, nu, sigma, surface_forces, control, alpha_controls="", solvers=SOLVERS, schemes=None, ddt="Euler"):
    return block.write(target, size, cells, sides, {"U": ((0, 0, 0), {}), "p_rgh": (0, {}), "alpha.water": (alpha, {})},
                       control=control, solvers=solvers % alpha_controls, ddt=ddt, schemes={**SCHEMES, **(schemes or {})},
                       files={"constant/transportProperties": transport(rho, nu, sigma, surface_forces),
                              "constant/turbulenceProperties": "simulationType laminar;\n",
                              "constant/g": "dimensions [0 1 -2 0 0 0 0]; value (0 0 0);\n"})


def static_drop(target, n, model, *, laplace=12000, end=None, writes=1, courant_of_waves=0.5, alpha=None,
                **options):
    """A quarter of a drop of diameter 0.8 at rest in a square of n x n cells, both fluids alike; model: of the curvature. Runs for a
    time of diffusion over the diameter unless `end` says otherwise. Returns the case and mu."""
    D, sigma, rho = 0.8, 1.0, 1.0
    mu = np.sqrt(sigma * rho * D / laplace)
    end = D**2 * rho / mu if end is None else end
    step = courant_of_waves * np.sqrt(rho / n**3 / np.pi / sigma)
    steps = int(np.ceil(end / step / writes)) * writes
    size, cells = (1, 1, 1), (n, n, 1)
    alpha = circle(D / 2, size, cells) if alpha is None else alpha
    case = write(target, size, cells, SYMMETRY, alpha, rho=rho, nu=mu / rho, sigma=sigma,
                 surface_forces=f"surfaceForces {{ curvatureModel {model}; }}",
                 control=f"application interFoam; deltaT {end / steps:.17g}; endTime {end:.17g}; writeInterval {end / writes:.17g};", **options)
    return case, mu


def drop_on_wall(target, n, model, theta, *, start=90, end=3.0, alpha_controls=""):
    """Half a drop of area 0.2 on a wall along y = 0, n cells to the length 1, from the angle of contact `start` to `theta` [degrees]; both
    fluids alike, La = 120, a wall without friction. Returns the case, mu and the height of the drop at rest."""
    mu, size, cells = np.sqrt(0.8 / 120), (1, 0.6, 1), (n, int(np.ceil(0.6 * n)), 1)

    def radius(angle):
        t = np.radians(angle)
        return np.sqrt(0.2 / (t - np.sin(t) * np.cos(t)))

    r = radius(start)
    steps = int(np.ceil(end / (0.5 * np.sqrt(1 / n**3 / np.pi))))
    wall = {"U": "type slip;", "p_rgh": "type fixedFluxPressure; value uniform 0;",
            "alpha.water": f"type constantAlphaContactAngle; theta0 {theta}; limit gradient; value uniform 0;"}
    case = write(target, size, cells, SYMMETRY | {"y0": "type wall;"}, circle(r, size, cells, (0, -r * np.cos(np.radians(start)))),
                 rho=1, nu=mu, sigma=1, surface_forces=f"surfaceForces {{ curvatureModel {model}; }}", alpha_controls=alpha_controls,
                 control=f"application interFoam; deltaT {end / steps:.17g}; endTime {end:.17g}; writeInterval {end:.17g};")
    for name, condition in wall.items():
        path = case / "0" / name
        path.write_text(re.sub(r"y0 \{[^}]*\}", f"y0 {{ {condition} }}", path.read_text()))
    return case, mu, radius(theta) * (1 - np.cos(np.radians(theta)))


def translating_drop(target, n, model, *, laplace=12000, end=1.0, writes=20, **options):
    """A drop of diameter 0.4 carried at We = rho U^2 D/sigma = 0.4 through a unit square of n x n cells, periodic along its way, both
    fluids alike: it goes through the box once until `end` = 1 (Popinet 2009, section 5.2). Returns the case and the velocity U."""
    D, sigma, rho, weber = 0.4, 1.0, 1.0, 0.4
    U, mu = np.sqrt(weber * sigma / rho / D), np.sqrt(sigma * rho * D / laplace)
    step = min(0.5 * np.sqrt(rho / n**3 / np.pi / sigma), 0.25 / n / U)
    steps = int(np.ceil(end / step / writes)) * writes
    size, cells = (1, 1, 1), (n, n, 1)
    case = write(target, size, cells, SYMMETRY | {side: block.PERIODIC[side] for side in ("x0", "x1")}, circle(D / 2, size, cells, (0.5, 0.5)),
                 rho=rho, nu=mu / rho, sigma=sigma, surface_forces=f"surfaceForces {{ curvatureModel {model}; }}",
                 control=f"application interFoam; deltaT {end / steps:.17g}; endTime {end:.17g}; writeInterval {end / writes:.17g};", **options)
    path = case / "0" / "U"
    path.write_text(re.sub(r"internalField [^;]*;", f"internalField uniform ({U:.17g} 0 0);", path.read_text()))
    return case, U


def velocity_error(case, U):
    """Root mean square of |u - (U 0 0)|/U at the last time."""
    u = foam.read_field(case / foam.times(case)[-1] / "U")[0]
    return np.sqrt(np.mean(np.sum((u / U - [1, 0, 0])**2, axis=1)))


def faddeeva(z, n=40):
    """exp(-z^2) erfc(-i z) by Weideman's rational approximation (SIAM J. Numer. Anal. 31 (1994) 1497)."""
    m, L = 2 * n, np.sqrt(n / np.sqrt(2))
    theta = np.arange(-m + 1, m) * np.pi / m
    t = L * np.tan(theta / 2)
    a = [np.sum(np.exp(-t * t) * (L * L + t * t) * np.cos(order * theta)) / (2 * m) for order in range(n, 0, -1)]
    w = np.where(z.imag < 0, -z, z)
    value = 2 * np.polyval(a, (L + 1j * w) / (L - 1j * w)) / (L - 1j * w)**2 + 1 / np.sqrt(np.pi) / (L - 1j * w)
    return np.where(z.imag < 0, 2 * np.exp(-z * z) - value, value)


def prosperetti(t, k, nu, omega0):
    """Amplitude over its first value of a small wave between two deep fluids alike, at rest at t = 0: Prosperetti, Phys. Fluids 24 (1981)
    1217, equation (22), with beta = 1/4."""
    d = nu * k * k
    z = np.roots([1, -np.sqrt(d), -d, d**1.5, omega0**2])
    total = np.zeros_like(t, dtype=complex)
    for i in range(4):
        others = np.prod([z[j] - z[i] for j in range(4) if j != i])
        # exp(z^2 t) erfc(z sqrt(t)), which is w(i z sqrt(t))
        total += z[i] * omega0**2 / (others * (z[i]**2 - d)) * np.exp(-d * t) * faddeeva(1j * z[i] * np.sqrt(t))
    return total.real


def capillary_wave(target, n, model, *, writes=100, step=None, ddt="CrankNicolson 0.9", **options):
    """Half a wave of length 1 and amplitude 0.01 between two fluids alike, n cells per wave length, from rest to omega0 t = 25
    (Popinet 2009, section 5.3). Returns the case and a function: the wave's amplitude in it over the first one, at each time written."""
    nu, sigma, rho, amplitude, k = 0.0182571749236, 1.0, 1.0, 0.01, 2 * np.pi
    omega0 = np.sqrt(sigma * k**3 / (2 * rho))
    end = 25 / omega0
    step = 0.25 * np.sqrt(rho / n**3 / np.pi / sigma) if step is None else step
    steps = int(np.ceil(end / step / writes)) * writes
    size, cells = (0.5, 2, 1), (n // 2, 2 * n, 1)
    x, y = np.arange(cells[0] + 1) / n, np.arange(cells[1]) / n
    heights = 1 + amplitude * (np.sin(k * x[1:]) - np.sin(k * x[:-1])) * n / k
    # The slope is small: columns are cut as if the wave were level in each, but those cells that it enters through a corner.
    alpha = np.clip((heights[None, :] - y[:, None]) * n, 0, 1)
    case = write(target, size, cells, SYMMETRY, alpha.ravel(), rho=rho, nu=nu, sigma=sigma,
                 surface_forces=f"surfaceForces {{ curvatureModel {model}; }}", ddt=ddt,
                 control=f"application interFoam; deltaT {end / steps:.17g}; endTime {end:.17g}; writeInterval {end / writes:.17g};", **options)

    def amplitudes():
        times = foam.times(case)
        mode = np.cos(k * (x[1:] + x[:-1]) / 2)
        found = [foam.read_field(case / t / "alpha.water")[0][:, 0].reshape(cells[1], cells[0]).sum(axis=0) / n @ mode for t in times]
        return np.array([float(t) for t in times]), np.array(found) / found[0]

    return case, amplitudes, lambda t: prosperetti(t, k, nu, omega0)
