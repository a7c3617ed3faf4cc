from functools import lru_cache, wraps

TIMES = 3


def logged(fn):
    return fn


def retry(times, wait=0):
    def outer(fn):
        @wraps(fn)
        def inner(*args):
            return fn(*args)

        return inner

    return outer


def sealed(cls):
    return cls


class Router:
    def on(self, path):
        return logged

    def plain(self, fn):
        return fn


router = Router()
# <- def VAR relay.hooks#router
#        ^^^^^^ dep relay.hooks#Router
