// SPDX-License-Identifier: BSD-3-Clause
#include "run/channel/channel_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <iterator>
#include <regex>

#include "grid/loops.hpp"
#include "output/on_master.hpp"
#include "run/channel/channel_text.hpp"

namespace eagre::run {
namespace fs = std::filesystem;
using channel::NamedField;

namespace {

/// Restart files that are kept: the one just written, and the one before it.
constexpr std::size_t keptRestarts = 2;

double processorSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// Adds the time that it lives to a cost.
class Adding {
 public:
  explicit Adding(ChannelOutput::Cost& cost) : cost_(cost) {}
  ~Adding() {
    cost_.seconds += comm::Communicator::seconds() - start_;
    cost_.processor += processorSeconds() - processorStart_;
  }
  Adding(const Adding&) = delete;
  Adding& operator=(const Adding&) = delete;

 private:
  ChannelOutput::Cost& cost_;
  double start_ = comm::Communicator::seconds(), processorStart_ = processorSeconds();
};

}  // namespace

ChannelOutput::ChannelOutput(const ChannelCase& channelCase, const grid::Block& block) : case_(&channelCase), block_(&block) {
  output::onMaster(block.communicator(), [&] { fs::create_directories(channelCase.directory); });
}

ChannelFileHeader ChannelOutput::header(const char* title, std::int64_t step, double time) const {
  return {.title = title, .settings = &case_->settings, .time = time, .step = step};
}

void ChannelOutput::fields(std::int64_t step, double time, const std::vector<NamedField>& fields, const DueFields& due) {
  const Adding adding(cost_);
  const channel::FileFormat format = case_->settings.output.format;
  if (format != channel::FileFormat::text) {
    std::vector<NamedField> some;
    std::copy_if(fields.begin(), fields.end(), std::back_inserter(some), [&](const NamedField& f) { return due.has(f.name); });
    fieldsNetcdf(step, time, some);
  }
  if (format != channel::FileFormat::netcdf) fieldsText(step, fields, due);
}

void ChannelOutput::fieldsNetcdf(std::int64_t step, double time, const std::vector<NamedField>& fields) {
  const auto head = header("Two-layer channel", step, time);
  output::netcdf::Settings format = case_->fileSettings;
  format.singlePrecision = case_->settings.output.singlePrecision;
  const auto write = [&](const std::string& name, std::span<const NamedField> some) {
    writeChannelFile(case_->directory / fmt::format("{}_{:08}.nc", name, step), *block_, some, head, Placing::atCentres, format);
  };
  if (!case_->settings.output.oneFile)
    for (const NamedField& field : fields) write(field.name, std::span(&field, 1));
  else if (!fields.empty())
    write("fields", fields);
}

void ChannelOutput::fieldsText(std::int64_t step, const std::vector<NamedField>& fields, const DueFields& due) {
  // TPLS's names of them, in its order.
  const auto take = [&](const char* name, const char* tplsName, std::vector<NamedField>& list) {
    for (NamedField field : fields)
      if (field.name == name) field.name = tplsName, list.push_back(field);
  };
  std::vector<NamedField> phi, uvw;
  take("phi", "Phi", phi);
  // Of a phase field TPLS prints C - 1/2.
  grid::Field shifted;
  for (const NamedField& field : fields)
    if (field.name == "C") {
      shifted = *field.field;
      grid::forCells({"channel.shifted", 16}, *block_, [c = shifted.view()](int i, int j, int k) { c(i, j, k) -= 0.5; });
      phi.push_back({"Phi", &shifted});
    }
  take("u", "U", uvw), take("v", "V", uvw), take("w", "W", uvw), take("p", "P", uvw);
  if (due.phi) writePointFile(case_->directory / fmt::format("phi_channel_{}.dat", step), *block_, phi);
  if (due.uvw) writePointFile(case_->directory / fmt::format("uvw_channel_{}.dat", step), *block_, uvw);
}

void ChannelOutput::restart(std::int64_t step, double time, const channel::State& state) {
  const Adding adding(cost_);
  auto head = header("Two-layer channel, to continue from", step, time);
  head.numbers = state.numbers;
  const fs::path file = case_->directory / fmt::format("restart_{:08}.nc", step);
  // Doubles of a flow hardly compress: a sixth for many times the time.
  output::netcdf::Settings format = case_->fileSettings;
  format.deflate = 0;
  writeChannelFile(file, *block_, state.fields, head, Placing::staggered, format);
  dropRestarts(file);
}

void ChannelOutput::dropRestarts(const fs::path& newest) {
  output::onMaster(block_->communicator(), [&] {
    std::size_t older = 0;
    const auto files = restartFiles(case_->directory);
    for (auto file = files.rbegin(); file != files.rend(); ++file)
      if (*file > newest || (*file < newest && ++older >= keptRestarts)) fs::remove(*file);
  });
}

std::vector<fs::path> stepFiles(const fs::path& directory) {
  static const std::regex names(R"(\w+_\d{8,}\.nc|(phi|uvw)_channel_\d+\.dat)");
  std::vector<fs::path> files;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(directory, none))
    if (std::regex_match(entry.path().filename().string(), names)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<fs::path> restartFiles(const fs::path& directory) {
  std::vector<fs::path> files = stepFiles(directory);
  std::erase_if(files, [](const fs::path& file) { return !file.filename().string().starts_with("restart_"); });
  return files;
}

}  // namespace eagre::run
