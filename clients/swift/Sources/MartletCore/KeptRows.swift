/// Rows of one space of the storage, of what the gateway can be asked for again. Their number is bounded, and one that
/// was not written for 30 days goes.
struct KeptRows {
    private static let kept = 30 * 86_400_000

    let space: String
    let most: Int
    let clock: GatewayClock
    let writes: Writes
    let unsaved: (MartletError) -> Void

    /// The values of these rows that are not too old, the oldest first. The others are removed.
    func recent(_ rows: [StoredRow]) -> [(key: String, value: JSON)] {
        let since = clock.now - Self.kept
        let time = { (row: StoredRow) in row.value["time"]?.int ?? 0 }
        let recent = rows.sorted { time($0) < time($1) }.suffix(most).filter { time($0) >= since }
        let keys = Set(recent.map(\.key))
        for row in rows where !keys.contains(row.key) { put(row.key, nil) }
        return recent.map { ($0.key, $0.value["value"] ?? .null) }
    }

    /// Nil removes the row.
    func put(_ key: String, _ value: JSON?) {
        let row: JSON? = value.map { ["value": $0, "time": JSON(clock.now)] }
        writes.write([StoredChange(space, key, row)]) { [unsaved] error in
            if let error { unsaved(error) }
        }
    }
}
