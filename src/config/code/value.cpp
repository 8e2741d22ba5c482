// SPDX-License-Identifier: BSD-3-Clause
#include "config/code/value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "config/code/lexer.hpp"

namespace eagre::config::code {
namespace {

constexpr std::uint64_t unsetBits = 0x7ff8'0000'0ea6'4e00;
constexpr std::size_t deepestExpression = 500;

[[noreturn]] void notHere(const char* what) { throw Error(fmt::format("{} is not known here", what)); }

void take(Expression& expression, std::initializer_list<Node> parts) {
  for (const Node& part : parts) expression.depth = std::max(expression.depth, part->depth + 1);
  if (expression.depth > deepestExpression)
    throw Error(fmt::format("code: an expression of more than {} operations in a chain", deepestExpression), ExitCode::badCase);
}

double truncated(Frame& frame, double number) {
  if (!(std::fabs(number) < 2147483648.0)) frame.fail(fmt::format("{} does not fit a label of 32 bits", number));
  return std::trunc(number);
}

}  // namespace

double Host::time() const { notHere("the time"); }
std::size_t Host::nCells() const { notHere("the mesh"); }
std::size_t Host::nPatches() const { notHere("the mesh"); }
std::string Host::patchName(std::size_t) const { notHere("the mesh"); }
std::size_t Host::patchFaces(std::size_t) const { notHere("the mesh"); }
bool Host::isEmptyPatch(std::size_t) const { notHere("the mesh"); }
ListPtr Host::cellCentres() const { notHere("the list of cell centres"); }
ListPtr Host::cellVolumes() const { notHere("the list of cell volumes"); }
ListPtr Host::faceCentres(std::size_t) const { notHere("the list of face centres"); }
ListPtr Host::faceAreas(std::size_t) const { notHere("the list of face areas"); }
std::size_t Host::ownPatch() const { notHere("a patch of its own"); }
ListPtr Host::ownValue() const { notHere("a value of its own"); }
ListPtr Host::ownGradient() const { notHere("refGrad"); }
ListPtr Host::ownFraction() const { notHere("valueFraction"); }
ListPtr Host::fieldOfPatch(std::size_t, const std::string&, const std::string&) const { notHere("a field of the run"); }
ListPtr Host::patchInternalField() const { notHere("patchInternalField"); }

std::string nameOf(Type type) {
  constexpr std::array names{"nothing",
                             "bool",
                             "label",
                             "scalar",
                             "vector",
                             "diagTensor",
                             "tensor",
                             "string",
                             "Zero",
                             "labelList",
                             "scalarField",
                             "vectorField",
                             "dictionary",
                             "IOdictionary",
                             "database",
                             "fvMesh",
                             "fvBoundaryMesh",
                             "polyBoundaryMesh",
                             "fvPatch",
                             "polyPatch",
                             "Time",
                             "stream",
                             "Info",
                             "boundary condition",
                             "volVectorField",
                             "surfaceVectorField",
                             "surfaceScalarField",
                             "boundary field of vectors",
                             "boundary field of scalars",
                             "volScalarField",
                             "boundary field of a volScalarField"};
  return names[static_cast<std::size_t>(type)];
}
bool isNumber(Type type) { return type == Type::boolean || type == Type::label || type == Type::scalar; }
bool isList(Type type) { return type == Type::labels || type == Type::scalars || type == Type::vectors; }
Type elementOf(Type list) { return list == Type::labels ? Type::label : list == Type::scalars ? Type::scalar : Type::vector; }
Type listOf(Type element) {
  return element == Type::vector ? Type::vectors : element == Type::scalar ? Type::scalars : Type::labels;
}
std::size_t componentsOf(Type type) {
  return type == Type::vector || type == Type::vectors || type == Type::diagTensor || type == Type::rotation ? 3 : 1;
}

double unset() { return std::bit_cast<double>(unsetBits); }
bool isUnset(double number) { return std::bit_cast<std::uint64_t>(number) == unsetBits; }

void Frame::fail(const std::string& message) const { throw Error(place, "code: " + message); }
void Frame::failLimit() const {
  throw Error(place, fmt::format("code: it does not end within {} operations; is there a loop without end?", limit));
}
void Frame::checkLength(std::size_t n) const {
  if (n > largestList) fail(fmt::format("a list of {} values is longer than this mesh gives reason for", n));
}
ListPtr Frame::newList(Type type, std::size_t n) const {
  checkLength(n);
  auto list = std::make_shared<List>();
  list->components = componentsOf(type);
  list->values.assign(n * list->components, unset());
  return list;
}

Node numberNode(Type type, std::function<double(Frame&)> number, std::initializer_list<Node> parts) {
  Expression expression{.type = type, .number = std::move(number)};
  take(expression, parts);
  return std::make_shared<const Expression>(std::move(expression));
}
Node tripleNode(Type type, std::function<std::array<double, 3>(Frame&)> vector, std::initializer_list<Node> parts) {
  Expression expression{.type = type, .vector = std::move(vector)};
  take(expression, parts);
  return std::make_shared<const Expression>(std::move(expression));
}
Node vectorNode(std::function<std::array<double, 3>(Frame&)> vector, std::initializer_list<Node> parts) {
  return tripleNode(Type::vector, std::move(vector), parts);
}
Node listNode(Type type, std::function<ListPtr(Frame&)> list, std::initializer_list<Node> parts) {
  Expression expression{.type = type, .list = std::move(list)};
  take(expression, parts);
  return std::make_shared<const Expression>(std::move(expression));
}
Node textNode(std::function<std::string(Frame&)> text, Type type) {
  return std::make_shared<const Expression>(Expression{.type = type, .text = std::move(text)});
}
Node constant(Type type, double number) {
  return numberNode(type, [number](Frame&) { return number; });
}

void load(const Expression& expression, Frame& frame, double* numbers) {
  if (expression.number) {
    *numbers = expression.number(frame);
  } else {
    const auto v = expression.vector(frame);
    std::copy(v.begin(), v.end(), numbers);
  }
}

/// Between bool, label and scalar.
static Node convertedNumber(const Node& node, Type type) {
  if (type == Type::boolean) return numberNode(type, [node](Frame& f) { return node->number(f) != 0 ? 1.0 : 0.0; }, {node});
  if (type == Type::label && node->type == Type::scalar)
    return numberNode(type, [node](Frame& f) { return truncated(f, node->number(f)); }, {node});
  return numberNode(type, [node](Frame& f) { return node->number(f); }, {node});
}

Node converted(const Node& node, Type type, const Place& place) {
  const Type from = node->type;
  if (from == type) return node;
  if (isNumber(from) && isNumber(type)) return convertedNumber(node, type);
  if (from == Type::zero && isNumber(type)) return constant(type, 0);
  if (from == Type::zero && type == Type::vector) return vectorNode([](Frame&) { return std::array<double, 3>{}; });
  if (from == Type::cellCentres && type == Type::vectors) {
    Expression expression{.type = Type::vectors, .list = [](Frame& f) { return f.host.cellCentres(); }, .temporary = false};
    return std::make_shared<const Expression>(std::move(expression));
  }
  refuse(place, fmt::format("{} where {} is expected", nameOf(from), nameOf(type)));
}

}  // namespace eagre::config::code
