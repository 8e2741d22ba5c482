// SPDX-License-Identifier: BSD-3-Clause
// timeVaryingMappedFixedValue: values of points in files of constant/boundaryData, in space and time.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>

#include "config/dictionary.hpp"
#include "config/reading/list_reader.hpp"
#include "core/random48.hpp"
#include "fv/conditions/basic.hpp"
#include "fv/functions/function1.hpp"
#include "mesh/derived.hpp"
#include "mesh/plane_triangulation.hpp"

namespace eagre::fv::conditions {
namespace {

namespace fs = std::filesystem;
using mesh::PlaneTriangulation;

template <class T>
std::vector<T> readList(config::ListFileReader& reader) {
  if constexpr (nComponents < T >> 1)
    return reader.readVectorList();
  else
    return reader.readScalarList();
}

template <class T>
T readValue(config::ListFileReader& reader) {
  if constexpr (nComponents < T >> 1)
    return reader.readVector();
  else
    return reader.readScalar();
}

/// The values at one time.
template <class T>
struct Sample {
  std::vector<T> values;
  T average{};  ///< what stands before or behind the list, if it is asked for
};

/// A directory of constant/boundaryData: points, and a directory per time. Every rank reads them, as the files of functions.
class BoundaryData {
 public:
  BoundaryData(const Source& source, const std::string& pointsName)
      : case_(source.context.caseDirectory), directory_(case_ / "constant" / "boundaryData" / source.patch.name) {
    config::ListFileReader reader(directory_ / pointsName, inCase());
    points_ = reader.readVectorList();
    if (points_.empty()) throw Error(reader.place(), "there is no point");
    findTimes();
  }
  const std::vector<Vec3>& points() const { return points_; }
  const std::vector<double>& times() const { return times_; }
  std::string display() const { return directory_.lexically_relative(case_).string(); }

  /// Of time i. Error: another number of values than points, no such file.
  template <class T>
  Sample<T> read(std::size_t i, const std::string& field, bool average) const {
    Sample<T> sample;
    const fs::path file = directory_ / names_[i] / field;
    config::ListFileReader reader(file, inCase());
    const bool first = beginsWithAverage<T>(file, reader);
    if (first) sample.average = readValue<T>(reader);
    if (average && !first && !reader.header().className.empty())
      throw Error(reader.place(),
                  "setAverage: an average is read behind the list of a file without a FoamFile header, or before that of "
                  "a file of OpenFOAM 2 (class vectorAverageField, scalarAverageField)");
    sample.values = readList<T>(reader);
    if (sample.values.size() != points_.size())
      throw Error(reader.place(), fmt::format("{} values for {} points", sample.values.size(), points_.size()));
    if (average && !first) sample.average = readValue<T>(reader);
    return sample;
  }

 private:
  /// Files of OpenFOAM 2 have the average before the list, and are of class vectorAverageField or scalarAverageField. Some that
  /// say so have no average.
  template <class T>
  bool beginsWithAverage(const fs::path& file, const config::ListFileReader& reader) const {
    if (!reader.header().className.ends_with("AverageField")) return false;
    if (reader.header().binary()) throw Error(reader.place(), "a field with its average is read in ascii");
    config::ListFileReader trial(file, inCase());
    try {
      return readList<T>(trial).empty();  // "0 58(..": not a list of no values
    } catch (const Error&) { return true; }
  }

  config::ReadOptions inCase() const {
    config::ReadOptions options;
    options.caseDirectory = case_;
    return options;
  }

  /// Directories that are named by a time, and `constant`, which comes first and has time 0.
  void findTimes() {
    std::vector<std::pair<double, std::string>> found;
    for (const auto& entry : fs::directory_iterator(directory_)) {
      const std::string name = entry.path().filename().string();
      double time = 0;
      const auto [end, failure] = std::from_chars(name.data(), name.data() + name.size(), time);
      const bool isTime = failure == std::errc() && end == name.data() + name.size() && std::isfinite(time);
      if (entry.is_directory() && (isTime || name == "constant")) found.emplace_back(name == "constant" ? 0 : time, name);
    }
    std::ranges::sort(found, [](const auto& a, const auto& b) {
      return a.first != b.first ? a.first < b.first : a.second == "constant" && b.second != "constant";
    });
    for (const auto& [time, name] : found) {
      times_.push_back(time);
      names_.push_back(name);
    }
  }

