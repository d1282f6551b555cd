import Storage

/// The content of a store at one moment, in few bytes, and up to which record of its cluster's log that is.
package struct StoreDigest: Sendable {
    /// Nil: the store is none of a cluster's.
    package let place: LogPlace?
    package let tables: [TableDigest]

    /// Of the directory's store, also while a gateway uses it.
    package init(of directory: String) throws(StoreError) {
        guard let digests = try SQLiteStore.digests(directory: directory) else {
            preconditionFailure("any state was wanted")
        }
        place = try digests.state.map { state throws(StoreError) in try StoredState(state).place }
        tables = digests.tables
    }

    /// The same of exactly that record. Nil: the store does not have it yet.
    package init?(of directory: String, at position: Position) throws(StoreError) {
        var found: LogPlace?
        let digests = try SQLiteStore.digests(directory: directory) { state throws(StoreError) in
            guard let state else { throw StoreError(.broken, "the store is none of a cluster's") }
            let place = try StoredState(state).place
            guard place.position <= position else {
                throw StoreError(.broken, "the store has record \(place.position) already")
            }
            found = place
            return place.position == position
        }
        guard let digests else { return nil }
        place = found
        tables = digests.tables
    }
}
