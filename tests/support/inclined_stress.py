# SPDX-License-Identifier: BSD-3-Clause
"""What the viscous stress lacks where an interface is inclined to the axes, on the fields of tpls_model: tau = 2 mu_a D - 2 (mu_a - mu_h)
(n q + q n), q = D.n - n (n.D.n), n the normal, mu_a and mu_h the arithmetic and harmonic mean, beside 2 mu_a D_dd in cells and 2 mu_h D_de on
edges. Written anew from these formulas (docs/channel_flow.md), for the check on src/channel/interface_stress.cpp."""
import numpy as np

INNER = slice(1, -1)


def _north(f):
    return np.roll(f, -1, 1)


def _south(f):
    return np.roll(f, 1, 1)


def _up(f, sign=-1):
    return f[:, :, 1:] + sign * f[:, :, :-1]


def _padded(f):
    return np.pad(f, ((1, 1), (0, 0), (1, 1)))


def divergence(velocity, beyond, edges, level, H, lower, upper, h):
    """div E on the faces within the channel, for u, v, w. beyond: f with its values beyond the walls. edges: mu_h on edges along x, y, z.
    level: what grows across the interface, with ghosts; H: the upper fluid's share in cells; lower, upper: viscosities."""
    U, V, W = velocity
    x, y, z = edges
    v, w = V[INNER], W[INNER]
    arithmetic, harmonic = lower + (upper - lower) * H, 1 / (1 / lower + (1 / upper - 1 / lower) * H)
    excess = arithmetic - harmonic
    excess = np.where(excess > 1e-3 * harmonic, excess, 0)
    n = np.array([(level[2:] - level[:-2])[:, :, INNER], (_north(level) - _south(level))[INNER, :, INNER], (level[:, :, 2:] - level[:, :, :-2])[INNER]])
    size = np.sqrt((n**2).sum(0))
    n = n / np.where(size > 0, size, np.inf)

    D = np.empty((3, 3, *H.shape))
    for d, rise in enumerate((U[1:] - U[:-1], _north(v) - v, _up(w))):
        D[d, d] = rise / h
    xy = z * (U - _south(U) + V[1:] - V[:-1])
    xz = y * (_up(beyond(U)) + W[1:] - W[:-1])
    yz = x[INNER] * (_up(beyond(v)) + w - _south(w))
    xy, xz, yz = xy[1:] + xy[:-1], _up(xz[1:] + xz[:-1], 1), _up(yz, 1)
    D[0, 1] = D[1, 0] = (xy + _north(xy)) / (8 * h * harmonic)
    D[0, 2] = D[2, 0] = xz / (8 * h * harmonic)
    D[1, 2] = D[2, 1] = (yz + _north(yz)) / (8 * h * harmonic)

    q = np.einsum("de...,e...->d...", D, n)
    q -= n * (n * q).sum(0)
    nq = n[:, None] * q[None]
    E = -2 * excess * (nq + nq.swapaxes(0, 1))
    for d, e in ((0, 1), (0, 2), (1, 2)):
        E[d, e] += 2 * excess * D[d, e]

    xy, xz, yz = _padded(E[0, 1])[:, :, INNER], _padded(E[0, 2]), _padded(E[1, 2])[INNER]
    xy, xz, yz = xy[1:] + xy[:-1], _up(xz[1:] + xz[:-1], 1), _up(yz, 1)
    xy, xz, yz = (xy + _south(xy)) / 4, xz / 4, (yz + _south(yz)) / 4
    u = E[0, 0, 1:] - E[0, 0, :-1] + (_north(xy) - xy + _up(xz))[INNER]
    v = E[1, 1] - _south(E[1, 1]) + xy[1:] - xy[:-1] + _up(yz)
    w = _up(E[2, 2]) + (xz[1:] - xz[:-1] + _north(yz) - yz)[:, :, INNER]
    return [f / h for f in (u, v, w)]
