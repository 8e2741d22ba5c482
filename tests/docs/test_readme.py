# SPDX-License-Identifier: BSD-3-Clause
"""The README's commands for a user's first own case, run as they stand; the other two are CI's own."""
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def test_first_own_case(tmp_path, bin_directory):
    section = (ROOT / "README.md").read_text().split("## Your own case")[1]
    commands = re.search(r"```sh\n(.*?)```", section, re.S)[1]
    (tmp_path / "cases").symlink_to(ROOT / "cases")
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "bin").symlink_to(bin_directory)
    result = subprocess.run(["bash", "-euc", commands], cwd=tmp_path, capture_output=True, text=True, env=os.environ, timeout=900)
    assert result.returncode == 0, result.stderr[-2000:]
    assert "no problems found" in result.stdout and "End" in result.stdout
    pictures = list((tmp_path / "myCase" / "pictures").glob("*.png"))
    assert len(pictures) == 21 and all(p.stat().st_size > 10000 for p in pictures)


def test_links_of_the_documents_lead_somewhere():
    for document in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\((?!http)([^)#]+)\)", document.read_text()):
            assert (document.parent / target).exists(), f"{document.name}: {target}"


def test_no_document_names_a_directory_of_one_machine():
    """What a tool copies into a document from the output of programs has no scratch directories in it."""
    for document in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]:
        found = re.findall(r'[("\s](?:/tmp|/root|/home)\b.*', document.read_text())
        assert not found, f"{document.name}: {found[0]}"


def test_openfoam_names(bin_directory):
    for name, answer in (("decomposePar", "not needed"), ("reconstructPar", "nothing to reconstruct: no processor directories")):
        result = subprocess.run([bin_directory / name, "-case", ROOT / "cases/cavity"], capture_output=True, text=True)
        assert result.returncode == 0 and answer in result.stdout


def test_what_a_solver_does_not_do_under_its_name_leads_to_the_command_that_does(bin_directory):
    result = subprocess.run([bin_directory / "interFoam", "-postProcess"], capture_output=True, text=True)
    assert result.returncode == 2 and "eagre post" in result.stderr


def test_scripts_that_call_the_openfoam_names_go_on_working(tmp_path, bin_directory):
    """blockMesh, decomposePar, mpirun icoFoam -parallel, reconstructPar."""
    script = (f"cp -r {ROOT}/cases/cavity . && cd cavity && blockMesh && decomposePar && "
              "mpirun -n 2 icoFoam -parallel && reconstructPar")
    env = dict(os.environ, PATH=f"{bin_directory}:{os.environ['PATH']}")
    result = subprocess.run(["bash", "-euc", script], cwd=tmp_path, capture_output=True, text=True, env=env, timeout=120)
    assert result.returncode == 0, result.stdout[-1000:] + result.stderr[-1000:]
    assert (tmp_path / "cavity" / "0.5" / "U").exists()
