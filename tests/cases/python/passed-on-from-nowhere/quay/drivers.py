import fastdb
from slowdb.pool import Pool, connect as link

try:
    from newsql import errors
except ImportError:
    from oldsql import errors
