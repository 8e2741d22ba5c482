# SPDX-License-Identifier: BSD-3-Clause
"""Meshes that are refined during the run (dynamicRefineFvMesh): beside OpenFOAM, whose faces are slanted where cells of two sizes meet, step after
step; and what must hold without it. The numbers of cells differ, so that cells are compared by their places."""
import shutil

import numpy as np
import pytest

import foam
import poly_mesh

EXAMPLE = "multiphase/interFoam/laminar/damBreakWithObstacle"
TIGHT = "".join(f"{name} {{ solver PCG; preconditioner DIC; tolerance 1e-14; relTol 0; maxIter 2000; }} " for name in ("p_rgh", "p_rghFinal", '"pcorr.*"'))
TIGHT += '"(k|omega|U).*" { solver smoothSolver; smoother symGaussSeidel; tolerance 1e-14; relTol 0; maxIter 200; } '
K_OMEGA_SST = """FoamFile { version 2.0; format ascii; class dictionary; object turbulenceProperties; }
simulationType RAS; RAS { RASModel kOmegaSST; turbulence on; printCoeffs on; }"""
ISO = """solvers { "alpha.water.*" { nAlphaCorr 1; nAlphaSubCycles 1; cAlpha 1; isoFaceTol 1e-8; surfCellTol 1e-8; nAlphaBounds 3; snapTol 1e-12;
clip true; } }"""
FIELDS = ("alpha.water", "p_rgh", "U", "cellLevel")


def make(case, steps, application="interFoam", turbulent=False, cells=8, deltaT=0.008):
    """The example on few cells, with steps of one length: the front falls, cells follow it and are put together behind it."""
    foam.copy_example(EXAMPLE, case)
    mesh = case / "system" / "blockMeshDict"
    mesh.write_text(mesh.read_text().replace("(32 32 32)", f"({cells} {cells} {cells})"))
    foam.append(case, "system/controlDict", f"application {application}; adjustTimeStep no; deltaT {deltaT}; endTime {deltaT * steps:g}; "
                                            f"writeControl timeStep; writeInterval {steps // 2}; writePrecision 17;")
    foam.append(case, "system/fvSolution", f"solvers {{ {TIGHT} }}")
    if turbulent:
        (case / "constant" / "turbulenceProperties").write_text(K_OMEGA_SST)
    if application == "interIsoFoam":
        foam.append(case, "system/fvSolution", ISO)
    return case


def make_junction(case, steps, turbulent, functions=False):
    """pimpleFoam's TJunction on few cells, from rest: the band of p that is refined moves as the flow starts. Schemes without a limiter: between
    parts of one cell, whose values are the same, v1912's limiter goes by the numbers of the cells."""
    foam.copy_example("incompressible/pimpleFoam/RAS/TJunction", case)
    mesh = case / "system" / "blockMeshDict"
    mesh.write_text(mesh.read_text().replace("(50 5 5)", "(20 2 2)").replace("(5 5 5)", "(2 2 2)").replace("(5 50 5)", "(2 20 2)"))
    foam.append(case, "system/controlDict", f"{'' if functions else '#remove functions'}\nadjustTimeStep no; deltaT 0.004; endTime {0.004 * steps:g}; "
                                            f"writeControl timeStep; writeInterval {steps // 2}; writePrecision 17;")
    foam.append(case, "system/fvSchemes", "divSchemes { div(phi,U) Gauss linear; div(phi,k) Gauss upwind; div(phi,epsilon) Gauss upwind; }")
    foam.append(case, "system/fvSolution", f"solvers {{ {TIGHT.replace('p_rgh', 'p').replace('pcorr.*', 'pcorrFinal')} }}".replace("omega", "epsilon"))
    (case / "constant" / "dynamicMeshDict").write_text(
        "FoamFile { version 2.0; format ascii; class dictionary; object dynamicMeshDict; }\n"
        "dynamicFvMesh dynamicRefineFvMesh; refineInterval 1; field p; lowerRefineLevel 4; upperRefineLevel 5; unrefineLevel 100;\n"
        "nBufferLayers 1; maxRefinement 1; maxCells 20000; correctFluxes ((phi none) (phi_0 none) (Uf none)); dumpLevel true;\n")
    if not turbulent:
        (case / "constant" / "turbulenceProperties").write_text(
            "FoamFile { version 2.0; format ascii; class dictionary; object turbulenceProperties; }\nsimulationType laminar;\n")
    return case


