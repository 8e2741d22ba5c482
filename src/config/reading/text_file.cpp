// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <memory>

#include "config/dictionary.hpp"
#include "config/header.hpp"
#include "config/tokenizer.hpp"
#include "core/plain_file.hpp"

namespace eagre::config {
namespace fs = std::filesystem;
namespace {

std::string readCompressed(const fs::path& file) {
  requirePlainFile(file);
  const std::int64_t most = largestFile(file);
  const gzFile stream = gzopen(file.c_str(), "rb");
  if (!stream) throw Error(Place{file.string(), 0}, "cannot be opened", ExitCode::io);
  const std::unique_ptr<gzFile_s, int (*)(gzFile)> closing(stream, &gzclose);
  std::string text;
  std::array<char, 1 << 16> buffer;
  int n = 0;
  while ((n = gzread(stream, buffer.data(), buffer.size())) > 0) {
    text.append(buffer.data(), static_cast<std::size_t>(n));
    if (std::ssize(text) > most) failTooLarge(file, most);
  }
  int status = Z_OK;
  const char* const reason = gzerror(stream, &status);
  if (n < 0 || status != Z_OK)
    throw Error(Place{file.string(), 0}, fmt::format("is not a whole gzip file: {}", *reason ? reason : "it is truncated"),
                ExitCode::io);
  return text;
}

/// "LSB;label=32;scalar=64"
void readArch(FoamHeader& header, const Place& place) {
  for (const auto& [key, bytes] : {std::pair{"label=", &header.labelBytes}, std::pair{"scalar=", &header.scalarBytes}}) {
    const std::size_t at = header.arch.find(key);
    if (at == std::string::npos) continue;
    const std::string bits = header.arch.substr(at + std::string_view(key).size(), 2);
    if (bits != "32" && bits != "64")
      throw Error(place, fmt::format("FoamFile: arch \"{}\": {}32 or {}64 expected", header.arch, key, key));
    *bytes = bits == "32" ? 4 : 8;
  }
}

}  // namespace

fs::path existingFile(const fs::path& file) {
  std::error_code ignored;
  if (fs::is_regular_file(file, ignored)) return file;
  const fs::path compressed = file.string() + ".gz";
  return fs::is_regular_file(compressed, ignored) ? compressed : fs::path();
}

std::string readFileText(const fs::path& file) {
  std::error_code ignored;
  if (fs::is_directory(file, ignored)) throw Error(Place{file.string(), 0}, "is a directory, not a file");
  const auto withoutMark = [&](std::string text) {  // the byte order mark of editors on Windows
    if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
    if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
      throw Error(Place{file.string(), 1}, "the text is in UTF-16, which OpenFOAM does not read, either: save it as UTF-8");
    return text;
  };
  if (file.extension() == ".gz") {
    if (!fs::exists(file, ignored)) throw Error(Place{file.string(), 0}, "no such file");
    return withoutMark(readCompressed(file));
  }
  if (fs::exists(file, ignored)) return withoutMark(readWhole(file, largestFile(file)));
  const fs::path compressed = file.string() + ".gz";
  if (fs::exists(compressed, ignored)) return withoutMark(readCompressed(compressed));
  throw Error(Place{file.string(), 0}, "no such file (nor with .gz)");
}

std::string readFileStart(const fs::path& file, std::size_t bytes) {
  const fs::path found = existingFile(file);
  if (found.empty()) throw Error(Place{file.string(), 0}, "no such file (nor with .gz)");
  requirePlainFile(found);
  const std::unique_ptr<gzFile_s, int (*)(gzFile)> stream(gzopen(found.c_str(), "rb"),
                                                          &gzclose);  // reads plain files as they are
  std::string text(bytes, '\0');
  const int n = stream ? gzread(stream.get(), text.data(), static_cast<unsigned>(bytes)) : -1;
  if (n < 0) throw Error(Place{found.string(), 0}, "cannot be read", ExitCode::io);
  text.resize(static_cast<std::size_t>(n));
  return text;
}

FoamHeader headerFrom(const Dictionary& dictionary) {
  // Only the first word counts: some tools write a location that is no string.
  const auto first = [&](std::string_view keyword, std::string& value) {
    const Entry* const entry = dictionary.find(keyword);
    if (entry && !entry->isDict() && !entry->tokens.empty()) value = entry->tokens.front().text;
  };
  FoamHeader header;
  first("format", header.format);
  first("class", header.className);
  first("object", header.object);
  first("location", header.location);
  first("arch", header.arch);
  first("note", header.note);
  static const std::vector<std::string> formats{"ascii", "binary"};
  if (std::find(formats.begin(), formats.end(), header.format) == formats.end())
    throw Error(dictionary.place(), unknownWordMessage("format", header.format, formats));
  if (header.binary() && header.arch.find("MSB") != std::string::npos)
    throw Error(dictionary.place(), "binary files of big-endian machines (arch MSB) are not supported");
  readArch(header, dictionary.place());
  return header;
}

FoamHeader parseHeader(std::string_view text, const std::string& name, std::size_t& offset) {
  offset = 0;
  GrowthBudget budget(0);
  Tokenizer tokenizer(text, name, budget);
  // A file that does not begin with the word FoamFile has no header; it need not even consist of tokens.
  tokenizer.peekSignificant();
  if (!text.substr(tokenizer.offset()).starts_with("FoamFile")) return {};
  Token token;
  tokenizer.next(token);
  const Place place = tokenizer.place();
  if (token.text != "FoamFile" || tokenizer.peekSignificant() != '{') return {};
  std::vector<Token> block;
  int depth = 0;  // v2206 and later write a dictionary meta { } into it
  while (tokenizer.next(token)) {
    block.push_back(token);
    if (token.is('{')) ++depth;
    if (token.is('}') && --depth == 0) {
      offset = tokenizer.offset();
      return headerFrom(TokenReader(block, place, "FoamFile").dict(name + ".FoamFile"));
    }
  }
  throw Error(place, "the file ends in its FoamFile header");
}

std::string headerText(const FoamHeader& header) {
  std::string text =
      "/*--------------------------------*- C++ -*----------------------------------*\\\n"
      "|  Eagre: two-phase incompressible flow                                       |\n"
      "|  This file has the format of OpenFOAM v1912                                 |\n"
      "\\*---------------------------------------------------------------------------*/\n"
      "FoamFile\n{\n    version     2.0;\n";
  text += fmt::format("    format      {};\n", header.format);
  const std::string arch = header.arch.empty() && header.binary()
                               ? fmt::format("LSB;label={};scalar={}", 8 * header.labelBytes, 8 * header.scalarBytes)
                               : header.arch;
  if (!arch.empty()) text += fmt::format("    arch        \"{}\";\n", arch);
  if (!header.note.empty()) text += fmt::format("    note        \"{}\";\n", header.note);
  text += fmt::format("    class       {};\n", header.className);
  if (!header.location.empty()) text += fmt::format("    location    \"{}\";\n", header.location);
  text += fmt::format("    object      {};\n}}\n", header.object);
  return text + "// * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * //\n\n";
}

}  // namespace eagre::config
