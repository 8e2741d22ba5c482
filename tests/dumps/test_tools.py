# SPDX-License-Identifier: BSD-3-Clause
"""eagre info, extract, boundary and purge on dumps of runs."""
import json
import os
import re
import shutil

import pytest

import dumps
import foam

IO, USAGE = 5, 2


CASES = {"damBreak": (dumps.dam_break, "writeInterval 10; endTime 0.01;"),
         "cavity": (dumps.cavity, "writeInterval 20; endTime 0.2;")}


@pytest.mark.parametrize("ranks", [1, 4, 8])
@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("form", ["ascii", "binary", "ascii; writeCompression on"])
def test_extract_is_what_the_writer_writes(eagre, tmp_path, name, ranks, form):
    """One run that writes both: OpenFOAM's files, and those that are made out of the dumps, by one rank and by several."""
    make, control = CASES[name]
    case = make(tmp_path / name, f"{control} writeFormat {form};")
    dumps.run(eagre, case, ranks=ranks, dump="both")
    written = tmp_path / "written"
    times = dumps.names(case)
    assert times == [t for t in foam.times(case) if t != "0"] and len(times) == 2
    for time in times:
        shutil.move(case / time, written / time)
    for options in ([], ["--replace", "-n", ranks]):
        foam.run([eagre, "extract", case, *options, "--time", *times])
        for time in times:
            dumps.same_directories(written / time, case / time)


CONDITIONS = {
    "mixed": "type mixed; refValue uniform (1 0 0); refGradient uniform (0 0 0); valueFraction uniform 0.7; value uniform (1 0 0);",
    "fixedGradient": "type fixedGradient; gradient uniform (0.1 0 0);",
    "list": "type fixedValue; value nonuniform List<vector> 20(" + "".join(f"({i} 0 0)" for i in range(20)) + ");",
    "uniformFixedValue": "type uniformFixedValue; uniformValue table ((0 (1 0 0)) (1 (2 0 0)));",
    "uniformFixedValueCoeffs": "type uniformFixedValue; uniformValue sine; "
                               "uniformValueCoeffs { frequency 3; amplitude 1; scale (1 0 0); level (1 0 0); }",
    "uniformFixedGradient": "type uniformFixedGradient; uniformGradient constant (0.1 0 0);",
    "fixedMean": "type fixedMean; meanValue constant (1 0 0); value uniform (1 0 0);",
    "partialSlip": "type partialSlip; valueFraction uniform 0.3;",
    "slip": "type slip;",
    "inletOutlet": "type inletOutlet; inletValue uniform (0 0 0); value uniform (1 0 0);",
    "freestreamVelocity": "type freestreamVelocity; freestreamValue uniform (1 0 0);",
    "pressureInletOutletVelocity": "type pressureInletOutletVelocity; value uniform (0 0 0);",
    "advective": "type advective; phi phi; value uniform (1 0 0);",
    "movingWallVelocity": "type movingWallVelocity; value uniform (1 0 0);",
    "surfaceNormalFixedValue": "type surfaceNormalFixedValue; refValue uniform 0;",
}


@pytest.mark.parametrize("condition", CONDITIONS)
def test_extract_has_every_entry_of_a_condition(eagre, tmp_path, condition):
    """Lists beside the value, sub-dictionaries, Function1: on two ranks, which share the patch."""
    case = dumps.cavity(tmp_path / "cavity", "writeFormat ascii; writeInterval 2; endTime 0.01;")
    # A pressure that is given there lets any flow balance.
    for field, entry in [("U", CONDITIONS[condition]), ("p", "type fixedValue; value uniform 0;")]:
        path = case / "0" / field
        text = path.read_text()
        changed = re.sub(r"(movingWall\s*\{)[^}]*\}", lambda m: f"{m[1]} {entry} }}", text)
        assert changed != text
        path.write_text(changed)
    dumps.run(eagre, case, ranks=2, dump="both")
    shutil.move(case / "0.01", tmp_path / "written")
    foam.run([eagre, "extract", case, "--time", "0.01"])
    dumps.same_directories(tmp_path / "written", case / "0.01")


def test_extract_replaces_nothing_silently(eagre, tmp_path):
    case = dumps.cavity(tmp_path / "cavity", "writeInterval 20; endTime 0.1;")
    dumps.run(eagre, case)
    assert not (case / "0.1").exists(), "hdf5 writes no time directories"
    (case / "0.1").mkdir()
    (case / "0.1" / "mine").write_text("x")
    code, text = dumps.tool(eagre, "extract", case, "--time", "0.1")
    assert code == IO and "--replace" in text and (case / "0.1" / "mine").exists()
    assert dumps.tool(eagre, "extract", case, "--time", "0.1", "--replace")[0] == 0
    assert (case / "0.1" / "U").exists() and (case / "0.1" / "mine").exists()
    code, text = dumps.tool(eagre, "extract", case, "--time", "0.11")
    assert code == USAGE and "0.1" in text and not (case / "0.11").exists()


