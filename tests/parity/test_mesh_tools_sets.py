# SPDX-License-Identifier: BSD-3-Clause
"""topoSet, createPatch and createBaffles against OpenFOAM v1912: after the same steps both have the same sets, zones (order and orientation of
faces included), points, faces, owners, neighbours and patches, and the fields that createBaffles has written."""
import pathlib
import re
import shutil

import pytest

import foam

HEADER = "FoamFile {{ version 2.0; format ascii; class {}; object {}; }}\n"
CONTROL = """application icoFoam; startFrom startTime; startTime 0; stopAt endTime; endTime 1; deltaT 1; writeControl timeStep;
writeInterval 1; writeFormat ascii; writePrecision 12; writeCompression off; timeFormat general; timePrecision 6;
runTimeModifiable false;
"""
SCHEMES = """ddtSchemes { default Euler; } gradSchemes { default Gauss linear; } divSchemes { default none; }
laplacianSchemes { default Gauss linear orthogonal; } interpolationSchemes { default linear; } snGradSchemes { default orthogonal; }
"""
# A box of 6 x 4 x 3 cells, graded so that no two faces are alike.
BOX = """vertices ((0 0 0) (1 0 0) (1 1 0) (0 1 0) (0 0 1) (1 0 1) (1 1 1) (0 1 1));
blocks (hex (0 1 2 3 4 5 6 7) (6 4 3) simpleGrading (%s));
boundary
(
    lid { type wall; faces ((3 7 6 2)); }
    left { type %s; %s faces ((0 4 7 3)); }
    right { type %s; %s faces ((2 6 5 1)); }
    floor { type wall; faces ((1 5 4 0)); }
    front { type patch; faces ((0 3 2 1)); }
    back { type patch; faces ((4 5 6 7)); }
);
"""
PLAIN = BOX % ("2 3 1.5", "patch", "", "patch", "")
PERIODIC = BOX % ("2 3 1.5", "cyclic", "neighbourPatch right;", "cyclic", "neighbourPatch left;")
U = """dimensions [0 1 -1 0 0 0 0]; internalField uniform (1 0 0);
boundaryField { "(l|f).*" { type noSlip; } back { type noSlip; } right { type inletOutlet; inletValue uniform (0 0 0); value uniform (0 0 0); } }
"""
P = """dimensions [0 2 -2 0 0 0 0]; internalField nonuniform List<scalar> 72(%s);
boundaryField { ".*" { type zeroGradient; } right { type fixedValue; value uniform 3; } }
""" % " ".join(str(i) for i in range(72))

# A tetrahedron with its corner near the origin, as STL and OBJ.
CORNERS = [(-0.03, -0.04, -0.05), (1.1, 0, 0.01), (0.01, 1.2, 0.02), (0.02, 0.01, 1.3)]
SIDES = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
STL = "solid corner\n" + "".join(
    "facet normal 0 0 0\nouter loop\n" + "".join("vertex {} {} {}\n".format(*CORNERS[i]) for i in side) + "endloop\nendfacet\n"
    for side in SIDES) + "endsolid corner\n"
# A small closed octahedron about the middle.
MIDDLE, RADIUS = (0.41, 0.37, 0.52), 0.3
TIPS = [tuple(MIDDLE[k] + sign * RADIUS * (k == d) for k in range(3)) for d in range(3) for sign in (1, -1)]
OBJ = "".join("v {} {} {}\n".format(*tip) for tip in TIPS) + "".join(
    "f {} {} {}\n".format(*(i + 1 for i in side))
    for side in [(0, 2, 4), (2, 1, 4), (1, 3, 4), (3, 0, 4), (2, 0, 5), (1, 2, 5), (3, 1, 5), (0, 3, 5)])


