// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <cmath>

#include "config/dictionary.hpp"

namespace eagre::config {
namespace {

/// "text" with its quotes and line ends escaped; text that cannot be written so came from #{ .. #} and goes back there.
std::string quoted(const std::string& text) {
  std::string result = "\"";
  bool escaped = false;
  bool possible = true;
  for (const char c : text) {
    if (c == '"' || c == '\n') {
      if (escaped) possible = false;
      result += '\\';
      escaped = false;
    } else {
      escaped = c == '\\' && !escaped;
    }
    result += c;
  }
  return possible && !escaped ? result + "\"" : "#{" + text + "#}";
}

void appendList(const FieldList& list, const std::string& margin, std::string& out) {
  const auto components = static_cast<std::size_t>(list.components);
  const std::size_t n = list.values.size() / components;
  const bool enclosed = components > 1 || list.type == "sphericalTensor";
  fmt::format_to(std::back_inserter(out), "List<{}>\n{}{}\n{}(\n", list.type, margin, n, margin);
  for (std::size_t i = 0; i < n; ++i) {
    out += margin;
    if (enclosed) out += '(';
    for (std::size_t c = 0; c < components; ++c) {
      if (c > 0) out += ' ';
      // bool and label are whole numbers: without the exponent that {} gives large ones
      if (list.type == "label" || list.type == "bool")
        fmt::format_to(std::back_inserter(out), "{}", static_cast<std::int64_t>(list.values[i]));
      else
        fmt::format_to(std::back_inserter(out), "{}", list.values[i * components + c]);
    }
    out += enclosed ? ")\n" : "\n";
  }
  out += margin + ")";
}

void appendToken(const Token& token, const std::string& margin, std::string& out) {
  switch (token.kind) {
    case Token::Kind::string:
      out += quoted(token.text);
      break;
    case Token::Kind::list:
      appendList(*token.list, margin, out);
      break;
    default:
      out += token.text;
  }
}

void appendEntry(const Entry& entry, int indent, bool inHeader, std::string& out) {
  const std::string margin(static_cast<std::size_t>(indent), ' ');
  const std::string keyword = entry.isPattern ? quoted(entry.keyword) : entry.keyword;
  if (entry.dict) {
    out += margin + keyword + "\n" + margin + "{\n" + entry.dict->toString(indent + 4) + margin + "}\n";
    return;
  }
  out += margin + keyword;
  constexpr std::size_t column = 16;
  if (!entry.tokens.empty()) out.append(keyword.size() < column ? column - keyword.size() : 1, ' ');
  if (inHeader && entry.keyword == "format" && !entry.tokens.empty()) {
    out += "ascii";  // what this text is, whatever the file was
  } else {
    for (std::size_t i = 0; i < entry.tokens.size(); ++i) {
      if (i > 0) out += ' ';
      if (entry.tokens[i].kind == Token::Kind::word && entry.tokens[i].text == "#codeStream" && i + 1 < entry.tokens.size())
        out += "#codeStream { code #{" + entry.tokens[++i].text + "#}; }";
      else
        appendToken(entry.tokens[i], margin, out);
    }
  }
  out += ";\n";
}

bool equalLists(const FieldList& a, const FieldList& b) {
  if (a.type != b.type || a.components != b.components || a.values.size() != b.values.size()) return false;
  for (std::size_t i = 0; i < a.values.size(); ++i)
    if (a.values[i] != b.values[i] && !(std::isnan(a.values[i]) && std::isnan(b.values[i]))) return false;
  return true;
}

bool equalTokens(const Token& a, const Token& b) {
  if (a.kind != b.kind) return false;
  if (a.kind == Token::Kind::number) return a.number == b.number && a.isInteger == b.isInteger;
  if (a.kind == Token::Kind::list) return equalLists(*a.list, *b.list);
  return a.text == b.text;
}

bool equalEntries(const Entry& a, const Entry& b) {
  if (a.keyword != b.keyword || a.isPattern != b.isPattern || a.isDict() != b.isDict()) return false;
  if (a.isDict()) {
    if (a.keyword != "FoamFile") return *a.dict == *b.dict;
    // The format says how a file is written, not what is in it.
    Dictionary headerA = *a.dict, headerB = *b.dict;
    headerA.remove("format");
    headerB.remove("format");
    return headerA == headerB;
  }
  return std::equal(a.tokens.begin(), a.tokens.end(), b.tokens.begin(), b.tokens.end(), equalTokens);
}

}  // namespace

std::string Dictionary::toString(int indent) const {
  std::string out;
  const bool isHeader = name_.ends_with(".FoamFile");
  for (const Entry& entry : entries_) appendEntry(entry, indent, isHeader, out);
  return out;
}

bool Dictionary::operator==(const Dictionary& other) const {
  return std::equal(entries_.begin(), entries_.end(), other.entries_.begin(), other.entries_.end(), equalEntries);
}

}  // namespace eagre::config
