// SPDX-License-Identifier: BSD-3-Clause
// Values of fields on surfaces: surfaces.
#include <fmt/format.h>

#include "output/foam/time_directory.hpp"
#include "run/functions/function_object.hpp"
#include "run/functions/surface_sampling.hpp"
#include "run/words.hpp"

namespace eagre::run {
namespace {

const WordTable<>& formats() {
  static const WordTable<> table{{"raw", "columns of text: place and value"}, {"vtk", "VTK (.vtp)"}, {"none", "no files"}};
  return table;
}

/// surfaces: <field>_<surface>.raw or <surface>.vtp at every time.
class Surfaces final : public FunctionObject {
 public:
  explicit Surfaces(const FunctionSource& source)
      : schedule_(source.dict),
        sampling_(std::dynamic_pointer_cast<SurfaceSampling>(source.sampling)),
        fields_(source.dict.at("fields")),
        directory_(source.directory.parent_path()),
        timePrecision_(source.timePrecision) {
    format_ = source.dict.getChoice("surfaceFormat", formats().names());
  }

  void start(fv::Context& context, DirectorySource&) override { sampling_->start(context); }
  void requireFields(const fv::Context& context) const override { presentFields(context.registry, fields_, false); }

  void execute(const fv::Context& context, StepEnd end) override {
    if (!schedule_.due(context, end) || format_ == "none") return;
    sampling_->eachSurface(context, presentFields(context.registry, fields_, false),
                           presentFields(context.registry, fields_, true),
                           [&](const SurfaceShape& surface, const std::vector<FieldColumn>& columns, std::size_t first) {
                             write(context, surface, columns, first);
                           });
  }

 private:
  /// Nothing of a surface without faces, as in OpenFOAM. Collective.
  void write(const fv::Context& context, const SurfaceShape& surface, const std::vector<FieldColumn>& columns,
             std::size_t first) const {
    if (!context.mesh.communicator().any(!surface.faces.empty())) return;
    const auto directory = directory_ / output::timeName(context.time().value, output::TimeFormat::general, timePrecision_);
    const int digits = context.log.precision();
    if (format_ == "vtk")
      writeSampled(context, inside(directory, fmt::format("{}.vtp", surface.name)),
                   vtpText(surface, columns, first, context.time().value, digits));
    else
      for (const auto& column : columns)
        writeSampled(context, inside(directory, fmt::format("{}_{}.raw", column.name, surface.name)),
                     rawText(surface, column, first, digits));
  }

  Schedule schedule_;
  std::shared_ptr<SurfaceSampling> sampling_;
  config::Entry fields_;
  std::filesystem::path directory_;
  int timePrecision_;
  std::string format_;
};

}  // namespace

std::vector<Word> surfaceFormatWords() { return formats().words(); }

std::unique_ptr<FunctionObject> makeSurfaces(const FunctionSource& source) { return std::make_unique<Surfaces>(source); }

}  // namespace eagre::run
