// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>
#include <string>

#include "config/expression.hpp"
#include "config/reading/parser.hpp"
#include "core/one_of.hpp"

namespace eagre::config {
namespace {

bool isInclude(std::string_view word) {
  return isOneOf(word, {"#include", "#sinclude", "#includeIfPresent", "#includeEtc", "#sincludeEtc"});
}

/// OpenFOAM reads the value of #calc from its text, which has at most the 15 digits that every decimal number survives: there
/// (1.2 + 0.6)/0.015, 119.99999999999999 in double, is the number of cells that its author means.
double throughText(double value) {
  const double written = std::stod(fmt::format("{:.15g}", value));
  return written == std::trunc(written) ? written : value;
}

[[noreturn]] void failUnknown(const std::string& word, const Place& place) {
  static const std::vector<std::string> valid{
      "#include", "#sinclude", "#includeIfPresent", "#includeEtc", "#sincludeEtc", "#includeFunc", "#calc",
      "#eval",    "#neg",      "#inputMode",        "#remove",     "#if",          "#ifeq",        "#else",
      "#elif",    "#endif",    "#default",          "#merge",      "#overwrite",   "#warn",        "#error"};
  if (word == "#codeStream")
    throw Error(place, "#codeStream without a keyword before it is not supported; it stands for a value");
  throw Error(place, unknownWordMessage("directive", word, valid));
}

std::string fileNameToken(Tokenizer& source, const Token& word) {
  Token token;
  if (!source.next(token) || (token.kind != Token::Kind::string && token.kind != Token::Kind::word) || token.text.empty())
    throw Error({source.place().file, word.line}, fmt::format("{}: the name of a file is expected behind it", word.text));
  return token.text;
}

}  // namespace

void Parser::readNextEntry(Source& source, Dictionary& dictionary, const Token& word, Mode mode) {
  Token keyword;
  const bool met = source.next(keyword);
  if (!met || (keyword.kind == Token::Kind::word ? !isPlainWord(keyword.text) : keyword.kind != Token::Kind::string))
    throw Error({source.place().file, word.line}, fmt::format("{}: an entry is expected behind it", word.text));
  readEntry(source, dictionary, std::move(keyword), mode);
}

/// Directives that leave nothing in the dictionary, #codeStream without a keyword among them. openfoam.org: #calc of the lines
/// between #codeBlock and #endCodeBlock is compiled at once; #print prints the dictionary. openfoam.com, from v2312 on: #message
/// prints a text.
bool Parser::isSaidAlone(Source& source, const Token& word) {
  if (isOneOf(word.text, {"#codeBlock", "#endCodeBlock", "#print"})) return true;
  if (word.text == "#codeStream") return codeAlone(source, word), true;
  if (word.text != "#message") return false;
  Token text;
  if (!source.next(text) || text.kind != Token::Kind::string)
    throw Error({source.place().file, word.line}, "#message: a text in quotes is expected behind it");
  return true;
}

void Parser::directive(Source& source, Dictionary& dictionary, const Token& word) {
  const Place place{source.place().file, word.line};
  const std::string& name = word.text;
  if (isSaidAlone(source, word)) return;
  if (isInclude(name)) return include(source, dictionary, word);
  if (name == "#includeFunc") return includeFunction(source, dictionary, word);
  if (name == "#inputMode") return setMode(source);
  if (name == "#remove") return removeEntries(source, dictionary);
  if (isOneOf(name, {"#if", "#ifeq"})) return conditional(source, dictionary, word);
  if (name == "#merge") return readNextEntry(source, dictionary, word, Mode::merge);
  if (name == "#overwrite") return readNextEntry(source, dictionary, word, Mode::overwrite);
  if (isOneOf(name, {"#default", "#warn"})) return readNextEntry(source, dictionary, word, Mode::protect);
  if (name == "#error") return readNextEntry(source, dictionary, word, Mode::error);
  if (name == "#calc") {  // cases print by it
    Token code;
    if (!source.next(code) || code.kind != Token::Kind::string)
      throw Error(place, "#calc stands for a value and needs a keyword before it");
    return dictionary.warn(place, "#calc without a keyword before it: its code is not run");
  }
  if (isOneOf(name, {"#eval", "#neg"}))
    throw Error(place, fmt::format("{} stands for a value and needs a keyword before it", name));
  failUnknown(name, place);
}

void Parser::valueDirective(Source& source, Entry& entry, const Token& word) {
  const Place place{source.place().file, word.line};
  if (word.text == "#calc" || word.text == "#eval") {
    for (Token& token : evaluate(source, word)) entry.tokens.push_back(std::move(token));
  } else if (word.text == "#codeStream") {
    codeStream(source, entry, word);
  } else if (word.text == "#neg") {
    negated(source, entry, word);
  } else if (isInclude(word.text)) {
    const Included file = resolveInclude(source, word, fileNameToken(source, word));
    if (!file) return;
    const std::size_t first = entry.tokens.size();
    withIncluded(file, place, [&](Source& included) {
      included.outerScopes = scopes_.size();
      readValue(included, entry);
    });
    for (std::size_t i = first; i < entry.tokens.size(); ++i) entry.tokens[i].line = word.line;
  } else {
    failUnknown(word.text, place);
  }
}

void Parser::negated(Source& source, Entry& entry, const Token& word) {
  const std::size_t first = entry.tokens.size();
  Token token;
  const Place place{source.place().file, word.line};
  if (!source.next(token)) throw Error(place, "#neg: a number is expected behind it");
  if (token.kind == Token::Kind::word && (token.text[0] == '$' || token.text[0] == '#'))
    macroOrDirective(source, entry, token, true);
  else
    entry.tokens.push_back(token);
  bool any = false;
  for (std::size_t i = first; i < entry.tokens.size(); ++i)
    if (Token& each = entry.tokens[i]; each.kind == Token::Kind::number) {
      each = numberToken(-each.number, word.line);
      any = true;
    }
  if (!any) throw Error(place, fmt::format("#neg: a number is expected behind it, found {}", describe(token)));
}

std::vector<Token> Parser::evaluate(Source& source, const Token& word) {
  const Place place{source.place().file, word.line};
  Token operand;
  if (!source.next(operand)) throw Error(place, fmt::format("{}: an expression is expected behind it", word.text));
  std::string text;
  if (operand.kind == Token::Kind::string)
    text = operand.text;
  else if (operand.is('{') && word.text == "#eval")
    text = source.untilClosingBrace();
  else
    throw Error(place, fmt::format("{}: expected an expression in quotes{}, found {}", word.text,
                                   word.text == "#eval" ? " or braces" : "", describe(operand)));
  // What has vectors is code, as that of #codeStream: $<vector>L too.
  const auto namesVectors = [](const std::string& words) { return words.find("vector") != std::string::npos; };
  if (word.text == "#calc" && namesVectors(text)) return calculatedByCode(text, place, word.line);
  const std::string expanded = expandText(text, place, true);
  if (word.text == "#eval") return {evaluateExpression(expanded, Arithmetic::real, place).token(word.line)};
  if (namesVectors(expanded)) return calculatedByCode(text, place, word.line);
  return {numberToken(throughText(evaluateExpression(expanded, Arithmetic::compiled, place).number), word.line)};
}

void Parser::include(Source& source, Dictionary& dictionary, const Token& word) {
  const Place place{source.place().file, word.line};
  const Included file = resolveInclude(source, word, fileNameToken(source, word));
  if (!file) return;
  withIncluded(file, place, [&](Source& included) {
    included.outerScopes = scopes_.size();
    const bool braced = included.acceptSignificant('{');
    const End end = readEntries(included, dictionary);
    if (end != (braced ? End::brace : End::file))
      included.fail(fmt::format("unbalanced: what is opened or closed in a file included by {}:{} must match in it", place.file,
                                place.line));
  });
}

/// The arguments of "name(a, key=value, key=(b c))", split at the commas outside of brackets and strings, blanks trimmed.
static std::vector<std::string> argumentsOf(const std::string& call) {
  std::vector<std::string> arguments;
  std::string argument;
  int depth = 0;
  bool quoted = false;
  const auto end = [&] {
    const std::size_t first = argument.find_first_not_of(" \t"), last = argument.find_last_not_of(" \t");
    if (first != std::string::npos) arguments.push_back(argument.substr(first, last - first + 1));
    argument.clear();
  };
  for (std::size_t i = std::min(call.find('('), call.size()); i < call.size(); ++i) {
    const char c = call[i];
    if (c == '"') quoted = !quoted;
    if (!quoted && c == '(' && depth++ == 0) continue;
    if (!quoted && c == ')' && --depth == 0) break;
    if (!quoted && c == ',' && depth == 1)
      end();
    else
      argument += c;
  }
  end();
  return arguments;
}

/// What a call is known by: a word has no blanks, "patchAverage(patch=inlet,fields=(p_U))".
static std::string keywordOf(const std::string& call) {
  const auto isBlank = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
  const auto separates = [](char c) { return c == '=' || c == ',' || c == '(' || c == ')'; };
  std::string word;
  for (std::size_t i = 0; i < call.size(); ++i) {
    if (!isBlank(call[i])) {
      if (!std::strchr("\"'/;{}$#", call[i])) word += call[i];
      continue;
    }
    const bool last = i + 1 == call.size();
    if (!last && !isBlank(call[i + 1]) && !separates(call[i + 1]) && !word.empty() && !separates(word.back())) word += '_';
  }
  if (isPlainWord(word)) return word;
  std::replace_if(
      word.begin(), word.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
  return "_" + word;
}

static bool hasComment(const std::string& text) {
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') quoted = !quoted;
    if (!quoted && (text.compare(i, 2, "//") == 0 || text.compare(i, 2, "/*") == 0)) return true;
  }
  return false;
}

/// Whether a text stands for the value of an entry as it is: words, numbers, strings and lists, each closed, and no comments,
/// which would hide what is put behind the text.
static bool isPlainValue(const std::string& text) {
  if (hasComment(text)) return false;
  try {
    GrowthBudget budget(0);
    Tokenizer tokenizer(text, {}, budget);
    int depth = 0, n = 0;
    for (Token token; tokenizer.next(token); ++n) {
      if (token.is('(')) ++depth;
      if (token.is(')') && --depth < 0) return false;
      if (token.is('{') || token.is('}') || token.is(';')) return false;
      if (token.kind == Token::Kind::word && isOneOf(token.text[0], "$#")) return false;
    }
    return n > 0 && depth == 0;
  } catch (const Error&) { return false; }
}

/// Sets the arguments of the call as entries of `content`: those without a keyword are the names of fields. Returns the keywords.
static std::vector<std::string> setArguments(const std::string& call, Dictionary& content) {
  const Place place = content.place();
  std::vector<std::string> keywords;
  const auto set = [&](const std::string& keyword, const std::string& value) {
    content.set(keyword, value);
    keywords.push_back(keyword);
  };
  std::string fields;
  std::size_t nFields = 0;
  for (const std::string& argument : argumentsOf(call)) {
    const std::size_t equals = argument.find('=');
    if (equals == std::string::npos || argument[0] == '"') {
      if (!isPlainValue(argument)) throw Error(place, fmt::format("#includeFunc {}: '{}' is no name", call, argument));
      fields += argument + " ";
      ++nFields;
      continue;
    }
    const std::string keyword = argument.substr(0, argument.find_last_not_of(' ', equals == 0 ? 0 : equals - 1) + 1);
    const std::string value = argument.substr(equals + 1);
    if (equals == 0 || !isPlainWord(keyword))
      throw Error(place, fmt::format("#includeFunc {}: '{}' is not keyword=value", call, argument));
    if (!isPlainValue(value)) throw Error(place, fmt::format("#includeFunc {}: '{}' is no value", call, value));
    set(keyword, value);
  }
  if (nFields == 1) set("field", fields);
  if (nFields > 0) set("fields", "(" + fields + ")");
  return keywords;
}

/// "name <patchName>;" says what an argument is for: not given, it is not there.
static void removeArgumentsNotGiven(Dictionary& content) {
  const std::vector<Entry> read = content.entries();
  for (const Entry& entry : read)
    if (entry.tokens.size() == 1 && entry.tokens[0].text.starts_with('<') && entry.tokens[0].text.ends_with('>'))
      content.remove(entry.keyword);
}

/// The entry's keyword: funcName, or name where that is no name of a region, or else the call.
static std::string functionKeyword(const Dictionary& content, const std::string& call) {
  std::string word = keywordOf(call);
  for (const char* keyword : {"name", "funcName"})  // the second wins
    if (const Entry* const given = content.find(keyword); given && !given->isDict() && given->tokens.size() == 1)
      if (std::string_view(keyword) == "funcName" || !content.has("regionType"))
        if (const std::string& text = given->tokens[0].text; isPlainWord(text)) word = text;
  return word;
}

/// "name" or "name(field, key=value)": the file of that name holds the dictionary of a function object. The arguments count
/// before what the file says, and its macros see them.
void Parser::includeFunction(Source& source, Dictionary& dictionary, const Token& word) {
  const Place place{source.place().file, word.line};
  const std::string call = source.functionCall();
  const std::string name = call.substr(0, call.find('('));
  if (call.empty()) throw Error(place, fmt::format("{}: the name of a function object is expected behind it", word.text));
  if (!isPlainWord(name)) throw Error(place, fmt::format("#includeFunc \"{}\": not a word", call));
  const Included file = findFunction(name);
  if (!file)
    throw Error(place, fmt::format("#includeFunc {}: no file '{}' in the case's system directory nor in OpenFOAM's "
                                   "etc/caseDicts (WM_PROJECT_DIR), and Eagre has no content of its own for it",
                                   call, name));
  Dictionary content(dictionary.name() + "." + call, place);
  Pinned arguments{.dictionary = &content, .keywords = setArguments(call, content)};
  // openfoam.org's patchFlowRate(name=outflow, patch=outlet, ..): a name, and the patch that v1912 calls name.
  std::string ownName;
  if (content.has("name") && content.has("patch")) {
    ownName = content.get<std::string>("name");
    content.set("name", content.get<std::string>("patch"));
  }
  std::swap(pinned_, arguments);
  withIncluded(file, place, [&](Source& included) {
    std::vector<Dictionary*> outer;
    std::swap(scopes_, outer);  // such a file stands for itself
    readTop(included, content);
    std::swap(scopes_, outer);
  });
  std::swap(pinned_, arguments);
  removeArgumentsNotGiven(content);
  // openfoam.org's probes(points=(..), ..) where the file is openfoam.com's, which has places of its own under another name.
  if (std::ranges::find(arguments.keywords, "points") != arguments.keywords.end()) content.remove("probeLocations");
  if (const std::size_t inner = content.locateExact(name); inner != Dictionary::none && content.entries_[inner].dict) {
    Dictionary only = *content.entries_[inner].dict;
    for (const std::string& keyword : arguments.keywords) only.set(content.at(keyword));
    content = only;
  }
  Entry entry;
  entry.keyword = functionKeyword(content, call);
  if (isPlainWord(ownName)) entry.keyword = ownName;
  if (entry.keyword.size() > longestWord)
    throw Error(place,
                fmt::format("#includeFunc {}: with its arguments it is a name of {} characters; at most {}, give them as a "
                            "dictionary instead",
                            name, entry.keyword.size(), longestWord));
  entry.place = place;
  entry.dict = std::make_shared<Dictionary>(std::move(content));
  add(dictionary, std::move(entry), Mode::merge);
}

void Parser::setMode(Source& source) {
  Token word;
  const Place place = source.place();
  if (!source.next(word)) throw Error(place, "#inputMode: a word is expected behind it");
  static const std::vector<std::string> valid{"merge", "overwrite", "protect", "warn", "error", "default"};
  if (word.text == "merge" || word.text == "default")
    mode_ = Mode::merge;
  else if (word.text == "overwrite")
    mode_ = Mode::overwrite;
  else if (word.text == "protect" || word.text == "warn")
    mode_ = Mode::protect;
  else if (word.text == "error")
    mode_ = Mode::error;
  else
    throw Error(place, unknownWordMessage("#inputMode", word.text, valid));
}

void Parser::removeEntries(Source& source, Dictionary& dictionary) {
  const Place place = source.place();
  std::vector<Token> targets;
  Token token;
  if (!source.next(token)) throw Error(place, "#remove: a keyword is expected behind it");
  const bool isList = token.is('(');
  if (!isList) targets.push_back(token);
  while (isList) {
    if (!source.next(token)) throw Error(place, "#remove: the list is not closed");
    if (token.is(')')) break;
    targets.push_back(token);
  }
  for (const Token& target : targets) {
    const std::size_t slash = target.text.rfind('/');
    if (target.kind == Token::Kind::word) {
      dictionary.remove(target.text);
    } else if (target.kind != Token::Kind::string) {
      throw Error(place, fmt::format("#remove: expected a keyword, found {}", describe(target)));
    } else if (slash != std::string::npos) {
      // A path: nothing is made on the way to what is to be removed.
      if (lookUp(target.text, false))
        scopedDict(dictionary, target.text.substr(0, slash + 1), place).remove(target.text.substr(slash + 1));
    } else {
      dictionary.removeMatching(target.text, place);
    }
  }
}

std::vector<Token> Parser::lineTokens(Source& source) {
  const Place place = source.place();
  const std::string line = source.restOfLine() + "\n;";
  Source text(line, place.file, budget_, source.directory, true);
  text.outerScopes = scopes_.size();
  Entry entry;
  entry.keyword = "#if";
  entry.place = place;
  readValue(text, entry);
  for (Token& token : entry.tokens) token.line = place.line;
  return entry.tokens;
}

}  // namespace eagre::config
