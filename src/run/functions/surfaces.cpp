// SPDX-License-Identifier: BSD-3-Clause
// Values of fields on surfaces: surfaces (patch, patchInternalField, plane).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>

#include "config/pattern.hpp"
#include "mesh/plane_cut.hpp"
#include "output/time_directory.hpp"
#include "run/functions/function_object.hpp"
#include "run/functions/sampling.hpp"

namespace eagre::run {
namespace {

using PatchChoice = std::function<bool(const mesh::PolyPatch&)>;

struct Plane {
  Vec3 origin{}, normal{};
};

/// One surface: what its entry says and, on rank 0, its geometry. It has one value a point (interpolate) or one a face.
struct Surface {
  std::string name;
  bool atPoints = false, ofInternalField = false;
  std::vector<PatchChoice> patches;
  double distance = 0;  ///< of patchInternalField: from the patch into the mesh [m]
  std::optional<Plane> plane{};
  bool triangulate = false;
  std::vector<Vec3> points{}, faceCentres{};
  std::vector<std::vector<Label>> faces{};
  std::size_t nValues() const { return atPoints ? points.size() : faces.size(); }
};

/// Names, groups, or expressions in quotes.
std::vector<PatchChoice> readChoices(const config::Entry& entry) {
  std::vector<PatchChoice> choices;
  auto reader = entry.reader();
  reader.list([&] {
    const bool quoted = reader.peek().kind == config::Token::Kind::string;
    const std::string text = reader.word();
    if (quoted)
      choices.emplace_back([pattern = config::Pattern(text, entry.place)](const auto& p) { return pattern.matches(p.name); });
    else
      choices.emplace_back([text](const auto& p) {
        return p.name == text || std::find(p.inGroups.begin(), p.inGroups.end(), text) != p.inGroups.end();
      });
  });
  reader.expectEnd();
  return choices;
}

/// planeType and its dictionary. Errors (badCase): no direction.
Plane readPlane(const config::Dictionary& d) {
  static const std::vector<std::string> types{"pointAndNormal", "embeddedPoints", "planeEquation"};
  const std::string type = d.getChoice("planeType", types);
  const auto& own = d.subDict(type + "Dict");
  Plane plane;
  if (type == "pointAndNormal") {
    plane.origin = own.get<Vec3>(own.has("point") ? "point" : "basePoint");
    plane.normal = own.get<Vec3>(own.has("normal") ? "normal" : "normalVector");
  } else if (type == "embeddedPoints") {
    const auto p1 = own.get<Vec3>("point1"), p2 = own.get<Vec3>("point2"), p3 = own.get<Vec3>("point3");
    plane = {(p1 + p2 + p3) / 3.0, cross(p1 - p2, p2 - p3)};
  } else {
    plane.normal = {own.get<double>("a"), own.get<double>("b"), own.get<double>("c")};
    if (mag(plane.normal) > 0) plane.origin = -own.get<double>("d") / magSqr(plane.normal) * plane.normal;
  }
  if (mag(plane.normal) == 0) throw Error(own.place(), own.name() + ": the plane has no normal");
  return plane;
}

Surface readPlaneSurface(const std::string& name, const config::Dictionary& d) {
  static const std::vector<std::string> keywords{
      "type",        "planeType", "pointAndNormalDict", "embeddedPointsDict", "planeEquationDict",
      "interpolate", "enabled",   "triangulate",        "sampleScheme"};
  static const std::vector<std::string> schemes{"cell"};
  d.checkKeywords(keywords);
  Surface surface{.name = name, .patches = {}};
  surface.atPoints = d.getOr<bool>("interpolate", false);
  surface.plane = readPlane(d);
  surface.triangulate = d.getOr<bool>("triangulate", true);
  if (d.has("sampleScheme")) d.getChoice("sampleScheme", schemes);
  return surface;
}

Surface readSurface(const std::string& name, const config::Dictionary& d) {
  static const std::vector<std::string> types{"patch", "patchInternalField", "plane"}, modes{"normal"};
  static const std::vector<std::string> keywords{"type",       "patches",  "interpolate", "triangulate",
                                                 "offsetMode", "distance", "enabled"};
  const std::string type = d.getChoice("type", types);
  if (type == "plane") return readPlaneSurface(name, d);
  d.checkKeywords(keywords);
  Surface surface{.name = name, .patches = {}};
  surface.ofInternalField = type == "patchInternalField";
  surface.atPoints = d.getOr<bool>("interpolate", false);
  surface.patches = readChoices(d.at("patches"));
  if (d.getOr<bool>("triangulate", false)) throw Error(d.at("triangulate").place, d.name() + ": triangulate is not supported");
  if (!surface.ofInternalField) return surface;
  if (d.has("offsetMode")) d.getChoice("offsetMode", modes);
  surface.distance = d.get<double>("distance");
  return surface;
}

/// The cell whose centre is nearest to a position, from a cell near by on.
Label nearestCell(const mesh::PointStencils& mesh, const Vec3& position, Label cell) {
  const auto distance = [&](Label c) { return magSqr(mesh.geometry().cellCentres[c] - position); };
  for (Label best = cell;; cell = best) {
    for (const Label f : mesh.facesOf(cell)) {
      if (f >= mesh.mesh().nInternalFaces()) continue;
      const Label other = mesh.mesh().owner[f] == cell ? mesh.mesh().neighbour[f] : mesh.mesh().owner[f];
      if (distance(other) < distance(best)) best = other;
    }
    if (best == cell) return cell;
  }
}

/// Adds the faces of the patches of a surface; returns their labels in the mesh, and sets the mesh's points of its own.
std::vector<Label> takePatches(Surface& surface, const mesh::PointStencils& mesh, const Place& place,
                               std::vector<Label>& meshPoints) {
  std::vector<Label> labels;
  std::map<Label, Label> own;
  for (const auto& patch : mesh.mesh().patches) {
    if (std::none_of(surface.patches.begin(), surface.patches.end(), [&](const auto& fits) { return fits(patch); })) continue;
    if (patch.type == "empty" || patch.type == "cyclic")
      throw Error(place, fmt::format("surface {}: patch '{}' is {}: it has no values", surface.name, patch.name, patch.type));
    for (auto f = static_cast<Label>(patch.start); f < patch.start + patch.size; ++f) {
      std::vector<Label> face;
      for (const Label point : mesh.cornersOf(f)) {
        const auto [it, isNew] = own.try_emplace(point, static_cast<Label>(meshPoints.size()));
        if (isNew) meshPoints.push_back(point);
        face.push_back(it->second);
      }
      surface.faces.push_back(std::move(face));
      surface.faceCentres.push_back(mesh.geometry().faceCentres[f]);
      labels.push_back(f);
    }
  }
  for (const Label point : meshPoints) surface.points.push_back(mesh.mesh().points[point]);
  if (!labels.empty()) return labels;
  std::vector<std::string> names;
  for (const auto& patch : mesh.mesh().patches) names.push_back(patch.name);
  throw Error(place,
              fmt::format("surface {}: its patches fit none of the mesh, which has {}", surface.name, fmt::join(names, ", ")));
}

class SurfacesSampling final : public Sampling {
 public:
  explicit SurfacesSampling(const config::Dictionary& d) : Sampling(readScheme(d), d.place()) {
    static const std::vector<std::string> keywords{
        "type",           "libs",   "enabled",  "log",           "writeControl",        "writeInterval", "outputControl",
        "outputInterval", "fields", "surfaces", "surfaceFormat", "interpolationScheme", "verbose"};
    d.checkKeywords(keywords);
    eachNamed(d.at("surfaces"), [&](const std::string& name, const config::Dictionary& surface) {
      if (surface.getOr<bool>("enabled", true)) surfaces_.push_back(readSurface(name, surface));
    });
  }
  const std::vector<Surface>& surfaces() const { return surfaces_; }

