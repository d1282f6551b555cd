import Client
import Foundation
import JSON
import TestSupport
import Testing

/// `admin.account.erase`: nothing that a user has written stays.
struct ErasureTests {
    @Test(arguments: RequestDoor.allCases)
    func `M-47: what an erased user has said is recalled for all, and its reactions are gone`(door: RequestDoor) throws
    {
        try withChat(door: door) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let own = try bob.write("mine", to: "alice")
            try alice.react("👍", to: own, in: "c2c_bob")
            let said = try alice.write("secret", to: "bob")
            let group = try bob.createGroup(with: ["alice"])
            try alice.write("there too", in: group)
            _ = try bob.settle()
            #expect(try gateway.erase("alice", "nobody") == [0, 40003])
            try gateway.waitUntilErased()
            let events = try bob.settle().named("message.changed").map { try #require($0.data["message"]) }
            let recalled = try events.filter { $0["recalled"] != nil }.map { try Recalled($0) }
            #expect(Set(recalled.map(\.from)) == ["alice"] && recalled.count == 2)
            #expect(recalled.allSatisfy { $0.by == nil && $0.body == "{}" })
            #expect(try bob.history(with: "alice").map(\.body) == ["{}", #"{"text":"mine"}"#])
            #expect(try bob.history(with: "alice").first?.msgID == said.msgID)
            let about = #"{"conversationID": "c2c_alice", "msgId": "\#(own.msgID)"}"#
            #expect(try bob.request("message.reactions", about).get()["reactions"]?.count == 0)
            #expect(try bob.totalUnread() == 0)
            #expect(try bob.refusal("message.send", message(to: "alice")).number == "nim 404")
        }
    }

    @Test func `M-47: without messages it is a deletion, and what the user has written can be erased later`() throws {
        try withChat { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            try alice.write("secret", to: "bob")
            #expect(try gateway.erase("alice", messages: false) == [0])
            #expect(try bob.history(with: "alice").map(\.text) == ["secret"])
            #expect(try gateway.erase("alice", messages: false) == [40003])
            #expect(try gateway.erase("alice") == [0])
            try gateway.waitUntilErased()
            #expect(try bob.history(with: "alice").map(\.body) == ["{}"])
        }
    }

    /// Of alice, who has written to bob so often that her id can be another's before it is done.
    private func beginLongErasure(_ gateway: GatewayProcess) throws -> ClientSession {
        let bob = try gateway.online("bob")
        let former = try gateway.online("alice")
        for _ in 0..<100 { try former.write(to: "bob") }
        #expect(try gateway.erase("alice") == [0])
        try nextSecond()
        return bob
    }

    @Test func `M-47: what the next owner of the id writes is not erased`() throws {
        try withChat { gateway in
            let bob = try beginLongErasure(gateway)
            try gateway.online("alice").write("new", to: "bob")
            try gateway.waitUntilErased()
            #expect(try bob.history(with: "alice").prefix(2).map(\.body) == [#"{"text":"new"}"#, "{}"])
        }
    }

