# SPDX-License-Identifier: BSD-3-Clause
"""Dumps in HDF5: a run continues from them on any number of ranks, and what goes wrong leaves the dump before whole."""
import os
import re
import shutil
import signal
import subprocess
import time as clock

import pytest

import disks
import foam
import own
from test_ranks_and_restart import TO_004, VARIANTS, compare_bit_for_bit

NAMED = ["--krylov", "PCG", "--reduction", "typed"]


@pytest.fixture(autouse=True)
def needs_hdf5(eagre, tmp_path):
    (tmp_path / "system").mkdir()
    if "built without HDF5" in foam.run([eagre, "run", tmp_path, "--dump", "hdf5"], check=False).stdout:
        pytest.skip("built without HDF5")


def dumps(case):
    return sorted((p.stem for p in (case / "dumps").glob("*.vtkhdf") if p.stem != "mesh"), key=float)


def short_case(target, **options):
    control = "adjustTimeStep no; deltaT 0.0005; endTime 0.005; writeControl timeStep; writeInterval 10;"
    case = own.dam_break(target, cells=0.5, control=control, **options)
    foam.append(case, "system/fvSolution", VARIANTS["semiImplicit"])
    return case


@pytest.mark.parametrize("ranks", [1, 3])
def test_restart_is_bit_for_bit(tmp_path, eagre, ranks):
    """Adjustable steps and write times; a run to 0.04 s against one that stopped at 0.02 s and has only its dump."""
    named = ["-n", ranks, *NAMED]
    whole = own.dam_break(tmp_path / "whole", cells=0.5, tight=False, control=TO_004)
    stopped = tmp_path / "stopped"
    shutil.copytree(whole, stopped)
    foam.run([eagre, "run", whole, "--dump", "both", *named])
    foam.append(stopped, "system/controlDict", "endTime 0.02;")
    foam.run([eagre, "run", stopped, "--dump", "hdf5", *named])
    assert foam.times(stopped) == ["0"] and len(dumps(stopped)) == 2
    foam.append(stopped, "system/controlDict", "startFrom latestTime; endTime 0.04;")
    log = foam.run([eagre, "run", stopped, "--dump", "both", *named]).stdout
    assert "Continuing from the dump of time 0.02" in log
    compare_bit_for_bit(whole, stopped)


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory, eagre):
    case = short_case(tmp_path_factory.mktemp("whole") / "damBreak")
    foam.append(case, "system/controlDict", "endTime 0.01;")
    foam.run([eagre, "run", case])
    return own.fields_of(case, foam.times(case)[-1])


@pytest.mark.parametrize("first", [1, 2, 3, 5])
def test_restart_on_other_ranks(uninterrupted, tmp_path, eagre, first):
    start = short_case(tmp_path / "start")
    foam.run([eagre, "run", start, "-n", first, "--dump", "hdf5"])
    for then in (1, 2, 3, 5):
        case = tmp_path / f"on{then}"
        shutil.copytree(start, case)
        foam.append(case, "system/controlDict", "endTime 0.01;")
        foam.run([eagre, "run", case, "-n", then, "--from", "0.005"])
        for name, values in own.fields_of(case, foam.times(case)[-1]).items():
            assert foam.relative_l2(values, uninterrupted[name]) <= 1e-9, (name, first, then)


@pytest.mark.parametrize("ranks", [1, 3])
def test_a_damaged_dump_is_passed_over(tmp_path, eagre, ranks):
    case = short_case(tmp_path / "case")
    foam.append(case, "system/controlDict", "writeFormat hdf5; writeInterval 5; startFrom latestTime;")
    foam.run([eagre, "run", case, "-n", ranks])
    assert dumps(case) == ["0.0025", "0.005"]
    last = case / "dumps" / "0.005.vtkhdf"
    last.write_bytes(last.read_bytes()[:-1000])
    foam.append(case, "system/controlDict", "endTime 0.006;")
    log = foam.run([eagre, "run", case, "-n", ranks]).stdout
    assert "0.005.vtkhdf" in log and "Continuing from the dump of time 0.0025" in log
    named = foam.run([eagre, "run", case, "--from", "0.005"], check=False)
    assert named.returncode == 0, "it was written again"
    last.write_bytes(b"no dump")
    named = foam.run([eagre, "run", case, "--from", "0.005"], check=False)
    assert named.returncode == 3 and "not an HDF5 file" in named.stdout and "nothing to start from at time 0.005" in named.stdout


