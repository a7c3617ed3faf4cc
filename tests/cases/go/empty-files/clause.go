package void
