// SPDX-License-Identifier: BSD-3-Clause
#include "physics/turbulence/les_delta.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "config/word_choice.hpp"
#include "fv/fields/cell_faces.hpp"
#include "kernel/view.hpp"
#include "physics/words.hpp"

namespace eagre::physics {

using kernel::parallelFor;
using kernel::View;

namespace {

/// "<name>Coeffs" if it is there, else the dictionary itself.
const config::Dictionary& coefficients(const config::Dictionary& dict, const std::string& name) {
  const auto* own = dict.findDict(name + "Coeffs");
  return own ? *own : dict;
}

/// The dictionary of a width that is made from another one, which its own entry `delta` names.
const config::Dictionary& ownCoefficients(const config::Dictionary& dict, const std::string& name) {
  return dict.subDict(name + "Coeffs");
}

int nGeometricD(const mesh::Mesh& mesh) { return static_cast<int>(std::count(mesh.geometricD, mesh.geometricD + 3, 1)); }

/// 3, or 2 with a warning; Error in 1D.
int requireLesDimensions(const LesFlow& flow, const config::Dictionary& dict) {
  const int nD = nGeometricD(flow.context.mesh);
  if (nD == 1)
    throw Error(dict.has("delta") ? dict.at("delta").place : dict.place(),
                "large-eddy simulation needs a mesh in 3D or 2D; this one is 1D");
  if (nD == 2) flow.context.log.line("Case is 2D, LES is not strictly applicable");
  return nD;
}

class CubeRootVolume final : public LesDelta {
 public:
  CubeRootVolume(const config::Dictionary& dict, const LesFlow& flow)
      : LesDelta(flow.context.mesh),
        coefficient_(coefficients(dict, "cubeRootVol").getOr("deltaCoeff", 1.0)),
        is3D_(requireLesDimensions(flow, dict) == 3) {
    CubeRootVolume::correct();
  }
  void correct() override {
    const auto& mesh = width_.mesh();
    if (!geometry_.renew(mesh)) return;
    const double thickness = mesh.extent[static_cast<int>(std::find(mesh.geometricD, mesh.geometricD + 2, -1) - mesh.geometricD)];
    parallelFor({"LES delta: cubeRootVol", 16}, mesh.nAllCells(),
                [coefficient = coefficient_, is3D = is3D_, thickness, V = View(mesh.V), width = View(width_.cells())](Label c) {
                  width[c] = coefficient * (is3D ? std::cbrt(V[c]) : std::sqrt(V[c] / thickness));
                });
  }

 private:
  double coefficient_;
  bool is3D_;
};

/// The faces of empty patches, which the mesh does not hold, are half the thickness of a layer away from the cells' centres.
double distanceToEmptyFaces(const mesh::Mesh& mesh) {
  GlobalLabel nEmpty = 0;
  for (const auto& patch : mesh.globalPatches)
    if (patch.type == "empty") nEmpty += patch.size;
  double thickness = 0;
  for (int d = 0; d < 3; ++d)
    if (mesh.solutionD[d] == -1) thickness = std::max(thickness, mesh.extent[d]);
  const double layers = nEmpty ? 2.0 * static_cast<double>(mesh.nCellsGlobal) / static_cast<double>(nEmpty) : 1;
  return 0.5 * thickness / layers;
}

class MaxDeltaxyz final : public LesDelta {
 public:
  MaxDeltaxyz(const config::Dictionary& dict, const LesFlow& flow)
      : LesDelta(flow.context.mesh), coefficient_(coefficients(dict, "maxDeltaxyz").getOr("deltaCoeff", 2.0)) {
    requireLesDimensions(flow, dict);
    MaxDeltaxyz::correct();
  }
  void correct() override {
    const auto& mesh = width_.mesh();
    if (!geometry_.renew(mesh)) return;
    fv::eachCell({"LES delta: maxDeltaxyz", 0}, mesh,
                 [toEmpty = distanceToEmptyFaces(mesh), coefficient = coefficient_, Sf = mesh.Sf.view(), magSf = View(mesh.magSf),
                  Cf = mesh.faceCentres(), C = View(mesh.C), width = View(width_.cells())](Label c, const auto& around) {
                   double farthest = toEmpty;
                   around([&](Label f, double) { farthest = std::max(farthest, std::abs(dot(Sf[f] / magSf[f], Cf(f) - C[c]))); });
                   width[c] = coefficient * farthest;
                 });
    width_.updateGhosts();
  }

