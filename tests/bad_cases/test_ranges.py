# SPDX-License-Identifier: BSD-3-Clause
"""Numbers out of their range in dictionaries: an error with file and line that `eagre check` finds, or, where OpenFOAM tolerates them and
they do no harm, a warning."""
import re

import foam
import mistakes
import pytest

C, F, T = "system/controlDict", "system/fvSolution", "constant/transportProperties"


def with_end(tmp_path, case, file, entries):
    directory = mistakes.copy_case(case, tmp_path)
    foam.append(directory, file, entries)
    return directory, len((directory / file).read_text().rstrip().splitlines())


@pytest.mark.parametrize("case,file,entry,pattern", [
    ("damBreak", F, "solvers { \"alpha.water.*\" { nAlphaCorr 2147483647; } }", "nAlphaCorr must be at most 10000, it is 2147483647"),
    ("damBreak", F, "solvers { \"alpha.water.*\" { MULES { nIter 10001; } } }", "nIter must be at most 10000, it is 10001"),
    ("damBreak", F, "PIMPLE { nOuterCorrectors 1000000; }", "nOuterCorrectors must be at most 10000"),
    ("cavity", F, "PISO { nNonOrthogonalCorrectors 99999; }", "nNonOrthogonalCorrectors must be at most 10000"),
    ("cavity", F, "PISO { nNonOrthogonalCorrectors -1; }", "nNonOrthogonalCorrectors must not be negative, it is -1"),
    ("damBreak", F, "PIMPLE { nNonOrthogonalCorrectors -2147483648; }", "nNonOrthogonalCorrectors must not be negative"),
    ("damBreak", C, "adjustTimeStep yes; maxDeltaT -1;", "maxDeltaT must be positive, not -1"),
    ("damBreak", C, "adjustTimeStep yes; maxDeltaT 0;", "maxDeltaT must be positive, not 0"),
    ("damBreak", T, "water { rho 0; }", "rho of phase 'water' is 0; a density must be positive"),
    ("damBreak", T, "water { rho -1; }", "rho of phase 'water' is -1"),
    ("cavity", C, "writeControl runTime; writeInterval 1e-300;", "writeInterval 1e-300 is too short"),
    ("cavity", C, "writeControl clockTime; writeInterval 1e-300;", "writeInterval 1e-300 is too short"),
    ("cavity", C, "startTime 1; endTime 2; deltaT 1e-17;", "deltaT 1e-17 is below the resolution of times at startTime 1"),
    ("cavity", C, "dump { restart { writeControl timeStep; writeInterval 1; keep 1000000; } }", "keep must be 1 to 1000, not 1000000"),
    ("cavity", C, "dump { restart { writeControl timeStep; writeInterval 1; keep 0; } }", "keep must be 1 to 1000, not 0"),
    ("cavity", C, "deltaT nan;", "deltaT: expected a number, found the word 'nan'"),
    ("cavity", C, "deltaT inf;", "deltaT: expected a number, found the word 'inf'"),
    ("cavity", C, "deltaT 1e400;", "'1e400' is not a number"),
])
def test_is_an_error(eagre, tmp_path, case, file, entry, pattern):
    directory, line = with_end(tmp_path, case, file, entry)
    for command in ("check", "run"):
        result = mistakes.check(eagre, directory, command=command)
        assert result.returncode == mistakes.BAD_CASE, result.stdout[-500:] + result.stderr
        assert re.search(rf"{file}:{line}: .*{pattern}", result.stderr), result.stderr


@pytest.mark.parametrize("entry,pattern", [
    ("writePrecision -1;", "writePrecision is -1; 6 digits are written, as by OpenFOAM"),
    ("writePrecision 2147483647;", "writePrecision is 2147483647; 17 digits are written, which are all that a number has"),
    ("timePrecision -1;", "timePrecision is -1; 6 digits"),
    ("timePrecision 2147483647;", "timePrecision is 2147483647; 17 digits"),
])
def test_is_a_warning(eagre, tmp_path, entry, pattern):
    directory, line = with_end(tmp_path, "cavity", C, f"endTime 0.01; writeInterval 1; {entry}")
    result = mistakes.check(eagre, directory, command="run")
    assert result.returncode == 0, result.stderr
    assert re.search(rf"Warning.*{C}:{line}: {pattern}", result.stdout), result.stdout[:1500]
    assert max(p.stat().st_size for p in (directory / foam.times(directory)[-1]).iterdir() if p.is_file()) < 100000


def test_a_step_that_never_ends_is_named(eagre, tmp_path):
    directory, line = with_end(tmp_path, "cavity", C, "endTime 1e10; deltaT 1e-9;")
    result = mistakes.check(eagre, directory)
    assert result.returncode == 0
    assert re.search(rf"Warning.*{C}:{line}: deltaT 1e-09 is below the resolution of times at endTime 1e\+10", result.stdout), result.stdout


def test_an_interval_of_a_function_object(eagre, tmp_path):
    directory, _ = with_end(tmp_path, "cavity", C, "endTime 0.01; functions { f { type probes; fields (p); writeControl runTime; "
                                                   "writeInterval 0; probeLocations ((0.05 0.05 0.005)); } }")
    result = mistakes.check(eagre, directory, command="run")
    assert result.returncode == 0 and "'f' is left out" in result.stdout and "writeInterval must be at least 1e-12 s" in result.stdout


@pytest.mark.parametrize("steps", ["1e300", "9223372036854775808"])
def test_an_interval_longer_than_any_run(eagre, tmp_path, steps):
    directory, _ = with_end(tmp_path, "cavity", C, f"endTime 0.01; writeControl timeStep; writeInterval {steps};")
    assert mistakes.check(eagre, directory, command="run").returncode == 0
