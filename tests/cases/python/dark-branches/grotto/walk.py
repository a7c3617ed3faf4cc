import os
import sys
from typing import TYPE_CHECKING

from grotto.lamp import Torch, light

if sys.platform == "win32":
    light()
    # <- dep grotto.lamp#light

    def step():
    #   ^^^^ def FUNC grotto.walk#step
        return light(), Torch().burn()
        #      ^^^^^ call grotto.lamp#light
        #               ^^^^^ type grotto.lamp#Torch
        #                       ^^^^ method grotto.lamp#Torch.burn

if sys.version_info < (3, 8):

    def old_step(torch: Torch):
    #   ^^^^^^^^ def FUNC grotto.walk#old_step
    #                   ^^^^^ param grotto.lamp#Torch
        return light()
        #      ^^^^^ call grotto.lamp#light

if not TYPE_CHECKING:
    light()
    # <- dep grotto.lamp#light


def walk():
    if sys.platform.startswith("linux"):
        light()
        # <- call grotto.lamp#light
    elif sys.platform == "darwin":
        Torch().burn()
        #       ^^^^ method grotto.lamp#Torch.burn
        # <- type grotto.lamp#Torch
    if os.name == "nt":
        return Torch().burn()
        #              ^^^^ method grotto.lamp#Torch.burn
    return light()
    #      ^^^^^ call grotto.lamp#light
    light()
    # <- call grotto.lamp#light
