# SPDX-License-Identifier: BSD-3-Clause
"""What is wrong with a createZonesDict or a subsetMeshDict is named, and the mesh stays as it is."""
import pytest

from test_bad_cases import BAD_CASE, USAGE, expect, run
from test_preparation import case, state  # noqa: F401: case is a fixture


@pytest.mark.parametrize("text,message", [("z { type bux; zoneType cell; box (0 0 0) (1 1 1); }", "unknown type of a zone 'bux'; did you mean 'box'"),
                                          ("z { type box; box (0 0 0) (1 1 1); }", "'zoneType' is missing"),
                                          ("z { type box; zoneType cells; box (0 0 0) (1 1 1); }", "'cells'; did you mean 'cell'"),
                                          ("z { type box; zoneType cell; box (0 0 0) (1 1 1); zone other; }", "within other zones is not supported"),
                                          ("z { type plane; point (0 0 0); normal (1 0 0); include closest; }", "include closest is not supported"),
                                          ("z { type box; zoneType cell; selekt outside; box (0 0 0) (1 1 1); }", "'selekt'"),
                                          ("print;", "'print' is no dictionary of a zone")])
def test_create_zones(eagre, case, text, message):
    expect(run(eagre, "blockMesh", case), 0)
    (case / "system/createZonesDict").write_text(text + "\n")
    before = state(case)
    expect(run(eagre, "createZones", case), BAD_CASE, "createZonesDict", message)
    assert state(case) == before


def test_subset_mesh(eagre, case):
    expect(run(eagre, "blockMesh", case), 0)
    expect(run(eagre, "subsetMesh", case), USAGE, "system/subsetMeshDict")
    for text, message in (("zone { type plane; point (0 0 0); normal (1 0 0); }", "unknown type of a zone 'plane'"), ("zone none;", "unknown cellZone 'none'"),
                          ("zone { type box; box (9 9 9) (10 10 10); }", "is empty"), ("patch walls;", "'zone' is missing")):
        (case / "system/subsetMeshDict").write_text(text + "\n")
        expect(run(eagre, "subsetMesh", case), BAD_CASE, message)
    expect(run(eagre, "subsetMesh", case, "c0", "-overwrite", "-dict", "system/subsetMeshDict"), USAGE, "leave one of them away")