def run(eagre, case, *words):
    return foam.run([eagre, "run", "--log", *words, case]).stdout


def cells(case, time):
    """The cells by their places: the order in which they are sorted, and centres of the boxes around them."""
    mesh = poly_mesh.PolyMesh(case, case / time / "polyMesh")
    low, high = np.full((mesh.n_cells, 3), np.inf), np.full((mesh.n_cells, 3), -np.inf)
    corners = [mesh.points[f] for f in mesh.faces]
    for side in (mesh.owner, mesh.neighbour):
        np.minimum.at(low, side, [c.min(0) for c in corners[:len(side)]])
        np.maximum.at(high, side, [c.max(0) for c in corners[:len(side)]])
    centres = (low + high) / 2
    return np.lexsort(np.round(centres, 9).T), centres, np.prod(high - low, axis=1)


def values(case, time, field):
    return foam.read_field(case / time / field)[0]


def compare(ours, theirs, time, tolerance, fields=FIELDS):
    order, centres, _ = cells(ours, time)
    other, others, _ = cells(theirs, time)
    assert len(order) == len(other), time
    assert np.abs(centres[order] - others[other]).max() < 1e-12
    for field in fields:
        error = foam.relative_l2(values(ours, time, field)[order], values(theirs, time, field)[other])
        assert error < tolerance, (time, field, error)


def choices(log):
    return [line for line in log.splitlines() if line.startswith(("Refined from", "Unrefined from"))]


CASES = [False, True]  # laminar, k-omega SST


def beside_openfoam(tmp_path, eagre, steps, turbulent, interval):
    """The logs of both, which start from one mesh and one state."""
    judge = foam.sound("interFoam")
    if judge is None:
        pytest.skip("no sound OpenFOAM: make judge")
    ours, theirs = make(tmp_path / "ours", steps, turbulent=turbulent), tmp_path / "theirs"
    foam.append(ours, "constant/dynamicMeshDict", f"refineInterval {interval};")
    log = run(eagre, ours)
    shutil.copytree(ours, theirs, ignore=lambda _, names: [n for n in names if n in foam.times(ours) and n != "0"])
    return ours, theirs, choices(log), choices(foam.run([judge, "-case", theirs]).stdout)


@pytest.mark.parametrize("turbulent", CASES)
def test_one_change_beside_openfoam(tmp_path, eagre, turbulent):
    """The step that changes the mesh, from a state that has developed."""
    ours, theirs, log, other = beside_openfoam(tmp_path, eagre, 4, turbulent, 4)
    assert log == other and len(log) == 1
    compare(ours, theirs, "0.032", 1e-7)


@pytest.mark.parametrize("turbulent", CASES)
def test_many_changes_beside_openfoam(tmp_path, eagre, turbulent):
    """Twenty steps, of which each changes the mesh: the same cells are divided and put together. What differs at a limiter grows: 2e-7 of U."""
    ours, theirs, log, other = beside_openfoam(tmp_path, eagre, 20, turbulent, 1)
    assert log == other
    assert any(line.startswith("Unrefined") for line in log)
    compare(ours, theirs, "0.16", 1e-6)


