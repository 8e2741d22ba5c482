# SPDX-License-Identifier: BSD-3-Clause
"""Hostile cases: dictionaries, names, scripts, meshes, fields, and what lies in the place of files."""
import os
import pathlib
import socket

import mutate
from bases import CLEANED, HIDDEN, MESH, REPLACED_BY_RUN, append

HEADER = "FoamFile { version 2.0; format ascii; class dictionary; object x; }\n"
COMMANDS = [["check"], ["check"], ["run"], ["run"], ["run", "--dump", "hdf5"], ["run", "--fresh"], ["run", "--solvers", "as-written"], ["blockMesh"],
        ["setFields"],
            ["clean"], ["pack"]]
READS = {"check", "checkMesh", "info"}
OF_MESH = {"blockMesh", "topoSet", "createPatch", "createBaffles", "refineMesh", "mirrorMesh", "subsetMesh", "extrudeMesh", "transformPoints", "createZones"}


def replaced(scene, command):
    """What a command is there to replace."""
    if command[0] in READS:
        return HIDDEN
    by_run = REPLACED_BY_RUN[scene.base]
    if command[0] in OF_MESH:
        return by_run + MESH + ("0/*",)  # fields follow where patches are added
    return by_run + (CLEANED if command[0] == "clean" or "--fresh" in command else ()) + (("0/*",) if command[0].startswith("set") else ())


def carry_out(scene, chance, commands=None):
    for command in commands or [chance.choice(COMMANDS) for _ in range(chance.choice([1, 1, 2]))]:
        name, *options = command
        scene.run(name, scene.case if chance.random() < 0.5 else ".", *options, replaces=replaced(scene, command))


def dictionaries(scene, bases, chance):
    """Entries of dictionaries of every kind of number, word and lump."""
    bases.give(scene, chance.choice(["cavity", "cavity", "meshed", "dam", "dam", "binary", "dumped"]))
    files = sorted(p for d in ("system", "constant") for p in (scene.case / d).iterdir() if p.is_file() and not p.name.startswith("mine"))
    for file in chance.sample(files, chance.choice([1, 1, 2])):
        scene.may_need_memory |= file.name == "blockMeshDict"
        scene.tell(mutate.file(file, chance, str(scene.outside).encode()))
    carry_out(scene, chance)


TOOLS = {
    "topoSet": ("topoSetDict", 'actions ( { name s; type cellSet; action new; source boxToCell; sourceInfo { box (0 0 0) (0.05 0.05 1); } } '
                               '{ name f; type faceSet; action new; source cellToFace; sourceInfo { set s; option all; } } '
                               '{ name z; type cellZoneSet; action new; source setToCellZone; sourceInfo { set s; } } );'),
    "createPatch": ("createPatchDict", "pointSync false; patches ( { name extra; patchInfo { type patch; } constructFrom patches; patches (movingWall); } );"),
    "setFields": ("setFieldsDict", "defaultFieldValues ( volScalarFieldValue p 0 ); regions ( boxToCell { box (0 0 0) (0.05 1 1); fieldValues ( "
                                   "volScalarFieldValue p 1 volVectorFieldValue U (1 0 0) ); } );"),
    "setExprFields": ("setExprFieldsDict", 'expressions ( e { field p; expression #{ pos().x() * 2 + sqrt(mag(U)) #}; condition #{ pos().y() > 0.05 #}; } '
                                           '{ field q; create yes; dimensions [0 0 0 0 0 0 0]; expression #{ 1 #}; } );'),
    "refineMesh": ("refineMeshDict", "set s; coordinateSystem global; globalCoeffs { tan1 (1 0 0); tan2 (0 1 0); } directions (tan1 tan2); useHexTopology no; "
                                     "geometricCut yes; writeMesh no;"),
    "mirrorMesh": ("mirrorMeshDict", "planeType pointAndNormal; pointAndNormalDict { point (0 0 0); normal (0 -1 0); } planeTolerance 1e-6;"),
    "extrudeMesh": ("extrudeMeshDict",
    "constructFrom patch; sourceCase \".\"; sourcePatches (movingWall); exposedPatchName movingWall; extrudeModel linearNormal; "
                                       "nLayers 2; expansionRatio 1; linearNormalCoeffs { thickness 0.1; } mergeFaces false; mergeTol 0; flipNormals false;"),
    "createBaffles": ("createBafflesDict", "internalFacesOnly true; baffles { b { type faceZone; zoneName z; patches { master { name m; type wall; } "
                                           "slave { name s; type wall; } } } }"),
    "createZones": ("createZonesDict", "box { type box; zoneType cell; box (0 0 0) (0.05 0.05 1); }"),
}


