# SPDX-License-Identifier: BSD-3-Clause
"""Steps of a case's own script that change files with sed: the same as sed."""
import shutil
import subprocess

import pytest

import foam

TEXT = """castellatedMesh true;   // (a.b)
snap            false;
levels ((1E15 5)); nx 20 20 1;
addLayers       true;
path a/b/c; end
"""
CALLS = [
    ["-i", "s/^castellatedMesh .*/castellatedMesh false;/", "FILE"],
    ["s/20 20 1/41 41 1/;s/snap\\( *\\)false/snap\\1true/", "FILE", "-i"],
    ["-i", "-e", "s/a/A/g", "-e", "s|A/b|(&)|", "FILE"],
    ["-i.bak", "-E", "s/([a-z]+)Mesh +(true|false)/\\2 \\1/", "FILE"],
    ["-i", "2d", "FILE"],
    ["-i", "/Layers/d; s/e/E/", "FILE"],
    ["-i", "3s/((1E15 5))/((1E15 3))/", "FILE"],
    ["-i", "/path/s/[^;]*;/x\\ny/", "FILE"],
    ["-i", "s/TRUE/no/I", "FILE"],
    ["-i", "s/x*/-/g", "FILE"],
    ["-i", "s/\\btrue\\b\\|false/&&/g", "FILE"],
]


@pytest.mark.parametrize("call", CALLS, ids=lambda c: " ".join(c))
@pytest.mark.parametrize("ending", ["\n", ""])
def test_files_are_edited_as_by_sed(tmp_path, eagre, call, ending):
    case = foam.copy_example("incompressible/icoFoam/cavity/cavity", tmp_path / "case")
    ours, theirs = case / "constant" / "thing", tmp_path / "thing"
    for file in (ours, theirs):
        file.write_text(TEXT.rstrip("\n") + ending)
    quoted = " ".join(w if w == "FILE" else f"'{w}'" for w in call)
    (case / "Allrun").write_text(quoted.replace("FILE", "constant/thing").join(("sed ", "\nblockMesh\nicoFoam\n")))
    control = case / "system" / "controlDict"
    control.write_text(control.read_text() + "\nendTime 0.005;\n")
    foam.run([eagre, "run", case])
    subprocess.run(["sed", *(str(theirs) if w == "FILE" else w for w in call)], check=True)
    assert ours.read_text() == theirs.read_text()
    assert (case / "constant" / "thing.bak").exists() == (tmp_path / "thing.bak").exists()


@pytest.mark.parametrize("step,message", [("sed -i 's/a/b/' ../outside", "outside of the case"), ("sed -i '1,3s/a/b/' system/controlDict", "commands s and d"), ("sed -i/../../evil 's/a/b/' system/controlDict", "commands s and d"),
                                          ("sed -i 's/a/b/w system/evil' system/controlDict", "commands s and d"), ("sed -i 's/a/b/' system/none", "there is no system/none"),
                                          ("sed 's/a/b/' system/controlDict > /tmp/outside", "outside of the case"), ("sed -i 's/\\(a/b/' system/controlDict", "no regular expression")])
def test_what_is_not_done(tmp_path, eagre, step, message):
    case = foam.copy_example("incompressible/icoFoam/cavity/cavity", tmp_path / "case")
    before = (case / "system" / "controlDict").read_text()
    (case / "Allrun").write_text(f"{step}\nblockMesh\nicoFoam\n")
    result = foam.run([eagre, "run", case], check=False)
    assert result.returncode != 0 and message in result.stdout + (result.stderr or ""), result.stdout
    assert (case / "system" / "controlDict").read_text() == before


def test_packed_files_are_unpacked(tmp_path, eagre):
    """gunzip of a file that sed then changes; x.gz stays, and a second preparation gives the same."""
    case = foam.copy_example("incompressible/icoFoam/cavity/cavity", tmp_path / "case")
    transport = case / "constant" / "transportProperties"
    expected = transport.read_text().replace("0.01", "0.02")
    subprocess.run(["gzip", transport], check=True)
    (case / "Allrun").write_text("chmod +x *.sh\ngunzip constant/transportProperties.gz\nsed -i 's/0.01/0.02/' constant/transportProperties\n"
                                 "gunzip -c system/extra.gz > system/extra\nblockMesh\nicoFoam\n")
    (case / "system" / "extra").write_text("other\n")
    subprocess.run(["gzip", case / "system" / "extra"], check=True)
    foam.append(case, "system/controlDict", "endTime 0.005;")
    foam.run([eagre, "run", case])
    assert transport.read_text() == expected and transport.with_name("transportProperties.gz").exists()
    assert (case / "system" / "extra").read_text() == "other\n"


@pytest.mark.parametrize("step,message", [("gunzip ../x.gz", "outside of the case"), ("gunzip constant/none.gz", "there is no constant/none.gz"), ("gunzip constant/x", "not one .gz file")])
def test_what_is_not_unpacked(tmp_path, eagre, step, message):
    case = foam.copy_example("incompressible/icoFoam/cavity/cavity", tmp_path / "case")
    (case / "Allrun").write_text(f"{step}\nblockMesh\nicoFoam\n")
    result = foam.run([eagre, "run", case], check=False)
    assert result.returncode != 0 and message in result.stdout + (result.stderr or ""), result.stdout
