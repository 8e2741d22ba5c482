# SPDX-License-Identifier: BSD-3-Clause
"""Dictionaries as mappings: what is read, and that a change leaves every other character as it was."""
import difflib
import gzip

import numpy as np
import pytest

from eagre.dictionary import Dimensioned, DictionaryError, DictionaryFile, Macro, Quoted

TEXT = """/* a banner; with a brace { */
FoamFile { format ascii; class dictionary; object d; }
#include "other"
endTime  1;   // [s]
nu       nu [0 2 -1 0 0 0 0] 1e-6;
phases   (water air);
start    $endTime;
file     "a;b";
steady   no;
div(phi,U) Gauss linearUpwind grad(U);
solvers
{
    alpha.water { nIter 3; }  // one line
    "(U|k)"
    {
        tolerance 1e-5;
    }
    "U.*" { tolerance 1e-6; }
    pFinal
    {
        $p;
        relTol 0;
    }
}
hull 3((0 0 0) (1 0 0) (1 1 0));
// ******* //
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "d"
    path.write_text(TEXT)
    return DictionaryFile(path)


def changed(file):
    """Lines that went and came, as the file has them now."""
    lines = difflib.ndiff(TEXT.splitlines(), file.path.read_text().splitlines())
    return [line for line in lines if line[0] in "-+"]


def test_values(file):
    assert list(file) == ["FoamFile", "endTime", "nu", "phases", "start", "file", "steady", "div(phi,U)", "solvers", "hull"]
    assert file["endTime"] == 1 and file["phases"] == ["water", "air"] and file["steady"] is False
    assert file["nu"] == Dimensioned(1e-6, [0, 2, -1, 0, 0, 0, 0], "nu")
    assert file["div(phi,U)"] == ("Gauss", "linearUpwind", "grad(U)") and file["hull"][2] == [1, 1, 0]
    assert type(file["start"]) is Macro and type(file["file"]) is Quoted and file["file"] == "a;b"
    assert file["solvers", "alpha.water", "nIter"] == 3
    assert file["solvers", "U", "tolerance"] == 1e-6, "of two expressions the last one"
    assert file["solvers"].as_dict()["pFinal"] == {"relTol": 0}


def test_a_change_is_of_one_entry(file):
    file["endTime"] = 2
    file["nu"] = 1e-5
    file["phases"] = np.array([1, 2])
    file["solvers", '"U.*"', "tolerance"] = 1e-7
    assert changed(file) == ["- endTime  1;   // [s]", "+ endTime  2;   // [s]",
                             "- nu       nu [0 2 -1 0 0 0 0] 1e-6;", "+ nu       nu [0 2 -1 0 0 0 0] 1e-05;",
                             "- phases   (water air);", "+ phases   (1 2);",
                             '-     "U.*" { tolerance 1e-6; }', '+     "U.*" { tolerance 1e-07; }']


def test_what_is_added_and_removed(file):
    file["solvers", "alpha.water", "nSub"] = 2
    file["solvers", "p"] = {"solver": "PCG"}
    file["writeNow"] = True
    del file["steady"]
    assert changed(file) == ["- steady   no;", "-     alpha.water { nIter 3; }  // one line", "+     alpha.water { nIter 3; nSub 2; }  // one line",
                             "+     p", "+     {", "+         solver PCG;", "+     }", "+ writeNow yes;"]
    assert DictionaryFile(file.path)["solvers", "p", "solver"] == "PCG"


def test_what_cannot_be_exact_is_named(file):
    with pytest.raises(DictionaryError, match=r'expression "U.\*": name it'):
        file["solvers", "U", "tolerance"] = 1
    with pytest.raises(KeyError, match=r"takes from #include.*\$p is not among"):
        file["solvers", "pFinal", "tolerance"]
    for wrong in ("1; b 2", "(1 2", ""):
        with pytest.raises(DictionaryError):
            file["endTime"] = wrong
    assert not changed(file)
    file.path.write_text("a { b 1;\n")
    with pytest.raises(DictionaryError, match="d:1: the entry 'a' is not closed"):
        DictionaryFile(file.path)["a"]


def test_several_changes_are_written_together_or_not_at_all(file):
    with pytest.raises(ZeroDivisionError), file:
        file["endTime"] = 3
        raise ZeroDivisionError
    assert not changed(file)
    with file:
        file["endTime"] = 3
        assert not changed(file)
    assert DictionaryFile(file.path)["endTime"] == 3


def test_compressed(tmp_path):
    (tmp_path / "U.gz").write_bytes(gzip.compress(b"a 1;\n"))
    DictionaryFile(tmp_path / "U")["a"] = 2
    assert gzip.decompress((tmp_path / "U.gz").read_bytes()) == b"a 2;\n" and not (tmp_path / "U").exists()
