// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>

#include "core/word_table.hpp"
#include "fv/schemes/gradient.hpp"
#include "fv/schemes/schemes.hpp"

/// The gradient schemes behind makeGradientScheme.
namespace eagre::fv::schemes {

template <class T>
std::unique_ptr<GradientScheme<T>> makeGaussLinear();
/// fluxName: the registered flux that the interpolation looks at, "" if it needs none.
template <class T>
std::unique_ptr<GradientScheme<T>> makeGauss(const Context& context, std::unique_ptr<InterpolationScheme<T>> interpolation,
                                             const std::string& fluxName);
template <class T>
std::unique_ptr<GradientScheme<T>> makeLeastSquares(const Context& context);
/// leastSquares with a correction by the change of the gradient along the line from cell to cell.
template <class T>
std::unique_ptr<GradientScheme<T>> makeFourth(const Context& context);
/// Least squares over the cells and boundary faces that share a point with a cell, or an edge (byEdges). The mesh has its points.
template <class T>
std::unique_ptr<GradientScheme<T>> makePointLeastSquares(const Context& context, bool byEdges);
/// Makers of gradient schemes; the reader stands behind their name.
template <class T>
using GradientTable =
    WordTable<std::unique_ptr<GradientScheme<T>> (*)(const std::string& name, const Context&, config::TokenReader&)>;
/// cellLimited and the others.
template <class T>
void addLimitedGradients(GradientTable<T>& table);

/// The registered flux `name`; Error (badCase) if there is none. For schemes that name their flux.
const SurfaceScalarField& findFlux(const Context& context, const std::string& name);

}  // namespace eagre::fv::schemes
