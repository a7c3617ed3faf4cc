from .shapes import *
#     ^^^^^^ nothing
from .tones import *
