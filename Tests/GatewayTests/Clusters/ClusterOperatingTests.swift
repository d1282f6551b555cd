import Client
import ClientProtocol
import Framing
import JSON
import TestSupport
import Testing

/// What operators see of a cluster, and ask of it.
@Suite(.alone("It has nodes of its own."), .serialized) struct ClusterOperatingTests {
    // MARK: - Status

    @Test func `O-17: each node tells who leads, and how far all are, at both doors`() throws {
        try withNodes { nodes in
            let leader = try nodes.leader()
            _ = try nodes.all[0].session("bob")
            let alice = try nodes.all[0].session("alice")
            _ = try alice.write("hello", to: "bob")
            for (number, node) in nodes.all.enumerated() {
                let status = try until("all nodes are known and level") {
                    let status = try node.operatorAPI().request("admin.cluster.status").get()
                    return level(status) ? status : nil
                }
                #expect(status["cluster"]?.string == "martlet" && status["node"]?.string == "n\(number)")
                #expect(try nodes.node(try #require(status["leader"]?.string)) === leader)
                #expect(list(status, "role").sorted() == ["follower", "follower", "leader"])
                #expect(Set(list(status, "version")).count == 1)
                #expect(status["leaseUntil"]?.int64 ?? 0 > Int64(wallMilliseconds()) - 1_000)
                for one in status["nodes"]?.elements.map({ Array($0) }) ?? [] {
                    let (since, seen) = (one["since"]?.int64 ?? 0, one["seen"]?.int64 ?? 0)
                    #expect(since <= seen && seen > Int64(wallMilliseconds()) - 5_000)
                }
                let byWebSocket = try node.admin().request("admin.cluster.status").get()
                #expect(byWebSocket["epoch"]?.int64 == status["epoch"]?.int64)
            }
            nodes.kill(leader)
            let other = nodes.living[0]
            try until("the killed node is shown as gone") {
                let status = try other.operatorAPI().request("admin.cluster.status").get()
                return list(status, "role").sorted() == ["follower", "gone", "leader"]
            }
        }
    }

    private func list(_ status: JSONValue, _ name: StaticString) -> [String] {
        (status["nodes"]?.elements.map { Array($0) } ?? []).compactMap { $0[name]?.string }
    }

    private func level(_ status: JSONValue) -> Bool {
        let nodes = status["nodes"]?.elements.map { Array($0) } ?? []
        let position = status["position"]?.int64
        let waiting = status["waiting"]?.int64
        return nodes.count == 3 && waiting == 0
            && nodes.allSatisfy { $0["lagRecords"]?.int64 == 0 && $0["position"]?.int64 == position }
    }

    @Test func `O-17, O-18: a gateway that runs alone says so`() throws {
        try withGateway { gateway in
            let status = try gateway.operatorAPI().request("admin.cluster.status").get()
            #expect(status["clustered"]?.bool == false && status["nodes"]?.count == 0)
            #expect(try gateway.operatorAPI().request("admin.cluster.handOver").error?.code == 1021)
            #expect(try !gateway.adminHTTP().request(.get, "/metrics").text.contains("martlet_cluster_"))
        }
    }

    // MARK: - Another leader

    @Test func `O-18: the lead goes to the node that is named, whichever node is asked, and nothing is lost`() throws {
        try withNodes { nodes in
            _ = try nodes.all[0].session("bob")
            let alice = try nodes.all[0].session("alice")
            var written = 0
            func write() throws {
                written += 1
                _ = try alice.write("\(written)", to: "bob")
            }
            var former = try nodes.leader()
            for (asked, heir) in [(0, "n1"), (1, "n2"), (2, "n0")] {
                try write()
                if try nodes.node(heir) === former { continue }
                try until("\(heir) can lead") {
                    let data = #"{"to": "\#(heir)"}"#
                    let reply = try nodes.all[asked].operatorAPI().request("admin.cluster.handOver", data)
                    if reply.error?.code == 1022 { return false }
                    let done = try reply.get()
                    #expect(done["leader"]?.string == heir && done["milliseconds"]?.int64 ?? .max < 8_000)
                    return true
                }
                former = try nodes.leader()
                #expect(try former === nodes.node(heir))
                try write()
            }
            #expect(try nodes.all[1].session("bob").history(with: "alice").count == written)
        }
    }

    @Test func `O-18: without a name the lead goes to a node that is not behind, asked for in a session, too`() throws {
        try withNodes(2) { nodes in
            let leader = try nodes.leader()
            let session = try leader.operatorSession()
            let name = try until("the other node can lead") {
                let reply = try session.request("admin.cluster.handOver")
                return reply.error?.code == 1022 ? nil : try reply.get()["leader"]?.string
            }
            #expect(try nodes.node(name) !== leader)
            #expect(try leader.logged("this node does not lead any more").count == 1)
        }
    }

    @Test func `O-18: where no such node can lead, the lead stays`() throws {
        try withNodes(1) { nodes in
            let node = try nodes.leader()
            let bob = try node.sessionWhenTaken("bob")
            #expect(try node.operatorAPI().request("admin.cluster.handOver").error?.code == 1022)
            let unknown = try node.operatorAPI().request("admin.cluster.handOver", #"{"to": "n9"}"#).error
            #expect(unknown?.code == 1022 && unknown?.keys == ["to"])
            #expect(unknown?.message == "there is no node n9, only n0")
            #expect(try node.logged("this node does not lead any more").isEmpty)
            _ = try node.session("alice").write("still here", to: "bob")
            #expect(try Message(bob.event("message.new")).text == "still here")
        }
    }

    // MARK: - What monitoring sees

    @Test func `O-19: a node that nobody leads is not ready, and says why`() throws {
        let server = try PostgresServer()
        try withNodes(2, on: server) { nodes in
            _ = try nodes.all[0].session("bob")
            let alice = try nodes.all[0].session("alice")
            server.stop("immediate")
            for node in nodes.all {
                let ready = try until("the node is not ready") {
                    let page = try node.http().request(.get, "/readyz")
                    return page.status == 503 ? try JSONDocument().parse(page.text) : nil
                }
                let reasons = try Array(#require(ready["reasons"]?.elements)).compactMap(\.string)
                // A node may know of a record that it could not read any more.
                #expect(reasons == ["leader"] || reasons == ["leader", "lag"])
                #expect(ready["leader"]?.string?.contains("link to a leader") == true)
                #expect(ready["leader"]?.string?.contains("the log cannot be reached: ") == true)
                #expect(try node.metric("martlet_cluster_led") == 0)
            }
            try server.start()
            for node in nodes.all {
                try until("the node is ready again", within: .seconds(40)) {
                    try node.http().request(.get, "/readyz").status == 200
                }
            }
            _ = try alice.write("back", to: "bob")
        }
    }

    @Test func `O-19: a node that is behind the log is not ready, and says why`() throws {
        let server = try PostgresServer()
        try withNodes(2, on: server) { nodes in
            let leader = try nodes.leader()
            _ = try nodes.all[0].session("bob")
            let index = try #require(nodes.all.firstIndex { $0 !== leader })
            let (follower, alice) = (nodes.all[index], try leader.session("alice"))
            // It hears that there are records, and cannot read them.
            let isReader = "application_name = 'n\(index)' AND query LIKE '%octet_length%'"
            let database = try server.psql(
                "SELECT DISTINCT datname FROM pg_stat_activity WHERE application_name = 'n\(index)'"
            ).prefix { $0 != "\n" }
            try server.psql("ALTER DATABASE \(database) ALLOW_CONNECTIONS false")
            let ended = try server.psql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE \(isReader)")
            #expect(ended.hasPrefix("t"))
            _ = try alice.write("unread", to: "bob")
            let reason = try until("the node is behind") {
                let page = try follower.http().request(.get, "/readyz")
                return page.status == 503 ? try JSONDocument().parse(page.text)["lag"]?.string : nil
            }
            #expect(reason.contains("behind"))
            #expect(try follower.metric("martlet_cluster_lag_seconds") > 2)
            #expect(try follower.metric("martlet_cluster_lag_records") > 0)
            try server.psql("ALTER DATABASE \(database) ALLOW_CONNECTIONS true")
            try until("the node is level again", within: .seconds(40)) {
                try follower.http().request(.get, "/readyz").status == 200
            }
            // The node may say that it is ready a moment before the metric shows it.
            try until("the lag is over") { try follower.metric("martlet_cluster_lag_seconds") < 2 }
        }
    }

    @Test func `O-20: a node's metrics tell its part in the cluster`() throws {
        try withNodes { nodes in
            let leader = try nodes.leader()
            let follower = try #require(nodes.all.first { $0 !== leader })
            _ = try nodes.all[0].session("bob")
            let before = try follower.metric("martlet_cluster_forwarded_total")
            _ = try follower.session("alice").write("hello", to: "bob")
            try until("the metrics are level") {
                let positions = try nodes.all.map { try $0.metric("martlet_cluster_position") }
                return Set(positions).count == 1 && positions[0] > 0
            }
            #expect(try nodes.all.map { try $0.metric("martlet_cluster_leads") }.reduce(0, +) == 1)
            #expect(try leader.metric("martlet_cluster_leads") == 1)
            #expect(try leader.metric("martlet_cluster_append_seconds_count") > 0)
            #expect(try follower.metric("martlet_cluster_forwarded_total") >= before + 2)
            for node in nodes.all {
                #expect(try node.metric("martlet_cluster_led") == 1)
                #expect(try node.metric("martlet_cluster_nodes") == 3)
                #expect(try node.metric("martlet_cluster_epoch") == leader.metric("martlet_cluster_epoch"))
                for queue in ["requests", "batches", "records", "links"] {
                    _ = try node.metric(#"martlet_cluster_waiting{queue="\#(queue)"}"#)
                }
            }
        }
    }

    @Test func `O-22: the log of an idle cluster does not grow`() throws {
        try withNodes(2) { nodes in
            let leader = try nodes.leader()
            func position() throws -> Int64 {
                try #require(try leader.operatorAPI().request("admin.cluster.status").get()["position"]?.int64)
            }
            try until("what the start has begun is done") {
                let before = try position()
                pause(.milliseconds(1_500))
                return try position() == before
            }
            let before = try position()
            pause(.milliseconds(3_500))
            #expect(try position() == before)
            _ = try nodes.all[0].session("bob")
            _ = try nodes.all[1].session("alice").write("hello", to: "bob")
            #expect(try position() > before)
        }
    }
}
