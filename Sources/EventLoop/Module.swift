// EventLoop: see docs/architecture.md.
