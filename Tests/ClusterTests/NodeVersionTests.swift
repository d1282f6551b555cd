import Cluster
import Testing

/// Nodes of several versions.
struct NodeVersionTests {
    /// A node with a log of its own, and a store that does nothing.
    private struct Lonely {
        var node: ClusterNode
        var log = LogTables(cluster: "test", leaseMilliseconds: 2_000)
        private var moment: Moment = 0

        init(_ build: NodeBuild) {
            var options = NodeOptions()
            options.build = build
            node = ClusterNode(
                name: "a", stored: StoredState(beginningOf: "test"), options: options, seed: 7, at: moment)
        }

        /// Another node says what it is.
        mutating func renew(_ name: String, _ number: UInt64, _ build: NodeBuild, wish: Renewal.Wish = .follow) {
            let renewal = Renewal(
                node: name, incarnation: Incarnation(number), number: moment + 1,
                applied: .beginning(of: "test"), lag: 0, build: build, wish: wish, heir: nil)
            _ = log.renew(renewal, time: 1_000_000 + moment)
        }

        mutating func run(for milliseconds: Int64) {
            let end = moment + milliseconds
            while moment < end {
                moment += 10
                var events: [NodeEvent] = [.timer]
                while let event = events.popLast() {
                    events += node.handle(event, at: moment).reversed().compactMap { answer($0) }
                }
            }
        }

        private mutating func answer(_ action: NodeAction) -> NodeEvent? {
            switch action {
            case .append(let record, let id): .appended(id, .success(log.append(record, id: id)))
            case .read(let position, let bytes): .read(.success(log.read(after: position, bytes: bytes)))
            case .renew(let renewal): .renewed(.success(log.renew(renewal, time: 1_000_000 + moment)))
            case .execute(let batch): .executed(batch.work.map { _ in RecordEntry() })
            case .commit: .committed(true)
            case .apply: .applied(nil)
            case .keepSnapshot: .snapshotKept
            default: nil
            }
        }
    }

    @Test(arguments: [(own: 2, others: [] as [Int64], written: 2), (2, [1, 2], 1), (1, [2], 1), (2, [2, 3], 2)])
    func `a leader writes records that all nodes read`(own: Int64, others: [Int64], written: UInt8) {
        var lonely = Lonely(NodeBuild(version: "v", reads: own))
        for (index, reads) in others.enumerated() {
            lonely.renew("n\(index)", UInt64(index + 1), NodeBuild(version: "w", reads: reads))
        }
        lonely.run(for: 500)
        let records = lonely.log.records.dropFirst()
        #expect(lonely.node.isLeading && records.count > 1)
        #expect(records.allSatisfy { $0.bytes.first == written })
    }

    @Test(arguments: [
        (version: "v", rules: "same", isAtOnce: true), ("v", "other", false), ("w", "other", true), ("v", "", true),
    ])
    func `a node with other rules than the last leader leads later than others would`(
        version: String, rules: String, isAtOnce: Bool
    ) {
        var lonely = Lonely(NodeBuild(version: "v", rules: "same"))
        lonely.renew("b", 1, NodeBuild(version: version, rules: rules), wish: .lead)
        lonely.run(for: 1_000)
        #expect(!lonely.node.isLeading)
        // The other one's lease ends.
        lonely.run(for: 2_500)
        #expect(lonely.node.isLeading == isAtOnce)
        lonely.run(for: 4_000)
        #expect(lonely.node.isLeading)
    }
}
