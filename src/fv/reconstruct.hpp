// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "fv/cell_faces.hpp"
#include "fv/schemes.hpp"
#include "kernel/parallel_for.hpp"

namespace eagre::fv::fvc {

template <class PerArea, class Use>
void Reconstruct::each(const kernel::Loop& loop, PerArea perArea, Use use) const {
  const Vec3* Sf = mesh_->Sf.data();
  const SymmTensor* inverse = inverse_.data();
  const double bytes = loop.bytes + CellFaces::bytes(*mesh_) + 48 + 24 * facesPerCell(*mesh_);
  // The normal and the flux turn round together: both sides get the same.
  kernel::parallelFor({loop.name, bytes}, mesh_->nCells, [=, around = CellFaces(*mesh_)](Label c) {
    Vec3 sum{};
    around(c, [&](Label f, double) { sum += Sf[f] * perArea(f); });
    use(c, dot(inverse[c], sum));
  });
}

}  // namespace eagre::fv::fvc
