# SPDX-License-Identifier: BSD-3-Clause
"""Names of time directories, against OpenFOAM v1912."""
import shutil

import foam
import own


def test_times_have_as_many_digits_as_the_one_that_a_run_starts_from(tmp_path, eagre):
    """So that a restart from the next one goes on from its time, not from a rounded one."""
    theirs = tmp_path / "openfoam"
    own.copy("cavity", theirs)
    foam.run([eagre, "blockMesh", theirs])
    (theirs / "0").rename(theirs / "99.998548112016223")
    foam.append(theirs, "system/controlDict", "startFrom latestTime; endTime 101; stopAt nextWrite; deltaT 0.005; writeControl timeStep; writeInterval 1; timePrecision 6;")
    ours = tmp_path / "eagre"
    shutil.copytree(theirs, ours)
    foam.run(["/usr/bin/icoFoam", "-case", theirs], log=tmp_path / "log.openfoam")
    foam.run([eagre, "run", ours], log=tmp_path / "log.eagre")
    assert foam.times(ours) == foam.times(theirs)
    assert foam.times(ours)[-1].startswith("100.00354811201")
