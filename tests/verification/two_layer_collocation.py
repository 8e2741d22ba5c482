# SPDX-License-Identifier: BSD-3-Clause
"""Modes of two-layer flow by another method than eagre.orr_sommerfeld's: Chebyshev collocation of two equations of second order in each
layer, for the stream function and the vorticity, with all conditions imposed as they are written there (J. J. Dongarra, B. Straughan,
D. W. Walker, Appl. Numer. Math. 22 (1996) 399, method D2)."""
import numpy as np


def differentiation(n, low, high):
    """Points from high to low and the matrix of the first derivative there (L. N. Trefethen, Spectral Methods in MATLAB (2000), cheb)."""
    i = np.arange(n + 1)
    x, weights = np.cos(np.pi * i / n), np.where((i == 0) | (i == n), 2.0, 1.0) * (-1.0) ** i
    # Differences by a trigonometric identity, which loses no digits near the ends.
    difference = 2 * np.sin(np.pi * (i[:, None] + i) / (2 * n)) * np.sin(np.pi * (i - i[:, None]) / (2 * n)) + np.eye(n + 1)
    d = np.outer(weights, 1 / weights) / difference
    d -= np.diag(d.sum(axis=1))
    return low + (x + 1) * (high - low) / 2, d * 2 / (high - low)


def modes(flow, k, n, shift):
    """c of the modes, those near `shift` first: each layer has phi and zeta = (D^2 - k^2) phi at n + 1 points."""
    size, h, ik = n + 1, flow.height, 1j * k
    rho, mu, layers = (flow.density_ratio, 1.0), (flow.viscosity_ratio / flow.Re, 1 / flow.Re), flow.layers()
    a_matrix, b_matrix = np.zeros((2, 4 * size + 1, 4 * size + 1), complex)
    at_interface, eta, row = [], 4 * size, 4 * (n - 1)
    for j, (low, high) in enumerate(((0, h), (h, 1))):
        z, d = differentiation(n, low, high)
        a, b, c = layers[j]
        second, one, inner = d @ d, np.eye(size), slice(1, n)
        phi, zeta = slice(2 * j * size, (2 * j + 1) * size), slice((2 * j + 1) * size, (2 * j + 2) * size)
        u = ((a * z / 2 + b) * z + c)[:, None]
        first, last = slice(2 * j * (n - 1), (2 * j + 1) * (n - 1)), slice((2 * j + 1) * (n - 1), (2 * j + 2) * (n - 1))
        a_matrix[first, phi], a_matrix[first, zeta] = (second - k**2 * one)[inner], -one[inner]
        a_matrix[last, phi] = (-ik * rho[j] * a * one)[inner]
        a_matrix[last, zeta] = (ik * rho[j] * u * one - mu[j] * (second - k**2 * one))[inner]
        b_matrix[last, zeta] = (ik * rho[j] * one)[inner]
        plate, at = (n, 0)[j], (0, n)[j]
        a_matrix[row, phi] = one[plate]
        if (flow.lower, flow.upper)[j] == "free_slip":
            a_matrix[row + 1, zeta] = one[plate]  # D^2 phi = 0
        else:
            a_matrix[row + 1, phi] = d[plate]
        row += 2
        both = [np.zeros(4 * size + 1) for _ in range(4)]  # phi, D phi, zeta, D zeta at the interface
        for values, columns, line in zip(both, (phi, phi, zeta, zeta), (one[at], d[at], one[at], d[at])):
            values[columns] = line
        at_interface.append(both)
    slope = [a * h + b for a, b, _ in layers]
    speed = (layers[0][0] * h / 2 + layers[0][1]) * h + layers[0][2]
    for j, (phi, d_phi, zeta, d_zeta) in enumerate(at_interface):
        sign = (1, -1)[j]
        a_matrix[row] += sign * phi
        a_matrix[row + 1] += sign * d_phi
        a_matrix[row + 2] += sign * mu[j] * (zeta + 2 * k**2 * phi)
        a_matrix[row + 3] += sign * (-rho[j] * (speed * d_phi - slope[j] * phi) + mu[j] * d_zeta / ik + 2j * k * mu[j] * d_phi)
        b_matrix[row + 3] += sign * -rho[j] * d_phi
        a_matrix[row + 1, eta] += sign * slope[j]
        a_matrix[row + 2, eta] += sign * mu[j] * layers[j][0]
    a_matrix[row + 3, eta] -= flow.gravity * (rho[0] - rho[1]) + k**2 / flow.We
    a_matrix[row + 4] += at_interface[0][0]
    a_matrix[row + 4, eta], b_matrix[row + 4, eta] = speed, 1
    shifted = a_matrix - shift * b_matrix
    rows = np.abs(shifted).max(axis=1, keepdims=True)
    inverse = np.linalg.eigvals(np.linalg.solve(shifted / rows, b_matrix / rows))
    inverse = inverse[np.argsort(-np.abs(inverse))]
    return shift + 1 / inverse[: size]
