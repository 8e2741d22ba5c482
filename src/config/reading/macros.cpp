// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "config/expression.hpp"
#include "config/reading/parser.hpp"
#include "config/units.hpp"

namespace eagre::config {
namespace {

using Path = std::vector<const Dictionary*>;

const Entry* findOne(const Dictionary& dictionary, std::string_view keyword, bool withPatterns) {
  return withPatterns ? dictionary.find(keyword) : dictionary.findExact(keyword);
}

/// "a.b.c" from the innermost dictionary of the path, without going up on its own; a leading '.' is this dictionary, each
/// further one its parent. Keywords may hold dots themselves ("alpha.water"), so ever longer ones are tried.
const Entry* findDotted(Path path, std::string_view name, bool withPatterns) {
  if (name.starts_with('.')) {
    name.remove_prefix(1);
    while (name.starts_with('.')) {
      name.remove_prefix(1);
      path.pop_back();
      if (path.empty()) return nullptr;
    }
  }
  for (std::size_t dot = name.find('.'); dot != std::string_view::npos; dot = name.find('.', dot + 1)) {
    const Entry* const entry = findOne(*path.back(), name.substr(0, dot), withPatterns);
    if (!entry || !entry->dict) continue;
    path.push_back(entry->dict.get());
    return findDotted(std::move(path), name.substr(dot), withPatterns);
  }
  return findOne(*path.back(), name, withPatterns);
}

const Entry* findSlashed(Path path, std::string_view name, bool withPatterns) {
  if (name.starts_with('/')) path.resize(1);
  const Entry* entry = nullptr;
  while (!name.empty()) {
    const std::size_t slash = std::min(name.find('/'), name.size());
    const std::string_view part = name.substr(0, slash);
    name.remove_prefix(std::min(slash + 1, name.size()));
    if (part.empty() || part == ".") continue;
    if (entry) {
      if (!entry->dict) return nullptr;
      path.push_back(entry->dict.get());
      entry = nullptr;
    }
    if (part == "..") {
      path.pop_back();
      if (path.empty()) return nullptr;
      continue;
    }
    entry = findOne(*path.back(), part, withPatterns);
    if (!entry) return nullptr;
  }
  return entry;
}

/// The length of the type in "<scalar>width": openfoam.org's `$<scalar>width` in #calc. Numbers alone: 0 for other types.
std::size_t typeLength(std::string_view name) {
  for (const std::string_view type : {"<scalar>", "<label>", "<int>", "<word>"})
    if (name.starts_with(type)) return type.size();
  return 0;
}

bool isNameCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '.' || c == ':' || c == '_'; }

/// The length of a variable's name in a text, as in $width, $!width of the file's outermost dictionary, or $../system/x!width of
/// another file.
std::size_t nameLength(std::string_view text) {
  std::size_t end = text.starts_with('!') ? 1 : 0;
  const auto skipName = [&] {
    while (end < text.size() && isNameCharacter(text[end])) ++end;
  };
  skipName();
  std::size_t mark = end;
  while (mark < text.size() && (isNameCharacter(text[mark]) || text[mark] == '/')) ++mark;
  if (end > 0 && mark + 1 < text.size() && text[mark] == '!' && text[mark + 1] != '=' && isNameCharacter(text[mark + 1])) {
    end = mark + 1;
    skipName();
  }
  return text.starts_with('!') && end == 1 ? 0 : end;
}

}  // namespace

const Entry* Parser::lookUp(std::string_view name, bool withPatterns) const {
  if (name.empty()) return nullptr;
  Path path(scopes_.begin(), scopes_.end());
  if (name[0] == '!') name.remove_prefix(1), path.resize(1);
  if (name.find('!') != std::string_view::npos) return lookUpInFile(name, withPatterns);
  if (name.find('/') != std::string_view::npos) return findSlashed(path, name, withPatterns);
  if (name[0] == ':' || name[0] == '^') return findDotted({path.front()}, name.substr(1), withPatterns);
  if (name.find('.') != std::string_view::npos) {
    if (const Entry* const entry = findDotted(path, name, withPatterns)) return entry;
  }
  for (std::size_t i = path.size(); i-- > 0;)
    if (const Entry* const entry = findOne(*path[i], name, withPatterns)) return entry;
  return nullptr;
}

