// Gateway: see docs/architecture.md.
