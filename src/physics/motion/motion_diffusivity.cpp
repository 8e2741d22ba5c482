// SPDX-License-Identifier: BSD-3-Clause
#include "physics/motion/motion_diffusivity.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "config/pattern.hpp"
#include "core/word_table.hpp"
#include "fv/conditions/conditions.hpp"
#include "fv/schemes/schemes.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "mesh/mesh_points.hpp"
#include "mesh/patch_distance.hpp"
#include "mesh/point_distance.hpp"
#include "physics/words.hpp"

namespace eagre::physics {

using kernel::parallelFor;
using kernel::View;

namespace {

constexpr Dimensions dimOfLength{{0, 1}}, dimOfVolume{{0, 3}};

/// Patches by name, group or pattern, as an entry lists them.
class PatchNames {
 public:
  explicit PatchNames(config::TokenReader& reader) : place_(reader.place()) {
    const auto readOne = [&] {
      const bool isPattern = reader.peek().kind == config::Token::Kind::string;
      names_.push_back({reader.word(), isPattern});
    };
    if (reader.peek().is('(') || reader.peek().kind == config::Token::Kind::number)
      reader.list(readOne);
    else
      readOne();
  }
  /// Error: a name that fits none.
  std::vector<std::string> among(const std::vector<mesh::PolyPatch>& patches) const {
    std::vector<std::string> found, all;
    for (const auto& patch : patches) all.push_back(patch.name);
    for (const auto& [text, isPattern] : names_) {
      const std::size_t before = found.size();
      for (const auto& patch : patches) {
        const auto& groups = patch.inGroups;
        if (isPattern ? config::Pattern(text, place_).matches(patch.name)
                      : patch.name == text || std::find(groups.begin(), groups.end(), text) != groups.end())
          found.push_back(patch.name);
      }
      if (found.size() == before) throw Error(place_, "diffusivity: " + unknownWordMessage("patch", text, all));
    }
    return found;
  }

 private:
  struct Name {
    std::string text;
    bool isPattern;
  };
  std::vector<Name> names_;
  Place place_;
};

/// gamma = 1
class Uniform final : public MotionDiffusivity {
 public:
  explicit Uniform(config::TokenReader&) {}
  void find(const fv::Context& context, std::vector<double>& faces) override {
    faces.assign(static_cast<std::size_t>(context.mesh.nFaces()), 1.0);
  }
};

/// gamma = d_x n_x^2 + d_y n_y^2 + d_z n_z^2, n the normal of the face.
class Directional final : public MotionDiffusivity {
 public:
  explicit Directional(config::TokenReader& reader) : d_(reader.vector()) {}
  void find(const fv::Context& context, std::vector<double>& faces) override {
    const mesh::Mesh& mesh = context.mesh;
    faces.resize(static_cast<std::size_t>(mesh.nFaces()));
    parallelFor({"motion: directional", 40}, mesh.nFaces(),
                [d = d_, Sf = mesh.Sf.view(), magSf = View(mesh.magSf), faces = View(faces)](Label f) {
                  const Vec3 n = Sf[f] / magSf[f];
                  faces[f] = dot(n, cmptMultiply(d, n));
                });
  }

 private:
  Vec3 d_;
};

/// gamma = 1 / q, q a quantity of cells on faces: linear, unless interpolationSchemes says something else.
class Inverse : public MotionDiffusivity {
 public:
  void find(const fv::Context& context, std::vector<double>& faces) override {
    if (!q_) {
      q_.emplace(name(), dimensions(), context.mesh);
      fv::setCalculatedConditions(*q_);
    }
    fill(context.mesh, *q_);
    fv::interpolate(context, *q_, "interpolate(" + name() + ")", faces);
    parallelFor({"motion: inverse", 16}, static_cast<Label>(faces.size()),
                [faces = View(faces)](Label f) { faces[f] = 1 / faces[f]; });
  }

