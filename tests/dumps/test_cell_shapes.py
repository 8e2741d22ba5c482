# SPDX-License-Identifier: BSD-3-Clause
"""A dump of cells of every shape: VTK's own reader and filters find their volumes, positive."""

import numpy as np
import pytest
import pyvista

import dumps
import foam
import own

# A block of 2 x 1 x 1: a hexahedron, and from x = 0 to 1 two pyramids and two tetrahedra, or two wedges. Of each cell its points and
# its volume.
POINTS = [(0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0), (1, 1, 0), (2, 1, 0),
          (0, 0, 1), (1, 0, 1), (2, 0, 1), (0, 1, 1), (1, 1, 1), (2, 1, 1)]
FACES = {"hexahedron": [(0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)],
         "wedge": [(0, 2, 1), (3, 4, 5), (0, 1, 4, 3), (1, 2, 5, 4), (2, 0, 3, 5)],
         "pyramid": [(0, 3, 2, 1), (0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4)],
         "tetrahedron": [(0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2)]}
HEXAHEDRON = ("hexahedron", (1, 2, 5, 4, 7, 8, 11, 10), 1)
SPLIT = {"pyramids": [HEXAHEDRON, ("pyramid", (1, 7, 10, 4, 0), 1 / 3), ("pyramid", (3, 4, 10, 9, 0), 1 / 3),
                      ("tetrahedron", (0, 6, 7, 10), 1 / 6), ("tetrahedron", (0, 9, 6, 10), 1 / 6)],
         "wedges": [HEXAHEDRON, ("wedge", (0, 1, 4, 6, 7, 10), 0.5), ("wedge", (0, 4, 3, 6, 10, 9), 0.5)]}
TYPES = {"hexahedron": 12, "wedge": 13, "pyramid": 14, "tetrahedron": 10}


def header(kind, name):
    return f"FoamFile {{ version 2.0; format ascii; class {kind}; object {name}; }}\n"


def listed(values):
    return f"{len(values)}\n(\n" + "\n".join(values) + "\n)\n"


def write_mesh(directory, cells):
    """OpenFOAM's files of a mesh: internal faces in upper-triangular order, then all others as one wall."""
    found = {}
    for number, (shape, points, _) in enumerate(cells):
        for face in FACES[shape]:
            ids = [points[i] for i in face]
            found.setdefault(frozenset(ids), []).append((number, ids))
    inside = sorted(((a[0], b[0]), a[1]) for a, b in (f for f in found.values() if len(f) == 2))
    outside = sorted(f[0] for f in found.values() if len(f) == 1)
    faces = [ids for _, ids in inside] + [ids for _, ids in outside]
    owner = [pair[0] for pair, _ in inside] + [number for number, _ in outside]
    directory.mkdir(parents=True)
    files = {"points": ("vectorField", ["(%g %g %g)" % p for p in POINTS]),
             "faces": ("faceList", ["%d(%s)" % (len(f), " ".join(map(str, f))) for f in faces]),
             "owner": ("labelList", [str(c) for c in owner]),
             "neighbour": ("labelList", [str(pair[1]) for pair, _ in inside])}
    for name, (kind, values) in files.items():
        (directory / name).write_text(header(kind, name) + listed(values))
    (directory / "boundary").write_text(
        header("polyBoundaryMesh", "boundary")
        + f"1\n(\n walls {{ type wall; nFaces {len(outside)}; startFace {len(inside)}; }}\n)\n")


@pytest.mark.parametrize("cells", SPLIT.values(), ids=SPLIT.keys())
def test_volumes(eagre, tmp_path, cells):
    case = tmp_path / "block"
    own.copy("cavity", case)
    (case / "system" / "blockMeshDict").unlink()
    write_mesh(case / "constant" / "polyMesh", cells)
    for field, condition in (("U", "type fixedValue; value uniform (1 0 0);"), ("p", "type zeroGradient;")):
        path = case / "0" / field
        text = path.read_text()
        path.write_text(text[:text.index("boundaryField")] + "boundaryField { walls { %s } }\n" % condition)
    foam.append(case, "system/controlDict", "deltaT 1e-3; endTime 1e-3; writeInterval 1;")
    foam.append(case, "system/fvSchemes", "laplacianSchemes { default Gauss linear corrected; } snGradSchemes { default corrected; }")
    dumps.run(eagre, case)
    grid = pyvista.read(case / "dumps" / "0.001.vtkhdf")
    assert [int(t) for t in grid.celltypes] == [TYPES[shape] for shape, _, _ in cells]
    volumes = grid.compute_cell_sizes()["Volume"]
    # Since 9.7 VTK's filters take a wedge's points the other way round; its reader of OpenFOAM cases does not.
    signs = np.where((grid.celltypes == TYPES["wedge"]) & (pyvista.vtk_version_info >= (9, 7)), -1, 1)
    assert np.allclose(signs * volumes, [volume for _, _, volume in cells], rtol=1e-12)
    surface = pyvista.get_reader(case / "dumps" / "block.patches.xdmf").read()  # of one patch: no blocks
    assert surface.compute_cell_sizes()["Area"].sum() == pytest.approx(10, rel=1e-12)
