# SPDX-License-Identifier: BSD-3-Clause
"""python/eagre/_core.pyi, by which editors know the compiled module, has what the module has; the names that they find in `eagre`."""
import ast
import pathlib

import pytest

import eagre

PACKAGE = pathlib.Path(__file__).resolve().parent.parent.parent / "python" / "eagre"


def signatures(text):
    """{name: (parameters, their annotations and result)} of functions, methods and properties; a parameter without a name is ""."""
    found = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            arguments = node.args.posonlyargs + node.args.args
            kinds = [ast.unparse(x) if x else "" for x in (*(a.annotation for a in arguments), node.returns)]
            found[node.name] = ([a.arg for a in arguments], len(node.args.defaults), kinds, [ast.unparse(d) for d in node.decorator_list])
    return found


def test_the_stub_is_that_of_the_module():
    stubgen = pytest.importorskip("nanobind.stubgen")
    core = pytest.importorskip("eagre._core", reason="the module is not built: make python")
    generator = stubgen.StubGen(core)
    generator.put(core)
    of_module, of_stub = signatures(generator.get()), signatures((PACKAGE / "_core.pyi").read_text())
    assert list(of_module) == list(of_stub)
    for name, (parameters, defaults, kinds, decorators) in of_module.items():
        ours = of_stub[name]
        assert (len(ours[0]), ours[1], ours[3]) == (len(parameters), defaults, decorators), name
        assert all(a == b or a.startswith("arg") for a, b in zip(parameters, ours[0])), name
        # What the module hands over as any object, and its arrays, the stub says more of.
        assert all(a == b or "object" in a or "NDArray" in a or "| None" in a or a == "dict" for a, b in zip(kinds, ours[2])), (name, kinds, ours[2])


def test_editors_find_what_the_package_offers():
    block = next(node for node in ast.parse((PACKAGE / "__init__.py").read_text()).body if isinstance(node, ast.If))
    imported = {name.asname: node.module for node in block.body for name in node.names}
    assert imported == {name: f"eagre.{module}" for name, module in eagre._MODULES.items()}
    assert (PACKAGE / "py.typed").exists()
