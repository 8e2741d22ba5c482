// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "fv/fields/cell_faces.hpp"
#include "kernel/view.hpp"
#include "physics/turbulence/les_delta.hpp"
#include "physics/turbulence/nearest_wall.hpp"

namespace eagre::physics {

using kernel::View;

namespace {

/// Unit normal of the wall face nearest to each cell.
std::vector<Vec3> wallNormals(const mesh::Mesh& mesh) {
  std::vector<Vec3> normals(static_cast<std::size_t>(mesh.nBoundaryFaces));
  const Label first = mesh.nInteriorFaces();
  for (Label b = 0; b < mesh.nBoundaryFaces; ++b) normals[b] = mesh.Sf[first + b] / mesh.magSf[first + b];
  return NearestWall(mesh)(normals);
}

class IddesDelta final : public LesDelta {
 public:
  IddesDelta(const config::Dictionary& dict, const LesFlow& flow) : LesDelta(flow.context.mesh) {
    const auto* sub = dict.findDict("IDDESDeltaCoeffs");
    const auto& own = sub ? *sub : dict;
    if (!own.has("hmax")) flow.context.log.line("Employing maxDeltaxyz for hmax");
    hmax_ = makeLesDelta(own.has("hmax") ? own.get<std::string>("hmax") : "maxDeltaxyz", own, flow);
    Cw_ = own.getOr("Cw", 0.15);
    IddesDelta::correct();
  }
  void correct() override {
    const auto& mesh = width_.mesh();
    if (!geometry_.renew(mesh)) return;
    hmax_->correct();
    const std::vector<Vec3> normals = wallNormals(mesh);
    fv::eachCell({"LES delta: IDDES", 0}, mesh,
                 [Cw = Cw_, normals = View(normals), Cf = mesh.faceCentres(), C = View(mesh.C), y = View(mesh.cellWallDistance),
                  hmax = View(hmax_->width().cells()), width = View(width_.cells())](Label c, const auto& around) {
                   double lowest = vGreat, highest = -vGreat;
                   around([&](Label f, double) {
                     const double along = dot(normals[c], Cf(f) - C[c]);
                     lowest = std::min(lowest, along);
                     highest = std::max(highest, along);
                   });
                   width[c] = std::min(std::max({Cw * y[c], Cw * hmax[c], highest - lowest}), hmax[c]);
                 });
    width_.updateGhosts();
  }
  const fv::VolScalarField* hmax() const override { return &hmax_->width(); }

 private:
  std::unique_ptr<LesDelta> hmax_;
  double Cw_ = 0;
};

}  // namespace

std::unique_ptr<LesDelta> makeIddesDelta(const config::Dictionary& les, const LesFlow& flow) {
  return std::make_unique<IddesDelta>(les, flow);
}

}  // namespace eagre::physics
