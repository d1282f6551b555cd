// Settings: see docs/architecture.md.
