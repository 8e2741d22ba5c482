// SPDX-License-Identifier: BSD-3-Clause
#include "output/dumps/dump_contents.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <utility>

#include "core/error.hpp"
#include "output/checksum.hpp"
#include "output/dumps/dump_data.hpp"
#include "output/dumps/dump_file.hpp"
#include "output/dumps/dump_surface.hpp"

namespace eagre::output {
namespace {

using hdf5::Item;
using hdf5::Type;

constexpr std::array<std::pair<std::string_view, Type>, 5> types{
    {{"real64", Type::real64}, {"real32", Type::real32}, {"int64", Type::int64}, {"uint8", Type::uint8}, {"text", Type::text}}};

std::string_view nameOf(Type type) {
  return std::find_if(types.begin(), types.end(), [&](const auto& t) { return t.second == type; })->first;
}

/// Words of a line, the last of which is the rest of it.
class Words {
 public:
  explicit Words(std::string_view line) : line_(line), rest_(line) {}
  std::string_view next() {
    const auto blank = rest_.find(' ');
    if (blank == std::string_view::npos) fail();
    const std::string_view word = rest_.substr(0, blank);
    rest_.remove_prefix(blank + 1);
    return word;
  }
  std::string rest() const { return std::string(rest_); }
  template <class T>
  T number(int base = 10) {
    const std::string_view word = next();
    T value = 0;
    const auto [end, status] = std::from_chars(word.data(), word.data() + word.size(), value, base);
    if (status != std::errc{} || end != word.data() + word.size()) fail();
    return value;
  }
  [[noreturn]] void fail() const { throw Error(fmt::format("'{}' is no line of a list of contents", line_)); }

