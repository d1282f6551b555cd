import CSQLite
import Glibc

extension StoreError {
    /// What SQLite says about the connection's last call, and about the system call beneath it.
    init(of database: OpaquePointer, _ code: Int32, while doing: String) {
        let system = sqlite3_system_errno(database)
        var message = "\(doing): \(String(cString: sqlite3_errmsg(database)))"
        let kind = Kind(sqlite: code, system: system)
        if kind == .full || kind == .inputOutput, system != 0 { message += " (\(String(cString: strerror(system))))" }
        self.init(kind, message)
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
        case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT: self = .corrupt
        case SQLITE_IOERR where [ENOSPC, EDQUOT, EFBIG].contains(system): self = .full
        case SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_NOMEM, SQLITE_NOLFS: self = .inputOutput
        case SQLITE_CONSTRAINT: self = .constraint
        default: self = .broken
        }
    }
}
