// SPDX-License-Identifier: BSD-3-Clause
#include "physics/words.hpp"

namespace eagre::physics {

std::vector<WordKind> wordKinds() {
  return {
      {"laminarModels", "stress of laminar flow: laminarModel of turbulenceProperties", laminarModelWords()},
      {"RASModels", "turbulence models where simulationType is RAS: RASModel of turbulenceProperties", rasModelWords()},
      {"LESModels", "LES and DES models where simulationType is LES: LESModel of turbulenceProperties", lesModelWords()},
      {"LESDeltas", "widths of the filter: `delta` of an LES model in turbulenceProperties", lesDeltaWords()},
      {"transport", "viscosity models: transportModel of a fluid or phase in transportProperties", viscosityModelWords()},
      {"cavitation", "phase change of interPhaseChangeFoam: phaseChangeTwoPhaseMixture of transportProperties",
       phaseChangeWords()},
      {"fvOptions", "sources of equations: `type` of an entry of fvOptions", fvOptionWords()},
      {"porosityModels", "porous zones: `type` in explicitPorositySourceCoeffs of fvOptions and in porosityProperties",
       porosityWords()},
      {"dynamicFvMeshes", "whether and how the mesh moves: dynamicFvMesh of dynamicMeshDict", meshMotionWords()},
      {"motionSolvers", "what moves the points: motionSolver of dynamicMeshDict", motionSolverWords()},
      {"solidBodyMotionFunctions", "motions of a rigid mesh: solidBodyMotionFunction of dynamicMeshDict", rigidMotionWords()},
      {"bodySolvers", "time schemes of a floating body: `solver { type ..; }` of sixDoFRigidBodyMotion", bodySolverWords()},
      {"bodyConstraints", "what a floating body may not do: sixDoFRigidBodyMotionConstraint of an entry of `constraints`",
       bodyConstraintWords()},
      {"bodyRestraints", "springs and dampers on a floating body: sixDoFRigidBodyMotionRestraint of an entry of `restraints`",
       bodyRestraintWords()},
      {"motionDiffusivities", "diffusivities of the equation that moves points: `diffusivity` of dynamicMeshDict",
       motionDiffusivityWords()},
      {"pointConditions", "what a patch does with its points: pointDisplacement, pointMotionU", pointConditionWords()},
      {"waveMakerMotions", "how paddles move: motionType of a patch with the point condition waveMaker", waveMakerMotionWords()},
      {"waveModels", "wave theories of openfoam.com: waveModel of a patch in waveProperties", waves::paddleWords()},
      {"superposedWaves", "waves of openfoam.org: the entries of `waves` in waveProperties, and of setWaves",
       waves::planeWaveWords()}};
}

}  // namespace eagre::physics
