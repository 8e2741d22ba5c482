# SPDX-License-Identifier: BSD-3-Clause
"""How ranks talk changes no digit of what they compute: 50 steps with each method of exchange, bit for bit."""
import subprocess

import dumps
import own
import pytest

RUN = "adjustTimeStep off; deltaT 0.002; endTime 0.1; writeControl timeStep; writeInterval 50;"


def run(eagre, case, ranks, *options, parallel=""):
    own.dam_break(case, cells=0.5, tight=False, control=RUN + parallel)
    output = subprocess.run([str(eagre), "run", str(case), "-n", str(ranks), *options], check=True, capture_output=True, text=True).stdout
    return {f: (case / "0.1" / f).read_bytes() for f in ("U", "p_rgh", "alpha.water", "phi")}, output


@pytest.mark.parametrize("ranks", [2, 5])
@pytest.mark.parametrize("solvers", ["fast", "as-written"])
def test_exchanges_are_the_same_bit_for_bit(eagre, tmp_path, ranks, solvers):
    settled = ["--solvers", solvers, *dumps.SETTLED]
    expected, _ = run(eagre, tmp_path / "static", ranks, *settled)
    for method in ("dynamic", "memoised"):
        got, output = run(eagre, tmp_path / method, ranks, *settled, "--exchange", method)
        assert f"exchange {method}" in output, "the log names the method"
        assert got == expected, method


def test_the_command_line_wins_over_controlDict(eagre, tmp_path):
    parallel = "parallel { exchange dynamic; asking synchronisations; reduction tree; }"
    output = run(eagre, tmp_path / "dict", 2, parallel=parallel)[1]
    assert "exchange dynamic (asking synchronisations), reduction tree" in output
    output = run(eagre, tmp_path / "line", 2, "--exchange", "memoised", "--reduction", "typed", parallel=parallel)[1]
    assert "exchange memoised (asking synchronisations), reduction typed" in output
