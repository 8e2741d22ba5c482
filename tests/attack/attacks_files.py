# SPDX-License-Identifier: BSD-3-Clause
"""Hostile dumps, journals, channels, checkpoints and files of TPLS."""
import struct
import zlib

import netCDF4

import hdf5
import mutate
from bases import CLEANED, HIDDEN, RESULTS, append

DUMPS = ("dumps/*.vtkhdf", "dumps/*.series", "dumps/*.xdmf", "dumps/.*.changes") + HIDDEN
OBJECTS = ["/eagre", "/eagre/fields", "/eagre/fields/p", "/eagre/fields/U", "/eagre/fields/phi", "/eagre/patches", "/eagre/patches/U",
        "/eagre/patches/U/movingWall",
           "/eagre/state", "/eagre/faces/phi", "/VTKHDF", "/VTKHDF/CellData/p", "/VTKHDF/CellData/U", "/VTKHDF/Points", "/VTKHDF/NumberOfCells", "/eagre/mesh",
           "/eagre/mesh/owner", "/eagre/mesh/faces", "/eagre/mesh/points"]
ATTRIBUTES = ["name", "time", "deltaT", "index", "ranks", "parts", "bunch", "bunches", "format", "meshChecksum", "program", "patches", "class", "dimensions",
        "oriented", "crc32",
              "faces", "cells", "type"]
NAMES = ["../../evil", "..:..:..:evil", "..", "/etc/passwd", "a/b", "x" * 5000, "", "nan", "-1", "1e400", "0.02", "0.02/../../evil", "\n", "%s/evil"]


def structure(path, chance, outside):
    """Changes that leave a valid HDF5 file."""
    said = []
    with hdf5.File(path) as file:
        for _ in range(chance.choice([1, 1, 2, 4])):
            at, kind = chance.choice(OBJECTS), chance.randrange(8)
            name = chance.choice(NAMES).replace("%s", str(outside))
            if kind == 0:
                file.remove(at)
            elif kind == 1:
                file.attribute(at, chance.choice(ATTRIBUTES), name)
            elif kind == 2:
                file.attribute(at, chance.choice(ATTRIBUTES), chance.choice([-1, 0, 1 << 31, 1 << 62, 3.5, 1e300, float("nan"), float("inf")]))
            elif kind == 3:
                file.remove(at)
                file.soft_link(at, chance.choice(OBJECTS + ["/nowhere", at]))
            elif kind == 4:
                file.remove(at)
                file.external_link(at, chance.choice([f"{outside}/dumps/0.02.vtkhdf", "../../../outside/dumps/0.02.vtkhdf", path.name, "/dev/null",
                        "nowhere"]), at)
            elif kind == 5:
                file.move(at, at.rsplit("/", 1)[0] + "/" + chance.choice(["..:..:..:evil", "..", "x" * 1000, "a b", "p", "uniform:time"]))
            elif kind == 6:
                file.remove(at)
                file.hard_link(at, chance.choice(OBJECTS[:2] + OBJECTS[5:6]))
            else:
                file.remove(at)
                file.data(at, chance.choice([[0], [1], [400], [401], [400, 3], [3, 400], [1 << 20]]))
            said.append(f"{at} {kind} {name[:40]!r}")
    return f"{path.name}: " + ", ".join(said)


def dumps(scene, bases, chance):
    """Dumps whose bytes, structures or names are others."""
    bases.give(scene, "dumped")
    files = sorted((scene.case / "dumps").glob("*.vtkhdf"))
    for path in chance.sample(files, chance.choice([1, 1, 2])):
        kind = chance.randrange(6)
        if kind <= 2 and hdf5.available:
            scene.tell(structure(path, chance, scene.outside))
        elif kind == 3:
            to = path.with_name(chance.choice(["0.vtkhdf", "1e3.vtkhdf", "nan.vtkhdf", "-1.vtkhdf", "restart.0.vtkhdf", "restart.99999999999.vtkhdf",
                    "a b.vtkhdf",
                                               "mesh.vtkhdf", "..vtkhdf", "0.02.0of2.vtkhdf"]))
            scene.tell(f"{path.name} renamed to {to.name}")
            path.replace(to)
        else:
            scene.tell(mutate.file(path, chance, b"", binary=True))
    use_dumps(scene, chance)


