# SPDX-License-Identifier: BSD-3-Clause
"""The pages of the site: their commands run, what is made from the program is as the program says, the gallery's cases exist."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import commands_page  # noqa: E402
import completion  # noqa: E402
import gallery  # noqa: E402


def blocks(page, language="sh"):
    """The fenced blocks of a page in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```", (ROOT / "docs" / page).read_text(), re.S | re.M)


def environment(bin_directory, *before):
    return dict(os.environ, PATH=":".join([*map(str, before), str(bin_directory), os.environ["PATH"]]))


def run(commands, directory, variables, code=0, options="-euc"):
    result = subprocess.run(["bash", options, commands], cwd=directory, capture_output=True, text=True, env=variables, timeout=300)
    assert result.returncode == code, result.stdout[-2000:] + result.stderr[-2000:]
    return result.stdout + result.stderr


def test_first_hour(tmp_path, bin_directory):
    (tmp_path / "cases").symlink_to(ROOT / "cases")
    printed = run("\n".join(blocks("first_hour.md")), tmp_path, environment(bin_directory))
    assert "no problems found" in printed
    case = tmp_path / "myCase"
    assert len(list((case / "pictures").glob("*.png"))) >= 2 and (case / "dumps" / "0.1.vtkhdf").exists()


def test_floating_bodies(tmp_path, bin_directory):
    (tmp_path / "cases").symlink_to(ROOT / "cases")
    assert "no problems found" in run("\n".join(blocks("floating_bodies.md")), tmp_path, environment(bin_directory))


def test_estimate(tmp_path, bin_directory):
    (tmp_path / "cases").symlink_to(ROOT / "cases")
    assert "whole run" in run("\n".join(blocks("estimate.md")), tmp_path, environment(bin_directory))


def test_a_job_is_requeued_and_continues(tmp_path, bin_directory):
    """The script of docs/cluster.md with srun as the end of the job's time and scontrol as a file that it leaves."""
    stubs = tmp_path / "stubs"
    stubs.mkdir()
    case = tmp_path / "myCase"
    shutil.copytree(ROOT / "cases" / "damBreak", case)
    with open(case / "system" / "controlDict", "a") as control:
        control.write("endTime 1000;\n")
    variables = environment(bin_directory, stubs) | {"SLURM_SUBMIT_DIR": str(tmp_path), "SLURM_JOB_ID": "7"}
    run("\n".join(blocks("cluster.md")), tmp_path, variables)
    for name, text in (("srun", 'exec timeout --preserve-status -s USR1 3 "$@"'), ("scontrol", 'echo "$@" >>requeued')):
        (stubs / name).write_text(f"#!/bin/sh\n{text}\n")
        (stubs / name).chmod(0o755)
    script = blocks("cluster.md", "bash")[0]
    run(script, tmp_path, variables, code=6, options="-c")
    assert (tmp_path / "requeued").read_text() == "requeue 7\n"
    times = [float(d.name) for d in case.iterdir() if re.fullmatch(r"[0-9.]+", d.name)]
    with open(case / "system" / "controlDict", "a") as control:
        control.write(f"endTime {max(times) + 0.001};\n")
    (stubs / "srun").write_text('#!/bin/sh\nexec "$@"\n')
    assert f"Time = {max(times):g}" not in run(script, tmp_path, variables, options="-c")
    assert (tmp_path / "requeued").read_text() == "requeue 7\n"


@pytest.mark.parametrize("script", blocks("cluster.md", "bash"))
def test_scripts_for_the_cluster_are_bash(script):
    subprocess.run(["bash", "-n"], input=script, text=True, check=True)


def test_commands_are_those_of_the_program(eagre):
    """Spaces aside: how Python breaks the lines of `eagre plot --help` depends on its version."""
    page, expected = (ROOT / "docs" / "commands.md").read_text(), commands_page.page(eagre)
    assert page.split() == expected.split(), "docs/commands.md is not what the program says; make commands writes it anew"
    manual = (ROOT / "docs" / "eagre.1").read_text()
    assert manual.split() == commands_page.manual(eagre).split(), "docs/eagre.1 is not what the program says; make commands writes it anew"
    for name, expected in (("eagre.bash", completion.bash(eagre)), ("_eagre", completion.zsh(eagre))):
        file = ROOT / "packaging" / "completion" / name
        assert file.read_text().split() == expected.split(), f"{file.name} is not what the program says; make commands writes it anew"


def test_exit_codes_of_the_help_are_those_of_the_program(eagre):
    codes = re.search(r"enum class ExitCode : int \{(.*?)\}", (ROOT / "src/core/error.hpp").read_text())[1]
    assert re.findall(r"= (\d+)", codes) == re.findall(r"^  (\d)  ", commands_page.shown(eagre).partition("Exit codes:")[2], re.M)


def test_gallery():
    """Cases exist, each has its picture on the page, and pictures are small."""
    assert len(gallery.GALLERY) >= 10 and (ROOT / "docs" / "gallery.md").read_text() == gallery.page()
    for picture in gallery.GALLERY:
        assert (ROOT / "cases" / (f"channel/{picture.channel}" if picture.channel else f"{picture.name}/system/controlDict")).exists(), picture.name
        assert 10_000 < (gallery.PICTURES / f"{picture.name}.jpg").stat().st_size < 250_000, picture.name
        for file, old, _ in picture.changes:
            assert old in (ROOT / "cases" / picture.name / file).read_text(), f"{picture.name}: {file}"
    assert {f.stem for f in gallery.PICTURES.glob("*.jpg")} == {p.name for p in gallery.GALLERY}
    assert {f.stem for f in gallery.PICTURES.glob("*.gif")} == {p.name for p in gallery.GALLERY if p.film}
    assert all(100_000 < f.stat().st_size < 1_500_000 for f in gallery.PICTURES.glob("*.gif"))


def test_every_page_of_the_site_is_in_its_menu():
    named = set(re.findall(r": (\w+\.md)$", (ROOT / "mkdocs.yml").read_text(), re.M))
    assert named == {f.name for f in (ROOT / "docs").glob("*.md")}


def test_the_interface_in_3d(tmp_path, eagre):
    """Water is blue where it stands and not elsewhere, and a case without a volume fraction is an error."""
    case = tmp_path / "tank"
    shutil.copytree(ROOT / "cases" / "sloshing", case)
    mesh = (case / "system" / "blockMeshDict").read_text()
    (case / "system" / "blockMeshDict").write_text(re.sub(r"^(n[xyz]) (\d+);", lambda m: f"{m[1]} {int(m[2]) // 4};", mesh, flags=re.M))
    with open(case / "system" / "controlDict", "a") as control:
        control.write("\nendTime 0.01; writeInterval 0.01;\n")
    subprocess.run([eagre, "run", case], check=True, stdout=subprocess.DEVNULL)
    result = subprocess.run([eagre, "plot", case, "--view", "3d", "--time", "0.01"], capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stderr
    import matplotlib.image
    picture = matplotlib.image.imread(case / "pictures" / "tank_3d_0.01.png")
    blue = picture[:, :, 2] - picture[:, :, 0] > 0.2
    rows = blue.any(axis=1).nonzero()[0]
    assert blue.mean() > 0.1 and rows[0] > 0.3 * len(picture), "water below, none above"
    result = subprocess.run([eagre, "plot", ROOT / "cases" / "cavity", "--view", "3d"], capture_output=True, text=True, timeout=60)
    assert result.returncode == 3
