// SPDX-License-Identifier: BSD-3-Clause
// Where fields are above a threshold: fieldExtents; how their values are distributed: histogram.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include "fv/fields/named_patches.hpp"
#include "output/foam/time_directory.hpp"
#include "run/functions/function_object.hpp"
#include "run/functions/sampling.hpp"

namespace eagre::run {
namespace {

/// The box around points of all ranks, that of nothing at the origin.
struct Box {
  Vec3 low{vGreat, vGreat, vGreat}, high{-vGreat, -vGreat, -vGreat};
  void add(const Vec3& point) {
    low = cmptMin(low, point);
    high = cmptMax(high, point);
  }
  void reduce(const comm::Communicator& communicator) {
    communicator.min(std::span(&low.x, 3));
    communicator.max(std::span(&high.x, 3));
    if (low.x > high.x) low = high = {};
  }
};

/// fieldExtents: for each field a row with the boxes around the centres, of cells and of the faces of patches, where it (of
/// vectors the magnitude) is at or above the threshold.
class FieldExtents final : public FunctionObject {
 public:
  explicit FieldExtents(const FunctionSource& source)
      : schedule_(source.dict),
        fields_(source.dict.at("fields")),
        threshold_(source.dict.get<double>("threshold")),
        inCells_(source.dict.getOr<bool>("internalField", true)),
        reference_(source.dict.getOr<Vec3>("referencePosition", {})),
        table_(source, "fieldExtents.dat") {
    const auto& mesh = source.context.mesh;
    if (source.dict.has("patches"))
      patches_ = fv::namedPatches(source.dict, "patches", mesh);
    else
      for (std::size_t p = 0; p < mesh.patches.size(); ++p)
        if (mesh.patches[p].type != "empty") patches_.push_back(p);
  }
  void requireFields(const fv::Context& context) const override { names(context); }
  void execute(const fv::Context& context, StepEnd end) override {
    if (!schedule_.due(context, end)) return;
    if (!table_.started()) writeHeader(context);
    for (const auto& name : names(context)) {
      if (const auto* scalar = context.registry.scalar(name))
        write(
            context, name, [&](Label c) { return (*scalar)[c]; }, [&](Label b) { return scalar->boundary()[b]; });
      else if (const auto* vector = context.registry.vector(name))
        write(
            context, name, [&](Label c) { return mag((*vector)[c]); }, [&](Label b) { return mag(vector->boundary()[b]); });
    }
  }
  bool followsRefinement() const override { return true; }

 private:
  std::vector<std::string> names(const fv::Context& context) const {
    std::vector<std::string> names = presentFields(context.registry, fields_, false);
    for (auto& name : presentFields(context.registry, fields_, true)) names.push_back(std::move(name));
    std::ranges::sort(names);
    return names;
  }
  template <class InCell, class OnFace>
  void write(const fv::Context& context, const std::string& name, InCell inCell, OnFace onFace) {
    const auto& mesh = context.mesh;
    std::string boxes;
    const auto finish = [&](Box box, const std::string& where) {
      box.reduce(mesh.communicator());
      boxes += table_.number(box.low) + " " + table_.number(box.high);
      setResult(name + "_" + where + "_min", {box.low.x, box.low.y, box.low.z});
      setResult(name + "_" + where + "_max", {box.high.x, box.high.y, box.high.z});
    };
    if (inCells_) {
      Box box;
      for (Label c = 0; c < mesh.nCells; ++c)
        if (inCell(c) >= threshold_) box.add(mesh.C[c] - reference_);
      finish(box, "internal");
    }
    for (const std::size_t p : patches_) {
      const auto& patch = mesh.patches[p];
      Box box;
      for (Label b = patch.start; b < patch.start + patch.size; ++b)
        if (onFace(b) >= threshold_) box.add(mesh.faceCentres()(mesh.nInteriorFaces() + b) - reference_);
      finish(box, patch.name);
    }
    table_.row(context.time().value, boxes);
  }
  void writeHeader(const fv::Context& context) {
    table_.header("Field extents");
    table_.header("Reference position", table_.number(reference_));
    table_.header("Threshold", table_.number(threshold_));
    std::vector<std::string> columns;
    for (const auto& name : names(context)) {
      if (inCells_) columns.push_back(name + "_internal");
      for (const std::size_t p : patches_) columns.push_back(name + "_" + context.mesh.patches[p].name);
    }
    table_.columns(columns, true);
  }

