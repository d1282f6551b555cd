import Client
import ClientProtocol
import JSON
import Testing

/// X-32, X-27: a user is told nothing of what a blocked user does.
struct BlockedSilenceTests {
    @Test(arguments: ["markRead", "receipt.send", "name", "avatar", "hosted name"])
    func `X-32, X-27: a blocked user causes no event for the blocker, live or by a resume`(action: String) throws {
        try withChat { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let sent = try alice.write(to: "bob")
            try bob.write(to: "alice")
            #expect(try alice.block("bob") == [0])
            let (tab, opened) = try gateway.back("alice", device: "tab")
            let position = try #require(opened["stream"]?["seq"]?.int)
            _ = try [alice, tab].map { try $0.settle() }
            switch action {
            case "markRead": #expect(try bob.markRead("alice") == 0)
            case "receipt.send":
                let data = #"{"conversationID": "c2c_alice", "timestamp": \#(sent.time)}"#
                _ = try bob.request("receipt.send", data).get()
            case "name": _ = try bob.request("profile.modifySelf", #"{"values": {"nickname": "Bobby"}}"#).get()
            case "avatar": _ = try bob.request("profile.modifySelf", #"{"values": {"faceUrl": "http://x"}}"#).get()
            default: _ = try bob.request("userProfile.update", #"{"name": "Bobby"}"#).get()
            }
            for device in [alice, tab] { #expect(try device.settle().isEmpty) }
            #expect(try alice.conversation(with: "bob")?.peerReadTime == nil)
            let (_, again) = try gateway.back("alice", device: "desk", resume: #"{"user": \#(position)}"#)
            #expect(again["resume"]?["user"]?["events"]?.count == 0)
            #expect(again["stream"]?["seq"]?.int == position)
        }
    }

    @Test func `X-32: what was read during the block is not told after it, and what is read then is`() throws {
        try withChat { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            try alice.write("one", to: "bob")
            _ = try alice.block("bob")
            try bob.markRead("alice")
            _ = try alice.unblock("bob")
            _ = try alice.settle()
            #expect(try alice.conversation(with: "bob")?.peerReadTime == nil)
            let sent = try alice.write("two", to: "bob")
            _ = try alice.settle()
            try bob.markRead("alice")
            let receipts = try alice.settle().named("receipt.new")
            #expect(receipts.map { $0.data["timestamp"]?.int } == [sent.time])
        }
    }
}
