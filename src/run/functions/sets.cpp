// SPDX-License-Identifier: BSD-3-Clause
// Values of fields along lines and at points: sets.
#include <fmt/format.h>

#include <algorithm>

#include "output/foam/time_directory.hpp"
#include "run/functions/function_object.hpp"
#include "run/functions/sampling.hpp"
#include "run/functions/set_files.hpp"

namespace eagre::run {
namespace {

using mesh::LineSample;

class SetsSampling final : public Sampling {
 public:
  explicit SetsSampling(const config::Dictionary& d) : Sampling(readScheme(d), d.place()) {
    eachNamed(d.at("sets"), [&](const std::string& name, const config::Dictionary& set) { sets_.push_back(readSet(name, set)); });
  }
  const std::vector<Set>& sets() const { return sets_; }

 private:
  void addStencils(const mesh::PointStencils& mesh, mesh::Stencils& stencils) override {
    for (Set& set : sets_) {
      set.samples = set.make(mesh);
      for (const LineSample& sample : set.samples) {
        mesh.add(stencils, scheme_, sample.position, sample.cell);
        stencils.close();
      }
    }
  }
  std::vector<Set> sets_;
};

std::string vtkText(const Set& set, const Columns& columns, std::size_t first, int digits) {
  std::string text =
      fmt::format("# vtk DataFile Version 2.0\n{}\nASCII\nDATASET POLYDATA\nPOINTS {} double\n", set.name, set.samples.size());
  const auto single = [&](double x) { return singlePrecision(x, digits); };
  for (const auto& sample : set.samples)
    text += fmt::format("{} {} {}\n", single(sample.position.x), single(sample.position.y), single(sample.position.z));
  text += fmt::format("POINT_DATA {}\n FIELD attributes {}\n", set.samples.size(), columns.names.size());
  for (std::size_t f = 0; f < columns.names.size(); ++f) {
    text += fmt::format("{} {} {} float\n", columns.names[f], columns.components, set.samples.size());
    const auto n = static_cast<std::size_t>(columns.components);
    for (std::size_t i = first * n; i < (first + set.samples.size()) * n; ++i)
      text += fmt::format("{}{:.{}g}", i == first * n ? "" : i % n == 0 ? " " : " \t", columns.values[f][i], digits);
    text += "\n";
  }
  return text;
}

/// sets: <set>_<fields>.xy, .csv or .vtk at every time, scalars and vectors apart.
class Sets final : public FunctionObject {
 public:
  explicit Sets(const FunctionSource& source)
      : schedule_(source.dict),
        sampling_(std::dynamic_pointer_cast<SetsSampling>(source.sampling)),
        fields_(source.dict.at("fields")),
        directory_(source.directory.parent_path()),
        timePrecision_(source.timePrecision) {
    format_ = source.dict.getChoice("setFormat", setFormats().names());
  }

  void requireFields(const fv::Context& context) const override { presentFields(context.registry, fields_, false); }

  void execute(const fv::Context& context, StepEnd end) override {
    if (!schedule_.due(context, end)) return;
    sampling_->follow(context.mesh);
    write<double>(context, 1, [&](const std::string& name) { return context.registry.scalar(name); });
    write<Vec3>(context, 3, [&](const std::string& name) { return context.registry.vector(name); });
  }

 private:
  template <class T, class Find>
  void write(const fv::Context& context, int components, Find find) {
    Columns columns{components, presentFields(context.registry, fields_, components == 3), {}};
    if (columns.names.empty()) return;
    std::string fileEnd;
    for (const auto& name : columns.names) {
      const std::vector<T> values = sampling_->values<T>(*find(name));
      const auto* numbers = reinterpret_cast<const double*>(values.data());
      columns.values.emplace_back(numbers, numbers + values.size() * static_cast<std::size_t>(components));
      fileEnd += fmt::format("_{}", name);
    }
    const auto time = output::timeName(context.time().value, output::TimeFormat::general, timePrecision_);
    const int digits = context.log.precision();
    std::size_t first = 0;
    for (const Set& set : sampling_->sets()) {
      const std::string header = format_ == "csv" ? csvHeader(set, columns) : "";
      const std::string text =
          format_ == "vtk" ? vtkText(set, columns, first, digits) : header + setRows(set, columns, first, format_, digits);
      writeSampled(context, inside(directory_ / time, fmt::format("{}{}{}", set.name, fileEnd, setExtension(format_))), text);
      first += set.samples.size();
    }
  }

  Schedule schedule_;
  std::shared_ptr<SetsSampling> sampling_;
  config::Entry fields_;
  std::filesystem::path directory_;
  int timePrecision_;
  std::string format_;
};

}  // namespace

std::shared_ptr<Sampling> makeSetsSampling(const config::Dictionary& d) { return std::make_shared<SetsSampling>(d); }
std::unique_ptr<FunctionObject> makeSets(const FunctionSource& source) { return std::make_unique<Sets>(source); }

}  // namespace eagre::run
