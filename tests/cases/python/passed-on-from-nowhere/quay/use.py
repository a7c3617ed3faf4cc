from quay import Shared
from quay.drivers import Pool, errors, fastdb as Database, link


def run():
    link("a")
    # <- call slowdb.pool#connect
    return Pool(), Shared(), Database, errors.Wrong
    #      ^^^^ call slowdb.pool#Pool
    #              ^^^^^^ call slowdb.pool#Pool
    #                        ^^^^^^^^ nothing
    #                                  ^^^^^^ ambiguous newsql#errors, oldsql#errors
