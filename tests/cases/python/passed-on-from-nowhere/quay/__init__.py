from .drivers import Pool as Shared
