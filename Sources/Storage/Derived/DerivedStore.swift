import CLinux
import Glibc

/// A queue's own view of the store, and beside it a file with nothing in it but what can be made from the store again.
///
/// The file is no part of the store: nobody who writes to the store waits for it, and it is thrown away when it is damaged.
/// Used on one queue. Others may read the file beside it: see `DerivedReader`.
package final class DerivedStore {
    /// "MRTD": what file(1) and we know the file by.
    private static let applicationID: Int64 = 0x4D52_5444

    private let path: String
    private let store: SQLiteConnection
    private let readers: [ReaderFile]
    private var file: DerivedFile?

    /// The store has been opened and migrated by its writer, or by one before.
    package init(_ directory: DataDirectory, file name: String, readers: [ReaderFile] = []) throws(StoreError) {
        self.readers = readers
        path = directory.path + "/" + name
        store = try directory.openReader()
    }

    package func close() {
        closeFile()
        store.close()
    }

    /// One snapshot of the store, and a transaction of the file, which began before: the store has all that the file is about.
    package func transact<Result>(
        _ body: (_ store: any Transaction, _ file: any Transaction) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        let file = try openFile()
        return try file.transact { [store] transaction throws(StoreError) in
            try store.transact { snapshot throws(StoreError) in try body(snapshot, transaction) }
        }
    }

    /// Nothing that was overwritten stays behind in the file's log.
    package func emptyLog() throws(StoreError) {
        guard let file else { return }
        try whileNobodyReads(readers[...], closes: false) { () throws(StoreError) in try file.emptyLog() }
    }

    /// Something is wrong with the file, as this queue or a reader has found: it is to be made anew.
    package var isDamaged: Bool { file?.isDamaged ?? false || readers.contains { $0.isDamaged } }

    /// Deletes the file. The next transaction finds an empty one.
    package func discard() throws(StoreError) {
        try whileNobodyReads(readers[...], closes: true) { () throws(StoreError) in
            closeFile()
            try Self.remove(path)
        }
    }

    private func whileNobodyReads(
        _ left: ArraySlice<ReaderFile>, closes: Bool, _ work: () throws(StoreError) -> Void
    ) throws(StoreError) {
        guard let reader = left.first else { return try work() }
        try reader.whileUnused(closes: closes) { () throws(StoreError) in
            try whileNobodyReads(left.dropFirst(), closes: closes, work)
        }
    }

    /// Deletes the file that nobody uses, if there is one.
    package static func remove(_ name: String, from directory: DataDirectory) throws(StoreError) {
        try remove(directory.path + "/" + name)
    }

    /// Whether the store has gone through exactly these migrations.
    package func requireMigrated(to migrations: Migrations) throws(StoreError) {
        try store.transact { transaction throws(StoreError) in try transaction.requireMigrated(to: migrations) }
    }

    private func openFile() throws(StoreError) -> DerivedFile {
        if let file { return file }
        let opened: DerivedFile
        do throws(StoreError) {
            opened = try DerivedFile(path: path, applicationID: Self.applicationID)
        } catch {
            guard error.kind == .damagedFile else { throw error }
            try discard()
            opened = try DerivedFile(path: path, applicationID: Self.applicationID)
        }
        file = opened
        return opened
    }

    private func closeFile() {
        file?.close()
        file = nil
    }

    private static func remove(_ path: String) throws(StoreError) {
        for suffix in ["", "-wal", "-shm"] where unlink(path + suffix) != 0 && martlet_errno() != ENOENT {
            throw .system("cannot delete \(path + suffix)")
        }
    }
}
