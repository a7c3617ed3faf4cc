from harbor.core import Ship as Vessel, sail
from harbor.core.engine import RPM
from .core import engine as motor

__all__ = ["Vessel", "sail", "RPM", "motor"]
