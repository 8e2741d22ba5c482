// SPDX-License-Identifier: BSD-3-Clause
#include "output/netcdf.hpp"

#include <algorithm>

namespace eagre::output::netcdf {

bool isBuiltIn() {
#ifdef EAGRE_NETCDF
  return true;
#else
  return false;
#endif
}

bool Box::isInside(const std::array<std::int64_t, 3>& shape) const {
  if (points() == 0) return true;
  for (std::size_t d = 0; d < 3; ++d)
    if (first[d] < 0 || size[d] < 0 || end(d) > shape[d]) return false;
  return true;
}

Box operator&(const Box& a, const Box& b) {
  Box both;
  for (std::size_t d = 0; d < 3; ++d) {
    both.first[d] = std::max(a.first[d], b.first[d]);
    both.size[d] = std::max<std::int64_t>(0, std::min(a.end(d), b.end(d)) - both.first[d]);
  }
  return both;
}

}  // namespace eagre::output::netcdf
