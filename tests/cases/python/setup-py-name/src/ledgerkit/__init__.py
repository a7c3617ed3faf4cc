from .book import post as post
