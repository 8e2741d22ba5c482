// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>

#include "core/word_table.hpp"
#include "fv/schemes/gradient.hpp"
#include "fv/schemes/schemes.hpp"

/// The interpolation schemes by name; the table is put together in schemes_interpolation.cpp.
namespace eagre::fv::schemes {

template <class T>
using SchemePointer = std::unique_ptr<InterpolationScheme<T>>;

/// What a scheme does with the flux.
enum class FluxUse {
  none,           ///< looks at none
  direction,      ///< of interpolationSchemes it has to be named
  convection,     ///< for divSchemes only
  notConvection,  ///< looks at none, and is not for divSchemes
};

template <class T>
struct SchemeMaker {
  /// name: as the case has it; the reader stands behind it.
  SchemePointer<T> (*make)(const std::string& name, const Context&, config::TokenReader&) = nullptr;
  FluxUse flux = FluxUse::direction;
};

template <class T>
using SchemeTable = WordTable<SchemeMaker<T>>;

/// Whether skewCorrected corrects anything on this mesh. Collective.
bool isSkewed(const mesh::Mesh& mesh);

template <class T>
void addBasicSchemes(SchemeTable<T>& table);
/// In the order of the alphabet.
template <class T>
void addLimitedSchemes(SchemeTable<T>& table);

}  // namespace eagre::fv::schemes
