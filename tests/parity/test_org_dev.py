# SPDX-License-Identifier: BSD-3-Clause
"""Words of openfoam.org's versions, its dev above all, that other words say as well: the fields are the same (docs/flavours.md)."""
import re
import shutil

import numpy as np
import pytest

import foam
from test_flavours import differing, fields_of, written_for

ZONAL = """internalField
{
    type zonal;
    defaultValue 0;
    zones { column { type box; box (0 0 -1) (0.1461 0.292 1); value 1; } }
}
"""


def dam_break(directory):
    return written_for(directory, "dev", False)


def in_dev_words(case, sub_cycles="nSubCycles polynomial (2);"):
    """setFieldsDict as internalField, pressureInletOutletVelocity without value, sub-cycles as a function."""
    (case / "system" / "setFieldsDict").unlink()
    alpha = case / "0" / "alpha.water"
    alpha.write_text(re.sub(r"internalField.*?;\n", ZONAL, alpha.read_text(), count=1))
    U = case / "0" / "U"
    text = U.read_text()
    shorter = re.sub(r"(type\s+pressureInletOutletVelocity;)\s*value\s+uniform \(0 0 0\);", r"\1", text)
    assert shorter != text
    U.write_text(shorter)
    solution = case / "system" / "fvSolution"
    assert "nSubCycles 2;" in solution.read_text()
    solution.write_text(solution.read_text().replace("nSubCycles 2;", sub_cycles))


def test_initial_fields_by_zones(tmp_path, eagre):
    """internalField { type zonal; .. } is what setFields does; the case's own file is kept in 0.orig."""
    by_tool, by_zones = dam_break(tmp_path / "setFields"), dam_break(tmp_path / "zonal")
    in_dev_words(by_zones)
    foam.run([eagre, "check", by_zones])
    assert "zonal" in (by_zones / "0" / "alpha.water").read_text(), "check writes nothing"
    foam.run([eagre, "run", by_tool])
    foam.run([eagre, "run", by_zones])
    assert not differing(fields_of(by_tool, False), fields_of(by_zones, False))
    assert "zonal" in (by_zones / "0.orig" / "alpha.water").read_text()
    start = foam.read_field(by_zones / "0" / "alpha.water")[0]
    assert set(np.unique(start)) == {0.0, 1.0}


@pytest.mark.parametrize("wrong,message", [("type zonal; zones { }", r"0/alpha.water:\d+: .*'defaultValue' is missing"),
                                           ("type zones; defaultValue 0;", r"0/alpha.water:\d+: unknown type of internalField 'zones'"),
                                           ("type zonal; defaultValue 0; zones { a { type box; box (0 0 0) (1 1 1); } }", r"'value' is missing")])
def test_wrong_initial_functions(tmp_path, eagre, wrong, message):
    case = dam_break(tmp_path / "case")
    alpha = case / "0" / "alpha.water"
    alpha.write_text(re.sub(r"internalField.*?;\n", f"internalField {{ {wrong} }}\n", alpha.read_text(), count=1))
    result = foam.run([eagre, "run", case], check=False)
    assert result.returncode == 3 and re.search(message, result.stdout), result.stdout


def test_sub_cycles_by_the_courant_number(tmp_path, eagre):
    """nSubCycles polynomial (0 20): ceil(20 Co) with the Courant number of the interface that the log has before the step."""
    case = dam_break(tmp_path / "case")
    in_dev_words(case, "nSubCycles polynomial (0 20);")
    log = foam.run([eagre, "run", case]).stdout
    steps = log.split("\nTime = ")
    numbers = []
    for before, step in zip(steps, steps[1:]):
        courant = float(re.findall(r"Interface Courant Number mean: \S+ max: (\S+)", before)[-1])
        cycles = max(1, int(np.ceil(20 * courant)))
        assert len(re.findall(r"^Phase-1 volume fraction", step, re.M)) == cycles, (courant, step[:500])
        numbers.append(cycles)
    assert len(set(numbers)) > 1, numbers


