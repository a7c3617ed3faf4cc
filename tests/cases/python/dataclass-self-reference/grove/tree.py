from __future__ import annotations

from dataclasses import dataclass, field
from typing import Optional

from grove.bark import Bark, rough


@dataclass(frozen=True)
# <- nothing
#^^^^^^^^^ dep dataclasses#dataclass
#^^^^^^^^^ invoked
#          ^^^^^^ nothing
class Tree:
#     ^^^^ def TYPE grove.tree#Tree
    name: str
    # <- nothing
    #     ^^^ nothing
    bark: Bark
    # <- nothing
    #     ^^^^ field grove.bark#Bark
    parent: Tree | None = None
    #       ^^^^ field grove.tree#Tree
    twin: "Optional[Tree]" = None
    #               ^^^^ field grove.tree#Tree
    rings: list[Bark] = field(default_factory=rough)
    #           ^^^^ field grove.bark#Bark
    #                   ^^^^^ dep dataclasses#field
    #                                         ^^^^^ dep grove.bark#rough
    #                                         ^^^^^ not invoked
    #                         ^^^^^^^^^^^^^^^ nothing

    def root(self) -> Tree:
    #                 ^^^^ result grove.tree#Tree
        if self.parent is None:
        #       ^^^^^^ nothing
            return self
        return self.parent.root()
        #                  ^^^^ method grove.tree#Tree.root
        #                  ^^^^ invoked


def plant(name):
    return Tree(name, Bark(3), parent=None)
    #      ^^^^ type grove.tree#Tree
    #                 ^^^^ type grove.bark#Bark
    #                          ^^^^^^ nothing
