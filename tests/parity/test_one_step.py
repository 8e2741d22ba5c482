# SPDX-License-Identifier: BSD-3-Clause
"""Algorithm parity: from the same developed state that OpenFOAM v1912 wrote, both programs take one step; every field agrees."""
import re
import shutil

import numpy as np
import pytest

import foam
from cases import CASES, develop, set_steps

LIMIT = 1e-7


def compare(case, tmp_path, eagre, steps=1, program=None, ignored="nothing"):
    """Asserts that one step of a case, or a few in sequence, is the same in both programs; program: OpenFOAM's, if not the installed one;
    ignored: what values on patches are not compared, a pattern of "field on patch"."""
    theirs = develop(case, tmp_path)
    ours = tmp_path / "eagre"
    set_steps(case, theirs, steps)
    shutil.copytree(theirs, ours)
    foam.run([program or f"/usr/bin/{case.application}", "-case", theirs], log=tmp_path / "log.openfoam")
    foam.run([eagre, "run", ours], log=tmp_path / "log.eagre")
    time = foam.times(theirs)[-1]
    assert foam.times(ours)[-1] == time
    differences = {}
    for field in case.fields:
        a, a_patches = foam.read_field(ours / time / field)
        b, b_patches = foam.read_field(theirs / time / field)
        differences[field] = foam.relative_l2(a, b)
        scale = np.abs(b).max()
        for patch, values in b_patches.items():
            if patch in a_patches and scale > 0:
                key = f"{field} on {patch}"
                n = max(len(values), len(a_patches[patch]))
                difference = np.broadcast_to(a_patches[patch], (n, values.shape[1])) - np.broadcast_to(values, (n, values.shape[1]))
                differences[key] = np.abs(difference).max(initial=0) / scale / 10
    print({k: f"{v:.1e}" for k, v in differences.items()})
    wrong = {k: v for k, v in differences.items() if not v <= LIMIT and not re.fullmatch(ignored, k)}
    assert not wrong, f"{case.name}: {wrong}"


@pytest.mark.parametrize("case", CASES, ids=lambda c: c.name)
def test_one_step(case, tmp_path, eagre):
    compare(case, tmp_path, eagre)
