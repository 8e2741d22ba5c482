# SPDX-License-Identifier: BSD-3-Clause
"""constant/polyMesh in ascii, and whether two meshes are the same but for the numbers of their points, faces and cells."""
import itertools
import pathlib
import re

import numpy as np


def _body(path):
    """Tokens of a file behind its header."""
    text = re.sub(r"//[^\n]*|/\*.*?\*/", "", pathlib.Path(path).read_text(), flags=re.S)
    text = text[text.index("}") + 1:] if "FoamFile" in text else text
    return re.findall(r'"[^"]*"|[(){};]|[^\s(){};"]+', text)


def _labels(tokens):
    """A list of labels, "n(..)" or "n{v}", at the front of the tokens (an iterator)."""
    n = int(next(tokens))
    if n == 0:
        return []
    if next(tokens) == "{":
        return [int(next(tokens))] * n
    return [int(next(tokens)) for _ in range(n)]


def _zones(path, kind):
    if not path.exists():
        return {}
    text = " ".join(_body(path))
    zones = {}
    for name, inside in re.findall(r"([\w.]+) \{ (type .*?) ; \}", text):
        members = re.search(kind + r"Labels (?:List<label> )?(.*)", inside)[1]
        labels = _labels(iter(re.findall(r"[(){}]|\d+", members)))
        flips = re.search(r"flipMap (?:List<bool> )?(.*)", inside)
        zones[name] = (labels, _labels(iter(re.findall(r"[(){}]|\d+", flips[1]))) if flips else [])
    return zones


class PolyMesh:
    def __init__(self, case, root=None):
        root = root or pathlib.Path(case) / "constant" / "polyMesh"
        words = _body(root / "points")
        self.points = np.array([float(w) for w in words[1:] if w not in "()"]).reshape(-1, 3)
        tokens = iter(_body(root / "faces"))
        n = int(next(tokens))
        next(tokens)
        self.faces = []
        for _ in range(n):
            size = int(next(tokens))
            next(tokens)
            self.faces.append([int(next(tokens)) for _ in range(size)])
            next(tokens)
        self.owner = _labels(iter(_body(root / "owner")))
        self.neighbour = _labels(iter(_body(root / "neighbour")))
        boundary = " ".join(_body(root / "boundary"))
        self.patches = []
        for name, inside in re.findall(r"([\w.]+) \{ (type .*?) \}", boundary):
            entries = {e.split(" ", 1)[0]: e.split(" ", 1)[1] for e in inside.split(" ;") if " " in e.strip() for e in [e.strip()]}
            self.patches.append((name, entries["type"], int(entries["startFace"]), int(entries["nFaces"])))
        self.cell_zones = _zones(root / "cellZones", "cell")
        self.face_zones = _zones(root / "faceZones", "face")
        self.point_zones = _zones(root / "pointZones", "point")

    @property
    def n_cells(self):
        return max(self.owner + self.neighbour) + 1


def match_points(a, b, tolerance):
    """For each point of a the number of the one of b in the same place; -1: there is none."""
    cells = {}
    for i, key in enumerate(map(tuple, np.floor(b / (4 * tolerance)).astype(np.int64))):
        cells.setdefault(key, []).append(i)
    found = np.full(len(a), -1)
    for i, p in enumerate(a):
        base = np.floor(p / (4 * tolerance)).astype(np.int64)
        for shift in itertools.product((0, -1, 1), repeat=3):
            near = [j for j in cells.get(tuple(base + shift), []) if np.abs(b[j] - p).max() <= tolerance]
            if near:
                found[i] = near[0]
                break
    return found


def _around(face):
    """A face from its lowest point on, in its direction."""
    i = face.index(min(face))
    return tuple(face[i:] + face[:i])


def differences(ours, theirs, tolerance=1e-12):
    """What two cases' meshes have different but for numbering; tolerance: of points, relative to the size of the mesh."""
    a, b = PolyMesh(ours), PolyMesh(theirs)
    problems = []
    for what, x, y in (("points", len(a.points), len(b.points)), ("cells", a.n_cells, b.n_cells),
                       ("faces", len(a.faces), len(b.faces)), ("internal faces", len(a.neighbour), len(b.neighbour)),
                       ("patches", [p[:2] for p in a.patches], [p[:2] for p in b.patches])):
        if x != y:
            problems.append(f"{what}: {x} and {y}")
    size = np.ptp(b.points, axis=0).max()
    point = match_points(a.points, b.points, tolerance * size)
    if (point < 0).any() or len(set(point)) != len(point):
        i = int(np.argmax(point < 0))
        problems.append(f"{(point < 0).sum()} points of ours are not in theirs, such as {a.points[i]}")
    if problems:
        return problems
    numbers = {_around(f): i for i, f in enumerate(b.faces)}
    face, turned = [], []
    for f in a.faces:
        moved = [int(point[p]) for p in f]
        forward, backward = numbers.get(_around(moved)), numbers.get(_around(moved[::-1]))
        face.append(forward if forward is not None else backward)
        turned.append(forward is None)
    if None in face:
        i = face.index(None)
        return [f"{face.count(None)} faces of ours are not in theirs, such as {a.points[a.faces[i]].tolist()}"]
    for name, (_, _, start, n), (_, _, start2, n2) in ((p[0], p, q) for p, q in zip(a.patches, b.patches)):
        if {face[i] for i in range(start, start + n)} != set(range(start2, start2 + n2)):
            problems.append(f"patch {name}: other faces")
        if any(turned[start:start + n]):
            problems.append(f"patch {name}: faces point inwards")
    cell = _match_cells(a, b, face, problems)
    for f in range(len(a.neighbour)):
        if not problems and turned[f] != (cell[a.owner[f]] != b.owner[face[f]]):
            problems.append(f"face {f} points the wrong way")
    if not problems:
        problems += _different_zones(a, b, point, face, turned, cell)
    return problems


def _match_cells(a, b, face, problems):
    def cells(mesh, name):
        around = [set() for _ in range(mesh.n_cells)]
        for f, c in enumerate(mesh.owner):
            around[c].add(name(f))
        for f, c in enumerate(mesh.neighbour):
            around[c].add(name(f))
        return [frozenset(c) for c in around]
    theirs = {c: i for i, c in enumerate(cells(b, lambda f: f))}
    cell = [theirs.get(c, -1) for c in cells(a, lambda f: face[f])]
    if -1 in cell:
        problems.append(f"{cell.count(-1)} cells of ours are not in theirs")
    return cell


def _different_zones(a, b, point, face, turned, cell):
    problems = []
    for kind, x, y, new in (("cellZones", a.cell_zones, b.cell_zones, cell), ("pointZones", a.point_zones, b.point_zones, point)):
        if {n: {int(new[m]) for m in z[0]} for n, z in x.items()} != {n: set(z[0]) for n, z in y.items()}:
            problems.append(f"{kind} differ")
    flips = {n: {(face[m], turned[m] != bool(f)) for m, f in zip(*z)} for n, z in a.face_zones.items()}
    if flips != {n: {(m, bool(f)) for m, f in zip(*z)} for n, z in b.face_zones.items()}:
        problems.append("faceZones differ")
    return problems


def equal_numbering(ours, theirs):
    """Whether faces, owner and neighbour are the same lists."""
    a, b = PolyMesh(ours), PolyMesh(theirs)
    return a.faces == b.faces and a.owner == b.owner and a.neighbour == b.neighbour
