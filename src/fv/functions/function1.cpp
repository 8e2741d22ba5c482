// SPDX-License-Identifier: BSD-3-Clause
#include "fv/functions/function1.hpp"

#include <numbers>
#include <utility>

#include "core/word_messages.hpp"
#include "fv/functions/angular_velocity.hpp"
#include "fv/functions/function1_coefficients.hpp"
#include "fv/words.hpp"

namespace eagre::fv {
using config::Dictionary;
using config::Entry;
using config::Token;

namespace {

template <class T>
const functions::Types<T>& types() {
  static const auto all = [] {
    functions::Types<T> made;
    functions::addTables(made);
    functions::addFormulas(made);
    made.sort();
    return made;
  }();
  return all;
}

/// Tokens as text; what is read back from it is equal.
std::string tokensText(const std::vector<Token>& tokens) {
  std::string text;
  for (const Token& token : tokens) {
    if (!text.empty() && text.back() != '(' && !token.is(')')) text += ' ';
    text += token.kind == Token::Kind::string ? '"' + token.text + '"' : token.text;
  }
  return text;
}

}  // namespace

template <class T>
void Function1<T>::write(ConditionWriter& out) const {
  for (const Entry& entry : entries_)
    if (entry.isDict())
      out.dictionary(entry.keyword, *entry.dict);
    else
      out.entry(entry.keyword, tokensText(entry.tokens));
}

std::vector<Word> function1Words() { return merged({{"scalar", types<double>().words()}, {"vector", types<Vec3>().words()}}); }

template <class T>
std::unique_ptr<Function1<T>> makeFunction1(const Dictionary& dict, const std::string& keyword, Log* log,
                                            const std::filesystem::path& caseDirectory) {
  functions::Coefficients coefficients(dict, keyword, log, caseDirectory);
  const std::string type = coefficients.type();
  const auto* make = types<T>().find(type.empty() ? "constant" : type);
  if (!make) coefficients.fail(unknownWordMessage("type of function", type, types<T>().names(), "functions"));
  auto function = (*make)(coefficients);
  function->entries_ = coefficients.entries();
  return function;
}

namespace {

/// Radians per second of revolutions per minute.
class OfRevolutions final : public Function1<double> {
 public:
  explicit OfRevolutions(std::unique_ptr<Function1<double>> rpm) : rpm_(std::move(rpm)) {}
  double value(double t) const override { return 2 * std::numbers::pi / 60 * rpm_->value(t); }

 private:
  std::unique_ptr<Function1<double>> rpm_;
};

}  // namespace

std::unique_ptr<Function1<double>> makeAngularVelocity(const Dictionary& dict, const std::filesystem::path& caseDirectory) {
  if (!dict.has("rpm")) return makeFunction1<double>(dict, "omega", nullptr, caseDirectory);
  if (dict.has("omega")) throw Error(dict.at("rpm").place, dict.name() + ": there are both omega and rpm; one of them is enough");
  return std::make_unique<OfRevolutions>(makeFunction1<double>(dict, "rpm", nullptr, caseDirectory));
}

template class Function1<double>;
template class Function1<Vec3>;
template std::unique_ptr<Function1<double>> makeFunction1(const Dictionary&, const std::string&, Log*,
                                                          const std::filesystem::path&);
template std::unique_ptr<Function1<Vec3>> makeFunction1(const Dictionary&, const std::string&, Log*,
                                                        const std::filesystem::path&);

}  // namespace eagre::fv
