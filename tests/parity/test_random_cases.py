# SPDX-License-Identifier: BSD-3-Clause
"""Cases of random_cases.py that once differed from v1912 or between numbers of ranks."""
import argparse
import pathlib

import numpy as np
import pytest

import foam
import random_cases

#: whose Debian builds are sound on every mesh; the others need one that is compiled anew
SOUND = ("icoFoam", "pisoFoam", "pimpleFoam", "simpleFoam")
FOUND = (
    # what is cut along one face counts for the next: the order is that of the global mesh
    "mesh=boxDeformed,grad=cellMDLimited Gauss linear 1", "mesh=boxDeformed,grad=faceMDLimited Gauss linear 1",
    "mesh=boxCyclic,grad=faceMDLimited Gauss linear 1,steps=2",
    # gradSchemes of curl(U), not of grad(U)
    "gradU=cellLimited Gauss linear 1,function1=vorticity,function2=lamb", "grad=cellLimited Gauss linear 1,function1=vorticity,function2=enstrophy",
    # a wall with a contact angle turns its normal beside the interface, too, where only a non-orthogonal correction has a force
    "solver=interIsoFoam,mesh=planeDeformed,wallAlpha=constantAngle",
    # the reference pressure has the weight of the diagonal without cyclic faces, which counts where cavitation gives a level, too
    "solver=interPhaseChangeFoam,mesh=boxTwoCyclic",
    # conditions that take no assignment stay as they are where the second MULES correction is relaxed, their reference value included
    "solver=interFoam,mesh=boxDeformed,inletAlpha=variableHeight,mules=yes",
    # conditions of the velocity at inlets and outlets, and the pressure that belongs to them
    "mesh=boxDeformed,steps=2,inlet=swirlFlowRateAxis,outlet=fluxCorrected", "mesh=boxDeformed,steps=2,inlet=rotatingPressure,outlet=directionMixed",
    "mesh=boxDeformed,steps=2,inlet=fixedNormal", "mesh=boxDeformed,steps=2,outlet=matchedFlowRate", "mesh=boxDeformed,steps=2,inlet=fixedNormalTangential,top=wind,turbulence=kEpsilon",
    "solver=interFoam,mesh=plane,steps=2,outlet=matchedFlowRate", "solver=interFoam,mesh=boxDeformed,top=wind", "mesh=boxDeformed,steps=2,turbulence=kEpsilon,turbulentInlet=outletMapped",
    # wall functions above the viscous sublayer
    "steps=2,turbulence=kEpsilon,wallFunction=roughU,transport=thin", "steps=2,turbulence=kOmegaSST,wallFunction=smoothU,transport=thin",
    "mesh=boxDeformed,steps=2,turbulence=kEpsilon,wallFunction=blended,transport=thin",
    # options that change the momentum equation once it is complete, or the velocity after its corrections
    "mesh=boxDeformed,steps=2,source=limit", "mesh=boxDeformed,steps=2,source=damping,predictor=no", "mesh=boxDeformed,steps=2,source=fixedVelocity",
    "solver=interFoam,mesh=plane,source=fixedVelocity",
    # a filtered velocity, whose gradient is taken, has the values that symmetry planes and wedges impose
    "mesh=boxRotated,turbulence=dynamicLagrangian", "mesh=planeDeformed,top=symmetry,turbulence=dynamicLagrangian",
    # the filter interpolates by interpolationSchemes; it evaluates the conditions of U before the first viscosity is made
    "turbulence=dynamicKEqn,interpolation=midPoint", "mesh=boxRotated,turbulence=dynamicLagrangian,interpolation=midPoint",
    "turbulence=dynamicKEqn,inlet=cylindrical", "turbulence=kEpsilon,interpolation=midPoint,function1=Peclet",
    # interFoam corrects the flux of the start between the two, and with it the velocity of such an inlet
    "solver=interFoam,turbulence=dynamicKEqn,inlet=pressureInletVelocity",
    # such an inlet follows what is assigned to U behind the first corrector, where no predictor was
    "inlet=pressureInletVelocity,predictor=no,consistent=yes", "solver=interFoam,inlet=pressureDirected,predictor=no",
    "inlet=pressureInletUniform,predictor=no,nOuter=2,relax=yes",
    # a cell whose velocity is fixed has nothing of the cells across a cyclic patch in its 1/A
    "mesh=boxTwoCyclic,source=fixedVelocity",
    # later outer correctors of interIsoFoam see the inlets of the first one's end
    "solver=interIsoFoam,inletAlpha=inletOutlet,nOuter=2", "solver=interIsoFoam,inletAlpha=variableHeight,nOuter=2",
    # nu of a fluid is assigned, which gives symmetry planes and wedges the value of the cell
    "mesh=planeDeformed,top=symmetry,transport=powerLaw,steps=4", "mesh=wedge,transport=HerschelBulkley,steps=4",
    "solver=interFoam,mesh=planeDeformed,top=symmetry,transport=powerLaw", "solver=interPhaseChangeFoam,mesh=boxDeformed,transport=BirdCarreau",
    # alpha on a wall with a contact angle takes part in what is computed with alpha, and limits the gradient there
    "solver=interIsoFoam,mesh=planeRotated,wallAlpha=constantAngle,subCycles=3",
    # steady flow by SIMPLE and SIMPLEC
    "solver=simpleFoam,mesh=boxDeformed,steps=4,turbulence=kEpsilon,relax=yes,bounded=yes,divTurbulence=limitedLinear 1,nNonOrth=1",
    "solver=simpleFoam,mesh=planeDeformed,steps=4,consistent=yes,nNonOrth=2,relax=yes", "solver=simpleFoam,mesh=wedge,steps=4,source=porosity,relax=yes,predictor=no",
    "solver=simpleFoam,mesh=boxCyclic,steps=4,turbulence=SpalartAllmaras,relax=yes,residualControl=yes,source=mean",
    "solver=simpleFoam,mesh=boxDeformed,steps=2,turbulence=kOmegaSST,relax=yes,mrf=yes",
    # blends of schemes, and what is interpolated by the larger or smaller value of both cells
    "mesh=boxDeformed,steps=2,divU=limitWith linearUpwind grad(U) vanLeerV,turbulence=kEpsilon,divTurbulence=limiterBlended vanLeer cubic upwind",
    "mesh=boxDeformed,divU=cellCoBlended 0.1 linear 0.5 upwind,turbulence=kEpsilon,divTurbulence=filteredLinear3 0.7",
    "mesh=boxDeformed,steps=2,divU=filteredLinear3V 0.7,interpolation=linear; \"interpolate.(rAU|.1.A.U..).\" localMax",
    "mesh=boxRotated,divU=fixedBlended 0.3 upwind cubic,turbulence=kEpsilon,divTurbulence=clippedLinear 0.8",
    "mesh=boxDeformed,divU=reverseLinear,turbulence=kEpsilon,divTurbulence=filteredLinear", "mesh=boxTwoCyclic,divU=limitWith cubic limitedLinear 1",
    "mesh=boxTwoCyclic,divU=outletStabilised linearUpwind grad(U),top=open,steps=2",
    "mesh=boxDeformed,divU=outletStabilised linearUpwind grad(U),outlet=pressureInletOutlet,turbulence=kEpsilon,divTurbulence=outletStabilised limitedLinear 1",
    # stresses that are not linear in the velocity gradient, on symmetry planes and in function objects, too
    "mesh=boxDeformed,steps=2,turbulence=ShihQuadraticKE,function1=stresses,function2=wallShearStress",
    "mesh=planeDeformed,top=symmetry,turbulence=LienCubicKE,steps=2", "solver=interFoam,mesh=plane,turbulence=ShihQuadraticKE,steps=2",
    # with inlets that change: a restart makes the stress before they do; R where k has a condition that tensors do not have
    "mesh=boxDeformed,steps=2,turbulence=ShihQuadraticKE,inlet=uniformFixedValue,turbulentInlet=intensity,function1=stresses",
    # options that change the turbulence, and forces
    "solver=interFoam,mesh=plane,turbulence=kEpsilon,source=stabilized,steps=2", "solver=interFoam,mesh=plane,turbulence=kOmegaSST,source=stabilized",
    "mesh=planeCyclic,source=patchMean,steps=2", "mesh=boxDeformed,source=buoyancy", "mesh=boxDeformed,turbulence=kEpsilon,source=fixedScalars,steps=2",
    "mesh=boxDeformed,steps=4,inlet=plenum,function1=derived", "mesh=boxDeformed,steps=4,inlet=syringe",
    # what turns with the zone crosses the sides of the wedge
    "mesh=wedge,mrf=yes",
    # a run goes on with what its last step gave the walls: the velocity of a rotating zone, of which noSlip writes nothing, and epsilon
    "mesh=box,mrf=yes,transport=BirdCarreau,steps=2", "mesh=box,steps=2,turbulence=ShihQuadraticKE",
)
#: what a field that has been bounded has on walls is in no file, so that a restart is not bit for bit, v1912's neither
BOUNDED = (
    # the values on symmetry planes and wedges are made anew then
    "mesh=boxDeformed,steps=2,divTurbulence=limitedLinear 1,turbulence=dynamicLagrangian", "mesh=wedgeDeformed,steps=2,divTurbulence=vanLeer,turbulence=dynamicLagrangian",
)


