import MartletClient

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Keeps rows in a file, by the system's SQLite. A write is on the disk when it returns. Only one process may use the
/// file, and on iOS it lies in the application's own container: the system ends processes that hold a lock in a shared
/// one.
public actor SQLiteStorage: Storage {
    private let path: String
    private var database: Database?

    public init(path: String) {
        self.path = path
    }

    public func range(_ space: String, from: String?, to: String?, limit: Int?) throws -> [StoredRow] {
        try opened().rows(space, from: from, to: to, limit: limit)
    }

    public func write(_ changes: [StoredChange]) throws {
        try opened().write(changes)
    }

    public func clear(keeping spaces: [String]) throws {
        let kept = try spaces.flatMap { space in
            try readable(space).map { StoredChange(space, $0.key, $0.value) }
        }
        database = nil
        // A new file: of the old one nothing is left, also if it was damaged.
        for file in [path, "\(path)-wal", "\(path)-journal"] where unlink(file) != 0 && errno != ENOENT {
            throw MartletError(name: "notSaved", message: "\(file) cannot be removed: error \(errno)")
        }
        if !kept.isEmpty { try opened().write(kept) }
    }

    public func close() {
        database = nil
    }

    /// Has the file say nothing of overwritten values: when the application leaves.
    public func flush() throws {
        try database?.emptyLog()
    }

    /// The rows of a space; none of a damaged file.
    private func readable(_ space: String) throws -> [StoredRow] {
        do {
            return try range(space, from: nil, to: nil, limit: nil)
        } catch let error as MartletError where error.name == "damaged" {
            return []
        }
    }

    private func opened() throws(MartletError) -> Database {
        if let database { return database }
        let database = try Database(path: path)
        self.database = database
        return database
    }
}
