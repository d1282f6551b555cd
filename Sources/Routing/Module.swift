// Routing: see docs/architecture.md.