@pytest.mark.parametrize("application, deltaT", [("interFoam", 0.008), ("interIsoFoam", 0.002)])  # clip is not conservative at Courant numbers above 0.5
def test_volume_ranks_and_restart(tmp_path, eagre, application, deltaT):
    """The volume of water is that of the start; other ranks give the same; a run that continues is the one that did not stop."""
    half, end = f"{10 * deltaT:g}", f"{20 * deltaT:g}"
    one, three = (make(tmp_path / name, 20, application, deltaT=deltaT) for name in ("one", "three"))
    run(eagre, one)
    assert sorted(foam.times(one)) == ["0", half, end]
    order, _, volumes = cells(one, end)
    start = values(one, "0", "alpha.water")[:, 0].mean() * volumes.sum()
    water = values(one, end, "alpha.water")
    assert abs((water[:, 0] * volumes).sum() / start - 1) < 1e-12
    assert water.min() > -1e-9 and water.max() < 1 + 1e-6  # MULES leaves 1e-8
    run(eagre, three, "-n", 3)
    compare(three, one, end, 1e-9)
    continued = tmp_path / "continued"
    shutil.copytree(one, continued)
    shutil.rmtree(continued / end)
    run(eagre, continued, "--from", "latest")
    for field in FIELDS:
        assert np.array_equal(values(continued, end, field), values(one, end, field)), field


def test_cell_zones_go_on(tmp_path, eagre):
    """A zone of all cells has all parts of cells, too."""
    case = make(tmp_path / "case", 6)
    mesh = case / "system" / "blockMeshDict"
    mesh.write_text(mesh.read_text().replace("(8 8 8)", "everything (8 8 8)"))
    value = "type volFieldValue; libs (fieldFunctionObjects); operation volIntegrate; fields (alpha.water); writeFields false;"
    foam.append(case, "system/controlDict", f"functions {{ zone {{ {value} regionType cellZone; name everything; }} all {{ {value} regionType all; }} }}")
    log = run(eagre, case, "-n", 2)
    assert "Refined from" in log
    rows = [np.loadtxt(case / "postProcessing" / name / "0" / "volFieldValue.dat") for name in ("zone", "all")]
    assert len(rows[0]) == 6 and np.array_equal(rows[0], rows[1])


def test_openfoam_goes_on_from_our_times(tmp_path, eagre):
    """And puts cells together that we have divided; and we go on from its times."""
    case = make(tmp_path / "case", 20)
    run(eagre, case)
    foam.append(case, "system/controlDict", "startFrom latestTime; endTime 0.2; writeInterval 5;")
    log = foam.openfoam("interFoam", case).stdout
    assert "Unrefined from" in log
    foam.append(case, "system/controlDict", "endTime 0.24;")
    log = run(eagre, case)
    assert "0.2/polyMesh: cells that are refined there already are not put together again" in log
    assert "Refined from" in log


ONE_FLUID = {False: ("p", "U", "cellLevel"), True: ("p", "U", "k", "epsilon", "nut", "cellLevel")}


@pytest.mark.parametrize("turbulent", ONE_FLUID)
def test_pimple_beside_openfoam(tmp_path, eagre, turbulent):
    """Twenty steps in which cells are divided and put together, laminar and with k-epsilon; an outlet (inletOutlet) through which fluid comes in."""
    ours, theirs = make_junction(tmp_path / "ours", 20, turbulent), tmp_path / "theirs"
    log = run(eagre, ours)
    shutil.copytree(ours, theirs, ignore=lambda _, names: [n for n in names if n in foam.times(ours) and n != "0"])
    assert choices(log) == choices(foam.openfoam("pimpleFoam", theirs).stdout)
    assert sum(line.startswith("Unrefined") for line in choices(log)) >= 4
    for time in ("0.04", "0.08"):
        compare(ours, theirs, time, 1e-9, ONE_FLUID[turbulent])


