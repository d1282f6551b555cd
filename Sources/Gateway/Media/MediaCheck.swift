import Chat
import Domain
import Media
import Security
import Settings
import Storage
import Telemetry

/// U-39: compares the rows of media with their bytes, while the gateway runs or is stopped.
package struct MediaCheck: Sendable {
    /// Uploads that are there by their rows, and have no bytes.
    package let missing: [String]
    /// Bytes of which no row knows.
    package let unknown: [String]

    /// `deletes`: removes the unknown ones. Nil: there are no media.
    package static func run(_ configuration: Configuration, deletes: Bool) throws -> MediaCheck? {
        let log = Log(format: .text, level: .error, queueLines: 100)
        let key = SharedDigestKey(DigestKey(Random.bytes(DigestKey.size)))
        guard let services = try MediaServices.make(configuration, key, nil, log) else { return nil }
        // Bytes first: what is uploaded meanwhile has its row before its bytes.
        let bytes = try bytes(services.store)
        var (there, known): (Set<String>, Set<String>) = ([], [])
        try SQLiteStore.read(directory: configuration.data.directory, migrations: Schema.migrations) {
            store throws(StoreError) in
            try MediaReader.all(in: store) { id, isThere in
                known.insert(id)
                if isThere { there.insert(id) }
            }
        }
        let unknown = bytes.subtracting(known)
        var missing = there.subtracting(bytes)
        // They may have come since.
        if !missing.isEmpty { missing.subtract(try self.bytes(services.store)) }
        for id in deletes ? unknown : [] {
            if let id = MediaID(id) { try services.store.remove(id) }
        }
        return MediaCheck(missing: missing.sorted(), unknown: unknown.sorted())
    }

    private static func bytes(_ store: any MediaStore) throws(MediaProblem) -> Set<String> {
        var (found, last): (Set<String>, MediaID?) = ([], nil)
        while true {
            let page = try store.ids(after: last, limit: idsPerPage)
            found.formUnion(page.map(\.text))
            guard page.count == idsPerPage else { return found }
            last = page.last
        }
    }
}

private let idsPerPage = 10_000
