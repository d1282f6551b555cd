import CLinux
import CSQLite
import Glibc

extension StoreError {
    /// SQLite's error of the connection's last call. Reads `errno`, so it must be made right after the call: the value of
    /// sqlite3_system_errno() is not the one that failed a COMMIT.
    init(of database: OpaquePointer, _ code: Int32, while doing: String) {
        let system = martlet_errno()
        var message = "\(doing): \(String(cString: sqlite3_errmsg(database)))"
        if code & 0xFF == SQLITE_IOERR { message += " (\(String(cString: strerror(system))))" }
        self.init(Kind(sqlite: code, system: system), message)
    }
}

extension StoreError.Kind {
    /// SQLite tells only ENOSPC as a full disk; a quota and a limit on a file's size are no less full.
    fileprivate init(sqlite code: Int32, system: Int32) {
        // The low byte is the class, the rest its details.
        switch code & 0xFF {
        case SQLITE_FULL: self = .full
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: self = .readOnly
        case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: self = .busy
        case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT: self = .damagedFile
        case SQLITE_IOERR where [ENOSPC, EDQUOT, EFBIG].contains(system): self = .full
        case SQLITE_IOERR where [EROFS, EPERM, EACCES].contains(system): self = .readOnly
        case SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_NOMEM, SQLITE_NOLFS: self = .inputOutput
        case SQLITE_CONSTRAINT: self = .constraint
        default: self = .broken
        }
    }
}