def test_transported_scalar_decides(tmp_path, eagre):
    """scalarTransport of the example, by whose field the mesh is refined, as public cases of jets have it. A time of OpenFOAM has the scalar of the
    step before."""
    ours, theirs = make_junction(tmp_path / "ours", 20, True, functions=True), tmp_path / "theirs"
    foam.append(ours, "system/fvSchemes", "divSchemes { div(phi,s) Gauss upwind; }")
    foam.append(ours, "system/fvSolution", "solvers { s { solver PBiCGStab; preconditioner DILU; tolerance 1e-14; relTol 0; } }")
    foam.append(ours, "constant/dynamicMeshDict", "refineInterval 5; field s; lowerRefineLevel 0.03; upperRefineLevel 0.05; unrefineLevel 10;")
    log = run(eagre, ours)
    shutil.copytree(ours, theirs, ignore=lambda _, names: [n for n in names if n in foam.times(ours) and n != "0"])
    foam.append(theirs, "system/controlDict", "endTime 0.084; writeInterval 1;")
    assert choices(log) == choices(foam.openfoam("pimpleFoam", theirs).stdout) and len(choices(log)) >= 2
    compare(ours, theirs, "0.08", 1e-9, ("p", "U"))
    (theirs / "0.084" / "s").rename(theirs / "0.08" / "s")
    compare(ours, theirs, "0.08", 1e-9, ("s",))


def test_pimple_ranks_and_restart(tmp_path, eagre):
    one, three = (make_junction(tmp_path / name, 20, True) for name in ("one", "three"))
    run(eagre, one)
    run(eagre, three, "-n", 3)
    compare(three, one, "0.08", 1e-9, ONE_FLUID[True])
    continued = tmp_path / "continued"
    shutil.copytree(one, continued)
    shutil.rmtree(continued / "0.08")
    run(eagre, continued, "--from", "latest")
    for field in ONE_FLUID[True]:
        assert np.array_equal(values(continued, "0.08", field), values(one, "0.08", field)), field


def test_pressure_reference_stays_in_its_cell(tmp_path, eagre):
    """pRefCell where nothing fixes p: a cell of the mesh of the start, of which v1912 keeps the number for one of its parts, we for another one."""
    ours, theirs = make_junction(tmp_path / "ours", 4, False), tmp_path / "theirs"
    through = {"inlet": "1 0 0", "outlet1": "0 -0.5 0", "outlet2": "0 0.5 0"}
    foam.append(ours, "0/U", "boundaryField { " + " ".join(f"{patch} {{ type fixedValue; value uniform ({u}); }}" for patch, u in through.items()) + " }")
    foam.append(ours, "0/p", 'boundaryField { ".*" { type zeroGradient; } ' + " ".join(f"{patch} {{ type zeroGradient; }}" for patch in through) + " }")
    foam.append(ours, "system/fvSolution", "PIMPLE { pRefCell 60; pRefValue 7; }")
    foam.append(ours, "constant/dynamicMeshDict", "lowerRefineLevel -1e6; upperRefineLevel 1e6;")  # all cells
    log = run(eagre, ours)
    shutil.copytree(ours, theirs, ignore=lambda _, names: [n for n in names if n in foam.times(ours) and n != "0"])
    assert choices(log) == choices(foam.openfoam("pimpleFoam", theirs).stdout)
    compare(ours, theirs, "0.016", 1e-9, ("U",))
    order, centres, _ = cells(ours, "0.016")
    other, others, _ = cells(theirs, "0.016")
    p, q = values(ours, "0.016", "p")[:, 0], values(theirs, "0.016", "p")[:, 0]
    assert np.ptp(p[order] - q[other]) < 1e-9 * np.ptp(p)
    parts = p[np.abs(centres - others[60]).max(1) < 0.006]  # the cell and those around it
    assert np.abs(parts - 7).min() < 1e-9


