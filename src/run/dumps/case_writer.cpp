// SPDX-License-Identifier: BSD-3-Clause
#include "run/dumps/case_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "case/point_field_file.hpp"
#include "output/dumps/dump_file.hpp"
#include "output/dumps/dump_list.hpp"
#include "output/file_sink.hpp"
#include "output/foam/foam_field.hpp"
#include "output/on_master.hpp"
#include "run/control/command_line.hpp"

namespace eagre::run {

namespace fs = std::filesystem;

namespace {

void removeDirectory(const fs::path& path) {
  std::error_code error;
  fs::remove_all(path, error);
  if (error) throw Error(fmt::format("cannot remove {}: {}", path.string(), error.message()), ExitCode::io);
}

std::string restartText(const RestartState& state, const std::string& choices) {
  config::FoamHeader header;
  header.className = "dictionary";
  header.object = "restart";
  return config::headerText(header) + fmt::format("\nvalue           {:.17g};\n", state.value) + progressText(*state.written) +
         (state.writtenForRestarts ? fmt::format("restartDumps\n{{\n{}}}\n", progressText(*state.writtenForRestarts)) : "") +
         choices;
}

/// The names of the dumps for restarts, `keep` of them or as many as are there: those that are not there or are damaged first,
/// then from the oldest on. Rank 0.
std::vector<std::string> namesFromTheOldest(const fs::path& caseDirectory, int keep) {
  std::vector<std::string> names = output::findRestartDumps(caseDirectory);
  for (int number = 0; names.size() < static_cast<std::size_t>(keep); ++number)
    if (const std::string name = output::restartDumpName(number); std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(name);
  std::vector<std::tuple<std::string, std::int64_t, std::string>> dated;
  for (const std::string& name : names) {
    try {
      const output::DumpFile dump(output::dumpPath(caseDirectory, name));
      dated.emplace_back(dump.header().date, dump.header().index, name);
    } catch (const Error&) { dated.emplace_back("", 0, name); }
  }
  std::sort(dated.begin(), dated.end());
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = std::get<2>(dated[i]);
  return names;
}

void writeFields(output::TimeDirectory& directory, const ControlDict& control, const solvers::Outputs& outputs) {
  const output::FieldFormat format{control.binary, control.writePrecision, control.compressed};
  for (const auto* f : outputs.scalars) output::writeField(directory, *f, format);
  for (const auto* f : outputs.vectors) output::writeField(directory, *f, format);
  for (const auto* f : outputs.symmTensors) output::writeField(directory, *f, format);
  for (const auto* f : outputs.tensors) output::writeField(directory, *f, format);
  for (const auto* f : outputs.fluxes) output::writeField(directory, *f, format);
}

}  // namespace

bool isEmpty(const solvers::Outputs& outputs) {
  return outputs.scalars.empty() && outputs.vectors.empty() && outputs.fluxes.empty() && outputs.symmTensors.empty() &&
         outputs.tensors.empty();
}

void addToDirectory(const comm::Communicator& world, const fs::path& caseDirectory, const std::string& time,
                    const ControlDict& control, const solvers::Outputs& outputs) {
  if (isEmpty(outputs)) return;
  const fs::path beside = caseDirectory / "postProcessing";
  output::onMaster(world, [&] { output::makeDirectory(beside); });
  output::TimeDirectory directory(world, beside, time);
  writeFields(directory, control, outputs);
  directory.commit();
  output::onMaster(world, [&] {
    for (const auto& file : fs::directory_iterator(beside / time)) {
      const fs::path target = caseDirectory / time / file.path().filename();
      fs::rename(file.path(), target);
      std::error_code none;  // the same field of an earlier run, compressed where this one is not, or the other way round
      fs::remove(target.extension() == ".gz" ? fs::path(target).replace_extension() : fs::path(target.string() + ".gz"), none);
    }
    fs::remove(beside / time);
  });
}

CaseWriter::CaseWriter(const fv::Context& context, std::filesystem::path caseDirectory, const ControlDict& control,
                       const DumpControls& dumps, std::uint32_t meshChecksum, DumpMesh dumpMesh)
    : context_(context),
      world_(context.mesh.communicator()),
      caseDirectory_(std::move(caseDirectory)),
      dumps_(dumps),
      meshChecksum_(meshChecksum),
      dumpMesh_(std::move(dumpMesh)),
      series_(caseDirectory_),
      purgeDirectories_(world_, control.purgeWrite, [this](const auto& name) { removeDirectory(caseDirectory_ / name); }),
      purgeDumps_(world_, control.purgeWrite, [this](const auto& name) { output::removeDump(caseDirectory_, name); }) {
  if (dumps.foam) output::writeParaViewFile(world_, caseDirectory_);
  if (!dumps.any()) return;
  planDumps();
  if (dumpMesh_)
    context.log.line(
        "Dumps: each holds its mesh; cells beside finer ones are polyhedra: ParaView opens the dumps from 6.1 on (VTK 9.6), "
        "their "
        "patches any version");
  if (dumps.restart.times.control == WriteControl::none) return;
  std::vector<std::string> names;
  output::onMaster(world_, [&] { names = namesFromTheOldest(caseDirectory_, dumps.restart.keep); });
  names.resize(static_cast<std::size_t>(world_.sum(static_cast<std::int64_t>(names.size()))));
  for (std::string& name : names) world_.broadcast(name);
  restartNames_.assign(names.begin(), names.end());
}

void CaseWriter::planDumps() {
  plan_ = std::make_unique<output::DumpPlan>(context_.mesh, caseDirectory_, meshChecksum_, dumps_.settings,
                                             output::Provenance{EAGRE_VERSION, commandLine()}, dumpMesh_ != nullptr);
  plannedTopology_ = context_.mesh.topologyVersion;
}

template <class F>
void CaseWriter::tolerating(F&& f) {
  try {
    f();
  } catch (const Error& e) {
    if (dumps_.stopOnError || e.code() != ExitCode::io) throw;
    context_.log.line(fmt::format("Warning: {}; the run goes on without the dump (onError continue)", e.what()));
  }
}

void CaseWriter::write(const TimeControl& time, const ControlDict& control, const solvers::Outputs& outputs,
                       const std::string& choices) {
  const std::string name = time.name(), restart = restartText(time.restartState(), choices);
  if (dumps_.foam) writeDirectory(name, control, outputs, restart);
  if (!dumps_.hdf5) return;
  tolerating([&] {
    std::vector<output::SurfaceData> surfaces = writeDump({name, name}, outputs, restart);
    purgeDumps_.written(name);
    output::onMaster(world_, [&] { series_.write(name, std::move(surfaces)); });
  });
}

void CaseWriter::writeOwnTime(const std::string& name, const ControlDict& control, const solvers::Outputs& outputs) {
  bool isThere = false;
  output::onMaster(world_, [&] {
    std::error_code none;
    isThere = fs::exists(caseDirectory_ / name, none);
  });
  if (world_.any(isThere)) return addToDirectory(world_, caseDirectory_, name, control, outputs);
  output::TimeDirectory directory(world_, caseDirectory_, name);
  writeFields(directory, control, outputs);
  directory.write(output::ownTimeMark, false, [](output::FileSink& sink) {
    sink.write("// Fields of function objects at a time that the run did not write: nothing starts from here.\n");
  });
  directory.commit();
}

void CaseWriter::writeForRestart(const TimeControl& time, const solvers::Outputs& outputs, const std::string& choices) {
  tolerating([&] {
    const std::string name = restartNames_.front();
    writeDump({.name = name, .timeName = time.name(), .exact = true}, outputs, restartText(time.restartState(), choices));
    restartNames_.pop_front();
    restartNames_.push_back(name);
    context_.log.line(fmt::format("Dump for a restart: {}\n", name));
    // A run before may have kept more. Only now, with the new one whole, may they go.
    while (restartNames_.size() > static_cast<std::size_t>(dumps_.restart.keep)) {
      const std::string surplus = restartNames_.front();
      output::onMaster(world_, [&] { output::removeDump(caseDirectory_, surplus); });
      restartNames_.pop_front();
      context_.log.line(fmt::format("Removed {}: keep is {}\n", surplus, dumps_.restart.keep));
    }
  });
}

void CaseWriter::writeDirectory(const std::string& name, const ControlDict& control, const solvers::Outputs& outputs,
                                const std::string& restart) {
  output::TimeDirectory directory(world_, caseDirectory_, name);
  writeFields(directory, control, outputs);
  for (const auto* f : outputs.pointFields)
    output::writeField(directory, context_.mesh, *f, {control.binary, control.writePrecision, control.compressed});
  if (also_) also_(directory, control);
  if (context_.mesh.motion)  // of a mesh with faces of its own, too
    output::writePoints(directory, context_.mesh, {control.binary, std::max(control.writePrecision, 10), control.compressed});
  directory.writeTime(context_.time());
  directory.write("uniform/restart", false, [&](output::FileSink& sink) { sink.write(restart); });
  for (const auto& [file, text] : outputs.states)
    directory.write("uniform/" + file, false, [&text = text](output::FileSink& sink) { sink.write(text); });
  directory.commit();
  purgeDirectories_.written(name);
}

std::vector<output::SurfaceData> CaseWriter::writeDump(output::DumpRequest request, const solvers::Outputs& outputs,
                                                       const std::string& restart) {
  if (plannedTopology_ != context_.mesh.topologyVersion) planDumps();
  request.values =
      context_.mesh.nCellsGlobal * static_cast<std::int64_t>(outputs.scalars.size() + 3 * outputs.vectors.size() +
                                                             6 * outputs.symmTensors.size() + 9 * outputs.tensors.size()) +
      context_.mesh.nFacesGlobal * static_cast<std::int64_t>(outputs.fluxes.size());
  output::DumpWriter dump(*plan_, request, context_.time());
  for (const auto* f : outputs.scalars) dump.field(*f);
  for (const auto* f : outputs.vectors) dump.field(*f);
  for (const auto* f : outputs.symmTensors) dump.field(*f);
  for (const auto* f : outputs.tensors) dump.field(*f);
  for (const auto* f : outputs.fluxes) dump.field(*f);
  if (dumpMesh_) dumpMesh_(dump);
  dump.state("time", output::timeText(request.timeName, context_.time()));
  dump.state("restart", restart);
  for (const auto& [file, text] : outputs.states) dump.state(file, text);
  for (const auto* f : outputs.pointFields) dump.state(f->name, case_::textOfPatches(context_.mesh, *f));
  dump.commit();
  // Places of patches that the mesh file does not have are looked for in the dump.
  return context_.mesh.motion || dumpMesh_ ? std::vector<output::SurfaceData>{} : dump.surfaces();
}

}  // namespace eagre::run
