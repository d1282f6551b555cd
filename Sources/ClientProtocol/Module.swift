// ClientProtocol: see docs/architecture.md.
