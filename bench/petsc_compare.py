#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""PETSc's conjugate gradients with its GAMG and with hypre's BoomerAMG on a symmetric system of bench_pressure_system.

    petsc_compare.py FILE      (Debian's python3-petsc4py-real and python3-numpy, so the system's Python; prints a line of JSON)

It stops where OpenFOAM and Eagre do, at sum|b - A x| <= tolerance n with n = sum(|A x0 - A <x0>| + |b - A <x0>|): a first solve,
not timed, looks at that norm after each iteration; the timed ones make as many iterations and compute PETSc's 2-norm of the residual
in each. Times are processor time.
"""
import glob
import json
import os
import statistics
import sys
import time

os.environ["OMP_NUM_THREADS"] = "1"
os.environ["OPENBLAS_NUM_THREADS"] = "1"
import numpy as np  # noqa: E402

sys.path += glob.glob("/usr/lib/petscdir/petsc[0-9]*/*-real/lib/python3/dist-packages")  # where Debian keeps it
from petsc4py import PETSc  # noqa: E402

REPEATS = 5


def read(path):
    with open(path, "rb") as f:
        cells, faces = np.fromfile(f, "<i8", 2)
        owner, neighbour = np.fromfile(f, "<i4", faces), np.fromfile(f, "<i4", faces)
        diag, upper, b, x0 = (np.fromfile(f, "<f8", n) for n in (cells, faces, cells, cells))
        tolerance, relative = np.fromfile(f, "<f8", 2)
    return owner, neighbour, diag, upper, b, x0, tolerance, relative


def assemble(owner, neighbour, diag, upper):
    """Compressed rows with ascending columns."""
    n = len(diag)
    rows = np.concatenate([owner, neighbour, np.arange(n, dtype="i4")])
    columns = np.concatenate([neighbour, owner, np.arange(n, dtype="i4")])
    values = np.concatenate([upper, upper, diag])
    order = np.lexsort((columns, rows))
    start = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=n))]).astype("i4")
    return PETSc.Mat().createAIJ((n, n), csr=(start, columns[order].astype("i4"), values[order]), comm=PETSc.COMM_SELF)


def solver(A, options):
    for key, value in options.items():
        PETSc.Options()[key] = value
    ksp = PETSc.KSP().create(PETSc.COMM_SELF)
    ksp.setOperators(A)
    ksp.setNormType(PETSc.KSP.NormType.UNPRECONDITIONED)
    ksp.setInitialGuessNonzero(True)
    ksp.setFromOptions()
    for key in options:
        PETSc.Options().delValue(key)
    return ksp


def solution(ksp, b, x0):
    x = b.duplicate()
    x.setArray(x0)
    ksp.solve(b, x)
    return x


def iterations_needed(A, b, x0, stop, options):
    """Iterations until sum|b - A x| <= stop."""
    ksp, sums = solver(A, options), []
    ksp.setTolerances(rtol=0, atol=stop / np.sqrt(len(x0)), max_it=1000)  # the 1-norm of N numbers is at most sqrt(N) times the 2-norm
    ksp.setMonitor(lambda k, iteration, norm: sums.append(k.buildResidual().norm(PETSc.NormType.NORM_1)))
    solution(ksp, b, x0)
    if ksp.getConvergedReason() <= 0:
        raise RuntimeError(f"{options}: not converged, reason {ksp.getConvergedReason()}")
    return next(i for i, value in enumerate(sums) if value <= stop)


def measure(A, b, x0, stop, options):
    """(set-up s, solve s, iterations, x): medians over fresh solvers."""
    iterations = iterations_needed(A, b, x0, stop, options)
    set_up, solving = [], []
    for _ in range(REPEATS):
        ksp = solver(A, {**options, "ksp_convergence_test": "skip"})
        ksp.setTolerances(max_it=iterations)
        start = time.process_time()
        ksp.setUp()
        middle = time.process_time()
        x = solution(ksp, b, x0)
        solving.append(time.process_time() - middle)
        set_up.append(middle - start)
        ksp.destroy()
    return statistics.median(set_up), statistics.median(solving), iterations, x


def main(path):
    owner, neighbour, diag, upper, b, x0, tolerance, relative = read(path)
    if diag[0] < 0:  # OpenFOAM's sign of the Laplacian
        diag, upper, b = -diag, -upper, -b
    A = assemble(owner, neighbour, diag, upper)
    source = PETSc.Vec().createWithArray(b, comm=PETSc.COMM_SELF)

    def times(x):
        y = source.duplicate()
        A.mult(PETSc.Vec().createWithArray(np.ascontiguousarray(x), comm=PETSc.COMM_SELF), y)
        return y.getArray().copy()

    mean = times(np.full(len(b), x0.mean()))
    norm = np.abs(times(x0) - mean).sum() + np.abs(b - mean).sum()
    first = np.abs(b - times(x0)).sum() / norm
    stop = max(tolerance, relative * first) * norm
    results = {}
    for name, options in (("gamg", {"ksp_type": "cg", "pc_type": "gamg"}),
                          ("boomeramg", {"ksp_type": "cg", "pc_type": "hypre", "pc_hypre_type": "boomeramg"})):
        set_up, solving, iterations, x = measure(A, source, x0, stop, options)
        results[name] = {"set_up": set_up, "solve": solving, "iterations": iterations,
                         "residual": np.abs(b - times(x.getArray().copy())).sum() / norm}
    print(json.dumps({"cells": len(b), "first": first, **results}))


if __name__ == "__main__":
    main(sys.argv[1])
