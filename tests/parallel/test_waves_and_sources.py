# SPDX-License-Identifier: BSD-3-Clause
"""Waves by three paddles with absorption, porosity in a zone and a force that keeps a mean velocity: one answer on any number of ranks;
restarts continue bit for bit, from what uniform/ keeps of the paddles' depth and of the force."""
import shutil

import numpy as np
import pytest

import foam
import own

OPTIONS = """FoamFile { version 2.0; format ascii; class dictionary; object fvOptions; }
sponge
{
    type explicitPorositySource;
    explicitPorositySourceCoeffs
    {
        selectionMode cellZone;
        cellZone water;
        type DarcyForchheimer;
        d (1e4 1e5 -10);
        f (1 2 3);
        coordinateSystem { origin (0 0 0); e1 (1 1 0); e2 (0 0 1); }
    }
}
drive { type meanVelocityForce; selectionMode all; fields (U); Ubar (0.01 0 0); relaxation 0.1; }
"""
TIGHT = ('solvers { p_rgh { tolerance 1e-14; relTol 0; } p_rghFinal { solver PCG; preconditioner DIC; tolerance 1e-14; relTol 0; } '
         '"pcorr.*" { tolerance 1e-13; } }')
NAMED = ("--krylov", "PCG", "--reduction", "typed")


def waves(directory, control, solution=""):
    case = foam.copy_example("multiphase/interFoam/laminar/waves/solitaryMcCowan", directory)
    mesh = case / "system/blockMeshDict"
    mesh.write_text(mesh.read_text().replace("hex (0 1 2 3 4 5 6 7) (350 28 42)", "hex (0 1 2 3 4 5 6 7) water (30 6 10)"))
    (case / "constant/fvOptions").write_text(OPTIONS)
    foam.append(case, "constant/waveProperties", "left { nPaddle 3; waveAngle 10; }")
    foam.append(case, "system/controlDict", f"writeFormat binary; writePrecision 16; timePrecision 10; functions {{}} {control}")
    foam.append(case, "system/fvSolution", solution)
    return case


def test_same_answer_on_any_number_of_ranks(tmp_path, eagre):
    control = "adjustTimeStep no; deltaT 0.005; endTime 0.05; writeControl timeStep; writeInterval 10;"
    cases = [waves(tmp_path / f"ranks{n}", control, TIGHT) for n in (1, 3)]
    for case, n in zip(cases, (1, 3)):
        foam.run([eagre, "run", case, "-n", n])
    one, many = (own.fields_of(case, foam.times(case)[-1]) for case in cases)
    differences = {name: foam.relative_l2(many[name], one[name]) for name in one}
    print({k: f"{v:.1e}" for k, v in differences.items()})
    assert all(d <= 1e-9 for d in differences.values()), differences
    assert np.abs(one["U"]).max() > 0.01


def test_packed_mesh(tmp_path, eagre):
    """Zones and the outlines of the paddles' faces come from constant/polyMesh when the mesh comes from slabs."""
    control = "adjustTimeStep no; deltaT 0.005; endTime 0.02; writeControl timeStep; writeInterval 4;"
    whole = waves(tmp_path / "whole", control)
    foam.run([eagre, "blockMesh", whole])
    foam.run([eagre, "setFields", whole])
    packed = tmp_path / "packed"
    shutil.copytree(whole, packed)
    foam.run([eagre, "pack", packed])
    for case in (whole, packed):
        log = foam.run([eagre, "run", case, "-n", 2, *NAMED]).stdout
    assert "Mesh read in slabs" in log
    a, b = (own.fields_of(case, foam.times(case)[-1]) for case in (whole, packed))
    for name in a:
        assert np.array_equal(a[name], b[name]), f"{name} differs by {np.abs(a[name] - b[name]).max():.3g}"
    (packed / "constant/polyMesh/faces").unlink()
    assert "waves need the outlines" in foam.run([eagre, "check", packed], check=False).stdout


@pytest.mark.parametrize("how", [("--dump", "foam"), ("--dump", "hdf5")], ids=["foam", "hdf5"])
def test_restart_is_bit_for_bit(tmp_path, eagre, how):
    whole = waves(tmp_path / "whole", "deltaT 0.005; maxDeltaT 0.005; endTime 0.04; writeControl adjustable; writeInterval 0.02;")
    foam.run([eagre, "blockMesh", whole])
    stopped = tmp_path / "stopped"
    shutil.copytree(whole, stopped)
    foam.run([eagre, "run", whole, "-n", 2, *NAMED])
    foam.append(stopped, "system/controlDict", "endTime 0.02;")
    foam.run([eagre, "run", stopped, "-n", 2, *how, *NAMED])
    foam.append(stopped, "system/controlDict", "startFrom latestTime; endTime 0.04;")
    foam.run([eagre, "run", stopped, "-n", 2, *NAMED])
    time = foam.times(whole)[-1]
    a, b = own.fields_of(whole, time), own.fields_of(stopped, time)
    for name in a:
        assert np.array_equal(a[name], b[name]), f"{name} differs by {np.abs(a[name] - b[name]).max():.3g}"
