import Storage

extension Schema {
    static let sweeps = Migration(
        number: 10, name: "indices for sweeps",
        statements: [
            // A sweep looks only at what is due. Marks (kind 0) are never due.
            "CREATE INDEX stream_event_stamp ON stream_event (stamp) WHERE kind != 0",
            "CREATE INDEX group_event_stamp ON group_event (stamp)",
        ])
}
