// SPDX-License-Identifier: BSD-3-Clause
#include "fv/words.hpp"

namespace eagre::fv {

std::vector<WordKind> wordKinds() {
  return {{"conditions", "boundary conditions: `type` of a patch in a field", conditionWords()},
          {"functions", "functions of time, or of another number, in an entry (Function1)", function1Words()},
          {"ddtSchemes", "time schemes: ddtSchemes of fvSchemes", ddtWords()},
          {"gradSchemes", "gradients: gradSchemes of fvSchemes", gradientWords()},
          {"divSchemes", "convection: first word in divSchemes of fvSchemes; an interpolation scheme follows", convectionWords()},
          {"interpolationSchemes", "interpolation to faces, limiters too: interpolationSchemes and divSchemes of fvSchemes",
           interpolationWords()},
          {"laplacianSchemes", "diffusion: first word in laplacianSchemes of fvSchemes; interpolation and snGrad schemes follow",
           laplacianWords()},
          {"snGradSchemes", "face-normal gradients: snGradSchemes and the end of laplacianSchemes of fvSchemes", snGradWords()}};
}

}  // namespace eagre::fv
