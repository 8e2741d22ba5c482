# SPDX-License-Identifier: BSD-3-Clause
"""AMIWeights: the table of OpenFOAM, on patches that cover each other and on one that does in part."""
import dataclasses
import shutil

import numpy as np
import pytest

import cases
import foam
from test_overlapping_patches import BOXES

FUNCTION = "#remove functions\nfunctions { weights { type AMIWeights; libs (fieldFunctionObjects); writeFields no; } }"


@pytest.fixture(scope="module", params=["whole", "part"])
def theirs(request, tmp_path_factory):
    """The right box may stand a quarter higher than the left one."""
    base = BOXES
    if request.param == "part":
        mesh = base.files["system/blockMeshDict"].replace("neighbourPatch", "lowWeightCorrection 0.2; neighbourPatch")
        for x in ("0.45", "1"):
            for z in ("0", "0.1"):
                first, second = (f"({x} {y} {z})" for y in (0, 1))
                head, tail = mesh.split("(0.45 0 0) (1 0 0)")
                mesh = head + "(0.45 0 0) (1 0 0)" + tail.replace(first, f"({x} 0.25 {z})", 1).replace(second, f"({x} 1.25 {z})", 1)
        mesh = mesh.replace("(0.45 0 0) (1 0 0) (1 1.25 0)", "(0.45 0.25 0) (1 0.25 0) (1 1.25 0)")
        base = dataclasses.replace(base, files=base.files | {"system/blockMeshDict": mesh})
    case = cases.prepare(base, tmp_path_factory.mktemp("ami"))
    foam.append(case, "system/controlDict", f"deltaT 0.0005; adjustTimeStep no; endTime 0.001; writeControl timeStep; writeInterval 2; {FUNCTION}")
    foam.openfoam("interFoam", case)
    return case


@pytest.mark.parametrize("ranks", [1, 3])
def test_table(theirs, ranks, tmp_path, eagre):
    ours = tmp_path / "eagre"
    shutil.copytree(theirs, ours, ignore=shutil.ignore_patterns("postProcessing", "0.0*"))
    foam.run([eagre, "run", "--mesh", "as-is", "--fields", "as-is", ours, "-n", ranks])
    lines, reference = ((case / "postProcessing/weights/0/AMIWeights.dat").read_text().splitlines() for case in (ours, theirs))
    assert lines[:2] == reference[:2] and len(lines) == len(reference) == 4
    for line, wanted in zip(lines[2:], reference[2:], strict=True):
        words, theirs_words = line.split("\t"), wanted.split("\t")
        assert words[:3] == theirs_words[:3] and len(words) == len(theirs_words)
        numbers, theirs_numbers = (np.array([float(w) for w in row[3:] if w]) for row in (words, theirs_words))
        wrong = np.abs(numbers - theirs_numbers) > 1.5e-6 * np.abs(theirs_numbers).max()
        if theirs_numbers[0] == 0:  # v1912 has twice the part of the face that the other patch ends on, 0.0483
            assert wrong[2] and abs(numbers[2] - (7 + 0.04826) / 10) < 1e-6
            wrong[2] = False
        assert not wrong.any(), (numbers, theirs_numbers)
    assert theirs_words[0] == "0.001"
