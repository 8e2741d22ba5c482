// SPDX-License-Identifier: BSD-3-Clause
#include "fv/schemes/parse.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/word_messages.hpp"
#include "fv/fields/context.hpp"

namespace eagre::fv::schemes {

std::string readName(config::TokenReader& reader, const std::string& what) {
  if (reader.atEnd()) reader.fail(fmt::format("expected the name of {} but the entry ends here", what));
  return reader.word();
}

double readCoefficient(config::TokenReader& reader, const std::string& scheme, double lower, double upper) {
  if (reader.atEnd()) reader.fail(fmt::format("scheme '{}' needs a coefficient within [{}, {}]", scheme, lower, upper));
  const double value = reader.number();
  if (!(value >= lower && value <= upper))
    reader.fail(fmt::format("coefficient {} of scheme '{}' is not within [{}, {}]", value, scheme, lower, upper));
  return value;
}

void failUnknown(const config::TokenReader& reader, const std::string& what, const std::string& word,
                 std::span<const std::string> valid, std::span<const std::string> unsupported, std::string_view kind) {
  if (std::find(unsupported.begin(), unsupported.end(), word) != unsupported.end())
    reader.fail(fmt::format("{} '{}' of OpenFOAM is not supported by Eagre. Supported: {}", what, word,
                            wordsToChooseFrom(word, valid, kind)));
  reader.fail(unknownWordMessage(what, word, valid, kind));
}

void leaveExcess(const Context& context, const config::TokenReader& reader) {
  try {
    config::TokenReader(reader).expectEnd();
  } catch (const Error& e) { context.log.warnOnce(fmt::format("{}. As in OpenFOAM, it is not used", e.what())); }
}

}  // namespace eagre::fv::schemes
