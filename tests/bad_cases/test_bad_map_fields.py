# SPDX-License-Identifier: BSD-3-Clause
"""mapFields that cannot be carried out: an error that says why, and a case that is as it was."""
import pytest

from test_bad_cases import BAD_CASE, USAGE, expect, make_case, replace, run

HEADER = "FoamFile { version 2.0; format ascii; class dictionary; object mapFieldsDict; }\n"


def state(case):
    return {p: p.read_bytes() for p in case.rglob("*") if p.is_file() and "polyMesh" not in p.parts}


@pytest.mark.parametrize("dictionary, options, code, patterns", [
    ("patchMap (lid movingWal); cuttingPatches ();", [], BAD_CASE, ["mapFieldsDict:2", "'lid'", "'movingWal'", "did you mean 'movingWall'"]),
    ("cuttingPatches ();", [], BAD_CASE, ["patchMap"]),
    (None, [], BAD_CASE, ["system/mapFieldsDict", "no such file"]),
    (None, ["-consistent", "-mapMethod", "nearest"], USAGE, ["mapNearest", "cellPointInterpolate"]),
    (None, ["-consistent", "-sourceTime", "last"], USAGE, ["latestTime", "'last'"]),
    (None, ["-consistant"], USAGE, ["-consistent"]),
], ids=["patches", "patchMap", "noDictionary", "method", "time", "option"])
def test_map_fields(dictionary, options, code, patterns, tmp_path, eagre):
    source = make_case(tmp_path / "from", "cavity")
    case = make_case(tmp_path / "to", "cavity")
    if dictionary:
        (case / "system" / "mapFieldsDict").write_text(HEADER + dictionary)
    before = state(tmp_path)
    expect(run(eagre, "mapFields", case, source, *options), code, *patterns)
    assert state(tmp_path) == before


def test_the_source_is_a_case(tmp_path, eagre):
    case = make_case(tmp_path, "cavity")
    expect(run(eagre, "mapFields", case, tmp_path / "nowhere", "-consistent"), BAD_CASE, "nowhere", "no directory 'system'")
    expect(run(eagre, "mapFields", "-case", case), USAGE, "the source case is missing")


def test_the_source_is_left_alone(tmp_path, eagre):
    """Its mesh is made in memory if it has none."""
    source = make_case(tmp_path / "from", "cavity")
    case = make_case(tmp_path / "to", "cavity")
    replace(source, "0/p", "uniform 0;", "uniform 3;")
    before = {p: p.read_bytes() for p in source.rglob("*") if p.is_file()}
    assert run(eagre, "mapFields", case, source, "-consistent").returncode == 0
    assert before == {p: p.read_bytes() for p in source.rglob("*") if p.is_file()}
    assert "internalField   uniform 3;" in (case / "0" / "p").read_text()