 private:
  double coefficient_;
};

/// OpenFOAM has the coefficients of both widths in this one's own dictionary.
class MaxDeltaxyzCubeRoot final : public LesDelta {
 public:
  MaxDeltaxyzCubeRoot(const config::Dictionary& dict, const LesFlow& flow)
      : LesDelta(flow.context.mesh),
        extent_(ownCoefficients(dict, "maxDeltaxyzCubeRoot"), flow),
        root_(ownCoefficients(dict, "maxDeltaxyzCubeRoot"), flow) {
    MaxDeltaxyzCubeRoot::correct();
  }
  void correct() override {
    const auto& mesh = width_.mesh();
    if (!geometry_.renew(mesh)) return;
    extent_.correct();
    root_.correct();
    parallelFor({"LES delta: maxDeltaxyzCubeRoot", 24}, mesh.nAllCells(),
                [extent = View(extent_.width().cells()), root = View(root_.width().cells()),
                 width = View(width_.cells())](Label c) { width[c] = std::max(extent[c], root[c]); });
  }

 private:
  MaxDeltaxyz extent_;
  CubeRootVolume root_;
};

class Smooth final : public LesDelta {
 public:
  Smooth(const config::Dictionary& dict, const LesFlow& flow)
      : LesDelta(flow.context.mesh),
        geometric_(makeLesDelta(ownCoefficients(dict, "smooth"), flow)),
        maxRatio_(ownCoefficients(dict, "smooth").get<double>("maxDeltaRatio")) {
    Smooth::correct();
    if (!width_.mesh().motion) geometric_.reset();
  }
  void correct() override {
    if (!geometry_.renew(width_.mesh())) return;
    geometric_->correct();
    width_.cells() = geometric_->width().cells();
    smoothWidth(maxRatio_, width_);
  }

 private:
  std::unique_ptr<LesDelta> geometric_;  ///< kept where the mesh can move
  double maxRatio_;
};

/// OpenFOAM reads Cdelta in the width's own dictionary, kappa beside it.
class Prandtl final : public LesDelta {
 public:
  Prandtl(const config::Dictionary& dict, const LesFlow& flow)
      : LesDelta(flow.context.mesh), geometric_(makeLesDelta(ownCoefficients(dict, "Prandtl"), flow)) {
    share_ = dict.getOr("kappa", 0.41) / ownCoefficients(dict, "Prandtl").getOr("Cdelta", 0.158);
    Prandtl::correct();
    if (!width_.mesh().motion) geometric_.reset();
  }
  void correct() override {
    const auto& mesh = width_.mesh();
    if (!geometry_.renew(mesh)) return;
    geometric_->correct();
    parallelFor({"LES delta: Prandtl", 24}, mesh.nAllCells(),
                [share = share_, y = View(mesh.cellWallDistance), geometric = View(geometric_->width().cells()),
                 width = View(width_.cells())](Label c) { width[c] = std::min(geometric[c], share * y[c]); });
  }

