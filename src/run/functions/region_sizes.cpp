// SPDX-License-Identifier: BSD-3-Clause
// Sizes of droplets: regionSizeDistribution.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <span>

#include "fv/conditions/conditions.hpp"
#include "fv/fields/named_patches.hpp"
#include "output/foam/time_directory.hpp"
#include "run/functions/field_choice.hpp"
#include "run/functions/function_object.hpp"
#include "run/functions/sampling.hpp"

namespace eagre::run {
namespace {

/// The region that each cell is in, and how many regions there are: cells with a face between them are in one region unless the
/// field passes the threshold from one to the other. Regions are numbered in the order of their first cells in the global mesh.
struct Regions {
  std::vector<std::size_t> ofCell;
  std::size_t n = 0;
};

class CellUnion {
 public:
  explicit CellUnion(Label n) : parents_(static_cast<std::size_t>(n)) { std::iota(parents_.begin(), parents_.end(), 0); }
  Label rootOf(Label c) {
    while (parents_[c] != c) c = parents_[c] = parents_[parents_[c]];
    return c;
  }
  void join(Label a, Label b) { parents_[rootOf(a)] = rootOf(b); }

 private:
  std::vector<Label> parents_;
};

/// first: of each root the first cell of its region in the global mesh. Collective.
Regions numbered(const mesh::Mesh& mesh, CellUnion& own, const std::vector<double>& first) {
  const auto& all = mesh.communicator();
  std::vector<double> names;
  for (Label c = 0; c < mesh.nCells; ++c)
    if (own.rootOf(c) == c) names.push_back(first[c]);
  std::vector<int> counts, starts{0};
  for (const std::int64_t n : all.allGather(static_cast<std::int64_t>(names.size()))) {
    counts.push_back(static_cast<int>(n));
    starts.push_back(starts.back() + counts.back());
  }
  std::vector<double> whole(static_cast<std::size_t>(starts.back()));
  starts.pop_back();
  all.allGather(names, whole, counts, starts);
  std::ranges::sort(whole);
  whole.erase(std::unique(whole.begin(), whole.end()), whole.end());
  Regions regions{{}, whole.size()};
  for (Label c = 0; c < mesh.nCells; ++c)
    regions.ofCell.push_back(static_cast<std::size_t>(std::ranges::lower_bound(whole, first[own.rootOf(c)]) - whole.begin()));
  return regions;
}

Regions regionsOf(const mesh::Mesh& mesh, const fv::VolScalarField& field, double threshold) {
  std::vector<double> alpha = field.cells();
  mesh.halo->update(alpha);
  const auto isBlocked = [&](Label f) {
    const double own = alpha[mesh.owner[f]], other = alpha[mesh.neighbour[f]];
    return (own < threshold && other > threshold) || (own > threshold && other < threshold);
  };
  CellUnion own(mesh.nCells);
  for (Label f = 0; f < mesh.nInternalFaces; ++f)
    if (!isBlocked(f)) own.join(mesh.owner[f], mesh.neighbour[f]);
  // The first cell of each region, across ranks and cyclic patches.
  std::vector<double> first(static_cast<std::size_t>(mesh.nAllCells()), vGreat);
  for (Label c = 0; c < mesh.nCells; ++c)
    first[own.rootOf(c)] = std::min(first[own.rootOf(c)], static_cast<double>(mesh.cellGlobal[c]));
  const auto& all = mesh.communicator();
  bool changed = true;
  while (changed) {
    std::vector<double> seen(first.size());
    for (Label c = 0; c < mesh.nCells; ++c) seen[c] = first[own.rootOf(c)];
    mesh.halo->update(seen);
    changed = false;
    for (Label f = mesh.nInternalFaces; f < mesh.nInteriorFaces(); ++f) {
      double& mine = first[own.rootOf(mesh.owner[f])];
      if (isBlocked(f) || !(seen[mesh.neighbour[f]] < mine)) continue;
      mine = seen[mesh.neighbour[f]];
      changed = true;
    }
    changed = all.any(changed);
  }
  return numbered(mesh, own, first);
}

/// regionSizeDistribution: the regions where a phase fraction is above a threshold, but those that touch `patches` (the liquid
/// core) and those larger than a cube of maxDiameter over 6, are droplets. A file per time each with the number of droplets in
/// intervals of their diameters (of spheres of the same volume of liquid), and with sum, mean and deviation of their volumes and
/// of fields in them. Two fields are written with those of the run: <field>_liquidCore and <field>_background.
class RegionSizes final : public FunctionObject {
 public:
  explicit RegionSizes(const FunctionSource& source)
      : schedule_(source.dict),
        alpha_(source.dict.get<std::string>("field")),
        patches_(fv::namedPatches(source.dict, "patches", source.context.mesh)),
        threshold_(source.dict.get<double>("threshold")),
        largest_(source.dict.get<double>("maxDiameter")),
        smallest_(source.dict.getOr<double>("minDiameter", 0)),
        bins_(source.dict.get<int>("nBins")),
        digits_(source.context.log.precision()),
        timePrecision_(source.timePrecision),
        fields_(source.dict.at("fields")),
        directory_(source.directory.parent_path()),
        place_(source.dict.place()),
        core_(alpha_ + "_liquidCore", dimless, source.context.mesh),
        background_(alpha_ + "_background", dimless, source.context.mesh) {
    const auto& d = source.dict;
    static const std::vector<std::string> formats{"raw"};
    d.getChoice("setFormat", formats);
    for (const char* keyword : {"isoPlanes", "coordinateSystem"})
      if (d.has(keyword) && (std::string_view(keyword) != "isoPlanes" || d.get<bool>(keyword)))
        throw Error(d.at(keyword).place, fmt::format("{}: {} is not supported", d.name(), keyword));
    constexpr int most = 1000000;
    if (bins_ < 1 || bins_ > most || !(largest_ > smallest_))
      throw Error(place_, fmt::format("{}: nBins must be from 1 to {}, and maxDiameter above minDiameter", d.name(), most));
    if (source.context.mesh.overlaps) throw Error(place_, d.name() + ": overlapping patches (cyclicAMI) are not supported");
    fv::setCalculatedConditions(core_);
    fv::setCalculatedConditions(background_);
  }
  void requireFields(const fv::Context& context) const override {
    phase(context);
    for (const auto& name : fields_.names())
      if (!context.registry.scalar(name) && !context.registry.vector(name))
        context.log.warnOnce(fmt::format("{}: fields: there is no scalar or vector field '{}'", toString(place_), name));
  }
  void execute(const fv::Context& context, StepEnd end) override {
    isFresh_ = schedule_.due(context, end);
    if (!isFresh_) return;
    const auto& mesh = context.mesh;
    const auto& alpha = phase(context);
    const Regions regions = regionsOf(mesh, alpha, threshold_);
    const auto volumes = sumsOver(mesh, regions, [&](Label c) { return mesh.V[c]; });
    const auto liquid = sumsOver(mesh, regions, [&](Label c) { return mesh.V[c] * alpha[c]; });
    const std::vector<double> touches = touching(mesh, regions);
    const double largestVolume = largest_ * largest_ * largest_ / 6;
    for (Label c = 0; c < mesh.nCells; ++c) {
      const std::size_t r = regions.ofCell[c];
      core_[c] = touches[r] > 0 ? alpha[c] : 0;
      background_[c] = touches[r] == 0 && volumes[r] >= largestVolume ? alpha[c] : 0;
    }
    core_.boundary() = background_.boundary() = alpha.boundary();
    std::vector<std::size_t> droplets;
    for (std::size_t r = 0; r < regions.n; ++r)
      if (touches[r] == 0 && volumes[r] < largestVolume && liquid[r] / volumes[r] >= threshold_) droplets.push_back(r);
    if (droplets.empty()) return;
    writeDroplets(context, sort(droplets, liquid), regions, liquid);
  }
  void addTo(solvers::Outputs& outputs) const override {
    if (!isFresh_) return;
    outputs.scalars.push_back(&core_);
    outputs.scalars.push_back(&background_);
  }

