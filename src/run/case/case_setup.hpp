// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "case/field_file.hpp"
#include "case/flavour/translator.hpp"
#include "case/stranger_patches.hpp"
#include "comm/communicator.hpp"
#include "config/dictionary.hpp"
#include "config/settings.hpp"
#include "mesh/mesh.hpp"
#include "output/dumps/dump_reader.hpp"
#include "output/foam/mesh_times.hpp"
#include "physics/turbulence/turbulence_model.hpp"
#include "run/control/time_control.hpp"
#include "solvers/flow_solver.hpp"

/// Puts a case directory, a solver and the writers together.
namespace eagre::physics {
struct MotionInputs;
}

namespace eagre::run {

namespace fs = std::filesystem;

/// The dictionaries of a case. Every rank reads them; they are small.
class CaseDictionaries {
 public:
  /// Reads system/controlDict, fvSchemes and fvSolution; every problem is added. flavour: the OpenFOAM version that the case was
  /// written for (flavour::parse), "" to recognise it; application: "" for controlDict's. All dictionaries are handed out in the
  /// words of v1912. settings: `--set` of the command line, which the files are read with. Errors (badCase): no such directory;
  /// (usage): no such flavour; a setting of a file that is not there or that another program reads, or of no entry of it.
  CaseDictionaries(fs::path directory, Problems& problems, const std::string& flavour = {}, const std::string& application = {},
                   std::vector<config::GivenEntry> settings = {});
  const fs::path& directory() const { return directory_; }
  /// The OpenFOAM version that the case was written for.
  const flavour::Flavour& flavour() const { return translator_->flavour(); }
  const config::Dictionary& controlDict() const { return controlDict_; }
  const config::Dictionary& fvSchemes() const { return fvSchemes_; }
  const config::Dictionary& fvSolution() const { return fvSolution_; }
  config::Dictionary& fvSolution() { return fvSolution_; }
  config::ReadOptions readOptions() const;
  /// system/<name> or constant/<name>, or what other versions have instead; nullptr if there is none.
  const config::Dictionary* optional(const fs::path& relative);
  const config::Dictionary& required(const fs::path& relative);
  /// Entries of all that was read which look like slips of the pen (Dictionary::misspeltEntries).
  std::vector<std::string> misspeltEntries() const;
  /// Whether something has asked for that file: "constant/g", or for what this flavour has in it.
  bool hasRead(const std::string& relative) const { return others_.contains(relative) || translator_->hasRead(relative); }
  /// f(dictionary) for each file that was read.
  template <class F>
  void eachRead(F&& f) const {
    for (const auto* dict : {&controlDict_, &fvSchemes_, &fvSolution_}) f(*dict);
    for (const auto& [name, dict] : others_)
      if (dict) f(*dict);
  }
  /// Read again (they were edited).
  config::Dictionary rereadControlDict() const;
  config::Dictionary rereadFvSolution() const;
  /// The file of a field in a time directory: under the name that the case's OpenFOAM version has for it, if v1912's is not
  /// there.
  fs::path fieldFile(const std::string& time, const std::string& name);
  /// What its file says in the words of v1912, under the name that a solver knows.
  void adapt(case_::RawField& field, const std::string& name);
  /// Gives entries of a field's file that has been read the values of the settings. time: its directory. Rank 0.
  void applySettings(case_::RawField& field, const std::string& time);
  const std::vector<config::GivenEntry>& settings() const { return translator_->settings(); }
  /// Error (usage): a setting of a field's file that was not read, since the run starts from elsewhere. Rank 0.
  void requireSettingsOfFields(const std::string& start) const;
  /// One line for each setting whose entry nothing has looked at.
  std::vector<std::string> unreadSettings() const;
  /// Says in the log which OpenFOAM version the case was written for, if it is not v1912, and what has been read as what since
  /// the last call.
  void reportReadings(Log& log);

 private:
  /// system/controlDict as it is written, with system/functions of openfoam.org 12 and later.
  config::Dictionary readControlDict(const std::vector<config::GivenEntry>& settings) const;

