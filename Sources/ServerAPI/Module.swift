// ServerAPI: see docs/architecture.md.
