// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "case/field_file.hpp"
#include "case/point_field_file.hpp"
#include "output/foam/time_directory.hpp"
#include "physics/motion/mesh_motion.hpp"
#include "run/case/case_setup.hpp"
#include "run/case/coarse_check.hpp"

namespace eagre::run {

void DirectorySource::adapt(case_::RawField& raw, const std::string& name) {
  const auto set = set_.find(raw.name);
  if (set != set_.end()) raw = set->second;
  dictionaries_.applySettings(raw, time_);
  dictionaries_.adapt(raw, name);
  if (nCellsMeant_ > 0 && set == set_.end()) makeUniform(raw, nCellsMeant_);
}

template <class T>
std::unique_ptr<fv::VolField<T>> DirectorySource::readField(const std::string& name, const Dimensions& dimensions) {
  if (store_) {
    if constexpr (std::is_same_v<T, double>)
      return store_->scalar(context_, name, dimensions, problems_);
    else if constexpr (std::is_same_v<T, Vec3>)
      return store_->vector(context_, name, dimensions, problems_);
    else
      return store_->symmTensor(context_, name, dimensions, problems_);
  }
  return readFile<T>(name, dimensions, problems_);
}

template <class T>
std::unique_ptr<fv::VolField<T>> DirectorySource::readFile(const std::string& name, const std::optional<Dimensions>& dimensions,
                                                           Problems& problems) {
  const fs::path file = dictionaries_.fieldFile(time_, name);
  return case_::readVolField<T>(context_, file, dimensions, problems, [&](case_::RawField& raw) {
    std::error_code none;
    if (fs::exists(file, none) && fs::exists(file.string() + ".gz", none))
      context_.log.warnOnce(
          fmt::format("{0}/{1} and {0}/{1}.gz are both there; as in OpenFOAM, {0}/{1} is read", time_, file.filename().string()));
    adapt(raw, name);
    for (const std::string& remark : raw.dict.remarks()) context_.log.warnOnce(remark);
    strangers_.check(raw, context_.mesh.globalPatches, context_.log);
  });
}

void DirectorySource::expectScalar(const std::string& name, const Dimensions& dimensions) {
  scalars_[name] = readField<double>(name, dimensions);
}

void DirectorySource::expectVector(const std::string& name, const Dimensions& dimensions) {
  vectors_[name] = readField<Vec3>(name, dimensions);
}

void DirectorySource::expectSymmTensor(const std::string& name, const Dimensions& dimensions) {
  symmTensors_[name] = readField<SymmTensor>(name, dimensions);
}

std::unique_ptr<fv::VolScalarField> DirectorySource::scalar(const std::string& name, const Dimensions& dimensions) {
  if (!scalars_[name]) expectScalar(name, dimensions);
  problems_.throwIfAny("the fields cannot be read");
  context_.log.line("Reading field " + name);
  if (hooks_.scalar) hooks_.scalar(*scalars_[name]);
  return std::move(scalars_[name]);
}

std::unique_ptr<fv::VolVectorField> DirectorySource::vector(const std::string& name, const Dimensions& dimensions) {
  if (!vectors_[name]) expectVector(name, dimensions);
  problems_.throwIfAny("the fields cannot be read");
  context_.log.line("Reading field " + name);
  if (hooks_.vector) hooks_.vector(*vectors_[name]);
  return std::move(vectors_[name]);
}

std::unique_ptr<fv::VolField<SymmTensor>> DirectorySource::symmTensor(const std::string& name, const Dimensions& dimensions) {
  if (!symmTensors_[name]) expectSymmTensor(name, dimensions);
  problems_.throwIfAny("the fields cannot be read");
  context_.log.line("Reading field " + name);
  return std::move(symmTensors_[name]);
}

const config::Dictionary* DirectorySource::state(const std::string& name) {
  if (!store_) return dictionaries_.optional(fs::path(time_) / "uniform" / name);
  if (const auto found = states_.find(name); found != states_.end()) return &found->second;
  const auto text = store_->state(name);
  if (!text) return nullptr;
  return &states_.emplace(name, config::Dictionary::parse(*text, "dump:/eagre/state/" + name)).first->second;
}

bool DirectorySource::has(const std::string& field) {
  return store_ ? store_->has(field) : fileExists(dictionaries_.fieldFile(time_, field));
}

std::optional<DirectorySource::FieldHead> DirectorySource::head(const std::string& name) {
  const fs::path file = dictionaries_.fieldFile(time_, name);
  if (store_ || !fileExists(file)) return std::nullopt;
  std::size_t behind = 0;
  FieldHead head{config::parseHeader(config::readFileStart(file, 16'384), file.string(), behind).className, {}};
  const auto read = [&]<class T>(std::map<std::string, std::unique_ptr<fv::VolField<T>>>& fields) {
    Problems problems;
    auto field = readFile<T>(name, std::nullopt, problems);
    problems.throwIfAny(file.string());
    head.dimensions = field->dimensions();
    fields[name] = std::move(field);
  };
  if (head.className == "volScalarField") read(scalars_);
  if (head.className == "volVectorField") read(vectors_);
  if (head.className == "volSymmTensorField") read(symmTensors_);
  return head;
}

std::unique_ptr<fv::SurfaceScalarField> DirectorySource::flux(const std::string& name, const Dimensions& dimensions) {
  const auto path = dictionaries_.directory() / time_ / name;
  if (store_ ? !store_->has(name) : !fileExists(path)) return nullptr;
  auto field = store_ ? store_->surfaceField(name, dimensions, problems_)
                      : case_::readSurfaceField(context_.mesh, path, dimensions, problems_);
  problems_.throwIfAny("the fields cannot be read");
  return field;
}

namespace {

/// The file of a point field that the start time lacks. Error (badCase): there is none.
fs::path otherTime(const fs::path& caseDirectory, const std::string& name) {
  for (const auto& time : output::findTimes(caseDirectory))
    if (fileExists(caseDirectory / time.name / name)) return caseDirectory / time.name / name;
  if (fileExists(caseDirectory / "0.orig" / name)) return caseDirectory / "0.orig" / name;
  throw Error(fmt::format("the mesh deforms, and there is no field {}, whose conditions say what its patches do", name),
              ExitCode::badCase);
}

}  // namespace

physics::MotionInputs DirectorySource::motionInputs(fv::Context& context) {
  return {.context = context,
          .pointField =
              [this](const std::string& name, const Dimensions& dimensions) {
                const int nComponents = name.back() >= 'x' && name.back() <= 'z' ? 1 : 3;
                context_.log.line("Reading field " + name);
                const fs::path file = dictionaries_.fieldFile(time_, name);
                // A dump has the entries of its patches alone, and so has what is extracted of it.
                if (store_ || !fileExists(file))
                  if (const config::Dictionary* text = state(name)) return case_::patchesOfText(context_.mesh, *text);
                return case_::readPointField(context_.mesh, fileExists(file) ? file : otherTime(dictionaries_.directory(), name),
                                             dimensions, nComponents,
                                             [&](case_::RawField& raw) { dictionaries_.adapt(raw, name); });
              },
          .readVector = [this](fv::VolVectorField& field) { return readIfPresent<Vec3>(field); },
          .readScalar = [this](fv::VolScalarField& field) { return readIfPresent<double>(field); }};
}

}  // namespace eagre::run