 private:
  void addStencils(const mesh::PointStencils& mesh, mesh::Stencils& stencils) override {
    for (Surface& surface : surfaces_) {
      if (surface.plane) {
        addPlane(surface, mesh, stencils);
        continue;
      }
      std::vector<Label> meshPoints;
      const auto labels = takePatches(surface, mesh, place(), meshPoints);
      surface.ofInternalField ? addInternalField(surface, labels, mesh, stencils)
                              : addPatch(surface, labels, meshPoints, mesh, stencils);
    }
  }

  /// A cell's value on its cut; points as the scheme says in the cell of the first cut with them.
  void addPlane(Surface& surface, const mesh::PointStencils& mesh, mesh::Stencils& stencils) const {
    auto cut = mesh::cutCells(mesh, surface.plane->origin, surface.plane->normal);
    if (cut.polygons.empty()) throw Error(place(), fmt::format("surface {}: the plane does not cut the mesh", surface.name));
    surface.points = std::move(cut.points);
    const auto add = [&](std::vector<Label> face, Label cell) {
      surface.faceCentres.push_back(mesh::polygonGeometry(surface.points, face).centre);
      surface.faces.push_back(std::move(face));
      if (surface.atPoints) return;
      stencils.add(cell, 1);
      stencils.close();
    };
    for (std::size_t i = 0; i < cut.polygons.size(); ++i) {
      const auto& polygon = cut.polygons[i];
      if (!surface.triangulate)
        add(polygon, cut.polygonCells[i]);
      else
        for (std::size_t k = 2; k < polygon.size(); ++k) add({polygon[0], polygon[k - 1], polygon[k]}, cut.polygonCells[i]);
    }
    for (std::size_t p = 0; surface.atPoints && p < surface.points.size(); ++p) {
      mesh.add(stencils, scheme_, surface.points[p], cut.pointCells[p]);
      stencils.close();
    }
  }

