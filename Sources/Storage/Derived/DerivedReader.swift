import Locking
import Synchronization

/// Reads the store and a file that is derived from it, beside the queue of the `DerivedStore`. Used on one queue.
package final class DerivedReader {
    private let store: SQLiteConnection
    private let file: ReaderFile

    package init(_ directory: DataDirectory, _ file: ReaderFile) throws(StoreError) {
        store = try directory.openReader()
        self.file = file
    }

    package func close() {
        file.close()
        store.close()
    }

    /// Before it is, the `DerivedStore` has to have done a transaction: it makes the file.
    package var isOpen: Bool { file.isOpen }

    /// The last read has failed since the file is damaged. It may have been made anew since then.
    package var hasMetDamage: Bool { file.hasMetDamage }

    /// One snapshot of the file, and one of the store; each begins with the first thing that is read of it. So `body` reads
    /// the file first: then the store has all that the file is about.
    package func read(
        _ body: (_ store: any Transaction, _ file: any Transaction) throws(StoreError) -> Void
    ) throws(StoreError) {
        try file.read { [store] transaction throws(StoreError) in
            try store.transact { snapshot throws(StoreError) in try body(snapshot, transaction) }
        }
    }
}

/// A reader's connection to a derived file. The queue that writes the file closes it before it deletes the file: SQLite finds the
/// logs of a file by its name, and they would be another file's.
///
/// `@unchecked Sendable`: the connection is used under the lock alone, and `hasMetDamage` on the reader's queue.
package final class ReaderFile: @unchecked Sendable {
    private let path: String
    private let turn = Lock(())
    private var connection: DerivedFile?
    private let damage = Atomic(false)
    private(set) var hasMetDamage = false

    package init(_ directory: DataDirectory, file name: String) {
        path = directory.path + "/" + name
    }

    var isOpen: Bool { turn.withLock { _ in connection != nil } }

    /// The file that is there is to be made anew.
    var isDamaged: Bool { damage.load(ordering: .relaxed) }

    func read(_ body: (any Transaction) throws(StoreError) -> Void) throws(StoreError) {
        hasMetDamage = false
        try turn.withLock { _ throws(StoreError) in
            do throws(StoreError) {
                let connection = try opened()
                try connection.transact(body)
            } catch {
                hasMetDamage = connection?.isDamaged ?? [.corrupt, .damagedFile].contains(error.kind)
                if hasMetDamage { damage.store(true, ordering: .relaxed) }
                throw error
            }
        }
    }

    func close() { turn.withLock { _ in closeConnection() } }

    /// Nothing is read meanwhile. `closes`: and what is read afterwards, is read from the file that is there then.
    func whileUnused(closes: Bool, _ work: () throws(StoreError) -> Void) throws(StoreError) {
        try turn.withLock { _ throws(StoreError) in
            if closes { closeConnection() }
            try work()
        }
    }

    private func opened() throws(StoreError) -> DerivedFile {
        if let connection { return connection }
        let opened = try DerivedFile(reading: path)
        connection = opened
        return opened
    }

    private func closeConnection() {
        connection?.close()
        connection = nil
        damage.store(false, ordering: .relaxed)
    }
}
