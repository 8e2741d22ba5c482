// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <memory>
#include <string>

#include "comm/communicator.hpp"
#include "fv/conditions/conditions.hpp"
#include "fv/fields/context.hpp"
#include "fv/schemes/schemes.hpp"
#include "support/box_mesh.hpp"

namespace eagre::test {

/// A mesh with everything that an operator wants to know, schemes given as text.
struct SchemesCase {
  std::unique_ptr<mesh::Mesh> mesh;
  config::Dictionary fvSchemes, fvSolution;
  fv::TimeState time;
  fv::Registry registry;
  Log log = Log::silent();
  fv::Context context;

  SchemesCase(std::unique_ptr<mesh::Mesh> mesh_, const std::string& schemes)
      : mesh(std::move(mesh_)), fvSchemes(config::Dictionary::parse(schemes, "system/fvSchemes")), context{*mesh,      fvSchemes,
                                                                                                           fvSolution, time,
                                                                                                           registry,   log,
                                                                                                           {}} {}

  SchemesCase(const SchemesCase&) = delete;

  /// Cell and boundary values of f(x), ghosts included, fixed on all patches.
  template <class T, class F>
  std::unique_ptr<fv::VolField<T>> field(const std::string& name, F&& f) const {
    auto field = std::make_unique<fv::VolField<T>>(name, dimless, *mesh);
    for (Label c = 0; c < mesh->nAllCells(); ++c) (*field)[c] = f(mesh->C[c]);
    for (const mesh::Patch& patch : mesh->patches) {
      std::vector<T> values;
      for (Label b = 0; b < patch.size; ++b) values.push_back(f(mesh->faceCentres()(mesh->nInteriorFaces() + patch.start + b)));
      field->conditions().push_back(fv::makeFixedValue<T>(patch, values));
    }
    field->updateGhosts();  // behind a cyclic patch the value of the other side
    for (const auto& condition : field->conditions()) condition->evaluate(*field, field->patchValues(condition->patch()));
    return field;
  }
};

/// A row of n cells of size h along x, 2D (y and z empty are not needed: y patches zero area of change).
inline std::unique_ptr<mesh::Mesh> rowMesh(Label n, double h = 1) {
  BoxOptions options;
  options.length = {n * h, 1, 1};
  options.types = {"patch", "patch", "empty", "empty", "empty", "empty"};
  return distributedBox(comm::Communicator::self(), n, 1, 1, options);
}

/// Reads a scheme from words.
inline config::Entry words(const std::string& text) {
  config::Dictionary dict = config::Dictionary::parse("scheme " + text + ";", "words");
  return dict.at("scheme");
}

template <class T>
std::unique_ptr<fv::InterpolationScheme<T>> interpolation(const fv::Context& context, const std::string& text) {
  const config::Entry entry = words(text);
  auto reader = entry.reader();
  auto scheme = fv::makeInterpolationScheme<T>(context, reader);
  reader.expectEnd();
  return scheme;
}

/// The message of the Error that f throws; "" if it throws none.
inline std::string messageOf(const std::function<void()>& f) {
  try {
    f();
  } catch (const Error& e) { return e.what(); }
  return {};
}

}  // namespace eagre::test
