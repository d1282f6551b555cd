import Domain
import TestSupport
import Testing

@testable import Gateway
@testable import Transport

struct SubscribersTests {
    private static let connections = (1...12).map { ConnectionID(shard: 0, slot: UInt32($0), generation: 1) }
    private static let groups: [GroupNumber] = [1, 2, 3, 4, 5]

    /// Each two connections are of one account.
    private static func account(of connection: Int) -> AccountNumber { AccountNumber(connection / 2 + 1) }

    @Test func `after any comings and goings each group has those who are in it, each once`() {
        var random = SeededRandom()
        let seed = random.description
        var subscribers = Subscribers<GroupNumber>()
        var expected: [GroupNumber: Set<Int>] = [:]
        for _ in 0..<2_000 {
            let (group, connection) = (
                Self.groups.randomElement(using: &random)!, Int.random(in: 0..<12, using: &random)
            )
            let id = Self.connections[connection]
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<12:
                let isNew = subscribers.enter(group, id, of: Self.account(of: connection))
                #expect(isNew == expected[group, default: []].insert(connection).inserted, "\(seed)")
            case 12..<17:
                subscribers.leave(group, id)
                expected[group]?.remove(connection)
            case 17..<19:
                subscribers.leaveAll(id)
                for group in Self.groups { expected[group]?.remove(connection) }
            default:
                subscribers.end(group)
                expected[group] = []
            }
            for group in Self.groups {
                check(subscribers, group, expected[group] ?? [], seed)
            }
        }
    }

    private func check(
        _ subscribers: Subscribers<GroupNumber>, _ group: GroupNumber, _ expected: Set<Int>, _ seed: String
    ) {
        let found = subscribers.connections(in: group)
        #expect(found.count == expected.count && Set(found) == Set(expected.map { Self.connections[$0] }), "\(seed)")
        #expect(subscribers.isEmpty(group) == expected.isEmpty, "\(seed)")
        #expect(Set(subscribers.accounts(in: group)) == Set(expected.map(Self.account)), "\(seed)")
        let others = expected.filter { Self.account(of: $0) != 1 }
        let toOthers = Set(subscribers.connections(in: group, except: [1]))
        #expect(toOthers == Set(others.map { Self.connections[$0] }), "\(seed)")
    }
}
