import CSQLite
import Glibc

/// Operations on a data directory from outside, while a gateway uses it or while none does.
package enum SQLiteStore {
    /// Writes what the directory's store holds now to a new file, in steps that let the gateway go on.
    package static func backUp(directory: String, to file: String) throws(StoreError) {
        let source = try open(directory)
        defer { source.close() }
        // Under another name until it is whole, so that half a backup is never taken for one.
        let partial = file + ".partial"
        try createExclusively(file: partial, for: file)
        do throws(StoreError) {
            try copy(source, to: partial)
            // Unlike rename(2) it never replaces a file.
            if link(partial, file) != 0 { throw .system("cannot create \(file)") }
        } catch {
            unlink(partial)
            throw error
        }
        unlink(partial)
    }

    /// Reads what the directory's store holds now, while the gateway goes on.
    package static func read(
        directory: String, migrations: Migrations, _ body: (any Transaction) throws(StoreError) -> Void
    ) throws(StoreError) {
        let connection = try open(directory)
        defer { connection.close() }
        try connection.transact { transaction throws(StoreError) in
            try transaction.requireMigrated(to: migrations)
            try body(transaction)
        }
    }

    /// The problems of the directory's store; empty if there are none.
    package static func problems(directory: String, migrations: Migrations) throws(StoreError) -> [String] {
        let connection = try open(directory)
        defer { connection.close() }
        var problems: [String] = []
        try connection.query("PRAGMA integrity_check(100)") { row in
            if row.text(0) != "ok" { problems.append(row.text(0)) }
        }
        try connection.query("SELECT \"table\", rowid, parent FROM pragma_foreign_key_check LIMIT 100") { row in
            let place = row.optionalInteger(1).map { " row \($0)" } ?? ""
            problems.append("\(row.text(0))\(place) refers to a row of \(row.text(2)) that does not exist")
        }
        do throws(StoreError) {
            try check(try connection.appliedMigrations(), against: migrations)
        } catch {
            problems.append(error.message)
        }
        return problems
    }

    /// Makes the store's file anew, from its rows alone. The directory is this process's alone; a crash leaves the former file.
    package static func compact(_ directory: DataDirectory) throws(StoreError) {
        let (path, compacted) = (directory.databasePath, directory.path + "/martlet.compacted")
        unlink(compacted)
        let source = try open(directory.path)
        do throws(StoreError) {
            try source.execute("PRAGMA query_only = OFF")
            try source.execute("VACUUM INTO $1", [.text(compacted)])
            // The new file has all that the log has.
            guard try source.checkpoint() == 0 else { throw StoreError(.busy, "another process reads \(path)") }
        } catch {
            source.close()
            unlink(compacted)
            throw error
        }
        source.close()
        chmod(compacted, 0o600)
        try synchronize(compacted)
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
        if rename(compacted, path) != 0 { throw .system("cannot replace \(path)") }
        try synchronize(directory.path)
    }

    private static func synchronize(_ path: String) throws(StoreError) {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0 { throw .system("cannot open \(path)") }
        defer { _ = Glibc.close(descriptor) }
        if fsync(descriptor) != 0 { throw .system("cannot write \(path)") }
    }

    static func open(_ directory: String) throws(StoreError) -> SQLiteConnection {
        try DataDirectory.requireStore(in: directory)
        let path = DataDirectory.databasePath(in: directory)
        return try .readingStore(path)
    }

    private static func createExclusively(file: String, for final: String) throws(StoreError) {
        if access(final, F_OK) == 0 { throw StoreError(.readOnly, "\(final) exists; give another name") }
        let descriptor = Glibc.open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor < 0 { throw .system("cannot create \(file)") }
        _ = Glibc.close(descriptor)
    }

    private static func copy(_ source: SQLiteConnection, to path: String) throws(StoreError) {
        let target = try SQLiteConnection(path: path)
        defer { target.close() }
        try target.takePages(of: source)
        guard case .text("ok") = try target.answer(to: "PRAGMA quick_check(1)") else {
            throw StoreError(.damagedFile, "the copy in \(path) is inconsistent; run `martlet store check`")
        }
    }
}

extension SQLiteConnection {
    /// Refuses another program's database.
    static func readingStore(_ path: String) throws(StoreError) -> SQLiteConnection {
        let connection = try reading(path)
        do throws(StoreError) {
            guard try connection.applicationID == applicationID else {
                throw StoreError(.damagedFile, "\(path) is a database, but not one of Martlet's")
            }
        } catch {
            connection.close()
            throw error
        }
        return connection
    }

    /// Becomes what the other database is at one commit, in steps that let others read and write that one.
    func takePages(of source: SQLiteConnection) throws(StoreError) {
        // One snapshot from the first page to the last. Without it every commit of the gateway would start the copy anew.
        try source.begin()
        _ = try source.applicationID
        _ = try source.answer(to: "SELECT count(*) FROM sqlite_schema")
        guard let copy = sqlite3_backup_init(database, "main", source.database, "main") else {
            throw StoreError(of: database, sqlite3_errcode(database), while: "backup to \(path)")
        }
        var code: Int32
        repeat {
            code = sqlite3_backup_step(copy, 1024)
        } while code == SQLITE_OK
        sqlite3_backup_finish(copy)
        guard code == SQLITE_DONE else { throw StoreError(of: database, code, while: "backup to \(path)") }
        try source.commit()
    }
}