 private:
  std::unique_ptr<LesDelta> geometric_;  ///< kept where the mesh can move
  double share_ = 0;
};

template <class Delta>
std::unique_ptr<LesDelta> make(const config::Dictionary& dict, const LesFlow& flow) {
  return std::make_unique<Delta>(dict, flow);
}

struct DeltaMaker {
  std::unique_ptr<LesDelta> (*make)(const config::Dictionary&, const LesFlow&);
  bool needsWallDistance = false;
};
const WordTable<DeltaMaker>& table() {
  static const WordTable<DeltaMaker> deltas{
      {"cubeRootVol", "deltaCoeff times the cube root of the cell's volume (2D: the root of its area)", {make<CubeRootVolume>}},
      {"maxDeltaxyz", "deltaCoeff times the largest extent of the cell, from its centre to its faces", {make<MaxDeltaxyz>}},
      {"maxDeltaxyzCubeRoot", "the larger one of maxDeltaxyz and cubeRootVol", {make<MaxDeltaxyzCubeRoot>}},
      {"smooth", "another width, smoothed so that cells differ by maxDeltaRatio at most", {make<Smooth>}},
      {"Prandtl", "another width, at most kappa y/Cdelta near walls", {make<Prandtl>, true}},
      {"vanDriest", "another width, damped near walls by 1 - exp(-y+/Aplus)", {makeVanDriestDelta, true}},
      {"IDDESDelta", "width of IDDES (Shur et al. 2008): by hmax and the distance to the wall", {makeIddesDelta, true}}};
  return deltas;
}

}  // namespace

std::vector<Word> lesDeltaWords() { return table().words(); }

std::unique_ptr<LesDelta> makeLesDelta(const config::Dictionary& dict, const LesFlow& flow) {
  return makeLesDelta(config::chosen(table(), dict, "delta").word, dict, flow);
}

std::unique_ptr<LesDelta> makeLesDelta(const std::string& name, const config::Dictionary& dict, const LesFlow& flow) {
  flow.context.log.line("Selecting LES delta type " + name);
  return table().find(name)->make(dict, flow);
}

bool lesDeltaNeedsWallDistance(const config::Dictionary& dict) {
  const auto& delta = config::chosen(table(), dict, "delta");
  return delta.make.needsWallDistance || (delta.word == "smooth" && lesDeltaNeedsWallDistance(ownCoefficients(dict, delta.word)));
}

namespace {

void checkDeltaCoeff(const config::Dictionary& own) {
  if (!(own.getOr("deltaCoeff", 1.0) > 0)) throw Error(own.at("deltaCoeff").place, "deltaCoeff is not positive");
}

void checkHmax(const config::Dictionary& own, Problems& problems) {
  if (!own.has("hmax")) return;
  static const std::vector<std::string> names{"cubeRootVol", "maxDeltaxyz"};
  problems.guard([&] { own.getChoice("hmax", names); });
}

}  // namespace

void checkLesDelta(const config::Dictionary& dict, Problems& problems) {
  problems.guard([&] {
    const std::string name = config::chosen(table(), dict, "delta").word;
    if (name == "cubeRootVol" || name == "maxDeltaxyz") return checkDeltaCoeff(coefficients(dict, name));
    if (name == "IDDESDelta") return checkHmax(coefficients(dict, name), problems);
    const auto& own = ownCoefficients(dict, name);
    if (name == "maxDeltaxyzCubeRoot") {
      for (const auto* width : {"cubeRootVol", "maxDeltaxyz"}) problems.guard([&] { checkDeltaCoeff(coefficients(own, width)); });
      return;
    }
    if (name == "vanDriest" && own.getOr("calcInterval", 1) != 1)
      throw Error(own.at("calcInterval").place, "calcInterval: 1 is supported, since a run could not be continued with another");
    for (const auto* factor : {"Cdelta", "Aplus"})
      if (!(own.getOr(factor, 1.0) > 0)) throw Error(own.at(factor).place, fmt::format("{} is not positive", factor));
    if (name == "smooth" && !(own.get<double>("maxDeltaRatio") > 1))
      throw Error(own.at("maxDeltaRatio").place, "maxDeltaRatio is not above 1");
    checkLesDelta(own, problems);
  });
}

}  // namespace eagre::physics
