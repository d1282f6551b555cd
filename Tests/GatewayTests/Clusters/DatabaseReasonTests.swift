import Client
import Framing
import JSON
import TestSupport
import Testing

/// A database that refuses, and what operators read of that.
@Suite(.onThreads, .serialized) struct DatabaseReasonTests {
    private func detail(_ node: GatewayProcess, _ problem: StaticString) throws -> String? {
        try JSONDocument().parse(node.http().request(.get, "/readyz").text)[problem]?.string
    }

    private func reasons(_ node: GatewayProcess) throws -> [String] {
        try node.logged("the cluster's database is of no use").compactMap { $0["reason"]?.string }
    }

    @Test func `O-19: a node that the database refuses says why, once, and that it is over`() throws {
        try withNodes(1) { nodes in
            let node = nodes.all[0]
            #expect(try reasons(node) == [])
            try nodes.sql("ALTER TABLE martlet.member RENAME TO others")
            try until("the node is not ready") {
                try detail(node, "leader")?.contains(#"the database refuses: relation "member" does not exist"#) == true
            }
            pause(.seconds(1))
            let told = try reasons(node)
            #expect(told.count == 1 && told[0].contains("member"), "\(told)")
            try nodes.sql("ALTER TABLE martlet.others RENAME TO member")
            try node.waitUntilReady()
            try node.waitForLog("the cluster's database is of use again")
            #expect(try reasons(node) == told)
        }
    }

    @Test func `O-19: a node that begins at another cluster's log says why it is not ready`() throws {
        try withNodes(1) { nodes in
            let stray = try nodes.add(["cluster.name": #""other""#])
            try stray.waitUntilListening()
            let reason = "the database refuses: the log is of the cluster martlet, not of other"
            try until("the node says so") { try detail(stray, "cluster")?.hasSuffix(reason) == true }
            pause(.seconds(1))
            #expect(try reasons(stray) == [reason])
        }
    }
}
