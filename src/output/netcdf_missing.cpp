// SPDX-License-Identifier: BSD-3-Clause
#ifndef EAGRE_NETCDF
#include "core/error.hpp"
#include "output/netcdf.hpp"

namespace eagre::output::netcdf {

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

}  // namespace eagre::output::netcdf

#endif
