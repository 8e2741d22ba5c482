// SPDX-License-Identifier: BSD-3-Clause
#include "config/reading/parser.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "config/edit.hpp"
#include "config/header.hpp"
#include "core/one_of.hpp"

namespace eagre::config {

Dictionary Parser::read(const std::filesystem::path& file) {
  std::string text;
  try {
    text = readFileText(file);
  } catch (const Error& e) {
    // The same message, with the name that the user knows the file by
    const std::string message = e.what();
    throw Error(displayName(file) + message.substr(file.string().size()), e.code());
  }
  return read(file, text);
}

Dictionary Parser::read(const std::filesystem::path& file, const std::string& text) {
  std::error_code ignored;
  openFiles_.push_back(std::filesystem::weakly_canonical(file, ignored));
  Source source(text, displayName(file), budget_, file.parent_path(), false);
  Dictionary top(displayName(file), {displayName(file), 0});
  readTop(source, top);
  return top;
}

Dictionary Parser::parse(std::string_view text, const std::string& name) {
  Source source(text, name, budget_, std::filesystem::path(name).parent_path(), false);
  Dictionary top(name, {name, 0});
  readTop(source, top);
  return top;
}

void Parser::readTop(Source& source, Dictionary& dictionary) {
  openScope(dictionary, source.place());
  source.outerScopes = scopes_.size();
  const bool braced = source.acceptSignificant('{');
  const End end = readEntries(source, dictionary);
  if (end == End::brace && !braced) remarkOpenBrace(source);
  if (end == End::parenthesis) source.fail("unexpected ')'");
  if (braced && end == End::brace && source.peekSignificant() != '\0')
    source.fail("text behind the '}' of the dictionary that the file begins with");
  if (end == End::file && braced) source.fail("the file ends before the '}' of the dictionary that it begins with");
  if (end != End::file && end != End::brace) source.fail("#else, #elif or #endif without its #if");
  remarkOpenComment(source);
  scopes_.pop_back();
}

/// openfoam.org's versions read no further and say nothing, openfoam.com's stop; it is harmless where nothing follows.
void Parser::remarkOpenBrace(Source& source) {
  const Place place = source.place();
  const bool last = (source.acceptSignificant(';'), source.peekSignificant() == '\0');
  if (!last) throw Error(place, "unexpected '}': there is no '{' that it could close (openfoam.org reads the file up to here)");
  scopes_.front()->warn(place, "the '}' at the end of the file closes no '{'");
}

void Parser::remarkOpenComment(const Source& source) {
  if (source.openComment() > 0)
    scopes_.front()->warn({source.place().file, source.openComment()},
                          "comment /* without its */: the rest of the file is not read");
}

void Parser::openScope(Dictionary& dictionary, const Place& place) {
  if (scopes_.size() > deepestNesting)
    throw Error(place, fmt::format("dictionaries are nested more than {} deep", deepestNesting));
  scopes_.push_back(&dictionary);
}

bool Parser::tolerantly(const std::function<void()>& f) {
  const std::string& tolerant = options_.tolerantDictionary;
  if (tolerant.empty() || scopes_.size() < 2 || scopes_[1]->name() != scopes_[0]->name() + "." + tolerant) return f(), true;
  const std::vector<Dictionary*> scopes = scopes_;
  const std::size_t nOpenFiles = openFiles_.size(), nConditionals = conditionals_;
  const Mode mode = mode_;
  const Pinned pinned = pinned_;
  try {
    f();
    return true;
  } catch (const Error& e) {
    scopes_ = scopes;
    openFiles_.resize(nOpenFiles);
    conditionals_ = nConditionals;
    mode_ = mode;
    pinned_ = pinned;
    if (scopes_.size() == 2)
      scopes_[1]->remarks_.push_back(fmt::format("{}; what it would add to {} is left out", e.what(), tolerant));
    else if (scopes_[2]->defect_.empty())
      scopes_[2]->defect_ = e.what();
    return false;
  }
}

/// "3(1 2 3)" or "(1 2 3)", without a keyword.
static bool beginsList(const Token& token) { return token.is('(') || (token.kind == Token::Kind::number && token.isInteger); }

Parser::End Parser::readEntries(Source& source, Dictionary& dictionary) {
  Token token;
  while (source.next(token)) {
    if (token.is(';')) continue;
    if (token.is('}')) return End::brace;
    if (token.is(')')) return End::parenthesis;
    if (beginsList(token)) {
      readListEntry(source, dictionary, token);
    } else if (token.kind != Token::Kind::word && token.kind != Token::Kind::string) {
      throw Error({source.place().file, token.line}, fmt::format("expected a keyword, found {}", describe(token)));
    } else if (token.kind == Token::Kind::word && token.text[0] == '$') {
      tolerantly([&] { substitute(source, dictionary, token); });
    } else if (token.kind == Token::Kind::word && token.text[0] == '#') {
      if (token.text == "#else") return End::otherwise;
      if (token.text == "#elif") return End::elseIf;
      if (token.text == "#endif") return End::endIf;
      tolerantly([&] { directive(source, dictionary, token); });
    } else {
      readEntry(source, dictionary, std::move(token), mode_);
    }
  }
  return End::file;
}

Dictionary& Parser::targetOf(Token& keyword, Dictionary& dictionary, const Place& place) {
  const std::size_t slash = keyword.text.rfind('/');
  if (keyword.kind != Token::Kind::string || slash == std::string::npos) return dictionary;
  Dictionary& target = scopedDict(dictionary, std::string_view(keyword.text).substr(0, slash + 1), place);
  keyword.text.erase(0, slash + 1);
  keyword.kind = Token::Kind::word;
  if (!isPlainWord(keyword.text))
    throw Error(place, fmt::format("'{}' at the end of a keyword's path is not a word", keyword.text));
  return target;
}

void Parser::readEntry(Source& source, Dictionary& dictionary, Token keyword, Mode mode) {
  const Place place{source.place().file, keyword.line};
  const char first = source.peekSignificant();
  if (first == ')') throw Error(place, fmt::format("unexpected ')' behind the keyword '{}'", keyword.text));
  Dictionary* const target = &targetOf(keyword, dictionary, place);
  if (keyword.text.empty()) throw Error(place, "a keyword cannot be empty");

  const bool isHeader = keyword.text == "FoamFile" && scopes_.size() == source.outerScopes;
  const std::size_t there = target->locateExact(keyword.text);
  if (there != Dictionary::none && !isHeader) {
    if (mode == Mode::error) {
      const int earlier = target->entries_[there].place.line;
      throw Error(place,
                  fmt::format("'{}' is already there (line {}), and #inputMode error forbids that", keyword.text, earlier));
    }
    if (mode == Mode::protect) return skipEntry(source, keyword.text);
    if (target == pinned_.dictionary && std::ranges::find(pinned_.keywords, keyword.text) != pinned_.keywords.end())
      return skipEntry(source, keyword.text);
  }

  Entry entry;
  entry.keyword = keyword.text;
  entry.isPattern = keyword.kind == Token::Kind::string;
  entry.place = place;
  if (first == '{') {
    source.acceptSignificant('{');
    readDict(source, *target, entry);
    if (isHeader) source.setFormat(headerFrom(*entry.dict));
    // The header belongs to its own file: the one of an included file is not an entry.
    if (isHeader && (source.included || there != Dictionary::none)) return;
  } else {
    readValue(source, entry);
  }
  add(*target, std::move(entry), mode);
}

void Parser::readDict(Source& source, Dictionary& parent, Entry& entry) {
  entry.dict = std::make_shared<Dictionary>(parent.name() + "." + entry.keyword, entry.place);
  openScope(*entry.dict, entry.place);
  const End end = readEntries(source, *entry.dict);
  scopes_.pop_back();
  if (end == End::file)
    throw Error(entry.place, fmt::format("dictionary '{}' is not closed: its '}}' is missing", entry.keyword));
  if (end == End::parenthesis) source.fail(fmt::format("unexpected ')' in the dictionary '{}'", entry.keyword));
  if (end != End::brace) source.fail("#else, #elif or #endif without its #if in the same dictionary");
}

void Parser::readListEntry(Source& source, Dictionary& dictionary, const Token& first) {
  const Place place{source.place().file, first.line};
  const bool counted = first.kind == Token::Kind::number;
  if (counted && !source.acceptSignificant('('))
    throw Error(place, fmt::format("expected a keyword, found the number {}", first.text));
  const std::size_t header = dictionary.findExact("FoamFile") ? 1 : 0;
  Entry entry;
  entry.keyword = fmt::format("entry{}", dictionary.entries().size() - header);
  entry.place = place;
  entry.dict = std::make_shared<Dictionary>(dictionary.name() + "." + entry.keyword, place);
  openScope(*entry.dict, place);
  const End end = readEntries(source, *entry.dict);
  scopes_.pop_back();
  if (end != End::parenthesis) throw Error(place, "a list of entries that begins here is not closed: its ')' is missing");
  if (const std::size_t met = entry.dict->entries().size(); counted && first.number != static_cast<double>(met))
    throw Error(place, fmt::format("a list of entries says {} and has {}", first.text, met));
  dictionary.set(std::move(entry));
}

namespace {

/// The brackets of a value that are open.
class OpenBrackets {
 public:
  OpenBrackets(Tokenizer& source, const Entry& entry) : source_(source), entry_(entry) {}

