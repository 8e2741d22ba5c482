// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "config/code/host.hpp"
#include "config/dictionary.hpp"
#include "core/error.hpp"

/// What an expression of the code is: its type, known when the code is read, and what evaluates it.
namespace eagre::config::code {

enum class Type {
  nothing,
  boolean,
  label,  ///< 32 bits, as OpenFOAM's in Debian
  scalar,
  vector,
  diagTensor,  ///< as a value alone, for moments of inertia
  rotation,    ///< the tensor of Rx, Ry, Rz, as the vector along its axis of the length of the right-handed angle [rad]
  text,
  zero,  ///< Foam::Zero
  labels,
  scalars,
  vectors,
  dictionary,
  fileDictionary,  ///< IOdictionary: of the whole file
  database,
  mesh,
  boundaries,      ///< fvBoundaryMesh
  polyBoundaries,  ///< polyBoundaryMesh
  patch,           ///< fvPatch
  polyPatch,
  time,
  stream,
  log,  ///< Info
  condition,
  cellCentres,
  faceVectors,
  faceScalars,
  boundaryVectors,
  boundaryScalars,
  volScalars,     ///< a field of the run, by its name
  fieldOfPatches  ///< its values on the patches
};
/// As the user writes it: "scalar", "vectorField", "fvMesh".
std::string nameOf(Type type);
bool isNumber(Type type);  ///< boolean, label, scalar
bool isList(Type type);
/// What `text` evaluates: words, and fields by their names.
inline bool isNamed(Type type) { return type == Type::text || type == Type::volScalars || type == Type::fieldOfPatches; }
Type elementOf(Type list);
Type listOf(Type element);
/// Numbers in a value, or in an element of a list.
std::size_t componentsOf(Type type);

/// Stands for a number that has not been set: a NaN that no arithmetic makes.
double unset();
bool isUnset(double number);

/// One variable while the code runs: numbers, a list, or an element of one that it is a reference to.
struct Slot {
  std::array<double, 3> value{};
  ListPtr list{};  ///< the variable's own, or that of the element
  std::size_t offset = 0;
  bool isReference = false;
  std::string text{};
};

/// What the code writes to the stream, as the tokens of the entry that it stands for.
class Output;

/// The state of a run.
struct Frame {
  std::vector<Slot> slots{};
  Host& host;
  Output& out;
  Place place{};  ///< of the statement that runs
  std::uint64_t steps = 0, limit = 0;
  std::size_t largestList = 0;

  [[noreturn]] void fail(const std::string& message) const;
  /// Counts operations; Error if there are more than allowed.
  void count(std::size_t n = 1) {
    steps += n;
    if (steps > limit) failLimit();
  }
  ListPtr newList(Type type, std::size_t n) const;
  void checkLength(std::size_t n) const;

 private:
  [[noreturn]] void failLimit() const;
};

/// An expression. Of the functions, the one for its type is set: `number` also for objects (index of a patch, depth of a
/// dictionary).
struct Expression {
  Type type = Type::nothing;
  bool assignable = false;  ///< an lvalue that is not const
  int slot = -1;            ///< a variable as it is
  std::size_t depth = 1;
  std::function<double(Frame&)> number{};
  std::function<std::array<double, 3>(Frame&)> vector{};
  std::function<ListPtr(Frame&)> list{};
  std::function<std::string(Frame&)> text{};
  /// Of an lvalue: where its first number is. Must not be used after a list has changed its length.
  std::function<double*(Frame&)> target{};
  /// Of an element of a list: the list, and where it is in there.
  std::function<std::pair<ListPtr, std::size_t>(Frame&)> element{};
  bool temporary = true;  ///< of a list: nobody else holds it
};
using Node = std::shared_ptr<const Expression>;

Node numberNode(Type type, std::function<double(Frame&)> number, std::initializer_list<Node> parts = {});
Node vectorNode(std::function<std::array<double, 3>(Frame&)> vector, std::initializer_list<Node> parts = {});
/// The same of a type of three numbers: vector, diagTensor.
Node tripleNode(Type type, std::function<std::array<double, 3>(Frame&)> vector, std::initializer_list<Node> parts = {});
Node listNode(Type type, std::function<ListPtr(Frame&)> list, std::initializer_list<Node> parts = {});
Node textNode(std::function<std::string(Frame&)> text, Type type = Type::text);
Node constant(Type type, double number);

/// Writes the numbers of a value (not a list) to `numbers`.
void load(const Expression& expression, Frame& frame, double* numbers);
/// The implicit conversions of C++ and OpenFOAM: between bool, label and scalar (truncating), Zero to anything, mesh.C() to its
/// cells. Errors: none leads there.
Node converted(const Node& node, Type type, const Place& place);

// operators.cpp
Node unary(const std::string& op, const Node& a, const Place& place);
Node binary(const std::string& op, const Node& a, const Node& b, const Place& place);
Node chosen(const Node& condition, const Node& yes, const Node& no, const Place& place);
/// a = b, a += b, ...; a must be assignable.
std::function<void(Frame&)> assignment(const std::string& op, const Node& a, const Node& b, const Place& place);

// functions.cpp
bool isFunction(const std::string& name);
/// standard: called as std::name. Errors: unknown functions, with the nearest; arguments that it does not take.
Node call(const std::string& name, const std::vector<Node>& arguments, bool standard, const Place& place);
/// pi, SMALL, M_PI, ...; null if it is none.
Node namedConstant(const std::string& name);

// objects.cpp
/// The number that an index has. Errors: it is not in [0, size); `what` names the things that are counted.
std::size_t position(Frame& frame, const Expression& index, std::size_t size, const char* what);
/// For messages: "label, vectorField".
std::string argumentTypes(const std::vector<Node>& arguments);
Node indexed(const Node& a, const Node& index, const Place& place);
/// *this, patchInternalField, and of a mixed condition refValue, refGrad, valueFraction; null for another name. value: the type
/// of the field.
Node listOfCondition(const std::string& name, Type value, bool mixed);
/// patch.lookupPatchField<Field, ..>("name"): the values of a field of the run on a patch.
/// db.lookupObject<volScalarField>("name").
Node lookup(const Node& a, const std::string& method, const std::string& field, const Node& name, const Place& place);
Node method(const Node& a, const std::string& name, const std::vector<Node>& arguments, const Place& place);

// changing_methods.cpp
/// points.append(x), .setSize(n), .replace(d, x), f.writeEntry("", os), ...; empty if it is no such method.
std::function<void(Frame&)> changingMethod(const Node& a, const std::string& name, const std::vector<Node>& arguments,
                                           const Place& place);

}  // namespace eagre::config::code
