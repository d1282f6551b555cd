import Testing

@testable import Cluster

/// Nodes that do nothing more, and the ends of nodes that are gone.
struct NodeEndTests {
    private func request(_ kind: SessionRequest.Kind, session: UInt64 = 1) -> SessionRequest {
        SessionRequest(session: session, ticket: 1, kind: kind, bytes: [7])
    }

    @Test func `a leader that halts says that it does not lead, and refuses what comes`() throws {
        var lonely = LonelyNode()
        lonely.run(for: 500)
        #expect(lonely.node.isLeading)
        // Another process under its name.
        lonely.renew("a", 1, replacing: lonely.node.incarnation, NodeBuild())
        let before = lonely.actions.count
        lonely.run(for: 1_000)
        let last = lonely.actions[before...]
        let demoted = try #require(last.firstIndex { if case .demoted = $0 { true } else { false } })
        let halted = try #require(last.firstIndex { if case .halt = $0 { true } else { false } })
        #expect(demoted < halted && halted == last.endIndex - 1)
        for kind in [SessionRequest.Kind.login, .change, .leave] {
            let actions = lonely.take(.request(request(kind)))
            guard case .refuse(request(kind))? = actions.first, actions.count == 1 else {
                Issue.record("\(kind): \(actions)")
                continue
            }
        }
        #expect(lonely.take(.timer).isEmpty)
    }

    @Test func `a leader that has slept while another one led finds out by its lease, without a request`() {
        var lonely = LonelyNode()
        lonely.run(for: 500)
        #expect(lonely.node.isLeading)
        // Another node has led, and its lease has ended.
        let other = Incarnation(9)
        let opening = RecordContent(
            epoch: lonely.node.stored.epoch.next, id: RecordID(other, 1), time: 1_000_600, kind: .opening)
        let record = Record(opening, after: lonely.log.end)
        #expect(lonely.log.append(record, id: opening.id) == .appended)
        lonely.run(for: 1_000)
        #expect(!lonely.node.isLeading)
        #expect(lonely.node.stored.place == record.place)
        lonely.run(for: 10_000)
        #expect(lonely.node.isLeading)
    }

    @Test func `a leader gives the lease away as soon as it is told to, and says so to the others`() {
        var lonely = LonelyNode()
        let other = Incarnation(9)
        lonely.handle(.linkUp(other))
        lonely.run(for: 500)
        #expect(lonely.node.isLeading)
        let before = lonely.actions.count
        lonely.handle(.handOver)
        #expect(!lonely.node.isLeading)
        let after = lonely.actions[before...]
        #expect(wishes(after).first == .giveAway)
        let isSaid = after.contains { action in
            if case .send(.passLead(to: other), to: other) = action { true } else { false }
        }
        #expect(isSaid)
    }

    @Test func `a node that is to lead asks for the lease at once, also while it is asking for something`() throws {
        var lonely = LonelyNode()
        let actions = lonely.take(.timer)
        guard case .renew(let first)? = actions.first else {
            Issue.record("no renewal: \(actions)")
            return
        }
        lonely.handle(.message(.passLead(to: lonely.node.incarnation), from: Incarnation(9)))
        let before = lonely.actions.count
        lonely.handle(.renewed(.success(lonely.log.renew(first, time: 1_000_000))))
        #expect(wishes(lonely.actions[before...]).first == .lead)
    }

    @Test func `a node that has given the lease away leads again as soon as it is an heir`() {
        var lonely = LonelyNode()
        let (other, own) = (Incarnation(9), lonely.node.incarnation)
        lonely.renew("b", 9, NodeBuild())
        lonely.run(for: 500)
        #expect(lonely.node.isLeading)
        lonely.handle(.handOver)
        #expect(!lonely.node.isLeading)
        lonely.renew("b", 9, NodeBuild(), wish: .lead)
        lonely.run(for: 500)
        #expect(!lonely.node.isLeading)
        let gift = Renewal(
            node: "b", incarnation: other, replaces: nil, number: 10_000, applied: .beginning(of: "test"), lag: 0,
            build: NodeBuild(), wish: .giveAway, heir: own)
        _ = lonely.log.renew(gift, time: 1_000_000 + lonely.moment)
        lonely.handle(.message(.passLead(to: own), from: other))
        lonely.run(for: 50)
        #expect(lonely.node.isLeading)
    }

    private func wishes(_ actions: some Sequence<NodeAction>) -> [Renewal.Wish] {
        actions.compactMap { action in
            if case .renew(let renewal) = action { renewal.wish } else { nil }
        }
    }

    @Test func `a follower that halts does not say that it led`() {
        var lonely = LonelyNode()
        lonely.take(.storeIsBroken("the disk"))
        #expect(lonely.actions.contains { if case .halt("the disk") = $0 { true } else { false } })
        #expect(!lonely.actions.contains { if case .demoted = $0 { true } else { false } })
    }

    @Test func `facts that a node leaves behind at its end are told`() {
        var lonely = LonelyNode()
        for kind in [SessionRequest.Kind.change, .fact, .leave] { lonely.take(.request(request(kind))) }
        let actions = lonely.take(.storeIsBroken("the disk"))
        let given = actions.compactMap { if case .giveUp(let request) = $0 { request } else { nil } }
        #expect(given == [request(.fact)])
    }

    @Test func `a node's end that takes several records ends it with the last`() {
        var lonely = LonelyNode()
        lonely.run(for: 500)
        let other = Incarnation(5)
        lonely.renew("b", other.number, NodeBuild())
        guard case .leading(let epoch, _) = lonely.node.role else { return #expect(Bool(false), "it does not lead") }
        let join = ForwardedRequest(number: 1, after: 0, request: request(.join, session: 0), isSuspect: false)
        lonely.handle(.linkUp(other))
        lonely.handle(.message(.forward([join], epoch: epoch), from: other))
        var pieces = 0
        lonely.carryOut = { work in
            var entry = RecordEntry()
            if case .end(other, _) = work {
                pieces += 1
                entry.isUnfinished = pieces < 3
            }
            return entry
        }
        lonely.run(for: 200)
        let before = lonely.log.records.count
        lonely.run(for: 8_000)
        let contents = lonely.log.records[before...].compactMap { try? $0.content() }
        #expect(pieces == 3)
        #expect(contents.map(\.ended) == [[], [], [other]])
        #expect(lonely.node.stored.registry.ended == [other])
    }

    @Test func `the leader's own work waits once by its name, however much of it waits`() {
        func name(_ number: Int) -> [UInt8] { withUnsafeBytes(of: UInt64(number)) { Array($0) } }
        var intake = Intake()
        let count = 50_000
        let time = ContinuousClock().measure {
            for number in 0..<count { intake.add(own: name(number)) }
            for number in 0..<count { intake.add(own: name(number)) }
        }
        #expect(intake.count == count)
        // Where each was compared with all that wait, this took minutes.
        #expect(time < .seconds(5))
        let batch = intake.takeBatch(upTo: 2, suspects: 1, bytes: 1_000)
        #expect(batch == [.own(name(0)), .own(name(1))])
        intake.add(own: name(1))
        #expect(intake.count == count - 1)
        intake.begin(after: Registry())
        intake.add(own: name(2))
        #expect(intake.count == 1)
    }
}
