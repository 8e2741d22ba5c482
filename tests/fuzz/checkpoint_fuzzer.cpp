// SPDX-License-Identifier: BSD-3-Clause
// A checkpoint of a channel, some of whose attributes or data sets have been replaced, gives fields that are sound, times and
// settings, or an Error; so does whatever else is asked of a NetCDF file. Bytes of the file are left alone: HDF5 1.10 believes
// what a structure without a checksum says of itself (docs/security.md); what is examined before it does has tests in
// tests/bad_cases.
#include <array>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <iterator>

#include "channel/parameters.hpp"
#include "grid/loops.hpp"
#include "hdf5_changes.hpp"
#include "run/channel/channel_files.hpp"
#include "scratch_directory.hpp"

using namespace eagre;
using fuzz::attempt;

namespace {

/// A small channel with one field of each position, and what a checkpoint has beside them.
struct Channel {
  grid::Block block{{.cells = {4, 1, 3}, .h = {0.25, 0.25, 1.0 / 3}, .periodic = {true, true, false}},
                    comm::Communicator::self()};
  grid::Field phi{block}, u{block}, v{block}, w{block};
  double time = 0.5, steps = 7;
  std::array<channel::NamedField, 4> fields{{{"phi", &phi},
                                             {"u", &u, channel::Position::xFace},
                                             {"v", &v, channel::Position::yFace},
                                             {"w", &w, channel::Position::zFace}}};
  std::array<channel::NamedNumber, 2> numbers{{{"time", &time}, {"steps", &steps}}};
};

constexpr std::array objects{"/", "/phi", "/u", "/v", "/w", "/time", "/x", "/y", "/z", "/x_face", "/y_face", "/z_face"};
// Not _Netcdf4Dimid: NetCDF 4.9 takes as much memory as it says.
constexpr std::array attributes{"state",
                                "settings",
                                "checksum",
                                "step",
                                "units",
                                "CLASS",
                                "NAME",
                                "DIMENSION_LIST",
                                "_FillValue",
                                "REFERENCE_LIST",
                                "calendar",
                                "_NCProperties",
                                "_Netcdf4Coordinates",
                                "title"};

std::vector<std::uint8_t> goodFile() {
  const fuzz::ScratchDirectory scratch;
  Channel channel;
  channel::Settings settings;
  run::writeChannelFile(scratch.path() / "good.nc", channel.block, channel.fields,
                        {.title = "fuzz",
                         .settings = &settings,
                         .time = 0.5,
                         .step = 7,
                         .numbers = {channel.numbers.begin(), channel.numbers.end()}},
                        run::Placing::staggered, {});
  std::ifstream stream(scratch.path() / "good.nc", std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// What a run asks that continues from a checkpoint.
void readCheckpoint(const std::string& path, Channel& channel) {
  run::ChannelFile file(path, channel.block);
  for (const channel::NamedField& field : channel.fields)
    attempt([&] {
      file.read(field);
      grid::forCells({"fuzz.finite", 8}, channel.block, [f = field.field->view()](int i, int j, int k) {
        if (!std::isfinite(f(i, j, k))) std::abort();
      });
    });
  attempt([&] { static_cast<void>(file.time()); });
  attempt([&] { static_cast<void>(file.step()); });
  attempt([&] {
    file.read(channel.numbers);
    for (const auto& [name, number] : channel.numbers)
      if (!std::isfinite(*number)) std::abort();
  });
  attempt([&] {
    Problems problems;
    channel::Settings settings;
    channel::apply(config::parseToml(file.settings(), "fuzz", problems), settings, problems);
  });
}

/// Whatever a NetCDF file can be asked.
void readNetcdf(const std::string& path) {
  output::netcdf::Reader reader(path, comm::Communicator::self());
  for (const char* object : objects) {
    const std::string name = object + 1;
    attempt([&] { static_cast<void>(reader.has(name)); });
    attempt([&] { static_cast<void>(reader.axis(name)); });
    attempt([&] { static_cast<void>(reader.axesOf(name)); });
    attempt([&] {
      const auto shape = reader.shape(name);
      if (shape[0] * shape[1] * shape[2] <= 1 << 20) static_cast<void>(reader.read(name, 0, {{0, 0, 0}, shape}));
    });
    for (const char* attribute : attributes) attempt([&] { static_cast<void>(reader.text(name, attribute)); });
  }
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  static comm::Environment environment(*argc, *argv);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::vector<std::uint8_t> good = goodFile();
  static Channel channel;
  const fuzz::ScratchFile file(good);
  fuzz::changeAll(file.path(), std::span(data, size), objects, attributes);
  attempt([&] { readCheckpoint(file.path(), channel); });
  attempt([&] { readNetcdf(file.path()); });
  return 0;
}