def make_flat(case, steps, type_, interval, levels):
    """interFoam's damBreak, two-dimensional, on a quarter of the cells."""
    foam.copy_example("multiphase/interFoam/laminar/damBreak/damBreak", case)
    shutil.copy(case / "0" / "alpha.water.orig", case / "0" / "alpha.water")
    foam.refine(case, 0.5)
    foam.append(case, "system/controlDict", f"adjustTimeStep no; deltaT 0.004; endTime {0.004 * steps:g}; writeControl timeStep; "
                                            f"writeInterval {max(steps // 2, 1)}; writePrecision 17;")
    foam.append(case, "system/fvSolution", f'solvers {{ {TIGHT} "alpha.water.*" {{ tolerance 1e-14; }} }}')
    (case / "constant" / "dynamicMeshDict").write_text(
        f"FoamFile {{ version 2.0; format ascii; class dictionary; object dynamicMeshDict; }}\ndynamicFvMesh {type_};\n{type_}Coeffs\n{{\n"
        f"refineInterval {interval}; field alpha.water; lowerRefineLevel 0.01; upperRefineLevel 0.99; unrefineLevel 10; nBufferLayers 1;\n"
        f"maxRefinement {levels}; maxCells 20000; correctFluxes ((phi none)); dumpLevel true;\n}}\n")
    return case


def test_in_two_dimensions_the_cells_of_openfoam(tmp_path, eagre):
    """v1912 divides the cells between empty patches across, too (and has then wrong gradients): the same ones, seen from the front."""
    ours = make_flat(tmp_path / "ours", 4, "dynamicRefineFvMesh", 4, 1)
    theirs = tmp_path / "theirs"
    assert "dynamicRefineFvMesh on a mesh with empty or wedge patches: cells are divided into four" in run(eagre, ours)
    shutil.copytree(ours, theirs, ignore=lambda _, names: [n for n in names if n in foam.times(ours) and n != "0"])
    foam.openfoam("interFoam", theirs)
    (_, a, _), (_, b, _) = cells(ours, "0.016"), cells(theirs, "0.016")
    front = [np.unique(np.round(centres[:, :2], 9), axis=0) for centres in (a, b)]
    assert len(front[0]) == len(a) < len(b) and np.array_equal(*front)


WEDGE = """vertices ((0 0 0) (0.3 0 -0.013) (0.3 0.4 -0.013) (0 0.4 0) (0.3 0 0.013) (0.3 0.4 0.013));
blocks (hex (0 1 2 3 0 4 5 3) (15 20 1) simpleGrading (1 1 1)); edges (); mergePatchPairs ();
boundary ( walls { type wall; faces ((0 1 4 0) (1 2 5 4)); } atmosphere { type patch; faces ((3 5 2 3)); }
    back { type wedge; faces ((0 3 2 1)); } front { type wedge; faces ((0 4 5 3)); } );"""


def make_wedge(case, steps):
    """A column of water about the axis of a sector, which falls apart, on 300 cells; those at the axis are prisms."""
    make_flat(case, steps, "dynamicRefine2DFvMesh", 1, 2)
    foam.append(case, "system/blockMeshDict", "scale 1; " + WEDGE)
    for field, walls in (("U", "type noSlip"), ("p_rgh", "type fixedFluxPressure; value uniform 0"), ("alpha.water", "type zeroGradient")):
        foam.append(case, f"0/{field}", f"boundaryField {{ walls {{ {walls}; }} back {{ type wedge; }} front {{ type wedge; }} }}")
    foam.append(case, "system/setFieldsDict", "regions ( boxToCell { box (-1 -1 -1) (0.12 0.2 1); fieldValues ( volScalarFieldValue alpha.water 1 ); } );")
    return case
def make_damBreak(case, steps):
    return make_flat(case, steps, "dynamicRefine2DFvMesh", 1, 2)