def tools(scene, bases, chance):
    """Dictionaries of the tools that prepare a case."""
    bases.give(scene, "meshed")
    scene.may_need_memory = True
    name = chance.choice(sorted(TOOLS))
    file, entries = TOOLS[name]
    path = scene.case / "system" / file
    path.write_text(HEADER + entries)
    for _ in range(chance.choice([0, 1, 1, 2])):
        scene.tell(mutate.file(path, chance, str(scene.outside).encode()))
    carry_out(scene, chance, [[name] + chance.choice([[], [], ["-overwrite"], ["-noFunctionObjects"], ["-dict", "../../outside/secret"], ["-nonsense"]]),
            ["check"]])


EVIL = ["../../evil", "../../../evil", "%s/evil", "..", "a/../../../evil", "..:..:evil", "../../outside/secret", "x" * 300, "a\tb", "\u202eevil", "-rf"]
NAMED = [
    'f { type probes; libs (sampling); fields (p "%s"); probeLocations ((0.05 0.05 0.005)); }',
    '"%s" { type probes; libs (sampling); fields (p); probeLocations ((0.05 0.05 0.005)); }',
    'f { type sets; writeControl writeTime; setFormat raw; interpolationScheme cell; fields (p); sets ( "%s" { type uniform; axis x; start (0.01 0.05 0.005); '
    'end (0.09 0.05 0.005); nPoints 3; } ); }',
    'f { type surfaces; writeControl writeTime; surfaceFormat vtk; interpolationScheme cell; fields (p); '
    'surfaces ( "%s" { type patch; patches (movingWall); } ); }',
    'f { type Q; writeControl writeTime; result "%s"; }',
    'f { type CourantNo; writeControl writeTime; result "%s"; }',
    'f { type fieldAverage; writeControl writeTime; fields ( "%s" { mean on; prime2Mean off; base time; } ); }',
    'f { type scalarTransport; field "%s"; D 1; }',
    'f { type volFieldValue; regionType cellZone; name "%s"; operation volAverage; fields (p); writeFields yes; }',
    'f { type systemCall; executeCalls ("touch %s"); writeCalls ("touch %s"); endCalls ("touch %s"); }',
    'f { type coded; name "%s"; codeExecute #{ system("touch ../../evil"); #}; }',
    'f { type writeObjects; objects ("%s"); }',
    'f { type forces; patches ("%s"); rho rhoInf; rhoInf 1; CofR (0 0 0); }',
]
CONTROL = ['application "%s";', 'startTime "%s"; startFrom startTime;', 'timeFormat "%s";', 'writeFormat "%s";', 'dump { directory "%s"; format hdf5; }',
           '#include "%s"', '#includeEtc "%s"', '#includeFunc "%s"', "timePrecision 400;", "timePrecision -3; writePrecision 4000;", 'writeCompression "%s";']


