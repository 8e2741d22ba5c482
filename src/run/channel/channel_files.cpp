// SPDX-License-Identifier: BSD-3-Clause
#include "run/channel/channel_files.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <map>
#include <sstream>
#include <utility>

#include "channel/parameters.hpp"
#include "core/error.hpp"
#include "grid/loops.hpp"
#include "output/checksum.hpp"

namespace eagre::run {
namespace netcdf = output::netcdf;
using channel::NamedField;
using channel::Position;
using grid::Block;

namespace {

constexpr std::array<const char*, 3> letters{"x", "y", "z"};

bool onFaces(const NamedField& field, Placing placing, int d) {
  return placing == Placing::staggered && static_cast<int>(field.position) == d;
}

/// The cells or faces of a field that this rank gives to the file, by local index.
grid::Box boxOf(const Block& block, const NamedField& field, Placing placing) {
  return field.position == Position::centre || placing == Placing::atCentres ? block.box()
                                                                             : block.faces(static_cast<int>(field.position));
}

/// The same by global index.
netcdf::Box placeOf(const Block& block, const grid::Box& box) {
  netcdf::Box place;
  for (std::size_t d = 0; d < 3; ++d) {
    place.first[d] = block.offset()[d] + box.low[d];
    place.size[d] = box.high[d] - box.low[d];
  }
  return place;
}

/// Centres, or faces, of a whole direction. A periodic direction has as many faces as cells.
std::vector<double> points(const grid::Grid& grid, int d, bool faces) {
  const auto i = static_cast<std::size_t>(d);
  std::vector<double> result(static_cast<std::size_t>(grid.cells[i] + (faces && !grid.periodic[i] ? 1 : 0)));
  for (std::size_t n = 0; n < result.size(); ++n)
    result[n] = faces ? grid.face(d, static_cast<int>(n)) : grid.centre(d, static_cast<int>(n));
  return result;
}

std::vector<netcdf::Axis> axesOf(const grid::Grid& grid, std::span<const NamedField> fields, Placing placing) {
  constexpr std::array<const char*, 3> meaning{"streamwise", "spanwise", "normal to the plates"};
  std::vector<netcdf::Axis> axes;
  for (int d = 0; d < 3; ++d) {
    const auto i = static_cast<std::size_t>(d);
    axes.push_back({letters[i], d, points(grid, d, false), "1", fmt::format("{}, in channel heights", meaning[i])});
    for (const NamedField& field : fields)
      if (onFaces(field, placing, d)) {
        axes.push_back({fmt::format("{}_face", letters[i]), d, points(grid, d, true), "1",
                        fmt::format("{}, of faces, in channel heights", meaning[i])});
        break;
      }
  }
  return axes;
}

netcdf::Variable variableOf(const NamedField& field, Placing placing) {
  netcdf::Variable variable{field.name, {}, field.units, field.longName, {}};
  for (int d = 0; d < 3; ++d)
    variable.axes[static_cast<std::size_t>(d)] =
        fmt::format("{}{}", letters[static_cast<std::size_t>(d)], onFaces(field, placing, d) ? "_face" : "");
  return variable;
}

/// The values of a box, x fastest.
void pack(const NamedField& field, const grid::Box& box, Placing placing, double* to) {
  const auto f = std::as_const(*field.field).view();
  const std::ptrdiff_t nx = box.high[0] - box.low[0], ny = box.high[1] - box.low[1];
  const auto put = [&](auto value) {
    grid::forRows({"channel.pack", 16}, box, [=](int j, int k) {
      double* row = to + nx * ((j - box.low[1]) + ny * (k - box.low[2])) - box.low[0];
      for (int i = box.low[0]; i < box.high[0]; ++i) row[i] = value(i, j, k);
    });
  };
  const int d = static_cast<int>(field.position), x = d == 0, y = d == 1, z = d == 2;
  if (placing == Placing::atCentres && field.position != Position::centre)
    put([=](int i, int j, int k) { return 0.5 * (f(i, j, k) + f(i + x, j + y, k + z)); });
  else
    put(f);
}

/// The largest magnitude that a field can have. In units of the channel all fields are of order 1, or of the parameters of the
/// fluids; from 1/epsilon on nothing of that order is left beside a value. A distance is that to an interface in the channel, and
/// C goes from 0 to 1; both may be off from that in the file of another program, but not by orders of magnitude.
double largest(const std::string& field, const grid::Grid& grid) {
  constexpr double slack = 1e3, ofAny = 1e15;
  if (field == "phi") return slack * std::hypot(grid.length(0), grid.length(1), grid.length(2));
  return field == "C" ? slack : ofAny;
}

/// What the checksum of a file covers: all texts that are read back from it.
std::string checksumOf(const std::string& step, const std::string& settings, const std::string& state) {
  const std::string all = step + '\n' + settings + '\n' + state;
  return fmt::format("{:08x}", output::checksum(std::as_bytes(std::span(all))));
}

std::string numbersText(std::span<const channel::NamedNumber> numbers) {
  std::string text;
  for (const auto& [name, number] : numbers) text += fmt::format("{} {:a}\n", name, *number);
  return text;
}

}  // namespace

void requireSound(const std::filesystem::path& path, const NamedField& field, const Block& block) {
  const grid::Box box = boxOf(block, field, Placing::staggered);
  const double limit = largest(field.name, block.grid());
  std::string bad;
  grid::sequentialRows({"channel.sound", 8}, box, [&, f = std::as_const(*field.field).view()](int j, int k) {
    for (int i = box.low[0]; i < box.high[0] && bad.empty(); ++i) {
      const double value = f(i, j, k);
      if (std::abs(value) <= limit) continue;
      bad = fmt::format("{}: '{}' is {:g} at point ({}, {}, {}), counted from 0{}", path.string(), field.name, value,
                        block.offset()[0] + i, block.offset()[1] + j, block.offset()[2] + k,
                        std::isfinite(value) ? fmt::format("; at most {:.3g} is possible in this channel", limit) : "");
    }
  });
  const comm::Communicator& world = block.communicator();
  const double first = world.min(bad.empty() ? world.size() : world.rank());
  if (first == world.size()) return;
  world.broadcast(bad, static_cast<int>(first));
  throw Error(bad, ExitCode::badCase);
}

void writeChannelFile(const std::filesystem::path& path, const Block& block, std::span<const NamedField> fields,
                      const ChannelFileHeader& header, Placing placing, const netcdf::Settings& settings) {
  netcdf::Description description{.title = header.title,
                                  .history = {},
                                  .source = "Eagre " EAGRE_VERSION,
                                  .timeUnits = "1",
                                  .attributes = {{"step", std::to_string(header.step)}}};
  const std::string settingsText = header.settings ? channel::toToml(*header.settings) : "";
  if (header.settings) description.attributes.emplace_back("settings", settingsText);
  if (!header.numbers.empty()) {
    const std::string state = numbersText(header.numbers);
    description.attributes.emplace_back("state", state);
    description.attributes.emplace_back("checksum", checksumOf(std::to_string(header.step), settingsText, state));
  }
  std::vector<netcdf::Variable> variables;
  for (const NamedField& field : fields) variables.push_back(variableOf(field, placing));
  netcdf::Writer writer(path, block.communicator(), description, axesOf(block.grid(), fields, placing), variables, settings);
  writer.beginTime(header.time);
  for (const NamedField& field : fields) {
    writer.writeFrom(field.name, placeOf(block, boxOf(block, field, placing)),
                     [&](const netcdf::Box& part, std::span<double> values) {
                       grid::Box box;
                       for (std::size_t d = 0; d < 3; ++d) {
                         box.low[d] = static_cast<int>(part.first[d]) - block.offset()[d];
                         box.high[d] = static_cast<int>(part.end(d)) - block.offset()[d];
                       }
                       pack(field, box, placing, values.data());
                     });
  }
  writer.commit();
}

ChannelFile::ChannelFile(const std::filesystem::path& path, const Block& block)
    : path_(path), block_(&block), reader_(path, block.communicator()) {}

void ChannelFile::read(const NamedField& field) {
  if (!reader_.has(field.name))
    throw Error(fmt::format("{}: no field '{}'; it is no initial or restart file of these settings", path_.string(), field.name),
                ExitCode::badCase);
  const auto shape = reader_.shape(field.name);
  std::array<std::int64_t, 3> expected{};
  const grid::Grid& grid = block_->grid();
  for (std::size_t d = 0; d < 3; ++d)
    expected[d] = grid.cells[d] + (onFaces(field, Placing::staggered, static_cast<int>(d)) && !grid.periodic[d] ? 1 : 0);
  if (shape != expected)
    throw Error(
        fmt::format("{}: '{}' has {} x {} x {} points, but grid.cells = [{}, {}, {}] and the boundaries make it {} x {} x {}",
                    path_.string(), field.name, shape[0], shape[1], shape[2], grid.cells[0], grid.cells[1], grid.cells[2],
                    expected[0], expected[1], expected[2]),
        ExitCode::badCase);
  for (int d = 0; d < 3; ++d) {
    const bool faces = onFaces(field, Placing::staggered, d);
    const auto found = reader_.axis(reader_.axesOf(field.name)[static_cast<std::size_t>(d)]), wanted = points(grid, d, faces);
    if (found.size() != wanted.size())
      throw Error(fmt::format("{}: '{}' has {} points along {}, but its axis has {}", path_.string(), field.name, wanted.size(),
                              letters[static_cast<std::size_t>(d)], found.size()),
                  ExitCode::badCase);
    for (std::size_t i = 0; i < wanted.size(); ++i)
      if (!(std::abs(found[i] - wanted[i]) <= 1e-6 * grid.h[static_cast<std::size_t>(d)]))
        throw Error(fmt::format("{}: point {} of '{}' along {} is at {}, but the grid has it at {}; is it of another length?",
                                path_.string(), i, field.name, letters[static_cast<std::size_t>(d)], found[i], wanted[i]),
                    ExitCode::badCase);
  }
  const grid::Box box = boxOf(*block_, field, Placing::staggered);
  const std::vector<double> values = reader_.read(field.name, 0, placeOf(*block_, box));
  const std::ptrdiff_t nx = box.high[0] - box.low[0], ny = box.high[1] - box.low[1];
  grid::forCells({"channel.unpack", 16}, box, [=, f = field.field->view(), from = values.data()](int i, int j, int k) {
    f(i, j, k) = from[(i - box.low[0]) + nx * ((j - box.low[1]) + ny * (k - box.low[2]))];
  });
  requireSound(path_, field, *block_);
}

double ChannelFile::time() {
  const auto times = reader_.times();
  return times.empty() ? 0 : times.front();
}

std::int64_t ChannelFile::step() {
  const std::string text = reader_.text("", "step").value_or("0");
  std::int64_t step = 0;
  std::from_chars(text.data(), text.data() + text.size(), step);
  return step;
}

std::string ChannelFile::settings() { return reader_.text("", "settings").value_or(""); }

void ChannelFile::read(std::span<const channel::NamedNumber> numbers) {
  const std::string state = reader_.text("", "state").value_or("");
  // Restart files were first written without one.
  if (const auto checksum = reader_.text("", "checksum");
      checksum && *checksum != checksumOf(reader_.text("", "step").value_or(""), settings(), state))
    throw Error(fmt::format("{}: damaged: the checksum of step, settings and state is not that of the file", path_.string()),
                ExitCode::io);
  std::istringstream lines(state);
  std::map<std::string, double> values;
  for (std::string line; std::getline(lines, line);) {
    const auto blank = line.find(' ');
    const std::string number = blank == std::string::npos ? "" : line.substr(blank + 1);
    char* end = nullptr;
    const double value = std::strtod(number.c_str(), &end);
    if (number.empty() || *end != '\0' || !std::isfinite(value))
      throw Error(fmt::format("{}: '{}' in its state is no name and number", path_.string(), line), ExitCode::badCase);
    values[line.substr(0, blank)] = value;
  }
  for (const auto& [name, number] : numbers) {
    const auto found = values.find(name);
    if (found == values.end())
      throw Error(fmt::format("{}: no number '{}' in its state; it is no restart file of these settings", path_.string(), name),
                  ExitCode::badCase);
    *number = found->second;
  }
}

}  // namespace eagre::run
