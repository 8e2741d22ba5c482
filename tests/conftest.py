# SPDX-License-Identifier: BSD-3-Clause
"""Where the programs are. EAGRE_BIN: the directory of the program under test (default build/bin)."""
import atexit
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "python"))
sys.path.insert(0, str(ROOT / "tests" / "support"))

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # pytest runs on all cores itself
os.environ.setdefault("OMPI_ALLOW_RUN_AS_ROOT", "1")
os.environ.setdefault("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")
os.environ.setdefault("OMPI_MCA_rmaps_base_oversubscribe", "1")
os.environ.setdefault("OMPI_MCA_pml", "ob1")  # ranks of one machine; the search for others would take 0.2 s per run
# The workers' runs share the cores: a rank that waits lets others run, on whatever core is free, which halves the processor's time.
os.environ.setdefault("OMPI_MCA_mpi_yield_when_idle", "1")
os.environ.setdefault("OMPI_MCA_hwloc_base_binding_policy", "none")
# A run that ends removes the folder of Open MPI's sessions while one that begins is making its own there: each worker has another.
os.environ["OMPI_MCA_orte_tmpdir_base"] = tempfile.mkdtemp(prefix="ompi", dir="/tmp")
atexit.register(shutil.rmtree, os.environ["OMPI_MCA_orte_tmpdir_base"], ignore_errors=True)


@pytest.fixture(scope="session")
def bin_directory():
    directory = pathlib.Path(os.environ.get("EAGRE_BIN", ROOT / "build" / "bin"))
    assert (directory / "eagre").exists(), f"{directory}/eagre is not built"
    os.environ["EAGRE_PROGRAM"] = str(directory / "eagre")  # which reads cases for the pictures
    return directory


@pytest.fixture(scope="session")
def eagre(bin_directory):
    return bin_directory / "eagre"


MAY_MOUNT = ["mount", "-t", "tmpfs", "tmpfs", "/mnt"]
OWN_NAMESPACE = ["unshare", "--user", "--map-root-user", "--mount"]


def pytest_configure(config):
    config.addinivalue_line("markers", "mounts: mounts file systems; without root in a namespace of its own")


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    """A test that mounts runs in a namespace of its own, where that needs no root and nobody else sees it."""
    if pyfuncitem.get_closest_marker("mounts") is None or os.environ.get("EAGRE_MAY_MOUNT"):
        return None
    namespace = ["unshare", "--mount"] if os.geteuid() == 0 else OWN_NAMESPACE
    if subprocess.run([*namespace, *MAY_MOUNT], capture_output=True).returncode != 0:
        pytest.skip("mounting is not allowed here, not even in a namespace of its own")
    result = subprocess.run([*namespace, sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", pyfuncitem.nodeid],
                            cwd=pyfuncitem.config.rootpath, env=os.environ | {"EAGRE_MAY_MOUNT": "1"}, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr
    return True
