import CLinux
import Glibc

/// A store in a file beside the directory's own: a copy to be sent away, or one that was received. The file goes with the object.
package final class StoreCopy: Sendable {
    private let path: String
    private let descriptor: Int32

    /// Of the directory's store as it is now, while others write to it. It takes as long as reading and writing the file.
    package static func make(of directory: DataDirectory) throws(StoreError) -> StoreCopy {
        let copy = try StoreCopy(directory.path + "/martlet.sent")
        let source = try directory.openReader()
        defer { source.close() }
        let target = try SQLiteConnection(path: copy.path)
        defer { target.close() }
        try target.takePages(of: source)
        return copy
    }

    /// An empty file, for what is received.
    package static func receive(in directory: DataDirectory) throws(StoreError) -> StoreCopy {
        try StoreCopy(directory.path + "/martlet.received")
    }

    private init(_ path: String) throws(StoreError) {
        self.path = path
        // Of a process that was killed.
        Self.remove(path)
        descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor < 0 { throw .system("cannot create \(path)") }
    }

    deinit {
        close(descriptor)
        Self.remove(path)
    }

    private static func remove(_ path: String) {
        for suffix in ["", "-journal", "-wal", "-shm"] { unlink(path + suffix) }
    }

    // MARK: - Its bytes

    /// So many from there on; fewer at the end of the file.
    package func read(at offset: Int, upTo count: Int) throws(StoreError) -> [UInt8] {
        var failure: StoreError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = 0
            while filled < count {
                // A buffer of that capacity has an address.
                let got = pread(descriptor, buffer.baseAddress! + filled, count - filled, off_t(offset + filled))
                if got < 0 && martlet_errno() == EINTR { continue }
                if got < 0 { failure = .system("cannot read \(path)") }
                if got <= 0 { return }
                filled += got
            }
        }
        if let failure { throw failure }
        return bytes
    }

    package func append(_ bytes: [UInt8]) throws(StoreError) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                // There are bytes left, so the buffer has an address.
                write(descriptor, buffer.baseAddress! + written, bytes.count - written)
            }
            if count < 0 && martlet_errno() == EINTR { continue }
            if count < 0 { throw .system("cannot write \(path)") }
            written += count
        }
    }

    // MARK: - As a store

    /// The knowledge of the node whose store it is; nil: none yet. Throws if the file is no whole store.
    package func state() throws(StoreError) -> [UInt8]? {
        let connection = try open()
        defer { connection.close() }
        guard case .text("ok") = try connection.answer(to: "PRAGMA quick_check(1)") else {
            throw StoreError(.damagedFile, "the store in \(path) is inconsistent")
        }
        return try connection.nodeState()
    }

    func open() throws(StoreError) -> SQLiteConnection { try .readingStore(path) }
}
