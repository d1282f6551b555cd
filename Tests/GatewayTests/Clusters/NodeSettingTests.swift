import Client
import Framing
import JSON
import TestSupport
import Testing

/// Nodes of which some have other settings, and limits that hold for all nodes together.
@Suite(.serialized) struct NodeSettingTests {
    @Test func `O-27: a node with other rules than the leader says so, and does not lead while another node can`()
        throws
    {
        try withNodes(2) { nodes in
            let first = try nodes.leader()
            let other = try #require(nodes.all.first { $0 !== first })
            let strange = try nodes.add(["messages.textCharacters": "77"])
            try strange.waitUntilReady()
            let ready = try until("it says so") {
                let page = try JSONDocument().parse(strange.http().request(.get, "/readyz").text)
                return page["settings"]?.string
            }
            #expect(ready.contains("not the leader's"))
            _ = try strange.session("bob")
            let refused = try first.operatorAPI().request("admin.cluster.handOver", #"{"to": "n2"}"#)
            #expect(refused.error?.code == 1022)
            try until("the other node can lead") {
                try first.operatorAPI().request("admin.cluster.handOver").error == nil
            }
            #expect(try nodes.leader() === other)
            try nodes.stop(first)
            // It is the only one that is left, so it leads, by its own rules.
            nodes.kill(other)
            let alice = try strange.sessionWhenTaken("alice")
            #expect(try nodes.leader() === strange)
            #expect(
                try alice.request("message.send", message(String(repeating: "x", count: 78), to: "bob")).error != nil)
            _ = try alice.write(String(repeating: "x", count: 77), to: "bob")
        }
    }

    @Test(.alone("It makes nodes of its own, with a file of keys."))
    func `O-28: what an admin key's requests cost beyond the one is charged at any node, and not to the user`()
        throws
    {
        let workspace = try Workspace()
        let secret = "a secret of more than thirty-two characters"
        let file = try workspace.write(
            "limited.json",
            #"{"keys": [{"name": "limited", "secret": "\#(secret)", "requestsPerSecond": 1, "burst": 40}]}"#)
        let settings = [
            "auth.adminKeysFile": #""\#(file)""#, "requests.perSecondPerUser": "1", "requests.burstPerUser": "40",
        ]
        try withNodes(2, settings) { nodes in
            let leader = try nodes.leader()
            let follower = try #require(nodes.all.first { $0 !== leader })
            let members = (0..<60).map { "member\($0)" }
            for member in members { try follower.sessionWhenTaken(member).leave() }
            let owner = try follower.session("owner")
            let group = #"{"name": "g", "style": 0, "invitees": \#(list(members))}"#
            // More than one each.
            let api = try follower.api([.adminKey(secret), .asUser("owner")])
            var taken = 0
            while try api.request("group.create", group).error == nil { taken += 1 }
            #expect(taken > 0 && taken < 30, "\(taken)")
            // The user has paid for nothing but the login.
            for _ in 0..<20 { _ = try owner.request("profile.getSelf").get() }
        }
    }
}
