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
        // A client that ends writes nothing more, and must not hold a file again that it has closed.
        if database == nil, changes.isEmpty { return }
        try opened().write(changes)
    }

    /// A damaged file stays beside the new one, with `.damaged` behind its name.
    public func clear(keeping spaces: [String]) throws {
        let (fresh, damaged) = ("\(path).new", "\(path).damaged")
        guard !spaces.isEmpty else {
            database = nil
            for file in [path, fresh, damaged] { try remove(file) }
            return
        }
        let (kept, isDamaged) = try readable(spaces)
        database = nil
        try remove(fresh)
        try Database(path: fresh).write(kept)
        if isDamaged {
            try remove(damaged)
            if link(path, damaged) != 0 { throw notSaved("\(damaged) cannot be made") }
        }
        // The new file takes the place of the old one at once: whatever happens, one of them has the rows.
        try remove(path, but: path)
        if rename(fresh, path) != 0 { throw notSaved("\(fresh) cannot be renamed") }
    }

    public func close() {
        database = nil
    }

    /// Has the file say nothing of overwritten values: when the application leaves.
    public func flush() throws {
        try database?.emptyLog()
    }

    /// The rows of these spaces that can be read, and whether any part of the file cannot.
    private func readable(_ spaces: [String]) throws -> (kept: [StoredChange], isDamaged: Bool) {
        do {
            let database = try anyhowOpened()
            let read = spaces.map { (space: $0, found: database.readableRows($0)) }
            let kept = read.flatMap { space, found in found.rows.map { StoredChange(space, $0.key, $0.value) } }
            return (kept, try !read.allSatisfy(\.found.isWhole) || !database.isSound)
        } catch let error as MartletError where error.name == "damaged" {
            return ([], true)
        }
    }

    /// A damaged file as well.
    private func anyhowOpened() throws -> Database {
        do {
            return try opened()
        } catch let error where error.name == "damaged" {
            return try Database(path: path, isChecked: false)
        }
    }

    /// A database's files.
    private func remove(_ file: String, but kept: String? = nil) throws {
        for name in [file, "\(file)-wal", "\(file)-journal"] where name != kept && unlink(name) != 0 && errno != ENOENT
        {
            throw notSaved("\(name) cannot be removed")
        }
    }

    private func opened() throws(MartletError) -> Database {
        if let database { return database }
        let database = try Database(path: path)
        self.database = database
        return database
    }
}

/// With the system's last error.
private func notSaved(_ text: String) -> MartletError {
    MartletError(name: "notSaved", message: "\(text): error \(errno)")
}
