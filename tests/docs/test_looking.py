# SPDX-License-Identifier: BSD-3-Clause
"""The commands and the Python of docs/looking.md, run as they stand, on a mesh of a quarter of the cells."""
import os
import re
import subprocess
import sys

import own

ROOT = own.ROOT


def run(words, directory, **environment):
    done = subprocess.run(words, cwd=directory, capture_output=True, text=True, env=os.environ | environment, timeout=300)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


def test_commands_and_python(tmp_path, bin_directory):
    page = (ROOT / "docs" / "looking.md").read_text()
    (tmp_path / "cases").mkdir()
    case = own.dam_break(tmp_path / "cases" / "damBreak", cells=0.5, tight=False)
    own.replace(case, "system/controlDict", "#remove functions\n", "")
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "bin").symlink_to(bin_directory)
    output = run(["bash", "-euc", re.search(r"```sh\n(.*?)```", page, re.S)[1]], tmp_path)
    assert output.count("Set by the command line: constant/transportProperties:water.nu=1e-5") == 2
    assert {p.name for p in (tmp_path / "myStudy" / "pictures").iterdir()} == {"myStudy_0.3.png", "myStudy_vorticity_p_rgh_0.3.png",
                                                                             "myStudy_alpha.water_line.png"}
    output = run([sys.executable, "-c", re.search(r"```python\n(.*?)```", page, re.S)[1]], tmp_path, PYTHONPATH=str(ROOT / "python"))
    assert output.count("[0.0, 0.05, 0.1]") == 2 and (tmp_path / "nu_0.001.png").exists()