  bool none() const { return open_.empty(); }
  /// Opens or closes one if the token is a bracket.
  void follow(const Token& token) {
    if (token.is('(') || token.is('{')) open(token);
    if (token.is(')') || token.is('}')) close(token);
  }
  void requireNone() const {
    if (none()) return;
    throw Error({source_.place().file, open_.back().line}, fmt::format("'{}' is not closed (entry '{}' of line {})",
                                                                       open_.back().bracket, entry_.keyword, entry_.place.line));
  }

 private:
  struct Open {
    char bracket;
    int line;
  };

  void open(const Token& token) {
    if (entry_.tokens.empty() && token.is('{'))
      source_.fail(fmt::format("'{}': an included text cannot begin with '{{' in place of a value", entry_.keyword));
    if (open_.size() > deepestNesting) source_.fail(fmt::format("brackets are nested more than {} deep", deepestNesting));
    open_.push_back({token.text[0], token.line});
  }
  void close(const Token& token) {
    const Place place{source_.place().file, token.line};
    if (none())
      throw Error(place, fmt::format("unexpected '{}' in the entry '{}' of line {}: is the ';' at its end missing?", token.text,
                                     entry_.keyword, entry_.place.line));
    const Open last = open_.back();
    open_.pop_back();
    if ((last.bracket == '(') != token.is(')'))
      throw Error(place, fmt::format("'{}' where the '{}' of line {} should be closed (entry '{}')", token.text, last.bracket,
                                     last.line, entry_.keyword));
  }

