from abc import ABC, ABCMeta, abstractmethod
from typing import Protocol


class Reader(Protocol):
#            ^^^^^^^^ embed typing#Protocol
    def read(self, key: str) -> bytes: ...
    #   ^^^^ def FUNC vault.ports#Reader.read


class Store(ABC):
#           ^^^ embed abc#ABC
    @abstractmethod
    #^^^^^^^^^^^^^^ call abc#abstractmethod
    #^^^^^^^^^^^^^^ invoked
    def save(self, key, value): ...

    def copy(self, old, new):
        return self.save(new, old)
        #           ^^^^ method vault.ports#Store.save


class Closing(metaclass=ABCMeta):
#             ^^^^^^^^^ nothing
#                       ^^^^^^^ dep abc#ABCMeta
    @abstractmethod
    def close(self): ...


class Named:
    def title(self):
        return "named"
