# SPDX-License-Identifier: BSD-3-Clause
"""eagre run --profile and eagre plot --profile: what profile.json holds is consistent, and is drawn."""
import json
import subprocess

import own
import pytest

STEPS = "adjustTimeStep off; deltaT 0.001; endTime 0.004; writeControl timeStep; writeInterval 1000;"


def profiled(eagre, case, ranks):
    own.dam_break(case, cells=0.5, tight=False, control=STEPS)
    result = subprocess.run([str(eagre), "run", str(case), "-n", str(ranks), "--profile"], check=True, capture_output=True, text=True)
    return json.loads((case / "profile.json").read_text()), result.stdout


@pytest.fixture(scope="module")
def two_runs(eagre, tmp_path_factory):
    directory = tmp_path_factory.mktemp("profiles")
    return directory, {ranks: profiled(eagre, directory / f"n{ranks}", ranks) for ranks in (1, 2)}


def test_the_parts_agree_with_the_whole(two_runs):
    profile, log = two_runs[1][2]
    communication = profile["communication"]
    assert profile["steps"] == 3 and communication["ranks"] == 2
    assert [p["name"] for p in communication["phases"]] == ["other", "alpha", "MULES", "momentum", "pressure", "pressure solver"]
    seconds = communication["seconds"]
    assert sum(p["seconds"]["mean"] for p in communication["phases"]) == pytest.approx(seconds["mean"], rel=1e-9)
    assert seconds["min"] * (1 - 1e-6) <= profile["seconds"] <= seconds["max"] * (1 + 1e-6)  # of rank 0
    assert sum(loop["seconds"] for loop in profile["loops"]) <= profile["seconds"] * (1 + 1e-6)
    for phase in communication["phases"]:
        assert sum(row["elapsed"]["mean"] for row in phase["functions"]) <= phase["seconds"]["mean"] * (1 + 1e-6), phase["name"]
    rows = [row for phase in communication["phases"] for row in phase["functions"]]
    for row in rows:
        for value in ("calls", "bytes", "elapsed", "waiting"):
            assert 0 <= row[value]["min"] <= row[value]["mean"] <= row[value]["max"]
        assert row["waiting"]["max"] <= row["elapsed"]["max"] * (1 + 1e-6)
    assert communication["share"] == pytest.approx(sum(row["elapsed"]["mean"] for row in rows) / seconds["mean"], rel=1e-4)
    for words in ("of the step in MPI (exchange static", "MPI_Waitall in MULES", "dot products (2)", "matrix-vector product (3)"):
        assert words in log
    assert any("p_rgh: an iteration of multigridPCG takes" in choice for choice in communication["choices"])


def test_one_rank_has_phases_and_no_messages(two_runs):
    profile, _ = two_runs[1][1]
    assert all(phase["functions"] == [] for phase in profile["communication"]["phases"])
    assert profile["communication"]["model"]["dotProducts"] == profile["communication"]["model"]["product"] == 0


def test_what_each_rank_sends_to_each_other_is_told(two_runs):
    communication = two_runs[1][2][0]["communication"]
    faces = communication["cutFaces"][0]
    assert faces > 0 and communication["sent"] == [[[1, faces]], [[0, faces]]]
    assert two_runs[1][1][0]["communication"]["sent"] == [[]]


def test_the_model_is_equations_2_to_4(two_runs):
    model = two_runs[1][2][0]["communication"]["model"]
    t_s, t_w, P, d = model["t_s"], model["t_w"], 2, 1
    assert model["t_cal"] > 0 and t_s >= 0 and t_w >= 0
    assert model["n_m"] == 1 and model["n_b"] == two_runs[1][2][0]["communication"]["cutFaces"][0]
    assert model["dotProducts"] == pytest.approx(6 * P**0.5 * (t_s + 3 * t_w), rel=1e-4)
    assert model["product"] == pytest.approx(2 * d * model["n_m"] * t_s + 2 * d * (model["n_b"] + model["n_m"]) * t_w, rel=1e-4)
    assert model["computation"] == pytest.approx(4 * (2 * model["n_z"] + 1) * model["t_cal"] * model["N"] / P, rel=1e-4)


def test_profiles_are_drawn(eagre, two_runs):
    directory = two_runs[0]
    result = subprocess.run([str(eagre), "plot", "--profile", str(directory / "n1"), str(directory / "n2" / "profile.json")],
                            capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    assert (directory / "n1" / "pictures" / "profile.png").stat().st_size > 20000


def test_what_is_no_profile_is_said(eagre, tmp_path):
    (tmp_path / "profile.json").write_text('{"steps": 3}')
    for path, word in ((tmp_path / "nothere", "no such file"), (tmp_path, "not a profile")):
        result = subprocess.run([str(eagre), "plot", "--profile", str(path)], capture_output=True, text=True)
        assert result.returncode == 3 and word in result.stderr
