// SPDX-License-Identifier: BSD-3-Clause
// Fields written from any number of ranks and read into any number of ranks are the same fields, bit by bit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "case/field_file.hpp"
#include "fv/fields/boundary_condition.hpp"
#include "mesh/layout.hpp"
#include "output/foam/foam_field.hpp"
#include "output/on_master.hpp"
#include "support/box_mesh.hpp"

namespace eagre::case_ {
namespace {
namespace fs = std::filesystem;
using output::FieldFormat;
using testing::HasSubstr;

/// A directory that all ranks see, removed at the end.
class SharedDirectory {
 public:
  explicit SharedDirectory(const comm::Communicator& communicator) : communicator_(communicator) {
    std::string name = (fs::temp_directory_path() / ("eagre_round_trip_" + std::to_string(::getpid()))).string();
    communicator_.broadcast(name);
    path_ = name;
    if (communicator_.master()) fs::create_directories(path_);
    communicator_.barrier();
  }
  ~SharedDirectory() {
    communicator_.barrier();
    if (communicator_.master()) fs::remove_all(path_);
  }
  operator const fs::path&() const { return path_; }
  fs::path operator/(const std::string& name) const { return path_ / name; }

 private:
  comm::Communicator communicator_;
  fs::path path_;
};

/// A value that no short decimal fraction can hold, from something that all ranks agree on.
double irrational(double seed) { return std::sin(1 + 12.9898 * seed) * 1e-3 + std::exp(-seed); }

class RoundTrip : public testing::Test {
 protected:
  static test::BoxOptions options() {
    test::BoxOptions o;
    o.perturbation = 0.2;
    o.cyclicX = true;
    o.types[2] = "wall";
    o.types[4] = "symmetry";
    return o;
  }
  comm::Communicator world_ = comm::Communicator::world();
  std::unique_ptr<mesh::Mesh> mesh_ = test::distributedBox(world_, 5, 4, 3, options());
  config::Dictionary empty_;
  fv::TimeState time_;
  fv::Registry registry_;
  Log log_ = Log::silent();
  fv::Context context_{*mesh_, empty_, empty_, time_, registry_, log_, {}};
  SharedDirectory case_{world_};

  /// The field file, written by rank 0 by hand, that gives `field` its conditions.
  template <class T>
  std::unique_ptr<fv::VolField<T>> field(const std::string& name) {
    const std::string zero = nComponents<T> == 3 ? "(0 0 0)" : "0";
    writeText(name, "FoamFile { version 2.0; format ascii; class " +
                        std::string(nComponents<T> == 3 ? "volVectorField" : "volScalarField") + "; object " + name +
                        "; }\ndimensions [0 1 -1 0 0 0 0];\ninternalField uniform " + zero +
                        ";\nboundaryField {\n symmetry { type symmetry; }\n cyclic { type cyclic; }\n yMin { type fixedValue; "
                        "value uniform " +
                        zero + "; }\n \"yM.*|zMax\" { type calculated; value uniform " + zero + "; }\n}\n");
    Problems problems;
    auto result = readVolField<T>(context_, case_ / name, dimVelocity, problems);
    EXPECT_TRUE(problems.empty()) << problems.messages()[0];
    return result;
  }
  void writeText(const std::string& name, const std::string& text) {
    output::onMaster(world_, [&] { std::ofstream(case_ / name) << text; });
  }

