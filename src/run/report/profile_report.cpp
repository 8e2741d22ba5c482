// SPDX-License-Identifier: BSD-3-Clause
#include "run/report/profile_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "output/file_sink.hpp"
#include "output/on_master.hpp"

namespace eagre::run {

namespace {

constexpr double giga = 1e9;

void writeJson(const std::filesystem::path& path, const std::vector<kernel::Profile::Entry>& loops,
               const CommunicationReport& communication, const ProfiledSteps& steps) {
  std::string out = fmt::format("{{\n  \"steps\": {},\n  \"seconds\": {:.9g},\n  \"loops\": [", steps.steps, steps.seconds);
  for (std::size_t i = 0; i < loops.size(); ++i)
    out += fmt::format(
        "{}\n    {{\"name\": \"{}\", \"calls\": {:.0f}, \"iterations\": {:.0f}, \"bytes\": {:.0f}, \"seconds\": {:.9g}}}",
        i == 0 ? "" : ",", loops[i].name, loops[i].calls, loops[i].iterations, loops[i].bytes, loops[i].seconds);
  out += "\n  ],\n  \"communication\": " + json(communication) + "\n}\n";
  output::replaceFile(path, out);
}

}  // namespace

void reportProfile(const comm::Communicator& world, const kernel::Profile& profile, const CommunicationReport& communication,
                   const ProfiledSteps& steps, const std::filesystem::path& caseDirectory, Log& log) {
  auto loops = profile.entries();
  std::sort(loops.begin(), loops.end(), [](const auto& a, const auto& b) { return a.seconds > b.seconds; });
  double inLoops = 0, bytes = 0, counted = 0;
  log.line(fmt::format("\nProfile of rank 0 over {} steps after the first\n{:>10} {:>7} {:>9} {:>7}  {}", steps.steps, "ms/step",
                       "share", "bytes", "GB/s", "loop"));
  for (const auto& loop : loops) {
    inLoops += loop.seconds;
    bytes += loop.bytes;
    if (loop.bytes > 0) counted += loop.seconds;
    const std::string each = loop.bytes > 0 ? fmt::format("{:.0f}", loop.bytes / loop.iterations) : "-";
    const std::string rate = loop.bytes > 0 ? fmt::format("{:.1f}", loop.bytes / loop.seconds / giga) : "-";
    log.line(fmt::format("{:10.3f} {:6.1f}% {:>9} {:>7}  {}", 1e3 * loop.seconds / std::max(steps.steps, 1),
                         100 * loop.seconds / steps.seconds, each, rate, loop.name));
  }
  log.line(fmt::format("{:10.3f} {:6.1f}% {:>9} {:>7}  all loops; {:.1f}% of the time in loops whose bytes are counted",
                       1e3 * inLoops / std::max(steps.steps, 1), 100 * inLoops / steps.seconds, "",
                       fmt::format("{:.1f}", bytes / std::max(inLoops, 1e-9) / giga), 100 * counted / steps.seconds));
  log.line(fmt::format("{:10.3f}  100.0% {:>9} {:>7}  whole step\n", 1e3 * steps.seconds / std::max(steps.steps, 1), "",
                       fmt::format("{:.1f}", bytes / std::max(steps.seconds, 1e-9) / giga)));
  if (world.parallel()) print(communication, std::max(steps.steps, 1), log);
  output::onMaster(world, [&] { writeJson(caseDirectory / "profile.json", loops, communication, steps); });
}

}  // namespace eagre::run
