// SPDX-License-Identifier: BSD-3-Clause
// #codeStream: the code is read with the dictionary; it is run at once, or, if it looks at the mesh, by who has one.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "config/code/lexer.hpp"
#include "config/code/program.hpp"
#include "config/reading/parser.hpp"
#include "config/units.hpp"

namespace eagre::config {
namespace {

/// $<scalar>name, as openfoam.org has it from version 9 on: the entry as a constant of this type.
std::string typedConstant(const std::string& type, const Entry* entry, const std::string& name, const Place& place) {
  if (!entry || entry->isDict()) throw Error(place, fmt::format("$<{}>{}: there is no such entry", type, name));
  TokenReader reader = entry->reader();
  std::string text;
  if (type == "scalar") {
    text = fmt::format("scalar({})", readValueWithUnits(reader));
  } else if (type == "label") {
    text = fmt::format("label({})", reader.integer());
  } else if (type == "vector") {
    const Vec3 v = reader.vector();
    text = fmt::format("vector({}, {}, {})", v.x, v.y, v.z);
  } else {
    throw Error(place, fmt::format("$<{}>{}: only of scalar, label and vector", type, name));
  }
  reader.expectEnd();
  return text;
}

/// What code sees while a file is read: the OpenFOAM version, as WM_PROJECT_VERSION in the environment of that OpenFOAM.
class FileHost final : public code::Host {
 public:
  explicit FileHost(const std::map<std::string, std::string>& variables) {
    if (const auto found = variables.find("WM_PROJECT_VERSION"); found != variables.end()) version_ = found->second;
  }
  bool rightHandedRotations() const override { return version_ == "dev" || std::strtod(version_.c_str(), nullptr) >= 9; }

 private:
  std::string version_ = "v1912";
};

/// The text of an entry of a #codeStream; empty if it is not there.
const Token* textOf(const Dictionary& dictionary, const char* keyword) {
  const Entry* entry = dictionary.findExact(keyword);
  if (!entry) return nullptr;
  if (entry->isDict() || entry->tokens.size() != 1 || entry->tokens[0].kind != Token::Kind::string)
    throw Error(entry->place, fmt::format("'{}' must be a text #{{ .. #}}", keyword));
  return &entry->tokens[0];
}

bool isBlank(const std::string& text) { return text.find_first_not_of(" \t\r\n") == std::string::npos; }

}  // namespace

std::string Parser::expandCode(const std::string& text, const Place& place) {
  const std::string code = code::withoutComments(text);
  std::string out;
  for (std::size_t i = 0; i < code.size();) {
    const std::size_t typed = code.find("$<", i);
    out += expandText(std::string_view(code).substr(i, typed == std::string::npos ? typed : typed - i), place, false);
    if (typed == std::string::npos) break;
    const std::size_t close = code.find('>', typed);
    std::size_t end = close == std::string::npos ? code.size() : close + 1;
    const bool braced = end < code.size() && code[end] == '{';
    const std::size_t first = braced ? ++end : end;
    while (end < code.size() && (std::isalnum(static_cast<unsigned char>(code[end])) ||
                                 std::string_view("._:!/").find(code[end]) != std::string_view::npos))
      ++end;
    const std::string name = code.substr(first, end - first);
    if (close == std::string::npos || name.empty() || (braced && (end == code.size() || code[end++] != '}')))
      throw Error(place, "code: '$<' must be followed by 'type>name'");
    out += typedConstant(code.substr(typed + 2, close - typed - 2), lookUp(name, true), name, place);
    i = end;
  }
  return out;
}

/// The code of a #codeStream, macros resolved, with the line of its first.
Token Parser::codeText(Source& source, const std::string& keyword, const Token& word) {
  const Place place{source.place().file, word.line};
  if (!source.acceptSignificant('{')) throw Error(place, "#codeStream: a dictionary with 'code' is expected behind it");
  Dictionary parent("#codeStream", place);
  Entry inner;
  inner.keyword = keyword;
  inner.place = place;
  readDict(source, parent, inner);
  const Token* const code = textOf(*inner.dict, "code");
  if (!code) throw Error(place, "#codeStream has no entry 'code'");
  if (const Token* local = textOf(*inner.dict, "localCode"); local && !isBlank(code::withoutComments(local->text)))
    code::refuse({place.file, local->line}, "localCode");
  Token expanded = *code;
  expanded.text = expandCode(code->text, {place.file, code->line});
  if (expanded.text.find("#}") != std::string::npos)
    throw Error({place.file, code->line}, "code: '#}' in what a macro stands for");
  budget_.spend(expanded.text.size(), place);
  return expanded;
}

void Parser::codeStream(Source& source, Entry& entry, const Token& word) {
  const Place place{source.place().file, word.line};
  const Token code = codeText(source, entry.keyword, word);
  code::Program program(code.text, {place.file, code.line}, {});
  if (program.looksAtDictionary()) {  // two tokens that the reader of a field's file runs
    entry.tokens.push_back(word);
    entry.tokens.push_back(code);
    return;
  }
  for (Token& token : tokensOf(program, place, word.line)) entry.tokens.push_back(std::move(token));
}

/// Without a keyword before it: cases print by it. Code that can be read with nothing but its own variables does nothing else.
void Parser::codeAlone(Source& source, const Token& word) {
  const Token code = codeText(source, word.text, word);
  code::Program(code.text, {source.place().file, code.line}, {code::Signature::Use::nothing});
}

std::vector<Token> Parser::tokensOf(code::Program& program, const Place& place, int line) {
  if (!options_.allowFileAccess) program.limit(100'000, 10'000);  // a text that nobody has written
  FileHost host(options_.variables);
  std::vector<Token> tokens = program.tokens(host);
  budget_.spend(tokens.size() * sizeof(Token), place);
  for (Token& token : tokens) token.line = line;
  return tokens;
}

/// #calc of more than arithmetic.
std::vector<Token> Parser::calculatedByCode(const std::string& text, const Place& place, int line) {
  const std::string code = fmt::format("os << ({});", expandCode(text, place));
  budget_.spend(code.size(), place);
  code::Program program(code, place, {});
  if (program.looksAtDictionary()) throw Error(place, "#calc: `dict` is known in #codeStream alone");
  return tokensOf(program, place, line);
}

}  // namespace eagre::config
