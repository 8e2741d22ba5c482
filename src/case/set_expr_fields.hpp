// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "case/field_file.hpp"
#include "config/dictionary.hpp"
#include "core/log.hpp"
#include "mesh/poly_mesh.hpp"

namespace eagre::case_ {

/// The fields of one time directory: read when an expression asks for one.
class TimeFields {
 public:
  explicit TimeFields(std::filesystem::path directory) : directory_(std::move(directory)) {}
  /// nullptr: no such file. Errors: as readRawField.
  RawField* find(const std::string& name);
  RawField& add(RawField field) { return fields_[field.name] = std::move(field); }
  /// What is done to each field that is read from now on.
  void prepareBy(std::function<void(RawField&)> prepare) { prepare_ = std::move(prepare); }
  /// Names of the files of the directory.
  std::vector<std::string> names() const;
  const std::filesystem::path& directory() const { return directory_; }

 private:
  std::function<void(RawField&)> prepare_;
  std::filesystem::path directory_;
  std::map<std::string, RawField> fields_;
};

/// OpenFOAM v1912's setExprFields on the global mesh: `expressions ( name { field U; expression #{ .. #}; condition #{ .. #}; ..
/// } )`, one after another. An expression gives the cells of its field, all of them or those where the condition (fieldMask) is
/// true; patches keep their conditions and values. `create yes` makes a new field with calculated patches that have the values of
/// the cells (v1912 evaluates the expression on their faces, where vol() is 1); `dimensions` sets them. time, deltaT: what time()
/// and deltaT() give [s]. Returns the names of the fields that were set. Serial. Errors (badCase, all of them at once, with file
/// and line): expressions that cannot be evaluated, or are of another type than the field; fields that are not there.
std::set<std::string> setExprFields(const config::Dictionary& dict, const mesh::PolyMesh& mesh,
                                    const mesh::PolyGeometry& geometry, double time, double deltaT, TimeFields& fields, Log& log);

}  // namespace eagre::case_