  Schedule schedule_;
  config::Entry fields_;
  double threshold_;
  bool inCells_;
  Vec3 reference_;
  std::vector<std::size_t> patches_;
  Table table_;
};

/// histogram: which part of the volume, and how many cells, have a value of a scalar field in each of nBins intervals between
/// min and max (those of the field where the case gives no max). A file per time, in the format setFormat.
class Histogram final : public FunctionObject {
 public:
  explicit Histogram(const FunctionSource& source)
      : schedule_(source.dict),
        field_(source.dict.get<std::string>("field")),
        bins_(source.dict.get<int>("nBins")),
        digits_(source.context.log.precision()),
        timePrecision_(source.timePrecision),
        directory_(source.directory.parent_path()),
        place_(source.dict.place()) {
    const auto& d = source.dict;
    if (d.has("max")) max_ = d.get<double>("max");
    if (d.has("min")) min_ = d.get<double>("min");
    static const std::vector<std::string> formats{"raw", "gnuplot"};
    format_ = d.getChoice("setFormat", formats);
    constexpr int most = 1000000;
    if (bins_ < 1 || bins_ > most)
      throw Error(d.at("nBins").place, fmt::format("{}: nBins must be from 1 to {}, not {}", d.name(), most, bins_));
  }
  void requireFields(const fv::Context& context) const override { field(context); }
  void execute(const fv::Context& context, StepEnd end) override {
    if (!schedule_.due(context, end)) return;
    const auto [low, high] = bounds(context);
    const auto& values = field(context);
    const auto n = static_cast<std::size_t>(bins_);
    std::vector<double> sums(2 * n, 0.0);
    const double width = (high - low) / bins_;
    for (Label c = 0; c < context.mesh.nCells; ++c) {
      const double bin = (values[c] - low) / width;  // from -1 on, as whole numbers are cut
      if (!(bin > -1 && bin < bins_)) continue;
      const auto i = static_cast<std::size_t>(std::max(0.0, bin));
      sums[i] += context.mesh.V[c];
      sums[n + i] += 1;
    }
    context.mesh.communicator().sum(sums);
    double total = 0;
    for (std::size_t i = 0; i < n; ++i) total += sums[i];
    if (!(total > small)) return;
    std::string text = format_ == "gnuplot" ? head() : "";
    double x = low + 0.5 * width;
    for (std::size_t i = 0; i < n; ++i, x += width)
      text += format_ == "gnuplot" ? "" : fmt::format("{} \t{} \t{}\n", shown(x), shown(sums[i] / total), shown(sums[n + i]));
    if (format_ == "gnuplot")
      for (const std::size_t column : {std::size_t{0}, n}) {
        x = low + 0.5 * width;
        for (std::size_t i = 0; i < n; ++i, x += width)
          text += fmt::format("{} \t{}\n", shown(x), shown(column == 0 ? sums[i] / total : sums[n + i]));
        text += "e\n";
      }
    const std::string time = output::timeName(context.time().value, output::TimeFormat::general, timePrecision_);
    writeSampled(context, directory_ / time / fmt::format("{0}_{0}.{1}", field_, format_ == "gnuplot" ? "gplt" : "xy"), text);
  }
  bool followsRefinement() const override { return true; }

 private:
  const fv::VolScalarField& field(const fv::Context& context) const {
    if (const auto* scalar = context.registry.scalar(field_)) return *scalar;
    throw Error(place_, fmt::format("functions: there is no scalar field '{}' in this solver", field_));
  }
  /// Of cells and boundary faces, where the case gives none; 0 where it gives the largest alone.
  std::pair<double, double> bounds(const fv::Context& context) const {
    if (max_) return {min_.value_or(0), *max_};
    double low = vGreat, high = -vGreat;
    const auto& values = field(context);
    const auto take = [&](double value) {
      low = std::min(low, value);
      high = std::max(high, value);
    };
    for (Label c = 0; c < context.mesh.nCells; ++c) take(values[c]);
    for (const auto& patch : context.mesh.patches)
      for (Label b = patch.start; b < patch.start + patch.size; ++b) take(values.boundary()[b]);
    const auto& all = context.mesh.communicator();
    return {min_.value_or(all.min(low)), all.max(high)};
  }
  std::string shown(double value) const { return fmt::format("{:.{}g}", value, digits_); }
  std::string head() const {
    return fmt::format(
        "set term postscript color\nset output \"{0}.ps\"\nset ylabel \"{0}\"\nset y2label \"{0}Count\"\nset ytics nomirror\n"
        "set y2tics\nplot \"-\" title \"{0}\" with lines axes x1y1, \"-\" title \"{0}Count\" with lines axes x1y2\n",
        field_);
  }

  Schedule schedule_;
  std::string field_, format_;
  int bins_, digits_, timePrecision_;
  std::optional<double> min_, max_;
  fs::path directory_;
  Place place_;
};

}  // namespace

std::unique_ptr<FunctionObject> makeFieldExtents(const FunctionSource& source) { return std::make_unique<FieldExtents>(source); }
std::unique_ptr<FunctionObject> makeHistogram(const FunctionSource& source) { return std::make_unique<Histogram>(source); }

}  // namespace eagre::run