  fs::path case_, directory_;
  std::vector<Vec3> points_;
  std::vector<double> times_;
  std::vector<std::string> names_;
};

/// The points in their plane, each moved at random by at most perturb / 2 of the box around them, which decides between the two
/// diagonals of a rectangle. The numbers are those of OpenFOAM: the same on all ranks and in every run, three for each point.
std::vector<PlaneTriangulation::Point> pointsInPlane(const mesh::PlaneAxes& axes, const std::vector<Vec3>& points,
                                                     double perturb) {
  std::vector<Vec3> local;
  for (const Vec3& p : points) local.push_back(axes(p));
  Vec3 low = local.front(), high = low;
  for (const Vec3& p : local)
    for (int d = 0; d < 3; ++d) {
      low[d] = std::min(low[d], p[d]);
      high[d] = std::max(high[d], p[d]);
    }
  const Vec3 middle = 0.5 * (low + high);
  Random48 random(123456);
  std::vector<PlaneTriangulation::Point> moved;
  for (Vec3& p : local) {
    for (int d = 0; d < 3; ++d) p[d] += perturb * (low[d] + random.uniform() * (high[d] - low[d]) - middle[d]);
    moved.push_back({p.x, p.y});
  }
  return moved;
}

/// The points by their distance from the origin of the coordinates. Of several that are nearest to a face OpenFOAM takes the
/// first in this order.
std::vector<std::int32_t> outwards(const std::vector<Vec3>& points) {
  std::vector<std::int32_t> order(points.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::int32_t i) { return magSqr(points[static_cast<std::size_t>(i)]); });
  return order;
}

template <class T>
class TimeVaryingMapped : public FixedValue<T> {
 public:
  explicit TimeVaryingMapped(const Source& source)
      : FixedValue<T>(source, FixedValue<T>::Start::updated),
        fieldName_(source.dict.getOr("fieldTable", source.fieldName)),
        pointsName_(source.dict.getOr("points", std::string("points"))),
        setAverage_(source.dict.getOr("setAverage", false)),
        perturb_(source.dict.getOr("perturb", 1e-5)),
        data_(source, pointsName_) {
    static const std::vector<std::string> methods{"planarInterpolation", "nearest"};
    if (source.dict.has("mapMethod")) nearest_ = source.dict.getChoice("mapMethod", methods) == "nearest";
    if (fieldName_ != source.fieldName)
      source.context.log.warnOnce(fmt::format("patch {}: the values are those of fieldTable {}; v1912 reads those of {}",
                                              source.patch.name, fieldName_, source.fieldName));
    if (source.dict.has("offset")) offset_ = makeFunction1<T>(source.dict, "offset", source.context);
    if (source.dict.has("coordinateSystem"))
      source.fail("points and values in a coordinateSystem of their own are not available: give both in that of the mesh",
                  "coordinateSystem");
    if (nearest_)
      order_ = outwards(data_.points());
    else
      triangulate(source);
  }
  void write(const VolField<T>& field, ConditionWriter& out) const override {
    this->writeWith(field, out, [&] {
      if (fieldName_ != field.name()) out.entry("fieldTable", fieldName_);
      if (setAverage_) out.entry("setAverage", "true");
      out.entry("perturb", text(perturb_));
      if (pointsName_ != "points") out.entry("points", pointsName_);
      if (nearest_) out.entry("mapMethod", "nearest");
      if (offset_) offset_->write(out);
    });
  }

 protected:
  void update(const VolField<T>& field, const Context& context) override {
    const double time = context.time().value;
    const PatchFaces faces = this->faces(field);
    const auto& times = data_.times();
    const auto after = std::ranges::upper_bound(times, time);
    if (after == times.begin())
      throw Error(fmt::format("field {}, patch {}: no values at time {:g} in {}, whose {} times begin {}", field.name(),
                              this->patch().name, time, data_.display(), times.size(),
                              times.empty() ? "nowhere" : fmt::format("at {:g}", times.front())),
                  ExitCode::badCase);
    const auto i = static_cast<std::size_t>(after - times.begin()) - 1;
    read(i);
    const auto& weights = weights_.get(context.mesh, [&] { return weightsOf(faces); });
    const double s = after == times.end() ? 0 : (time - times[i]) / (times[i + 1] - times[i]);
    for (Label f = 0; f < faces.size(); ++f) {
      const mesh::PointWeights& w = weights[static_cast<std::size_t>(f)];
      this->value_[f] = (1 - s) * mean(w, start_.values);
      if (s > 0) this->value_[f] += s * mean(w, end_.values);
    }
    if (setAverage_) prescribeAverage(faces, (1 - s) * start_.average + s * end_.average);
    if (offset_)
      for (T& value : this->value_) value += offset_->value(time);
  }

