// SPDX-License-Identifier: BSD-3-Clause
#include "physics/turbulence/les_filter.hpp"

#include <utility>

#include "fv/fields/cell_faces.hpp"
#include "fv/fields/patch_faces.hpp"
#include "kernel/view.hpp"

namespace eagre::physics {

using kernel::View;

namespace {

double turned(const Tensor&, double a) { return a; }
Vec3 turned(const Tensor& r, const Vec3& a) { return dot(r, a); }
/// r . a . r^T
SymmTensor turned(const Tensor& r, const SymmTensor& a) {
  const Vec3 rows[3]{{r.xx, r.xy, r.xz}, {r.yx, r.yy, r.yz}, {r.zx, r.zy, r.zz}};
  const auto at = [&](int i, int j) { return dot(rows[i], dot(a, rows[j])); };
  return {at(0, 0), at(0, 1), at(0, 2), at(1, 1), at(1, 2), at(2, 2)};
}

FlowProducts turned(const Tensor& r, const FlowProducts& a) { return {turned(r, a.UU), turned(r, a.D), turned(r, a.U), a.DD}; }
SubgridProducts turned(const Tensor& r, const SubgridProducts& a) {
  return {turned(r, a.L), turned(r, a.M), a.dissipation, a.scale};
}
Contractions turned(const Tensor&, const Contractions& a) { return a; }

/// A value as its components.
template <class T>
const double* componentsOf(const T& a) {
  return reinterpret_cast<const double*>(&a);
}
template <class T>
double* componentsOf(T& a) {
  return reinterpret_cast<double*>(&a);
}

template <class T>
T mean(T a, const T& b) {
  for (int i = 0; i < nComponents<T>; ++i) componentsOf(a)[i] = 0.5 * (componentsOf(a)[i] + componentsOf(b)[i]);
  return a;
}

Tensor mirror(const Vec3& n) { return identityTensor() - 2.0 * outer(n, n); }

/// Of each wedge side the rotation into it, of each symmetry plane the mirror; of other patches nothing. Collective.
std::vector<Tensor> constraintTurns(const mesh::Mesh& mesh) {
  std::vector<Tensor> turns(mesh.patches.size());
  for (std::size_t p = 0; p < turns.size(); ++p) {
    const mesh::Patch& patch = mesh.patches[p];
    if (patch.type == "wedge") turns[p] = fv::wedgeTurn(mesh, patch).face;
    if (patch.type == "symmetryPlane") turns[p] = mirror(fv::meanNormal(mesh, patch));
  }
  return turns;
}

/// Values on patches whose type imposes them.
template <class T>
void imposeConstraints(const mesh::Mesh& mesh, const std::vector<Tensor>& turns, fv::CellValues<T>& psi) {
  using namespace fv;
  for (std::size_t p = 0; p < turns.size(); ++p) {
    const mesh::Patch& patch = mesh.patches[p];
    const PatchFaces faces(mesh, patch);
    T* values = psi.boundary.data() + patch.start;
    const auto set = [&](auto value) {
      for (Label i = 0; i < faces.size(); ++i) values[i] = value(i, psi.cells[faces.cell(i)]);
    };
    if (patch.type == "wedge") {
      set([turn = turns[p]](Label, const T& P) { return turned(turn, P); });
    } else if (patch.type == "symmetryPlane") {
      set([r = turns[p]](Label, const T& P) { return mean(P, turned(r, P)); });
    } else if (patch.type == "symmetry") {
      set([&](Label i, const T& P) { return mean(P, turned(mirror(faces.normal(i)), P)); });
    }
  }
}

}  // namespace

SimpleFilter::SimpleFilter(fv::FaceWeights weights) : mesh_(&weights.mesh()), weights_(std::move(weights)) { area(); }

const std::vector<double>& SimpleFilter::area() const {
  return area_.get(*mesh_, [&mesh = *mesh_] {
    std::vector<double> area(static_cast<std::size_t>(mesh.nCells));
    fv::eachCell({"filter: areas", 0}, mesh, [area = View(area), magSf = View(mesh.magSf)](Label c, const auto& around) {
      double sum = 0;
      around([&](Label f, double) { sum += magSf[f]; });
      area[c] = sum;
    });
    return area;
  });
}

template <class T>
void SimpleFilter::operator()(fv::CellValues<T>& psi, fv::CellValues<T>& filtered) const {
  const mesh::Mesh& mesh = *mesh_;
  const auto& turns = turns_.get(mesh, [&] { return constraintTurns(mesh); });
  imposeConstraints(mesh, turns, psi);
  filtered.cells.resize(static_cast<std::size_t>(mesh.nAllCells()));
  filtered.boundary.resize(static_cast<std::size_t>(mesh.nBoundaryFaces));
  const Label first = mesh.nInteriorFaces();
  static constexpr int n = nComponents<T>;
  static_assert(sizeof(T) == n * sizeof(double));
  const double bytes = fv::bytesOfCellFaces(mesh) + 16 * n + 16 * fv::facesPerCell(mesh) + 8;
  const double *in = componentsOf(*psi.cells.data()), *boundary = componentsOf(*psi.boundary.data()), *area = this->area().data();
  fv::eachCell({"filter", bytes}, mesh,
               [in, boundary, area, first, magSf = View(mesh.magSf), weights = weights_.data(),
                out = componentsOf(*filtered.cells.data())](Label c, const auto& around) {
                 double sum[n] = {};
                 double own = 0;  // how much of the area takes this cell's value
                 const auto add = [&](double share, const double* values) {
                   for (int i = 0; i < n; ++i) sum[i] += share * values[i];
                 };
                 const auto inside = [&](Label f, Label N, double sign) {
                   const double share = magSf[f] * (sign > 0 ? weights[f] : 1 - weights[f]);
                   own += share;
                   add(magSf[f] - share, in + n * std::size_t(N));
                 };
                 around(inside, [&](Label f) { add(magSf[f], boundary + n * std::size_t(f - first)); });
                 add(own, in + n * std::size_t(c));
                 const double perArea = 1 / area[c];
                 for (int i = 0; i < n; ++i) out[n * std::size_t(c) + i] = perArea * sum[i];
               });
  mesh.halo->update(filtered.cells);
  kernel::parallelFor({"filter: boundary", 16.0 * nComponents<T>}, mesh.nBoundaryFaces,
                      [first, owner = View(mesh.owner), cells = View(filtered.cells),
                       boundary = View(filtered.boundary)](Label b) { boundary[b] = cells[owner[first + b]]; });
  imposeConstraints(mesh, turns, filtered);
}

template void SimpleFilter::operator()(fv::CellValues<double>&, fv::CellValues<double>&) const;
template void SimpleFilter::operator()(fv::CellValues<SymmTensor>&, fv::CellValues<SymmTensor>&) const;
template void SimpleFilter::operator()(fv::CellValues<FlowProducts>&, fv::CellValues<FlowProducts>&) const;
template void SimpleFilter::operator()(fv::CellValues<SubgridProducts>&, fv::CellValues<SubgridProducts>&) const;
template void SimpleFilter::operator()(fv::CellValues<Contractions>&, fv::CellValues<Contractions>&) const;

}  // namespace eagre::physics