def names(scene, bases, chance):
    """Names that would lead out of the case if they became paths."""
    bases.give(scene, chance.choice(["cavity", "meshed", "binary"]))
    name = chance.choice(EVIL).replace("%s", str(scene.outside))
    entries = "".join(("functions { %s }\n" % template if template in NAMED else template + "\n").replace("%s", name)
                      for template in chance.sample(NAMED + CONTROL, chance.choice([1, 1, 2])))
    scene.tell(entries.strip())
    append(scene.case, "system/controlDict", entries)
    carry_out(scene, chance, [chance.choice([["run"], ["run", "--dump", "hdf5"], ["run", "--dump", "both"], ["check"]])])


STEPS = ["blockMesh", "runApplication blockMesh", "setFields", "runApplication $(getApplication)", "icoFoam", "restore0Dir", "restore0Dir -processor",
        "rm -rf ..",
         "rm -rf 0 constant", "rm -rf /", "rm -rf ../../outside", "rm -rf *", "rm -f ../../outside/secret", "cp -r 0.orig 0", "cp -r 0.orig ../../evil",
         "cp -r ../../outside/0 0",
         "cp system/controlDict ../../evil", "mv constant ../../evil", "mv ../../outside/secret constant", "mkdir -p ../../evil", "mkdir -p constant/a/b",
         "touch ../../evil",
         "touch x.foam", "ln -s ../../outside 0", "ln -s / constant/root", "echo x > ../../evil", "cat system/controlDict > ../../outside/secret",
         "sed -i s/a/b/ ../../outside/secret",
         "sed -i s/0.02/0.01/ system/controlDict", "foamDictionary -entry endTime -set 0.01 system/controlDict", "cd ..", "cd ../../outside",
         "(cd ../../outside && blockMesh)",
         "blockMesh -case ../../outside", "runApplication -s ../../evil blockMesh", "runApplication -o -s /../../evil blockMesh", "blockMesh > ../../log",
         "blockMesh | tee ../../evil",
         "sh evil.sh", "./evil.sh", "python3 evil.py", "python3 -c 'open(\"../../evil\", \"w\")'", "eval touch ../../evil", "exec touch ../../evil",
         "wclean; wmake",
         ". ./evil.sh", "source ../../outside/secret", "foamCleanTutorials", "cleanCase", "for i in 1 2 3; do blockMesh; done",
         "while true; do blockMesh; done",
         "f() { f; }; f", "a=..; rm -rf $a/$a/outside", "if [ -e 0 ]; then rm -rf 0; fi", "topoSet -dict ../../outside/secret",
         "mapFields ../../outside -sourceTime 0 -consistent",
         "tar xf evil.tar", "gunzip -c x.gz > ../../evil", "unzip evil.zip", "find .. -delete", "m4 evil.m4 > ../../evil", "\"", "'", "$(touch ../../evil)",
         "`touch ../../evil`", "((", "<<EOF"]


def scripts(scene, bases, chance):
    """Allrun: what it names is done only where docs/security.md says so."""
    bases.give(scene, chance.choice(["cavity", "meshed", "dam"]))
    lines = [chance.choice(STEPS) for _ in range(chance.randint(1, 5))] + chance.choice([[], ["runApplication blockMesh", "runApplication icoFoam"]])
    scene.tell("Allrun:", "; ".join(lines))
    for name, text in (("Allrun", "#!/bin/sh\n" + "\n".join(lines)), ("evil.sh", "touch ../../evil EVIL\n"), ("evil.py",
            "open('../../evil', 'w')\nopen('EVIL', 'w')\n")):
        (scene.case / name).write_text(text + "\n")
        (scene.case / name).chmod(0o755)
    # A script may replace what a run makes, and fields and mesh by its tools.
    replaces = REPLACED_BY_RUN[scene.base] + MESH + ("0", "0/*", "system/controlDict")
    scene.run("check", ".", replaces=HIDDEN)
    scene.run("run", ".", replaces=replaces)
    if (scene.case / "EVIL").exists():
        scene.fail("a program of the case has been started")