 private:
  struct Binned {
    std::vector<std::size_t> droplets, bins;  ///< regions, and the interval of each
    std::vector<double> counts;               ///< per interval
  };
  template <class Value>
  static std::vector<double> sumsOver(const mesh::Mesh& mesh, const Regions& regions, Value value) {
    std::vector<double> total(regions.n, 0.0);
    for (Label c = 0; c < mesh.nCells; ++c) total[regions.ofCell[c]] += value(c);
    mesh.communicator().sum(total);
    return total;
  }
  /// liquid: volume of each region [m^3].
  void writeDroplets(const fv::Context& context, const Binned& binned, const Regions& regions,
                     const std::vector<double>& liquid) const {
    const auto& mesh = context.mesh;
    const auto& alpha = phase(context);
    write(context, "count", binned.counts);
    writeMoments(context, binned, "volume", [&](std::size_t r) { return liquid[r]; });
    const auto ofField = [&](const std::string& name, auto value) {
      const auto total = sumsOver(mesh, regions, [&](Label c) { return mesh.V[c] * alpha[c] * value(c); });
      writeMoments(context, binned, name, [&](std::size_t r) { return total[r] / liquid[r]; });
    };
    for (const std::string& name : fields_.of(context.registry)) {
      if (const auto* scalar = context.registry.scalar(name)) {
        ofField(name, [scalar](Label c) { return (*scalar)[c]; });
      } else if (const auto* vector = context.registry.vector(name)) {
        for (int i = 0; i < 3; ++i) ofField(name + "xyz"[i], [vector, i](Label c) { return (*vector)[c][i]; });
        ofField(name + "mag", [vector](Label c) { return mag((*vector)[c]); });
      }
    }
  }
  const fv::VolScalarField& phase(const fv::Context& context) const {
    if (const auto* field = context.registry.scalar(alpha_)) return *field;
    throw Error(place_, fmt::format("functions: there is no scalar field '{}' in this solver", alpha_));
  }
  /// Above 0 for the regions that touch the patches.
  std::vector<double> touching(const mesh::Mesh& mesh, const Regions& regions) const {
    std::vector<double> touches(regions.n, 0.0);
    for (const std::size_t p : patches_)
      for (Label b = mesh.patches[p].start; b < mesh.patches[p].start + mesh.patches[p].size; ++b)
        touches[regions.ofCell[mesh.owner[mesh.nInteriorFaces() + b]]] = 1;
    mesh.communicator().max(touches);
    return touches;
  }
  Binned sort(const std::vector<std::size_t>& droplets, const std::vector<double>& liquid) const {
    Binned binned{{}, {}, std::vector<double>(static_cast<std::size_t>(bins_), 0.0)};
    for (const std::size_t r : droplets) {
      const double bin = (std::cbrt(liquid[r] * 6 / std::numbers::pi) - smallest_) * bins_ / (largest_ - smallest_);
      if (!(bin > -1 && bin < bins_)) continue;
      binned.droplets.push_back(r);
      binned.bins.push_back(static_cast<std::size_t>(std::max(0.0, bin)));
      binned.counts[binned.bins.back()] += 1;
    }
    return binned;
  }
  template <class Value>
  void writeMoments(const fv::Context& context, const Binned& binned, const std::string& name, Value value) const {
    std::vector<double> sum(binned.counts.size(), 0.0), squares = sum;
    for (std::size_t i = 0; i < binned.droplets.size(); ++i) {
      const double v = value(binned.droplets[i]);
      sum[binned.bins[i]] += v;
      squares[binned.bins[i]] += v * v;
    }
    std::vector<double> mean(sum.size(), 0.0), deviation = mean;
    for (std::size_t i = 0; i < sum.size(); ++i) {
      if (binned.counts[i] == 0) continue;
      mean[i] = sum[i] / binned.counts[i];
      deviation[i] = std::sqrt(std::max(0.0, squares[i] / binned.counts[i] - sqr(mean[i])));
    }
    write(context, name + "_sum", sum);
    write(context, name + "_avg", mean);
    write(context, name + "_dev", deviation);
  }
  void write(const fv::Context& context, const std::string& name, const std::vector<double>& values) const {
    const double width = (largest_ - smallest_) / bins_;
    std::string text;
    double x = 0.5 * width;
    for (const double value : values) {
      text += fmt::format("{:.{}g} \t{:.{}g}\n", x, digits_, value, digits_);
      x += width;
    }
    const std::string time = output::timeName(context.time().value, output::TimeFormat::general, timePrecision_);
    writeSampled(context, directory_ / time / ("diameter_" + name + ".xy"), text);
  }

  Schedule schedule_;
  std::string alpha_;
  std::vector<std::size_t> patches_;
  double threshold_, largest_, smallest_;
  int bins_, digits_, timePrecision_;
  FieldChoice fields_;
  fs::path directory_;
  Place place_;
  fv::VolScalarField core_, background_;
  bool isFresh_ = false;
};

}  // namespace

std::unique_ptr<FunctionObject> makeRegionSizes(const FunctionSource& source) { return std::make_unique<RegionSizes>(source); }

}  // namespace eagre::run
