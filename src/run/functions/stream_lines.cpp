// SPDX-License-Identifier: BSD-3-Clause
// Lines along the velocity: streamLine.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>

#include "mesh/corner_mesh.hpp"
#include "output/foam/time_directory.hpp"
#include "run/functions/function_object.hpp"
#include "run/functions/sampling.hpp"
#include "run/functions/set_files.hpp"
#include "run/functions/stream_tracks.hpp"

namespace eagre::run {
namespace {

/// Where the tracks begin, and the mesh that they go through.
class StreamSampling final : public Sampling {
 public:
  explicit StreamSampling(const config::Dictionary& d)
      : Sampling(d.has("interpolationScheme") ? readScheme(d) : mesh::PointScheme::cellPoint, d.place()),
        set_(readSet("seedSampleSet", d.subDict("seedSampleSet"))) {}

  void deal(const comm::Communicator& communicator, const mesh::Mesh& mesh) override {
    Sampling::deal(communicator, mesh);
    corners_ = std::make_unique<mesh::CornerMesh>(communicator.master() ? &whole_->first : nullptr,
                                                  communicator.master() ? &whole_->second : nullptr, mesh);
    whole_.reset();
    std::vector<double> numbers;
    for (const auto& sample : set_.samples)
      for (const double x : {sample.position.x, sample.position.y, sample.position.z, static_cast<double>(sample.cell)})
        numbers.push_back(x);
    communicator.broadcast(numbers);
    seeds_.clear();
    for (std::size_t i = 0; i < numbers.size(); i += 4)
      seeds_.push_back({{numbers[i], numbers[i + 1], numbers[i + 2]}, static_cast<Label>(numbers[i + 3])});
  }

  /// Errors (badCase): vectors that symmetry planes or wedges turn, between cells.
  void requireVectors() const {
    if (turnsVectors())
      throw Error(place(),
                  "streamLine: a velocity between cells is not supported on a mesh with symmetry planes or wedges; "
                  "interpolationScheme cell is");
  }
  const mesh::CornerMesh& corners() const { return *corners_; }
  const std::vector<Seed>& seeds() const { return seeds_; }
  const std::string& axis() const { return set_.axis; }
  mesh::PointScheme scheme() const { return scheme_; }

 private:
  void addStencils(const mesh::PointStencils& mesh, mesh::Stencils&) override {
    set_.samples = set_.make(mesh);
    whole_.emplace(mesh.mesh(), mesh.geometry());
  }
  Set set_;
  std::vector<Seed> seeds_;                                             ///< on all ranks
  std::optional<std::pair<mesh::PolyMesh, mesh::PolyGeometry>> whole_;  ///< rank 0, between plan() and deal()
  std::unique_ptr<mesh::CornerMesh> corners_;
};

/// What the entries say; the fields are sorted into scalars and vectors later. Errors (badCase): a wrong entry.
TrackSettings readSettings(const config::Dictionary& d) {
  static const std::vector<std::string> directions{"forward", "backward", "bidirectional"};
  TrackSettings settings;
  settings.U = d.has("U") ? d.get<std::string>("U") : d.getOr("UName", "U");
  settings.lifeTime = d.get<int>("lifeTime");
  if (settings.lifeTime < 1) throw Error(d.at("lifeTime").place, d.name() + ": lifeTime must be 1 or more");
  if (d.has("direction") && d.has("trackForward"))
    throw Error(d.at("trackForward").place, d.name() + ": there can be only one of trackForward and direction");
  std::string direction = "forward";
  if (d.has("trackForward"))
    direction = d.get<bool>("trackForward") ? "forward" : "backward";
  else if (d.has("direction"))
    direction = d.getChoice("direction", directions);
  settings.forward = direction != "backward";
  settings.backward = direction != "forward";
  if (d.has("nSubCycle") && d.has("trackLength"))
    throw Error(d.at("trackLength").place, d.name() + ": there can be only one of nSubCycle and trackLength");
  settings.nSubCycle = std::max(1, d.getOr<int>("nSubCycle", 1));
  if (d.has("trackLength")) {
    settings.trackLength = d.get<double>("trackLength");
    if (!(settings.trackLength > 0)) throw Error(d.at("trackLength").place, d.name() + ": trackLength must be positive");
  }
  if (d.has("bounds")) throw Error(d.at("bounds").place, d.name() + ": bounds is not supported: tracks would have to be cut");
  return settings;
}

/// A set of its points, with the distance along it.
Set setOf(const Track& track, const std::string& axis) {
  Set set{.name = "track0", .axis = axis, .make = {}};
  double curve = 0;
  for (std::size_t i = 0; i < track.positions.size(); ++i) {
    if (i > 0) curve += mag(track.positions[i] - track.positions[i - 1]);
    set.samples.push_back({track.positions[i], curve});
  }
  return set;
}

std::string rowsText(const std::vector<Set>& sets, const Columns& columns, const std::string& format, int digits) {
  std::string text = format == "csv" ? csvHeader(sets[0], columns) : "";
  std::size_t first = 0;
  for (const Set& set : sets) {
    text += setRows(set, columns, first, format, digits) + "\n\n";
    first += set.samples.size();
  }
  return text;
}

/// setFormat vtk: PolyData, legacy, with a polyline per track.
std::string vtkText(const std::vector<Set>& sets, const Columns& columns, int digits) {
  std::size_t nPoints = 0;
  for (const Set& set : sets) nPoints += set.samples.size();
  std::string text = fmt::format("# vtk DataFile Version 2.0\ntrack0\nASCII\nDATASET POLYDATA\nPOINTS {} double\n", nPoints);
  const auto single = [&](double x) { return singlePrecision(x, digits); };
  for (const Set& set : sets)
    for (const auto& sample : set.samples)
      text += fmt::format("{} {} {}\n", single(sample.position.x), single(sample.position.y), single(sample.position.z));
  text += fmt::format("LINES {} {}\n", sets.size(), sets.size() + nPoints);
  std::size_t first = 0;
  for (const Set& set : sets) {
    text += fmt::format("{}", set.samples.size());
    for (std::size_t i = 0; i < set.samples.size(); ++i) text += fmt::format(" {}", first + i);
    text += "\n";
    first += set.samples.size();
  }
  text += fmt::format("POINT_DATA {}\n FIELD attributes {}\n", nPoints, columns.names.size());
  const auto n = static_cast<std::size_t>(columns.components);
  for (std::size_t f = 0; f < columns.names.size(); ++f) {
    text += fmt::format("{} {} {} float\n", columns.names[f], columns.components, nPoints);
    auto value = columns.values[f].begin();
    for (const Set& set : sets) {
      for (std::size_t i = 0; i < set.samples.size() * n; ++i)
        text += fmt::format("{}{:.{}g}", i == 0 ? "" : i % n == 0 ? " " : " \t", *value++, digits);
      text += "\n";
    }
  }
  return text;
}

/// streamLine: sets/<name>/<time>/track0_<fields> with all tracks, scalars and vectors apart.
class StreamLine final : public FunctionObject {
 public:
  explicit StreamLine(const FunctionSource& source)
      : schedule_(source.dict),
        place_(source.dict.place()),
        sampling_(std::dynamic_pointer_cast<StreamSampling>(source.sampling)),
        settings_(readSettings(source.dict)),
        fields_(source.dict.get<std::vector<std::string>>("fields")),
        format_(source.dict.getChoice("setFormat", setFormats().names())),
        directory_(source.directory.parent_path().parent_path() / "sets" / source.name),
        timePrecision_(source.timePrecision) {
    warnOfMisspeltEntries(
        source.dict, {"U", "UName", "fields", "lifeTime", "direction", "trackForward", "nSubCycle", "trackLength", "setFormat",
                      "seedSampleSet", "interpolationScheme", "cloud", "cloudName", "start", "end", "nLines", "nPoints"});
    if (std::ranges::find(fields_, settings_.U) == fields_.end())
      throw Error(source.dict.at("fields").place,
                  fmt::format("{}: the velocity {} must be among the fields", source.dict.name(), settings_.U));
    settings_.scheme = sampling_->scheme();
  }

