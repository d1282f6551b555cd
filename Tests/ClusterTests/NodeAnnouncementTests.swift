import Cluster
import Testing

/// What a leader tells the others of its records, and asks of the log.
struct NodeAnnouncementTests {
    private let other = Incarnation(9)

    /// One that leads, linked to another node, with nothing to do.
    private func leader() -> LonelyNode {
        var lonely = LonelyNode()
        lonely.handle(.linkUp(other))
        lonely.run(for: 500)
        #expect(lonely.node.isLeading)
        return lonely
    }

    private func request(_ number: UInt64) -> NodeEvent {
        .request(SessionRequest(session: 1, ticket: number, kind: .change, bytes: [1]))
    }

    /// What the other one is told is kept.
    private func kept(_ actions: some Sequence<NodeAction>) -> [Position] {
        actions.compactMap { action in
            if case .send(.kept(let place), to: other) = action { place.position } else { nil }
        }
    }

    @Test func `word of a kept record comes where no other follows it`() {
        var lonely = leader()
        let before = lonely.actions.count
        lonely.handle(request(1))
        let first = lonely.log.end.position
        #expect(kept(lonely.actions[before...]) == [first])
        // While one is appended, another comes: being followed says that the first is kept.
        let appends = lonely.take(request(2))
        _ = lonely.take(request(3))
        guard case .append(let record, let id)? = executed(appends, &lonely) else {
            Issue.record("nothing is appended")
            return
        }
        let during = lonely.actions.count
        _ = lonely.log.append(record, id: id)
        lonely.handle(.appended(id, .success(.appended)))
        #expect(kept(lonely.actions[during...]) == [lonely.log.end.position])
        #expect(lonely.log.end.position.number == first.number + 2)
    }

    /// Executes what is to be executed, and returns what is to be appended.
    private func executed(_ actions: [NodeAction], _ lonely: inout LonelyNode) -> NodeAction? {
        for case .execute(let batch) in actions {
            return lonely.take(.executed(batch.work.map { _ in RecordEntry() })).first { action in
                if case .append = action { true } else { false }
            }
        }
        return nil
    }

    @Test func `a leader reads the log now and then, so that its notifications are taken`() {
        var lonely = leader()
        lonely.run(for: 2_000)
        let before = lonely.actions.count
        lonely.run(for: 5_000)
        let reads = lonely.actions[before...].count { if case .read = $0 { true } else { false } }
        #expect((4...6).contains(reads))
    }
}