  Tokenizer& source_;
  const Entry& entry_;
  std::vector<Open> open_;
};

}  // namespace

void Parser::readValue(Source& source, Entry& entry) {
  OpenBrackets brackets(source, entry);
  Token token;
  while (source.next(token)) {
    if (brackets.none() && token.is(';')) return;
    brackets.follow(token);
    const bool special = token.kind == Token::Kind::word && isOneOf(token.text[0], "$#");
    if (!special)
      entry.tokens.push_back(std::move(token));
    else if (!tolerantly([&] { macroOrDirective(source, entry, token, !brackets.none()); }))
      entry.tokens.push_back(token);
  }
  brackets.requireNone();
  if (!source.included || scopes_.size() != source.outerScopes)
    throw Error(entry.place, fmt::format("the entry '{}' is not ended by ';'", entry.keyword));
}

void Parser::macroOrDirective(Source& source, Entry& entry, const Token& word, bool nested) {
  if (word.text[0] == '#') return valueDirective(source, entry, word);
  // "-$name", as v2012 and later have it
  const bool negative = !entry.tokens.empty() && entry.tokens.back().is('-');
  const std::size_t first = entry.tokens.size();
  appendMacro(word, {source.place().file, word.line}, nested, entry.tokens);
  if (!negative || first == entry.tokens.size() || entry.tokens[first].kind != Token::Kind::number) return;
  entry.tokens[first] = numberToken(-entry.tokens[first].number, word.line);
  entry.tokens.erase(entry.tokens.begin() + static_cast<std::ptrdiff_t>(first) - 1);
}

void Parser::skipEntry(Source& source, const std::string& keyword) {
  const Place place = source.place();
  const bool isDict = source.acceptSignificant('{');
  int depth = isDict ? 1 : 0;
  Token token;
  while (source.next(token)) {
    if (token.is('(') || token.is('{')) ++depth;
    if (token.is(')') || token.is('}')) --depth;
    if (depth < 0) source.fail(fmt::format("unexpected {} in the entry '{}'", describe(token), keyword));
    if (depth == 0 && (isDict || token.is(';'))) return;
  }
  throw Error(place, fmt::format("the entry '{}' is not ended", keyword));
}

void Parser::add(Dictionary& dictionary, Entry entry, Mode mode) {
  const std::size_t there = dictionary.locateExact(entry.keyword);
  if (there == Dictionary::none || mode == Mode::merge || mode == Mode::overwrite) {
    Dictionary* const existing = there == Dictionary::none ? nullptr : dictionary.entries_[there].dict.get();
    if (existing && entry.dict && mode == Mode::merge)
      existing->merge(*entry.dict);
    else
      dictionary.set(std::move(entry));
  }
}

Dictionary& Parser::scopedDict(Dictionary& start, std::string_view path, const Place& place) {
  std::size_t level = scopes_.size() - 1;
  Dictionary* dictionary = &start;
  if (path.starts_with('/')) dictionary = scopes_[level = 0];
  while (!path.empty()) {
    const std::size_t slash = path.find('/');
    const std::string_view part = path.substr(0, slash);
    path.remove_prefix(slash + 1);
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      if (level == 0 || dictionary != scopes_[level]) throw Error(place, "'..' in a keyword goes above the outermost dictionary");
      dictionary = scopes_[--level];
      continue;
    }
    const std::size_t there = dictionary->locateExact(part);
    if (there != Dictionary::none && !dictionary->entries_[there].dict)
      throw Error(place, fmt::format("'{}' in a keyword's path is a value, not a dictionary", part));
    if (!isPlainWord(part)) throw Error(place, fmt::format("'{}' in a keyword's path is not a word", part));
    dictionary = &dictionary->setDict(part);
  }
  return *dictionary;
}

Dictionary Dictionary::read(const std::filesystem::path& file, const ReadOptions& options) { return Parser(options).read(file); }

Dictionary Dictionary::parse(std::string_view text, const std::string& name, const ReadOptions& options) {
  return Parser(options).parse(text, name);
}

Dictionary readText(const std::filesystem::path& file, const std::string& text, const ReadOptions& options) {
  return Parser(options).read(file, text);
}

}  // namespace eagre::config
