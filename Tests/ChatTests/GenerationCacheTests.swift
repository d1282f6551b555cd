import Testing

@testable import Chat

struct GenerationCacheTests {
    private var cache = GenerationCache<Int, String>(limit: 3)

    private mutating func look(_ key: Int) -> String? { cache.value(key, weight: { _ in 1 }) }

    private mutating func put(_ keys: Int...) {
        for key in keys { cache.insert("\(key)", for: key, weight: 1) }
    }

    @Test mutating func `nothing goes before it is let go, however much there is`() {
        put(1, 2, 3, 4, 5, 6, 7, 8, 9)
        #expect((1...9).map { look($0) } == (1...9).map { "\($0)" })
    }

    @Test mutating func `what has been looked at stays, and the rest goes after two generations`() {
        put(1, 2, 3, 4)
        cache.letGo()
        #expect(look(1) == "1")
        put(5, 6, 7)
        cache.letGo()
        #expect((1...7).filter { look($0) != nil } == [1, 5, 6, 7])
    }

    @Test mutating func `as long as it is light, it lets nothing go`() {
        put(1, 2, 3)
        for _ in 0..<5 { cache.letGo() }
        #expect((1...3).filter { look($0) != nil } == [1, 2, 3])
    }

    @Test mutating func `what is inserted again replaces what was, and weighs once`() {
        for _ in 0..<9 { cache.insert("old", for: 1, weight: 1) }
        cache.insert("new", for: 1, weight: 1)
        for _ in 0..<5 { cache.letGo() }
        #expect(look(1) == "new")
        #expect(cache.values == ["new"])
    }

    @Test mutating func `what is inserted anew hides what an older generation has`() {
        put(1, 2, 3, 4)
        cache.letGo()
        cache.insert("new", for: 1, weight: 1)
        #expect(look(1) == "new")
        #expect(cache.values.sorted() == ["2", "3", "4", "new"])
    }

    @Test mutating func `what one thing weighs can be more than all should`() {
        cache.insert("heavy", for: 1, weight: 1_000)
        #expect(look(1) == "heavy")
        cache.letGo()
        #expect(look(1) == "heavy")
    }

    @Test mutating func `forgotten is forgotten`() {
        put(1, 2, 3, 4)
        cache.letGo()
        put(5)
        cache.removeAll()
        #expect((1...5).allSatisfy { look($0) == nil })
        #expect(cache.values.isEmpty)
    }
}
