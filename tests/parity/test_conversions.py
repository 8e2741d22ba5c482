# SPDX-License-Identifier: BSD-3-Clause
"""fluentMeshToFoam, fluent3DMeshToFoam, setsToZones and createZeroDirectory make what OpenFOAM v1912's tools of these names make."""
import pathlib
import re
import shutil

import pytest

import examples
import foam
import poly_mesh
from test_mesh_tools_points import BOX, both, header, twins  # noqa: F401

ELBOW = "incompressible/icoFoam/elbow"


@pytest.mark.parametrize("options", [(), ("-scale", "0.001"), ("-2D", "3", "-scale", "2")], ids=str)
def test_fluent_mesh_of_two_dimensions(tmp_path, eagre, options):
    ours, theirs = (foam.copy_example(ELBOW, tmp_path / name) for name in ("ours", "theirs"))
    foam.run(["bash", "-c", f"cd {theirs} && /usr/bin/fluentMeshToFoam elbow.msh " + " ".join(options)])
    foam.run(["bash", "-c", f"cd {ours} && {eagre} fluentMeshToFoam elbow.msh " + " ".join(options)])
    assert poly_mesh.differences(ours, theirs, 1e-9) == []


@pytest.mark.parametrize("tool", ["fluentMeshToFoam", "fluent3DMeshToFoam"])
def test_fluent_mesh_of_three_dimensions(twins, eagre, tool):  # noqa: F811
    ours, theirs = twins(BOX)
    foam.openfoam("foamMeshToFluent", theirs)
    mesh = next((theirs / "fluentInterface").glob("*.msh"))
    for case, command in ((ours, eagre), (theirs, None)):
        shutil.copy(mesh, case / "box.msh")
        shutil.rmtree(case / "constant/polyMesh")
        program = f"{eagre} {tool}" if command else f"/usr/bin/{tool}"
        foam.run(["bash", "-c", f"cd {case} && {program} box.msh"])
    assert poly_mesh.differences(ours, theirs, 1e-9) == []


SETS = """actions (
    { name c0; type cellSet; action new; source boxToCell; sourceInfo { box (0.5 0.2 -1) (1.6 0.7 0.3); } }
    { name water; type cellSet; action new; source boxToCell; sourceInfo { box (-1 -1 -1) (1 2 2); } }
    { name p0; type pointSet; action new; source boxToPoint; sourceInfo { box (0.5 0.2 -1) (1.6 0.7 0.3); } }
    { name f0; type faceSet; action new; source cellToFace; sourceInfo { set c0; option all; } }
    { name inside; type faceSet; action new; source cellToFace; sourceInfo { set c0; option both; } }
    { name f0; type faceSet; action subtract; source faceToFace; sourceInfo { set inside; } }
    { name inside; type faceSet; action remove; }
    { name f0SlaveCells; type cellSet; action new; source cellToCell; sourceInfo { set c0; } }
);"""


@pytest.mark.parametrize("options", [(), ("-noFlipMap",)], ids=str)
def test_sets_to_zones(twins, eagre, options):  # noqa: F811
    ours, theirs = twins(BOX, topoSetDict=SETS)
    both(eagre, "setsToZones", ours, theirs, *options)
    mesh = poly_mesh.PolyMesh(ours)
    assert "c0" in mesh.cell_zones and "water" in mesh.cell_zones and "f0" in mesh.face_zones and "p0" in mesh.point_zones
    assert ("f0SlaveCells" in mesh.cell_zones) == bool(options)
    assert poly_mesh.differences(ours, theirs) == []


