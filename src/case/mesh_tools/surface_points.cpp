// SPDX-License-Identifier: BSD-3-Clause
#include "case/mesh_tools/surface_points.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <string>
#include <string_view>

#include "case/tri_surface.hpp"
#include "config/dictionary.hpp"
#include "core/error.hpp"
#include "output/file_sink.hpp"

namespace eagre::case_ {
namespace {

namespace fs = std::filesystem;
using Move = std::function<void(std::vector<Vec3>&)>;

Vec3 normalOf(const Vec3* corners) {
  const Vec3 n = cross(corners[1] - corners[0], corners[2] - corners[0]);
  return mag(n) > 0 ? n / mag(n) : Vec3{};
}

std::string movedBinaryStl(std::string text, const Move& move) {
  std::vector<Vec3> points;
  const auto vectorAt = [&](std::size_t at) {
    std::array<float, 3> x{};
    std::memcpy(x.data(), text.data() + at, sizeof x);
    return Vec3{x[0], x[1], x[2]};
  };
  const auto put = [&](std::size_t at, const Vec3& v) {
    const std::array<float, 3> x{static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
    std::memcpy(text.data() + at, x.data(), sizeof x);
  };
  for (std::size_t at = stlHeader; at < text.size(); at += stlTriangle)
    for (std::size_t corner = 1; corner <= 3; ++corner) points.push_back(vectorAt(at + 12 * corner));
  move(points);
  for (std::size_t t = 0; t < points.size() / 3; ++t) {
    const std::size_t at = stlHeader + t * stlTriangle;
    put(at, normalOf(&points[3 * t]));
    for (std::size_t corner = 0; corner < 3; ++corner) put(at + 12 * (corner + 1), points[3 * t + corner]);
  }
  return text;
}

/// A line of text: its first word, and the three numbers behind a number of words.
struct Line {
  std::string_view text;
  std::size_t number;  ///< from 1

  std::string_view word() const {
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == text.npos) return {};
    return text.substr(first, text.find_first_of(" \t\r", first) - first);
  }
  Vec3 point(const std::string& file) const {
    std::size_t at = static_cast<std::size_t>(word().data() + word().size() - text.data());
    Vec3 x{};
    for (int d = 0; d < 3; ++d) {
      at = std::min(text.find_first_not_of(" \t", at), text.size());
      if (at < text.size() && text[at] == '+') ++at;
      const auto [end, failure] = std::from_chars(text.data() + at, text.data() + text.size(), x[d]);
      if (failure != std::errc() || !std::isfinite(x[d]))
        throw Error(Place{file, static_cast<int>(number)}, fmt::format("three coordinates are expected, found '{}'", text));
      at = static_cast<std::size_t>(end - text.data());
    }
    return x;
  }
};

std::vector<Line> linesOf(std::string_view text) {
  std::vector<Line> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back({text.substr(begin, end - begin), lines.size() + 1});
    begin = end + 1;
  }
  return lines;
}

/// Of the lines that begin with one of two words all points move.
std::string movedText(const std::string& text, const std::string& file, bool stl, const Move& move) {
  const std::vector<Line> lines = linesOf(text);
  const auto isPoint = [stl](std::string_view word) { return stl ? word == "vertex" || word == "VERTEX" : word == "v"; };
  std::vector<Vec3> points;
  for (const Line& line : lines)
    if (isPoint(line.word())) points.push_back(line.point(file));
  if (points.empty()) throw Error(Place{file, 1}, "no points; a surface in STL or OBJ is expected");
  if (stl && points.size() % 3 != 0)
    throw Error(Place{file, static_cast<int>(lines.size())}, "a facet has fewer than three corners");
  move(points);
  std::string moved;
  std::size_t p = 0;
  for (const Line& line : lines) {
    const std::string_view word = line.word();
    if (isPoint(word)) {
      const Vec3& x = points[p++];
      moved += fmt::format("{}{} {} {} {}\n", stl ? "      " : "", word, x.x, x.y, x.z);
    } else if (stl && (word == "facet" || word == "FACET") && p + 3 <= points.size()) {
      const Vec3 n = normalOf(&points[p]);
      moved += fmt::format("  {} normal {} {} {}\n", word, n.x, n.y, n.z);
    } else {
      moved += fmt::format("{}\n", line.text);
    }
  }
  return moved;
}

/// "stl" or "obj".
std::string formatOf(fs::path file) {
  if (file.extension() == ".gz") file.replace_extension();
  std::string extension = file.extension().string();
  for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (extension == ".stl" || extension == ".stlb") return "stl";
  if (extension == ".obj") return "obj";
  throw Error(fmt::format("{}: Eagre moves the points of surfaces in STL and OBJ; convert it (surfaceConvert)", file.string()),
              ExitCode::badCase);
}

}  // namespace

void moveSurfacePoints(const fs::path& from, const fs::path& to, const Move& move) {
  const std::string format = formatOf(from);
  if (format != formatOf(to))
    throw Error(
        fmt::format("{} and {}: surfaces of two formats; convert the first one (surfaceConvert)", from.string(), to.string()),
        ExitCode::badCase);
  const std::string text = config::readFileText(from);
  const std::string moved =
      format == "stl" && isBinaryStl(text) ? movedBinaryStl(text, move) : movedText(text, from.string(), format == "stl", move);
  fs::path plain = to;
  if (plain.extension() == ".gz") plain.replace_extension();
  output::makeDirectory(plain.parent_path());
  output::replaceFile(plain, moved);
}

}  // namespace eagre::case_
