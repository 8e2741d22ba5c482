# SPDX-License-Identifier: BSD-3-Clause
"""What bash completes after `eagre`; that it is what the program says is tested in test_site.py."""
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BASH = ROOT / "packaging" / "completion" / "eagre.bash"


@pytest.fixture
def case(tmp_path):
    """A case with a time and a dump."""
    for file, text in (("system/controlDict", "FoamFile\n{\n}\nendTime  1;\n\nfunctions\n{\n    endTime 2;\n}\n"), ("0.orig/U", ""), ("0/alpha.water", ""),
                       ("0.5/p_rgh.gz", ""), ("dumps/1.5.vtkhdf", ""), ("dumps/restart.0.vtkhdf", "")):
        (tmp_path / "some" / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "some" / file).write_text(text)
    return tmp_path


@pytest.mark.parametrize("line, expected", [
    ("eagre ru", "run"), ("eagre channel ", "init run convert keys"), ("eagre run so", "some"), ("eagre run --du", "--dump"),
    ("eagre run --dump ", "foam hdf5 both"), ("eagre run --dump = h", "hdf5"), ("eagre run -n ", ""), ("eagre run --log ", "some"),
    ("eagre run --application inter", "interFoam interIsoFoam interPhaseChangeFoam"), ("eagre plot --view ", "slice 3d"),
    ("eagre run some --from ", "latest 0 0.5 1.5 dumps/1.5.vtkhdf dumps/restart.0.vtkhdf"), ("eagre plot some --field ", "U alpha.water p_rgh vorticity Q"),
    ("eagre run some --set system/", "system/controlDict:"), ("eagre run some --set system/controlDict :", "endTime= functions."),
    ("eagre run some --set = system/controlDict : end", "endTime="), ("eagre run some --set system/controlDict : endTime = ", ""),
    ("eagre boundary some --set ", ""), ("eagre channel run --method l", "level_set"), ("eagre list cond", "conditions")])
def test_bash_completes(case, line, expected):
    """Words as bash cuts a line: at blanks, = and colons."""
    script = 'source "$1"; shift; COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _eagre; printf "%s\\n" "${COMPREPLY[@]}"'
    found = subprocess.run(["bash", "-c", script, "bash", BASH, *line.split(" ")], cwd=case, check=True, capture_output=True, text=True)
    assert [word for word in found.stdout.split() if not word.startswith("-") or "--" in line] == expected.split()