const Entry* Parser::lookUpInFile(std::string_view name, bool withPatterns) const {
  const std::size_t mark = name.find('!');
  const auto directory = openFiles_.empty() ? caseDirectory() / "system" : openFiles_.back().parent_path();
  std::error_code ignored;
  const auto file = std::filesystem::weakly_canonical(directory / name.substr(0, mark), ignored);
  if (!options_.allowFileAccess || !std::filesystem::is_regular_file(file, ignored)) return nullptr;
  std::shared_ptr<const Dictionary>& dictionary = others_[file];
  if (!dictionary) {
    Parser other(options_);
    other.openFiles_ = openFiles_;  // two files that look into each other are found out
    constexpr std::size_t deepest = 50;
    if (openFiles_.size() > deepest || std::find(openFiles_.begin(), openFiles_.end(), file) != openFiles_.end())
      throw Error(Place{displayName(file), 0}, fmt::format("'${}' looks into a file that is just being read", name));
    dictionary = std::make_shared<const Dictionary>(other.read(file));
  }
  return findSlashed({dictionary.get()}, name.substr(mark + 1), withPatterns);
}

/// Macros may take this part of the memory that lists (N{value}) may take: a million tokens take seconds, and no case needs them.
constexpr std::size_t ofMacros = 32;

std::string Parser::environment(const std::string& name) const {
  if (name == "FOAM_CASE" && !options_.caseDirectory.empty()) return caseDirectory().string();
  if (name == "FOAM_ETC" && options_.allowFileAccess && !etcDirectories().empty()) return etcDirectories().front().string();
  if (const auto variable = options_.variables.find(name); variable != options_.variables.end()) return variable->second;
  const char* const value = options_.allowFileAccess ? std::getenv(name.c_str()) : nullptr;
  if (value) return value;
  // The name of the program that reads, which controlDict gives before anybody else can know it.
  const Entry* const application =
      name == "FOAM_EXECUTABLE" && !scopes_.empty() ? findOne(*scopes_.front(), "application", false) : nullptr;
  return application && !application->tokens.empty() ? application->tokens.front().text : "";
}

std::shared_ptr<Dictionary> Parser::clone(const Dictionary& dictionary, const std::string& name, const Place& place,
                                          std::size_t depth) {
  if (depth > deepestNesting) throw Error(place, fmt::format("macros nest dictionaries more than {} deep", deepestNesting));
  auto copy = std::make_shared<Dictionary>(name, dictionary.place());
  for (Entry entry : dictionary.entries()) {
    const std::size_t perCharacter = entry.isPattern ? 64 : 2;  // a pattern is compiled anew
    budget_.spend(ofMacros * (sizeof(Entry) + perCharacter * entry.keyword.size() + entry.tokens.size() * sizeof(Token)), place);
    if (entry.dict) entry.dict = clone(*entry.dict, name + "." + entry.keyword, place, depth + 1);
    copy->set(std::move(entry));
  }
  return copy;
}

