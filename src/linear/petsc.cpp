// SPDX-License-Identifier: BSD-3-Clause
#ifdef EAGRE_PETSC
#include "linear/petsc.hpp"

#include <fmt/format.h>

#include <string_view>

#include "core/error.hpp"

namespace eagre::linear::petsc {

namespace {
void initialise() {
  PetscBool done = PETSC_FALSE;
  PetscInitialized(&done);
  if (done) return;
  PetscOptionsSetValue(nullptr, "-no_signal_handler", "true");
  if (PetscInitializeNoArguments() != 0) throw Error("PETSc does not start");
  PetscPushErrorHandler(PetscReturnErrorHandler, nullptr);
}
}  // namespace

Options::Options(std::string user, std::string text)
    : user_(std::move(user)), text_(std::move(text)), prefix_(fmt::format("eagre_{}_", static_cast<const void*>(this))) {
  initialise();
  ok(PetscOptionsPrefixPush(nullptr, prefix_.c_str()));
  const PetscErrorCode inserted = PetscOptionsInsertString(nullptr, text_.c_str());
  ok(PetscOptionsPrefixPop(nullptr));
  ok(inserted);
}

Options::~Options() {
  std::string_view rest = text_;
  for (std::size_t at; (at = rest.find('-')) != std::string_view::npos;) {
    rest.remove_prefix(at + 1);
    const auto name = fmt::format("-{}{}", prefix_, rest.substr(0, rest.find(' ')));
    PetscOptionsClearValue(nullptr, name.c_str());
  }
}

bool Options::has(const char* name) const {
  PetscBool found = PETSC_FALSE;
  ok(PetscOptionsHasName(nullptr, prefix_.c_str(), name, &found));
  return found == PETSC_TRUE;
}

void Options::refuseUnknown() const {
  PetscInt n = 0;
  char **names = nullptr, **values = nullptr;
  ok(PetscOptionsLeftGet(nullptr, &n, &names, &values));
  std::string unknown;
  for (PetscInt i = 0; i < n; ++i)
    if (std::string_view(names[i]).starts_with(prefix_)) unknown += fmt::format(" -{}", names[i] + prefix_.size());
  ok(PetscOptionsLeftRestore(nullptr, &n, &names, &values));
  if (!unknown.empty())
    throw Error(
        fmt::format("PETSc for {}: of the options \"{}\" it has not used{}: misspelt, or of another solver or preconditioner",
                    user_, text_, unknown),
        ExitCode::badCase);
}

void Options::ok(PetscErrorCode code) const {
  if (code == 0) return;
  const char* text = nullptr;
  char* specific = nullptr;
  PetscErrorMessage(code, &text, &specific);
  throw Error(
      fmt::format("PETSc for {} with options \"{}\": {} {}", user_, text_, text ? text : "error", specific ? specific : ""),
      ExitCode::badCase);
}

}  // namespace eagre::linear::petsc

#endif
