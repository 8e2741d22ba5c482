// SPDX-License-Identifier: BSD-3-Clause
#include "fv/schemes/diffusivity.hpp"

#include <fmt/format.h>

#include "fv/schemes/parse.hpp"
#include "fv/words.hpp"

namespace eagre::fv {

namespace {
const WordTable<>& table() {
  static const WordTable<> schemes{{"Gauss", "Gauss's theorem; schemes of the diffusivity and of the normal gradient follow"}};
  return schemes;
}
}  // namespace

std::vector<Word> laplacianWords() { return table().words(); }

std::unique_ptr<InterpolationScheme<double>> readDiffusivityScheme(const Context& context, config::TokenReader& reader) {
  const std::string word = schemes::readName(reader, "a Laplacian scheme");
  if (!table().contains(word)) schemes::failUnknown(reader, "Laplacian scheme", word, table().names(), {});
  if (reader.atEnd()) reader.fail("the interpolation scheme of the diffusivity is missing behind 'Gauss'");
  const std::string interpolation = reader.peek().text;
  auto scheme = makeInterpolationScheme<double>(context, reader);
  if (scheme->needsFlux() || scheme->corrected())
    reader.fail(fmt::format("'{}' cannot interpolate a diffusivity; valid: linear, midPoint, harmonic and others without a flux",
                            interpolation));
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
