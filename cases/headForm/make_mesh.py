#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes system/blockMeshDict of the head form: make_mesh.py [coarse|fine], 23,040 or 636,000 cells.

A hemisphere of radius 0.05 m around the origin and the cylinder behind it stand in a domain of the same shape, radius 0.6 m. Each sector, one cell wide, so that all points lie on the arcs of its edges, has a block around the
head, collapsed onto the axis in front of it, and one around the cylinder."""
import argparse
import math
import pathlib

RADIUS, FAR, LENGTH = 0.05, 0.6, 0.4
# sectors; cells along the head, along the cylinder, away from the body; the last cell away over the first
CELLS = {"coarse": (24, 20, 12, 30, 60), "fine": (60, 58, 48, 100, 300)}


def ring(sectors, x, r):
    """The point of each sector's first plane."""
    angles = [2 * math.pi * k / sectors for k in range(sectors)]
    return [(x, r * math.cos(a), r * math.sin(a)) for a in angles]


def text(size):
    sectors, head, cylinder, away, ratio = CELLS[size]
    points = [(-RADIUS, 0, 0), (-FAR, 0, 0)]
    rings = {}
    for name, x, r in (("b", 0, RADIUS), ("c", 0, FAR), ("d", LENGTH, RADIUS), ("e", LENGTH, FAR)):
        rings[name] = [len(points) + k for k in range(sectors)]
        points += ring(sectors, x, r)
    b, c, d, e = (rings[n] for n in "bcde")
    s = math.sqrt(0.5)
    blocks, arcs, body, inlet, farfield, outlet = [], [], [], [], [], []
    for k in range(sectors):
        n = (k + 1) % sectors
        blocks.append(f"hex (0 1 {c[n]} {b[n]} 0 1 {c[k]} {b[k]}) ({away} {head} 1) simpleGrading ({ratio} 1 1)")
        blocks.append(f"hex ({b[n]} {c[n]} {e[n]} {d[n]} {b[k]} {c[k]} {e[k]} {d[k]}) ({away} {cylinder} 1) simpleGrading ({ratio} 6 1)")
        arcs += [(0, b[k], ring(sectors, -RADIUS * s, RADIUS * s)[k]), (1, c[k], ring(sectors, -FAR * s, FAR * s)[k])]
        body += [(0, b[k], b[n], 0), (b[k], d[k], d[n], b[n])]
        inlet.append((1, 1, c[n], c[k]))
        farfield.append((c[k], c[n], e[n], e[k]))
        outlet.append((d[k], e[k], e[n], d[n]))
    vector = lambda p: "(" + " ".join(f"{v:.12g}" for v in p) + ")"
    lines = ["FoamFile { version 2.0; format ascii; class dictionary; object blockMeshDict; }",
             f"// Made by make_mesh.py {size}", "scale 1;", "vertices", "(", *(f"    {vector(p)}" for p in points), ");",
             "blocks", "(", *(f"    {t}" for t in blocks), ");",
             "edges", "(", *(f"    arc {i} {j} {vector(p)}" for i, j, p in arcs), ");", "boundary", "("]
    for name, kind, faces in (("body", "wall", body), ("inlet", "patch", inlet), ("farfield", "patch", farfield), ("outlet", "patch", outlet)):
        lines += [f"    {name}", "    {", f"        type {kind};", "        faces", "        (",
                  *(f"            ({' '.join(map(str, f))})" for f in faces), "        );", "    }"]
    return "\n".join([*lines, ");"]) + "\n"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("size", choices=CELLS, nargs="?", default="coarse")
    directory = pathlib.Path(__file__).parent / "system"
    directory.mkdir(exist_ok=True)
    (directory / "blockMeshDict").write_text(text(parser.parse_args().size))