def make_case(directory, mesh=PLAIN, fields=False, **dictionaries):
    """A case of these dictionaries of system/, with the mesh of OpenFOAM's blockMesh."""
    for sub in ("system", "constant/triSurface"):
        (directory / sub).mkdir(parents=True)
    files = dict(controlDict=CONTROL, fvSchemes=SCHEMES, fvSolution="solvers {}", blockMeshDict=mesh, **dictionaries)
    for name, text in files.items():
        (directory / "system" / name).write_text(HEADER.format("dictionary", name) + text)
    (directory / "constant/triSurface/corner.stl").write_text(STL)
    (directory / "constant/triSurface/middle.obj").write_text(OBJ)
    if fields:
        (directory / "0").mkdir()
        (directory / "0/U").write_text(HEADER.format("volVectorField", "U") + U)
        (directory / "0/p").write_text(HEADER.format("volScalarField", "p") + P)
    foam.openfoam("blockMesh", directory)
    return directory


def tokens(path):
    """Words of a file behind its header, lists "n{v}" and "n(..)" written out, numbers as such."""
    text = re.sub(r"//[^\n]*|/\*.*?\*/", "", path.read_text(), flags=re.S)
    text = text[text.index("}") + 1:]
    text = re.sub(r"List<\w+>|\bnonuniform\b", " ", text)
    text = re.sub(r"(\d+)\s*\{\s*([-+.\deE]+)\s*\}", lambda m: f"{m[1]}(" + " ".join([m[2]] * int(m[1])) + ")", text)
    words = re.findall(r'"[^"]*"|[(){};]|[^\s(){};"]+', text)
    return [float(w) if re.fullmatch(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?", w) else w for w in words]


def entries(words):
    """Entries of a dictionary by their keywords, as lists of words; patches in fields and in the boundary file stay in order."""
    found, keyword, value, depth = {}, None, [], 0
    for word in words:
        if keyword is None and word not in "{}();":
            keyword = word
            continue
        depth += (word == "{") - (word == "}")
        value.append(word)
        if keyword is not None and depth == 0 and word in (";", "}"):
            found[keyword] = entries(value[1:-1]) if value[0] == "{" else value
            keyword, value = None, []
    return found


def contents(path):
    """What a file says, as a list; sets are in no order."""
    words = tokens(path)
    if path.parent.name == "sets":
        return sorted(w for w in words[1:] if isinstance(w, float))
    if path.name == "boundary":
        return list(entries([str(w) for w in words[2:-1]]).items())
    if path.parent.name == "0":
        patches = entries([str(w) for w in words])["boundaryField"]
        return list(patches.items())
    return words


def snapshot(case):
    """All files that the tools write, by their path."""
    found = {}
    for path in sorted([*(case / "constant/polyMesh").rglob("*"), *(case / "0").glob("*")]):
        # OpenFOAM also writes files of zones that say there are none.
        if path.is_file() and not (path.name.endswith("Zones") and contents(path)[0] == 0):
            found[str(path.relative_to(case))] = contents(path)
    return found


def compare(case, tmp_path, eagre, steps):
    """Runs the steps with both programs on copies of the case; all files must say the same. Returns our copy."""
    theirs, ours = tmp_path / "theirs", tmp_path / "ours"
    shutil.copytree(case, theirs)
    shutil.copytree(case, ours)
    for tool, *options in steps:
        foam.openfoam(tool, theirs, *options, log=tmp_path / f"log.{tool}.openfoam")
        foam.run([eagre, tool, ours, *options], log=tmp_path / f"log.{tool}.eagre")
    expected, got = snapshot(theirs), snapshot(ours)
    assert sorted(got) == sorted(expected)
    assert "constant/polyMesh/points" in got
    for name, words in expected.items():
        assert len(got[name]) == len(words), f"{name}: {got[name][:60]} instead of {words[:60]}"
        for i, (a, b) in enumerate(zip(got[name], words)):
            if name.startswith("0/") and isinstance(a[1], dict):  # OpenFOAM adds defaults of the conditions
                a, b = (a[0], a[1]), (b[0], {key: b[1].get(key) for key in a[1]})
            same = abs(a - b) <= 1e-10 if isinstance(a, float) and isinstance(b, float) else a == b
            assert same, f"{name}, word {i}: {a} instead of {b}"
    return ours


def action(name, kind, what, source="", **entries):
    """One action of a topoSetDict; kind: cell, face, point, cellZone ..."""
    text = " ".join(f"{key} {value};" for key, value in entries.items())
    return f"{{ name {name}; type {kind}Set; action {what}; {f'source {source};' if source else ''} {text} }}\n"


SHAPES = [
    action("box", "cell", "new", "boxToCell", box="(0 0 0) (0.5 1 1)"),
    action("boxes", "cell", "new", "boxToCell", boxes="((0 0 0) (0.3 1 1) (0.7 0.5 0) (1 1 1))"),
    action("sphere", "cell", "new", "sphereToCell", origin="(0.5 0.5 0.5)", radius="0.4", innerRadius="0.2"),
    action("cylinder", "cell", "new", "cylinderToCell", p1="(0 0.5 0.5)", p2="(0.6 0.5 0.5)", radius="0.3"),
    action("annulus", "cell", "new", "cylinderAnnulusToCell", p1="(0.5 0.5 0)", p2="(0.5 0.5 1)", outerRadius="0.5", innerRadius="0.2"),
    action("rotated", "cell", "new", "rotatedBoxToCell", origin="(0.5 -0.2 0)", i="(0.5 0.5 0)", j="(-0.4 0.4 0)", k="(0 0 1)"),
    action("nearest", "cell", "new", "nearestToCell", points="((0.1 0.1 0.1) (0.9 0.9 0.9))"),
    action("labels", "cell", "new", "labelToCell", value="(3 5 70)"),
    action("next", "cell", "new", "patchToCell", patch="left"),
    action("edge", "cell", "new", "boundaryToCell"),
    action("hex", "cell", "new", "shapeToCell", shape="hex"),
    action("tet", "cell", "new", "shapeToCell", shape="tet"),
    action("volume", "cell", "new", "targetVolumeToCell", volume="0.3", normal="(1 0.2 0)"),
    action("few", "cell", "new", "nbrToCell", neighbours="3"),
    action("field", "cell", "new", "fieldToCell", field="p", min="10", max="30.5"),
    action("fbox", "face", "new", "boxToFace", box="(0 0 0) (0.5 1 1)"),
    action("fsphere", "face", "new", "sphereToFace", origin="(0.5 0.5 0.5)", radius="0.4"),
    action("fcylinder", "face", "new", "cylinderToFace", p1="(0 0.5 0.5)", p2="(0.6 0.5 0.5)", radius="0.3"),
    action("fpatch", "face", "new", "patchToFace", patch='"(left|lid)"'),
    action("fboundary", "face", "new", "boundaryToFace"),
    action("fnormal", "face", "new", "normalToFace", normal="(1 0 0)", cos="0.1"),
    action("flabels", "face", "new", "labelToFace", value="(1 2 150)"),
    action("pbox", "point", "new", "boxToPoint", box="(0 0 0) (0.2 0.5 0.5)"),
    action("psphere", "point", "new", "sphereToPoint", origin="(0.5 0.5 0.5)", radius="0.45"),
    action("plabels", "point", "new", "labelToPoint", value="(1 2 50)"),
    action("pnearest", "point", "new", "nearestToPoint", points="((0.1 0.1 0.1) (0.9 0.9 0.9))"),
]
CHANGES = [
    action("a", "cell", "new", "boxToCell", box="(0 0 0) (0.5 1 1)"),
    "{ name b; type cellSet; action new; source boxToCell; sourceInfo { box (0.3 0.3 0) (1 1 1); } }\n",
    action("union", "cell", "new", "cellToCell", set="a"), action("union", "cell", "add", "cellToCell", set="b"),
    action("minus", "cell", "new", "cellToCell", set="a"), action("minus", "cell", "subtract", "cellToCell", set="b"),
    action("old", "cell", "new", "cellToCell", set="a"), action("old", "cell", "delete", "cellToCell", set="b"),
    action("both", "cell", "new", "cellToCell", set="a"), action("both", "cell", "subset", "cellToCell", set="b"),
    action("rest", "cell", "new", "cellToCell", set="b"), action("rest", "cell", "invert"),
    action("none", "cell", "new", "cellToCell", set="b"), action("none", "cell", "clear"),
    action("gone", "cell", "new", "cellToCell", set="b"), action("gone", "cell", "remove"),
    action("grown", "cell", "new", "cellToCell", set="a"), action("grown", "cell", "add", "haloToCell", steps="2"),
    action("shrunk", "cell", "new", "cellToCell", set="a"), action("shrunk", "cell", "subtract", "haloToCell", steps="1"),
    action("fall", "face", "new", "cellToFace", set="a", option="all"),
    action("fboth", "face", "new", "cellToFace", set="a", option="both"),
    action("cut", "face", "new", "cellToFace", set="a", option="all"),
    action("cut", "face", "subset", "cellToFace", set="rest", option="all"),
    action("cowner", "cell", "new", "faceToCell", set="cut", option="owner"),
    action("cneighbour", "cell", "new", "faceToCell", set="cut", option="neighbour"),
    action("cany", "cell", "new", "faceToCell", set="cut", option="any"),
    action("call", "cell", "new", "faceToCell", set="fall", option="all"),
    action("p", "point", "new", "cellToPoint", set="minus", option="all"),
    action("pf", "point", "new", "faceToPoint", set="cut", option="all"),
    action("pp", "point", "new", "pointToPoint", set="pf"), action("pp", "point", "add", "pointToPoint", set="p"),
    action("cp", "cell", "new", "pointToCell", set="pf", option="any"),
    action("ce", "cell", "new", "pointToCell", set="pf", option="edge"),
    action("fany", "face", "new", "pointToFace", set="pf", option="any"),
    action("fallp", "face", "new", "pointToFace", set="pf", option="all"),
    action("fedge", "face", "new", "pointToFace", set="pf", option="edge"),
    action("ff", "face", "new", "faceToFace", set="fany"), action("ff", "face", "invert"),
    action("region", "cell", "new", "regionToCell", set="b", insidePoints="((0.9 0.9 0.9))"),
    action("eroded", "cell", "new", "regionToCell", set="union", insidePoints="((0.4 0.6 0.5))", nErode="1"),
    action("fregion", "face", "new", "regionToFace", set="cut", nearPoint="(0.5 0.1 0.1)"),
]
ZONES = [
    action("c", "cell", "new", "boxToCell", box="(0 0 0) (0.5 1 1)"),
    action("f", "face", "new", "cellToFace", set="c", option="all"),
    action("f", "face", "subset", "boxToFace", box="(0.4 -1 -1) (0.6 2 2)"),
    action("low", "point", "new", "boxToPoint", box="(0 0 0) (1 0.5 1)"),
    action("cz", "cellZone", "new", "setToCellZone", set="c"),
    action("cz2", "cellZone", "new", "boxToCell", box="(0.5 0 0) (1 0.5 1)"),
    action("cz2", "cellZone", "subtract", "boxToCell", box="(0.8 0 0) (1 0.5 1)"),
    action("cz3", "cellZone", "new", "setToCellZone", set="c"), action("cz3", "cellZone", "invert"),
    action("cz4", "cellZone", "new", "setToCellZone", set="c"), action("cz4", "cellZone", "remove"),
    action("away", "faceZone", "new", "setsToFaceZone", faceSet="f", cellSet="c"),
    action("into", "faceZone", "new", "setsToFaceZone", faceSet="f", cellSet="c", flip="true"),
    action("plain", "faceZone", "new", "setToFaceZone", faceSet="f"),
    action("normal", "faceZone", "new", "setAndNormalToFaceZone", faceSet="f", normal="(-1 0 0)"),
    action("copy", "faceZone", "new", "faceZoneToFaceZone", zone="into"),
    action("half", "face", "new", "boxToFace", box="(0 0 0) (1 0.5 1)"),
    action("copy", "faceZone", "subtract", "setToFaceZone", faceSet="half"),
    action("plane", "faceZone", "new", "searchableSurfaceToFaceZone", surface="searchablePlane", planeType="pointAndNormal",
           pointAndNormalDict="{ basePoint (0.31 0 0); normalVector (-1 0.1 0); }").replace("};", "}"),
    action("plate", "faceZone", "new", "searchableSurfaceToFaceZone", surface="searchablePlate", origin="(0.21 0.2 -1)", span="(0 0.6 5)"),
    action("ball", "faceZone", "new", "searchableSurfaceToFaceZone", surface="searchableSphere", centre="(0.5 0.5 0.5)", radius="0.37"),
    action("block", "faceZone", "new", "searchableSurfaceToFaceZone", surface="searchableBox", min="(0.21 0.23 0.2)", max="(0.77 0.71 3)"),
    action("pipe", "faceZone", "new", "searchableSurfaceToFaceZone", surface="searchableCylinder", point1="(0.4 0.4 -1)",
           point2="(0.4 0.4 0.7)", radius="0.3"),
    "{ name tri; type faceZoneSet; action new; source searchableSurfaceToFaceZone; sourceInfo { surface triSurfaceMesh; name corner.stl; } }\n",
    "{ name oct; type faceZoneSet; action new; source searchableSurfaceToFaceZone; sourceInfo { surface triSurfaceMesh; name middle.obj; } }\n",
    action("pz", "pointZone", "new", "setToPointZone", set="low"),
    action("ofZone", "cell", "new", "zoneToCell", zone="cz"), action("ofZone", "cell", "add", "zoneToCell", zone='"cz[23]"'),
    action("noZone", "cell", "new", "zoneToCell", zone="missing"),
    action("fOfZone", "face", "new", "zoneToFace", zone="into"),
    action("pOfZone", "point", "new", "zoneToPoint", zone="pz"),
    action("master", "cell", "new", "faceZoneToCell", zone="into", option="master"),
    action("slave", "cell", "new", "faceZoneToCell", zone="into", option="slave"),
]
SURFACES = [
    f"{{ name s{i}; type cellSet; action new; source surfaceToCell; file \"$FOAM_CASE/constant/triSurface/{file}\"; outsidePoints ((0.99 0.99 0.99));"
    f" includeCut {cut}; includeInside {inside}; includeOutside {outside}; useSurfaceOrientation {orientation}; nearDistance {near};"
    " curvature -100; }\n"
    for i, (file, cut, inside, outside, orientation, near) in enumerate([
        ("middle.obj", "true", "false", "false", "false", -1), ("middle.obj", "false", "true", "false", "false", -1),
        ("middle.obj", "false", "false", "true", "false", -1), ("middle.obj", "false", "true", "false", "true", -1),
        ("middle.obj", "false", "false", "true", "true", -1), ("middle.obj", "false", "false", "false", "false", 0.1),
        ("corner.stl", "true", "true", "false", "false", -1)])]
SURFACES.append(action("enclosed", "cell", "new", "searchableSurfaceToCell", surfaceType="sphere", centre="(0.5 0.5 0.5)", radius="0.37"))


@pytest.mark.parametrize("actions", [SHAPES, CHANGES, ZONES, SURFACES], ids=["shapes", "changes", "zones", "surfaces"])
def test_topo_set(tmp_path, eagre, actions):
    case = make_case(tmp_path / "case", fields=True, topoSetDict="actions (\n" + "".join(actions) + ");\n")
    compare(case, tmp_path, eagre, [("topoSet",)])


def test_sets_of_a_binary_case(tmp_path, eagre):
    """Each reads the other's: OpenFOAM writes members of sets as text and zones in binary."""
    case = make_case(tmp_path / "case", topoSetDict="actions (\n" + CHANGES[0] + action("z", "cellZone", "new", "setToCellZone", set="a") + ");\n",
                     again="actions (\n" + action("b", "cell", "new", "cellToCell", set="a") + action("c", "cell", "new", "zoneToCell", zone="z") + ");\n")
    foam.append(case, "system/controlDict", "writeFormat binary;")
    for first, second in (("theirs", "ours"), ("ours", "theirs")):
        directory = shutil.copytree(case, tmp_path / first)
        tools = {"theirs": lambda *o: foam.openfoam("topoSet", directory, *o), "ours": lambda *o: foam.run([eagre, "topoSet", directory, *o])}
        tools[first]()
        tools[second]("-dict", "system/again")
        sets = {name: contents(directory / "constant/polyMesh/sets" / name) for name in "abc"}
        assert len(sets["a"]) == 48 and sets["a"] == sets["b"] == sets["c"]


PERIODIC_ACTIONS = [
    action("f", "face", "new", "boxToFace", box="(-1 0 0) (0.01 0.5 1)"),
    action("p", "point", "new", "boxToPoint", box="(-1 0 0) (0.01 0.5 0.7)"),
    action("c", "cell", "new", "boxToCell", box="(0 0 0) (0.2 1 1)"),
    action("fboth", "face", "new", "cellToFace", set="c", option="both"),
    action("z", "faceZone", "new", "setToFaceZone", faceSet="f"),
    action("region", "cell", "new", "regionToCell", insidePoints="((0.9 0.9 0.9))"),
    action("g", "cell", "new", "cellToCell", set="c"), action("g", "cell", "add", "haloToCell"),
]


@pytest.mark.parametrize("options", [(), ("-noSync",), ("-dict", "system/other")], ids=["sync", "noSync", "dict"])
def test_topo_set_across_cyclic_patches(tmp_path, eagre, options):
    actions = "actions (\n" + "".join(PERIODIC_ACTIONS) + ");\n"
    case = make_case(tmp_path / "case", mesh=PERIODIC, topoSetDict="actions ();\n" if "-dict" in options else actions, other=actions)
    compare(case, tmp_path, eagre, [("topoSet", *options)])


# Zones that share no faces: OpenFOAM keeps a face in the first of its zones alone when faces move, Eagre in all of them.
SETS = "actions (\n" + "".join([
    action("f", "face", "new", "boxToFace", box="(-1 0 0) (0.01 0.5 1)"),
    action("c", "cell", "new", "boxToCell", box="(0 0 0) (0.5 1 1)"),
    action("out", "cell", "new", "cellToCell", set="c"), action("out", "cell", "invert"),
    action("in", "face", "new", "cellToFace", set="c", option="all"),
    action("in", "face", "subset", "cellToFace", set="out", option="all"),
    action("cz", "cellZone", "new", "setToCellZone", set="c"),
    action("z", "faceZone", "new", "setToFaceZone", faceSet="f"),
    action("low", "face", "new", "boxToFace", box="(-1 -1 -1) (2 0.4 2)"),
    action("mid", "faceZone", "new", "setsToFaceZone", faceSet="in", cellSet="c", flip="true"),
    action("mid", "faceZone", "subtract", "setToFaceZone", faceSet="low"),
]) + ");\n"
PATCHES = {
    "fromSetAndPatches": """pointSync false; patches (
        { name half; patchInfo { type wall; inGroups (grp); } constructFrom set; set f; }
        { name lid; patchInfo { type patch; } constructFrom patches; patches (floor nothere); }
        { name nothingNew; patchInfo { type patch; } constructFrom patches; patches (); }
        { name right; patchInfo { type patch; } constructFrom patches; patches (nix); });""",
    "cyclic": """pointSync true; patches (
        { name a; patchInfo { type cyclic; neighbourPatch b; } constructFrom patches; patches ("le.*"); }
        { name b; patchInfo { type cyclic; neighbourPatch a; } constructFrom patches; patches (right); });""",
    "translation": """pointSync false; patches (
        { name b; patchInfo { type cyclic; neighbourPatch a; transform translational; separationVector (0 0 -1); } constructFrom patches; patches (back); }
        { name a; patchInfo { type cyclic; neighbourPatch b; transform translational; separationVector (0 0 1); } constructFrom patches; patches (front); });""",
    "groups": """pointSync false; patches (
        { name walls; patchInfo { type wall; } constructFrom patches; patches (wall); }
        { name sides; patchInfo { type symmetry; } constructFrom patches; patches (front back); });""",
    "nothing": "pointSync false; patches ();",
}


@pytest.mark.parametrize("which", sorted(PATCHES))
def test_create_patch(tmp_path, eagre, which):
    case = make_case(tmp_path / "case", topoSetDict=SETS, createPatchDict=PATCHES[which])
    compare(case, tmp_path, eagre, [("topoSet",), ("createPatch", "-overwrite")])


PLATE = "type searchableSurface; surface searchablePlate; origin (0.21 0.2 -1); span (0 0.6 5);"
BAFFLES = {
    "walls": """internalFacesOnly true; baffles { wallB { type faceZone; zoneName mid; patches {
        master { name bm; type wall; inGroups (xx); patchFields { p { type zeroGradient; } U { type noSlip; } } }
        slave { name bs; type wall; patchFields { ${...master.patchFields} } } } } }""",
    "cyclic": f"internalFacesOnly true; baffles {{ jump {{ {PLATE} flip true;"
              """ patches { master { name c0; type cyclic; neighbourPatch c1; }
        slave { name c1; type cyclic; neighbourPatch c0; patchFields { p { type cyclic; } } } } } }""",
    "two": "internalFacesOnly true; baffles { first { type faceZone; zoneName mid; patches { m { name m; type wall; } s { name s; type patch; } } }"
           f" second {{ {PLATE} patches {{ m {{ name c0; type cyclic; neighbourPatch c1; }} s {{ name c1; type cyclic; neighbourPatch c0; }} }} }} }}",
    "noFields": "internalFacesOnly true; noFields true; baffles { all { type faceZone; zoneName mid;"
                " patches { m { name m; type wall; } s { name s; type wall; } } } }",
    "existing": "internalFacesOnly true; baffles { all { type faceZone; zoneName mid; patches { m { name lid; type wall; } s { name floor; type wall; } } } }",
    "boundaryToo": "internalFacesOnly false; noFields true; baffles { z { type faceZone; zoneName z; patches { m { name m; type wall; } s { name s; type wall; } } } }",
    "duplicates": "internalFacesOnly true; noFields true; baffles { z { type faceZone; zoneName mid; patches { m { name m; type wall; }"
                  " s { name s; type wall; } m2 { name m2; type patch; } s2 { name s2; type patch; } } } }",
    "ami": """internalFacesOnly true; noFields true; baffles { r { type faceZone; zoneName mid; patches {
        m { name AMI1; type cyclicAMI; matchTolerance 0.0001; neighbourPatch AMI2; transform noOrdering; }
        s { name AMI2; type cyclicAMI; matchTolerance 0.0001; neighbourPatch AMI1; transform noOrdering; } } } }""",
}


@pytest.mark.parametrize("which", sorted(BAFFLES))
def test_create_baffles(tmp_path, eagre, which):
    case = make_case(tmp_path / "case", fields=True, topoSetDict=SETS, createBafflesDict=BAFFLES[which])
    compare(case, tmp_path, eagre, [("topoSet",), ("createBaffles", "-overwrite")])


@pytest.mark.parametrize("example,dictionaries", [
    ("multiphase/interFoam/RAS/damBreakPorousBaffle", ["createBaffles"]),
    ("incompressible/pisoFoam/laminar/porousBlockage", ["topoSet"]),
    ("multiphase/interFoam/LES/nozzleFlow2D", ["topoSetDict.1", "topoSetDict.2"]),
], ids=lambda v: v.split("/")[-1] if isinstance(v, str) else "")
def test_example(tmp_path, eagre, example, dictionaries):
    case = foam.copy_example(example, tmp_path / "case")
    original = case / "0.orig"
    if original.exists():
        shutil.copytree(original, case / "0", dirs_exist_ok=True)
    foam.append(case, "system/controlDict", "writeFormat ascii; writeCompression off; writePrecision 12;")
    foam.openfoam("blockMesh", case)
    steps = [("topoSet", "-dict", f"system/{d}") if d.startswith("topoSetDict") else (d, "-overwrite") if d != "topoSet" else (d,)
             for d in dictionaries]
    compare(case, tmp_path, eagre, steps)