 private:
  std::string_view line_, rest_;
};

/// "data real64 400 3 1a2b3c4d /VTKHDF/CellData/U", "group /eagre", "alias /eagre/surface/U/walls /eagre/patches/U/walls/value",
/// "link mesh.vtkhdf /VTKHDF/Points /VTKHDF/Points": names of objects have no blanks but in a line's last word.
std::pair<std::string, Contents::Entry> parseLine(std::string_view line) {
  Words words(line);
  Contents::Entry entry;
  const std::string_view kind = words.next();
  if (kind == "data") {
    entry.kind = Item::Kind::data;
    const std::string_view type = words.next();
    const auto found = std::find_if(types.begin(), types.end(), [&](const auto& t) { return t.first == type; });
    if (found == types.end()) words.fail();
    entry.type = found->second;
    entry.shape.rows = words.number<std::int64_t>();
    entry.shape.columns = words.number<int>();
    entry.checksum = words.number<std::uint32_t>(16);
  } else if (kind == "alias") {
    entry.kind = Item::Kind::alias;
    entry.target = words.next();
  } else if (kind == "link") {
    entry.kind = Item::Kind::link;
    entry.file = words.next();
    entry.target = words.next();
  } else if (kind != "group") {
    words.fail();
  }
  return {words.rest(), entry};
}

std::string lineOf(const std::string& path, const Contents::Entry& entry) {
  switch (entry.kind) {
    case Item::Kind::data:
      return fmt::format("data {} {} {} {:08x} {}\n", nameOf(entry.type), entry.shape.rows, entry.shape.columns, entry.checksum,
                         path);
    case Item::Kind::alias:
      return fmt::format("alias {} {}\n", entry.target, path);
    case Item::Kind::link:
      return fmt::format("link {} {} {}\n", entry.file, entry.target, path);
    default:
      return fmt::format("group {}\n", path);
  }
}

Contents::Entry entryOf(const Item& item) {
  Contents::Entry entry;
  entry.kind = item.kind;
  entry.file = item.file;
  entry.target = item.target;
  if (item.kind != Item::Kind::data) return entry;
  entry.type = item.info.type;
  entry.shape = item.info.shape;
  if (entry.type == Type::text) entry.shape = {item.info.bytes, 1};
  return entry;
}

std::string describe(const Contents::Entry& entry) {
  switch (entry.kind) {
    case Item::Kind::data:
      return fmt::format("{} x {} {}", entry.shape.rows, entry.shape.columns, nameOf(entry.type));
    case Item::Kind::alias:
      return "a link to " + entry.target;
    case Item::Kind::link:
      return fmt::format("a link to {} in {}", entry.target, entry.file);
    default:
      return "a group";
  }
}

}  // namespace

bool Contents::Entry::operator==(const Entry& other) const {
  return kind == other.kind && file == other.file && target == other.target &&
         (kind != Item::Kind::data ||
          (type == other.type && shape.rows == other.shape.rows && shape.columns == other.shape.columns));
}

Contents::Contents(std::string_view text) {
  for (auto end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    entries_.insert(parseLine(text.substr(0, end)));
    text.remove_prefix(end + 1);
  }
  if (!text.empty()) throw Error("its last line has no end");
}

std::string Contents::text() const {
  std::string text;
  for (const auto& [path, entry] : entries_) text += lineOf(path, entry);
  return text;
}

void Contents::addGroup(const std::string& path) {
  for (auto end = path.find('/', 1);; end = path.find('/', end + 1)) {
    entries_.try_emplace(path.substr(0, end));
    if (end == std::string::npos) return;
  }
}
void Contents::addData(const std::string& path, Type type, hdf5::Shape shape, std::uint32_t checksum) {
  entries_[path] = {Item::Kind::data, type, shape, checksum, {}, {}};
}
void Contents::addText(const std::string& path, const std::string& text) {
  // HDF5 has no text without a byte.
  const auto bytes = std::max<std::int64_t>(1, std::ssize(text));
  addData(path, Type::text, {bytes, 1}, checksum(std::as_bytes(std::span(text))));
}
void Contents::addAlias(const std::string& path, const std::string& target) {
  entries_[path] = {Item::Kind::alias, {}, {}, 0, {}, target};
}
void Contents::addLink(const std::string& path, const std::string& file, const std::string& target) {
  entries_[path] = {Item::Kind::link, {}, {}, 0, file, target};
}

std::string Contents::difference(const std::vector<Item>& items) const {
  std::size_t found = 0;
  for (const Item& item : items) {
    if (item.path == contentsObject) continue;
    const auto entry = entries_.find(item.path);
    if (entry == entries_.end()) return item.path + " is not in the list of its contents";
    if (!item.problem.empty()) return item.problem;
    if (!(entry->second == entryOf(item)))
      return fmt::format("{} is {}, and {} in the list of its contents", item.path, describe(entryOf(item)),
                         describe(entry->second));
    ++found;
  }
  if (found == entries_.size()) return {};
  std::set<std::string_view> there;
  for (const Item& item : items) there.insert(item.path);
  for (const auto& [path, entry] : entries_)
    if (!there.contains(path)) return path + " is missing, which is in the list of its contents";
  return {};
}

std::optional<Contents> readContents(hdf5::File& file) {
  const auto fail = [&](const std::string& what) {
    throw Error(fmt::format("{}: {}: {}", file.path().string(), contentsObject, what), ExitCode::io);
  };
  const bool there = file.exists(contentsObject);
  if (!there && !file.hasAttribute("/eagre", listedName)) return std::nullopt;
  if (!there) fail("the list of its contents is missing");
  const std::string text = file.readText(contentsObject);
  if (!file.hasAttribute(contentsObject, checksumName) ||
      static_cast<std::uint32_t>(file.integer(contentsObject, checksumName)) != checksum(std::as_bytes(std::span(text))))
    fail("the list of its contents does not agree with its checksum");
  try {
    return Contents(text);
  } catch (const Error& e) { fail(e.what()); }
  return std::nullopt;
}

void writeContents(hdf5::File& file, const Contents& contents) {
  file.setAttribute("/eagre", listedName, std::int64_t{1});
  writeText(file, contentsObject, contents.text());
}

}  // namespace eagre::output
