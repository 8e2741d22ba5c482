# SPDX-License-Identifier: BSD-3-Clause
"""A case of one block of equal cells, written from nothing: the flows with exact solutions are computed in such a one."""
import pathlib

import numpy as np

HEADER = "FoamFile {{ version 2.0; format ascii; class {0}; object {1}; }}\n"
#: the corners of each side of the block, as blockMesh numbers them
SIDES = {"x0": "(0 4 7 3)", "x1": "(1 2 6 5)", "y0": "(0 1 5 4)", "y1": "(3 7 6 2)", "z0": "(0 3 2 1)", "z1": "(4 5 6 7)"}
PERIODIC = {side: f"type cyclic; neighbourPatch {side[0]}{1 - int(side[1])};" for side in SIDES}
DIMENSIONS = {"U": "[0 1 -1 0 0 0 0]", "p": "[0 2 -2 0 0 0 0]", "k": "[0 2 -2 0 0 0 0]", "epsilon": "[0 2 -3 0 0 0 0]",
              "omega": "[0 0 -1 0 0 0 0]", "nut": "[0 2 -1 0 0 0 0]", "nuTilda": "[0 2 -1 0 0 0 0]", "p_rgh": "[1 -1 -2 0 0 0 0]",
              "alpha.water": "[0 0 0 0 0 0 0]"}
SCHEMES = {
    "gradSchemes": "default Gauss linear;",
    "divSchemes": "default Gauss linear;",
    "laplacianSchemes": "default Gauss linear corrected;",
    "interpolationSchemes": "default linear;",
    "snGradSchemes": "default corrected;",
}
NEWTONIAN = "transportModel Newtonian; nu [0 2 -1 0 0 0 0] {};\n"


def centres(size, cells):
    """Middles of the cells [n, 3] in the order of the block: along x first."""
    axes = [(np.arange(n) + 0.5) * length / n for length, n in zip(size, cells)]
    z, y, x = np.meshgrid(*axes[::-1], indexing="ij")
    return np.stack([x.ravel(), y.ravel(), z.ravel()], axis=1)


def _mesh(size, cells, sides):
    x, y, z = (f"{v:.17g}" for v in size)
    corners = " ".join(f"({i} {j} {k})" for k in ("0", z) for i, j in (("0", "0"), (x, "0"), (x, y), ("0", y)))
    patches = "".join(f"    {side} {{ {sides[side]} faces ({SIDES[side]}); }}\n" for side in SIDES)
    return (f"vertices ({corners});\nblocks (hex (0 1 2 3 4 5 6 7) ({' '.join(map(str, cells))}) simpleGrading (1 1 1));\n"
            f"boundary\n(\n{patches});\n")


def field(name, values, sides, conditions):
    """A field's file. values: a number or vector, or one for each cell; conditions: {side: text}, or else what the mesh says of the side."""
    values = np.atleast_1d(np.asarray(values, dtype=float))
    vector = values.shape[-1] == 3
    texts = [("({:.17g} {:.17g} {:.17g})".format(*row) if vector else f"{row[0]:.17g}") for row in values.reshape(-1, 3 if vector else 1)]
    kind = "vector" if vector else "scalar"
    inside = f"uniform {texts[0]}" if len(texts) == 1 else f"nonuniform List<{kind}>\n{len(texts)}\n(\n" + "\n".join(texts) + "\n)"
    boundary = "".join(f"    {side} {{ {conditions.get(side) or sides[side].split(';')[0] + ';'} }}\n" for side in SIDES)
    return (HEADER.format(f"vol{kind.capitalize()}Field", name) + f"dimensions {DIMENSIONS[name]};\ninternalField {inside};\n"
            f"boundaryField\n{{\n{boundary}}}\n")


def write(target, size, cells, sides, fields, *, control, solvers, ddt, files, schemes=None):
    """Writes a case. sides: {x0, x1, ..., z1: what blockMeshDict says of the patch}; fields: {name: (values, {side: condition})};
    control, solvers: entries of controlDict and text of fvSolution; files: {path: text} of what else there is."""
    target = pathlib.Path(target)
    texts = {
        "system/blockMeshDict": _mesh(size, cells, sides),
        "system/controlDict": "startFrom latestTime; startTime 0; stopAt endTime; writeControl runTime; writeFormat binary; timePrecision 12;\n" + control,
        "system/fvSchemes": f"ddtSchemes {{ default {ddt}; }}\n" + "".join(
            f"{group} {{ {text} }}\n" for group, text in {**SCHEMES, **(schemes or {})}.items()),
        "system/fvSolution": solvers,
        **files,
    }
    for path, text in texts.items():
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        kind = {"constant/g": "uniformDimensionedVectorField", "0/sigma": "volSymmTensorField"}.get(path, "dictionary")
        (target / path).write_text(HEADER.format(kind, pathlib.Path(path).name) + text)
    (target / "0").mkdir(exist_ok=True)
    for name, (values, conditions) in fields.items():
        (target / "0" / name).write_text(field(name, values, sides, conditions))
    return target
