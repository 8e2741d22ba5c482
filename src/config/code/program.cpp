// SPDX-License-Identifier: BSD-3-Clause
#include "config/code/program.hpp"

#include <algorithm>

#include "config/code/output.hpp"
#include "config/code/parser.hpp"

namespace eagre::config::code {

struct Program::Impl {
  Parser parser;
  Statement statement;
  Place place;
  std::size_t operations = 0, listLength = 0;

  void run(Host& host, Output& out) const {
    std::size_t nCells = 0;
    if (parser.looksAtDictionary()) {
      try {
        nCells = host.nCells();
      } catch (const Error&) {}  // no mesh
    }
    Frame frame{.host = host, .out = out, .place = place};
    frame.slots.resize(parser.nSlots());
    frame.limit = operations > 0 ? operations : 100'000'000 + 1000 * nCells;
    frame.largestList = listLength > 0 ? listLength : std::max<std::size_t>(10'000'000, 4 * nCells);
    statement(frame);
  }
};

Program::Program(std::string_view code, const Place& place, const Signature& signature) {
  Parser parser(code, place, signature);
  Statement statement = parser.program();
  impl_ = std::make_unique<Impl>(Impl{std::move(parser), std::move(statement), place});
}
Program::~Program() = default;

bool Program::looksAtDictionary() const { return impl_->parser.looksAtDictionary(); }

std::vector<Token> Program::tokens(Host& host) const {
  Output out(impl_->place);
  impl_->run(host, out);
  return out.tokens();
}

void Program::run(Host& host) const {
  Output out(impl_->place);
  impl_->run(host, out);
}

void Program::limit(std::size_t operations, std::size_t listLength) {
  impl_->operations = operations;
  impl_->listLength = listLength;
}

}  // namespace eagre::config::code