void Parser::substitute(Source& source, Dictionary& dictionary, const Token& macro) {
  const Place place{source.place().file, macro.line};
  std::string name = macro.text.substr(1);
  if (name.starts_with('{')) name = expandText(name.substr(1, name.size() - 2), place, false);
  const Entry* const entry = lookUp(name, true);
  if (!entry && source.peekSignificant() == '{')
    throw Error(place, fmt::format("'${}' as a keyword: there is no '{}' in this or an enclosing dictionary", name, name));
  if (!entry) {  // as in v1912, nothing is merged
    dictionary.unmerged_.push_back({macro.text, place});
    return;
  }
  if (source.peekSignificant() == '{') {  // $name { .. }: the keyword is the variable's value
    Token keyword = entry->reader().peek();
    if (keyword.kind != Token::Kind::word && keyword.kind != Token::Kind::string)
      throw Error(place, fmt::format("'${}' as a keyword: expected a word, found {}", name, describe(keyword)));
    keyword.line = macro.line;
    return readEntry(source, dictionary, std::move(keyword), mode_);
  }
  if (!entry->dict)
    throw Error(place, fmt::format("'${};' where a keyword is expected: '{}' is a value, not a dictionary to be merged here",
                                   name, name));
  // First copied: the dictionary may be one of those being added to.
  const std::shared_ptr<Dictionary> copy = clone(*entry->dict, dictionary.name(), place, scopes_.size());
  entry->dict->markAllUsed();
  for (const Entry& each : copy->entries()) add(dictionary, each, mode_);
}

/// The words of an environment variable; at least one is expected.
void Parser::appendEnvironment(const std::string& name, const Place& place, std::vector<Token>& tokens) {
  const std::string value = environment(name);
  if (value.empty()) {
    const auto here = scopes_.back()->toc();
    throw Error(place, fmt::format("unknown variable '${}': neither an entry of this or an enclosing dictionary nor in the "
                                   "environment{}",
                                   name, here.empty() ? "" : fmt::format("; entries here: {}", fmt::join(here, ", "))));
  }
  Tokenizer tokenizer(value, place.file, budget_);
  for (Token token; tokenizer.next(token);) {
    if (token.is(';') || token.is('{') || token.is('}') || token.is('(') || token.is(')'))
      throw Error(place,
                  fmt::format("environment variable '{}' holds {}: only words and numbers are read", name, describe(token)));
    tokens.push_back(std::move(token));
  }
}

void Parser::appendMacro(const Token& macro, const Place& place, bool nested, std::vector<Token>& tokens) {
  std::string name = macro.text.substr(1);
  if (name.starts_with("{{") && name.ends_with("}}")) {
    const std::string expression = expandText(name.substr(2, name.size() - 4), place, true);
    tokens.push_back(evaluateExpression(expression, Arithmetic::real, place).token(macro.line));
    return;
  }
  if (name.starts_with('{')) name = expandText(name.substr(1, name.size() - 2), place, false);
  if (name.starts_with('(') && name.ends_with(')')) name = name.substr(1, name.size() - 2);
  const std::size_t first = tokens.size();
  const Entry* const entry = lookUp(name, false);
  if (!entry) {
    appendEnvironment(name, place, tokens);
  } else if (entry->dict) {
    if (!nested)
      throw Error(place,
                  fmt::format("'${}' is a dictionary where a value is expected (to merge it, write {{ ${}; }})", name, name));
    appendDictTokens(*entry->dict, place, tokens);
    entry->dict->markAllUsed();
  } else {
    budget_.spend(ofMacros * entry->tokens.size() * sizeof(Token), place);
    const std::vector<Token> copied = entry->tokens;  // the entry may be the one that grows
    tokens.insert(tokens.end(), copied.begin(), copied.end());
  }
  for (std::size_t i = first; i < tokens.size(); ++i) tokens[i].line = macro.line;
}

void Parser::appendDictTokens(const Dictionary& dictionary, const Place& place, std::vector<Token>& tokens) {
  const auto append = [&](Token::Kind kind, std::string text) {
    Token token;
    token.kind = kind;
    token.text = std::move(text);
    tokens.push_back(std::move(token));
  };
  for (const Entry& entry : dictionary.entries()) {
    budget_.spend(ofMacros * (3 + entry.tokens.size()) * sizeof(Token), place);
    append(entry.isPattern ? Token::Kind::string : Token::Kind::word, entry.keyword);
    if (entry.dict) {
      append(Token::Kind::punctuation, "{");
      appendDictTokens(*entry.dict, place, tokens);
      append(Token::Kind::punctuation, "}");
    } else {
      tokens.insert(tokens.end(), entry.tokens.begin(), entry.tokens.end());
      append(Token::Kind::punctuation, ";");
    }
  }
}