 private:
  virtual std::string name() const = 0;
  virtual Dimensions dimensions() const = 0;
  virtual void fill(const mesh::Mesh& mesh, fv::VolScalarField& q) = 0;
  std::optional<fv::VolScalarField> q_;
};

/// q: the volume of the cell; on patches of that behind the face.
class InverseVolume final : public Inverse {
 public:
  explicit InverseVolume(config::TokenReader&) {}

 private:
  std::string name() const override { return "V"; }
  Dimensions dimensions() const override { return dimOfVolume; }
  void fill(const mesh::Mesh& mesh, fv::VolScalarField& q) override {
    q.cells() = mesh.V;
    parallelFor({"motion: volumes", 20}, mesh.nBoundaryFaces,
                [q = View(q.boundary()), V = View(mesh.V), owner = View(mesh.owner), first = mesh.nInteriorFaces()](Label b) {
                  q[b] = V[owner[first + b]];
                });
  }
};

/// q: the distance to some patches, 1e-15 on them.
class InverseDistance final : public Inverse {
 public:
  explicit InverseDistance(config::TokenReader& reader) : patches_(reader) {}
  bool needsGlobalMesh() const override { return true; }
  void start(const mesh::PolyMesh* whole, const mesh::Mesh& mesh) override {
    distance_.emplace(whole, patches_.among(mesh.globalPatches));
  }

 private:
  std::string name() const override { return "yPatch"; }
  Dimensions dimensions() const override { return dimOfLength; }
  void fill(const mesh::Mesh& mesh, fv::VolScalarField& q) override { distance_->find(mesh, q.cells(), q.boundary()); }
  PatchNames patches_;
  std::optional<mesh::PatchDistance> distance_;
};

/// gamma = 1 / the mean distance of the corners of a face to the points of some patches; on these patches, of the corners of the
/// cell behind the face.
class InversePointDistance final : public MotionDiffusivity {
 public:
  explicit InversePointDistance(config::TokenReader& reader) : place_(reader.place()), patches_(reader) {}
  bool needsGlobalMesh() const override { return true; }
  void start(const mesh::PolyMesh* whole, const mesh::Mesh& mesh) override {
    names_ = patches_.among(mesh.globalPatches);
    for (const auto& patch : mesh.globalPatches)
      if (patch.type == "cyclic")
        throw Error(place_, fmt::format("diffusivity inversePointDistance is not supported with cyclic patches ('{}'): "
                                        "inverseDistance is",
                                        patch.name));
    distance_.emplace(whole, names_);
    findCornersBehind(mesh);
  }
  void find(const fv::Context& context, std::vector<double>& faces) override {
    const mesh::Mesh& mesh = context.mesh;
    const std::vector<double> distances = distance_->find(mesh);
    const auto meanOf = [&](const auto& points) {
      double sum = 0;
      for (const Label p : points) sum += distances[p];
      return sum / static_cast<double>(points.size());
    };
    const mesh::PolyMesh& shape = mesh.points->shape;
    faces.assign(static_cast<std::size_t>(mesh.nFaces()), 0.0);
    for (Label f = 0; f < shape.nFaces(); ++f)
      if (const Label own = mesh.points->faceOf[f]; own >= 0) faces[own] = 1 / meanOf(shape.pointsOf(f));
    for (std::size_t i = 0; i < behind_.size(); ++i) faces[behind_[i]] = 1 / meanOf(corners_[i]);
  }

 private:
  void findCornersBehind(const mesh::Mesh& mesh) {
    behind_.clear();
    corners_.clear();
    std::map<Label, std::set<Label>> ofCells;
    for (const auto& patch : mesh.patches) {
      if (std::find(names_.begin(), names_.end(), patch.name) == names_.end()) continue;
      for (Label b = patch.start; b < patch.start + patch.size; ++b) {
        behind_.push_back(mesh.nInteriorFaces() + b);
        ofCells[mesh.owner[behind_.back()]];
      }
    }
    const mesh::PolyMesh& shape = mesh.points->shape;
    const auto add = [&](Label cell, Label f) {
      if (const auto at = ofCells.find(cell); at != ofCells.end())
        for (const Label p : shape.pointsOf(f)) at->second.insert(p);
    };
    for (Label f = 0; f < shape.nFaces(); ++f) {
      add(shape.owner[f], f);
      if (f < shape.nInternalFaces()) add(shape.neighbour[f], f);
    }
    for (const Label f : behind_) {
      const std::set<Label>& corners = ofCells[mesh.owner[f]];
      corners_.emplace_back(corners.begin(), corners.end());
    }
  }