PERIODIC = """vertices ((0 0 0) (0.3 0 0) (0.3 0.4 0) (0 0.4 0) (0 0 0.01) (0.3 0 0.01) (0.3 0.4 0.01) (0 0.4 0.01));
blocks (hex (0 1 2 3 4 5 6 7) (15 20 1) simpleGrading (1 1 1)); edges (); mergePatchPairs ();
boundary ( walls { type wall; faces ((0 1 5 4)); } atmosphere { type patch; faces ((3 7 6 2)); }
    left { type cyclic; neighbourPatch right; faces ((0 4 7 3)); } right { type cyclic; neighbourPatch left; faces ((1 2 6 5)); }
    defaultFaces { type empty; faces ((0 3 2 1) (4 5 6 7)); } );"""


def make_periodic(case, steps):
    """A column of water at a cyclic patch, which falls apart across it."""
    make_flat(case, steps, "dynamicRefine2DFvMesh", 1, 2)
    foam.append(case, "system/blockMeshDict", "scale 1; " + PERIODIC)
    for field, walls in (("U", "type noSlip"), ("p_rgh", "type fixedFluxPressure; value uniform 0"), ("alpha.water", "type zeroGradient")):
        foam.append(case, f"0/{field}", f"boundaryField {{ walls {{ {walls}; }} left {{ type cyclic; }} right {{ type cyclic; }} }}")
    foam.append(case, "system/setFieldsDict", "regions ( boxToCell { box (-1 -1 -1) (0.1 0.2 1); fieldValues ( volScalarFieldValue alpha.water 1 ); } );")
    return case


@pytest.mark.parametrize("make_case", [make_damBreak, make_wedge, make_periodic], ids=["empty", "wedge", "cyclic"])
def test_two_dimensions(make_case, tmp_path, eagre):
    """Volume, ranks, restart; and a step of OpenFOAM on such a mesh."""
    one, three = (make_case(tmp_path / name, 20) for name in ("one", "three"))
    log = run(eagre, one)
    assert any(line.startswith("Unrefined") for line in choices(log))
    water = [float(line.split()[4]) for line in log.splitlines() if line.startswith("Phase-1 volume fraction")]
    assert abs(water[-1] / water[0] - 1) < 1e-12
    run(eagre, three, "-n", 3)
    compare(three, one, "0.08", 1e-9)
    continued, ours, theirs = (shutil.copytree(one, tmp_path / name) for name in ("continued", "ours", "theirs"))
    shutil.rmtree(continued / "0.08")
    run(eagre, continued, "--from", "latest")
    for field in FIELDS:
        assert np.array_equal(values(continued, "0.08", field), values(one, "0.08", field)), field
    judge = foam.sound("interFoam")
    if judge is None:
        return
    for case in (ours, theirs):  # the mesh of 0.08 as one that stands still
        (case / "constant" / "dynamicMeshDict").unlink()
        shutil.rmtree(case / "constant" / "polyMesh")
        shutil.rmtree(case / "0.04")
        shutil.move(case / "0.08" / "polyMesh", case / "constant" / "polyMesh")
        foam.append(case, "system/controlDict", "startFrom latestTime; endTime 0.084; writeInterval 1;")
    run(eagre, ours)
    foam.run([judge, "-case", theirs])
    for field in ("alpha.water", "p_rgh", "U"):
        assert foam.relative_l2(values(ours, "0.084", field), values(theirs, "0.084", field)) < 1e-10, field


def test_two_dimensions_need_empty_patches(tmp_path, eagre):
    case = make(tmp_path / "case", 2)
    dictionary = case / "constant" / "dynamicMeshDict"
    dictionary.write_text(dictionary.read_text().replace("dynamicRefineFvMesh", "dynamicRefine2DFvMesh"))
    result = foam.run([eagre, "run", case], check=False)
    assert result.returncode == 3 and "'dynamicRefine2DFvMesh' is for a mesh of one cell between empty or wedge patches" in result.stdout


def test_what_is_done_once_a_step_is_said(tmp_path, eagre):
    case = make(tmp_path / "case", 2)
    foam.append(case, "system/fvSolution", "PIMPLE { moveMeshOuterCorrectors yes; }")
    assert "moveMeshOuterCorrectors changes nothing here" in run(eagre, case)


