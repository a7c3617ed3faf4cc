from vault import ports
from vault.ports import Closing, Named, Reader, Store


class Disk(Store, Reader, Named):
#          ^^^^^ embed vault.ports#Store
#          ^^^^^ implements vault.ports#Store
#                 ^^^^^^ embed vault.ports#Reader
#                 ^^^^^^ implements vault.ports#Reader
#                         ^^^^^ embed vault.ports#Named
    def save(self, key, value):
    #   ^^^^ def FUNC vault.disk#Disk.save
        return self.copy(key, value), self.title()
        #           ^^^^ method vault.ports#Store.copy
        #                                  ^^^^^ method vault.ports#Named.title

    def read(self, key):
        return b""


class Tape(ports.Closing):
#                ^^^^^^^ embed vault.ports#Closing
#                ^^^^^^^ implements vault.ports#Closing
#          ^^^^^ nothing
    def close(self):
        return None


class Memory:
    def read(self, key):
        return b""


def fetch(reader: Reader, store: Store, disk: Disk):
    reader.read("a")
    #      ^^^^ method vault.ports#Reader.read
    store.save("a", 1)
    #     ^^^^ method vault.ports#Store.save
    store.copy("a", "b")
    #     ^^^^ method vault.ports#Store.copy
    disk.copy("a", "b")
    #    ^^^^ method vault.ports#Store.copy
    return disk.save("a", 1)
    #           ^^^^ method vault.disk#Disk.save


def shut(closing: Closing):
    closing.close()
    #       ^^^^^ method vault.ports#Closing.close
