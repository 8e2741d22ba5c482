# SPDX-License-Identifier: BSD-3-Clause
"""docs/examples.md has a row for each example of OpenFOAM that concerns us, and nothing is left open in it."""
import pathlib
import re

import numpy as np
import pytest

import examples
import examples_table
import renumbered

PAGE = (pathlib.Path(__file__).resolve().parents[2] / "docs" / "examples.md").read_text()
ROWS = list(examples_table.rows_of(PAGE).values())


def test_the_page_is_what_its_rows_make():
    assert examples_table.page(examples_table.rows_of(PAGE)) == PAGE


def test_a_row_for_each_example_and_no_other():
    assert [row[0] for row in ROWS] == [str(example) for example in examples.examples()]


def test_each_row_says_whether_the_case_runs_and_why_not():
    assert {row[1] for row in ROWS} <= {"yes", "no", "yes, on a coarser mesh"}
    for case, runs, notes, one_step, *_ in ROWS:
        assert (one_step or notes) if runs != "no" else notes, f"{case}: neither a difference nor a reason"


def test_no_program_of_openfoam_is_called_but_those_that_eagre_lacks():
    for case, _, notes, *_ in ROWS:
        called = re.search(r"prepared with OpenFOAM's ([\w, ]+)", notes)
        assert not called or set(called[1].split(", ")) <= set(examples.OUTSIDE), f"{case}: {notes}"


def test_differences_above_the_bar_are_explained():
    for case, runs, notes, one_step, *_ in ROWS:
        differences = [float(value) for value in re.findall(r"\S+ (\d\S*e[-+]\d+)", one_step)]
        assert max(differences, default=0) <= 1e-6 or notes, f"{case}: {one_step}"


def test_cells_that_are_numbered_otherwise_are_found_by_their_places():
    points = np.random.default_rng(1).random((600, 3))
    order = np.random.default_rng(2).permutation(600)
    assert np.array_equal(points, points[order][renumbered.nearest(points, points[order])])
    with pytest.raises(RuntimeError, match="cells differ: 600 of Eagre, 599 of OpenFOAM"):
        renumbered.nearest(points, points[1:])


def test_each_recipe_is_of_one_example():
    for key in (*examples.RECIPES, *examples.COARSER):
        assert sum(examples.of(example, {key: True}, False) for example in examples.examples()) == 1, key
