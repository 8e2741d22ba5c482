// SPDX-License-Identifier: BSD-3-Clause
#include "case/mesh_tools/extrude_models.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace eagre::case_ {

using config::Dictionary;

namespace {

/// How far layer `layer` of n is up, from 0 to 1, if each is thicker than the one below by the same ratio.
double fraction(int layer, int n, double ratio) {
  if (std::abs(1 - ratio) < small) return static_cast<double>(layer) / n;
  return (1 - std::pow(ratio, layer)) / (1 - std::pow(ratio, n));
}

double positive(const Dictionary& dict, const char* keyword) {
  const auto value = dict.get<double>(keyword);
  if (!(value > 0)) throw Error(dict.at(keyword).place, fmt::format("{} must be greater than 0, not {}", keyword, value));
  return value;
}

Vec3 unitVector(const Dictionary& dict, const char* keyword) {
  const auto v = dict.get<Vec3>(keyword);
  if (mag(v) < vSmall) throw Error(dict.at(keyword).place, fmt::format("{}: a vector of length zero is no direction", keyword));
  return v / mag(v);
}

void makeLinearNormal(const Dictionary& coeffs, double ratio, ExtrudeModel& model) {
  const double thickness = positive(coeffs, "thickness");
  const double first = model.nLayers > 1 ? coeffs.getOr("firstCellThickness", 0.0) : 0.0;
  if (first >= thickness)
    throw Error(coeffs.at("firstCellThickness").place, "firstCellThickness leaves no room for further layers within thickness");
  model.at = [=, n = model.nLayers](const Vec3& point, const Vec3& normal, int layer) {
    if (layer <= 0) return point;
    if (first <= 0) return point + thickness * fraction(layer, n, ratio) * normal;
    return point + (layer == 1 ? first : (thickness - first) * fraction(layer - 1, n, ratio) + first) * normal;
  };
}

void makeSector(const Dictionary& coeffs, double ratio, ExtrudeModel& model) {
  const auto origin = coeffs.get<Vec3>(coeffs.has("axisPt") ? "axisPt" : "point");
  const Vec3 axis = unitVector(coeffs, "axis");
  const double angle = coeffs.get<double>("angle") * std::numbers::pi / 180;
  model.at = [=, n = model.nLayers](const Vec3& point, const Vec3&, int layer) {
    // One layer is symmetric about the source.
    const double turned = n == 1 ? (layer == 0 ? -angle / 2 : angle / 2) : angle * fraction(layer, n, ratio);
    Vec3 out = point - origin;
    out -= dot(axis, out) * axis;
    const Vec3 onAxis = point - out;
    const double radius = mag(out);
    if (radius <= vSmall) return onAxis;
    return onAxis + (std::cos(turned) * out - std::sin(turned) * radius * cross(out / radius, axis));
  };
}

/// The coefficients of a model: in one of these sub-dictionaries, or beside the model.
const Dictionary& coefficients(const Dictionary& dict, const std::string& type) {
  const std::string base = type == "wedge" ? "sector" : type == "plane" ? "linearNormal" : type;  // as OpenFOAM names them
  for (const auto& name : {base + "Coeffs", type + "Coeffs"})
    if (const auto* found = dict.findDict(name)) return *found;
  return dict;
}

}  // namespace

ExtrudeModel readExtrudeModel(const Dictionary& top) {
  const auto* own = top.at("extrudeModel").dict.get();
  const Dictionary& dict = own ? *own : top;
  const std::vector<std::string> valid{"linearNormal", "linearDirection", "linearRadial", "sector", "wedge", "plane"};
  ExtrudeModel model;
  model.type = dict.getChoice(own ? "type" : "extrudeModel", valid);
  const Dictionary& coeffs = coefficients(dict, model.type);
  const double ratio = dict.has("expansionRatio") ? positive(dict, "expansionRatio") : 1;
  model.nLayers = dict.getOr("nLayers", 1);
  if (model.nLayers < 1) throw Error(dict.at("nLayers").place, fmt::format("nLayers must be at least 1, not {}", model.nLayers));
  if (model.type == "wedge" || model.type == "plane") model.nLayers = 1;
  if (model.type == "linearNormal" || model.type == "plane") {
    makeLinearNormal(coeffs, ratio, model);
  } else if (model.type == "linearDirection") {
    const Vec3 direction = unitVector(coeffs, "direction");
    const double thickness = positive(coeffs, "thickness");
    model.at = [=, n = model.nLayers](const Vec3& point, const Vec3&, int layer) {
      return point + (thickness * fraction(layer, n, ratio)) * direction;
    };
  } else if (model.type == "linearRadial") {
    const auto outer = coeffs.get<double>("R");
    const double surface = coeffs.getOr("Rsurface", -1.0);
    model.at = [=, n = model.nLayers](const Vec3& point, const Vec3&, int layer) {
      const double start = surface >= 0 ? surface : mag(point);
      return (start + (outer - start) * fraction(layer, n, ratio)) * (point / mag(point));
    };
  } else {
    makeSector(coeffs, ratio, model);
  }
  return model;
}

}  // namespace eagre::case_
