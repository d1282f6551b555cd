import Domain
import Testing

@testable import Gateway
@testable import Transport

struct GatheredChangesTests {
    private typealias Changes = GatheredChanges<String>

    private func waiting(_ event: String, _ message: Int64) -> Changes.Waiting {
        Changes.Waiting(message: .init(message), event: event, except: [])
    }

    @Test func `the first is told at once, and later ones together, of each message the newest, in their order`() {
        var changes = Changes()
        var told = changes.gather(waiting("one", 1), of: 7, most: 32)
        #expect(told.map(\.event) == ["one"])
        changes.rest(7, until: 100)
        for (event, message) in [("two", 1), ("three", 2), ("four", 1)] as [(String, Int64)] {
            told = changes.gather(waiting(event, message), of: 7, most: 32)
            #expect(told.isEmpty)
        }
        told = changes.gather(waiting("another group", 9), of: 8, most: 32)
        #expect(told.count == 1)
        #expect(changes.nextEnd == 100)
        var due = changes.wake(at: 99)
        #expect(due.isEmpty)
        due = changes.wake(at: 100)
        #expect(due.map(\.group) == [7] && due[0].waiting.map(\.event) == ["three", "four"])
        changes.rest(7, until: 200)
        due = changes.wake(at: 200)
        #expect(due.isEmpty && changes.nextEnd == nil)
        // Nothing has come meanwhile: the next one is told at once again.
        told = changes.gather(waiting("five", 1), of: 7, most: 32)
        #expect(told.count == 1)
    }

    @Test func `when changes of too many messages wait, all are told in their order, and the group rests anew`() {
        var changes = Changes()
        changes.rest(7, until: 100)
        for message in 1...3 {
            let told = changes.gather(waiting("\(message)", Int64(message)), of: 7, most: 3)
            #expect(told.isEmpty)
        }
        var told = changes.gather(waiting("3 again", 3), of: 7, most: 3)
        #expect(told.isEmpty)
        told = changes.gather(waiting("4", 4), of: 7, most: 3)
        #expect(told.map(\.event) == ["1", "2", "3 again", "4"])
        changes.rest(7, until: 200)
        told = changes.gather(waiting("5", 5), of: 7, most: 3)
        let due = changes.wake(at: 199)
        #expect(told.isEmpty && due.isEmpty && changes.nextEnd == 200)
    }

    @Test func `what waits is taken for what comes after it, and the group rests on`() {
        var changes = Changes()
        changes.rest(7, until: 100)
        _ = changes.gather(waiting("one", 1), of: 7, most: 32)
        var taken = changes.takeWaiting(in: 7)
        #expect(taken.map(\.event) == ["one"])
        taken = changes.takeWaiting(in: 7)
        #expect(taken.isEmpty)
        let told = changes.gather(waiting("two", 1), of: 7, most: 32)
        #expect(told.isEmpty)
    }

    @Test
    func `a connection is told once what waits, also if it was told ahead of the round, unless its user is excepted`() {
        let connection = ConnectionID(shard: 0, slot: 1, generation: 1)
        var changes = Changes()
        changes.rest(7, until: 100)
        _ = changes.gather(waiting("one", 1), of: 7, most: 32)
        _ = changes.gather(waiting("two", 2), of: 7, most: 32)
        _ = changes.gather(Changes.Waiting(message: 3, event: "not for 9", except: [9]), of: 7, most: 32)
        var told = changes.takeWaiting(in: 7, for: connection, of: 9)
        #expect(told == ["one", "two"])
        _ = changes.gather(waiting("three", 1), of: 7, most: 32)
        told = changes.takeWaiting(in: 7, for: connection, of: 9)
        #expect(told == ["three"])
        told = changes.takeWaiting(in: 8, for: connection, of: 9)
        #expect(told.isEmpty)
        let round = changes.wake(at: 100)
        #expect(round[0].waiting.map(\.event) == ["two", "not for 9", "three"])
        #expect(round[0].waiting.map { $0.spared.contains(connection) } == [true, false, true])
    }

    @Test func `a connection that comes is told what is gathered later, and nothing of what waits`() {
        let connection = ConnectionID(shard: 0, slot: 1, generation: 1)
        var changes = Changes()
        changes.enter(connection, in: 7)
        changes.rest(7, until: 100)
        _ = changes.gather(waiting("one", 1), of: 7, most: 32)
        changes.enter(connection, in: 7)
        _ = changes.gather(waiting("two", 2), of: 7, most: 32)
        let told = changes.takeWaiting(in: 7, for: connection, of: 9)
        #expect(told == ["two"])
    }
}
