from functools import cached_property, lru_cache

from relay import hooks
from relay.hooks import TIMES, logged, retry, router, sealed


@logged
#^^^^^^ call relay.hooks#logged
#^^^^^^ invoked
def ping():
#   ^^^^ def FUNC relay.app#ping
    return "pong"


@hooks.logged
#^^^^^ nothing
#      ^^^^^^ call relay.hooks#logged
#      ^^^^^^ invoked
@retry(times=TIMES, wait=len("ab"))
#^^^^^ call relay.hooks#retry
#^^^^^ invoked
#      ^^^^^ nothing
#            ^^^^^ var relay.hooks#TIMES
@lru_cache(maxsize=None)
#^^^^^^^^^ call functools#lru_cache
#^^^^^^^^^ invoked
def pong():
#   ^^^^ def FUNC relay.app#pong
    ping()
    # <- call relay.app#ping
    # <- invoked
    return None


@router.on("/")
#^^^^^^ var relay.hooks#router
#^^^^^^ edge relay.hooks#router
#       ^^ method relay.hooks#Router.on
#       ^^ invoked
def index():
    return pong


@router.plain
#       ^^^^^ method relay.hooks#Router.plain
#       ^^^^^ invoked
def about():
    return index
    #      ^^^^^ call relay.app#index
    #      ^^^^^ not invoked


@sealed
#^^^^^^ dep relay.hooks#sealed
#^^^^^^ invoked
class Page:
#     ^^^^ def TYPE relay.app#Page
    @retry(2)
    #^^^^^ call relay.hooks#retry
    def show(self):
    #   ^^^^ def FUNC relay.app#Page.show
        return self.title
        #           ^^^^^ method relay.app#Page.title

    @cached_property
    #^^^^^^^^^^^^^^^ edge functools#cached_property
    def title(self):
        return "page"

    @staticmethod
    #^^^^^^^^^^^^ nothing
    @logged
    #^^^^^^ call relay.hooks#logged
    def parse(text):
    #   ^^^^^ def FUNC relay.app#Page.parse
        return text