  void addPatch(const Surface& surface, const std::vector<Label>& labels, const std::vector<Label>& meshPoints,
                const mesh::PointStencils& mesh, mesh::Stencils& stencils) const {
    if (!surface.atPoints) {
      for (const Label f : labels) {
        mesh.addFace(stencils, f, 1);
        stencils.close();
      }
      return;
    }
    std::vector<Label> firstCell(meshPoints.size(), -1);
    for (std::size_t i = 0; i < labels.size(); ++i)
      for (const Label point : surface.faces[i])
        if (firstCell[point] < 0) firstCell[point] = mesh.mesh().owner[labels[i]];
    for (std::size_t p = 0; p < meshPoints.size(); ++p) {
      scheme_ == mesh::PointScheme::cell ? stencils.add(firstCell[p], 1) : mesh.addPoint(stencils, meshPoints[p], 1);
      stencils.close();
    }
  }

  /// Of each face the value at `distance` behind its centre, in the cell whose centre is nearest; a cell that several faces share
  /// has the value of the last of them for all, as in OpenFOAM. Points: the mean of the faces around by inverse distance.
  void addInternalField(const Surface& surface, const std::vector<Label>& labels, const mesh::PointStencils& mesh,
                        mesh::Stencils& stencils) const {
    std::vector<Label> cells;
    std::map<Label, Vec3> sampleOf;
    for (const Label f : labels) {
      const Vec3 position = mesh.geometry().faceCentres[f] - surface.distance * normalised(mesh.geometry().faceAreas[f]);
      cells.push_back(nearestCell(mesh, position, mesh.mesh().owner[f]));
      sampleOf[cells.back()] = position;
    }
    if (!surface.atPoints) {
      for (const Label cell : cells) {
        stencils.add(cell, 1);
        stencils.close();
      }
      return;
    }
    mesh::Stencils ofFaces;
    std::vector<std::vector<std::size_t>> around(surface.points.size());
    for (std::size_t i = 0; i < labels.size(); ++i) {
      mesh.add(ofFaces, scheme_, sampleOf.at(cells[i]), cells[i]);
      ofFaces.close();
      for (const Label point : surface.faces[i]) around[point].push_back(i);
    }
    for (std::size_t p = 0; p < around.size(); ++p) {
      double sum = 0;
      for (const std::size_t i : around[p]) sum += 1 / mag(surface.faceCentres[i] - surface.points[p]);
      for (const std::size_t i : around[p])
        for (Label t = ofFaces.starts[i]; t < ofFaces.starts[i + 1]; ++t)
          stencils.add(ofFaces.sources[t], ofFaces.weights[t] / mag(surface.faceCentres[i] - surface.points[p]) / sum);
      stencils.close();
    }
  }

