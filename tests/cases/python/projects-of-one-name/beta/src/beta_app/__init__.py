from .work import run as run
