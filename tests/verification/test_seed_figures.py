# SPDX-License-Identifier: BSD-3-Clause
"""Figures 9 and 10 of the first seed, from short runs: its ways to talk give OpenFOAM's fields bit for bit, its ways to solve nearly."""
import matplotlib.image
import pytest

import seed_figures


@pytest.mark.parametrize(("name", "end"), [("cavity", 0.1), ("damBreak", 0.02), ("headForm", 0.002)])
def test_fields_of_the_seeds_ways(tmp_path, eagre, name, end):
    found = seed_figures.compare(eagre, tmp_path, tmp_path, {name: end})
    assert len(found) == 3
    assert found[name, "memoised"] == (0, 0)
    for way in ("plain-pipelined", "seed-rearranged"):
        largest, _ = found[name, way]
        assert 0 < largest < 0.01, way
    pictures = ["seed-figure-9.png"] + ["seed-figure-10.png"] * (name == "headForm")
    for file in pictures:
        picture = matplotlib.image.imread(tmp_path / file)[:, :, :3]
        assert (picture.std(axis=2) > 0.05).mean() > 0.01, "in colours"
