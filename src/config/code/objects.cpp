// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "config/code/lexer.hpp"
#include "config/code/output.hpp"
#include "config/code/value.hpp"
#include "core/one_of.hpp"

/// Methods of values, lists, the mesh and its patches, and the operator [].
namespace eagre::config::code {
namespace {

/// What the host says, with the place of the statement for its errors.
template <class F>
auto asked(Frame& frame, F&& f) {
  try {
    return f(frame.host);
  } catch (const Error& e) { frame.fail(e.what()); }
}

double read(Frame& frame, double number) {
  if (isUnset(number)) frame.fail("a value is used before it is set");
  return number;
}

/// list[i]
Node elementOfList(const Node& a, const Node& index) {
  const Type type = elementOf(a->type);
  const std::size_t n = componentsOf(type);
  Expression e{.type = type, .depth = std::max(a->depth, index->depth) + 1};
  e.element = [a, index, n](Frame& f) {
    ListPtr list = a->list(f);
    const std::size_t i = position(f, *index, list->size(), "values");
    return std::pair{std::move(list), i * n};
  };
  const auto at = [a, index, n](Frame& f) {
    const ListPtr list = a->list(f);
    return std::pair{list, &list->values[position(f, *index, list->size(), "values") * n]};
  };
  if (n == 3)
    e.vector = [at](Frame& f) {
      const auto [list, v] = at(f);
      return std::array{read(f, v[0]), read(f, v[1]), read(f, v[2])};
    };
  else
    e.number = [at](Frame& f) {
      const auto [list, v] = at(f);
      return read(f, *v);
    };
  // Only what may be assigned to is held by a variable or the host; another list may be gone once it has been read.
  e.assignable = a->assignable && !a->temporary;
  if (e.assignable) e.target = [at](Frame& f) { return at(f).second; };
  return std::make_shared<const Expression>(std::move(e));
}

/// v[k], v.x()
Node component(const Node& a, const Node& index) {
  Expression e{.type = Type::scalar, .assignable = a->assignable && a->target, .depth = std::max(a->depth, index->depth) + 1};
  if (a->target) {
    const auto at = [a, index](Frame& f) {
      const std::size_t k = position(f, *index, 3, "components");
      return a->target(f) + k;
    };
    e.target = at;
    e.number = [at](Frame& f) { return read(f, *at(f)); };
  } else {
    e.number = [a, index](Frame& f) {
      const std::size_t k = position(f, *index, 3, "components");
      return a->vector(f)[k];
    };
  }
  return std::make_shared<const Expression>(std::move(e));
}

Node componentsOfList(const Node& a, const Node& index) {
  return listNode(Type::scalars,
                  [a, index](Frame& f) {
                    const std::size_t k = position(f, *index, 3, "components");
                    const ListPtr all = a->list(f);
                    f.count(all->size());
                    ListPtr list = f.newList(Type::scalars, all->size());
                    for (std::size_t i = 0; i < list->size(); ++i) list->values[i] = all->values[3 * i + k];
                    return list;
                  },
                  {a, index});
}

/// A patch by index, or by name.
Node patchOf(Type type, const Node& index, const Place& place) {
  if (index->type == Type::text)
    return numberNode(type, [index](Frame& f) {
      const std::string name = index->text(f);
      return asked(f, [&](Host& host) {
        for (std::size_t p = 0; p < host.nPatches(); ++p)
          if (host.patchName(p) == name) return static_cast<double>(p);
        throw Error(fmt::format("the mesh has no patch '{}'", name));
      });
    });
  const Node i = converted(index, Type::label, place);
  return numberNode(
      type,
      [i](Frame& f) {
        const double index = i->number(f);
        return asked(f, [&](Host& host) {
          if (index >= 0 && index < static_cast<double>(host.nPatches())) return index;
          std::string names;
          for (std::size_t p = 0; p < host.nPatches(); ++p) names += (p > 0 ? ", " : "") + host.patchName(p);
          throw Error(fmt::format(
              "there is no patch of index {} (findPatchID gives -1 for a name that no patch has); patches: {}", index, names));
        });
      },
      {index});
}

/// The values of a field of the run on a patch.
Node fieldOfPatch(const Node& patch, const Node& name, const std::string& type) {
  Expression e{.type = type == "volVectorField" ? Type::vectors : Type::scalars,
               .depth = std::max(patch->depth, name->depth) + 1};
  e.list = [patch, name, type](Frame& f) {
    const auto p = static_cast<std::size_t>(patch->number(f));
    const std::string field = name->text(f);
    ListPtr list = asked(f, [&](Host& host) { return host.fieldOfPatch(p, type, field); });
    f.count(list->size());
    return list;
  };
  return std::make_shared<const Expression>(std::move(e));
}

enum class PatchList { centres, areas, magnitudes, normals };

/// Cf, Sf, magSf, nf of a patch; an empty patch has no faces if it is an fvPatch.
Node patchList(const Node& patch, PatchList what, bool ofPolyPatch) {
  const Type type = what == PatchList::magnitudes ? Type::scalars : Type::vectors;
  const auto list = [patch, what, type, ofPolyPatch](Frame& f) -> ListPtr {
    const auto p = static_cast<std::size_t>(patch->number(f));
    if (!ofPolyPatch && asked(f, [&](Host& host) { return host.isEmptyPatch(p); })) return f.newList(type, 0);
    if (what == PatchList::centres) return asked(f, [&](Host& host) { return host.faceCentres(p); });
    ListPtr areas = asked(f, [&](Host& host) { return host.faceAreas(p); });
    if (what == PatchList::areas) return areas;
    f.count(areas->size());
    ListPtr result = f.newList(type, areas->size());
    for (std::size_t i = 0; i < areas->size(); ++i) {
      const double* S = &areas->values[3 * i];
      const double magnitude = std::sqrt(S[0] * S[0] + S[1] * S[1] + S[2] * S[2]);
      if (what == PatchList::magnitudes)
        result->values[i] = magnitude;
      else
        for (std::size_t k = 0; k < 3; ++k) result->values[3 * i + k] = S[k] / magnitude;
    }
    return result;
  };
  Expression e{
      .type = type, .depth = patch->depth + 1, .list = list, .temporary = what != PatchList::centres && what != PatchList::areas};
  return std::make_shared<const Expression>(std::move(e));
}

Node sizeOf(const Node& a) {
  return numberNode(Type::label,
                    [a](Frame& f) -> double {
                      if (isList(a->type)) return static_cast<double>(a->list(f)->size());
                      return asked(f, [&](Host& host) -> double {
                        switch (a->type) {
                          case Type::cellCentres:
                            return static_cast<double>(host.nCells());
                          case Type::boundaries:
                          case Type::polyBoundaries:
                            return static_cast<double>(host.nPatches());
                          default: {
                            const auto p = static_cast<std::size_t>(a->number(f));
                            return a->type == Type::patch && host.isEmptyPatch(p) ? 0 : static_cast<double>(host.patchFaces(p));
                          }
                        }
                      });
                    },
                    {a});
}

Node hostList(Type type, ListPtr (Host::*get)() const, bool assignable) {
  Expression e{
      .type = type, .assignable = assignable, .list = [get](Frame& f) { return asked(f, [&](Host& h) { return (h.*get)(); }); }};
  e.temporary = false;
  return std::make_shared<const Expression>(std::move(e));
}

Node object(Type type, double number = 0) { return constant(type, number); }

Node depthOf(const Node& dictionary, double up) {
  return numberNode(Type::dictionary,
                    [dictionary, up](Frame& f) {
                      const double depth = dictionary->number(f) - up;
                      if (depth < 0) f.fail("parent() of the dictionary of the file");
                      return depth;
                    },
                    {dictionary});
}

Node ofMesh(const std::string& name) {
  if (name == "C") return object(Type::cellCentres);
  if (name == "Cf" || name == "Sf") return object(Type::faceVectors, name == "Sf");
  if (name == "magSf") return object(Type::faceScalars);
  if (name == "V") return hostList(Type::scalars, &Host::cellVolumes, false);
  if (name == "cellCentres") return hostList(Type::vectors, &Host::cellCentres, false);
  if (name == "cellVolumes") return hostList(Type::scalars, &Host::cellVolumes, false);
  if (name == "boundary") return object(Type::boundaries);
  if (name == "boundaryMesh") return object(Type::polyBoundaries);
  if (name == "time") return object(Type::time);
  if (name == "nCells")
    return numberNode(Type::label, [](Frame& f) { return asked(f, [](Host& h) { return static_cast<double>(h.nCells()); }); });
  return nullptr;
}

Node ofPatch(const Node& a, const std::string& name) {
  const bool poly = a->type == Type::polyPatch;
  if (name == (poly ? "faceCentres" : "Cf")) return patchList(a, PatchList::centres, poly);
  if (name == (poly ? "faceAreas" : "Sf")) return patchList(a, PatchList::areas, poly);
  if (name == "magSf" && !poly) return patchList(a, PatchList::magnitudes, poly);
  if (name == "nf" && !poly) return patchList(a, PatchList::normals, poly);
  if (name == "boundaryMesh") return object(poly ? Type::polyBoundaries : Type::boundaries);
  if (name == "patch" && !poly) return numberNode(Type::polyPatch, [a](Frame& f) { return a->number(f); }, {a});
  if (name == "index") return numberNode(Type::label, [a](Frame& f) { return a->number(f); }, {a});
  if (name == "name")
    return textNode(
        [a](Frame& f) { return asked(f, [&](Host& h) { return h.patchName(static_cast<std::size_t>(a->number(f))); }); });
  return nullptr;
}

Node ofCondition(const std::string& name) {
  if (name == "patch")
    return numberNode(Type::patch, [](Frame& f) { return asked(f, [](Host& h) { return static_cast<double>(h.ownPatch()); }); });
  if (name == "db") return object(Type::database);
  return nullptr;
}

Node ofTime(const std::string& name) {
  if (name != "value" && name != "timeOutputValue") return nullptr;
  return numberNode(Type::scalar, [](Frame& f) { return asked(f, [](Host& h) { return h.time(); }); });
}

Node ofCellCentres(const std::string& name) {
  if (name == "internalField" || name == "primitiveField") return hostList(Type::vectors, &Host::cellCentres, false);
  return name == "boundaryField" ? object(Type::boundaryVectors, 0) : nullptr;
}

Node ofFaces(const Node& a, const std::string& name) {
  if (name != "boundaryField") return nullptr;
  return numberNode(a->type == Type::faceVectors ? Type::boundaryVectors : Type::boundaryScalars,
                    [a](Frame& f) { return a->number(f); });
}

Node ofFieldOrBoundary(const Node& a, const std::string& name) {
  if (a->type == Type::volScalars && name == "boundaryField") return textNode(a->text, Type::fieldOfPatches);
  if ((a->type == Type::boundaries || a->type == Type::polyBoundaries) && name == "mesh") return object(Type::mesh);
  return nullptr;
}

Node withoutArguments(const Node& a, const std::string& name) {
  constexpr std::array sized{Type::boundaries, Type::polyBoundaries, Type::patch, Type::polyPatch, Type::cellCentres};
  if (name == "size" && (isList(a->type) || std::ranges::find(sized, a->type) != sized.end())) return sizeOf(a);
  if (a->type == Type::vector && isOneOf(name, {"x", "y", "z"})) return component(a, constant(Type::label, name[0] - 'x'));
  if (a->type == Type::scalar && name == "value") return a;  // of time().value()
  switch (a->type) {
    case Type::dictionary:
      return name == "parent" ? depthOf(a, 1) : nullptr;
    case Type::fileDictionary:
      return name == "db" || name == "time" ? object(name == "db" ? Type::database : Type::time) : nullptr;
    case Type::database:
      return name == "time" ? object(Type::time) : nullptr;
    case Type::time:
      return ofTime(name);
    case Type::mesh:
      return ofMesh(name);
    case Type::patch:
    case Type::polyPatch:
      return ofPatch(a, name);
    case Type::condition:
      return ofCondition(name);
    case Type::cellCentres:
      return ofCellCentres(name);
    case Type::faceVectors:
    case Type::faceScalars:
      return ofFaces(a, name);
    default:
      return ofFieldOrBoundary(a, name);
  }
}

}  // namespace

std::size_t position(Frame& frame, const Expression& index, std::size_t size, const char* what) {
  const double i = index.number(frame);
  if (i < 0 || i >= static_cast<double>(size)) frame.fail(fmt::format("index {} of {} {}", i, size, what));
  return static_cast<std::size_t>(i);
}

std::string argumentTypes(const std::vector<Node>& arguments) {
  std::string text;
  for (const Node& a : arguments) text += (text.empty() ? "" : ", ") + nameOf(a->type);
  return text;
}

Node indexed(const Node& a, const Node& index, const Place& place) {
  if (a->type == Type::boundaries || a->type == Type::polyBoundaries)
    return patchOf(a->type == Type::boundaries ? Type::patch : Type::polyPatch, index, place);
  if (a->type == Type::fieldOfPatches) return fieldOfPatch(patchOf(Type::patch, index, place), a, "volScalarField");
  if (!isNumber(index->type) || index->type == Type::scalar)
    refuse(place, fmt::format("an index that is a {}", nameOf(index->type)));
  if (isList(a->type)) return elementOfList(a, index);
  if (a->type == Type::cellCentres) return elementOfList(converted(a, Type::vectors, place), index);
  if (a->type == Type::vector) return component(a, index);
  if (a->type == Type::boundaryVectors || a->type == Type::boundaryScalars) {
    const Node patch = patchOf(Type::patch, index, place);
    if (a->type == Type::boundaryScalars) return patchList(patch, PatchList::magnitudes, false);
    const Node centres = patchList(patch, PatchList::centres, false), areas = patchList(patch, PatchList::areas, false);
    Expression e{.type = Type::vectors, .depth = index->depth + 2};
    e.list = [a, centres, areas](Frame& f) { return a->number(f) == 1 ? areas->list(f) : centres->list(f); };
    e.temporary = false;
    return std::make_shared<const Expression>(std::move(e));
  }
  refuse(place, fmt::format("[] behind {}", nameOf(a->type)));
}

Node listOfCondition(const std::string& name, Type value, bool mixed) {
  const Type list = listOf(value);
  if (name == "*this") return hostList(list, &Host::ownValue, !mixed);
  if (name == "patchInternalField") return hostList(list, &Host::patchInternalField, false);
  if (mixed && name == "refValue") return hostList(list, &Host::ownValue, true);
  if (mixed && name == "refGrad") return hostList(list, &Host::ownGradient, true);
  if (mixed && name == "valueFraction") return hostList(Type::scalars, &Host::ownFraction, true);
  return nullptr;
}

Node lookup(const Node& a, const std::string& method, const std::string& field, const Node& name, const Place& place) {
  if (name->type == Type::text) {
    if (a->type == Type::patch && method == "lookupPatchField" &&
        isOneOf(field, {"volScalarField", "volVectorField", "surfaceScalarField"}))
      return fieldOfPatch(a, name, field);
    if ((a->type == Type::database || a->type == Type::mesh) && method == "lookupObject" && field == "volScalarField")
      return textNode(name->text, Type::volScalars);
  }
  refuse(place, fmt::format("{}<{}>({}) of {}", method, field, nameOf(name->type), nameOf(a->type)));
}

Node method(const Node& a, const std::string& name, const std::vector<Node>& arguments, const Place& place) {
  if (arguments.empty())
    if (Node result = withoutArguments(a, name)) return result;
  if (arguments.size() == 1 && name == "component") {
    const Node k = converted(arguments[0], Type::label, place);
    if (a->type == Type::vector) return component(a, k);
    if (a->type == Type::vectors || a->type == Type::cellCentres) return componentsOfList(converted(a, Type::vectors, place), k);
  }
  const bool ofBoundary = a->type == Type::boundaries || a->type == Type::polyBoundaries;
  if (arguments.size() == 1 && ofBoundary && name == "findPatchID" && arguments[0]->type == Type::text)
    return numberNode(Type::label, [text = arguments[0]](Frame& f) {
      const std::string wanted = text->text(f);
      return asked(f, [&](Host& host) {
        for (std::size_t p = 0; p < host.nPatches(); ++p)
          if (host.patchName(p) == wanted) return static_cast<double>(p);
        return -1.0;
      });
    });
  refuse(place, fmt::format("{}({}) of {}", name, argumentTypes(arguments), nameOf(a->type)));
}

}  // namespace eagre::config::code
