from .engine import start as sail
from .hull import Ship
