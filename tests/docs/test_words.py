# SPDX-License-Identifier: BSD-3-Clause
"""`eagre list` and docs/words.md: every word that a case may use, with its line and the file that registers it.

make words writes the page anew; a word without a row there makes this red.
"""
import collections
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs" / "words.md"


def listed(eagre, *arguments, code=0):
    result = subprocess.run([eagre, "list", *arguments], capture_output=True, text=True, timeout=60)
    assert result.returncode == code, result.stdout + result.stderr
    return result.stdout if code == 0 else result.stderr


def rows(markdown):
    """Kind -> word -> the other cells of its row."""
    kinds = collections.defaultdict(dict)
    kind = None
    for line in markdown.splitlines():
        if line.startswith("## "):
            kind = line[3:]
        elif kind and line.startswith("| ") and not line.startswith("| word |"):
            cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            assert cells[0] not in kinds[kind], f"{kind} has {cells[0]} twice"
            kinds[kind][cells[0].replace("\\", "")] = cells[1:]
    return kinds


@pytest.fixture(scope="module")
def words(eagre):
    return rows(listed(eagre, "all", "--markdown"))


def test_the_page_is_that_of_the_program(eagre):
    expected = listed(eagre, "--markdown")
    page = rows(PAGE.read_text())
    missing = [f"{kind} {word}" for kind, of in rows(expected).items() for word in of if word not in page[kind]]
    assert not missing, f"docs/words.md lacks {missing}; make words writes it anew"
    assert PAGE.read_text() == expected, "docs/words.md is not what `eagre list --markdown` prints; make words writes it anew"


def test_every_word_has_a_short_line_and_a_file_that_registers_it(words):
    for kind, table in words.items():
        for word, cells in table.items():
            line, file = cells[-2].replace("\\", ""), cells[-1]
            assert 0 < len(line) <= 110 and not re.search(r"[^.]\.$", line), f"{kind} {word}: {line}"
            text = (ROOT / "src" / file).read_text()
            shape = re.sub("To(Cell|Face|Point)$", "", word)
            assert f'"{word}"' in text or f'"{shape}"' in text, f"{file} does not register {word}"


def test_words_that_everybody_expects_are_there(words):
    for kind, word in [("applications", "interFoam"), ("conditions", "inletOutlet"), ("conditions", "porousBafflePressure"),
                       ("ddtSchemes", "CrankNicolson"), ("interpolationSchemes", "vanLeerV"), ("gradSchemes", "cellLimited<cubic>"),
                       ("snGradSchemes", "limited"), ("solvers", "GAMG"), ("preconditioners", "DIC"), ("smoothers", "symGaussSeidel"),
                       ("RASModels", "kOmegaSST"), ("LESModels", "WALE"), ("transport", "BirdCarreau"), ("cavitation", "Kunz"),
                       ("fvOptions", "meanVelocityForce"), ("waveModels", "StokesV"), ("functionObjects", "probes"),
                       ("phaseAdvection", "MULES"), ("curvature", "gradAlpha"), ("surfaceForce", "alphaCSF"),
                       ("setSources", "boxToCell"), ("blockMeshEdges", "spline"), ("patchTypes", "cyclic"), ("tools", "topoSet"),
                       ("writeFormats", "binary"), ("dumpFormats", "hdf5"), ("reductions", "tree")]:
        assert word in words[kind], f"{kind} lacks {word}"


def test_which_fields_and_matrices_a_word_is_for(words):
    assert words["conditions"]["noSlip"][0] == "vector"
    assert words["conditions"]["totalPressure"][0] == "scalar"
    assert words["conditions"]["fixedValue"][0] == ""
    assert words["solvers"]["PCG"][0] == "symmetric" and words["solvers"]["PBiCG"][0] == "asymmetric"


def test_kinds_with_the_number_of_their_words(eagre, words):
    kinds = {line.split()[0]: int(line.split()[1]) for line in listed(eagre).splitlines()}
    assert kinds == {kind: len(table) for kind, table in words.items()}


def test_one_kind(eagre):
    text = listed(eagre, "curvature")
    assert text.startswith("curvature: ") and "gradAlpha" in text and "interface/curvature/curvature_model.cpp" in text
    assert "alphaCSF" not in text


def test_all_kinds_whose_names_end_alike(eagre):
    text = listed(eagre, "schemes")
    assert re.findall(r"^(\w+): ", text, re.M) == ["ddtSchemes", "gradSchemes", "divSchemes", "interpolationSchemes",
                                                   "laplacianSchemes", "snGradSchemes"]
    assert re.findall(r"^(\w+): ", listed(eagre, "solvers"), re.M) == ["solvers"]


def test_an_unknown_kind_is_an_error_that_names_the_nearest(eagre):
    assert "unknown kind 'condition'; did you mean 'conditions'?" in listed(eagre, "condition", code=2)
