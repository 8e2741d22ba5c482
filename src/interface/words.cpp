// SPDX-License-Identifier: BSD-3-Clause
#include "interface/words.hpp"

namespace eagre::interface_ {

std::vector<WordKind> wordKinds() {
  return {{"phaseAdvection", "advection of the phase fraction: advectionScheme of its solver in fvSolution", advectionWords()},
          {"reconstruction", "where the interface lies in a cell: reconstructionScheme beside advectionScheme isoAdvection",
           reconstructionWords()},
          {"curvature", "curvature of the interface: curvatureModel in surfaceForces of transportProperties", curvatureWords()},
          {"surfaceForce", "surface tension: deltaFunctionModel in surfaceForces of transportProperties", surfaceForceWords()},
          {"acceleration", "gravity at the interface: accelerationModel in surfaceForces of transportProperties",
           accelerationWords()}};
}

}  // namespace eagre::interface_
