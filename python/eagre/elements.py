# SPDX-License-Identifier: BSD-3-Clause
"""Elements of high order from 0 to 1 whose functions and slopes are continuous, for Galerkin's method with equations of fourth order.

Functions of an element: the four cubics of Hermite, which are the value and the slope at its ends, and Legendre polynomials P_2 to
P_(order - 2), twice integrated, which with their slopes are zero there. The second derivatives of these are orthogonal, so that
matrices stay well conditioned as the order grows: an eigenvalue stands to round-off where collocation loses digits as order^8 (J. Shen,
SIAM J. Sci. Comput. 15 (1994) 1489).
"""
import numpy as np
from numpy.polynomial import legendre


def _functions(order):
    """Legendre coefficients on (-1, 1), [order + 1, functions], of the functions, their first and second derivatives."""
    bend = np.zeros((order + 1, order + 1))
    # Hermite's cubics: value and slope at -1, value and slope at 1.
    bend[:2, :4] = [[0, -0.5, 0, 0.5], [1.5, 1.5, -1.5, 1.5]]
    for j in range(2, order - 1):
        bend[j, j + 2] = np.sqrt(j + 0.5)
    slope = legendre.legint(bend, lbnd=-1)[: order + 1]
    slope[0, 1] += 1
    value = legendre.legint(slope, lbnd=-1)[: order + 1]
    value[0, 0] += 1
    return value, slope, bend


class Elements:
    """Elements between nodes, which increase from 0 to 1; order at least 3. With n elements, q Gauss points and f functions in each:

    z, dz [n, q]                 points and weights of the quadrature
    value, slope, bend [n, q, f] the functions and their derivatives there
    of [n, f]                    the numbers of an element's functions: value and slope at its low end, at its high end, the others
    size                         how many functions there are; number 2 i is the value at node i, 2 i + 1 the slope
    """

    def __init__(self, nodes, order):
        self.nodes, self.order = np.asarray(nodes, float), order
        n = len(self.nodes) - 1
        self.sizes = np.diff(self.nodes)
        self._coefficients = _functions(order)
        gauss, weights = legendre.leggauss(order + 3)
        self.gauss, self.weights = (gauss + 1) / 2, weights / 2
        self.z = self.nodes[:-1, None] + self.sizes[:, None] * self.gauss
        self.dz = self.sizes[:, None] * self.weights
        self.value, self.slope, self.bend = self.shapes(np.arange(n), np.broadcast_to(self.gauss, self.z.shape))
        inner = 2 * (n + 1) + np.arange(n * (order - 3)).reshape(n, order - 3)
        self.of = np.hstack([2 * np.arange(n)[:, None] + np.arange(4), inner])
        self.size = 2 * (n + 1) + inner.size

    def shapes(self, which, t):
        """The functions of elements [n] at t [n, q] of their sizes, and their first and second derivatives, [n, q, f]."""
        half = self.sizes[which][:, None, None] / 2
        scale = np.ones((len(half), 1, self.order + 1))
        scale[:, :, [1, 3]], scale[:, :, 4:] = half, half**1.5
        polynomials = legendre.legvander(2 * t - 1, self.order)
        return tuple(polynomials @ c * (scale / half**i) for i, c in enumerate(self._coefficients))

    def at(self, vector, element, z):
        """A function, given by a factor for each function of the elements, its first and second derivative, at z [m] in an element."""
        shapes = self.shapes(np.array([element]), (np.asarray(z)[None, :] - self.nodes[element]) / self.sizes[element])
        return tuple(s[0] @ vector[self.of[element]] for s in shapes)

    def matrix(self, coefficient, test, trial):
        """int coefficient test trial"""
        of_elements = np.swapaxes(test, 1, 2) @ ((self.dz * coefficient)[..., None] * trial)
        result = np.zeros((self.size, self.size), complex)
        np.add.at(result, (self.of[:, :, None], self.of[:, None, :]), of_elements)
        return result

    def vector(self, coefficient, test):
        """int coefficient test"""
        result = np.zeros(self.size, complex)
        np.add.at(result, self.of, ((self.dz * coefficient)[:, None, :] @ test)[:, 0, :])
        return result
