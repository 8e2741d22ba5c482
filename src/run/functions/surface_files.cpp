// SPDX-License-Identifier: BSD-3-Clause
#include "run/functions/surface_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace eagre::run {
namespace {

std::string rowText(const Vec3& p, const FieldColumn& column, std::size_t i, int digits) {
  std::string text = fmt::format("{:.{}g} {:.{}g} {:.{}g}", p.x, digits, p.y, digits, p.z, digits);
  for (int c = 0; c < column.components; ++c)
    text += fmt::format(" {:.{}g}", column.values[i * static_cast<std::size_t>(column.components) + static_cast<std::size_t>(c)],
                        digits);
  return text + "\n";
}

}  // namespace

std::string rawText(const SurfaceShape& surface, const FieldColumn& column, std::size_t first, int digits) {
  std::string text =
      fmt::format("# {}  {} {}\n# x  y  z", column.name, surface.atPoints ? "POINT_DATA " : "FACE_DATA ", surface.nValues());
  for (int c = 0; c < column.components; ++c)
    text += column.components == 1 ? fmt::format("  {}", column.name) : fmt::format("  {}_{}", column.name, "xyz"[c]);
  text += "\n";
  const auto& at = surface.atPoints ? surface.points : surface.faceCentres;
  for (std::size_t i = 0; i < at.size(); ++i) text += rowText(at[i], column, first + i, digits);
  return text;
}

std::string vtpText(const SurfaceShape& surface, const std::vector<FieldColumn>& columns, std::size_t first, double time,
                    int digits) {
  std::string text = fmt::format(
      "<?xml version='1.0'?>\n<VTKFile type='PolyData' version='0.1' byte_order='LittleEndian' "
      "header_type='UInt64'>\n<PolyData>\n"
      "<FieldData>\n<DataArray type='Float64' Name='TimeValue' NumberOfTuples='1' format='ascii'>\n{:.17g}\n</DataArray>\n"
      "</FieldData>\n<Piece NumberOfPoints='{}' NumberOfPolys='{}'>\n<Points>\n"
      "<DataArray type='Float64' Name='Points' NumberOfComponents='3' format='ascii'>\n",
      time, surface.points.size(), surface.faces.size());
  for (const Vec3& p : surface.points) text += fmt::format("{:.{}g} {:.{}g} {:.{}g}\n", p.x, digits, p.y, digits, p.z, digits);
  std::string connectivity, offsets;
  std::size_t offset = 0;
  for (const auto& face : surface.faces) {
    connectivity += fmt::format("{}\n", fmt::join(face, " "));
    offsets += fmt::format("{}\n", offset += face.size());
  }
  text += fmt::format(
      "</DataArray>\n</Points>\n<Polys>\n<DataArray type='Int32' Name='connectivity' format='ascii'>\n{}</DataArray>\n"
      "<DataArray type='Int32' Name='offsets' format='ascii'>\n{}</DataArray>\n</Polys>\n",
      connectivity, offsets);
  const char* data = surface.atPoints ? "PointData" : "CellData";
  text += fmt::format("<{}>\n", data);
  for (const auto& column : columns) {
    const auto n = static_cast<std::size_t>(column.components);
    text += fmt::format("<DataArray type='Float64' Name='{}' NumberOfComponents='{}' format='ascii'>\n", column.name, n);
    for (std::size_t i = first * n; i < (first + surface.nValues()) * n; ++i)
      text += fmt::format("{:.{}g}{}", column.values[i], digits, (i + 1) % n ? " " : "\n");
    text += "</DataArray>\n";
  }
  return text + fmt::format("</{}>\n</Piece>\n</PolyData>\n</VTKFile>\n", data);
}

}  // namespace eagre::run
