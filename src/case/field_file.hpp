// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "config/dictionary.hpp"
#include "core/dimensions.hpp"
#include "core/error.hpp"
#include "fv/fields/context.hpp"
#include "fv/fields/field.hpp"
#include "mesh/poly_mesh.hpp"
#include "output/foam/field_file_writer.hpp"

/// An OpenFOAM case directory and what stands in it.
namespace eagre::case_ {

/// "uniform v" or "nonuniform List<..> n(..)": `values` holds one value (components numbers) or n of them.
struct FieldValues {
  bool uniform = true;
  std::vector<double> values;
};

/// The file of one field as it stands on the disk, whole: what rank 0 holds while a case is set up.
struct RawField {
  std::string name;       ///< of the file, without .gz
  std::string className;  ///< volScalarField, volVectorField, volSymmTensorField, volTensorField, surfaceScalarField
  int components = 1;
  Dimensions dimensions;
  FieldValues internal;  ///< one value, or one per cell (an internal face) of the global mesh
  /// internalField where it is a dictionary (openfoam.org's dev): a function that gives the values; internal is uniform then, its
  /// defaultValue (of waves: zero), until the function has been evaluated.
  std::optional<config::Dictionary> function{};
  config::Dictionary dict;   ///< the other entries of the file: boundaryField, oriented
  Place place, valuesPlace;  ///< of the file and of its internalField
  /// Makes internal hold one value for each of n entities.
  void expand(std::size_t n);
};

/// Reads a field file: ascii or binary, plain or .gz ("U" falls back to "U.gz"). Serial.
/// Errors (badCase, with file and line): no or unknown class, dimensions or internalField or boundaryField missing, a list of
/// another type than the class, an entry that is not supported (referenceLevel), an unknown function; io: cannot be read.
RawField readRawField(const std::filesystem::path& path);

/// Files of a time directory that hold fields, by name (without .gz), with their class; editors' backups left out. The heads of
/// the files alone are read. Serial. Errors: the directory cannot be listed.
std::map<std::string, std::string> fieldFiles(const std::filesystem::path& directory);

/// Writes it back, whole or not at all, as OpenFOAM would write the field; path is without .gz, which is added if
/// compressed, and the other of the two files is removed. `location` is the name of the time directory.
/// Serial. Errors: Error(io).
void writeRawField(const RawField& field, const std::filesystem::path& path, const std::string& location,
                   const output::FieldFormat& format);

/// Reads "uniform v" or "nonuniform ..." of values with `components` numbers each; keyword and place are in the messages.
/// expectedSize: how many values a list must have ("entities": what is counted, for the message); -1: any number.
FieldValues readFieldValues(const config::Entry& entry, int components, std::int64_t expectedSize, const std::string& entities);

/// The dictionary of each patch, in the order of `patches`, found as v1912 finds it: the patch's own name first, then groups (a
/// later entry wins; a constraint type or wall is a group too), then patterns; empty patches need none. A patch without an
/// entry is a problem (the nearest entry that matches no patch is offered) and gets an empty dictionary.
std::vector<config::Dictionary> resolvePatches(const RawField& field, const std::vector<mesh::PolyPatch>& patches,
                                               Problems& problems);

/// Puts what a file says into the words of v1912. Errors: words that v1912 has no counterpart of.
using Adapt = std::function<void(RawField&)>;

/// Reads a field into all ranks: rank 0 reads the file, the cell values and the faces of each patch go to where they belong, and
/// a condition is made for every patch. Collective.
///
/// Boundary values are those of OpenFOAM's constructors: the `value` entry where the condition keeps one (what makes a restart
/// exact), else what the condition evaluates to without having looked at other fields. Ghosts are exchanged. The caller does
/// correctBoundaryConditions() if it wants the conditions evaluated again.
///
/// expected: dimensions that the file must have. Every problem of the file is added to `problems`, the same ones on all
/// ranks; the result is null (on all ranks) if there was any.
/// adapt: called on rank 0 with what the file says, before conditions are made of it.
template <class T>
std::unique_ptr<fv::VolField<T>> readVolField(const fv::Context& context, const std::filesystem::path& path,
                                              const std::optional<Dimensions>& expected, Problems& problems,
                                              const Adapt& adapt = {});

/// The same from a field that rank 0 already holds (after setFields); nullptr on the other ranks.
template <class T>
std::unique_ptr<fv::VolField<T>> makeVolField(const fv::Context& context, const RawField* field,
                                              const std::optional<Dimensions>& expected, Problems& problems);

/// Reads the values of cells and of patches with an entry `value` into a field made in code; other patches stay as they are.
/// T: double, Vec3, SymmTensor. Collective. Errors: what is wrong with the file, on all ranks.
template <class T>
void readValues(const std::filesystem::path& path, fv::VolField<T>& field);

/// Reads a surfaceScalarField such as phi: internal faces, and the `value` of every patch that has faces. Collective; problems
/// as above. oriented: the sign belongs to the face normal (an `oriented` entry of the file says so too).
std::unique_ptr<fv::SurfaceScalarField> readSurfaceField(const mesh::Mesh& mesh, const std::filesystem::path& path,
                                                         const std::optional<Dimensions>& expected, Problems& problems,
                                                         bool oriented = true);

}  // namespace eagre::case_
