import Glibc
import Storage
import TestSupport
import Testing

/// SQLite's functions beside the seam: copies, checks, and a directory for one process.
struct BackupTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func open(_ name: String) throws -> TestStore {
        try TestStore(DataDirectory(folder.path(name)))
    }

    /// As the operator puts it back.
    private func restore(_ file: String, as name: String) throws -> TestStore {
        try #require(mkdir(folder.path(name), 0o700) == 0)
        try #require(rename(folder.path(file), folder.path(name) + "/martlet.sqlite") == 0)
        return try open(name)
    }

    @Test func `a backup made under writes is one moment's whole store`() throws {
        let store = try open("store")
        let isDone = Outcome<Void>()
        let writing = Thread.start(name: "test-writing") {
            var id: Int64 = 0
            while !isDone.isSet {
                id += 1
                store.insert(id, String(repeating: "x", count: 500))
                if id % 100 == 0 { Thread.sleep(milliseconds: 1) }
            }
        }
        try eventually { try store.things().count > 2_000 }
        let before = try store.things().count
        try SQLiteStore.backUp(directory: folder.path("store"), to: folder.path("copy"))
        isDone.set(())
        writing.join()
        store.store.close()

        let copy = try restore("copy", as: "restored")
        defer { copy.store.close() }
        let things = try copy.things()
        #expect(things == Array(1...Int64(things.count)), "no gap")
        #expect(things.count >= before)
        copy.insert(0)
        try copy.settle()
        #expect(copy.failures.entries == [], "and it goes on")
    }

    @Test func `a backup replaces no file and leaves no half one`() throws {
        let store = try open("store")
        defer { store.store.close() }
        try #require(symlink("/nowhere", folder.path("dangling")) == 0)
        try SQLiteStore.backUp(directory: folder.path("store"), to: folder.path("copy"))
        for name in ["copy", "dangling", "no-such-folder/copy"] {
            #expect(throws: StoreError.self) {
                try SQLiteStore.backUp(directory: folder.path("store"), to: folder.path(name))
            }
            #expect(access(folder.path(name) + ".partial", F_OK) != 0)
        }
        var status = stat()
        try #require(stat(folder.path("copy"), &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
    }

    @Test func `there is no backup of nothing`() throws {
        let error = #expect(throws: StoreError.self) {
            try SQLiteStore.backUp(directory: folder.path("nothing"), to: folder.path("copy"))
        }
        #expect(error?.message.contains("there is no store in") == true)
    }

    @Test func `a sound store passes its check, beside the gateway`() throws {
        let store = try open("store")
        defer { store.store.close() }
        store.insert(1)
        try store.settle()
        let problems = try SQLiteStore.problems(
            directory: folder.path("store"), migrations: Migrations(TestStore.migrations))
        #expect(problems == [])
        let older = try SQLiteStore.problems(directory: folder.path("store"), migrations: Migrations([]))
        #expect(older.count == 1 && older[0].contains("newer than this program"))
    }

    @Test func `damage is found`() throws {
        let store = try open("store")
        for id in 1...2_000 { store.insert(Int64(id), String(repeating: "x", count: 100)) }
        store.store.close()
        let file = try #require(fopen(folder.path("store") + "/martlet.sqlite", "r+"))
        // Within the pages of the table, well behind the schema.
        fseek(file, 100_000, SEEK_SET)
        let noise = [UInt8](repeating: 0xA5, count: 20_000)
        fwrite(noise, 1, noise.count, file)
        fclose(file)
        let problems = Result {
            try SQLiteStore.problems(directory: folder.path("store"), migrations: Migrations(TestStore.migrations))
        }
        switch problems {
        case .success(let problems): #expect(problems != [])
        case .failure(let error): #expect((error as? StoreError)?.kind == .damagedFile)
        }
    }

    @Test func `a second gateway is kept out until the first has closed`() throws {
        let first = try open("store")
        let error = #expect(throws: StoreError.self) { try DataDirectory(folder.path("store")) }
        #expect(error?.kind == .busy)
        #expect(error?.message.contains("another gateway uses the data in") == true)
        first.store.close()
        try open("store").store.close()
    }

    @Test func `a second gateway is kept out even when the lock's file was moved away`() throws {
        let first = try open("store")
        defer { first.store.close() }
        let lock = folder.path("store") + "/martlet.lock"
        try #require(rename(lock, lock + ".moved") == 0)
        let error = #expect(throws: StoreError.self) { try DataDirectory(folder.path("store")) }
        #expect(error?.kind == .busy)
        // The first goes on, and those who look from beside may.
        first.insert(1, "one")
        #expect(
            try SQLiteStore.problems(directory: folder.path("store"), migrations: Migrations(TestStore.migrations))
                == [])
    }

    @Test func `a start that fails lets the directory go`() throws {
        #expect(throws: StoreError.self) {
            try TestStore(
                DataDirectory(folder.path("store")),
                migrations: [Migration(number: 1, name: "bad", statements: ["CREATE NONSENSE"])])
        }
        try open("store").store.close()
    }

    @Test func `the files are for their owner alone`() throws {
        let store = try open("store")
        defer { store.store.close() }
        store.insert(1)
        try store.settle()
        for (name, mode) in [
            ("", 0o700), ("/martlet.sqlite", 0o600), ("/martlet.sqlite-wal", 0o600), ("/martlet.lock", 0o600),
        ] {
            var status = stat()
            try #require(stat(folder.path("store") + name, &status) == 0)
            #expect(status.st_mode & 0o777 == mode, "\(name)")
        }
    }

    @Test func `another program's database is refused`() throws {
        try #require(mkdir(folder.path("store"), 0o700) == 0)
        let file = try #require(fopen(folder.path("store") + "/martlet.sqlite", "w"))
        fputs("This is no database, but it is long enough to be asked whether it is one.", file)
        fclose(file)
        let error = #expect(throws: StoreError.self) { try open("store") }
        #expect(error?.kind == .damagedFile)
        try open("another").store.close()
    }

    @Test(arguments: [
        ("no-such-folder/store", "cannot create the directory"), ("/proc/store", "cannot create the directory"),
    ])
    func `a directory that cannot be is told by its name`(path: String, sentence: String) throws {
        let directory = path.hasPrefix("/") ? path : folder.path(path)
        let error = #expect(throws: StoreError.self) { try DataDirectory(directory) }
        #expect(error?.message.contains("\(sentence) \(directory): ") == true)
    }
}