CONDITIONS = """
initialConditions { U uniform (0 0 0); p uniform 0; k uniform 0.125; epsilon uniform 0.25; omega uniform 3; nut uniform 0; }
boundaryConditions
{
    all { category wall; patches (".*"); type noSlip; options { wallFunction %(wall)s; motion stationary; }
          values { k $:initialConditions.k; epsilon $:initialConditions.epsilon; omega $:initialConditions.omega; nut uniform 0; } }
    entry { category inlet; patches (left); type subSonic; options { flowSpecification %(inlet)s; }
            values { U uniform (1 0 0); p uniform 5; k uniform 0.5; epsilon uniform 0.75; omega uniform 5; nut uniform 0; volumetricFlowRate 2; } }
    exit { category outlet; patches (right); type subSonic; options { returnFlow %(outlet)s; }
           values { U uniform (0 0 0); p uniform 6; k uniform 0.5; epsilon uniform 0.75; omega uniform 5; nut uniform 0; } }
    glass { category wall; patches (back); type slip; values { nut uniform 0; } }
    cover { category wall; patches (front); type noSlip; options { wallFunction %(wall)s; motion %(motion)s; }
            values { U uniform (2 0 0); k uniform 0.125; epsilon uniform 0.25; omega uniform 7; nut uniform 0; } }
}
"""
CHOICES = [("icoFoam", "", "highReynolds", "fixedVelocity", "default", "moving"), ("pisoFoam", "kEpsilon", "highReynolds", "flowRate", "wall", "moving"),
           ("pisoFoam", "kOmegaSST", "lowReynolds", "fixedTotalPressure", "atmosphere", "movingMesh"),
           ("pisoFoam", "kOmega", "highReynolds", "fixedPressure", "default", "stationary"), ("pisoFoam", "", "lowReynolds", "fixedVelocity", "wall", "moving")]


def conditions(path):
    """{patch: entries}, dimensions and internal values of a field's file."""
    text = re.sub(r"//[^\n]*|/\*.*?\*/", "", path.read_text(), flags=re.S)
    text = re.sub(r"\s+", " ", re.sub(r"([][()])", r" \1 ", text))
    text = re.sub(r"(?<= )-?\d[\d.]*(e-?\d+)?(?=[ ;])", lambda m: f"{float(m[0]):g}", text)
    head, boundary = text.split("boundaryField", 1)
    patches = {name: {e.split()[0]: " ".join(e.split()[1:]) for e in body.split(";") if e.strip()}
               for name, body in re.findall(r"([\w.]+)\s*\{([^}]*)\}", boundary[boundary.index("{") + 1:])}
    for entries in patches.values():
        if entries["type"] in ("empty", "wedge"):
            entries.pop("value", None)  # v1912 writes one, and no program reads it
    return patches, re.findall(r"(?:class|dimensions|internalField)\s+([^;]+);", head)


@pytest.mark.parametrize("solver,model,wall,inlet,outlet,motion", CHOICES, ids=["-".join(filter(None, choice)) for choice in CHOICES])
def test_create_zero_directory(twins, eagre, solver, model, wall, inlet, outlet, motion):  # noqa: F811
    block = BOX if solver == "pisoFoam" else BOX.replace("back { type patch", "back { type empty")
    ours, theirs = twins(block, caseProperties=CONDITIONS % dict(wall=wall, inlet=inlet, outlet=outlet, motion=motion))
    for case in (ours, theirs):
        foam.append(case, "system/controlDict", f"application {solver};")
        text = f"simulationType RAS; RAS {{ RASModel {model}; turbulence on; }}" if model else "simulationType laminar;"
        (case / "constant/turbulenceProperties").write_text(header("turbulenceProperties") + text)
    both(eagre, "createZeroDirectory", ours, theirs)
    names = sorted(p.name for p in (theirs / "0").iterdir())
    assert names == sorted(p.name for p in (ours / "0").iterdir()) and len(names) == (5 if model else 2)
    for name in names:
        assert conditions(ours / "0" / name) == conditions(theirs / "0" / name), name
    assert poly_mesh.differences(ours, theirs) == []  # types of patches too


@pytest.mark.parametrize("example", [ELBOW, "multiphase/interFoam/laminar/mixerVessel2D", "preProcessing/createZeroDirectory/cavity"])
def test_examples_prepare_themselves(tmp_path, eagre, example):
    """The three examples whose scripts name these tools, on a PATH without OpenFOAM's."""
    case = examples.copy(pathlib.Path(example), tmp_path)
    path = examples.Path(tmp_path / "path", eagre.parent)
    foam.append(case, "system/controlDict", "writeControl timeStep; writeInterval 1; stopAt nextWrite;")
    log = foam.run(path.of(eagre, "run", case)).stdout
    assert path.called() == [] and re.search(r"Preparing the case: (fluentMeshToFoam|setsToZones|createZeroDirectory)", log)
    assert "nothing in Eagre reads" not in log
