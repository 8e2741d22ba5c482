// SPDX-License-Identifier: BSD-3-Clause
// codedFixedValue and codedMixed: their code is read as a subset of C++ and run at each update (config/code/program.hpp).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "config/code/lexer.hpp"
#include "config/code/program.hpp"
#include "fv/conditions/coded.hpp"
#include "fv/conditions/user_mixed.hpp"

namespace eagre::fv::conditions {
namespace {

using config::code::List;
using config::code::ListPtr;
using config::code::Program;
using config::code::Signature;

template <class U>
ListPtr toList(std::span<const U> values, bool fixedLength) {
  const auto* numbers = reinterpret_cast<const double*>(values.data());
  return std::make_shared<List>(List{.components = static_cast<std::size_t>(nComponents<U>),
                                     .values = {numbers, numbers + values.size() * nComponents<U>},
                                     .fixedLength = fixedLength});
}

/// The patch of a condition, its values and its time, for the code.
template <class T>
class PatchHost final : public config::code::Host {
 public:
  PatchHost(const VolField<T>& field, const mesh::Patch& patch, const Context& context)
      : field_(field), patch_(patch), context_(context), faces_(field.mesh(), patch) {}
  double time() const override { return context_.time().value; }
  std::size_t nPatches() const override { return static_cast<std::size_t>(patch_.globalIndex) + 1; }
  std::string patchName(std::size_t patch) const override {
    checkOwn(patch);
    return patch_.name;
  }
  std::size_t patchFaces(std::size_t patch) const override {
    checkOwn(patch);
    return static_cast<std::size_t>(patch_.size);
  }
  bool isEmptyPatch(std::size_t) const override { return false; }
  ListPtr faceCentres(std::size_t patch) const override {
    checkOwn(patch);
    return kept<Vec3>(centres_, [&](Label i) { return faces_.Cf(i); });
  }
  ListPtr faceAreas(std::size_t patch) const override {
    checkOwn(patch);
    return kept<Vec3>(areas_, [&](Label i) -> Vec3 { return field_.mesh().Sf[faces_.face(i)]; });
  }
  std::size_t ownPatch() const override { return static_cast<std::size_t>(patch_.globalIndex); }
  ListPtr patchInternalField() const override {
    return kept<T>(behind_, [&](Label i) { return field_[faces_.cell(i)]; });
  }
  ListPtr fieldOfPatch(std::size_t patch, const std::string& type, const std::string& name) const override {
    checkOwn(patch);
    const Registry& registry = context_.registry;
    if (const auto* scalar = type == "volScalarField" ? registry.scalar(name) : nullptr)
      return onFaces<double>([&](Label b) { return scalar->boundary()[b]; });
    if (const auto* vector = type == "volVectorField" ? registry.vector(name) : nullptr)
      return onFaces<Vec3>([&](Label b) { return vector->boundary()[b]; });
    if (const auto* flux = type == "surfaceScalarField" ? registry.surfaceScalar(name) : nullptr)
      return onFaces<double>([&](Label b) { return flux->atBoundary(b); });
    throw Error(fmt::format("there is no {} '{}' in this solver", type, name));
  }
  ListPtr ownValue() const override { return value; }
  ListPtr ownGradient() const override { return gradient; }
  ListPtr ownFraction() const override { return fraction; }

  ListPtr value, gradient, fraction;

 private:
  void checkOwn(std::size_t patch) const {
    if (patch != ownPatch()) throw Error("a patch other than the condition's own is not known here");
  }
  template <class U, class F>
  ListPtr onFaces(F&& at) const {
    std::vector<U> values;
    for (Label i = 0; i < faces_.size(); ++i) values.push_back(at(patch_.start + i));
    return toList(std::span<const U>(values), true);
  }
  /// The list, made when the code first asks for it.
  template <class U, class F>
  ListPtr kept(ListPtr& list, F&& f) const {
    if (list) return list;
    std::vector<U> values;
    for (Label i = 0; i < faces_.size(); ++i) values.push_back(f(i));
    return list = toList(std::span<const U>(values), true);
  }