 private:
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

  void triangulate(const Source& source) {
    const std::string file = data_.display() + "/" + pointsName_;
    axes_ = mesh::PlaneAxes::through(data_.points());
    if (axes_) triangulation_.emplace(pointsInPlane(*axes_, data_.points(), perturb_));
    if (axes_ && triangulation_->coincident()) {
      const auto [first, second] = *triangulation_->coincident();
      source.fail(fmt::format("points {} and {} (from 0) of {} are the same; planarInterpolation needs different ones", first,
                              second, file),
                  "type");
    }
    if (!axes_ || triangulation_->empty())
      source.fail(fmt::format("{} has {} points; planarInterpolation needs three that are not on one line (within 1e-7 m)", file,
                              data_.points().size()),
                  "type");
  }

  static T mean(const mesh::PointWeights& w, const std::vector<T>& values) {
    T sum = w.weight[0] * values[static_cast<std::size_t>(w.point[0])];
    for (std::size_t i = 1; i < 3; ++i) sum += w.weight[i] * values[static_cast<std::size_t>(w.point[i])];
    return sum;
  }

  void read(std::size_t i) {
    if (i == read_) return;
    start_ = read_ != none && i == read_ + 1 ? std::move(end_) : data_.template read<T>(i, fieldName_, setAverage_);
    end_ = i + 1 < data_.times().size() ? data_.template read<T>(i + 1, fieldName_, setAverage_) : start_;
    read_ = i;
  }

  std::vector<mesh::PointWeights> weightsOf(const PatchFaces& faces) const {
    std::vector<mesh::PointWeights> weights;
    for (Label f = 0; f < faces.size(); ++f) {
      if (nearest_) {
        const auto distance = [&](std::int32_t i) { return magSqr(faces.Cf(f) - data_.points()[static_cast<std::size_t>(i)]); };
        const std::int32_t point = *std::ranges::min_element(order_, {}, distance);
        weights.push_back({{point, point, point}, {1, 0, 0}});
      } else {
        const Vec3 x = (*axes_)(faces.Cf(f));
        weights.push_back(triangulation_->weights({x.x, x.y}));
      }
    }
    return weights;
  }

  /// Brings the mean over the patch to `wanted`, in magnitude by a factor; a mean of zero by a shift.
  void prescribeAverage(const PatchFaces& faces, const T& wanted) {
    double sums[4]{};  // the integral's components, then the area
    for (Label i = 0; i < faces.size(); ++i) {
      for (int j = 0; j < nComponents<T>; ++j) sums[j] += faces.magSf(i) * component(this->value_[i], j);
      sums[3] += faces.magSf(i);
    }
    faces.sum(sums);
    T now{};
    for (int j = 0; j < nComponents<T>; ++j) component(now, j) = sums[j] / sums[3];
    for (T& value : this->value_) {
      if (mag(now) < vSmall)
        value += wanted - now;
      else
        value *= mag(wanted) / mag(now);
    }
  }

  std::string fieldName_, pointsName_;
  bool setAverage_;
  double perturb_;
  BoundaryData data_;
  bool nearest_ = false;
  std::vector<std::int32_t> order_;  ///< of the points, in the search for the nearest
  std::unique_ptr<Function1<T>> offset_;
  std::optional<mesh::PlaneAxes> axes_;
  std::optional<PlaneTriangulation> triangulation_;
  mesh::Derived<std::vector<mesh::PointWeights>> weights_;
  std::size_t read_ = none;  ///< the time whose values are in start_; end_ has those of the next
  Sample<T> start_, end_;
};

}  // namespace

template <class T>
void addMappedFile(Table<T>& table) {
  table.template add<TimeVaryingMapped<T>>("timeVaryingMappedFixedValue",
                                           "values at points and times in files of constant/boundaryData");
}
template void addMappedFile(Table<double>&);
template void addMappedFile(Table<Vec3>&);

}  // namespace eagre::fv::conditions
