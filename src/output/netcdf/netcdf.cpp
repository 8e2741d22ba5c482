// SPDX-License-Identifier: BSD-3-Clause
#include "output/netcdf/netcdf.hpp"

#include <algorithm>

#include "core/error.hpp"
#ifdef EAGRE_NETCDF
#include <netcdf.h>
#endif

namespace eagre::output::netcdf {

bool isBuiltIn() {
#ifdef EAGRE_NETCDF
  return true;
#else
  return false;
#endif
}

std::string version() {
#ifdef EAGRE_NETCDF
  const std::string all = nc_inq_libvers();  // and when it was compiled
  return all.substr(0, all.find(' '));
#else
  return {};
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

#ifndef EAGRE_NETCDF

namespace {
[[noreturn]] void missing(const std::filesystem::path& path) {
  throw Error(path.string() + ": this program is built without NetCDF (EAGRE_NETCDF=OFF)", ExitCode::badCase);
}
}  // namespace

struct Writer::Impl {};
struct Reader::Impl {};
Writer::Writer(std::filesystem::path path, const comm::Communicator&, const Description&, const std::vector<Axis>&,
               const std::vector<Variable>&, const Settings&) {
  missing(path);
}
Writer::~Writer() = default;
void Writer::beginTime(double) {}
void Writer::write(const std::string&, const Box&, std::span<const double>) {}
void Writer::writeFrom(const std::string&, const Box&, const Fill&) {}
void Writer::commit() {}
Reader::Reader(std::filesystem::path path, const comm::Communicator&) { missing(path); }
Reader::~Reader() = default;
bool Reader::has(const std::string&) { return false; }
std::vector<double> Reader::times() { return {}; }
std::vector<double> Reader::axis(const std::string&) { return {}; }
std::array<std::int64_t, 3> Reader::shape(const std::string&) { return {}; }
std::array<std::string, 3> Reader::axesOf(const std::string&) { return {}; }
std::optional<std::string> Reader::text(const std::string&, const std::string&) { return {}; }
std::vector<double> Reader::read(const std::string&, std::size_t, const Box&) { return {}; }

#endif

}  // namespace eagre::output::netcdf
