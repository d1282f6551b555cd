import Testing

@testable import Cluster

/// What operators are told of a database that refuses, or does not answer.
struct DatabaseTroubleTests {
    private static let refused = LogError.refused("no right")
    private static let away = LogError.unreachable("no way")

    /// What the node says after each of its renewals has ended so.
    private func told(_ renewals: [LogError?]) -> [String?] {
        var node = ClusterNode(
            name: "a", stored: StoredState(beginningOf: "test"), options: NodeOptions(), seed: 1, at: 0)
        var told: [String?] = []
        var moment: Moment = 0
        for error in renewals {
            var actions: [NodeAction] = []
            while !actions.contains(where: { if case .renew = $0 { true } else { false } }) {
                moment += 10
                actions = node.handle(.timer, at: moment)
            }
            let standing = Standing(
                time: moment, holder: Incarnation(7), leaseUntil: nil, giver: nil, end: .beginning(of: "test"),
                oldest: Position(0), agreement: .same, newestSnapshot: nil, oldestSnapshot: nil, members: [])
            let result: Result<Standing, LogError> = error.map { .failure($0) } ?? .success(standing)
            for case .databaseFails(let why) in node.handle(.renewed(result), at: moment) { told.append(why) }
        }
        return told
    }

    @Test(
        arguments: [
            ([nil, nil], []),
            ([refused, refused, refused], ["\(refused)"]),
            ([refused, refused, nil, nil], ["\(refused)", nil]),
            ([refused, nil, refused, nil], ["\(refused)", nil, "\(refused)", nil]),
            ([refused, away, away, nil], ["\(refused)", "\(away)", nil]),
            // Two that take turns.
            ([refused, away, refused, away, refused, nil, away], ["\(refused)", "\(away)", nil, "\(away)"]),
        ] as [([LogError?], [String?])])
    func `why the database fails is told when it changes, and when all goes well again`(
        renewals: [LogError?], expected: [String?]
    ) {
        #expect(told(renewals) == expected)
    }

    @Test func `nothing goes well again while one of the ways fails`() {
        var trouble = DatabaseTrouble()
        trouble.reading = "reading"
        #expect(trouble.news(appending: nil) == .some("reading"))
        #expect(trouble.news(appending: "appending") == .some("appending"))
        trouble.renewing = "renewing"
        trouble.linking = "linking"
        #expect(trouble.news(appending: nil) == .some("renewing"))
        trouble.renewing = nil
        trouble.reading = nil
        #expect(trouble.news(appending: nil) == .some("linking"))
        trouble.linking = nil
        #expect(trouble.news(appending: nil) == .some(.none))
        #expect(trouble.news(appending: nil) == nil)
    }

    @Test func `of reasons without an end only some are told`() {
        var trouble = DatabaseTrouble()
        let told = (0..<100).filter { number in
            trouble.renewing = "\(number)"
            return trouble.news(appending: nil) != nil
        }
        #expect(told == Array(0..<16))
    }
}
