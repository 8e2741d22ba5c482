// SPDX-License-Identifier: BSD-3-Clause
#include "case/mesh_tools/fluent_sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "config/dictionary.hpp"

namespace eagre::case_ {

namespace {

constexpr int dimensions = 2, nodes = 10, cells = 12, faces = 13, cellTree = 58, faceTree = 59, zone = 45, oldZone = 39;
constexpr int mixed = 0, polygons = 5;  ///< kinds of faces whose lines begin with the number of points

class Reader {
 public:
  explicit Reader(const std::filesystem::path& file) : name_(file.string()), text_(config::readFileText(file)) {}

  FluentSections run() {
    while (skipSpace(), at_ < text_.size()) section();
    if (out_.points.empty()) fail("there are no nodes (section 10): is this a mesh of Fluent?");
    if (out_.faces.empty()) fail("there are no faces (section 13)");
    for (const auto& group : out_.faces)
      for (const Label p : group.points)
        if (p < 0 || p >= static_cast<Label>(out_.points.size()))
          throw Error(group.place, fmt::format("a face of zone {} has node {:x} (hexadecimal), and there are {:x}", group.zone,
                                               p + 1, out_.points.size()));
    return std::move(out_);
  }

 private:
  [[noreturn]] void fail(const std::string& message) const { throw Error(place(), message); }
  Place place() const {
    const auto end = text_.begin() + static_cast<std::ptrdiff_t>(std::min(at_, text_.size()));
    return {name_, 1 + static_cast<int>(std::count(text_.begin(), end, '\n'))};
  }

  void skipSpace() {
    while (at_ < text_.size() && static_cast<unsigned char>(text_[at_]) <= ' ') ++at_;
  }
  bool accept(char c) {
    skipSpace();
    const bool there = at_ < text_.size() && text_[at_] == c;
    if (there) ++at_;
    return there;
  }
  void expect(char c) {
    if (!accept(c))
      fail(at_ < text_.size() ? fmt::format("expected '{}', found '{}'", c, text_[at_])
                              : fmt::format("the file ends where '{}' is expected", c));
  }
  std::string_view word() {
    skipSpace();
    const std::size_t begin = at_;
    while (at_ < text_.size() && static_cast<unsigned char>(text_[at_]) > ' ' && text_[at_] != '(' && text_[at_] != ')') ++at_;
    if (at_ == begin)
      fail(at_ < text_.size() ? fmt::format("expected a word or a number, found '{}'", text_[at_])
                              : "the file ends within a section");
    return std::string_view(text_).substr(begin, at_ - begin);
  }
  Label integer(int base) {
    const std::string_view text = word();
    Label value = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (failure != std::errc() || end != text.data() + text.size() || value < 0)
      fail(fmt::format("expected {} number, found '{}'", base == 16 ? "a hexadecimal" : "a whole", text.substr(0, 40)));
    return value;
  }
  double real() {
    const std::string_view text = word();
    double value = 0;
    const auto [end, failure] = std::from_chars(text.data() + (text[0] == '+' ? 1 : 0), text.data() + text.size(), value);
    if (failure != std::errc() || end != text.data() + text.size())
      fail(fmt::format("expected a number, found '{}'", text.substr(0, 40)));
    return value;
  }
  /// To the end of a section, its opening parenthesis read.
  void skipSection() {
    const Place begin = place();
    for (int depth = 1; depth > 0; ++at_) {
      if (at_ >= text_.size()) throw Error(begin, "the file ends within this section");
      if (text_[at_] == '"') at_ = std::min(text_.find('"', at_ + 1), text_.size());
      if (at_ < text_.size()) depth += text_[at_] == '(' ? 1 : text_[at_] == ')' ? -1 : 0;
    }
  }

  void section() {
    expect('(');
    const Label index = integer(10);
    switch (index) {
      case dimensions:
        out_.dimension = static_cast<int>(integer(10));
        if (out_.dimension != 2 && out_.dimension != 3) fail(fmt::format("a mesh has 2 or 3 dimensions, not {}", out_.dimension));
        return expect(')');
      case nodes:
        return readNodes();
      case cells:
        return readCells();
      case faces:
        return readFaces();
      case zone:
      case oldZone:
        return readZone();
      case cellTree:
      case faceTree:
        fail(fmt::format(
            "section {}: a mesh that was refined with hanging nodes, which is not supported; convert it to polyhedra in Fluent",
            index));
      default:
        if (index >= 2000)
          fail(fmt::format("section {} is binary; write the mesh as text (in Fluent: uncheck 'Write Binary Files')", index));
        skipSection();
    }
  }

