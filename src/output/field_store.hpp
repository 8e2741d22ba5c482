// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "fv/fields/context.hpp"
#include "fv/fields/field.hpp"

namespace eagre::output {

/// Fields that a run takes from elsewhere than the files of a time directory: from a dump, or from itself before its mesh
/// changed. All member functions are collective; what is wrong with a field is added to the problems, the same on all ranks, and
/// the result is null.
class FieldStore {
 public:
  virtual ~FieldStore() = default;
  /// The text of uniform/<name>; nothing if there is none.
  virtual std::optional<std::string> state(const std::string& name) = 0;
  virtual bool has(const std::string& field) = 0;
  /// A field with its conditions, whose patch values are those of the store where the condition keeps them (as
  /// case_::readVolField).
  virtual std::unique_ptr<fv::VolScalarField> scalar(const fv::Context& context, const std::string& name,
                                                     const Dimensions& expected, Problems& problems) = 0;
  virtual std::unique_ptr<fv::VolVectorField> vector(const fv::Context& context, const std::string& name,
                                                     const Dimensions& expected, Problems& problems) = 0;
  virtual std::unique_ptr<fv::VolField<SymmTensor>> symmTensor(const fv::Context& context, const std::string& name,
                                                               const Dimensions& expected, Problems& problems) = 0;
  virtual std::unique_ptr<fv::SurfaceScalarField> surfaceField(const std::string& name, const Dimensions& expected,
                                                               Problems& problems) = 0;
  /// Values of cells and patches into a field made in code, if they are there. A patch whose condition keeps no values stays.
  virtual bool readValues(fv::VolField<double>& field) = 0;
  virtual bool readValues(fv::VolField<Vec3>& field) = 0;
  virtual bool readValues(fv::VolField<SymmTensor>& field) = 0;
};

}  // namespace eagre::output
