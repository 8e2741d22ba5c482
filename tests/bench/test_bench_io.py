# SPDX-License-Identifier: BSD-3-Clause
"""bench/bench_io.py runs through on small meshes and reports each way of writing; what the times are is not looked at. One rank: on several that
share cores with others' work it takes minutes."""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PLAIN, DEFLATE, FLOAT = "dump, no filter", "dump, default filter", "dump, float32"
OUR_ASCII, THEIR_ASCII, UNCOLLATED = "Eagre, ascii, 17 digits", "OpenFOAM, ascii, 17 digits", "OpenFOAM, binary, uncollated"


def test_quick(bin_directory, tmp_path):
    command = [sys.executable, ROOT / "bench" / "bench_io.py", "--bin", bin_directory, "--quick", "--only", "damBreak", "--ranks", "1",
               "--directory", tmp_path]
    result = subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=300)
    assert result.returncode == 0, result.stderr[-3000:]
    rows = {cells[0]: cells[1:] for cells in ([c.strip() for c in line.strip("| ").split("|")]
                                               for line in result.stdout.splitlines() if line.startswith("| "))}
    sizes = {name: float(rows[name][2]) for name in (PLAIN, DEFLATE, FLOAT, "Eagre, binary", OUR_ASCII, UNCOLLATED, THEIR_ASCII)}
    assert sizes[FLOAT] < sizes[DEFLATE] < sizes[PLAIN] < sizes[THEIR_ASCII]
    assert abs(sizes[OUR_ASCII] / sizes[THEIR_ASCII] - 1) < 0.1  # theirs: a header a rank
    for ours in (PLAIN, DEFLATE):
        _, most, verdict = rows[f"{ours}, over {UNCOLLATED}"]
        assert most.startswith("<=") and verdict in ("met", "NOT MET")
    assert not list(tmp_path.iterdir()), "it cleans up"
