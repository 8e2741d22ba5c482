# SPDX-License-Identifier: BSD-3-Clause
"""A killed rank can leave a semaphore of OpenMPI's locked, with the name of the dump that was being written: the next run that writes a
dump of that name must not wait for it."""
import pathlib

import dumps

SHARED = pathlib.Path("/dev/shm")


def test_the_next_run_does_not_wait(eagre, tmp_path):
    case = dumps.dam_break(tmp_path / "damBreak", "writeInterval 1; endTime 0.0017; deltaT 0.0017; adjustTimeStep no;")
    locked = SHARED / "sem.OMPIO_.0.0017.vtkhdf.partial"
    locked.write_bytes(bytes(32))
    try:
        dumps.run(eagre, case, ranks=2)
    finally:
        locked.unlink(missing_ok=True)
    assert "0.0017" in dumps.names(case)
