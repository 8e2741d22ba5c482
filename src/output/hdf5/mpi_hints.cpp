// SPDX-License-Identifier: BSD-3-Clause
#include "output/hdf5/mpi_hints.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "comm/handle.hpp"

namespace eagre::output {

bool asksForAggregators(const hdf5::Hints& hints) {
  return std::any_of(hints.begin(), hints.end(), [](const auto& hint) {
    return hint.first.starts_with("cb_") || hint.first == "collective_buffering" || hint.first == "romio_cb_write";
  });
}

hdf5::Hints mpiHints(std::int64_t bytes, int ranks, const hdf5::Hints& given) {
  constexpr std::uint64_t bytesOfStripe = std::uint64_t{64} << 20, most = 32;
  const auto stripes = std::min(most, std::bit_ceil((static_cast<std::uint64_t>(bytes) + bytesOfStripe - 1) / bytesOfStripe));
  hdf5::Hints hints = given;
  const auto add = [&](const char* key, std::uint64_t value) {
    if (std::none_of(given.begin(), given.end(), [&](const auto& hint) { return hint.first == key; }))
      hints.emplace_back(key, std::to_string(value));
  };
  if (asksForAggregators(given)) add("cb_nodes", std::min(stripes, static_cast<std::uint64_t>(ranks)));
  add("striping_factor", stripes);
  add("striping_unit", std::uint64_t{1} << 20);
  return hints;
}

std::string hintsProblem(const hdf5::Hints& hints) {
#ifdef OPEN_MPI
  if (asksForAggregators(hints) && !std::getenv("OMPI_MCA_fcoll") && !std::getenv("OMPI_MCA_io"))
    return "OpenMPI's default may wait without end with aggregators; set OMPI_MCA_fcoll=two_phase or OMPI_MCA_io=romio321 in the "
           "environment, or leave out what begins with cb_";
#else
  static_cast<void>(hints);
#endif
  return {};
}

}  // namespace eagre::output
