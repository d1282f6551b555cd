import Storage
import TestSupport
import Testing

struct ValueTests {
    @Test(arguments: TestEngine.all)
    func `what was committed is read`(engine: TestEngine) throws {
        let folder = try TemporaryFolder()
        let store = try TestStore(engine.open(folder, "a"))
        for id in 1...100 { store.insert(Int64(id)) }
        store.store.close()
        let again = try TestStore(engine.open(folder, "a"))
        defer { again.store.close() }
        #expect(try again.things() == Array(1...100))
        #expect(store.failures.entries.isEmpty)
    }
}