  Place place_;
  PatchNames patches_;
  std::vector<std::string> names_;
  std::vector<Label> behind_;                ///< faces of the patches
  std::vector<std::vector<Label>> corners_;  ///< of the cells behind them
  std::optional<mesh::PointDistance> distance_;
};

std::unique_ptr<MotionDiffusivity> read(config::TokenReader& reader);

/// A function of another diffusivity.
class Manipulated : public MotionDiffusivity {
 public:
  bool needsGlobalMesh() const override { return basic_->needsGlobalMesh(); }
  void start(const mesh::PolyMesh* whole, const mesh::Mesh& mesh) override { basic_->start(whole, mesh); }

 protected:
  std::unique_ptr<MotionDiffusivity> basic_;
};

/// gamma = basic^2
class Quadratic final : public Manipulated {
 public:
  explicit Quadratic(config::TokenReader& reader) { basic_ = read(reader); }
  void find(const fv::Context& context, std::vector<double>& faces) override {
    basic_->find(context, faces);
    parallelFor({"motion: quadratic", 16}, static_cast<Label>(faces.size()),
                [faces = View(faces)](Label f) { faces[f] *= faces[f]; });
  }
};

/// gamma = exp(-alpha / basic)
class Exponential final : public Manipulated {
 public:
  explicit Exponential(config::TokenReader& reader) : alpha_(reader.number()) { basic_ = read(reader); }
  void find(const fv::Context& context, std::vector<double>& faces) override {
    basic_->find(context, faces);
    parallelFor({"motion: exponential", 16}, static_cast<Label>(faces.size()),
                [faces = View(faces), alpha = alpha_](Label f) { faces[f] = std::exp(-alpha / faces[f]); });
  }

 private:
  double alpha_;
};

using Maker = std::unique_ptr<MotionDiffusivity> (*)(config::TokenReader&);

template <class Diffusivity>
std::unique_ptr<MotionDiffusivity> make(config::TokenReader& reader) {
  return std::make_unique<Diffusivity>(reader);
}

const WordTable<Maker>& table() {
  static const WordTable<Maker> table{
      {"directional", "(dx dy dz): their mean, weighted by the squares of the components of the face's normal",
       make<Directional>},
      {"exponential", "alpha, another one: exp(-alpha / other)", make<Exponential>},
      {"inverseDistance", "(patches): 1 / distance to the patches; it is found on rank 0", make<InverseDistance>},
      {"inversePointDistance", "(patches): 1 / mean distance of a face's corners to the patches; it is found on rank 0",
       make<InversePointDistance>},
      {"inverseVolume", "1 / volume of the cells", make<InverseVolume>},
      {"quadratic", "another one: its square", make<Quadratic>},
      {"uniform", "1", make<Uniform>}};
  return table;
}

std::unique_ptr<MotionDiffusivity> read(config::TokenReader& reader) {
  static const std::vector<std::string> unsupported{"file", "inverseFaceDistance", "motionDirectional"};
  const Place place = reader.place();
  const std::string word = reader.word();
  if (const Maker* make = table().find(word)) return (*make)(reader);
  if (std::find(unsupported.begin(), unsupported.end(), word) != unsupported.end())
    throw Error(place,
                fmt::format("diffusivity '{}' is not supported; it must be one of: {}", word, fmt::join(table().names(), ", ")));
  throw Error(place, unknownWordMessage("diffusivity", word, table().names()));
}

}  // namespace

std::vector<Word> motionDiffusivityWords() { return table().words(); }

std::unique_ptr<MotionDiffusivity> makeMotionDiffusivity(const config::Dictionary& d) {
  auto reader = d.at("diffusivity").reader();
  auto diffusivity = read(reader);
  reader.expectEnd();
  return diffusivity;
}

}  // namespace eagre::physics
