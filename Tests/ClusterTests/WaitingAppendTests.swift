import Testing

@testable import Cluster

/// A leader whose records do not come into the log, and the nodes that follow it.
struct WaitingAppendTests {
    private func conditions(_ actions: some Sequence<NodeAction>) -> [NodeCondition] {
        actions.compactMap { if case .condition(let condition) = $0 { condition } else { nil } }
    }

    private let request = NodeEvent.request(SessionRequest(session: 1, ticket: 1, kind: .change, bytes: [7]))

    /// Nil: it gets no answer.
    @Test(arguments: [nil, .unreachable("no space left (53100)"), .unknownOutcome("silence")] as [LogError?])
    func
        `a leader whose record does not come into the log is not ready after three seconds, though it renews its lease`(
            error: LogError?
        )
    {
        var lonely = LonelyNode()
        lonely.run(for: 500)
        #expect(lonely.node.isLeading && lonely.node.status.isLed)
        (lonely.appending, lonely.appendsWait) = (error, error == nil)
        lonely.handle(request)
        let before = lonely.actions.count
        lonely.run(for: 2_900)
        #expect(conditions(lonely.actions[before...]).isEmpty && lonely.node.status.isLed)
        lonely.run(for: 300)
        #expect(conditions(lonely.actions[before...]).map(\.isUnled) == [true])
        #expect(lonely.node.isLeading && !lonely.node.status.isLed)
        // It says so with each renewal.
        let renewals = lonely.actions[before...].compactMap {
            if case .renew(let renewal) = $0 { renewal } else { nil }
        }
        #expect(renewals.last.map { $0.lag > 2_500 && $0.wish == .lead } == true)
        // A login would wait for nothing.
        let login = lonely.take(.request(SessionRequest(session: 2, ticket: 2, kind: .login, bytes: [])))
        #expect(login.contains { if case .refuse = $0 { true } else { false } })

        if error == nil { return }
        lonely.appending = nil
        lonely.run(for: 500)
        #expect(conditions(lonely.actions[before...]).map(\.isUnled) == [true, false] && lonely.node.status.isLed)
    }

    @Test func `a leader under load is ready, whatever its lag is at the moment of a renewal`() {
        var lonely = LonelyNode()
        lonely.run(for: 500)
        let before = lonely.actions.count
        for _ in 0..<1_000 {
            lonely.handle(request)
            lonely.run(for: 10)
        }
        #expect(conditions(lonely.actions[before...]).isEmpty)
    }

    /// A node that follows another one, over a link.
    private func follower() -> LonelyNode {
        var lonely = LonelyNode()
        lonely.renew("b", 1, NodeBuild(), wish: .lead)
        lonely.lead("b", 1, joined: [1])
        lonely.handle(.linkUp(Incarnation(1)))
        lonely.handle(.message(.leads(Epoch(1)), from: Incarnation(1)))
        renew(&lonely, lag: 0, for: 1_000)
        return lonely
    }

    private func renew(_ lonely: inout LonelyNode, lag: Int64, for milliseconds: Int64) {
        for step in 0..<milliseconds / 100 {
            lonely.renew("b", 1, NodeBuild(), wish: .lead, lag: lag == 0 ? 0 : lag + step * 100)
            lonely.run(for: 100)
        }
    }

    @Test func `those who follow such a leader are not ready either, and send nobody away to it`() {
        var lonely = follower()
        #expect(lonely.node.status.isLed)
        let before = lonely.actions.count
        renew(&lonely, lag: 10, for: 2_900)
        #expect(conditions(lonely.actions[before...]).isEmpty)
        renew(&lonely, lag: 2_910, for: 1_000)
        #expect(conditions(lonely.actions[before...]).map(\.isUnled) == [true])
        // The link is gone as well.
        lonely.handle(.linkDown(Incarnation(1)))
        renew(&lonely, lag: 3_910, for: 20_000)
        let isForsaken = conditions(lonely.actions[before...]).contains { $0.isForsaken }
        #expect(!isForsaken)
        lonely.handle(.linkUp(Incarnation(1)))
        lonely.handle(.message(.leads(Epoch(1)), from: Incarnation(1)))
        renew(&lonely, lag: 0, for: 1_000)
        #expect(conditions(lonely.actions[before...]).last?.isUnled == false)
    }

    /// A node that another one serves better sends its clients away; one whose own links the database refuses knows of none.
    @Test(arguments: [false, true]) func `nobody is sent away while the database refuses links`(isRefused: Bool) {
        var lonely = follower()
        lonely.handle(.linkDown(Incarnation(1)))
        if isRefused { lonely.handle(.linksFail("no space left (53100)")) }
        let before = lonely.actions.count
        renew(&lonely, lag: 0, for: 15_000)
        let isForsaken = conditions(lonely.actions[before...]).contains { $0.isForsaken }
        #expect(isForsaken == !isRefused)
    }

    @Test func `a node whose renewals are not answered is not ready after three seconds, whatever its link says`() {
        var lonely = follower()
        let before = lonely.actions.count
        // Its next renewal is never answered.
        while !lonely.actions[before...].contains(where: { if case .renew = $0 { true } else { false } }) {
            lonely.pass(10)
        }
        for _ in 0..<400 { lonely.pass(10) }
        #expect(conditions(lonely.actions[before...]).map(\.isUnled) == [true])
    }
}
