// SPDX-License-Identifier: BSD-3-Clause
#include "case/field_file_pack.hpp"

#include <cstdint>
#include <cstring>

namespace eagre::case_ {
namespace {

using config::Dictionary;
using config::Entry;
using config::FieldList;
using config::Token;

template <class T>
void put(std::string& bytes, T value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}
void putText(std::string& bytes, const std::string& text) {
  put(bytes, static_cast<std::int64_t>(text.size()));
  bytes += text;
}

template <class T>
T take(std::string_view& bytes) {
  T value;
  std::memcpy(&value, bytes.data(), sizeof value);
  bytes.remove_prefix(sizeof value);
  return value;
}
std::string takeText(std::string_view& bytes) {
  const auto n = static_cast<std::size_t>(take<std::int64_t>(bytes));
  std::string text(bytes.substr(0, n));
  bytes.remove_prefix(n);
  return text;
}

void putPlace(std::string& bytes, const Place& place) {
  putText(bytes, place.file);
  put(bytes, place.line);
}
Place takePlace(std::string_view& bytes) {
  Place place;
  place.file = takeText(bytes);
  place.line = take<int>(bytes);
  return place;
}

bool isFaceList(const std::vector<Token>& tokens, std::size_t i) {
  return i > 0 && tokens[i].kind == Token::Kind::list && tokens[i - 1].kind == Token::Kind::word &&
         tokens[i - 1].text == "nonuniform";
}

void putToken(std::string& bytes, const Token& token) {
  put(bytes, token.kind);
  putText(bytes, token.text);
  put(bytes, token.number);
  put(bytes, token.isInteger);
  put(bytes, token.line);
}
Token takeToken(std::string_view& bytes) {
  Token token;
  token.kind = take<Token::Kind>(bytes);
  token.text = takeText(bytes);
  token.number = take<double>(bytes);
  token.isInteger = take<bool>(bytes);
  token.line = take<int>(bytes);
  return token;
}

std::vector<double> takeValues(std::string_view& bytes) {
  std::vector<double> values(static_cast<std::size_t>(take<std::int64_t>(bytes)));
  const std::size_t size = values.size() * sizeof(double);
  if (size > 0) std::memcpy(values.data(), bytes.data(), size);
  bytes.remove_prefix(size);
  return values;
}

}  // namespace

void packDictionary(const Dictionary& dict, std::string& bytes, std::vector<std::shared_ptr<const FieldList>>& faceLists) {
  putText(bytes, dict.name());
  putPlace(bytes, dict.place());
  put(bytes, static_cast<std::int64_t>(dict.entries().size()));
  for (const Entry& entry : dict.entries()) {
    putText(bytes, entry.keyword);
    put(bytes, entry.isPattern);
    putPlace(bytes, entry.place);
    put(bytes, entry.isDict());
    if (entry.isDict()) {
      packDictionary(*entry.dict, bytes, faceLists);
      continue;
    }
    put(bytes, static_cast<std::int64_t>(entry.tokens.size()));
    for (std::size_t i = 0; i < entry.tokens.size(); ++i) {
      const Token& token = entry.tokens[i];
      putToken(bytes, token);
      if (token.kind != Token::Kind::list) continue;
      const bool faceList = isFaceList(entry.tokens, i);
      putText(bytes, token.list->type);
      put(bytes, token.list->components);
      put(bytes, faceList);
      if (faceList) {
        faceLists.push_back(token.list);
      } else {
        put(bytes, static_cast<std::int64_t>(token.list->values.size()));
        bytes.append(reinterpret_cast<const char*>(token.list->values.data()), token.list->values.size() * sizeof(double));
      }
    }
  }
}

Dictionary DictionaryUnpacker::unpack(std::string_view& bytes) {
  std::string name = takeText(bytes);
  Dictionary dict(std::move(name), takePlace(bytes));
  for (auto nEntries = take<std::int64_t>(bytes); nEntries > 0; --nEntries) {
    Entry entry;
    entry.keyword = takeText(bytes);
    entry.isPattern = take<bool>(bytes);
    entry.place = takePlace(bytes);
    if (take<bool>(bytes)) {
      entry.dict = std::make_shared<Dictionary>(unpack(bytes));
      dict.set(std::move(entry));
      continue;
    }
    for (auto nTokens = take<std::int64_t>(bytes); nTokens > 0; --nTokens) {
      Token token = takeToken(bytes);
      if (token.kind == Token::Kind::list) {
        const std::string type = takeText(bytes);
        const int components = take<int>(bytes);
        token.list = take<bool>(bytes) ? nextFaceList(type, components)
                                       : std::make_shared<FieldList>(FieldList{type, components, takeValues(bytes)});
      }
      entry.tokens.push_back(std::move(token));
    }
    dict.set(std::move(entry));
  }
  return dict;
}

}  // namespace eagre::case_
