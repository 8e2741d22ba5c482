// SPDX-License-Identifier: BSD-3-Clause
#include "output/foam/field_file_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace eagre::output {
namespace {

constexpr std::string_view indentation = "    ";
constexpr std::size_t keywordColumns = 16;
/// Characters that are gathered before they go to the sink.
constexpr std::size_t textSize = std::size_t{1} << 16;
/// Ascii lists up to this length stand on one line.
constexpr std::int64_t shortList = 10;

}  // namespace

std::string_view valueTypeName(int components) {
  switch (components) {
    case 3:
      return "vector";
    case 6:
      return "symmTensor";
    case 9:
      return "tensor";
    default:
      return "scalar";
  }
}

std::string volFieldClass(int components) {
  switch (components) {
    case 3:
      return "volVectorField";
    case 6:
      return "volSymmTensorField";
    case 9:
      return "volTensorField";
    default:
      return "volScalarField";
  }
}

bool isUniform(std::span<const double> values, int components) {
  const auto n = static_cast<std::size_t>(components);
  if (values.size() < n) return false;
  for (std::size_t i = n; i < values.size(); ++i)
    if (values[i] != values[i % n]) return false;
  return true;
}

void FieldFileWriter::header(const std::string& className, const std::string& location, const std::string& object) {
  config::FoamHeader header;
  header.format = format_.binary ? "binary" : "ascii";
  header.className = className;
  header.location = location;
  header.object = object;
  if (format_.binary) header.arch = "LSB;label=32;scalar=64";
  text(config::headerText(header));
}

void FieldFileWriter::dimensions(const Dimensions& dimensions, bool oriented) {
  entry("dimensions", toString(dimensions));
  if (oriented) entry("oriented", "oriented");
  text("\n\n");
}

void FieldFileWriter::beginBlock(std::string_view name) {
  text(fmt::format("{0}{1}\n{0}{{\n", indent_, name));
  indent_ += indentation;
}

void FieldFileWriter::endBlock() {
  indent_.resize(indent_.size() - indentation.size());
  text(indent_ + "}\n");
}

void FieldFileWriter::keyword(std::string_view keyword) {
  const std::size_t spaces = keyword.size() < keywordColumns ? keywordColumns - keyword.size() : 1;
  text(fmt::format("{}{}{}", indent_, keyword, std::string(spaces, ' ')));
}

void FieldFileWriter::entry(std::string_view word, std::string_view value) {
  keyword(word);
  text(value);
  text(";\n");
}

std::string FieldFileWriter::number(double value) const {
  return format_.binary ? fmt::format("{}", value) : fmt::format("{:.{}g}", value, format_.precision);
}

std::string FieldFileWriter::value(std::span<const double> value) const {
  if (value.size() == 1) return number(value[0]);
  std::string result;
  for (const double component : value) {
    result += result.empty() ? '(' : ' ';
    result += number(component);
  }
  return result + ')';
}

void FieldFileWriter::uniform(std::string_view word, std::span<const double> values) {
  entry(word, fmt::format("uniform {}", value(values)));
}

void FieldFileWriter::beginList(std::string_view word, std::int64_t count, int components, std::string_view form) {
  components_ = components;
  listLength_ = count;
  emptyList_ = count == 0;
  inLine_ = !format_.binary && count <= shortList;
  keyword(word);
  if (emptyList_)
    text(fmt::format("{} {}0{}", form, form == "nonuniform" ? "" : fmt::format("List<{}> ", valueTypeName(components)),
                     format_.binary ? "" : "()"));
  else
    text(fmt::format("{} List<{}> {}{}{}", form, valueTypeName(components), inLine_ ? "" : "\n", count,
                     inLine_ ? "(" : (format_.binary ? "\n(" : "\n(\n")));
}