  fs::path directory_;
  std::string application_;  ///< the solver's name if it is given, before controlDict's is known
  config::Dictionary controlDict_, fvSchemes_, fvSolution_;
  std::map<std::string, std::unique_ptr<config::Dictionary>> others_;
  std::unique_ptr<flavour::Translator> translator_;
  bool flavourReported_ = false;
};

using config::fileExists;

/// The global mesh, checked, with its geometry, which is computed once.
struct WholeMesh {
  mesh::PolyMesh mesh;
  mesh::PolyGeometry geometry;
};

/// Reads constant/polyMesh or, if there is none, puts it together from processor directories or makes it from
/// system/blockMeshDict and writes it there (write = true). Rank 0 only. Errors: neither is there; the mesh is damaged (all its
/// problems).
/// aboutCells: blockMesh makes about so many cells instead of those of its dictionary (case_::blockMesh).
WholeMesh loadOrMakeMesh(CaseDictionaries& dictionaries, const ControlDict& control, bool write, Log& log,
                         std::int64_t aboutCells = 0);

/// Reads the mesh of a time, as it stands in the files. Rank 0 only. Errors: it is damaged (all its problems).
WholeMesh loadMesh(CaseDictionaries& dictionaries, const output::MeshPlace& place, Log& log);

/// What the case's turbulence model needs of the distance to walls; none if its dictionaries are wrong (the check says how).
physics::WallDistance wallDistanceOf(CaseDictionaries& dictionaries);

/// Runs blockMesh on the case's dictionary, or on another of its files. Rank 0 only.
mesh::PolyMesh makeMesh(CaseDictionaries& dictionaries, Log& log, const std::string& file = {}, std::int64_t aboutCells = 0);
/// Writes constant/polyMesh. Rank 0 only.
void writeMesh(const CaseDictionaries& dictionaries, const ControlDict& control, const mesh::PolyMesh& mesh);

/// Records that constant/polyMesh was made from the case's blockMeshDict, or from another of its files (run/case/made.hpp). Rank
/// 0 only.
void recordBlockMesh(const fs::path& caseDirectory, const std::string& file = {});

/// Applies system/setFieldsDict, or another file of the case, to the fields of directory `time` and writes them (write = true:
/// else they are only made, for a check). Returns the fields that are set, by name. Rank 0 only.
std::map<std::string, case_::RawField> applySetFields(CaseDictionaries& dictionaries, const ControlDict& control,
                                                      const WholeMesh& whole, const std::string& time, bool write, Log& log,
                                                      const std::string& file = "system/setFieldsDict");

/// Whether a run that starts at the first time has fields still to be set: setFieldsDict is there and every field that it names
/// is uniform in the file (where it sets faces: on patches too). Rank 0 only.
bool fieldsNeedSetting(CaseDictionaries& dictionaries, const std::string& time);

/// The time directory that startFrom and startTime ask for; 0 is made from 0.orig if it is not there. Rank 0 only.
/// Errors: no such time (the times that are there are listed).
std::string startDirectory(const fs::path& caseDirectory, const ControlDict& control, Log& log);

/// uniform/time of a time directory, if it has one, and uniform/restart. The name of the directory is stronger than what they say
/// of the time: one that was renamed is named in a warning, and its schedules of writing begin anew.
RestartState readRestartState(const fs::path& timeDirectory, const config::ReadOptions& options, const ControlDict& control,
                              Log& log);
/// The same of a dump. Collective.
RestartState readRestartState(output::DumpReader& dump, const std::string& time, const ControlDict& control, Log& log);

/// Called with each field that a solver reads at the start time.
struct FieldHooks {
  std::function<void(fv::VolScalarField&)> scalar{};
  std::function<void(fv::VolVectorField&)> vector{};
};

/// Fields of a time directory, of a dump, or of the run itself before its mesh changed, for a solver.
class DirectorySource final : public solvers::CaseSource {
 public:
  /// store: nullptr if the fields stand in the directory; strangers: told of each field that is read from there.
  DirectorySource(CaseDictionaries& dictionaries, const fv::Context& context, std::string time, output::FieldStore* store,
                  bool continued, case_::StrangerPatches strangers, Problems& problems)
      : dictionaries_(dictionaries),
        context_(context),
        time_(std::move(time)),
        store_(store),
        continued_(continued),
        strangers_(std::move(strangers)),
        problems_(problems) {}
  void expectScalar(const std::string& name, const Dimensions& dimensions) override;
  void expectVector(const std::string& name, const Dimensions& dimensions) override;
  void expectSymmTensor(const std::string& name, const Dimensions& dimensions) override;
  std::unique_ptr<fv::VolScalarField> scalar(const std::string& name, const Dimensions& dimensions) override;
  std::unique_ptr<fv::VolVectorField> vector(const std::string& name, const Dimensions& dimensions) override;
  std::unique_ptr<fv::VolField<SymmTensor>> symmTensor(const std::string& name, const Dimensions& dimensions) override;
  bool has(const std::string& field) override;
  /// What the file of a field at the start time says of itself.
  struct FieldHead {
    std::string className;
    Dimensions dimensions;
  };
  /// Reads that file, so that scalar(), vector() or symmTensor() gives the field. None: there is no such file, as in a dump.
  /// Collective. Errors (badCase): what is wrong with the file.
  std::optional<FieldHead> head(const std::string& name);
  std::unique_ptr<fv::SurfaceScalarField> flux(const std::string& name, const Dimensions& dimensions) override;
  const config::Dictionary& constant(const std::string& name) override {
    return dictionaries_.required(fs::path("constant") / name);
  }
  const config::Dictionary* constantIfPresent(const std::string& name) override {
    return dictionaries_.optional(fs::path("constant") / name);
  }
  const config::Dictionary* systemIfPresent(const std::string& name) override {
    return dictionaries_.optional(fs::path("system") / name);
  }
  const config::Dictionary* state(const std::string& name) override;
  /// The mesh is a coarse one in place of one of so many cells (CoarseCheck): lists of fields are counted and not read.
  void standsFor(std::int64_t nCells) { nCellsMeant_ = nCells; }
  /// What moves the mesh; null: nothing.
  void moves(physics::MeshMotion* motion) { motion_ = motion; }
  physics::MeshMotion* meshMotion() override { return motion_; }
  /// What it reads of the start time, while this is there.
  physics::MotionInputs motionInputs(fv::Context& context);
  /// Fields that are not written, by the names of their files: read in the place of these files. On rank 0.
  void takes(std::map<std::string, case_::RawField> set) { set_ = std::move(set); }
  /// Shows each field of the start time to `hooks` before a solver has it.
  void shows(FieldHooks hooks) { hooks_ = std::move(hooks); }
  /// Sources of whoever drives the run.
  void gives(std::shared_ptr<physics::GivenSources> sources) { given_ = std::move(sources); }
  std::shared_ptr<physics::GivenSources> givenSources() override { return given_; }
  /// Values of the start time into a field that a run makes for itself; false if they are not there. Collective.
  template <class T>
  bool readIfPresent(fv::VolField<T>& field) {
    if (store_) return store_->readValues(field);
    const auto path = dictionaries_.fieldFile(time_, field.name());
    if (!fileExists(path)) return false;
    case_::readValues(path, field);
    return true;
  }
  bool readIfPresent(fv::VolScalarField& field) override { return readIfPresent<double>(field); }
  bool continued() const override { return continued_; }
  /// The mesh is refined during the run; how cells of before are found (firstCellIn).
  void refines(std::function<GlobalLabel(GlobalLabel)> firstCellIn) { firstCellIn_ = std::move(firstCellIn); }
  bool refinesMesh() const override { return firstCellIn_ != nullptr; }
  GlobalLabel firstCellIn(GlobalLabel cell) override { return firstCellIn_(cell); }
  /// The mesh has just changed: the velocity on faces, and whether the flux of it is corrected.
  void changed(std::unique_ptr<fv::SurfaceVectorField> faceVelocity, bool correctsFlux) {
    faceVelocity_ = std::move(faceVelocity);
    correctsFlux_ = correctsFlux;
    continued_ = true;
  }
  std::unique_ptr<fv::SurfaceVectorField> faceVelocity() override { return std::move(faceVelocity_); }
  bool correctsFlux() const override { return correctsFlux_.value_or(!continued_); }

