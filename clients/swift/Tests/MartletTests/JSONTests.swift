import Testing

@testable import MartletCore

struct JSONTests {
    @Test func `a text is written as it was read`() throws {
        let text = #"{"a":[1,-2,0.5,true,null,"\"é"],"b":{}}"#
        #expect(try JSON(parsing: text).text() == text)
    }

    @Test func `the order of members counts for nothing`() throws {
        #expect(try JSON(parsing: #"{"a":1,"b":2}"#) == JSON(parsing: #"{"b":2,"a":1}"#))
        #expect(try JSON(parsing: #"{"a":1,"b":2}"#) != JSON(parsing: #"{"a":1,"b":3}"#))
    }

    @Test(arguments: ["9007199254740993", "18446744073709551616", "-9223372036854775808", "1.5", "1e400"])
    func `a number that no other language has exactly is no integer`(text: String) throws {
        #expect(try JSON(parsing: text).int == nil)
    }

    @Test func `what no reader takes is not written`() throws {
        var deep: JSON = 1
        for _ in 0..<70 { deep = [deep] }
        #expect(throws: MartletError.self) { try deep.text() }
        #expect(throws: MartletError.self) { try JSON.double(.infinity).text() }
        #expect(throws: MartletError.self) {
            try JSON(parsing: String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000))
        }
    }

    @Test func `an object with many members finds each`() {
        var object = JSONObject((0..<100).map { ("\($0)", JSON($0)) })
        object["50"] = nil
        object["7"] = "seven"
        #expect(object.members.count == 99)
        #expect(object["50"] == nil)
        #expect(object["51"] == 51)
        #expect(object["7"] == "seven")
        #expect(object["100"] == nil)
    }
}

struct OrderedMapTests {
    @Test func `a value that is set again keeps its place, unless it is moved`() {
        var map = OrderedMap([("a", 1), ("b", 2), ("c", 3)])
        map["a"] = 4
        #expect(map.keys == ["a", "b", "c"])
        map.moveToEnd("a", 5)
        #expect(map.keys == ["b", "c", "a"])
        map.removeOldest()
        #expect(map.members.map(\.1) == [3, 5])
    }

    @Test func `it holds as many as it has, however often they are moved`() {
        var map = OrderedMap<Int>()
        for number in 0..<10_000 { map.moveToEnd("\(number % 3)", number) }
        #expect(map.keys == ["1", "2", "0"])
        #expect(map.count == 3)
    }
}

struct NamesTests {
    @Test func `ids rise, also when the clock is set back`() {
        var ids = RisingIDs()
        let made = [5000, 5000, 4000, 6000, 1].map { ids.next($0) }
        #expect(made == made.sorted())
        #expect(Set(made).count == 5)
        let parts = made[0].split(separator: "-").map(\.count)
        #expect(parts == [8, 4, 4, 4, 12])
    }

    @Test func `ids come after those of an earlier run`() {
        var ids = RisingIDs()
        var earlier = RisingIDs()
        let last = (0..<5000).map { _ in earlier.next(9000) }.last ?? ""
        ids.startAfter(last)
        #expect(ids.next(1) > last)
    }
}
