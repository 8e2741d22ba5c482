// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// For sources that are compiled with EAGRE_PETSC.
#include <petscdm.h>
#include <petscksp.h>

#include <memory>
#include <string>
#include <type_traits>

namespace eagre::linear::petsc {

struct Destroy {
  void operator()(Mat A) const { MatDestroy(&A); }
  void operator()(Vec v) const { VecDestroy(&v); }
  void operator()(KSP ksp) const { KSPDestroy(&ksp); }
  void operator()(DM dm) const { DMDestroy(&dm); }
  void operator()(MatNullSpace space) const { MatNullSpaceDestroy(&space); }
};
/// A Mat, Vec, ... that is destroyed with its owner.
template <class T>
using Owned = std::unique_ptr<std::remove_pointer_t<T>, Destroy>;

/// The options of one solver, as on PETSc's command line. In PETSc's data base, which is one for all, they have a prefix of their
/// own as long as this lives. The first one initialises PETSc: signals stay ours, and its errors come back as codes.
class Options {
 public:
  /// user: who asks for the solver, for messages. Errors (badCase): text that is none.
  Options(std::string user, std::string text);
  ~Options();
  Options(const Options&) = delete;

  const std::string& prefix() const { return prefix_; }
  bool has(const char* name) const;
  /// Errors (badCase): options that PETSc has not used, by name; to be called when all has been set up.
  void refuseUnknown() const;
  /// Errors (badCase): a code that is not 0.
  void ok(PetscErrorCode code) const;

 private:
  std::string user_, text_, prefix_;
};

}  // namespace eagre::linear::petsc