@pytest.fixture
def dumped(eagre, tmp_path):
    case = dumps.dam_break(tmp_path / "damBreak", "writeInterval 5; endTime 0.0025;")
    dumps.run(eagre, case, ranks=2)
    return case, "0.0025"


def test_info(eagre, dumped):
    case, time = dumped
    code, text = dumps.tool(eagre, "info", case / "dumps" / f"{time}.vtkhdf")
    assert code == 0, text
    assert "on 2 ranks" in text and "--dump hdf5" in text and "step 5" in text and "2268 cells" in text
    assert re.search(r"alpha.water +volScalarField .* to 1\n", text)
    assert re.search(r"phi +surfaceScalarField +\[0 3 -1 0 0 0 0\]", text)
    assert re.search(r"atmosphere +patch .*U pressureInletOutletVelocity", text)
    assert "sets agree" in text
    code, text = dumps.tool(eagre, "info", case)
    assert code == 0 and f"latest that is whole: {time}" in text


def checksums(eagre, dump):
    """All but those of the walls: sizes and ranges of all fields, and what the file says of itself."""
    code, text = dumps.tool(eagre, "info", dump)
    assert code == 0, text
    return re.sub(r"(?m)^ +(walls|size|checksums) .*\n", "", text)


def test_boundary_changes_only_its_patch(eagre, dumped):
    case, time = dumped
    dump = case / "dumps" / f"{time}.vtkhdf"
    chosen = ["boundary", case, "--time", time, "--field", "U", "--patch", "walls"]
    assert "noSlip" in dumps.tool(eagre, *chosen, "--show")[1]
    before, bytes_before = checksums(eagre, dump), dump.read_bytes()
    foam.run([eagre, "extract", case, "--ascii", "--time", time])
    shutil.move(case / time, case / "before")

    code, text = dumps.tool(eagre, *chosen, "--set", "type fixedValue; value uniform (1 0 0);")
    assert code == 0 and "fixedValue" in text
    assert "uniform (1 0 0)" in dumps.tool(eagre, *chosen)[1]
    assert checksums(eagre, dump) == before
    kept = sum(a == b for a, b in zip(bytes_before, dump.read_bytes())) / len(bytes_before)
    assert kept > 0.98, "the values of cells and faces stay where they are"

    foam.run([eagre, "extract", case, "--ascii", "--time", time])
    for field in ("U", "p", "p_rgh", "phi", "alpha.water"):
        old, new = ((case / d / field).read_text() for d in ("before", time))
        if field != "U":
            assert new == old, field
        else:
            assert new == old.replace("type            noSlip;\n", "type            fixedValue;\n        value           uniform (1 0 0);\n")


def test_boundary_set_is_what_the_next_run_sees(eagre, dumped):
    """A dump that is changed is continued from as OpenFOAM's files are that say the same."""
    case, time = dumped
    files = case.parent / "files"
    shutil.copytree(case, files)
    entry = "type fixedValue; value uniform (0.5 0 0);"
    foam.run([eagre, "boundary", case, "--time", time, "--field", "U", "--patch", "walls", "--set", entry])
    foam.run([eagre, "extract", files, "--time", time, "--binary"])
    shutil.rmtree(files / "dumps")
    path = files / time / "U"
    data = path.read_bytes()
    assert data.count(b"noSlip;") == 1
    path.write_bytes(data.replace(b"noSlip;", b"fixedValue; value uniform (0.5 0 0);"))
    for directory in (case, files):
        foam.append(directory, "system/controlDict", "startFrom latestTime; endTime 0.005;")
        foam.run([eagre, "run", directory, "-n", 2, "--dump", "hdf5", *dumps.SETTLED])
        foam.run([eagre, "extract", directory, "--ascii", "--time", "0.005"])
    for field in ("U", "p_rgh", "alpha.water"):
        assert (case / "0.005" / field).read_text() == (files / "0.005" / field).read_text(), field


@pytest.mark.parametrize("patch, entry", [("movingWall", "type calculated; value uniform 1e-9;"),
                                          ("frontAndBack", "type empty; value nonuniform List<scalar> 0();"),
                                          ("frontAndBack", "type empty; value uniform 0;")])
def test_a_run_continues_from_a_flux_that_is_set(eagre, tmp_path, patch, entry):
    """On two ranks; what is set is what is extracted, too."""
    case = dumps.cavity(tmp_path / "cavity", "writeInterval 5; endTime 0.025;")
    dumps.run(eagre, case)
    foam.run([eagre, "boundary", case, "--time", "0.025", "--field", "phi", "--patch", patch, "--set", entry])
    assert dumps.tool(eagre, "info", case / "dumps" / "0.025.vtkhdf")[0] == 0
    foam.run([eagre, "extract", case, "--ascii", "--time", "0.025"])
    assert ("uniform 1e-09;" in (case / "0.025" / "phi").read_text()) == (patch == "movingWall")
    foam.append(case, "system/controlDict", "endTime 0.03;")
    assert "Continuing from the dump of time 0.025" in dumps.run(eagre, case, "--from", "0.025", ranks=2)


