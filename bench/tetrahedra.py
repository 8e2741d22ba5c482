# SPDX-License-Identifier: BSD-3-Clause
"""A box of tetrahedra as OpenFOAM's polyMesh: each box of a block is cut into six along its main diagonal (Kuhn 1960), all in the same
direction, so that neighbours agree on the diagonals of their common faces; corners inside are moved by chance, so that no two cells are
alike."""
import itertools

import numpy as np

HEADER = "FoamFile {{ version 2.0; format ascii; class {}; location \"constant/polyMesh\"; object {}; }}\n"


def corners(n, length, shake, seed=1):
    """Points of a block of n boxes, x fastest; those inside are moved by up to `shake` of a box."""
    axes = [np.linspace(0, size, k + 1) for k, size in zip(n, length)]
    z, y, x = np.meshgrid(*reversed(axes), indexing="ij")
    points = np.stack([x.ravel(), y.ravel(), z.ravel()], axis=1)
    size = np.array(length, float)
    inside = np.all((points > 1e-9) & (points < size - 1e-9), axis=1)
    moves = (np.random.default_rng(seed).random(points.shape) - 0.5) * 2 * shake * size / np.array(n)
    points[inside] += moves[inside]
    return points


def cells(n):
    """Corners of the tetrahedra, positively oriented: n[0] n[1] n[2] 6 x 4."""
    step = np.array([1, n[0] + 1, (n[0] + 1) * (n[1] + 1)])
    k, j, i = np.meshgrid(*(np.arange(m) for m in reversed(n)), indexing="ij")
    first = (i * step[0] + j * step[1] + k * step[2]).ravel()
    tetrahedra = []
    for order in itertools.permutations(range(3)):
        a = first + step[order[0]]
        b = a + step[order[1]]
        even = np.linalg.det(np.eye(3)[list(order)]) > 0
        tetrahedra.append(np.stack([first, a, b, first + step.sum()] if even else [first, b, a, first + step.sum()], axis=1))
    return np.stack(tetrahedra, axis=1).reshape(-1, 4)


def mesh(n, length, shake=0.1):
    """points, faces, owner, neighbour of the internal faces, which stand first and in upper-triangular order."""
    points, tetrahedra = corners(n, length, shake), cells(n)
    sides = np.array([[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]])  # normals out of a positive tetrahedron
    faces = tetrahedra[:, sides].reshape(-1, 3)
    cell = np.repeat(np.arange(len(tetrahedra)), 4)
    key = np.sort(faces, axis=1)
    order = np.lexsort((cell, key[:, 2], key[:, 1], key[:, 0]))
    same = np.all(key[order[:-1]] == key[order[1:]], axis=1)
    first, second = order[:-1][same], order[1:][same]
    outer = np.setdiff1d(np.arange(len(faces)), np.concatenate([first, second]))
    inner = np.lexsort((cell[second], cell[first]))
    first, second = first[inner], second[inner]
    return points, np.concatenate([faces[first], faces[outer]]), np.concatenate([cell[first], cell[outer]]), cell[second]


def write(case, n, length, patches, shake=0.1):
    """constant/polyMesh of a case. patches: name, type and a function of the centres of outer faces that says which are its own; each face
    goes to the first that takes it."""
    points, faces, owner, neighbour = mesh(n, length, shake)
    inner = len(neighbour)
    centres = points[faces[inner:]].mean(axis=1)
    taken = np.full(len(centres), len(patches))
    for p, (_, _, chosen) in reversed(list(enumerate(patches))):
        taken[chosen(centres)] = p
    if (taken == len(patches)).any():
        raise ValueError("a face of the boundary belongs to no patch")
    order = np.concatenate([np.arange(inner), inner + np.argsort(taken, kind="stable")])
    directory = case / "constant" / "polyMesh"
    directory.mkdir(parents=True)

    def put(name, kind, rows):
        (directory / name).write_text(HEADER.format(kind, name) + f"{len(rows)}\n(\n" + "\n".join(rows) + "\n)\n")

    put("points", "vectorField", [f"({x:.12g} {y:.12g} {z:.12g})" for x, y, z in points])
    put("faces", "faceList", [f"3({a} {b} {c})" for a, b, c in faces[order]])
    put("owner", "labelList", [str(c) for c in owner[order]])
    put("neighbour", "labelList", [str(c) for c in neighbour])
    start, rows = inner, []
    for p, (name, kind, _) in enumerate(patches):
        size = int((taken == p).sum())
        rows.append(f"{name} {{ type {kind}; nFaces {size}; startFace {start}; }}")
        start += size
    put("boundary", "polyBoundaryMesh", rows)
