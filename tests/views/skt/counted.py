"""Counts who uses a package's own top-level names, by Python's `ast` alone: no server, no grammar, no code of ours.

A name means what the file's imports and top-level definitions bind it to, unless the function around it binds it
itself. So the count holds for classes and functions that are used by their names; of a member it knows only how many
holders write an attribute of that name, which no true count can exceed.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

Holder = tuple[str, str]
"""File and dotted name of a function, class or method; what stands outside them is left out."""
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


class Counted:
    """`names`: file and name of a definition to the holders that use it; `attributes`: attribute to its holders."""

    def __init__(self, package: Path) -> None:
        self.names: dict[tuple[str, str], set[Holder]] = defaultdict(set)
        self.attributes: dict[str, set[Holder]] = defaultdict(set)
        self._root = package
        for path in sorted(package.rglob("*.py")):
            self._read(path.relative_to(package).as_posix(), ast.parse(path.read_bytes()))

    def _read(self, path: str, tree: ast.Module) -> None:
        bound = dict(self._bindings(path, tree))
        for holder, node in held(tree):
            if not holder:
                continue
            if isinstance(node, ast.Attribute):
                self.attributes[node.attr].add((path, holder))
                module = bound.get(node.value.id) if isinstance(node.value, ast.Name) else None
                if module and not module[1]:
                    self.names[module[0], node.attr].add((path, holder))
            elif isinstance(node, ast.Name) and bound.get(node.id, ("", ""))[1]:
                self.names[bound[node.id]].add((path, holder))

    def _bindings(self, path: str, tree: ast.Module) -> Iterator[tuple[str, tuple[str, str]]]:
        """Name to file and name; the name "" is the module itself."""
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    target = self._target(path, node, alias.name)
                    if target:
                        yield alias.asname or alias.name, target
        for statement in tree.body:
            for name in top_names(statement):
                yield name, (path, name)

    def _target(self, path: str, node: ast.ImportFrom, name: str) -> tuple[str, str] | None:
        words = (node.module or "").split(".")
        folder = Path(path).parent
        if not node.level and words[0] != self._root.name:
            return None
        module = folder.joinpath(*filter(None, words)) if node.level else Path(*words[1:])
        if (self._root / module / f"{name}.py").is_file():
            return (module / f"{name}.py").as_posix(), ""
        file = module.with_suffix(".py") if module.name else Path("__init__.py")
        return (file.as_posix(), name) if (self._root / file).is_file() else None


def top_names(statement: ast.stmt) -> list[str]:
    """What a statement of the top level defines."""
    if isinstance(statement, DEFINITIONS):
        return [statement.name]
    targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
    return [each.id for each in targets if isinstance(each, ast.Name)]


def held(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """Every name and attribute with its holder, string annotations read, without names that a function binds."""
    waiting: list[tuple[str, bool, frozenset[str], ast.AST]] = [("", False, frozenset(), tree)]
    while waiting:
        holder, inside, own, node = waiting.pop()
        if isinstance(node, (ast.Name, ast.Attribute)) and not (isinstance(node, ast.Name) and node.id in own):
            yield holder, node
        if isinstance(node, DEFINITIONS) and not inside and not is_overload(node):
            holder = f"{holder}.{node.name}" if holder else node.name
            inside = not isinstance(node, ast.ClassDef)
        if isinstance(node, FUNCTIONS):
            waiting += [(holder, inside, own, each) for each in outside_body(node)]
            own |= bound_in(node)
            body = node.body if isinstance(node.body, list) else [node.body]
            waiting += [(holder, inside, own, each) for each in body]
        elif isinstance(node, ast.AnnAssign):
            value = [node.value] if node.value else []
            waiting += [(holder, inside, own, each) for each in (node.target, annotation(node.annotation), *value)]
        else:
            waiting += [(holder, inside, own, each) for each in ast.iter_child_nodes(node)]


def is_overload(node: ast.AST) -> bool:
    """A mere signature: what it uses is its class's."""
    return any(isinstance(each, ast.Name) and each.id == "overload" for each in getattr(node, "decorator_list", ()))


def outside_body(node: ast.AST) -> Iterator[ast.AST]:
    """A function's decorators, annotations and defaults: names there are the file's."""
    yield from getattr(node, "decorator_list", ())
    arguments = node.args  # type: ignore[attr-defined]
    yield from (each for each in (*arguments.defaults, *arguments.kw_defaults) if each)
    every = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg)
    yield from (annotation(each.annotation) for each in every if each and each.annotation)
    returns = getattr(node, "returns", None)
    if returns:
        yield annotation(returns)


def annotation(node: ast.expr) -> ast.AST:
    """The annotation with its strings read as the expressions that they are."""

    class Read(ast.NodeTransformer):
        def visit_Constant(self, constant: ast.Constant) -> ast.AST:
            return ast.parse(constant.value, mode="eval").body if isinstance(constant.value, str) else constant

        def visit_Subscript(self, subscript: ast.Subscript) -> ast.AST:
            literal = isinstance(subscript.value, ast.Name) and subscript.value.id == "Literal"
            return subscript if literal else self.generic_visit(subscript)

    return Read().visit(node)  # type: ignore[no-any-return]


def bound_in(node: ast.AST) -> frozenset[str]:
    """The names that a function binds itself, imports left out: they mean what they import."""
    names = {each.arg for each in ast.walk(node.args) if isinstance(each, ast.arg)}  # type: ignore[attr-defined]
    for each in ast.walk(node):
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
            names.add(each.id)
        elif isinstance(each, DEFINITIONS) and each is not node:
            names.add(each.name)
    return frozenset(names)