    @Test func `M-47: what the next owner shares, asks for and writes beside its messages is not erased`() throws {
        try withChat { gateway in
            let bob = try beginLongErasure(gateway)
            let alice = try gateway.online("alice")
            let group = try alice.createGroup(with: ["bob"])
            _ = try alice.group("addFile", group, #""name": "plan", "size": 9, "url": "https://example.com/plan""#)
            let create = #"{"name": "Mine"}"#
            let made = try alice.request("group.create", create, key: "k1").get()["groupID"]?.string
            #expect(try gateway.erasures().count == 1, "the erasure is over before the next owner has done anything")
            try gateway.waitUntilErased()
            #expect(try bob.group("files", group, #""pageSize": 10"#)["files"]?.count == 1)
            #expect(try alice.request("group.create", create, key: "k1").get()["groupID"]?.string == made)
        }
    }

    @Test(.alone("The log of a cluster has it for a while (docs/cluster.md)."))
    func `M-48: nothing of it is in the database, its log, the index, webhooks, pushes or the log of the gateway`()
        throws
    {
        let (server, backend, workspace) = (try ProviderServer(), try EventReceiver(), try Workspace())
        try server.answer("/hook", with: #"{"status": 500, "body": "later"}"#)
        backend.answer(.status(503))
        let settings = [
            "events.endpoints": "[\(try backend.setting(in: workspace))]",
            "channels.messagesPerChannel": "100", "channels.messagesPerSecond": "10000",
        ]
        try withPushes(settings, server: server) { gateway, pushes in
            let word = "xylo" + uniqueID().lowercased().filter(\.isLetter)
            try pushes.away("bob")
            try Writer(word: word, gateway: gateway).writeEverywhere()
            try until("all is in the files") { try gateway.files(with: word).contains("search.db-wal") }
            #expect(try gateway.files(with: word).contains("martlet.sqlite-wal"))
            #expect(try gateway.erase("alice") == [0])
            try gateway.waitUntilErased()
            #expect(try gateway.files(with: word) == [])
            try server.answerAsUsual()
            backend.answer(.ok)
            try backend.wait(for: 1) { $0.type == "account.erased" }
            let sent = try gateway.online("carol").write("last", to: "bob")
            #expect(try pushes.explanation(of: sent.msgID, for: "bob").line == "1 carol:last")
            #expect(backend.accepted.allSatisfy { !$0.data.contains(word) })
            // The provider was given a push before, and refused it.
            let accepted = try pushes.requests(to: "bob").drop { $0.text?.contains(word) == true }
            #expect(accepted.allSatisfy { $0.text?.contains(word) == false })
            try gateway.stop()
            #expect(try gateway.files(with: word) == [] && !gateway.errors.contains(word))
            try gateway.launchAgain()
            try gateway.waitUntilReady()
        }
        backend.stop()
    }

    @Test func `M-49: an erasure goes on after a crash, and ends`() throws {
        try withChat { gateway in
            let word = "xylo" + uniqueID().lowercased().filter(\.isLetter)
            try gateway.createAccounts("bob")
            let alice = try gateway.online("alice")
            for number in 0..<400 { try alice.write("\(word) \(number)", to: "bob") }
            #expect(try gateway.erase("alice") == [0])
            #expect(try gateway.erasures().map(\.user) == ["alice"])
            gateway.signal(SIGKILL)
            _ = try gateway.wait()
            #expect(try !gateway.files(with: word).isEmpty)
            try gateway.launchAgain()
            try gateway.waitUntilReady()
            try gateway.waitUntilErased()
            // The log of a cluster has it for a while (docs/cluster.md).
            if !TestCluster.isUsual { #expect(try gateway.files(with: word) == []) }
            #expect(try gateway.logged("what a user has written is erased").count == 1)
        }
    }

    @Test func `M-49: others' requests go between the pieces of an erasure`() throws {
        try withChat { gateway in
            let (alice, bob, carol) = (
                try gateway.online("alice"), try gateway.online("bob"), try gateway.online("carol")
            )
            for _ in 0..<400 { try alice.write(to: "bob") }
            #expect(try gateway.erase("alice") == [0])
            try carol.write("between", to: "bob")
            #expect(try gateway.erasures().map(\.user) == ["alice"])
            try gateway.waitUntilErased()
            #expect(try bob.history(with: "carol").map(\.text) == ["between"])
        }
    }
}

/// A user who has said one word in every way that there is.
private struct Writer {
    let word: String
    let gateway: GatewayProcess

    func writeEverywhere() throws {
        let alice = try gateway.online("alice")
        let carol = try gateway.wary("carol")
        try alice.modifySelf(#""nickname": "\#(word)", "selfSignature": "\#(Data(word.utf8).base64EncodedString())""#)
        try writeMessages(alice, carol)
        try writeInGroups(alice, carol)
        try publish(alice)
        #expect(try alice.add("carol", #""addWording": "\#(word)""#) == 30539)
        let later = #""clientMsgId": "\#(word)2", "at": \#(wallMilliseconds() + 3_600_000)"#
        let to = #""from": "alice", "conversationID": "c2c_carol""#
        let scheduled = #"{\#(to), "type": 0, "body": {"text": "\#(word)"}, \#(later)}"#
        _ = try gateway.admin().request("admin.message.send", scheduled).get()
    }

    private func writeMessages(_ alice: ClientSession, _ carol: ClientSession) throws {
        try alice.write("\(word) one", to: "bob", id: word + "1", #""apnsContent": "\#(word)""#)
        let second = try alice.write(String(repeating: "\(word) two ", count: 150), to: "carol", id: word)
        try alice.edit(second, "\(word) three")
        let reaction = #""conversationID": "c2c_alice", "msgId": "\#(second.msgID)", "reaction": "!""#
        _ = try carol.request("message.react", "{\(reaction)}", key: "k").get()
        try alice.react(word, to: try carol.write("mine", to: "alice"), in: "c2c_carol")
        try alice.recall(try alice.write("\(word) four", to: "carol"), #""reason": "\#(word)""#)
    }

    /// What is kept no longer has left its id.
    private func publish(_ alice: ClientSession) throws {
        let admin = try gateway.admin()
        try admin.manage("create", "news", #""publishers": ["alice"]"#)
        try alice.publish("\(word) eight", in: "news", id: word + "8")
        for number in 1...110 { try admin.announce("\(number)", in: "news") }
        try alice.publish("\(word) nine", in: "news", id: word + "9")
    }

    private func writeInGroups(_ alice: ClientSession, _ carol: ClientSession) throws {
        let own = try alice.createGroup(with: ["carol"])
        try alice.group("setAttributes", own, #""attributes": {"nickname": "\#(word)"}"#)
        try alice.group("setValues", own, #""values": [{"key": "k", "value": "\#(word)"}]"#)
        try alice.write("\(word) five", in: own, at: ["carol"])
        try alice.recall(try carol.write("mine", in: own), #""reason": "\#(word)""#)
        try alice.group("addFile", own, #""name": "\#(word)", "size": 9, "url": "https://a.test/\#(word)""#)
        try carol.setAutoAccept(false)
        let another = try alice.createGroup(with: ["bob"])
        _ = try alice.invite(["carol"], to: another, #""message": "\#(word)""#)
        let closed = try carol.createGroup(style: 2)
        try alice.group("join", closed, #""reason": "\#(word)""#)
    }
}

extension ClientSession {
    fileprivate func react(_ reaction: String, to sent: Sent, in conversation: String) throws {
        let about = #""conversationID": "\#(conversation)", "msgId": "\#(sent.msgID)""#
        _ = try request("message.react", #"{\#(about), "reaction": "\#(reaction)"}"#).get()
    }
}

extension GatewayProcess {
    /// Those of `data.directory` that have the text.
    fileprivate func files(with text: String) throws -> [String] {
        let folder = workspace("data")
        return try FileManager.default.subpathsOfDirectory(atPath: folder).sorted().filter { name in
            FileManager.default.contents(atPath: folder + "/" + name)?.range(of: Data(text.utf8)) != nil
        }
    }
}
