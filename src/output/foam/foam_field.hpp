// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <span>
#include <string>

#include "fv/fields/boundary_condition.hpp"
#include "fv/fields/field.hpp"
#include "fv/fields/point_field.hpp"
#include "output/foam/field_file_writer.hpp"
#include "output/foam/time_directory.hpp"

/// Whole OpenFOAM field files, written from all ranks in the order of the global mesh: what OpenFOAM v1912 itself would
/// have written, so that it can look at them and restart from them. Rank 0 writes and never holds more than a piece of
/// the field. All functions are collective; failures of the disk come out of TimeDirectory::commit().
namespace eagre::output {

/// volScalarField (double) or volVectorField (Vec3): cell values, then every patch with its condition's entries. A
/// volSymmTensorField (SymmTensor) has no conditions: its patches are calculated, or of their constraint type.
/// A field or patch whose values are all equal is written "uniform", as OpenFOAM does.
template <class T>
void writeField(TimeDirectory& directory, const fv::VolField<T>& field, const FieldFormat& format);

/// surfaceScalarField: internal faces, then the values of every patch (type calculated, or the constraint type).
/// oriented: a flux, whose sign belongs to the face normal.
void writeField(TimeDirectory& directory, const fv::SurfaceScalarField& field, const FieldFormat& format, bool oriented = true);

/// pointVectorField, or pointScalarField: values at points, then the entries of the patches as they were read. rank 0 gathers it.
void writeField(TimeDirectory& directory, const mesh::Mesh& mesh, const fv::PointField& field, const FieldFormat& format);

/// polyMesh/points: where the points of a mesh that moves are at this time.
void writePoints(TimeDirectory& directory, const mesh::Mesh& mesh, const FieldFormat& format);
/// polyMesh/<name>, of points that rank 0 has.
void writePoints(TimeDirectory& directory, const std::string& name, const std::vector<Vec3>& points, const FieldFormat& format);
/// The file itself. each: hands their coordinates to its argument, piece by piece.
void writePoints(FileSink& sink, const FieldFormat& format, const std::string& time, std::int64_t nPoints,
                 const std::function<void(const std::function<void(std::span<const double>)>&)>& each,
                 const std::string& name = "points");

}  // namespace eagre::output