def meshes(scene, bases, chance):
    """Files of polyMesh, ascii and binary."""
    bases.give(scene, chance.choice(["meshed", "binary"]))
    files = sorted((scene.case / "constant/polyMesh").iterdir())
    for file in chance.sample(files, chance.choice([1, 1, 2])):
        if chance.random() < 0.1:
            file.unlink()
            scene.tell("removed", file.name)
        else:
            scene.tell(mutate.file(file, chance, str(scene.outside).encode(), binary=scene.base == "binary" and file.name != "boundary"))
    (scene.case / "constant/polyMesh/madeFrom").unlink(missing_ok=True)  # not Eagre's: no run replaces it
    command = chance.choice([["check"], ["run"], ["run", "--dump", "hdf5"], ["checkMesh"], ["pack"]])
    scene.run(command[0], ".", *command[1:], replaces=[p for p in REPLACED_BY_RUN[scene.base] if p not in MESH])


def fields(scene, bases, chance):
    """Files of fields."""
    bases.give(scene, chance.choice(["cavity", "meshed", "binary", "dam"]))
    times = [p for p in scene.case.iterdir() if p.is_dir() and p.name[0].isdigit()]
    files = sorted(p for time in times for p in time.rglob("*") if p.is_file())
    for file in chance.sample(files, chance.choice([1, 1, 2])):
        scene.tell(mutate.file(file, chance, str(scene.outside).encode(), binary=scene.base == "binary" and chance.random() < 0.6))
    carry_out(scene, chance, [chance.choice([["check"], ["run"], ["run", "--dump", "hdf5"], ["setFields"], ["potentialFoam"]])])


def surroundings(scene, bases, chance):
    """Directories, links, sockets and names in the place of files."""
    bases.give(scene, chance.choice(["cavity", "meshed", "binary", "dumped", "dam"]))
    inside = sorted(p for p in scene.case.rglob("*") if not p.name.startswith("mine") and p.parent.name != "pictures")
    victim = chance.choice(inside + [scene.case / name for name in (".eagre.lock", "postProcessing/points", "dumps/mesh.vtkhdf", "0.01", "0.01/U",
            "0/uniform", "log.blockMesh")])
    kind = chance.choice(["directory", "nothing", "dangling link", "link to itself", "socket", "empty", "unreadable", "odd name", "link to /dev/null"])
    scene.tell(kind, "in the place of", victim.relative_to(scene.case))
    move = scene.root.parent / "moved"
    if victim.exists() and kind not in ("unreadable", "odd name"):
        os.rename(victim, move)
    victim.parent.mkdir(parents=True, exist_ok=True)
    if kind == "directory":
        victim.mkdir()
    elif kind == "dangling link":
        victim.symlink_to("nowhere/at/all")
    elif kind == "link to itself":
        victim.symlink_to(victim.name)
    elif kind == "link to /dev/null":
        victim.symlink_to("/dev/null")
    elif kind == "socket":
        listening, here = socket.socket(socket.AF_UNIX), os.getcwd()
        os.chdir(victim.parent)  # its path may be longer than a socket's
        try:
            listening.bind(victim.name[:90])
        finally:
            os.chdir(here)
            listening.close()
    elif kind == "empty":
        victim.write_bytes(b"")
    elif kind == "unreadable" and victim.exists():
        victim.chmod(0)
    elif kind == "odd name":
        for name in (b"\xff\xfe", b"a\nb", b"0.01\xff", b"-rf", b"1e400", b"nan", b"0x1p3", b"00"):
            os.makedirs(os.path.join(os.fsencode(victim if victim.is_dir() else victim.parent), name), exist_ok=True)
    name, *options = command = chance.choice(COMMANDS + [["info"]])
    # What stands where Eagre writes may be refused or replaced, but by what is there as a link to nothing.
    scene.run(name, ".", *options, replaces=tuple(replaced(scene, command)) + (str(pathlib.Path(victim).relative_to(scene.case)),))


ATTACKS = {dictionaries: 20, tools: 10, names: 8, scripts: 8, meshes: 8, fields: 8, surroundings: 6}
