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

    /// `gives`: the leader ends by giving the lease away, and is not killed.
    @Test(arguments: [
        (other: 1, gives: false, isAtOnce: false), (2, false, true), (3, false, true), (1, true, false),
        (2, true, true),
    ])
    func `a node with newer tables does not lead while a node with older ones can, but for one that ends`(
        other: Int64, gives: Bool, isAtOnce: Bool
    ) {
        var lonely = LonelyNode(NodeBuild(migrations: 2))
        lonely.renew("b", 1, NodeBuild(migrations: gives ? 1 : 2), wish: .lead)
        lonely.renew("c", 2, NodeBuild(migrations: other))
        lonely.lead("b", 1, joined: [1, 2])
        lonely.run(for: 1_000)
        #expect(!lonely.node.isLeading)
        if gives {
            lonely.renew("b", 1, NodeBuild(migrations: 1), wish: .giveAway)
            lonely.handle(.message(.passLead(to: lonely.node.incarnation), from: Incarnation(1)))
            lonely.run(for: 50)
        } else {
            lonely.run(for: 2_500)
        }
        #expect(lonely.node.isLeading == isAtOnce)
        lonely.run(for: 4_500)
        #expect(lonely.node.isLeading)
    }

    @Test(arguments: [(leader: 1, halts: false), (2, false), (3, true)] as [(Int64, Bool)])
    func `a node stops where one leads that has newer tables`(leader: Int64, halts: Bool) {
        var lonely = LonelyNode(NodeBuild(migrations: 2))
        lonely.renew("b", 1, NodeBuild(migrations: leader), wish: .lead)
        lonely.lead("b", 1, joined: [1], migrations: leader)
        lonely.run(for: 500)
        let reasons = lonely.actions.compactMap { action in
            if case .halt(let reason) = action { reason } else { nil }
        }
        let reason = "the node that leads knows 3 migrations of the store, and this one 2: upgrade it"
        #expect(reasons == (halts ? [reason] : []))
    }
}