def test_sub_cycles_by_a_function_and_crank_nicolson(tmp_path, eagre):
    case = dam_break(tmp_path / "case")
    in_dev_words(case, "nSubCycles polynomial (0 20);")
    schemes = case / "system" / "fvSchemes"
    schemes.write_text(schemes.read_text().replace("default Euler;", "default CrankNicolson 0.9;"))
    result = foam.run([eagre, "check", case], check=False)
    assert result.returncode == 3 and "sub-cycling" in result.stdout


def test_units_behind_values(tmp_path, eagre):
    """mm, deg and l/s are what they are in SI units; an unknown unit is named."""
    results = []
    for name, sigma, nu in (("SI", "0.07", "1e-06"), ("units", "70 [g/s^2]", "1 [mm^2/s]")):
        case = dam_break(tmp_path / name)
        for file, word, value in (("phaseProperties", "sigma", sigma), ("physicalProperties.water", "nu", nu)):
            path = case / "constant" / file
            path.write_text(re.sub(rf"\b{word} [^;]*;", f"{word} {value};", path.read_text()))
        foam.run([eagre, "run", case])
        results.append(fields_of(case, False))
    assert max(foam.relative_l2(results[1][name], results[0][name]) for name in results[0]) < 1e-9
    path = case / "constant" / "phaseProperties"
    path.write_text(re.sub(r"\[g/s\^2\]", "[stone/s^2]", path.read_text()))
    result = foam.run([eagre, "check", case], check=False)
    assert result.returncode == 3 and re.search(r"phaseProperties:\d+: .*unknown unit 'stone'", result.stdout), result.stdout


def test_block_mesh_with_typed_variables(tmp_path, eagre):
    """`$<scalar>x` and `$file!x` in #calc, `[deg]` and #codeBlock: the mesh is that of the plain numbers."""
    meshes = []
    for name in ("plain", "typed"):
        case = dam_break(tmp_path / name)
        foam.append(case, "system/controlDict", "writeFormat ascii;")
        text = (case / "system" / "blockMeshDict").read_text()
        if name == "typed":
            text, n = re.subn(r"(convertToMeters|scale)\s+0\.146;", r'half 30 [deg];\n#codeBlock\ntwice #calc "2*sin($<scalar>half)";\n'
                              r'#endCodeBlock\n\1 #calc "$<scalar>../system/sizes!width*$<scalar>twice";', text)
            assert n == 1
            (case / "system" / "sizes").write_text("FoamFile { format ascii; class dictionary; object sizes; }\nwidth 0.146;\n")
        (case / "system" / "blockMeshDict").write_text(text)
        foam.run([eagre, "blockMesh", case])
        numbers = re.search(r"\(\s*(\(.*\))\s*\)", (case / "constant" / "polyMesh" / "points").read_text(), re.S)[1]
        meshes.append(np.array(re.findall(r"-?[0-9.]+(?:e-?[0-9]+)?", numbers), dtype=float))
    assert len(meshes[0]) == len(meshes[1]) > 0 and np.abs(meshes[0] - meshes[1]).max() < 1e-12


def test_units_of_a_block_mesh(tmp_path, eagre):
    """`units [cm];` of blockMeshDict is convertToMeters 0.01; what is no length, and both together, are errors."""
    points = []
    for name, words in (("metres", "convertToMeters 0.01;"), ("units", "units [cm];"), ("wrong", "units [kg];")):
        case = dam_break(tmp_path / name)
        path = case / "system" / "blockMeshDict"
        path.write_text(re.sub(r"(convertToMeters|scale)\s+0\.146;", words, path.read_text()))
        result = foam.run([eagre, "blockMesh", case], check=False)
        if name != "wrong":
            points.append((case / "constant" / "polyMesh" / "points").read_bytes())
    assert points[0] == points[1]
    assert result.returncode == 3 and re.search(r"blockMeshDict:\d+: units.*a unit of length", result.stdout), result.stdout
    path.write_text(path.read_text().replace("units [kg];", "units [mm]; scale 2;"))
    result = foam.run([eagre, "blockMesh", case], check=False)
    assert result.returncode == 3 and "units and scale: give one of them" in result.stdout


