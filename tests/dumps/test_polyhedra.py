# SPDX-License-Identifier: BSD-3-Clause
"""Meshes of polyhedra: VTK's own reader opens their dumps, and runs continue from them."""
import re
import shutil

import numpy as np
import pytest
import pyvista

import dumps
import foam
import own

AREAS = {"walls": 56.64, "atmosphere": 15.04}
VOLUME = 30.08
POLYHEDRON = pyvista.CellType.POLYHEDRON


def refine(case, box):
    """Makes the mesh and splits the cells in a box: those beside it, whose faces are divided, are polyhedra, convex and with plane
    faces."""
    (case / "system" / "topoSetDict").write_text(
        "FoamFile { version 2.0; format ascii; class dictionary; object topoSetDict; }\n"
        "actions ({ name refined; type cellSet; action new; source boxToCell; sourceInfo { box %s; } });\n" % box)
    foam.openfoam("blockMesh", case)
    foam.openfoam("topoSet", case)
    foam.openfoam("refineHexMesh", case, "-overwrite", "refined")
    return case


def dam_break(case):
    """cases/damBreak3D on a tenth of the cells in each direction, refined around the breach."""
    own.copy("damBreak3D", case)
    own.fewer_cells(case, 10)
    foam.append(case, "system/controlDict", "adjustTimeStep no; deltaT 0.005; writeControl timeStep; writeInterval 2; endTime 0.02; "
                "writeFormat binary; writePrecision 16;")
    return refine(case, "(1.5 0.5 0) (3.1 2.5 1.1)")


def cavity(case):
    """cases/cavity as a cube, refined in its middle."""
    own.copy("cavity", case)
    path = case / "system" / "blockMeshDict"
    path.write_text(path.read_text().replace("0.1)", "1)").replace("(20 20 1)", "(8 8 8)").replace("type empty", "type wall"))
    for field, condition in (("U", "noSlip"), ("p", "zeroGradient")):
        foam.append(case, f"0/{field}", "boundaryField { frontAndBack { type %s; } }" % condition)
    foam.append(case, "system/fvSchemes", "laplacianSchemes { default Gauss linear corrected; } snGradSchemes { default corrected; }")
    foam.append(case, "system/fvSolution", "solvers { p { tolerance 1e-12; relTol 0; } pFinal { tolerance 1e-12; } U { tolerance 1e-12; } }")
    foam.append(case, "system/controlDict", "writeInterval 5; endTime 0.05;")
    return refine(case, "(0.02 0.02 0.02) (0.06 0.07 0.08)")


@pytest.fixture(scope="module")
def dumped(tmp_path_factory, eagre):
    case = dam_break(tmp_path_factory.mktemp("polyhedra") / "refined")
    return case, dumps.run(eagre, case, ranks=2)


def stated_fraction(log):
    return float(re.findall(r"^Phase-1 volume fraction = (\S+)", log, re.M)[-1])


def test_the_series_opens(dumped):
    case, log = dumped
    reader = pyvista.get_reader(case / "dumps" / "refined.vtkhdf.series")
    assert reader.time_values == pytest.approx([0.01, 0.02], abs=1e-12)
    reader.set_active_time_value(0.02)
    grid = reader.read()
    assert grid.n_cells == 869 and np.count_nonzero(grid.celltypes == POLYHEDRON) == 95
    assert "95 cells are polyhedra: ParaView opens the dumps from 6.1 on" in log
    volume = grid.compute_cell_sizes()["Volume"]
    assert volume.min() > 0 and volume.sum() == pytest.approx(VOLUME, rel=1e-12)
    assert volume @ grid.cell_data["alpha.water"] / VOLUME == pytest.approx(stated_fraction(log), rel=1e-12)


def test_areas_of_the_patches(dumped):
    case, _ = dumped
    patches = pyvista.get_reader(case / "dumps" / "refined.patches.xdmf").read()
    areas = {name: patches[name].compute_cell_sizes()["Area"].sum() for name in patches.keys()}
    assert areas == pytest.approx(AREAS, rel=1e-12)


def volumes_by_openfoam(grid):
    """Volumes of the polyhedra as OpenFOAM computes them (triangles about the mean of a face's points, pyramids about the mean of
    the faces' centres), from their faces as VTK has read them: these look outward, or a volume would be negative."""
    starts, points = grid.polyhedron_face_offsets, grid.polyhedron_face_connectivity
    cells, faces = grid.polyhedron_face_location_offsets, grid.polyhedron_face_location_connectivity
    volumes = {}
    for cell in np.flatnonzero(grid.celltypes == POLYHEDRON):
        areas, centres = [], []
        for face in faces[cells[cell]:cells[cell + 1]]:
            corners = grid.points[points[starts[face]:starts[face + 1]]]
            following, mean = np.roll(corners, -1, axis=0), corners.mean(axis=0)
            triangles = 0.5 * np.cross(following - corners, mean - corners)
            areas.append(triangles.sum(axis=0))
            weights = np.linalg.norm(triangles, axis=1)
            centres.append(weights @ (corners + following + mean) / (3 * weights.sum()))
        middle = np.mean(centres, axis=0)
        volumes[cell] = sum(a @ (c - middle) for a, c in zip(areas, centres)) / 3
    return volumes