def test_what_cannot_be_refined_is_said_with_what_can(tmp_path, eagre):
    case = make(tmp_path / "case", 2)
    foam.append(case, "constant/dynamicMeshDict", "field alpha.wter;")
    output = foam.run([eagre, "check", case], check=False).stdout
    assert "dynamicMeshDict:" in output and "unknown scalar field 'alpha.wter'; did you mean 'alpha.water'?" in output


def test_jumps_across_cyclic_patches_are_refused(tmp_path, eagre):
    case = make_periodic(tmp_path / "case", 2)
    jump = "type fixedJump; patchType cyclic; jump uniform 1; value uniform 0;"
    foam.append(case, "0/p_rgh", f"boundaryField {{ left {{ {jump} }} right {{ {jump} }} }}")
    output = foam.run([eagre, "check", case], check=False).stdout
    assert "p_rgh: a jump across cyclic patches is not supported on a mesh that is refined during the run" in output


@pytest.mark.parametrize("turbulent, interval", [(False, 1), (True, 3)])
def test_backward_beside_openfoam(tmp_path, eagre, turbulent, interval):
    """Of pimpleFoam: what was in the cells before the last step, and through the faces, goes on to the cells of now. In a second step v1912 has for
    epsilon of the start, in cells at walls, what its wall function has made of it in the first."""
    ours, theirs = make_junction(tmp_path / "ours", 20, turbulent), tmp_path / "theirs"
    foam.append(ours, "system/fvSchemes", "ddtSchemes { default backward; }")
    foam.append(ours, "constant/dynamicMeshDict", f"refineInterval {interval};")
    log = run(eagre, ours)
    shutil.copytree(ours, theirs, ignore=lambda _, names: [n for n in names if n in foam.times(ours) and n != "0"])
    assert choices(log) == choices(foam.openfoam("pimpleFoam", theirs).stdout)
    assert sum(line.startswith("Unrefined") for line in choices(log)) >= 2
    for time in ("0.04", "0.08"):
        compare(ours, theirs, time, 1e-9, ONE_FLUID[turbulent])


def test_backward_of_two_phases_beside_openfoam(tmp_path, eagre):
    """Of interFoam's momentum, whose density has two old levels, too."""
    judge = foam.sound("interFoam")
    if judge is None:
        pytest.skip("no sound OpenFOAM: make judge")
    ours, theirs = make(tmp_path / "ours", 4), tmp_path / "theirs"
    foam.append(ours, "system/fvSchemes", "ddtSchemes { default Euler; ddt(rho,U) backward; ddt(U) backward; }")
    foam.append(ours, "constant/dynamicMeshDict", "refineInterval 3;")
    log = run(eagre, ours)
    shutil.copytree(ours, theirs, ignore=lambda _, names: [n for n in names if n in foam.times(ours) and n != "0"])
    assert choices(log) == choices(foam.run([judge, "-case", theirs]).stdout) and choices(log)
    compare(ours, theirs, "0.032", 1e-7)
    three = make(tmp_path / "three", 4)
    for file in ("system/fvSchemes", "constant/dynamicMeshDict"):
        shutil.copy(ours / file, three / file)
    run(eagre, three, "-n", 3)
    compare(three, ours, "0.032", 1e-9)


@pytest.mark.parametrize("control, message", [('ddtSchemes { default Euler; ddt(rho,U) bounded Euler; ddt(rho) CrankNicolson 0.9; }',
                                               "ddt(rho) must be Euler or backward on a mesh that is refined during the run"),
                                              ("ddtSchemes { default CrankNicolson 0.9; }", "ddt(U) must be Euler or backward on a mesh that is refined"),
                                              ("ddtSchemes { default backward; }", "ddt(alpha) must be Euler on a mesh that is refined during the run")])
