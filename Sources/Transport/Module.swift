// Transport: see docs/architecture.md.
