import Cluster
import Testing

/// Nodes of several versions.
struct NodeVersionTests {
    @Test(arguments: [(own: 2, others: [] as [Int64], written: 2), (2, [1, 2], 1), (1, [2], 1), (2, [2, 3], 2)])
    func `a leader writes records that all nodes read`(own: Int64, others: [Int64], written: UInt8) {
        var lonely = LonelyNode(NodeBuild(version: "v", reads: own))
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
        var lonely = LonelyNode(NodeBuild(version: "v", rules: "same"))
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