void FieldFileWriter::values(std::span<const double> values) {
  if (!sink_->writes() || values.empty()) return;
  if (format_.binary) return sink_->write(values);
  const auto n = static_cast<std::size_t>(components_);
  text_.resize(textSize + n * (numbers_.room() + 1) + 3);
  const char separator = inLine_ ? ' ' : '\n';
  char* end = text_.data();
  for (std::size_t i = 0; i < values.size(); i += n) {
    if (end > text_.data() + textSize) {
      text({text_.data(), end});
      end = text_.data();
    }
    if (n > 1) *end++ = '(';
    for (std::size_t k = 0; k < n; ++k) {
      if (k > 0) *end++ = ' ';
      end = numbers_.write(values[i + k], end);
    }
    if (n > 1) *end++ = ')';
    --listLength_;
    if (!inLine_ || listLength_ > 0) *end++ = separator;
  }
  text({text_.data(), end});
}

void FieldFileWriter::endList() {
  if (emptyList_)
    text(";\n");
  else
    text(format_.binary || inLine_ ? ");\n" : ")\n;\n");
}

void FieldFileWriter::list(std::string_view word, std::span<const double> all, int components) {
  if (isUniform(all, components)) return uniform(word, all.first(static_cast<std::size_t>(components)));
  beginList(word, static_cast<std::int64_t>(all.size()) / components, components);
  values(all);
  endList();
}

namespace {
bool hasValues(const config::Token& token) { return token.kind == config::Token::Kind::list && !token.list->values.empty(); }

/// Lists of labels and switches are no values of a field.
bool holdsIntegers(const config::FieldList& list) { return list.type == "label" || list.type == "bool"; }

/// The values as a binary file holds them: labels of 32 bits, switches of 8.
template <class T>
std::string bytesOf(const std::vector<double>& values) {
  std::string bytes;
  for (const double value : values) {
    const T one = static_cast<T>(value);
    bytes.append(reinterpret_cast<const char*>(&one), sizeof one);
  }
  return bytes;
}
}  // namespace

/// Only a nonuniform list is a field's value; behind another word it is what some other program reads.
void FieldFileWriter::listBehind(const config::Token& form, std::string_view word, const config::FieldList& all) {
  if (form.text == "nonuniform") return list(word, all.values, all.components);
  beginList(word, static_cast<std::int64_t>(all.values.size()) / all.components, all.components,
            form.kind == config::Token::Kind::string ? fmt::format("\"{}\"", form.text) : form.text);
  values(all.values);
  endList();
}

/// Lists among other words: what has binary format is read so wherever it is.
void FieldFileWriter::binaryTokens(const config::Entry& entry) {
  keyword(entry.keyword);
  for (const config::Token& token : entry.tokens) {
    if (!hasValues(token)) {
      text(token.kind == config::Token::Kind::string ? fmt::format(" \"{}\"", token.text) : " " + token.text);
      continue;
    }
    if (holdsIntegers(*token.list)) {
      const auto& list = *token.list;
      text(fmt::format(" List<{}> \n{}\n({})", list.type, list.values.size(),
                       list.type == "bool" ? bytesOf<std::uint8_t>(list.values) : bytesOf<std::int32_t>(list.values)));
      continue;
    }
    components_ = token.list->components;
    text(fmt::format(" List<{}> \n{}\n(", valueTypeName(components_),
                     token.list->values.size() / static_cast<std::size_t>(components_)));
    values(token.list->values);
    text(")");
  }
  text(";\n");
}

void FieldFileWriter::entries(const config::Dictionary& dict) {
  for (const config::Entry& entry : dict.entries()) {
    if (entry.isDict()) {
      beginBlock(entry.isPattern ? fmt::format("\"{}\"", entry.keyword) : entry.keyword);
      entries(*entry.dict);
      endBlock();
    } else if (entry.tokens.size() == 2 && entry.tokens[1].kind == config::Token::Kind::list &&
               (entry.tokens[0].text == "nonuniform" || !holdsIntegers(*entry.tokens[1].list))) {
      listBehind(entry.tokens[0], entry.keyword, *entry.tokens[1].list);
    } else if (format_.binary && std::any_of(entry.tokens.begin(), entry.tokens.end(), hasValues)) {
      binaryTokens(entry);
    } else {
      config::Dictionary single;
      single.set(entry);
      text(single.toString(static_cast<int>(indent_.size())));
    }
  }
}

void FieldFileWriter::footer() { text("\n\n// ************************************************************************* //\n"); }

}  // namespace eagre::output
