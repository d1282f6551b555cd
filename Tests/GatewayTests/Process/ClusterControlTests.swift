import Client
import JSON
import Testing

/// `martlet ctl cluster`, as an operator types it.
@Suite(.alone("A process's life, files, log and command lines.")) struct ClusterControlTests {
    @Test func `martlet ctl shows the nodes, and has another one lead`() throws {
        try withNodes(2) { nodes in
            let leader = try nodes.leader()
            let url = "http://\(try #require(leader.adminEndpoint).authority)"
            let flags = ["--url", url, "--key-file", leader.workspace("admin.json")]
            func control(_ arguments: String...) throws -> String {
                let run = try Martlet.run(["ctl"] + arguments + flags, in: try Workspace())
                #expect(run.end == .exited(0), "\(run.errors)")
                return run.output
            }
            let table = try until("both nodes are shown") {
                let table = try control("cluster")
                return table.contains("follower") ? table : nil
            }
            #expect(table.contains(/cluster +martlet\n/) && table.contains(/\nNODE +ROLE +POSITION +LAG +/))
            #expect(table.contains(/\nn[01] +leader +\d+ +\d+ records, \d+ ms +20\S+Z +\d+\.\d+/))
            let json = try JSONDocument().parse(try control("cluster", "--json"))
            #expect(json["nodes"]?.count == 2)
            let heir = nodes.all[0] === leader ? "n1" : "n0"
            try until("the other node can lead") {
                let run = try Martlet.run(["ctl", "cluster", "hand-over", heir] + flags, in: try Workspace())
                return run.output.hasPrefix("\(heir) leads now")
            }
            #expect(try nodes.leader() !== leader)
        }
        try withGateway { gateway in
            let url = "http://\(try #require(gateway.adminEndpoint).authority)"
            let flags = ["--url", url, "--key-file", gateway.workspace("admin.json")]
            let alone = try Martlet.run(["ctl", "cluster"] + flags, in: try Workspace())
            #expect(alone.end == .exited(0) && alone.output == "This gateway runs alone.\n")
            let refused = try Martlet.run(["ctl", "cluster", "hand-over"] + flags, in: try Workspace())
            #expect(refused.end == .exited(2), "\(refused.errors)")
        }
    }
}
