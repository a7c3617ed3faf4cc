"""Bread and more."""

from bakery.ovens import register

register(print)
# <- dep bakery.ovens#register
# <- invoked
