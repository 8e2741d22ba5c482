# SPDX-License-Identifier: BSD-3-Clause
"""One step on a mesh with slanted faces, where Debian's interFoam is compiled wrongly (docs/parity.md): the judge is compiled anew from its
sources (`make judge`)."""
import pytest

import cases
import foam
from test_one_step import compare

WEIR = cases.Case("weirOverflow", "multiphase/interFoam/RAS/weirOverflow", "interFoam", cases.INTER_RAS_FIELDS,
                  (*cases.INTER_SOLVERS, '"(U|k|epsilon)"', '"(U|k|epsilon)Final"'), 0.05, 0.001, preparation=("blockMesh", "setFields"))


@pytest.mark.parametrize("case", [WEIR], ids=lambda case: case.name)
def test_one_step(case, tmp_path, eagre):
    program = foam.sound(case.application)
    if not program:
        pytest.skip(f"no {case.application} that is compiled soundly: make judge")
    compare(case, tmp_path, eagre, program=program)
