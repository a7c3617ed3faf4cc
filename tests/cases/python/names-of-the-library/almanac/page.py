import calendar
import json
import logging

from . import json as own
from .logging import getLogger


def page(year):
    log = getLogger("page")
    #     ^^^^^^^^^ call almanac.logging#getLogger
    other = logging.getLogger("page")
    #               ^^^^^^^^^ call logging#getLogger
    other.info(own.dumps(year))
    #     ^^^^ method logging#Logger.info
    #              ^^^^^ call almanac.json#dumps
    calendar.isleap(year)
    #        ^^^^^^ call calendar#isleap
    return json.dumps(year), log
    #           ^^^^^ call json#dumps