/// The value of an entry as text, a number with units converted.
static std::string textOf(const Entry& entry, const std::string& name, const Place& place) {
  if (entry.dict) throw Error(place, fmt::format("'${}' is a dictionary where text is expected", name));
  if (entry.tokens.size() > 1 && entry.tokens[0].kind == Token::Kind::number && entry.tokens[1].is('[')) {
    TokenReader reader = entry.reader();
    return numberToken(readValueWithUnits(reader), place.line).text;
  }
  std::string text;
  for (const Token& token : entry.tokens) {
    if (token.text == "#codeStream" && token.kind == Token::Kind::word)
      throw Error(place, fmt::format("'${}' is {}", name, describe(token)));
    if (token.kind == Token::Kind::list) throw Error(place, fmt::format("'${}' is a typed list where text is expected", name));
    text += text.empty() ? token.text : " " + token.text;
  }
  return text;
}

std::string Parser::variableText(std::string_view name, const Place& place, bool allowEmpty) {
  // ${name:-default} and ${name:+alternative}, as in the shell
  const std::size_t split = std::min(name.find(":-"), name.find(":+"));
  const bool hasAlternative = split != std::string_view::npos;
  const std::string variable(name.substr(0, split));
  const Entry* const entry = lookUp(variable, false);
  std::string value = entry ? textOf(*entry, variable, place) : environment(variable);
  if (hasAlternative && value.empty() == (name[split + 1] == '-')) value = name.substr(split + 2);
  if (value.empty() && !allowEmpty) throw Error(place, fmt::format("unknown variable '${}'", variable));
  budget_.spend(value.size(), place);
  return value;
}

std::string Parser::expandBraces(std::string_view text, std::size_t& position, const Place& place, bool allowEmpty,
                                 std::size_t depth) {
  if (depth > deepestNesting) throw Error(place, "variables ${..} are nested too deep");
  const bool isExpression = position < text.size() && text[position] == '{';
  if (isExpression) ++position;
  std::string inner;
  while (position < text.size() && text[position] != '}') {
    if (text[position] != '$' || position + 1 == text.size()) {
      inner += text[position++];
    } else if (text[position + 1] == '{') {
      position += 2;
      inner += expandBraces(text, position, place, allowEmpty, depth + 1);
    } else {
      std::size_t end = position + 1;
      while (end < text.size() && isNameCharacter(text[end])) ++end;
      inner += end == position + 1 ? "$" : variableText(text.substr(position + 1, end - position - 1), place, allowEmpty);
      position = end;
    }
  }
  const std::string_view close = isExpression ? "}}" : "}";
  if (text.substr(position, close.size()) != close)
    throw Error(place, fmt::format("'${{' lacks its '{}' in \"{}\"", close, text));
  position += close.size();
  if (isExpression) return evaluateExpression(inner, Arithmetic::real, place).token(place.line).text;
  return variableText(inner, place, allowEmpty);
}

std::string Parser::expandText(std::string_view text, const Place& place, bool allowEmpty) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const bool escaped = i > 0 && text[i - 1] == '\\';
    if (text[i] != '$' || escaped || i + 1 == text.size()) {
      out += text[i++];
      continue;
    }
    const std::size_t begin = i + 1 + typeLength(text.substr(i + 1));
    if (begin < text.size() && text[begin] == '{') {
      i = begin + 1;
      out += expandBraces(text, i, place, allowEmpty, 0);
    } else {
      const std::size_t end = begin + nameLength(text.substr(begin));
      out +=
          end == begin ? std::string(text.substr(i, end - i)) : variableText(text.substr(begin, end - begin), place, allowEmpty);
      i = end;
    }
  }
  return out;
}

}  // namespace eagre::config
