"""Language servers: one client and its supervision. The layer above imports `session` and `errors` only."""
