// Security: see docs/architecture.md.
