// Framing: see docs/architecture.md.