@pytest.fixture(scope="module")
def meshes(tmp_path_factory):
    return tmp_path_factory.mktemp("meshes")


@pytest.mark.parametrize("choices", FOUND + BOUNDED)
def test_found(choices, meshes, eagre):
    judge = pathlib.Path(__file__).resolve().parents[2] / ".cache/judge/bin"
    program = random_cases.Program(argparse.Namespace(bin=pathlib.Path(eagre).parent, judge=judge, scratch=meshes))
    c = random_cases.parse(choices)
    if c["solver"] not in SOUND and not foam.sound(c["solver"]):
        pytest.skip(f"no {c['solver']} that is compiled soundly: make judge")
    outcome, details = random_cases.compare(c, program, "case", 1)
    assert outcome == "same", details
    assert not random_cases.ranks_and_restart(program, "case", 1 if choices in BOUNDED else random_cases.steps_of(c))


def test_post_has_the_stress_that_is_not_linear(meshes, eagre):
    """`eagre post` makes it from the fields of a time, as the run that wrote them had it."""
    program = random_cases.Program(argparse.Namespace(bin=pathlib.Path(eagre).parent, judge=pathlib.Path("none"), scratch=meshes))
    outcome, details = random_cases.compare(random_cases.parse("mesh=boxDeformed,turbulence=ShihQuadraticKE,function1=wallShearStress"), program, "case", 1)
    assert outcome == "same", details
    case = meshes / "case" / "ours"
    written = case / foam.times(case)[-1] / "wallShearStress"
    before = foam.read_field(written)[1]
    assert max(np.abs(values).max(initial=0) for values in before.values()) > 0.01
    written.unlink()
    foam.run([eagre, "post", case])  # with the cells in another order
    for there, here in zip(before.values(), foam.read_field(written)[1].values()):
        assert there.shape == here.shape and np.abs(here - there).max(initial=0) < 1e-13


@pytest.mark.parametrize("inlet, field, steps", [("scaled", "U", 2), ("scaledSyringe", "p", 4)])
def test_scaled_value(meshes, eagre, inlet, field, steps):
    """v1912 writes no value of scaledFixedValue, so that of refValue is what is read of its file."""
    program = random_cases.Program(argparse.Namespace(bin=pathlib.Path(eagre).parent, judge=pathlib.Path("none"), scratch=meshes))
    outcome, details = random_cases.compare(random_cases.parse(f"mesh=boxDeformed,steps={steps},inlet={inlet}"), program, "case", 1)
    assert outcome == "different" and list(details) == [f"{field} on inlet"], details
    assert not random_cases.ranks_and_restart(program, "case", steps)
