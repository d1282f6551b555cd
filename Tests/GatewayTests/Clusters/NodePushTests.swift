import Client
import Glibc
import JSON
import TestSupport
import Testing

/// Pushes of a cluster, whose leader may be paused or killed.
@Suite(.serialized) struct NodePushTests {
    @Test func `T-Q35, X-52: what sessions of a killed node have not heard is pushed, unless they come back`() throws {
        let quick = [
            "heartbeat.intervalMilliseconds": "1000", "heartbeat.timeoutMilliseconds": "8000",
            "subscriptions.reconnectMilliseconds": "1000",
        ]
        try withPushingNodes(quick) { nodes, server in
            for isLeader in [false, true] {
                let leader = try nodes.leader()
                let node = try #require(nodes.living.first { ($0 === leader) == isLeader })
                let other = try #require(nodes.living.first { $0 !== node })
                let pushes = Pushes(other, server)
                let names = ["bob", "carol"].map { "\($0)\(isLeader)" }
                let phones = try names.map { try node.session($0, device: "phone", platform: "ios") }
                for (name, phone) in zip(names, phones) { try pushes.register(phone, name) }
                let alice = try other.session("alice", platform: "android")
                let sent = try names.map { try alice.write("on the screen?", to: $0) }
                for (message, name) in zip(sent, names) {
                    #expect(try pushes.explanation(of: message.msgID, for: name).line == "online X-52")
                }
                nodes.kill(node)
                // Carol is back at once, and gets with her login what she has missed.
                let back = try other.sessionWhenTaken(names[1], device: "phone")
                try until("it is pushed", within: .seconds(40)) {
                    for session in [alice, back] { _ = try session.settle() }
                    return try pushes.explanation(of: sent[0].msgID, for: names[0]).isPushed == true
                }
                #expect(try pushes.explanation(of: sent[0].msgID, for: names[0]).isLate)
                #expect(try pushes.requests(sent[0].msgID, to: names[0]).count == 1)
                #expect(try pushes.explanation(of: sent[1].msgID, for: names[1]).line == "online X-52")
                #expect(try pushes.requests(to: names[1]).isEmpty)
                if isLeader { return }
                try nodes.start(node)
                try node.waitUntilReady()
            }
        }
    }

    @Test func `T-Q35: what a session has not heard whose connection breaks is pushed at any node`() throws {
        try withPushingNodes([:]) { nodes, server in
            let leader = try nodes.leader()
            // Its clock is not that of the others.
            try nodes.add(["data.clockOffsetSeconds": "60", "auth.testMode": "true"]).waitUntilReady()
            let pushes = Pushes(leader, server)
            let alice = try leader.session("alice", platform: "android")
            for (number, node) in nodes.all.enumerated() {
                let phone = try node.session("bob\(number)", device: "phone", platform: "ios")
                try pushes.register(phone, "bob\(number)")
                let sent = try alice.write("hello", to: "bob\(number)")
                #expect(try pushes.explanation(of: sent.msgID, for: "bob\(number)").line == "online X-52")
                // Without a close frame.
                try phone.connection.channel.endWriting()
                try until("it is pushed") {
                    try pushes.explanation(of: sent.msgID, for: "bob\(number)").isPushed == true
                }
            }
        }
    }

    @Test(arguments: [-3_600, 3_600] as [Int64])
    func `T-Q35, O-25: a leader whose machine has a wrong clock pushes what is due`(seconds: Int64) throws {
        let workspace = try Workspace()
        try withPushingNodes(["push.expirySeconds": "1800", "cluster.leaseMilliseconds": "2000"]) { nodes, server in
            let (first, node) = (try nodes.leader(), nodes.all[1])
            let strange = try nodes.add(launcher: MovedClock.launcher(seconds, in: workspace))
            try strange.waitUntilReady()
            try until("it leads") {
                try first.operatorAPI().request("admin.cluster.handOver", #"{"to": "n3"}"#).error == nil
            }
            #expect(try nodes.leader() === strange)
            let pushes = Pushes(node, server)
            let alice = try node.sessionWhenTaken("alice")
            // Who is offline, and whose connection breaks.
            let phones = try ["bob", "carol"].map { try node.sessionWhenTaken($0, device: "phone") }
            for (phone, name) in zip(phones, ["bob", "carol"]) { try pushes.register(phone, name) }
            try phones[0].leave()
            let sent = try ["bob", "carol"].map { try alice.write("in time", to: $0) }
            try phones[1].connection.channel.endWriting()
            for (message, name) in zip(sent, ["bob", "carol"]) {
                try until("it is pushed to \(name)") {
                    try pushes.explanation(of: message.msgID, for: name).isPushed == true
                }
                #expect(try pushes.requests(message.msgID, to: name).map(\.answer) == ["200"])
            }
        }
    }

    @Test func `O-25: a leader that was paused for longer than its lease pushes nothing that its successor has`() throws
    {
        try withPushingNodes([:]) { nodes, server in
            let leader = try nodes.leader()
            let other = try #require(nodes.all.first { $0 !== leader })
            let pushes = Pushes(other, server)
            _ = try other.sessionWhenTaken("carol")
            let phone = try other.session("bob", device: "phone", platform: "ios")
            try pushes.register(phone, "bob")
            try phone.leave()
            let alice = try other.session("alice", platform: "android")
            try server.answer("/hook", with: #"{"status": 503, "headers": {"Retry-After": "3"}}"#, thenAsUsual: true)
            let sent = try alice.write("once", to: "bob")
            try until("the first try is over") {
                let reply = try pushes.explain(sent.msgID, for: "bob").get()
                return try ExplainedPush(reply).devices.first?.attempts == 1
            }
            leader.process.signal(SIGSTOP)
            try until("another node has pushed it", within: .seconds(30)) {
                try pushes.explanation(of: sent.msgID, for: "bob").isPushed == true
            }
            leader.process.signal(SIGCONT)
            try until("it knows that it does not lead") {
                try !leader.logged("this node does not lead any more").isEmpty
            }
            pause(.seconds(2))
            #expect(try pushes.requests(sent.msgID, to: "bob").map(\.answer) == ["503", "200"])
        }
    }
}

private func withPushingNodes(
    _ settings: [String: String], _ body: (GatewayNodes, ProviderServer) throws -> Void
) throws {
    let server = try ProviderServer()
    var all = try server.settings(of: ["webhook"])
    all["websocket.closeTimeoutMilliseconds"] = "100"
    try withNodes(3, all.merging(settings) { $1 }) { try body($0, server) }
}
