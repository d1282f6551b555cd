import Client
import JSON
import Testing

/// Calls among several gateways.
@Suite(.alone("It has nodes of its own.")) struct CallNodeTests {
    @Test func `J-03, J-04: when the leader dies, a call rings on, any node accepts, and time-outs come`() throws {
        try withNodes { nodes in
            let leader = try nodes.leader()
            let others = nodes.all.filter { $0 !== leader }
            let (ann, dan) = (try others[0].session("ann"), try others[0].session("dan"))
            let (tab, phone) = (
                try others[0].session("bob", device: "tab"), try others[1].session("bob", device: "phone")
            )
            let eve = try others[1].session("eve")
            let answered = try call("bob", by: ann, seconds: 120)
            let missed = try call("eve", by: dan, seconds: 5)
            for device in [tab, phone] { #expect(try device.event("call.invited")["callID"]?.string == answered) }
            nodes.kill(leader)
            _ = try phone.request("call.accept", #"{"callID": "\#(answered)"}"#).get()
            for session in [ann, tab] {
                let users = try session.event("call.changed")["users"]?.elements
                let called = users?.first { $0["userID"]?.string == "bob" }
                #expect(called?["state"]?.string == "accepted" && called?["device"]?.string == "phone")
            }
            for session in [dan, eve] {
                let change = try session.event("call.changed")
                #expect(change["callID"]?.string == missed && change["ended"]?["outcome"]?.string == "missed")
            }
        }
    }

    private func call(_ user: String, by inviter: ClientSession, seconds: Int) throws -> String {
        let data = #"{"conversationID": "c2c_\#(user)", "kind": "audio", "seconds": \#(seconds)}"#
        let ok = try inviter.request("call.invite", data).get()
        _ = try inviter.event("call.changed")
        return try #require(ok["call"]?["callID"]?.string)
    }
}
