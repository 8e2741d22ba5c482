# SPDX-License-Identifier: BSD-3-Clause
"""Meshes of one layer of prisms over a plane rectangle as OpenFOAM's polyMesh: triangles, and the polygons dual to them, as polyDualMesh makes
them. What a circle's volume fractions are in such cells."""
import numpy as np

import block

HEADER = 'FoamFile {{ version 2.0; format ascii; class {}; location "constant/polyMesh"; object {}; }}\n'


def triangles(n, size=(1, 1), shake=0.2, seed=1):
    """Points [k, 2] and counter-clockwise triangles [m, 3]: squares, n to the length 1, whose corners inside are moved by up to `shake` of
    an edge, each cut along the shorter diagonal."""
    nx, ny = (round(n * length) for length in size)
    y, x = np.meshgrid(np.linspace(0, size[1], ny + 1), np.linspace(0, size[0], nx + 1), indexing="ij")
    points = np.stack([x.ravel(), y.ravel()], axis=1)
    inside = ((points > 1e-9) & (points < np.array(size) - 1e-9)).all(axis=1)
    points[inside] += (np.random.default_rng(seed).random((inside.sum(), 2)) - 0.5) * 2 * shake / n
    j, i = np.meshgrid(np.arange(ny), np.arange(nx), indexing="ij")
    a = (i + (nx + 1) * j).ravel()
    b, c, d = a + 1, a + nx + 2, a + nx + 1
    rising = np.linalg.norm(points[c] - points[a], axis=1) < np.linalg.norm(points[d] - points[b], axis=1)
    first = np.where(rising[:, None], np.stack([a, b, c], axis=1), np.stack([a, b, d], axis=1))
    second = np.where(rising[:, None], np.stack([a, c, d], axis=1), np.stack([b, c, d], axis=1))
    return points, np.stack([first, second], axis=1).reshape(-1, 3)


def dual(points, cells):
    """Points and polygons around the corners of triangles: through the triangles' middles, on the rim through the middles of edges and the
    corner itself."""
    middles = points[cells].mean(axis=1)
    new, polygons = list(middles), []
    after = [{} for _ in points]  # of a corner: the next corner around it by triangle, counter-clockwise, and the triangle
    for t, (a, b, c) in enumerate(cells):
        for p, q, r in ((a, b, c), (b, c, a), (c, a, b)):
            after[p][q] = (r, t)
    on_rim = {}

    def rim(p, q):
        key = (min(p, q), max(p, q))
        if key not in on_rim:
            on_rim[key] = len(new)
            new.append((points[p] + points[q]) / 2)
        return on_rim[key]

    for p, turn in enumerate(after):
        starts = set(turn) - {r for r, _ in turn.values()}  # none: inside
        q = first = starts.pop() if starts else next(iter(turn))
        polygon = [rim(p, q)] if first not in {r for r, _ in turn.values()} else []
        closed = not polygon
        while q in turn:
            q, t = turn[q]
            polygon.append(t)
            if q == first:
                break
        if not closed:
            polygon += [rim(p, q), len(new)]
            new.append(points[p])
        polygons.append(polygon)
    return np.array(new), polygons


