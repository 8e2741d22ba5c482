# SPDX-License-Identifier: BSD-3-Clause
"""Runs that have nothing to do with each other, started and ending at the same time, do not disturb each other."""
import concurrent.futures
import subprocess

import own


def test_single_runs_beside_each_other(eagre, tmp_path):
    own.copy("cavity", tmp_path / "cavity")

    def check(_):
        return subprocess.run([str(eagre), "check", str(tmp_path / "cavity")], capture_output=True, text=True)

    with concurrent.futures.ThreadPoolExecutor(8) as threads:
        failed = [r.stdout + r.stderr for r in threads.map(check, range(250)) if r.returncode != 0]
    assert not failed, failed[0][-2000:]
