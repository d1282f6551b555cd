import CLinux
import EventLoop
import Glibc
import Locking

/// The directory that holds a gateway's data in one SQLite database, and the lock that keeps a second gateway out of it.
package final class DataDirectory: Sendable {
    let path: String
    /// Of the lock's file and of the database's; empty once they were let go. Both are locked: the first is there before a
    /// database is, and the second is still the same when the first has been moved.
    private let locked: Lock<[Int32]>

    static func databasePath(in directory: String) -> String { directory + "/martlet.sqlite" }

    var databasePath: String { Self.databasePath(in: path) }

    /// Takes the directory for this process alone. Makes it and the database's file if they are not there, for this user
    /// alone.
    package init(_ path: String) throws(StoreError) {
        if mkdir(path, 0o700) != 0 && martlet_errno() != EEXIST { throw .system("cannot create the directory \(path)") }
        self.path = path
        locked = Lock([])
        do throws(StoreError) {
            // SQLite would make the database readable for all; what it makes beside gets the same mode.
            for file in [path + "/martlet.lock", databasePath] { try lock(file) }
        } catch {
            release()
            throw error
        }
    }

    /// The same of a store that is there.
    package static func existing(_ path: String) throws(StoreError) -> DataDirectory {
        try requireStore(in: path)
        return try DataDirectory(path)
    }

    static func requireStore(in directory: String) throws(StoreError) {
        if access(databasePath(in: directory), F_OK) != 0 {
            throw StoreError(.inputOutput, "there is no store in \(directory)")
        }
    }

    /// The kernel lets go of it when the process ends, however it ends. SQLite's own locks are of another kind (fcntl), and
    /// last as long as no descriptor of the file is closed.
    private func lock(_ file: String) throws(StoreError) {
        let descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        if descriptor < 0 { throw .system("cannot open \(file)") }
        if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let error =
                martlet_errno() == EWOULDBLOCK
                ? StoreError(.busy, "another gateway uses the data in \(path); stop it, or set another data.directory")
                : StoreError.system("cannot lock \(file)")
            _ = Glibc.close(descriptor)
            throw error
        }
        locked.withLock { $0.append(descriptor) }
    }

    /// Opens the one connection that writes. One thread at a time uses it, not always the same.
    func openWriter() throws(StoreError) -> SQLiteWriter { try SQLiteWriter(path: databasePath) }

    /// Opens a connection that only reads, after the writer was opened. It is used as the writer's.
    func openReader() throws(StoreError) -> SQLiteConnection { try .reading(databasePath) }

    private var nodeNamePath: String { path + "/node" }

    /// Which node of a cluster the directory is of; nil: none has said so.
    package func nodeName() throws(StoreError) -> String? {
        let descriptor = open(nodeNamePath, O_RDONLY | O_CLOEXEC)
        if descriptor < 0 {
            if martlet_errno() == ENOENT { return nil }
            throw .system("cannot open \(nodeNamePath)")
        }
        defer { _ = Glibc.close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = read(descriptor, &bytes, bytes.count)
        if count < 0 { throw .system("cannot read \(nodeNamePath)") }
        // Empty after a crash: the node says it again.
        return count == 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
    }

    package func setNodeName(_ name: String) throws(StoreError) {
        let descriptor = open(nodeNamePath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        if descriptor < 0 { throw .system("cannot open \(nodeNamePath)") }
        defer { _ = Glibc.close(descriptor) }
        let bytes = Array(name.utf8)
        if write(descriptor, bytes, bytes.count) != bytes.count { throw .system("cannot write \(nodeNamePath)") }
    }

    package func removeNodeName() throws(StoreError) {
        if unlink(nodeNamePath) != 0, martlet_errno() != ENOENT { throw .system("cannot remove \(nodeNamePath)") }
    }

    deinit {
        release()
    }

    /// Lets others have the directory, once every connection is closed.
    package func release() {
        let descriptors = locked.withLock { locked in
            defer { locked = [] }
            return locked
        }
        for descriptor in descriptors {
            // Closing alone would leave the lock to a process that is just being started from this one.
            flock(descriptor, LOCK_UN)
            _ = Glibc.close(descriptor)
        }
    }
}

extension StoreError {
    /// Reads `errno`, so it must be made right after the call.
    static func system(_ attempt: String) -> StoreError {
        let code = martlet_errno()
        let kind: Kind =
            switch code {
            case ENOSPC, EDQUOT, EFBIG: .full
            case EROFS, EACCES, EPERM: .readOnly
            default: .inputOutput
            }
        return StoreError(kind, "\(attempt): \(String(cString: strerror(code)))")
    }
}
