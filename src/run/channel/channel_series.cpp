// SPDX-License-Identifier: BSD-3-Clause
#include "run/channel/channel_series.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <numbers>
#include <sstream>

#include "core/plain_file.hpp"
#include "output/on_master.hpp"

namespace eagre::run {
namespace fs = std::filesystem;
using std::numbers::pi;

namespace {

/// Names of the columns behind step, time and dt.
std::vector<std::string> columns(const channel::Settings& settings) {
  channel::Diagnostics d;
  if (settings.heat.solve) d.heat.emplace();
  if (settings.contactLine.law != channel::ContactLaw::none) d.contact.emplace();
  if (settings.evaporation.solve) d.evaporated = 0;
  std::vector<std::string> names;
  for (const auto& [name, value] : d.columns()) names.push_back(name);
  return names;
}

std::string header(const std::vector<std::string>& columns) {
  std::string text = "# step time dt";
  for (const std::string& name : columns) text += " " + name;
  return text + " growth_rate phase_speed\n";
}

/// The position of a column in a line; that behind all of them if there is none of that name.
std::size_t columnOf(const std::string& wanted, const std::vector<std::string>& columns) {
  return 3 + static_cast<std::size_t>(std::ranges::find(columns, wanted) - columns.begin());
}

/// Shortest text that gives the number again; a NaN has no sign.
std::string text(double value) { return std::isnan(value) ? "nan" : fmt::format("{}", value); }

}  // namespace

ChannelSeries::ChannelSeries(const comm::Communicator& world, const fs::path& directory, const channel::Settings& settings,
                             std::int64_t continuedFrom)
    : world_(world),
      path_(directory / "series.txt"),
      columns_(columns(settings)),
      waveNumber_(2 * pi * channel::observedMode(settings)[0] / settings.grid.length[0]) {
  output::onMaster(world_, [&] {
    const std::string kept = continuedFrom > 0 && fs::exists(path_) ? keptLines(continuedFrom) : header(columns_);
    output::replaceFile(path_, kept);
    file_ = std::make_unique<output::FileSink>(path_, false, output::FileSink::Mode::append);
    file_->throwIfFailed();
  });
}

std::string ChannelSeries::keptLines(std::int64_t continuedFrom) {
  requirePlainFile(path_);
  std::ifstream file(path_);
  std::string kept = header(columns_);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::vector<double> values;
    for (std::string word; words >> word;) values.push_back(std::strtod(word.c_str(), nullptr));
    if (line.empty() || line[0] == '#' || values.size() != columnOf("", columns_) + 2 ||
        values[0] > static_cast<double>(continuedFrom))
      continue;
    kept += line + '\n';
    last_ = Wave{values[1], values[columnOf("amplitude", columns_)], values[columnOf("phase", columns_)]};
  }
  return kept;
}

void ChannelSeries::add(std::int64_t step, double time, double dt, const channel::Diagnostics& d) {
  double growth = std::numeric_limits<double>::quiet_NaN(), speed = growth;
  if (last_ && time > last_->time) {
    const double elapsed = time - last_->time;
    growth = std::log(d.amplitude / last_->amplitude) / elapsed;
    // The phase is known but for whole turns: the nearest one is taken.
    if (waveNumber_ > 0) speed = -std::remainder(d.phase - last_->phase, 2 * pi) / (elapsed * waveNumber_);
  }
  last_ = Wave{time, d.amplitude, d.phase};
  output::onMaster(world_, [&] {
    std::string line = fmt::format("{} {} {}", step, time, dt);
    for (const auto& [name, value] : d.columns()) line.append(1, ' ').append(text(value));
    line += fmt::format(" {} {}\n", text(growth), text(speed));
    file_->write(line);
    file_->flush();
    file_->throwIfFailed();
  });
}

}  // namespace eagre::run
