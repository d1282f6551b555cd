import CLinux
import EventLoop
import Glibc
import Locking

/// The directory that holds a gateway's data, and the lock that keeps a second gateway out of it.
final class DataDirectory: Sendable {
    let path: String
    /// Nil once it was let go.
    private let lock: Lock<Int32?>

    static func databasePath(in directory: String) -> String { directory + "/martlet.sqlite" }

    var databasePath: String { Self.databasePath(in: path) }

    /// Makes the directory and the database's file if they are not there, for this user alone.
    init(_ path: String) throws(StoreError) {
        if mkdir(path, 0o700) != 0 && martlet_errno() != EEXIST { throw .system("cannot make the directory \(path)") }
        self.path = path
        let lockPath = path + "/martlet.lock"
        let descriptor = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        if descriptor < 0 { throw .system("cannot open \(lockPath)") }
        // The kernel lets go of it when the process ends, however it ends.
        if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let error =
                martlet_errno() == EWOULDBLOCK
                ? StoreError(.busy, "another gateway uses the data in \(path); end it, or set another data.directory")
                : StoreError.system("cannot lock \(lockPath)")
            _ = Glibc.close(descriptor)
            throw error
        }
        lock = Lock(descriptor)
        // SQLite would make it readable for all; what it makes beside gets the same mode.
        let file = open(databasePath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        if file < 0 {
            let error = StoreError.system("cannot open \(databasePath)")
            release()
            throw error
        }
        _ = Glibc.close(file)
    }

    deinit {
        release()
    }

    func release() {
        guard let descriptor = lock.withLock({ $0.take() }) else { return }
        // Closing alone would leave the lock to a process that is just being started from this one.
        flock(descriptor, LOCK_UN)
        _ = Glibc.close(descriptor)
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