  /// Numbers in the parentheses at the head of a section.
  std::vector<Label> head(std::size_t atLeast) {
    expect('(');
    std::vector<Label> numbers;
    while (!accept(')')) numbers.push_back(integer(16));
    if (numbers.size() < atLeast)
      fail(fmt::format("this section begins with at least {} numbers; here are {}", atLeast, numbers.size()));
    // Each entry takes a character, so that no number here makes more of the file than it has.
    if (numbers[2] - numbers[1] >= static_cast<Label>(text_.size()) && numbers[0] != 0)
      fail("this section has fewer entries than it says");
    return numbers;
  }
  void requireRange(Label first, Label last) const {
    if (first < 1 || last < first - 1) fail(fmt::format("the entries from {:x} to {:x} (hexadecimal) are no range", first, last));
  }

  void readNodes() {
    const auto h = head(3);
    if (h[0] == 0) return skipSection();
    requireRange(h[1], h[2]);
    expect('(');
    const int dimension = h.size() > 4 ? static_cast<int>(h[4]) : out_.dimension;
    if (dimension != 2 && dimension != 3) fail(fmt::format("nodes have 2 or 3 coordinates, not {}", dimension));
    const auto last = static_cast<std::size_t>(h[2]);
    if (last > text_.size()) fail("this section has fewer entries than it says");
    if (out_.points.size() < last) out_.points.resize(last, Vec3{});
    for (auto p = static_cast<std::size_t>(h[1]) - 1; p < last; ++p) {
      Vec3& x = out_.points[p];
      x.x = real();
      x.y = real();
      if (dimension == 3) x.z = real();
    }
    expect(')');
    expect(')');
  }

  void readCells() {
    const auto h = head(3);
    if (h[0] != 0) {
      requireRange(h[1], h[2]);
      out_.cells.push_back({static_cast<int>(h[0]), h[1] - 1, h[2]});
    }
    out_.nCells = std::max(out_.nCells, h[2]);
    skipSection();
  }

  void requireNodes(Label n) const {
    const bool possible = out_.dimension == 2 ? n == 2 : n >= (out_.dimension == 3 ? 3 : 2);
    if (!possible) fail(fmt::format("a face of {} nodes", n));
  }

  void readFaces() {
    FluentFaces group;
    group.place = place();
    const auto h = head(3);
    if (h[0] == 0) return skipSection();
    requireRange(h[1], h[2]);
    group.zone = static_cast<int>(h[0]);
    group.type = h.size() > 3 ? static_cast<int>(h[3]) : 0;
    const Label kind = h.size() > 4 ? h[4] : mixed;
    if (kind > polygons) fail(fmt::format("unknown kind of faces {:x}", kind));
    expect('(');
    for (Label f = h[1]; f <= h[2]; ++f) {
      const Label n = kind == mixed || kind == polygons ? integer(16) : kind;
      requireNodes(n);
      for (Label i = 0; i < n; ++i) group.points.push_back(integer(16) - 1);
      group.offsets.push_back(static_cast<Label>(group.points.size()));
      const Label first = integer(16), second = integer(16);
      group.cells.push_back({first - 1, second - 1});
      if (first == 0 && second == 0) fail("a face without a cell");
    }
    expect(')');
    expect(')');
    out_.faces.push_back(std::move(group));
  }

  void readZone() {
    expect('(');
    const auto id = static_cast<int>(integer(10));
    const std::string type(word());
    std::string name(type);
    if (!accept(')')) {
      name = word();
      while (!accept(')')) word();  // the domain
    }
    if (name.find_first_of("\"{};/$#") != std::string::npos)
      fail(fmt::format("'{}' cannot be the name of a patch or zone", name));
    out_.zones[id] = {type, name};
    skipSection();
  }

  std::string name_, text_;
  std::size_t at_ = 0;
  FluentSections out_;
};

}  // namespace

FluentSections readFluentSections(const std::filesystem::path& file) { return Reader(file).run(); }

}  // namespace eagre::case_
