// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "mesh/overlaps.hpp"
#include "run/functions/function_object.hpp"

namespace eagre::run {
namespace {

/// AMIWeights: of each pair of overlapping patches, on either side, the least, largest and mean part of a face that lies over the
/// other patch and number of faces there that it lies over.
class AmiWeights final : public FunctionObject {
 public:
  explicit AmiWeights(const FunctionSource& source) : schedule_(source.dict), table_(source, "AMIWeights.dat") {
    const auto& d = source.dict;
    if (d.getOr<bool>("writeFields", false)) throw Error(d.at("writeFields").place, d.name() + ": writeFields is not supported");
    if (!source.context.mesh.overlaps) throw Error(d.place(), d.name() + ": the mesh has no overlapping patches (cyclicAMI)");
  }
  void execute(const fv::Context& context, StepEnd end) override {
    if (!schedule_.due(context, end)) return;
    const auto& patches = context.mesh.globalPatches;
    if (!table_.started()) writeHeader(context.mesh);
    for (std::size_t i = 0; i < patches.size(); ++i) {
      const std::size_t j = neighbour(patches, i);
      if (!mesh::isOverlapping(patches[i]) || j < i) continue;
      std::string row = fmt::format("{}\t{}\t{}\t", table_.time(context.time().value), patches[i].name, patches[j].name);
      for (const auto& [side, index] : std::array{std::pair{"src", i}, std::pair{"tgt", j}}) {
        const Side of = measure(context.mesh, static_cast<int>(index));
        row += fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t", table_.number(of.least), table_.number(of.largest), table_.number(of.mean),
                           of.fewest, of.most, table_.number(of.meanNumber));
        const std::string name = fmt::format("{}:{}:", patches[i].name, side);
        setResult(name + "min(weight)", {of.least});
        setResult(name + "max(weight)", {of.largest});
        setResult(name + "ave(weight)", {of.mean});
        setResult(name + "min(address)", {static_cast<double>(of.fewest)});
        setResult(name + "max(address)", {static_cast<double>(of.most)});
        setResult(name + "ave(address)", {of.meanNumber});
      }
      table_.line(row);
    }
  }

 private:
  /// One side of a pair.
  struct Side {
    double least, largest, mean;
    std::int64_t fewest, most;
    double meanNumber;
  };
  static std::size_t neighbour(const std::vector<mesh::PolyPatch>& patches, std::size_t i) {
    const auto found = std::ranges::find(patches, patches[i].neighbourPatch, &mesh::PolyPatch::name);
    return static_cast<std::size_t>(found - patches.begin());
  }
  static Side measure(const mesh::Mesh& mesh, int patch) {
    const auto& overlaps = *mesh.overlaps;
    std::vector<std::int64_t> numbers(overlaps.covered.size());
    for (const Label face : overlaps.face) ++numbers[static_cast<std::size_t>(face - overlaps.first)];
    constexpr double none = std::numeric_limits<double>::max();
    std::array<double, 2> least{none, none}, largest{-none, -none};  // of the weights, of the numbers
    std::array<double, 3> sums{};                                    // the same, and of faces
    for (const auto& range : mesh.coupled) {
      if (range.globalIndex != patch) continue;
      for (Label i = range.start; i < range.start + range.size; ++i) {
        const auto at = static_cast<std::size_t>(i - overlaps.first);
        const double covered = overlaps.covered[at];  // where it is 0, the face stands for itself
        const std::array values{covered, covered > 0 ? static_cast<double>(numbers[at]) : 0.0};
        for (std::size_t k = 0; k < 2; ++k) {
          least[k] = std::min(least[k], values[k]);
          largest[k] = std::max(largest[k], values[k]);
          sums[k] += values[k];
        }
        ++sums[2];
      }
    }
    mesh.communicator().min(least);
    mesh.communicator().max(largest);
    mesh.communicator().sum(sums);
    if (sums[2] == 0) return {};  // a pair without faces
    return {least[0],
            largest[0],
            sums[0] / sums[2],
            static_cast<std::int64_t>(least[1]),
            static_cast<std::int64_t>(largest[1]),
            sums[1] / (sums[2] + rootVSmall)};
  }
  void writeHeader(const mesh::Mesh& mesh) {
    std::vector<std::string> columns;
    for (std::size_t i = 0; i < mesh.globalPatches.size(); ++i) {
      if (!mesh::isOverlapping(mesh.globalPatches[i]) || neighbour(mesh.globalPatches, i) < i) continue;
      columns.insert(columns.end(), {"Patch", "nbr_patch"});
      for (const char* side : {"src", "tgt"})
        for (const char* what : {"weight", "neighbours"})
          for (const char* of : {"min", "max", "average"}) columns.push_back(fmt::format("{}_{}_{}", side, of, what));
    }
    table_.header("AMI");
    table_.columns(columns, true);
  }

  Schedule schedule_;
  Table table_;
};

}  // namespace

std::unique_ptr<FunctionObject> makeAmiWeights(const FunctionSource& source) { return std::make_unique<AmiWeights>(source); }

}  // namespace eagre::run