@pytest.mark.parametrize("field, patch, entry, words", [
    ("u", "walls", "type noSlip;", ["field 'u'", "did you mean 'U'"]),
    ("U", "wals", "type noSlip;", ["patch 'wals'", "did you mean 'walls'"]),
    ("U", "walls", "type fixedVaule;", ["fixedVaule", "did you mean 'fixedValue'"]),
    ("U", "walls", "type empty;", ["walls", "wall", "empty"]),
    ("U", "frontAndBack", "type noSlip;", ["frontAndBack", "empty"]),
    ("U", "walls", "type fixedValue; value uniform 1;", ["value", "U on patch walls"]),
    ("p", "walls", "type fixedValue; value uniform (1 0 0);", ["value", "p on patch walls"]),
    ("U", "walls", "type fixedValue; value nonuniform List<vector> 1((0 0 0));", ["1 values", "faces"]),
    ("U", "walls", "value uniform (0 0 0);", ["type"]),
    ("U", "walls", "type fixedValue; value uniform (1 0 0)", ["';'"]),
    ("phi", "walls", "type zeroGradient;", ["calculated"]),
    ("phi", "walls", "type calculated;", ["value is missing", "surfaceScalarField"]),
    ("phi", "frontAndBack", "type empty;", ["value is missing"]),
    ("p", "walls", "type calculated;", ["value is missing"]),
])
def test_boundary_refuses(eagre, dumped, field, patch, entry, words):
    case, time = dumped
    dump = case / "dumps" / f"{time}.vtkhdf"
    before = dump.read_bytes()
    code, text = dumps.tool(eagre, "boundary", case, "--time", time, "--field", field, "--patch", patch, "--set", entry)
    assert code == USAGE, text
    assert all(word in text for word in words), text
    assert dump.read_bytes() == before, "a refused entry leaves the file alone"


def test_purge(eagre, tmp_path):
    case = dumps.cavity(tmp_path / "cavity", "writeInterval 5; endTime 0.2;")
    dumps.run(eagre, case)
    assert dumps.names(case) == ["0.025", "0.05", "0.075", "0.1", "0.125", "0.15", "0.175", "0.2"]
    code, text = dumps.tool(eagre, "purge", case)
    assert code == USAGE and "--keep-last" in text
    rule = ["purge", case, "--keep-every", "0.1", "--keep-last", "2"]
    code, text = dumps.tool(eagre, *rule, "--dry-run")
    assert code == 0 and len(dumps.names(case)) == 8 and text.count("would remove") == 4
    assert dumps.tool(eagre, *rule)[0] == 0
    kept = ["0.025", "0.1", "0.175", "0.2"]
    assert dumps.names(case) == kept
    series = json.loads((case / "dumps" / "cavity.vtkhdf.series").read_text())
    assert [entry["name"] for entry in series["files"]] == [f"{name}.vtkhdf" for name in kept]
    assert (case / "dumps" / "mesh.vtkhdf").exists()


def test_purge_does_not_count_a_damaged_dump(eagre, tmp_path):
    """What is kept can be continued from."""
    case = dumps.cavity(tmp_path / "cavity", "writeInterval 20; endTime 0.3;")
    dumps.run(eagre, case)
    newest = case / "dumps" / "0.3.vtkhdf"
    os.truncate(newest, newest.stat().st_size // 2)
    code, text = dumps.tool(eagre, "purge", case, "--keep-last", "1")
    assert code == 0 and "0.3.vtkhdf is damaged" in text
    assert dumps.names(case) == ["0.2", "0.3"]


@pytest.mark.parametrize("interval", ["nan", "-nan", "inf", "-inf", "1e999", "0", "-1", "1s", ""])
def test_purge_takes_no_interval_that_is_no_number(eagre, tmp_path, interval):
    """Every comparison with nan is false: it once kept the last dump alone."""
    case = dumps.cavity(tmp_path / "cavity", "writeInterval 1; endTime 0.02;")
    dumps.run(eagre, case)
    before = dumps.names(case)
    assert len(before) == 4
    code, text = dumps.tool(eagre, "purge", case, "--keep-every", interval)
    assert code == USAGE and "--keep-every" in text and dumps.names(case) == before, text


@pytest.mark.parametrize("form", ["as it is", "with aggregators"])
def test_a_long_path(eagre, tmp_path, form):
    """OpenMPI's shared file pointers have 256 characters for a name."""
    deep = tmp_path / ("x" * 120) / ("y" * 120)
    deep.mkdir(parents=True)
    hints = "dump { hints { romio_cb_write enable; } }" if form != "as it is" else ""
    case = dumps.cavity(deep / "cavity", f"writeInterval 2; endTime 0.02; {hints}")
    dumps.run(eagre, case, ranks=2)
    assert len(dumps.names(case)) == 2
    assert dumps.tool(eagre, "info", case)[0] == 0
    foam.append(case, "system/controlDict", "endTime 0.03; startFrom latestTime;")
    dumps.run(eagre, case, ranks=2)
    assert len(dumps.names(case)) == 3