  template <class T>
  void fill(fv::VolField<T>& field) {
    for (Label c = 0; c < mesh_->nCells; ++c)
      for (int k = 0; k < nComponents<T>; ++k)
        component(field[c], k) = irrational(static_cast<double>(mesh_->cellGlobal[c] * 3 + k));
    field.updateGhosts();
    for (const mesh::Patch& patch : mesh_->patches)
      for (Label b = patch.start; b < patch.start + patch.size; ++b)
        for (int k = 0; k < nComponents<T>; ++k)
          component(field.boundary()[b], k) =
              patch.type == "symmetry" ? component(field.boundary()[b], k)
                                       : irrational(static_cast<double>(mesh_->faceGlobal[mesh_->nInteriorFaces() + b] * 5 + k));
  }
};

template <class T>
bool sameBits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

TEST_F(RoundTrip, VolFieldsInEveryFormat) {
  auto U = field<Vec3>("U");
  auto alpha = field<double>("alpha.water");
  ASSERT_TRUE(U && alpha);
  fill(*U);
  fill(*alpha);
  for (const FieldFormat format : {FieldFormat{.precision = 17}, FieldFormat{.precision = 17, .compressed = true},
                                   FieldFormat{.binary = true}, FieldFormat{.binary = true, .compressed = true}}) {
    output::TimeDirectory directory(world_, case_, "0.05");
    output::writeField(directory, *U, format);
    output::writeField(directory, *alpha, format);
    directory.commit();
    Problems problems;
    const auto readU = readVolField<Vec3>(context_, case_ / "0.05/U", dimVelocity, problems);
    const auto readAlpha = readVolField<double>(context_, case_ / "0.05/alpha.water", dimVelocity, problems);
    ASSERT_TRUE(readU && readAlpha) << (problems.empty() ? "" : problems.messages()[0]);
    EXPECT_TRUE(sameBits(readU->cells(), U->cells()));
    EXPECT_TRUE(sameBits(readAlpha->cells(), alpha->cells()));
    for (const mesh::Patch& patch : mesh_->patches) {
      if (patch.type == "symmetry") continue;  // is evaluated, not read
      for (Label b = patch.start; b < patch.start + patch.size; ++b) {
        EXPECT_EQ(readU->boundary()[b], U->boundary()[b]);
        EXPECT_EQ(readAlpha->boundary()[b], alpha->boundary()[b]);
      }
    }
  }
}

TEST_F(RoundTrip, FluxKeepsItsSignOnBothSidesOfACut) {
  fv::SurfaceScalarField phi("phi", dimVolumeFlux, *mesh_);
  for (Label f = 0; f < mesh_->nFaces(); ++f) {
    const double sign = mesh_->faceFlipped[f] ? -1 : 1;
    phi[f] = sign * irrational(static_cast<double>(mesh_->faceGlobal[f]));
  }
  for (const FieldFormat format : {FieldFormat{.precision = 17}, FieldFormat{.binary = true}}) {
    output::TimeDirectory directory(world_, case_, "1");
    output::writeField(directory, phi, format);
    directory.commit();
    Problems problems;
    const auto read = readSurfaceField(*mesh_, case_ / "1/phi", dimVolumeFlux, problems);
    ASSERT_TRUE(read) << problems.messages()[0];
    EXPECT_EQ(read->faces(), phi.faces());
  }
}

TEST_F(RoundTrip, TheFileDoesNotDependOnTheNumberOfRanks) {
  auto U = field<Vec3>("U");
  ASSERT_TRUE(U);
  fill(*U);
  output::TimeDirectory directory(world_, case_, "2");
  output::writeField(directory, *U, {.precision = 17});
  directory.commit();
  if (!world_.master()) return;
  const RawField raw = readRawField(case_ / "2/U");
  ASSERT_EQ(raw.internal.values.size(), 3u * 60);
  for (std::size_t i = 0; i < raw.internal.values.size(); ++i)
    EXPECT_EQ(raw.internal.values[i], irrational(static_cast<double>(i)));
  EXPECT_EQ(raw.dict.subDict("boundaryField").toc(), (std::vector<std::string>{"xMin", "xMax", "yMin", "yMax", "zMin", "zMax"}));
  const auto& yMax = raw.dict.subDict("boundaryField").subDict("yMax");
  const FieldValues values = readFieldValues(yMax.at("value"), 3, 15, "faces");
  const mesh::PolyPatch& patch = mesh_->globalPatches[3];
  for (std::size_t i = 0; i < values.values.size(); ++i)
    EXPECT_EQ(values.values[i],
              irrational(static_cast<double>((patch.start + static_cast<GlobalLabel>(i / 3)) * 5) + static_cast<double>(i % 3)));
}

TEST_F(RoundTrip, EqualValuesOnAllRanksAreWrittenUniform) {
  auto alpha = field<double>("alpha");
  ASSERT_TRUE(alpha);
  std::fill(alpha->cells().begin(), alpha->cells().end(), 0.5);
  fv::SurfaceScalarField phi("phi", dimVolumeFlux, *mesh_);
  for (Label f = 0; f < mesh_->nFaces(); ++f) phi[f] = mesh_->faceFlipped[f] ? -2 : 2;
  output::TimeDirectory directory(world_, case_, "3");
  output::writeField(directory, *alpha, {});
  output::writeField(directory, phi, {});
  directory.commit();
  if (!world_.master()) return;
  EXPECT_TRUE(readRawField(case_ / "3/alpha").internal.uniform);
  EXPECT_EQ(readRawField(case_ / "3/alpha").internal.values, std::vector<double>{0.5});
  EXPECT_TRUE(readRawField(case_ / "3/phi").internal.uniform);
}

TEST_F(RoundTrip, EveryProblemIsKnownToEveryRank) {
  writeText("bad", R"(FoamFile { version 2.0; format ascii; class volScalarField; object bad; }
dimensions [0 0 0 0 0 0 0];
internalField nonuniform List<scalar> 3(1 2 3);
boundaryField
{
  xMin { type zeroGradient; }
  xMax { type cyclic; }
  yMax { type fixedValue; value nonuniform List<scalar> 2(1 2); }
  yMim { type zeroGradient; }
  zMin { type symmetry; }
  zMax { type zeroGradientt; }
}
)");
  Problems problems;
  EXPECT_EQ(readVolField<double>(context_, case_ / "bad", dimVelocity, problems), nullptr);
  std::string all;
  for (const std::string& message : problems.messages()) all += message + "\n";
  EXPECT_EQ(problems.messages().size(), 6u) << all;
  EXPECT_THAT(all, HasSubstr("bad:2: "));
  EXPECT_THAT(all, HasSubstr("internalField of bad has 3 values, but the mesh has 60 cells"));
  EXPECT_THAT(all, HasSubstr("patch 'xMin' of bad is cyclic"));
  EXPECT_THAT(all, HasSubstr("bad:8: "));
  EXPECT_THAT(all, HasSubstr("2 values, but there are 15 faces of patch 'yMax'"));
  EXPECT_THAT(all, HasSubstr("did you mean it by 'yMim'"));
  EXPECT_THAT(all, HasSubstr("zeroGradientt"));
  std::string masters = all;
  world_.broadcast(masters);
  EXPECT_EQ(all, masters);
}

TEST_F(RoundTrip, AMissingFileIsAProblemOnAllRanks) {
  Problems problems;
  EXPECT_EQ(readVolField<double>(context_, case_ / "nowhere", dimless, problems), nullptr);
  EXPECT_EQ(readSurfaceField(*mesh_, case_ / "nowhere", dimVolumeFlux, problems), nullptr);
  ASSERT_EQ(problems.messages().size(), 1u);
  EXPECT_THAT(problems.messages()[0], HasSubstr("nowhere"));
}

TEST_F(RoundTrip, AFailureOfTheDiskIsThrownOnAllRanks) {
  auto alpha = field<double>("alpha");
  ASSERT_TRUE(alpha);
  output::TimeDirectory directory(world_, case_ / "nowhere", "1");
  output::writeField(directory, *alpha, {.binary = true});
  try {
    directory.commit();
    ADD_FAILURE() << "no error";
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), ExitCode::io);
    EXPECT_THAT(e.what(), HasSubstr("No such file or directory"));
  }
  EXPECT_THROW(output::onMaster(world_, [] { throw Error("only rank 0 met this", ExitCode::io); }), Error);
}

}  // namespace
}  // namespace eagre::case_
