# SPDX-License-Identifier: BSD-3-Clause
"""How many files many ranks write. EAGRE_RANKS: how many ranks (8; `make test-ranks` takes 192, which is minutes on a small machine)."""
import os
import shutil

import pytest

import dumps
import foam

RANKS = int(os.environ.get("EAGRE_RANKS", "8"))
DUMPS = 10


@pytest.mark.parametrize("bunch", [0, 6])
def test_ten_dumps(eagre, tmp_path, bunch):
    """One file per dump, and the mesh; in bunches one for each besides. The series file and that of the patches come on top of them."""
    settings = f"dump {{ bunch {bunch}; }}" if bunch else ""
    case = dumps.dam_break(tmp_path / "damBreak", f"writeInterval 1; endTime {DUMPS * 0.0005}; writeFormat ascii; {settings}")
    dumps.run(eagre, case, ranks=RANKS)
    count = -(-RANKS // bunch) if bunch else 0
    files = [p.name for p in (case / "dumps").iterdir()]
    assert len(dumps.names(case)) == DUMPS
    assert len(files) == (DUMPS + 1) * (1 + count) + 2, sorted(files)
    assert "damBreak.vtkhdf.series" in files and "damBreak.patches.xdmf" in files
    last = dumps.names(case)[-1]
    code, text = dumps.tool(eagre, "info", case / "dumps" / f"{last}.vtkhdf")
    assert code == 0 and f"on {RANKS} ranks" in text
    foam.append(case, "system/controlDict", f"endTime {(DUMPS + 1) * 0.0005};")
    assert f"Continuing from the dump of time {last}" in dumps.run(eagre, case, "--from", last, ranks=2)
    shutil.rmtree(case)