def test_tutorials_folder_around_the_case(tmp_path, eagre):
    """`blockMesh -dict $FOAM_TUTORIALS/resources/..`: in the folder of tutorials that the case is in."""
    case = dam_break(tmp_path / "tutorials" / "multiphase" / "case")
    resources = tmp_path / "tutorials" / "resources" / "blockMesh"
    resources.mkdir(parents=True)
    shutil.move(case / "system" / "blockMeshDict", resources / "dam")
    (case / "Allrun").write_text("runApplication blockMesh -dict $FOAM_TUTORIALS/resources/blockMesh/dam\nrunApplication setFields\n"
                                 "runApplication foamRun\n")
    foam.run([eagre, "check", case])
    foam.run([eagre, "run", case])
    assert (case / "constant" / "polyMesh" / "points").exists()
    shutil.move(resources / "dam", resources / "other")
    shutil.rmtree(case / "constant" / "polyMesh")
    result = foam.run([eagre, "check", case], check=False)
    assert result.returncode == 3 and "set FOAM_TUTORIALS" in result.stdout, result.stdout


def test_input_of_m4(tmp_path, eagre):
    """`m4 < file > blockMeshDict` of old recipes."""
    case = dam_break(tmp_path / "case")
    text = (case / "system" / "blockMeshDict").read_text()
    (case / "system" / "blockMeshDict.m4").write_text("changequote(<<,>>)define(SIZE, 0.146)dnl\n" + re.sub(r"\b0\.146;", "SIZE;", text))
    (case / "system" / "blockMeshDict").unlink()
    (case / "Allrun").write_text("m4 < system/blockMeshDict.m4 > system/blockMeshDict\nblockMesh\nsetFields\nfoamRun\n")
    foam.run([eagre, "run", case])
    assert (case / "system" / "blockMeshDict").read_text() == text


def test_originals_within_originals(tmp_path, eagre):
    """0.org with alpha1.org in it, which the recipe copies to 0/alpha1: 2.x."""
    case = written_for(tmp_path / "case", "2.2", False)
    (case / "0").rename(case / "0.org")
    (case / "0.org" / "alpha1").rename(case / "0.org" / "alpha1.org")
    (case / "Allrun").write_text("blockMesh\ncp 0/alpha1.org 0/alpha1\nsetFields\ninterFoam\n")
    foam.run([eagre, "check", case])
    foam.run([eagre, "run", case])
    assert foam.times(case)[-1] == "0.06"


def test_arc_by_angle_and_axis(tmp_path, eagre):
    """`arc 1 2 90 (0 0 1)` of openfoam.org 9 and later is the arc through its middle."""
    head = ("FoamFile { version 2.0; format ascii; class dictionary; object blockMeshDict; }\n"
            "vertices ((0 0 0) (1 0 0) (0 1 0) (-1 0 0) (0 0 1) (1 0 1) (0 1 1) (-1 0 1)); blocks (hex (0 1 2 3 4 5 6 7) (5 5 1) simpleGrading (1 1 1));\n")
    meshes = []
    for name, edges in (("point", "arc 1 2 (0.70710678118654752 0.70710678118654752 0) arc 5 6 (0.70710678118654752 0.70710678118654752 1) "
                         "arc 2 3 (0.2 1.3 0) arc 6 7 (0.2 1.3 1)"),
                        ("angle", "arc 1 2 90 (0 0 2) arc 6 5 90 (0 0 -1) arc 2 3 (0.2 1.3 0) arc 6 7 (0.2 1.3 1)")):
        case = dam_break(tmp_path / name)
        foam.append(case, "system/controlDict", "writeFormat ascii;")
        (case / "system" / "blockMeshDict").write_text(head + f"edges ({edges}); boundary ();\n")
        foam.run([eagre, "blockMesh", case])
        numbers = re.search(r"\(\s*(\(.*\))\s*\)", (case / "constant" / "polyMesh" / "points").read_text(), re.S)[1]
        meshes.append(np.array(re.findall(r"-?[0-9.]+(?:e-?[0-9]+)?", numbers), dtype=float))
    assert len(meshes[0]) == len(meshes[1]) > 0 and np.abs(meshes[0] - meshes[1]).max() < 1e-12
    for wrong, message in (("arc 1 2 360 (0 0 1)", "between 0 and 360"), ("arc 1 2 90 (1 0 0)", "normal to the line")):
        (case / "system" / "blockMeshDict").write_text(head + f"edges ({wrong}); boundary ();\n")
        result = foam.run([eagre, "blockMesh", case], check=False)
        assert result.returncode == 3 and re.search(rf"blockMeshDict:\d+: .*{message}", result.stdout), result.stdout


