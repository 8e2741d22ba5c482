// SPDX-License-Identifier: BSD-3-Clause
// Values of fields along lines and at points: sets.
#include <fmt/format.h>

#include <algorithm>

#include "config/word_choice.hpp"
#include "mesh/line_samples.hpp"
#include "output/foam/time_directory.hpp"
#include "run/functions/function_object.hpp"
#include "run/functions/sampling.hpp"
#include "run/words.hpp"

namespace eagre::run {
namespace {

using mesh::LineSample;

/// One set: how it is made, and, on rank 0, its points.
struct Set {
  std::string name, axis;
  std::function<std::vector<LineSample>(const mesh::PointStencils&)> make;
  std::vector<LineSample> samples{};
};

/// The types of v1912, and openfoam.org's words of version 8 and later for them.
const WordTable<std::string>& setTypes() {
  static const WordTable<std::string> table{{"uniform", "nPoints points from start to end", "uniform"},
                                            {"face", "where the line from start to end crosses faces", "face"},
                                            {"midPoint", "middles between the faces that the line crosses", "midPoint"},
                                            {"midPointAndFace", "midPoint and face", "midPointAndFace"},
                                            {"cloud", "the points of `points`", "cloud"},
                                            {"lineUniform", "uniform", "uniform"},
                                            {"lineFace", "face", "face"},
                                            {"lineCell", "midPoint", "midPoint"},
                                            {"lineCellFace", "midPointAndFace", "midPointAndFace"},
                                            {"points", "cloud", "cloud"}};
  return table;
}

const WordTable<>& formats() {
  static const WordTable<> table{{"raw", "columns of text"}, {"csv", "comma-separated values"}, {"vtk", "VTK, legacy"}};
  return table;
}

Set readSet(const std::string& name, const config::Dictionary& d) {
  static const std::vector<std::string> axes{"xyz", "x", "y", "z", "distance"};
  static const std::vector<std::string> keywords{"type", "axis", "start", "end", "nPoints", "points", "ordered"};
  d.checkKeywords(keywords);
  const std::string type = config::chosen(setTypes(), d, "type").make;
  Set set{.name = name, .axis = d.getChoice("axis", axes), .make = {}};
  if (type == "cloud") {
    set.make = [points = d.get<std::vector<Vec3>>("points")](const auto& mesh) { return mesh::cloudSamples(mesh, points); };
    return set;
  }
  const Vec3 start = d.get<Vec3>("start"), end = d.get<Vec3>("end");
  if (!(mag(end - start) > 0)) throw Error(d.at("end").place, d.name() + ": start and end are the same point");
  if (type == "uniform") {
    const int n = d.get<int>("nPoints");
    if (n < 2) throw Error(d.at("nPoints").place, d.name() + ": a line needs two points or more");
    set.make = [=](const auto& mesh) { return mesh::uniformSamples(mesh, start, end, n); };
  } else if (type == "face") {
    set.make = [=](const auto& mesh) { return mesh::faceSamples(mesh, start, end); };
  } else {
    set.make = [=, faces = type == "midPointAndFace"](const auto& mesh) {
      return mesh::midPointSamples(mesh, start, end, faces);
    };
  }
  return set;
}

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

/// The columns of one file: names, and the numbers of each point.
struct Columns {
  int components = 1;
  std::vector<std::string> names;
  std::vector<std::vector<double>> values;  ///< one list per field: components numbers per point
};

std::vector<double> coordinates(const Set& set, const LineSample& sample) {
  const Vec3& p = sample.position;
  if (set.axis == "xyz") return {p.x, p.y, p.z};
  if (set.axis == "distance") return {sample.curve};
  return {p[set.axis[0] - 'x']};
}

std::string table(const Set& set, const Columns& columns, std::size_t first, const char* separator, int digits) {
  std::string text;
  for (std::size_t i = 0; i < set.samples.size(); ++i) {
    std::vector<double> row = coordinates(set, set.samples[i]);
    for (const auto& values : columns.values)
      for (int c = 0; c < columns.components; ++c)
        row.push_back(values[(first + i) * static_cast<std::size_t>(columns.components) + static_cast<std::size_t>(c)]);
    for (std::size_t j = 0; j < row.size(); ++j) text += fmt::format("{}{:.{}g}", j ? separator : "", row[j], digits);
    text += "\n";
  }
  return text;
}

std::string csvHeader(const Set& set, const Columns& columns) {
  std::string text = set.axis == "xyz" ? "x,y,z" : set.axis;
  for (const auto& name : columns.names)
    for (int c = 0; c < columns.components; ++c)
      text += columns.components == 1 ? fmt::format(",{}", name) : fmt::format(",{}_{}", name, c);
  return text + "\n";
}

std::string vtkText(const Set& set, const Columns& columns, std::size_t first, int digits) {
  std::string text =
      fmt::format("# vtk DataFile Version 2.0\n{}\nASCII\nDATASET POLYDATA\nPOINTS {} double\n", set.name, set.samples.size());
  const auto single = [&](double x) { return fmt::format("{:.{}g}", static_cast<double>(static_cast<float>(x)), digits); };
  for (const auto& sample : set.samples)
    text += fmt::format("{} {} {}\n", single(sample.position.x), single(sample.position.y), single(sample.position.z));
  text += fmt::format("POINT_DATA {}\n FIELD attributes {}\n", set.samples.size(), columns.names.size());
  for (std::size_t f = 0; f < columns.names.size(); ++f) {
    text += fmt::format("{} {} {} float\n", columns.names[f], columns.components, set.samples.size());
    const auto n = static_cast<std::size_t>(columns.components);
    for (std::size_t i = first * n; i < (first + set.samples.size()) * n; ++i)
      text += fmt::format("{}{:.{}g}", i > first * n ? " " : "", columns.values[f][i], digits);
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
    format_ = source.dict.getChoice("setFormat", formats().names());
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
      std::string text;
      if (format_ == "vtk")
        text = vtkText(set, columns, first, digits);
      else
        text = format_ == "csv" ? csvHeader(set, columns) + table(set, columns, first, ",", digits)
                                : table(set, columns, first, " \t", digits);
      const char* extension = format_ == "raw" ? ".xy" : format_ == "csv" ? ".csv" : ".vtk";
      writeSampled(context, inside(directory_ / time, fmt::format("{}{}{}", set.name, fileEnd, extension)), text);
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

std::vector<Word> setWords() { return setTypes().words(); }
std::vector<Word> setFormatWords() { return formats().words(); }

std::shared_ptr<Sampling> makeSetsSampling(const config::Dictionary& d) { return std::make_shared<SetsSampling>(d); }
std::unique_ptr<FunctionObject> makeSets(const FunctionSource& source) { return std::make_unique<Sets>(source); }

}  // namespace eagre::run
