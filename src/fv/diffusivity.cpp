// SPDX-License-Identifier: BSD-3-Clause
#include "fv/diffusivity.hpp"

#include <fmt/format.h>

#include "fv/schemes/parse.hpp"

namespace eagre::fv {

std::unique_ptr<InterpolationScheme<double>> readDiffusivityScheme(const Context& context, config::TokenReader& reader) {
  static const std::vector<std::string> valid{"Gauss"};
  const std::string word = schemes::readName(reader, "a Laplacian scheme");
  if (word != valid[0]) schemes::failUnknown(reader, "Laplacian scheme", word, valid, {});
  if (reader.atEnd()) reader.fail("the interpolation scheme of the diffusivity is missing behind 'Gauss'");
  const std::string interpolation = reader.peek().text;
  auto scheme = makeInterpolationScheme<double>(context, reader);
  if (scheme->needsFlux() || scheme->corrected())
    reader.fail(fmt::format("'{}' cannot interpolate a diffusivity; valid: linear, midPoint, harmonic", interpolation));
  return scheme;
}

void interpolateDiffusivity(const Context& context, const VolScalarField& gamma, const std::string& name,
                            std::vector<double>& faces) {
  auto reader = schemeEntry(context, "laplacianSchemes", name).reader();
  const auto scheme = readDiffusivityScheme(context, reader);
  std::vector<double> weights, correction;
  interpolate(*scheme, gamma, {}, faces, weights, correction);
}

}  // namespace eagre::fv