def test_a_changed_byte_is_noticed(tmp_path, eagre):
    case = short_case(tmp_path / "case")
    foam.append(case, "system/controlDict", "writeFormat hdf5; dump { filter none; } writeInterval 5; startFrom latestTime;")
    foam.run([eagre, "run", case])
    last = case / "dumps" / "0.005.vtkhdf"
    data = bytearray(last.read_bytes())
    data[len(data) // 2] ^= 1
    last.write_bytes(data)
    foam.append(case, "system/controlDict", "endTime 0.003;")
    log = foam.run([eagre, "run", case]).stdout
    assert "its bytes give the checksum" in log and "Continuing from the dump of time 0.0025" in log


def test_a_dump_of_another_mesh_is_passed_over(tmp_path, eagre):
    case = short_case(tmp_path / "case")
    foam.append(case, "system/controlDict", "writeFormat hdf5; startFrom latestTime;")
    foam.run([eagre, "run", case])
    shutil.rmtree(case / "constant" / "polyMesh")
    block = case / "system" / "blockMeshDict"
    block.write_text(re.sub(r"(convertToMeters|scale)\s+[^;]+;", r"\1 0.2;", block.read_text()))
    foam.append(case, "system/controlDict", "endTime 0.0005;")
    log = foam.run([eagre, "run", case]).stdout
    assert "written on another mesh" in log and "mesh.vtkhdf is of another mesh and is replaced" in log and "Continuing" not in log


def test_numbers_of_32_bits_are_for_looking_at(tmp_path, eagre):
    case = short_case(tmp_path / "case")
    foam.append(case, "system/controlDict", "writeFormat hdf5; dump { precision float32; filter none; }")
    foam.run([eagre, "run", case, "-n", 2])
    assert "DAMAGED" not in foam.run([eagre, "info", case]).stdout
    refused = foam.run([eagre, "run", case, "--from", "0.005"], check=False)
    assert refused.returncode == 3 and "precision float32" in refused.stdout


def test_a_directory_that_is_newer_than_its_dump(tmp_path, eagre):
    """The dump is taken with a warning; either is taken alone by its name."""
    case = short_case(tmp_path / "case")
    foam.run([eagre, "run", case, "--dump", "both"])
    [name] = dumps(case)
    foam.append(case, "system/controlDict", "endTime 0.006;")

    def start(*options):
        return foam.run([eagre, "run", case, "-n", 2, "--dump", "foam", *options], check=False).stdout
    said = start("--from", name)
    assert f"Continuing from the dump of time {name}" in said and "is newer" not in said
    later = (case / "dumps" / f"{name}.vtkhdf").stat().st_mtime + 60
    os.utime(case / name / "U", (later, later))
    said = start("--from", name)
    assert f"Continuing from the dump of time {name}" in said
    assert re.search(rf"{name}/U is newer than .*dumps/{name}.vtkhdf, from which the run continues \(--from {name}/", said)
    said = start("--from", f"{name}/")
    assert "Continuing from the dump" not in said and "is newer" not in said and f"Time = {float(name) + 0.0005}\n" in said
    said = start("--from", f"dumps/{name}.vtkhdf")
    assert f"Continuing from the dump of time {name}" in said and "is newer" not in said
    (case / "dumps" / f"{name}.vtkhdf").rename(case / "elsewhere")
    assert f"nothing to start from at time {name}" in start("--from", f"dumps/{name}.vtkhdf")
    assert "'dumps/elsewhere' is no time (as latest, 0.1; 0.1/: its directory" in start("--from", "dumps/elsewhere")


def test_purge_keeps_the_last_dumps(tmp_path, eagre):
    case = short_case(tmp_path / "case")
    foam.append(case, "system/controlDict", "writeFormat hdf5; writeInterval 2; purgeWrite 2;")
    foam.run([eagre, "run", case, "-n", 2])
    assert dumps(case) == ["0.004", "0.005"]
    series = (case / "dumps" / "case.vtkhdf.series").read_text()
    assert re.findall(r'"name": "([^"]+)"', series) == ["0.004.vtkhdf", "0.005.vtkhdf"]


@pytest.mark.parametrize("word, environment, control, expected",
                         [("", "2", "writeFormat ascii;", (False, True)), ("foam", "2", "writeFormat hdf5;", (True, False)),
                          ("", "0", "writeFormat hdf5;", (True, False)), ("", "1", "", (True, True)),
                          ("", "", "dump { format both; }", (True, True))])
def test_command_line_beats_environment_beats_control_dict(tmp_path, eagre, monkeypatch, word, environment, control, expected):
    case = short_case(tmp_path / "case")
    foam.append(case, "system/controlDict", f"endTime 0.0005; writeInterval 1; {control}")
    monkeypatch.setenv("OF_OUTPUT_H5", environment)
    foam.run([eagre, "run", case, *(["--dump", word] if word else [])])
    assert ("0.0005" in foam.times(case), (case / "dumps" / "0.0005.vtkhdf").exists()) == expected


@pytest.mark.parametrize("entry, message", [
    ("dump { filtre none; }", "did you mean 'filter'"), ("dump { filter szip; }", "'szip'"), ("dump { level 10; }", "1 to 9"),
    ("dump { precision single; }", "'single'"), ("dump { onError go; }", "'go'"), ("dump { bunch 0; }", "must be 1 or more"),
    ("dump { hints { a 1 2; } }", "a hint is a keyword and a value")])
def test_wrong_words_are_errors(tmp_path, eagre, entry, message):
    case = short_case(tmp_path / "case")
    foam.append(case, "system/controlDict", entry)
    result = foam.run([eagre, "run", case], check=False)
    assert result.returncode == 3 and message in result.stdout and "controlDict" in result.stdout
    assert not (case / "dumps").exists()


def test_an_unknown_write_format_is_a_warning_as_in_openfoam(tmp_path, eagre):
    case = short_case(tmp_path / "case")
    foam.append(case, "system/controlDict", "writeFormat hdf;")
    result = foam.run([eagre, "run", case])
    assert "did you mean 'hdf5'" in result.stdout and "ascii is written" in result.stdout and not (case / "dumps").exists()


@pytest.mark.mounts
@pytest.mark.parametrize("ranks", [1, 3])
@pytest.mark.parametrize("go_on", [False, True])
def test_full_disk_leaves_the_dump_before(tmp_path, eagre, ranks, go_on):
    case = short_case(tmp_path / "case")
    foam.append(case, "system/controlDict", "writeFormat hdf5; dump { filter none; } writeInterval 2; startFrom latestTime;")
    if go_on:
        foam.append(case, "system/controlDict", "dump { onError continue; }")
    with disks.small(case / "dumps", "1200k"):
        result = foam.run([eagre, "run", case, "-n", ranks], check=False, timeout=600)
        there = dumps(case)
        assert 0 < len(there) < 5 and "cannot write" in result.stdout
        assert not list((case / "dumps").glob(".*.partial"))
        assert result.returncode == (0 if go_on else 5)
        assert "DAMAGED" not in foam.run([eagre, "info", case], check=False).stdout
        foam.append(case, "system/controlDict", f"endTime {float(there[-1]) + 0.0005}; writeInterval 1000;")
        assert f"dump of time {there[-1]}" in foam.run([eagre, "run", case, "-n", 2]).stdout


def test_a_directory_that_cannot_be_made(tmp_path, eagre):
    case = short_case(tmp_path / "case")
    foam.append(case, "system/controlDict", "writeFormat hdf5;")
    (case / "dumps").write_text("a file")
    result = foam.run([eagre, "run", case, "-n", 2], check=False)
    assert result.returncode == 5 and "dumps: Not a directory" in result.stdout


def test_what_a_killed_run_left_goes(tmp_path, eagre):
    """Its unfinished file, and what OpenMPI lays beside one; both are written again under the same name."""
    case = short_case(tmp_path / "case")
    foam.append(case, "system/controlDict", "writeFormat hdf5; startFrom startTime;")
    foam.run([eagre, "run", case])
    name = dumps(case)[-1]
    for end in ("", ".locktest.3"):
        (case / "dumps" / f".{name}.vtkhdf.partial{end}").write_text("left")
    foam.run([eagre, "run", case])
    assert not list((case / "dumps").glob(".*"))


def test_killed_while_a_dump_is_written(tmp_path, eagre):
    """SIGKILL as soon as the second dump is begun: what is there under its final name is whole."""
    case = short_case(tmp_path / "case")
    foam.append(case, "system/controlDict", "writeFormat hdf5; writeInterval 1; endTime 1; startFrom latestTime;")
    run = subprocess.Popen([eagre, "run", case], env=foam.environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    end = clock.monotonic() + 60
    while run.poll() is None and clock.monotonic() < end:
        if (case / "dumps").exists() and dumps(case) and list((case / "dumps").glob(".0*.partial")):
            break
    run.send_signal(signal.SIGKILL)
    run.wait()
    last = dumps(case)[-1]
    assert "DAMAGED" not in foam.run([eagre, "info", case]).stdout
    foam.append(case, "system/controlDict", f"endTime {float(last) + 0.001};")
    assert f"dump of time {last}" in foam.run([eagre, "run", case, "-n", 2]).stdout
