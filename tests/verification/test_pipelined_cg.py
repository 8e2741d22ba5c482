# SPDX-License-Identifier: BSD-3-Clause
"""OFPiPePCG and OFRePiPePCG against a transcription of Lin et al. (2018), Algorithm 4, iterate by iterate."""
import os
import subprocess

import numpy as np
import pytest

NORM = 1e-20  # what OpenFOAM adds to the norm


@pytest.fixture(scope="module")
def written(tmp_path_factory, bin_directory):
    file = tmp_path_factory.mktemp("iterates") / "iterates"
    subprocess.run([bin_directory / "test_linear", "--gtest_filter=PipelinedCg.WritesItsIterates"], check=True, capture_output=True,
                   env={**os.environ, "EAGRE_ITERATES": str(file)})
    system, iterates = {}, {}
    for line in file.read_text().splitlines():
        words = line.split()
        if words[0].startswith("OF"):
            solver, preconditioner, n, first, last = words[:5]
            iterates[solver, preconditioner, int(n)] = float(first), float(last), np.array(words[5:], float)
        else:
            system[words[0]] = np.array(words[1:], int if words[0] in ("owner", "neighbour") else float)
    return system, iterates


def matrix(system):
    A = np.diag(system["diag"])
    A[system["owner"], system["neighbour"]] = A[system["neighbour"], system["owner"]] = system["upper"]
    return A


def preconditioner(name, system):
    """M^-1 as a function: none, Jacobi, or OpenFOAM's simplified incomplete Cholesky factorisation, which changes the diagonal alone."""
    owner, neighbour, upper = system["owner"], system["neighbour"], system["upper"]
    if name == "none":
        return lambda r: r.copy()
    if name == "diagonal":
        return lambda r: r / system["diag"]
    D = system["diag"].copy()
    for l, u, a in zip(owner, neighbour, upper):
        D[u] -= a * a / D[l]
    L = np.diag(D)
    L[neighbour, owner] = upper
    return lambda r: np.linalg.solve(L.T, D * np.linalg.solve(L, r))


def algorithm_4(A, M, b, x, steps):
    """Yields x and residual; the right-hand sides of line 20 with the new p and s, as in the paper's equation (8)."""
    r = b - A @ x
    u = M(r)
    w = A @ u
    delta, gamma = w @ u, r @ u
    R, X, N = np.abs(r).sum(), x.sum(), len(x)
    a = X / N * (A @ np.ones(N))
    norm = np.abs(A @ x - a).sum() + np.abs(b - a).sum() + NORM
    m = M(w)
    n = A @ m
    yield x, R / norm
    for j in range(1, steps + 1):
        if j > 1:
            beta = gamma / gamma_before
            alpha = gamma / (delta - beta * gamma / alpha)
        else:
            beta, alpha, z, q, s, p = 0, gamma / delta, 0, 0, 0, 0
        z, q = n + beta * z, m + beta * q
        s, p = w + beta * s, u + beta * p
        x, r = x + alpha * p, r - alpha * s
        u, w = u - alpha * q, w - alpha * z
        gamma_before = gamma
        delta, gamma, R = w @ u, r @ u, np.abs(r).sum()
        m = M(w)
        n = A @ m
        yield x, R / norm


@pytest.mark.parametrize("solver", ["OFPiPePCG", "OFRePiPePCG"])
@pytest.mark.parametrize("name", ["none", "diagonal", "DIC"])
def test_iterates_of_algorithm_4(written, solver, name):
    system, iterates = written
    expected = algorithm_4(matrix(system), preconditioner(name, system), system["b"], system["x"], 12)
    first = next(expected)[1]
    for n, (x, residual) in enumerate(expected, 1):
        began, ended, values = iterates[solver, name, n]
        assert began == pytest.approx(first, rel=1e-12)
        assert ended == pytest.approx(residual, rel=1e-10), n
        assert np.abs(values - x).max() <= 1e-12 * np.abs(x).max(), n
