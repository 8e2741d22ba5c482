# SPDX-License-Identifier: BSD-3-Clause
"""Where the programs are. EAGRE_BIN: the directory of the program under test (default build/bin)."""
import os
import pathlib
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "python"))
sys.path.insert(0, str(ROOT / "tests" / "support"))

os.environ.setdefault("OMPI_ALLOW_RUN_AS_ROOT", "1")
os.environ.setdefault("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")
os.environ.setdefault("OMPI_MCA_rmaps_base_oversubscribe", "1")


@pytest.fixture(scope="session")
def bin_directory():
    directory = pathlib.Path(os.environ.get("EAGRE_BIN", ROOT / "build" / "bin"))
    assert (directory / "eagre").exists(), f"{directory}/eagre is not built"
    return directory


@pytest.fixture(scope="session")
def eagre(bin_directory):
    return bin_directory / "eagre"
