import Client
import Framing
import JSON
import TestSupport
import Testing

/// A database that refuses, and what operators read of that.
@Suite(.serialized) struct DatabaseReasonTests {
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

    @Test func `O-19: while the database's disk is full no node is ready, and the leader says why`() throws {
        try withNodes { nodes in
            let leader = try nodes.leader()
            _ = try nodes.all[0].sessionWhenTaken("bob")
            let alice = try leader.sessionWhenTaken("alice")
            let sessions = try nodes.all.enumerated().map { try $1.session("user\($0)") }
            // Renewals are updates, and still fit.
            let reason = "could not extend file"
            try nodes.sql(
                """
                CREATE FUNCTION martlet.fill() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                    RAISE '\(reason)' USING ERRCODE = '53100'; END $$;
                CREATE TRIGGER fill BEFORE INSERT ON martlet.record FOR EACH ROW EXECUTE FUNCTION martlet.fill();
                CREATE TRIGGER fill BEFORE INSERT ON martlet.message FOR EACH ROW EXECUTE FUNCTION martlet.fill()
                """)
            let sent = try alice.send("message.send", message("waits", to: "bob"))
            for node in nodes.all { try until("the node is not ready") { try detail(node, "leader") != nil } }
            #expect(try detail(leader, "leader")?.contains(reason) == true)
            for node in nodes.all { #expect(try node.metric("martlet_cluster_led") == 0) }
            // Longer than a node waits that does better elsewhere.
            pause(.seconds(11))
            for node in nodes.all {
                #expect(try detail(node, "leader") != nil)
                #expect(try node.logged("clients are sent to other nodes").isEmpty)
            }
            try nodes.sql("DROP FUNCTION martlet.fill() CASCADE")
            for node in nodes.all { try node.waitUntilReady() }
            _ = try alice.reply(to: sent).get()
            for session in sessions { _ = try session.settle() }
        }
    }
}