def test_other_time_schemes_are_refused(control, message, tmp_path, eagre):
    case = make(tmp_path / "case", 2)
    foam.append(case, "system/fvSchemes", control)
    result = foam.run([eagre, "check", case], check=False)
    assert result.returncode == 3 and message in result.stdout


@pytest.mark.parametrize("density, ddt", [("uniform", "ddt(k) CrankNicolson 0.9;"), ("variable", "ddt(rho,k) CrankNicolson 0.9;"),
                                          ("variable", "ddt(rho,k) bounded steadyState; ddt(rho) CrankNicolson 0.9;")])
def test_other_time_schemes_of_turbulence_are_refused(density, ddt, tmp_path, eagre):
    case = make(tmp_path / "case", 2, turbulent=True)
    foam.append(case, "constant/turbulenceProperties", f"density {density};")
    foam.append(case, "system/fvSchemes", "ddtSchemes { default Euler; %s }" % ddt)
    control = case / "system/controlDict"
    control.write_text("/*---\\\n  Version:  v2206\n\\*---*/\n" + control.read_text())  # v1912 has no density there
    result = foam.run([eagre, "check", case], check=False)
    name = ddt.split("; ")[-1].split()[0]
    assert result.returncode == 3 and f"{name} must be Euler or backward on a mesh that is refined during the run" in result.stdout, result.stdout


MULTI_DIM = """FoamFile { version 2.0; format ascii; class dictionary; object dynamicMeshDict; }
dynamicFvMesh dynamicMultiDimRefineBalancedFvMesh;
adaptCriteria { type composedAdaptCriteria; operation or; criteria (
    interface { type fieldBounds; fieldName alpha.water; lowerBound 0.01; upperBound 0.99; nLayer 1; }
    fluid { type fieldBounds; fieldName alpha.water; lowerBound 0.01; upperBound 0.99; maxCellLevel 1; } ); }
dynamicMultiDimRefineBalancedFvMeshCoeffs { enableBalancing true; allowableImbalance 0.7; field multiCritRefinementField; lowerRefineLevel 0.5; }
refineInterval 1; maxRefinement 2; nBufferLayers 1; maxCells 100000; correctFluxes ((phi none)); dumpLevel true;
"""


@pytest.mark.parametrize("make_case, time", [(make, "0.032"), (make_damBreak, "0.016")], ids=["three", "two"])
def test_the_dictionary_of_multi_dim_amr(make_case, time, tmp_path, eagre):
    """As the library has it: in each cell within the bounds the mesh is as fine as it may be, in two and in three dimensions."""
    case = make_case(tmp_path / "case", 4)
    (case / "constant" / "dynamicMeshDict").write_text(MULTI_DIM)
    log = run(eagre, case)
    assert "dynamicMultiDimRefineBalancedFvMesh of the library multiDimAMR: cells are divided into " in log and "dynamicRefineFvMesh on a mesh" not in log
    alpha, level = values(case, time, "alpha.water")[:, 0], values(case, time, "cellLevel")[:, 0]
    assert set(level) == {0, 1, 2} and (level[(alpha > 0.05) & (alpha < 0.95)] == 2).mean() > 0.8
    water = [float(line.split()[4]) for line in log.splitlines() if line.startswith("Phase-1 volume fraction")]
    assert abs(water[-1] / water[0] - 1) < 1e-12
    for old, new, message in (("operation or", "operation and", "composedAdaptCriteria: not supported but for `or`"),
                              ("maxCellLevel 1", "nLayer 2; maxCellLevel 1", "composedAdaptCriteria: not supported but for `or`"),
                              ("type fieldBounds", "type geometric", "adaptCriteria 'geometric' is not supported; fieldBounds is")):
        (case / "constant" / "dynamicMeshDict").write_text(MULTI_DIM.replace(old, new))
        result = foam.run([eagre, "check", case], check=False)
        assert result.returncode == 3 and message in result.stdout