POROSITY = ("porosity { type explicitPorositySource; explicitPorositySourceCoeffs { selectionMode all; type DarcyForchheimer; "
            "D 1e4; d ($D -10 -10); f (0 0 0); coordinateSystem %s } }")


def test_coordinate_systems(tmp_path, eagre):
    """axesRotation of a coordinateRotation, and a system of constant/coordinateSystems by its name; `D` is a number of the case's own."""
    axes = "e1 (1 1 0); e2 (0 0 1);"
    old = f"{{ type cartesian; origin (0 0 0); coordinateRotation {{ type axesRotation; {axes} }} }}"
    results = []
    for name, written in (("v1912", f"{{ type cartesian; origin (0 0 0); rotation {{ type axes; {axes} }} }}"), ("old", old), ("named", "slanted;")):
        case = written_for(tmp_path / name, "10", False)
        (case / "constant" / "fvModels").write_text("FoamFile { format ascii; class dictionary; object fvModels; }\n" + POROSITY % written)
        if name == "named":
            (case / "constant" / "coordinateSystems").write_text(f"FoamFile {{ format ascii; class dictionary; object coordinateSystems; }}\n"
                                                                 f"slanted {old}\n")
        foam.run([eagre, "run", case])
        results.append(fields_of(case, False))
    assert not differing(results[0], results[1]) and not differing(results[0], results[2])
    (case / "constant" / "coordinateSystems").unlink()
    result = foam.run([eagre, "check", case], check=False)
    assert result.returncode == 3 and re.search(r"fvModels:\d+: coordinateSystem 'slanted': constant/coordinateSystems is not there", result.stdout)


def test_the_stress_of_13(tmp_path, eagre):
    """`div(rho*nuEff*dev2(T(grad(U))))` of 13 is the term that versions before it write with more parentheses."""
    results = []
    for name in ("as_12", "as_13"):
        case = written_for(tmp_path / name, "13", True)
        schemes = case / "system" / "fvSchemes"
        text = schemes.read_text()
        stress = "div(((rho*nuEff)*dev2(T(grad(U)))))"
        assert stress in text
        schemes.write_text(text.replace(stress, "div(rho*nuEff*dev2(T(grad(U))))") if name == "as_13" else text)
        log = foam.run([eagre, "run", case]).stdout
        assert ("div(rho*nuEff*dev2(T(grad(U)))) of divSchemes is read as" in log) == (name == "as_13")
        results.append(fields_of(case, True))
    assert not differing(*results)


def test_the_model_of_later_versions(tmp_path, eagre):
    """`model` in RAS of turbulenceProperties, as v2012 and later have it."""
    results = []
    for word in ("RASModel", "model"):
        case = written_for(tmp_path / word, "v1912", True)
        (case / "constant" / "turbulenceProperties").write_text(
            "FoamFile { version 2.0; format ascii; class dictionary; object turbulenceProperties; }\n"
            f"simulationType RAS; RAS {{ {word} kEpsilon; turbulence on; printCoeffs on; }}\n")
        foam.run([eagre, "run", case])
        results.append(fields_of(case, True))
    assert not differing(*results)


def test_widths_of_the_filter(tmp_path, eagre):
    """`smooth { }` within LES is smoothCoeffs, also of a width within another."""
    results = []
    for name, coeffs in (("v1912", "Coeffs"), ("dev", "")):
        case = written_for(tmp_path / name, "dev", True)
        nut = case / "0" / "nut"
        nut.write_text(nut.read_text().replace("nutkWallFunction", "zeroGradient"))
        cube = f"cubeRootVol{coeffs} {{ deltaCoeff 2; }}"
        (case / "constant" / "momentumTransport").write_text(
            "FoamFile { format ascii; class dictionary; object momentumTransport; }\nsimulationType LES; LES { model Smagorinsky; delta smooth; "
            f"smooth{coeffs} {{ delta cubeRootVol; {cube} maxDeltaRatio 1.1; }} }}\n")
        foam.run([eagre, "run", case])
        results.append(foam.read_field(case / "0.06" / "nut")[0])
    assert np.array_equal(*results) and results[0].max() > 0


