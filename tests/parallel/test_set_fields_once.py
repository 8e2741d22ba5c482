# SPDX-License-Identifier: BSD-3-Clause
"""Fields that setFields has set on patches alone are not set again by a run, as in OpenFOAM's eulerianInjection, whose faces stand in a set."""

import foam
import own


def with_regions(tmp_path, regions):
    case = tmp_path / "case"
    own.copy("damBreak", case)
    set_regions(case, regions)
    foam.append(case, "system/controlDict", "writeControl timeStep; writeInterval 1; stopAt nextWrite;")
    return case


def set_regions(case, regions):
    (case / "0/uniform/madeFrom").unlink(missing_ok=True)  # as if another program had set the fields: else an edited dictionary is an error
    (case / "system/setFieldsDict").write_text(
        "FoamFile { version 2.0; format ascii; class dictionary; object setFieldsDict; }\n"
        f"defaultFieldValues (volScalarFieldValue alpha.water 0);\nregions ( {regions} );\n")


LEFT_HALF = "boxToFace { box (-1 0.58 -1) (0.292 1 1); fieldValues (volScalarFieldValue alpha.water 1); }"
BY_SET = "faceToFace { set injector; fieldValues (volScalarFieldValue alpha.water 1); }"


def test_patches_that_are_set_stay(tmp_path, eagre):
    case = with_regions(tmp_path, LEFT_HALF)
    foam.run([eagre, "setFields", case])
    set_regions(case, BY_SET)
    foam.run([eagre, "run", case])
    atmosphere = foam.read_field(case / "0" / "alpha.water")[1]["atmosphere"]
    assert 0 < atmosphere.mean() < 1


def test_fields_that_are_not_set_yet_are(tmp_path, eagre):
    case = with_regions(tmp_path, LEFT_HALF)
    foam.run([eagre, "run", case])
    assert 0 < foam.read_field(case / "0" / "alpha.water")[1]["atmosphere"].mean() < 1


def test_a_list_on_a_patch_is_no_reason_to_leave_cells_unset(tmp_path, eagre):
    """Here the patch has a profile of its own, and setFieldsDict is of cells."""
    case = with_regions(tmp_path, LEFT_HALF)
    foam.run([eagre, "setFields", case])
    set_regions(case, "boxToCell { box (0 0 -1) (0.1461 0.292 1); fieldValues (volScalarFieldValue alpha.water 1); }")
    foam.run([eagre, "run", case])
    assert 0 < foam.read_field(case / "0" / "alpha.water")[0].mean() < 1
