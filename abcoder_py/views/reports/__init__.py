"""Reports on the graph of a UniAST document: one module a report, each a pure function of a `Program`."""
