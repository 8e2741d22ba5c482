// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <span>

#include "fv/fields/field.hpp"
#include "fv/fields/patch_faces.hpp"

namespace eagre::fv::conditions {

/// A flow through a patch: the density of each face (1 for a flow of volume), the rate on all ranks, and which way it goes: 1
/// out, -1 in.
struct PatchFlow {
  std::span<const double> rho;
  double rate, outward;
};

/// The cells' velocity, backflow removed and its normal part scaled (if it carries more than half of the rate) or shifted to
/// carry the rate. Collective.
inline void extrapolateFlow(const VolField<Vec3>& field, const PatchFaces& faces, const PatchFlow& flow, std::span<Vec3> values) {
  const auto through = [&](Label i) { return std::max(flow.outward * dot(faces.normal(i), field[faces.cell(i)]), 0.0); };
  double sums[2] = {};
  for (Label i = 0; i < faces.size(); ++i) {
    sums[0] += flow.rho[i] * faces.magSf(i) * through(i);
    sums[1] += flow.rho[i] * faces.magSf(i);
  }
  faces.sum(sums);
  const bool scale = sums[0] / flow.rate > 0.5;
  const double factor = scale ? std::abs(flow.rate) / std::abs(sums[0]) : 1.0;
  const double shift = scale ? 0.0 : (flow.rate - sums[0]) / sums[1];
  for (Label i = 0; i < faces.size(); ++i) {
    const Vec3 n = faces.normal(i);
    const Vec3& P = field[faces.cell(i)];
    values[i] = P - dot(n, P) * n + flow.outward * (through(i) * factor + shift) * n;
  }
}

}  // namespace eagre::fv::conditions
