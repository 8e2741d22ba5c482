// SPDX-License-Identifier: BSD-3-Clause
#include "fv/function1.hpp"

#include "fv/function1_coefficients.hpp"

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

template <class T>
std::vector<std::string> function1Types() {
  std::vector<std::string> names;
  for (const auto& [name, maker] : types<T>()) names.push_back(name);
  return names;
}

template <class T>
std::unique_ptr<Function1<T>> makeFunction1(const Dictionary& dict, const std::string& keyword, Log* log) {
  functions::Coefficients coefficients(dict, keyword, log);
  const std::string type = coefficients.type();
  const auto maker = types<T>().find(type.empty() ? "constant" : type);
  if (maker == types<T>().end()) coefficients.fail(unknownWordMessage("type of function", type, function1Types<T>()));
  auto function = maker->second(coefficients);
  function->entries_ = coefficients.entries();
  return function;
}

template class Function1<double>;
template class Function1<Vec3>;
template std::vector<std::string> function1Types<double>();
template std::vector<std::string> function1Types<Vec3>();
template std::unique_ptr<Function1<double>> makeFunction1(const Dictionary&, const std::string&, Log*);
template std::unique_ptr<Function1<Vec3>> makeFunction1(const Dictionary&, const std::string&, Log*);

}  // namespace eagre::fv