  std::vector<Surface> surfaces_;
};

/// The values of one field at all points or faces of all surfaces.
struct FieldColumn {
  std::string name;
  int components;
  std::vector<double> values;
};

std::string rowText(const Vec3& p, const FieldColumn& column, std::size_t i, int digits) {
  std::string text = fmt::format("{:.{}g} {:.{}g} {:.{}g}", p.x, digits, p.y, digits, p.z, digits);
  for (int c = 0; c < column.components; ++c)
    text += fmt::format(" {:.{}g}", column.values[i * static_cast<std::size_t>(column.components) + static_cast<std::size_t>(c)],
                        digits);
  return text + "\n";
}

std::string rawText(const Surface& surface, const FieldColumn& column, std::size_t first, int digits) {
  std::string text =
      fmt::format("# {}  {} {}\n# x  y  z", column.name, surface.atPoints ? "POINT_DATA " : "FACE_DATA ", surface.nValues());
  for (int c = 0; c < column.components; ++c)
    text += column.components == 1 ? fmt::format("  {}", column.name) : fmt::format("  {}_{}", column.name, "xyz"[c]);
  text += "\n";
  const auto& at = surface.atPoints ? surface.points : surface.faceCentres;
  for (std::size_t i = 0; i < at.size(); ++i) text += rowText(at[i], column, first + i, digits);
  return text;
}

/// PolyData of VTK in XML, numbers in ascii.
std::string vtpText(const Surface& surface, const std::vector<FieldColumn>& columns, std::size_t first, double time, int digits) {
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

/// surfaces: <field>_<surface>.raw or <surface>.vtp at every time.
class Surfaces final : public FunctionObject {
 public:
  explicit Surfaces(const FunctionSource& source)
      : schedule_(source.dict),
        sampling_(std::dynamic_pointer_cast<SurfacesSampling>(source.sampling)),
        fields_(source.dict.at("fields")),
        directory_(source.directory.parent_path()),
        timePrecision_(source.timePrecision) {
    static const std::vector<std::string> formats{"raw", "vtk", "none"};
    format_ = source.dict.getChoice("surfaceFormat", formats);
  }

  void execute(const fv::Context& context, bool writeTime) override {
    if (!schedule_.due(context, writeTime) || format_ == "none") return;
    std::vector<FieldColumn> columns;
    for (const auto& name : presentFields(context.registry, fields_, false))
      columns.push_back(column(name, sampling_->values(*context.registry.scalar(name))));
    for (const auto& name : presentFields(context.registry, fields_, true))
      columns.push_back(column(name, sampling_->values(*context.registry.vector(name))));
    const auto time = output::timeName(context.time.value, output::TimeFormat::general, timePrecision_);
    const int digits = context.log.precision();
    std::size_t first = 0;
    for (const Surface& surface : sampling_->surfaces()) {
      if (format_ == "vtk")
        writeSampled(context, directory_ / time / fmt::format("{}.vtp", surface.name),
                     vtpText(surface, columns, first, context.time.value, digits));
      else
        for (const auto& column : columns)
          writeSampled(context, directory_ / time / fmt::format("{}_{}.raw", column.name, surface.name),
                       rawText(surface, column, first, digits));
      first += surface.nValues();
    }
  }

 private:
  template <class T>
  static FieldColumn column(const std::string& name, const std::vector<T>& values) {
    const auto* numbers = reinterpret_cast<const double*>(values.data());
    return {name, nComponents<T>, {numbers, numbers + values.size() * static_cast<std::size_t>(nComponents<T>)}};
  }

  Schedule schedule_;
  std::shared_ptr<SurfacesSampling> sampling_;
  config::Entry fields_;
  std::filesystem::path directory_;
  int timePrecision_;
  std::string format_;
};

}  // namespace

std::shared_ptr<Sampling> makeSurfacesSampling(const config::Dictionary& d) { return std::make_shared<SurfacesSampling>(d); }
std::unique_ptr<FunctionObject> makeSurfaces(const FunctionSource& source) { return std::make_unique<Surfaces>(source); }

}  // namespace eagre::run