  const VolField<T>& field_;
  const mesh::Patch& patch_;
  const Context& context_;
  PatchFaces faces_;
  mutable ListPtr centres_, areas_, behind_;
};

/// $name in the code: a number of the condition's own dictionary.
std::string expanded(const std::string& text, const Source& source) {
  const std::string code = config::code::withoutComments(text);
  std::string out;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (code[i] != '$') {
      out += code[i];
      continue;
    }
    std::size_t end = i + 1;
    while (end < code.size() && (std::isalnum(static_cast<unsigned char>(code[end])) || code[end] == '_')) ++end;
    const std::string name = code.substr(i + 1, end - i - 1);
    const config::Entry* entry = source.dict.find(name);
    if (!entry || entry->isDict() || entry->tokens.size() != 1 || entry->tokens[0].kind != config::Token::Kind::number)
      source.fail(fmt::format("'${}' in the code: the condition's dictionary has no such number", name), "code");
    out += entry->tokens[0].text;
    i = end - 1;
  }
  return out;
}

/// The code of a condition, and the entries that go with it.
template <class T>
class Code {
 public:
  Code(const Source& source, const std::string& type, Signature::Use use) : dict_(source.dict) {
    for (const char* keyword : keywords) source.dict.find(keyword);
    const config::Entry* entry = source.dict.find("code");
    if (!entry || entry->isDict() || entry->tokens.size() != 1)
      source.fail(codedRefusal(type, source.dict) + "; it has no entry 'code' (system/codeDict is not read)");
    if (const config::Entry* local = source.dict.find("localCode"); local && !local->isDict() && !local->tokens.empty())
      if (const std::string text = config::code::withoutComments(local->tokens[0].text);
          text.find_first_not_of(" \t\r\n") != std::string::npos)
        source.fail(codedRefusal(type, source.dict) + "; its localCode is not supported", "localCode");
    const std::string text = expanded(entry->tokens[0].text, source);
    try {
      program_ = std::make_unique<Program>(text, Place{entry->place.file, entry->tokens[0].line},
                                           Signature{use, static_cast<int>(nComponents<T>)});
    } catch (const Error& e) { source.fail(fmt::format("{}; {}", codedRefusal(type, source.dict), e.what()), "code"); }
  }
  const Program& program() const { return *program_; }
  void write(ConditionWriter& out) const {
    for (const char* keyword : keywords)
      if (const config::Entry* entry = dict_.find(keyword); entry && !entry->isDict() && entry->tokens.size() == 1) {
        const config::Token& token = entry->tokens[0];
        out.entry(keyword, token.kind == config::Token::Kind::string ? "#{" + token.text + "#}" : token.text);
      }
    for (const config::Entry& entry : dict_.entries())  // what $name of the code leads to
      if (!entry.isDict() && entry.tokens.size() == 1 && entry.tokens[0].kind == config::Token::Kind::number)
        out.entry(entry.keyword, entry.tokens[0].text);
  }

 private:
  static constexpr std::array keywords{"name", "redirectType", "codeInclude", "codeOptions", "codeLibs", "localCode", "code"};
  config::Dictionary dict_;
  std::unique_ptr<Program> program_;
};

/// The numbers of a list back into the condition. Errors: one that is not set or not finite.
template <class U>
void copyBack(const List& list, std::vector<U>& values, const std::string& what, const Place& place) {
  for (std::size_t i = 0; i < list.values.size(); ++i)
    if (!std::isfinite(list.values[i]))
      throw Error(place,
                  fmt::format("code: {} has the value {} at face {} of this rank", what, list.values[i], i / list.components));
  std::copy(list.values.begin(), list.values.end(), reinterpret_cast<double*>(values.data()));
}

template <class T>
class CodedFixedValue : public FixedValue<T> {
 public:
  explicit CodedFixedValue(const Source& source)
      : FixedValue<T>(source),
        code_(source, "codedFixedValue", Signature::Use::fixedValue),
        place_(source.dict.at("code").place) {}
  void write(const VolField<T>& field, ConditionWriter& out) const override {
    this->writeWith(field, out, [&] { code_.write(out); });
  }

 protected:
  void update(const VolField<T>& field, const Context& context) override {
    PatchHost<T> host(field, this->patch(), context);
    host.value = toList(std::span<const T>(this->value_), true);
    code_.program().run(host);
    copyBack(*host.value, this->value_, "the field", place_);
  }

 private:
  Code<T> code_;
  Place place_;
};

template <class T>
class CodedMixed : public UserMixed<T> {
 public:
  explicit CodedMixed(const Source& source)
      : UserMixed<T>(source), code_(source, "codedMixed", Signature::Use::mixed), place_(source.dict.at("code").place) {}
  void write(const VolField<T>& field, ConditionWriter& out) const override {
    this->writeWith(field, out, [&] { code_.write(out); });
  }

 protected:
  void update(const VolField<T>& field, const Context& context) override {
    PatchHost<T> host(field, this->patch(), context);
    host.value = toList(std::span<const T>(this->refValue_), true);
    host.gradient = toList(std::span<const T>(this->refGradient_), true);
    host.fraction = toList(std::span<const double>(this->valueFraction_), true);
    code_.program().run(host);
    copyBack(*host.value, this->refValue_, "refValue", place_);
    copyBack(*host.gradient, this->refGradient_, "refGrad", place_);
    copyBack(*host.fraction, this->valueFraction_, "valueFraction", place_);
  }

 private:
  Code<T> code_;
  Place place_;
};

}  // namespace

template <class T>
void addCoded(Table<T>& table) {
  table.template add<CodedFixedValue<T>>("codedFixedValue",
                                         "values by C++ code in the dictionary, which is interpreted (docs/code.md)");
  table.template add<CodedMixed<T>>(
      "codedMixed", "refValue, refGradient and valueFraction by C++ code in the dictionary, which is interpreted (docs/code.md)");
}
template void addCoded(Table<double>&);
template void addCoded(Table<Vec3>&);

}  // namespace eagre::fv::conditions
