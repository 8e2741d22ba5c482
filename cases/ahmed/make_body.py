#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes constant/triSurface/ahmed.stl, Ahmed's body: make_body.py [--slant 25], degrees.

S. R. Ahmed, G. Ramm and G. Faltin, Some salient features of the time-averaged ground vehicle wake, SAE Paper 840300 (1984): 1.044 m long, 0.389 m
wide and 0.288 m high, 0.05 m above the ground, its front rounded with a radius of 0.1 m, its slant 0.222 m long; the stilts are left out. The nose is
at x = 0, the ground at z = 0. Each section across the flow is a rectangle: the surface is what joins them."""
import argparse
import math
import pathlib

LENGTH, WIDTH, HEIGHT, CLEARANCE, RADIUS, SLANT_LENGTH = 1.044, 0.389, 0.288, 0.05, 0.1, 0.222
ARC = 16  #: sections of the rounded front


def sections(slant):
    """(x, half width, bottom, top) of the rectangles from the nose to the rear."""
    bottom, top = CLEARANCE, CLEARANCE + HEIGHT
    rows = []
    for i in range(ARC + 1):
        angle = math.pi / 2 * i / ARC
        inset = RADIUS * (1 - math.sin(angle))
        rows.append((RADIUS * (1 - math.cos(angle)), WIDTH / 2 - inset, bottom + inset, top - inset))
    rows.append((LENGTH - SLANT_LENGTH * math.cos(slant), WIDTH / 2, bottom, top))
    rows.append((LENGTH, WIDTH / 2, bottom, top - SLANT_LENGTH * math.sin(slant)))
    return rows


def corners(x, half, bottom, top):
    return [(x, -half, bottom), (x, half, bottom), (x, half, top), (x, -half, top)]


def triangles(slant):
    """Triangles with their normals outwards."""
    rings = [corners(*row) for row in sections(slant)]
    quads = [(rings[0][3], rings[0][2], rings[0][1], rings[0][0]), tuple(rings[-1])]
    for front, back in zip(rings, rings[1:]):
        quads += [(front[i], front[(i + 1) % 4], back[(i + 1) % 4], back[i]) for i in range(4)]
    return [t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))]


def normal(a, b, c):
    u, v = ([q[i] - a[i] for i in range(3)] for q in (b, c))
    n = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
    size = math.sqrt(sum(x * x for x in n))
    return tuple(x / size for x in n)


def text(slant):
    def vector(v):
        return " ".join(f"{x:.9g}" for x in v)
    facets = "".join(f" facet normal {vector(normal(*t))}\n  outer loop\n" + "".join(f"   vertex {vector(p)}\n" for p in t) + "  endloop\n endfacet\n"
                     for t in triangles(slant))
    return f"solid body\n{facets}endsolid body\n"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--slant", type=float, default=25)
    slant = parser.parse_args().slant
    if not 0 <= slant <= 40:
        parser.error("the slant must be between 0 and 40 degrees")
    directory = pathlib.Path(__file__).parent / "constant" / "triSurface"
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "ahmed.stl").write_text(text(math.radians(slant)))
