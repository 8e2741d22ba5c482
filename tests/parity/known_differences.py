# SPDX-License-Identifier: BSD-3-Clause
"""Where a public case has to differ from v1912 (docs/parity.md), and what shows that nothing else does: the same case with one thing changed in
both programs. Used by real_cases_table.py.
"""
import collections
import math
import pathlib
import re

import foam
import numpy as np

# what: as the row names it. files: below the case. pattern, new: what is changed in them (re.sub), in both programs.
Known = collections.namedtuple("Known", "what files pattern new")
WORDS = (
    Known("isoAlpha for plicRDF, which v1912 has not", "system/fvSolution", r"\breconstructionScheme\s+plicRDF\b", "reconstructionScheme isoAlpha"),
    Known("Euler for CrankNicolson", "system/fvSchemes", r"\bCrankNicolson\b[^;{}]*;", "Euler;"),
    Known("fixedValue for turbulentInlet", "[0-9]*/*", r"\btype\s+turbulentInlet\s*;", "type fixedValue;"),
    Known("no motion of a mesh that is refined, which v1912's does not have", "constant/dynamicMeshDict",
          r"(?ms)(^dynamicFvMesh\s+dynamicRefineFvMesh\s*;.*^)solvers\b", r"\1noSolvers"),
)
REST = 1e-10  # m/s: below, a velocity is rounding
ROUNDING = 1e-10  # below this part of its scale a pressure is rounding


def substitute(case):
    """Changes in the case what v1912 does not know or does otherwise: the words of that, none if there was nothing."""
    return [known.what for known in WORDS if any([changed(path, known) for path in sorted(pathlib.Path(case).glob(known.files)) if path.is_file()])]


def changed(path, known):
    content = path.read_bytes()
    new = re.sub(known.pattern.encode(), known.new.encode(), content)
    if new != content:
        path.write_bytes(new)
    return new != content


def vary(case, n_cells):
    """Gives U and the fields of turbulence that are uniform at the start values that vary from cell to cell: of uniform ones a dynamic model or a
    limiter divides rounding by rounding. Their names."""
    start = pathlib.Path(case) / next(iter(foam.times(case)), "0")
    scale = speed(start / "U") if (start / "U").exists() else 0
    amplitude = {"U": 0.1 * scale, "k": 1e-3 * scale**2}
    varied = []
    for name in ("U", "k", "epsilon", "omega", "nuTilda"):
        content = (start / name).read_bytes() if (start / name).exists() else b""
        value = re.search(rb"internalField\s+uniform\s+([^;]+);", content)
        if not value:
            continue
        base = np.array(value[1].replace(b"(", b" ").replace(b")", b" ").split(), dtype=float)
        wave = 0.5 * np.cos(0.7 * np.arange(n_cells)[:, None] + np.arange(len(base)))
        values = base + (amplitude.get(name, 0) + 0.1 * np.abs(base)) * (0.5 + wave if len(base) == 1 else wave)
        rows = "\n".join(" ".join(map(repr, row)) if len(row) == 1 else f"({' '.join(map(repr, row))})" for row in values.tolist())
        kind = "scalar" if len(base) == 1 else "vector"
        new = f"internalField nonuniform List<{kind}> {n_cells}\n(\n{rows}\n);".encode()
        patches = content[value.end():].replace(b"$internalField", b"uniform " + value[1])  # which stays what it was
        (start / name).write_bytes(content[:value.start()] + new + patches)
        varied.append(name)
    return varied


def speed(path):
    """The largest component of the velocities that a file names, inside or on patches [m/s]."""
    found = re.findall(rb"uniform\s+\(([^()]*)\)", path.read_bytes())
    return max((abs(float(x)) for vector in found for x in vector.split()), default=0.0)


def rounding(largest):
    """The fields that are nothing but rounding: all of a flow at rest, a pressure beside that of the flow or the weight.
    largest: {name: the largest magnitude of a field in either program}."""
    U = largest.get("U", math.inf)
    names = {"U", "phi", "rhoPhi"} if U < REST else set()
    scale = max(U**2, largest.get("p_rgh", 0)) if U >= REST else max(REST, largest.get("p_rgh", 0))
    return {name for name in names | {"p"} if name in largest and (name != "p" or largest[name] < ROUNDING * scale or largest[name] < REST)}


def late(case):
    """The fields of scalarTransport: v1912 writes a time before its function objects have run, so that they are those of the step before."""
    names = set()
    for path in (pathlib.Path(case) / "system").iterdir():
        content = path.read_text(errors="replace") if path.is_file() else ""
        if re.search(r"\bscalarTransport\b", content):
            names |= set(re.findall(r"\bscalarTransport\s*;[^}]*?\bfield\s+(\w+)\s*;", content)) or {"s"}
    return names
