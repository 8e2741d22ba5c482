// SPDX-License-Identifier: BSD-3-Clause
#include "run/case_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "output/dump_list.hpp"
#include "output/foam_field.hpp"
#include "output/on_master.hpp"

namespace eagre::run {

namespace {

/// The command line of this process.
std::string commandLine() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!text.empty() && text.back() == '\0') text.pop_back();
  std::replace(text.begin(), text.end(), '\0', ' ');
  return text;
}

std::string restartText(const RestartState& state, const std::string& choices) {
  config::FoamHeader header;
  header.className = "dictionary";
  header.object = "restart";
  return config::headerText(header) +
         fmt::format("\nvalue           {:.17g};\nwriteOrigin     {:.17g};\nwriteIndex      {};\n", state.value,
                     *state.writeOrigin, state.writeIndex) +
         choices;
}

}  // namespace

CaseWriter::CaseWriter(const fv::Context& context, std::filesystem::path caseDirectory, const ControlDict& control,
                       const DumpControls& dumps, std::uint32_t meshChecksum)
    : context_(context),
      world_(context.mesh.communicator()),
      caseDirectory_(std::move(caseDirectory)),
      dumps_(dumps),
      patchSeries_(caseDirectory_),
      purgeDirectories_(world_, caseDirectory_, control.purgeWrite),
      purgeDumps_(world_, caseDirectory_ / "dumps", control.purgeWrite) {
  if (dumps.foam) output::writeParaViewFile(world_, caseDirectory_);
  if (dumps.hdf5)
    plan_ = std::make_unique<output::DumpPlan>(context.mesh, caseDirectory_, meshChecksum, dumps.settings,
                                               output::Provenance{EAGRE_VERSION, commandLine()});
}

void CaseWriter::write(const TimeControl& time, const ControlDict& control, const solvers::Outputs& outputs,
                       const std::string& choices) {
  const std::string restart = restartText(time.restartState(), choices);
  if (dumps_.foam) writeDirectory(time.name(), control, outputs, restart);
  if (!dumps_.hdf5) return;
  try {
    writeDump(time.name(), outputs, restart);
  } catch (const Error& e) {
    if (dumps_.stopOnError || e.code() != ExitCode::io) throw;
    context_.log.line(fmt::format("Warning: {}; the run goes on without the dump (onError continue)", e.what()));
  }
}

void CaseWriter::writeDirectory(const std::string& name, const ControlDict& control, const solvers::Outputs& outputs,
                                const std::string& restart) {
  output::TimeDirectory directory(world_, caseDirectory_, name);
  const output::FieldFormat format{control.binary, control.writePrecision, control.compressed};
  for (const auto* f : outputs.scalars) output::writeField(directory, *f, format);
  for (const auto* f : outputs.vectors) output::writeField(directory, *f, format);
  for (const auto* f : outputs.fluxes) output::writeField(directory, *f, format);
  directory.writeTime(context_.time);
  directory.write("uniform/restart", false, [&](output::FileSink& sink) { sink.write(restart); });
  directory.commit();
  purgeDirectories_.written(name);
}

void CaseWriter::writeDump(const std::string& name, const solvers::Outputs& outputs, const std::string& restart) {
  output::DumpWriter dump(*plan_, name, context_.time);
  for (const auto* f : outputs.scalars) dump.field(*f);
  for (const auto* f : outputs.vectors) dump.field(*f);
  for (const auto* f : outputs.fluxes) dump.field(*f);
  dump.state("time", output::timeText(name, context_.time));
  dump.state("restart", restart);
  dump.commit();
  purgeDumps_.written(output::dumpPath({}, name).filename().string());
  output::onMaster(world_, [&] {
    output::writeSeries(caseDirectory_);
    patchSeries_.write(name);
  });
}

}  // namespace eagre::run