def test_polyhedra_with_warped_faces(eagre, tmp_path):
    """The dual of such a mesh has all sorts of cells. VTK takes polyhedra to be convex when it computes volumes, which these are not,
    but it has their faces."""
    case = dam_break(tmp_path / "dual")
    foam.openfoam("polyDualMesh", case, "-overwrite", "75")
    log = dumps.run(eagre, case, ranks=2)
    grid = pyvista.read(case / "dumps" / "0.02.vtkhdf")
    kinds = set(grid.celltypes)
    assert POLYHEDRON in kinds and pyvista.CellType.WEDGE not in kinds and len(kinds) > 2
    volume = grid.compute_cell_sizes()["Volume"]
    for cell, exact in volumes_by_openfoam(grid).items():
        assert exact > 0
        volume[cell] = exact
    assert volume.sum() == pytest.approx(VOLUME, rel=1e-12)
    assert volume @ grid.cell_data["alpha.water"] / VOLUME == pytest.approx(stated_fraction(log), rel=1e-9)
    patches = pyvista.get_reader(case / "dumps" / "dual.patches.xdmf").read()
    shapes = set(np.concatenate([patches[name].celltypes for name in patches.keys()]))
    assert pyvista.CellType.QUAD in shapes and len(shapes) > 1
    assert {name: patches[name].compute_cell_sizes()["Area"].sum() for name in patches.keys()} == pytest.approx(AREAS, rel=1e-12)


@pytest.fixture(scope="module")
def whole_run(tmp_path_factory, eagre):
    case = cavity(tmp_path_factory.mktemp("polyhedra") / "cavity")
    dumps.run(eagre, case, ranks=2)
    return case


@pytest.mark.parametrize("ranks, tolerance", [(2, 0), (1, 1e-9), (3, 1e-9)])
def test_a_run_continues(eagre, whole_run, tmp_path, ranks, tolerance):
    case = tmp_path / "cavity"
    shutil.copytree(whole_run, case)
    (case / "dumps" / "0.05.vtkhdf").unlink()
    log = dumps.run(eagre, case, "--from", "0.025", ranks=ranks)
    assert "Continuing from the dump of time 0.025" in log
    whole, part = (pyvista.read(c / "dumps" / "0.05.vtkhdf") for c in (whole_run, case))
    assert np.count_nonzero(part.celltypes == POLYHEDRON) > 50
    for field in ("U", "p"):
        difference = np.abs(part.cell_data[field] - whole.cell_data[field]).max()
        assert difference <= tolerance * np.abs(whole.cell_data[field]).max(), field


def test_in_bunches(eagre, whole_run, tmp_path):
    """The whole has its polyhedra and is what one file is; the file of a bunch, opened alone, has them as convex sets of points."""
    case = tmp_path / "cavity"
    shutil.copytree(whole_run, case)
    shutil.rmtree(case / "dumps")
    foam.append(case, "system/controlDict", "dump { bunch 1; }")
    dumps.run(eagre, case, ranks=2)
    one, whole = (pyvista.read(c / "dumps" / "0.05.vtkhdf") for c in (whole_run, case))
    assert np.array_equal(whole.celltypes, one.celltypes) and np.count_nonzero(whole.celltypes == POLYHEDRON) > 50
    parts = [pyvista.read(case / "dumps" / f"0.05.{b}of2.vtkhdf") for b in (0, 1)]
    for field in ("U", "p"):
        assert np.array_equal(whole.cell_data[field], one.cell_data[field]), field
        assert np.array_equal(np.concatenate([part.cell_data[field] for part in parts]), one.cell_data[field]), field
    types = np.concatenate([part.celltypes for part in parts])
    assert np.array_equal(types == pyvista.CellType.CONVEX_POINT_SET, one.celltypes == POLYHEDRON)
    patches = [pyvista.get_reader(c / "dumps" / "cavity.patches.xdmf").read() for c in (whole_run, case)]
    for name in patches[0].keys():
        assert np.array_equal(patches[0][name].cell_data["U"], patches[1][name].cell_data["U"]), name
    (case / "dumps" / "0.05.vtkhdf").unlink()
    assert "Continuing from the dump of time 0.025" in dumps.run(eagre, case, "--from", "0.025", ranks=3)


def test_extract_is_what_the_writer_writes(eagre, tmp_path):
    """Cells own from none to many faces here, which stand in another order in a dump."""
    case = cavity(tmp_path / "cavity")
    foam.append(case, "system/controlDict", "writeFormat ascii; writePrecision 17;")
    dumps.run(eagre, case, ranks=3, dump="both")
    written = tmp_path / "written"
    for time in dumps.names(case):
        shutil.move(case / time, written / time)
        foam.run([eagre, "extract", case, "--time", time])
        dumps.same_directories(written / time, case / time)
