// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <vector>

#include "output/netcdf/netcdf.hpp"

namespace eagre::output::netcdf {

/// Start and count of a box as NetCDF has them: directions x, y, z in its order, behind the time if there is one.
struct Slab {
  std::vector<std::size_t> start, count;
  Slab(const Box& box, std::optional<std::size_t> time) {
    if (time) start.push_back(*time), count.push_back(box.points() > 0 ? 1 : 0);
    for (const int d : {2, 1, 0}) {
      const auto i = static_cast<std::size_t>(d);
      start.push_back(box.points() > 0 ? static_cast<std::size_t>(box.first[i]) : 0);
      count.push_back(box.points() > 0 ? static_cast<std::size_t>(box.size[i]) : 0);
    }
  }
};

}  // namespace eagre::output::netcdf
