// SPDX-License-Identifier: BSD-3-Clause
#include "run/functions/set_files.hpp"

#include <fmt/format.h>

#include "config/word_choice.hpp"
#include "run/words.hpp"

namespace eagre::run {

using mesh::LineSample;

namespace {

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

}  // namespace

const WordTable<>& setFormats() {
  static const WordTable<> table{{"raw", "columns of text"}, {"csv", "comma-separated values"}, {"vtk", "VTK, legacy"}};
  return table;
}

const char* setExtension(const std::string& format) { return format == "raw" ? ".xy" : format == "csv" ? ".csv" : ".vtk"; }

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

namespace {

std::vector<double> coordinates(const Set& set, const LineSample& sample) {
  const Vec3& p = sample.position;
  if (set.axis == "xyz") return {p.x, p.y, p.z};
  if (set.axis == "distance") return {sample.curve};
  return {p[set.axis[0] - 'x']};
}

}  // namespace

std::string setRows(const Set& set, const Columns& columns, std::size_t first, const std::string& format, int digits) {
  const char* const separator = format == "csv" ? "," : " \t";
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

std::string singlePrecision(double x, int digits) {
  return fmt::format("{:.{}g}", static_cast<double>(static_cast<float>(x)), digits);
}

std::vector<Word> setWords() { return setTypes().words(); }
std::vector<Word> setFormatWords() { return setFormats().words(); }

}  // namespace eagre::run
