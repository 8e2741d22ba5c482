// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/face_areas.hpp"

#include <algorithm>

namespace eagre::mesh {

void FaceAreas::pack(const std::vector<double>& magnitudes) {
  std::vector<std::uint8_t> directions;
  directions.reserve(vectors.size());
  for (std::size_t f = 0; f < vectors.size(); ++f) {
    const auto* unit =
        std::find_if(std::begin(units), std::end(units), [&](const Vec3& u) { return magnitudes[f] * u == vectors[f]; });
    if (unit == std::end(units)) return;
    directions.push_back(static_cast<std::uint8_t>(unit - std::begin(units)));
  }
  directions_ = std::move(directions);
  magnitudes_ = magnitudes.data();
  std::vector<Vec3>().swap(vectors);
}

}  // namespace eagre::mesh