def write(case, points, polygons, sides, depth=0.1, axes="xyz"):
    """constant/polyMesh of a case: a layer along the last axis, instead of system/blockMeshDict. sides: {x0, x1, y0, y1, z0, z1: as of
    block.write}, named as if axes were xyz."""
    edges = {}
    for c, polygon in enumerate(polygons):
        for p, q in zip(polygon, np.roll(polygon, -1)):
            edges.setdefault((min(p, q), max(p, q)), []).append((c, p, q))
    k = len(points)
    upper = sorted((cells[0][0], cells[1][0], cells[0][1], cells[0][2]) for cells in edges.values() if len(cells) == 2)
    faces = [(p, q, q + k, p + k) for _, _, p, q in upper]
    owner, neighbour = [f[0] for f in upper], [f[1] for f in upper]
    low, high = points.min(axis=0), points.max(axis=0)
    patches = {side: [] for side in block.SIDES}
    for (c, p, q), in (cells for cells in edges.values() if len(cells) == 1):
        middle = (points[p] + points[q]) / 2
        side = next(f"{'xy'[d]}{i}" for d in (0, 1) for i, end in enumerate((low, high)) if abs(middle[d] - end[d]) < 1e-9)
        patches[side].append((middle[1 - "xy".index(side[0])], c, (p, q, q + k, p + k)))
    patches["z0"] = [(c, c, tuple(int(p) for p in reversed(polygon))) for c, polygon in enumerate(polygons)]
    patches["z1"] = [(c, c, tuple(int(p) + k for p in polygon)) for c, polygon in enumerate(polygons)]
    rows = []
    for side, members in patches.items():
        rows.append(f"{side} {{ {sides[side]} nFaces {len(members)}; startFace {len(faces)}; }}")
        for _, c, face in sorted(members):
            faces.append(face)
            owner.append(c)
    space = np.zeros((2 * k, 3))
    space[:, "xyz".index(axes[0])] = np.tile(points[:, 0], 2)
    space[:, "xyz".index(axes[1])] = np.tile(points[:, 1], 2)
    # The layer goes up its axis where the axes are a right-handed triad, else down.
    up = axes in ("xyz", "yzx", "zxy")
    space[k if up else 0:2 * k if up else k, "xyz".index(axes[2])] = depth
    directory = case / "constant/polyMesh"
    directory.mkdir(parents=True)

    def put(name, kind, lines):
        (directory / name).write_text(HEADER.format(kind, name) + f"{len(lines)}\n(\n" + "\n".join(lines) + "\n)\n")

    put("points", "vectorField", ["({:.15g} {:.15g} {:.15g})".format(*p) for p in space])
    put("faces", "faceList", [f"{len(f)}({' '.join(map(str, f))})" for f in faces])
    put("owner", "labelList", [str(c) for c in owner])
    put("neighbour", "labelList", [str(c) for c in neighbour])
    put("boundary", "polyBoundaryMesh", rows)
    (case / "system/blockMeshDict").unlink(missing_ok=True)


def plane_mesh(kind, n, size=(1, 1)):
    """Points and cells of `triangles` or of their dual `polygons`."""
    points, cells = triangles(n, size)
    return (points, cells) if kind == "triangles" else dual(points, cells)


def areas(points, polygons):
    return np.array([0.5 * np.sum(p[:, 0] * np.roll(p[:, 1], -1) - p[:, 1] * np.roll(p[:, 0], -1)) for p in (points[list(q)] for q in polygons)])


def circle(points, polygons, radius, centre):
    """Exact volume fractions: the sum over a polygon's edges of the areas that the circle and the triangles to its centre have in common."""
    alpha = []
    for polygon in polygons:
        a = points[polygon] - centre
        b = np.roll(a, -1, axis=0)
        d = b - a
        # Where the edges cross the circle: |a + t d| = radius, 0 < t < 1.
        A, B, C = (d * d).sum(1), (a * d).sum(1), (a * a).sum(1) - radius**2
        root = np.sqrt(np.maximum(B * B - A * C, 0))
        t0, t1 = (np.clip((-B + s * root) / A, 0, 1) for s in (-1, 1))
        p, q = a + t0[:, None] * d, a + t1[:, None] * d

        def cross(u, v):
            return u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]

        def sector(u, v):
            return np.arctan2(cross(u, v), (u * v).sum(1)) * radius**2 / 2

        hits = (B * B > A * C) & (t1 > t0)
        area = np.where(hits, sector(a, p) + cross(p, q) / 2 + sector(q, b), sector(a, b)).sum()
        alpha.append(area / (cross(a, b).sum() / 2))
    alpha = np.array(alpha)
    alpha[np.abs(alpha) < 1e-12] = 0
    alpha[np.abs(1 - alpha) < 1e-12] = 1
    return alpha