def use_dumps(scene, chance):
    boundary = ["boundary", ".", "--time", chance.choice(["0.02", "0.01", "restart.0"]), "--field", chance.choice(["U", "p"]), "--patch", "movingWall"]
    entry = chance.choice(["type fixedValue; value uniform (2 0 0);", "type zeroGradient;", "type evil; file \"../../evil\";",
            "type fixedValue; value nonuniform 3(1 2 3);"])
    for words, replaces in chance.sample([
            (["info", "."], HIDDEN), (["extract", ".", "--time", "0.02"], HIDDEN), (["extract", ".", "--time", "restart.0", "--replace"], ("0.0*",) + HIDDEN),
            (["extract", ".", "--time", "0.01", "--replace"], ("0.0*",) + HIDDEN), (boundary, HIDDEN), ([*boundary, "--set", entry], DUMPS), (["purge", ".",
            "--keep-last", "1"], DUMPS),
            (["purge", ".", "--keep-every", "0.005", "--dry-run"], HIDDEN), (["run", "."], RESULTS + HIDDEN), (["run", ".", "--dump", "hdf5"],
            RESULTS + HIDDEN),
            (["run", ".", "--from", "dumps/0.02.vtkhdf", "--dump", "hdf5"], RESULTS + HIDDEN), (["check", "."], HIDDEN), (["clean", "."],
            RESULTS + CLEANED + HIDDEN)],
            chance.choice([1, 2])):
        scene.run(*words, replaces=replaces)


def journals(scene, bases, chance):
    """A journal beside a dump that `boundary --set` has not left there."""
    bases.give(scene, "dumped")
    dump = scene.case / "dumps/0.02.vtkhdf"
    size = dump.stat().st_size
    pieces = b"".join(struct.pack("<qq", at, length) + b"x" * min(max(length, 0), 1000) for at, length in [
        (chance.choice([-1, 0, 8, size - 1, size, 1 << 40, 1 << 62]), chance.choice([-1, 0, 1, 8, 1000, 1 << 62])) for _ in range(chance.randint(0, 3))])
    text = chance.choice([b"eagre changes 1\n", b"eagre changes 1\n", b"eagre changes 2\n", b"", b"x" * 100]) + struct.pack("<q", chance.choice([0, size,
            size + 8, -1, 1 << 20])) + pieces
    (scene.case / "dumps/.0.02.vtkhdf.changes").write_bytes(text[:chance.choice([len(text), chance.randint(0, len(text))])])
    scene.tell("journal:", repr(text[:80]))
    boundary = ["boundary", ".", "--time", "0.02", "--field", "U", "--patch", "movingWall"]
    # A command that only reads changes no dump, whatever a journal says.
    words, replaces = chance.choice([(["info", "."], ()), (boundary, ()), ([*boundary, "--set", "type zeroGradient;"], RESULTS + DUMPS),
                                     (["run", ".", "--dump", "hdf5"], RESULTS + DUMPS)])
    scene.run(*words, replaces=replaces)


CHANNEL = ("wave/*",)


def settings(scene, bases, chance):
    """Settings of a channel; where its files go is the user's own word."""
    bases.give(scene, "channel")
    file = scene.case / "wave.toml"
    good = file.read_bytes()
    while True:
        file.write_bytes(good)
        said = mutate.file(file, chance, b"/nowhere")
        if b"evil" not in file.read_bytes() and b".." not in file.read_bytes() and b"/nowhere" not in file.read_bytes():
            break
    scene.tell(said)
    scene.may_need_memory = True
    scene.run("channel", *chance.choice([["run", "wave.toml", "--overwrite"], ["run", "wave.toml", "--from", "latest"], ["init", "wave.toml",
            "--no-picture"]]), replaces=CHANNEL)


STATE = ["time nan\n", "time -1\n", "dt 0x1p-1000\n", "dt 0x1p+1000\n", "old_steps 1e9\n", "steps -1\n", "steps 1e300\n", "steps 0x1p+62\n", "x\n", "time\n",
        "\x00\n", "phi_steps inf\n", "drive nan\n",
         "time 1e300\n", "dt -1e-3\n", "dt 0\n"]


