import Client
import ClientProtocol
import Framing
import TestSupport
import Testing

/// Nodes that reach the database and not each other.
@Suite(.serialized) struct ReachTests {
    @Test func `O-24: a node that does not reach the leader for long sends its clients away, paced`() throws {
        try withNodes(3, ["drain.closesPerSecond": "1"]) { nodes in
            let leader = try nodes.leader()
            let cut = try #require(nodes.all.firstIndex { $0 !== leader })
            let (node, other) = (
                nodes.all[cut], try #require(nodes.all.last { $0 !== leader && $0 !== nodes.all[cut] })
            )
            let kept = try [leader.session("bob"), other.session("carol")]
            let sessions = try (0..<10).map { try node.session("user\($0)") }
            try nodes.cutLinks(of: "n\(cut)")
            // Whoever that is.
            try until("the first of them is sent away", within: .seconds(40)) {
                try node.metric("martlet_sessions_open") < 10
            }
            let began = ContinuousClock.now
            for session in sessions { #expect(try session.closeCode(within: .seconds(40)) == .draining) }
            // Ten in nine seconds, of which this test may have slept through most.
            #expect(ContinuousClock.now - began > .seconds(1))
            #expect(try node.http().request(.get, "/readyz").status == 503)
            _ = try kept[0].write("the others go on", to: "carol")
            #expect(try Message(kept[1].event("message.new")).text == "the others go on")
            #expect(try leader.logged("this node does not lead any more").isEmpty)
            try nodes.joinLinks()
            try until("the node is ready again") { try node.http().request(.get, "/readyz").status == 200 }
            let back = try node.session("user1")
            #expect(try back.write("here again", to: "bob").seq == 1)
            pause(.seconds(1))
            _ = try back.settle()
        }
    }

    @Test func `O-24: a leader that fewer than half of the nodes reach lets another one lead`() throws {
        try withNodes { nodes in
            let sessions = try nodes.all.enumerated().map { try $1.sessionWhenTaken("user\($0)") }
            let leader = try nodes.leader()
            let index = try #require(nodes.all.firstIndex { $0 === leader })
            let rest = nodes.all.indices.filter { $0 != index }
            let others = rest.map { nodes.all[$0] }
            let led = try others.map { try $0.logged("this node leads").count }
            let given = try leader.logged("this node does not lead any more").count
            try nodes.cutLinks(of: "n\(index)")
            let next = try until("another node leads", within: .seconds(30)) {
                try zip(others, led).first { try $0.logged("this node leads").count > $1 }?.0
            }
            try until("the former leader knows") {
                try leader.logged("this node does not lead any more").count == given + 1
            }
            let sent = try sessions[rest[0]].write("over the other leader", to: "user\(rest[1])")
            #expect(try Message(sessions[rest[1]].event("message.new")).msgID == sent.msgID)
            try nodes.joinLinks()
            try until("the former leader is ready") { try leader.http().request(.get, "/readyz").status == 200 }
            #expect(try nodes.leader() === next)
        }
    }

    @Test func `O-19: a node that begins is not ready before it has a leader, though it reads the log`() throws {
        try withNodes(2) { nodes in
            _ = try nodes.all[0].session("bob")
            let alice = try nodes.leader().session("alice")
            try nodes.cutLinks(of: "n2")
            let begun = try nodes.add()
            try begun.waitUntilListening()
            try until("the new node reads the log") {
                let position = try nodes.all[0].metric("martlet_cluster_position")
                _ = try alice.write("on and on", to: "bob")
                return try begun.metric("martlet_cluster_position") >= position
            }
            for _ in 0..<20 {
                let page = try begun.http().request(.get, "/readyz")
                #expect(page.status == 503 && page.text.contains("cluster"))
                pause(.milliseconds(50))
            }
            try nodes.joinLinks()
            try begun.waitUntilReady()
        }
    }

    @Test func `O-24: of two nodes that do not reach each other, the leader goes on`() throws {
        try withNodes(2) { nodes in
            let leader = try nodes.leader()
            let index = try #require(nodes.all.firstIndex { $0 === leader })
            _ = try nodes.all[0].session("bob")
            let alice = try leader.session("alice")
            try nodes.cutLinks(of: "n\(1 - index)")
            pause(.seconds(7))
            _ = try alice.write("still", to: "bob")
            #expect(try leader.logged("this node does not lead any more").isEmpty)
        }
    }
}

extension GatewayNodes {
    /// What goes to a node and comes from it is lost from now on.
    func cutLinks(of node: String) throws {
        try sql(
            """
            CREATE FUNCTION martlet.lose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                IF EXISTS (SELECT FROM martlet.member
                    WHERE node = '\(node)' AND incarnation IN (NEW.receiver, NEW.sender)) THEN RETURN NULL; END IF;
                RETURN NEW; END $$;
            CREATE TRIGGER lose BEFORE INSERT ON martlet.message FOR EACH ROW EXECUTE FUNCTION martlet.lose()
            """)
    }

    func joinLinks() throws { try sql("DROP FUNCTION martlet.lose() CASCADE") }
}
