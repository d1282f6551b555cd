// Client: see docs/architecture.md.