def checkpoints(scene, bases, chance):
    """Restart files and initial fields, with checksums that are right again."""
    bases.give(scene, "channel")
    path = chance.choice(sorted((scene.case / "wave").glob("*.nc")))
    name = path.relative_to(scene.case)
    kind = chance.randrange(5)
    if kind == 0:
        scene.tell(mutate.file(path, chance, b"", binary=True))
    elif kind == 1 and hdf5.available:
        with hdf5.File(path) as file:
            for _ in range(chance.randint(1, 3)):
                at = chance.choice(["/phi", "/u", "/w", "/p", "/time", "/x", "/z_face", "/u_explicit_1"])
                file.remove(at)
                chance.choice([lambda: None, lambda: file.data(at, chance.choice([[0], [1], [8, 8], [1, 8, 1, 8], [1, 9, 1, 8], [1 << 12], [1] * 8])),
                               lambda: file.soft_link(at, "/v"), lambda: file.external_link(at, f"{scene.outside}/secret", at), lambda: file.group(at)])()
                scene.tell(f"{path.name}: {at} replaced")
    elif hdf5.available:
        with netCDF4.Dataset(bases.directory / "channel" / name) as file:  # not all names of cases are paths to NetCDF
            texts = {name: str(file.getncattr(name)) for name in ("step", "settings", "state", "checksum") if name in file.ncattrs()}
            variables = sorted(file.variables)
        with hdf5.File(path) as file:
            if kind == 2:
                at, value = chance.choice(variables), chance.choice([float("nan"), float("inf"), 1e300, -1e300, 0.0, 1e-320, 1e14])
                file.fill("/" + at, value)
                scene.tell(f"{path.name}: {at} is {value}")
            elif kind == 3 or "state" not in texts:
                texts[chance.choice(["settings", "step"])] = chance.choice(["", "x" * 60000, "[grid]\ncells = [1000000, 1000000, 1000000]\n", "-1", "nan",
                        "9" * 100, "\n" * 1000,
                                                                           "[output]\ndirectory = \"../../evil\"\n", "[a]\n" * 5000])
            else:
                texts["state"] += "".join(chance.choice(STATE) for _ in range(chance.randint(1, 3)))
            if "checksum" in texts:
                texts["checksum"] = f"{zlib.crc32(chr(10).join(texts[name] for name in ('step', 'settings', 'state')).encode()):08x}"
            for name, value in texts.items():
                file.attribute("/", name, value)
            scene.tell(f"{path.name}: {str({k: v[-80:] for k, v in texts.items()})}")
    if path.name == "initial.nc":
        append(scene.case, "wave.toml", "")
        text = (scene.case / "wave.toml").read_text()
        (scene.case / "wave.toml").write_text(text.replace('shape = "wave"\namplitude = 0.01', 'shape = "file"\nfile = "wave/initial.nc"'))
    scene.run("channel", *chance.choice([["run", "wave.toml", "--from", "latest"], ["run", "wave.toml", "--from", name], ["run", "wave.toml", "--overwrite"],
            ["convert", name, "out"],
                                         ["convert", name, "out.dat"]]), replaces=CHANNEL)


def tpls(scene, bases, chance):
    """Option files and data of TPLS."""
    bases.give(scene, "tpls")
    scene.may_need_memory = True
    for path in chance.sample(sorted(p for p in scene.case.iterdir() if p.is_file() and not p.name.startswith("mine")), chance.choice([1, 1, 2])):
        scene.tell(mutate.file(path, chance, b"/nowhere"))
    words = chance.choice([["run", "--tpls", "tpls_config.opt"], ["init", "--tpls", "tpls_config.opt", "--no-picture"], ["convert", "tpls_config.opt",
            "out.nc"],
                           ["convert", "initial_phi.dat", "out.nc"]])
    scene.run("channel", *words, replaces=())


def plots(scene, bases, chance):
    """Pictures of a hostile case: nothing of it is run as Python."""
    bases.give(scene, chance.choice(["dumped", "binary", "channel"]))
    for name in ("numpy", "matplotlib", "pyvista", "site", "eagre"):
        (scene.case / f"{name}.py").write_text("open('EVIL', 'w')\n")
    files = sorted(p for p in scene.case.rglob("*") if p.is_file() and not p.name.startswith("mine") and p.suffix in (".vtkhdf", ".nc", ".series",
            "") and p.parent.name != "system")
    path = chance.choice(files)
    scene.tell(mutate.file(path, chance, str(scene.outside).encode(), binary=path.suffix in (".vtkhdf", ".nc")))
    scene.run("plot", "wave" if scene.base == "channel" else ".", replaces=("pictures/*",), foresees=["Traceback (most recent"])
    if list(scene.root.rglob("EVIL")):
        scene.fail("a module of the case was run")


ATTACKS = {dumps: 20, journals: 4, settings: 8, checkpoints: 10, tpls: 8, plots: 1}