 private:
  template <class T>
  std::unique_ptr<fv::VolField<T>> readField(const std::string& name, const Dimensions& dimensions);
  /// Reads a field's file, in the words of v1912.
  template <class T>
  std::unique_ptr<fv::VolField<T>> readFile(const std::string& name, const std::optional<Dimensions>& dimensions,
                                            Problems& problems);

  CaseDictionaries& dictionaries_;
  const fv::Context& context_;
  std::string time_;
  output::FieldStore* store_;
  /// Puts a field into the words of v1912, and makes its lists uniform if the mesh has not their cells.
  void adapt(case_::RawField& raw, const std::string& name);

  bool continued_;
  std::function<GlobalLabel(GlobalLabel)> firstCellIn_;
  std::optional<bool> correctsFlux_;
  std::unique_ptr<fv::SurfaceVectorField> faceVelocity_;
  case_::StrangerPatches strangers_;
  std::int64_t nCellsMeant_ = 0;
  physics::MeshMotion* motion_ = nullptr;
  std::map<std::string, case_::RawField> set_;
  FieldHooks hooks_;
  std::shared_ptr<physics::GivenSources> given_;
  Problems& problems_;
  std::map<std::string, std::unique_ptr<fv::VolScalarField>> scalars_;  ///< read ahead
  std::map<std::string, std::unique_ptr<fv::VolVectorField>> vectors_;
  std::map<std::string, std::unique_ptr<fv::VolField<SymmTensor>>> symmTensors_;
  std::map<std::string, config::Dictionary> states_;
};

}  // namespace eagre::run