def test_meshes_copied_back_from_a_time(tmp_path, eagre):
    """`refineMesh` without -overwrite and `cp -r 0.006/polyMesh/* constant/polyMesh`: the refined mesh."""
    case = written_for(tmp_path / "case", "2.2", False)
    (case / "system" / "topoSetDict").write_text(
        "FoamFile { version 2.0; format ascii; class dictionary; object topoSetDict; }\n"
        "actions ({ name c0; type cellSet; action new; source boxToCell; sourceInfo { box (0 0 -1) (0.2 0.2 1); } });\n")
    (case / "system" / "refineMeshDict").write_text(
        "FoamFile { version 2.0; format ascii; class dictionary; object refineMeshDict; }\nset c0; coordinateSystem global; "
        "globalCoeffs { tan1 (1 0 0); tan2 (0 1 0); } directions (tan1 tan2); useHexTopology false; geometricCut true; writeMesh false;\n")
    (case / "Allrun").write_text("blockMesh\ntopoSet\nrefineMesh -dict system/refineMeshDict\ncp -r 0.006/polyMesh/* constant/polyMesh\n"
                                 "rm -rf 0.006\nsetFields\ninterFoam\n")
    log = foam.run([eagre, "run", case]).stdout
    assert "refineMesh -dict system/refineMeshDict -overwrite" in log, log[:2000]
    assert len(foam.read_field(case / "0.06" / "U")[0]) > 592


def test_mesh_tools_of_12_replace_the_mesh(tmp_path, eagre):
    """Without -overwrite: from OpenFOAM 12 on that is what they do; older ones write the mesh to a time, which Eagre does not read."""
    for version in ("dev", "8"):
        case = written_for(tmp_path / version, version, False)
        (case / "system" / "createPatchDict").write_text(
            "FoamFile { format ascii; class dictionary; version 2.0; object createPatchDict; }\n" + ("" if version == "dev" else "pointSync false; ") +
            "patches ({ name bank; patchInfo { type wall; } constructFrom patches; patches (rightWall); });\n")
        for field in (case / "0").iterdir():
            field.write_text(field.read_text().replace("rightWall", "bank"))
        (case / "Allrun").write_text("blockMesh\ncreatePatch\nsetFields\ninterFoam\n")
        result = foam.run([eagre, "run", case], check=False)
        assert (result.returncode == 0) == (version == "dev"), result.stdout[-2000:]
        assert ("createPatch -overwrite" in result.stdout) == (version == "dev")


def test_a_bent_symmetry_plane(tmp_path, eagre):
    """The type symmetryPlane of OpenFOAM up to 2.2 may be bent, and is what v1912 calls symmetry; in v1912 it is an error."""
    results = {}
    for version, word in (("v1912", "symmetry"), ("2.2", "symmetryPlane")):
        case = written_for(tmp_path / version, version, False)
        mesh = next(d / "blockMeshDict" for d in (case / "system", case / "constant" / "polyMesh") if (d / "blockMeshDict").exists())
        text = mesh.read_text()
        mesh.write_text(re.sub(r"(lowerWall\s*\{\s*type\s+)wall", rf"\g<1>{word}", text))
        assert mesh.read_text() != text
        for field in (case / "0").iterdir():
            if field.is_file():
                field.write_text(re.sub(r"(lowerWall\s*\{)[^}]*\}", rf"\g<1> type {word}; }}", field.read_text()))
        log = foam.run([eagre, "run", case]).stdout
        assert ("symmetryPlane patch lowerWall is not plane: it is read as one of type symmetry" in log) == (version == "2.2")
        results[version] = fields_of(case, False)
    assert not differing(results["v1912"], results["2.2"])
    wrong = foam.run([eagre, "run", tmp_path / "2.2", "--fresh", "--flavour", "v1912"], check=False)
    assert wrong.returncode == 3 and "not in its plane" in wrong.stdout, wrong.stdout[-1500:]
