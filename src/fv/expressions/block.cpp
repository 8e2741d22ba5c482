// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "fv/expressions/expression.hpp"

namespace eagre::fv::expressions {
namespace {

constexpr std::array<const char*, 7> unsupported{"timelines",        "lookuptables",    "lookuptables2D", "storedVariables",
                                                 "delayedVariables", "globalVariables", "globalScopes"};

std::string trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(blanks) - first + 1));
}

/// Comments become a blank.
std::string withoutComments(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view two = std::string_view(text).substr(i, 2);
    if (two == "//") {
      i = std::min(text.find('\n', i), text.size());
      result += ' ';
    } else if (two == "/*") {
      const std::size_t end = text.find("*/", i + 2);
      i = end == std::string::npos ? text.size() : end + 1;
      result += ' ';
    } else {
      result += text[i];
    }
  }
  return result;
}

/// The entry that "a.b" names.
const config::Entry* scopedEntry(const config::Dictionary& dict, const std::string& name) {
  if (const config::Entry* entry = dict.find(name)) return entry;
  const std::size_t dot = name.find('.');
  if (dot == std::string::npos) return nullptr;
  const config::Dictionary* sub = dict.findDict(name.substr(0, dot));
  return sub ? scopedEntry(*sub, name.substr(dot + 1)) : nullptr;
}

void skipNameAndDimensions(config::TokenReader& reader) {
  if (reader.peek().kind == config::Token::Kind::word && !reader.atEnd()) reader.next();
  if (!reader.atEnd() && reader.peek().is('[')) reader.dimensions();
}

/// An entry as a part of an expression: a number, or vector(..), tensor(..) of the numbers in parentheses.
std::string asExpression(const config::Entry& entry, const std::string& type) {
  if (entry.isDict()) throw Error(entry.place, fmt::format("'{}' is a dictionary, not a value", entry.keyword));
  config::TokenReader reader = entry.reader();
  if (type.starts_with("dimensioned")) skipNameAndDimensions(reader);
  if (reader.peek().kind == config::Token::Kind::string) return fmt::format("({})", reader.word());
  if (!reader.accept('(')) return fmt::format("({})", reader.number());
  std::string text;
  int n = 0;
  for (; !reader.accept(')'); ++n) text += fmt::format("{}{}", n ? "," : "", reader.number());
  if (n != 3 && n != 6 && n != 9) reader.fail("a number, a vector or a tensor is expected");
  return fmt::format("{}({})", n == 3 ? "vector" : n == 6 ? "symmTensor" : "tensor", text);
}

template <class T>
void readFunctions(const config::Dictionary& dict, const std::string& keyword, Log* log,
                   std::map<std::string, std::unique_ptr<Function1<T>>>& functions) {
  if (!dict.has(keyword)) return;
  const config::Dictionary& list = dict.subDict(keyword);
  for (const config::Entry& entry : list.entries()) functions[entry.keyword] = makeFunction1<T>(list, entry.keyword, log);
}

}  // namespace

std::vector<std::string> Block::keywords() {
  return {"variables", "constants", "functions<scalar>", "functions<vector>", "allowShadowing", "evalOnConstruct", "debug"};
}

Block::Block(const config::Dictionary& dict, Domain domain, Log* log) : dict_(dict), domain_(domain) {
  for (const char* keyword : unsupported) {
    const config::Entry* entry = dict.find(keyword);
    if (entry && (entry->isDict() || entry->tokens.size() > 2))
      throw Error(entry->place,
                  fmt::format("'{}' of expressions is not supported; functions<scalar> {{ name table ((0 0) ..); }} "
                              "gives functions of time, called as name()",
                              keyword));
  }
  readFunctions(dict, "functions<scalar>", log, functions_.scalars);
  readFunctions(dict, "functions<vector>", log, functions_.vectors);
  const config::Entry* entry = dict.find("variables");
  if (!entry) return;
  config::TokenReader reader = entry->reader();
  if (reader.peek().kind == config::Token::Kind::string)
    addVariables(reader.next().text, entry->place);
  else
    reader.list([&] { addVariables(reader.word(), {entry->place.file, reader.place().line}); });
}

void Block::addVariables(const std::string& text, const Place& place) {
  const std::string all = expanded(text, place);
  for (std::size_t begin = 0; begin < all.size();) {
    const std::size_t end = std::min(all.find(';', begin), all.size());
    const std::string one = trimmed(std::string_view(all).substr(begin, end - begin));
    begin = end + 1;
    if (one.empty()) continue;
    const std::size_t equals = one.find('=');
    if (one[0] == '#' || equals == std::string::npos)
      throw Error(place, fmt::format("the variable \"{}\" is no assignment: write \"name = expression\"", one));
    const std::string name = trimmed(std::string_view(one).substr(0, equals));
    if (name.find('{') != std::string::npos)
      throw Error(place, fmt::format("the variable \"{}\" is evaluated elsewhere (on another patch, or in cells), which is not "
                                     "supported; evaluate it where the expression is",
                                     name));
    variables_.emplace_back(name, Expression(one.substr(equals + 1), place, domain_, functions_));
  }
}

std::optional<Expression> Block::expression(const std::string& keyword) const {
  const config::Entry* entry = dict_.find(keyword);
  if (!entry) return std::nullopt;
  config::TokenReader reader = entry->reader();
  std::string text = reader.peek().kind == config::Token::Kind::number ? reader.next().text : reader.word();
  reader.expectEnd();
  text = expanded(text, entry->place);
  if (trimmed(text).empty()) return std::nullopt;
  return Expression(std::move(text), entry->place, domain_, functions_);
}

std::string Block::expanded(std::string text, const Place& place) const {
  text = withoutComments(text);
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] != '$') {
      result += text[i++];
      continue;
    }
    std::size_t begin = i + 1, end = begin;
    std::string type;
    const char opening = begin < text.size() ? text[begin] : '\0';
    if (opening == '[' || opening == '{') {
      end = text.find(opening == '[' ? ']' : '}', ++begin);
      if (end == std::string::npos) throw Error(place, fmt::format("'{}' has no end", text.substr(i, 20)));
      i = end + 1;
    } else {
      while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_' || text[end] == '.'))
        ++end;
      i = end;
    }
    std::string name = trimmed(std::string_view(text).substr(begin, end - begin));
    if (name.starts_with('(')) {
      const std::size_t close = std::min(name.find(')'), name.size() - 1);
      type = trimmed(std::string_view(name).substr(1, close - 1));
      name = trimmed(std::string_view(name).substr(close + 1));
    }
    const config::Entry* entry = scopedEntry(dict_, name);
    if (!entry) throw Error(place, unknownWordMessage("entry", "$" + name, dict_.toc()));
    result += asExpression(*entry, type);
  }
  return result;
}

Variables Block::variables(const Environment& environment) const {
  Variables variables;
  for (const auto& [name, expression] : variables_) variables[name] = expression.evaluate(environment, variables);
  return variables;
}

std::set<std::string> Block::fields(std::initializer_list<const std::optional<Expression>*> expressions) const {
  std::set<std::string> fields, own;
  const auto add = [&](const Expression& expression) {
    for (const std::string& name : expression.names())
      if (!own.contains(name)) fields.insert(name);
  };
  for (const auto& [name, expression] : variables_) {
    add(expression);
    own.insert(name);
  }
  for (const auto* expression : expressions)
    if (*expression) add(**expression);
  return fields;
}

}  // namespace eagre::fv::expressions