  void requireFields(const fv::Context& context) const override {
    sampling_->requireVectors();
    for (const auto& name : fields_)
      if (!context.registry.scalar(name) && !context.registry.vector(name))
        throw Error(place_, fmt::format("streamLine: there is no field '{}' in this solver", name));
    if (!context.registry.vector(settings_.U))
      throw Error(place_, fmt::format("streamLine: there is no vector field '{}' in this solver", settings_.U));
  }

  void execute(const fv::Context& context, StepEnd end) override {
    if (!schedule_.due(context, end)) return;
    requireFields(context);
    sampling_->follow(context.mesh);
    if (sampling_->seeds().empty())
      context.log.warnOnce("streamLine: no point of seedSampleSet lies in the mesh; nothing is written");
    settings_.scalars.clear();
    settings_.vectors.clear();
    for (const auto& name : fields_) (context.registry.scalar(name) ? settings_.scalars : settings_.vectors).push_back(name);
    std::vector<Track> tracks = followStreamlines(context, sampling_->corners(), settings_, sampling_->seeds());
    std::vector<Set> sets;
    for (const Track& track : tracks) sets.push_back(setOf(track, sampling_->axis()));
    write(context, sets, columnsOf(tracks, settings_.scalars, 1, 0));
    write(context, sets, columnsOf(tracks, settings_.vectors, 3, settings_.scalars.size()));
  }

 private:
  static Columns columnsOf(const std::vector<Track>& tracks, const std::vector<std::string>& names, int components,
                           std::size_t first) {
    Columns columns{components, names, {}};
    for (std::size_t f = 0; f < names.size(); ++f) {
      std::vector<double>& values = columns.values.emplace_back();
      const auto n = static_cast<std::ptrdiff_t>(components), from = static_cast<std::ptrdiff_t>(first + f * components);
      for (const Track& track : tracks)
        for (const auto& row : track.values) values.insert(values.end(), row.begin() + from, row.begin() + from + n);
    }
    return columns;
  }
  void write(const fv::Context& context, const std::vector<Set>& sets, const Columns& columns) const {
    if (columns.names.empty() || sampling_->seeds().empty()) return;
    std::string file = "track0";
    for (const auto& name : columns.names) file += "_" + name;
    const int digits = context.log.precision();
    std::string text;
    if (!sets.empty()) text = format_ == "vtk" ? vtkText(sets, columns, digits) : rowsText(sets, columns, format_, digits);
    const auto time = output::timeName(context.time().value, output::TimeFormat::general, timePrecision_);
    writeSampled(context, inside(directory_ / time, file + setExtension(format_)), text);
  }

  Schedule schedule_;
  Place place_;
  std::shared_ptr<StreamSampling> sampling_;
  TrackSettings settings_;
  std::vector<std::string> fields_;
  std::string format_;
  std::filesystem::path directory_;
  int timePrecision_;
};

}  // namespace

std::shared_ptr<Sampling> makeStreamSampling(const config::Dictionary& d) { return std::make_shared<StreamSampling>(d); }
std::unique_ptr<FunctionObject> makeStreamLine(const FunctionSource& source) { return std::make_unique<StreamLine>(source); }

}  // namespace eagre::run
