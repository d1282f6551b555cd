import Bytes
import Client
import Framing
import JSON
import Security
import Testing

/// A gateway for tests of messages: they ask faster than a client may.
func withChat(
    _ settings: [String: String] = [:], door: RequestDoor = .webSocket, workspace: Workspace? = nil,
    _ body: (GatewayProcess) throws -> Void
) throws {
    let unhurried = [
        "requests.perSecondPerSession": "100000", "requests.burstPerSession": "1000000",
        "requests.perSecondPerUser": "100000", "requests.burstPerUser": "1000000",
        "groups.createsPerHour": "0", "groups.invitesPerHour": "0",
    ]
    try withGateway(unhurried.merging(settings) { $1 }, door: door, workspace: workspace, body)
}

extension GatewayProcess {
    /// An open session whose login has been synced: what comes from now on is news.
    func online(_ user: String, device: String = "d1") throws -> ClientSession {
        try session(user, device: device)
    }

    /// A session that says what it has; `resume` is a JSON text. The reply to its opening comes beside.
    func back(
        _ user: String, device: String = "d1", resume: String? = nil
    ) throws -> (session: ClientSession, opened: JSONValue) {
        let session = try guest()
        let more = resume.map { #""resume": \#($0)"# } ?? ""
        return (session, try session.open(token: token(user), device: device, more).get())
    }

    /// Accounts that nobody has opened a session of yet.
    func createAccounts(_ users: String...) throws { try createAccounts(users) }

    func createAccounts(_ users: [String]) throws {
        let accounts = users.map { #"{"userID": "\#($0)"}"# }.joined(separator: ",")
        let ok = try admin().request("admin.account.create", #"{"accounts": [\#(accounts)]}"#).get()
        try #require(try #require(ok["results"]?.elements).allSatisfy { $0["code"]?.int64 == 0 })
    }

    /// With everything later by that many seconds than it was at first, on the same data.
    func restart(after seconds: Int) throws {
        try restart(["data.clockOffsetSeconds": "\(seconds)"])
    }
}

/// What a gateway whose clock a test moves must be told.
let movableClock = ["auth.testMode": "true"]
let day = 86_400

/// What the reply to a send says.
struct Sent: Equatable {
    let msgID: String
    let conversation: String
    let seq: Int
    let time: Int

    init(_ json: JSONValue) throws {
        msgID = try #require(json["msgId"]?.string)
        conversation = try #require(json["conversationID"]?.string)
        seq = try #require(json["seq"]?.int)
        time = try #require(json["time"]?.int)
    }
}

extension ClientSession {
    /// Sends a text. `more` are further parameters as JSON members.
    @discardableResult
    func write(_ text: String = "hello", to user: String, id: String = uniqueID(), _ more: String = "") throws -> Sent {
        try Sent(try request("message.send", message(text, to: user, id: id, more)).get())
    }

    func conversations() throws -> [Conversation] {
        let list = try request("conversation.list", #"{"count": 100}"#).get()
        try #require(list["isFinished"]?.bool == true)
        return try #require(list["conversations"]?.elements).map { try Conversation($0) }
    }

    /// Nil: the list has none with that user.
    func conversation(with user: String) throws -> Conversation? {
        try conversations().first { $0.userID == user }
    }

    func totalUnread() throws -> Int {
        try #require(try request("conversation.totalUnread").get()["total"]?.int)
    }

    /// Newest first; `more` are further parameters as JSON members.
    func history(with user: String, _ more: String = #""limit": 100"#) throws -> [Message] {
        let page = try request("message.history", #"{"conversationID": "c2c_\#(user)", \#(more)}"#).get()
        return try #require(page["messages"]?.elements).map { try Message($0) }
    }

    /// Reads up to `seq`, or all. Returns what is left unread.
    @discardableResult
    func markRead(_ user: String, upTo seq: Int? = nil) throws -> Int {
        let seq = seq.map { #", "seq": \#($0)"# } ?? ""
        let ok = try request("conversation.markRead", #"{"conversationID": "c2c_\#(user)"\#(seq)}"#).get()
        return try #require(ok["unreadCount"]?.int)
    }

    func pin(_ user: String, _ pinned: Bool = true) throws {
        _ = try request("conversation.pin", #"{"conversationID": "c2c_\#(user)", "pinned": \#(pinned)}"#).get()
    }

    func deleteConversation(with user: String) throws {
        _ = try request("conversation.delete", #"{"conversationID": "c2c_\#(user)"}"#).get()
    }

    func setReceiveOption(_ option: Int, for user: String) throws {
        let data = #"{"userIDs": ["\#(user)"], "opt": \#(option)}"#
        let results = try request("conversation.setC2CReceiveOpt", data).get()["results"]?.elements
        try #require(results?.map { $0["code"]?.int } == [0])
    }
}

/// Parameters of `message.send` for a text.
func message(_ text: String = "hello", to user: String, id: String = uniqueID(), _ more: String = "") -> String {
    let rest = more.isEmpty ? "" : ", \(more)"
    return #"{"conversationID": "c2c_\#(user)", "clientMsgId": "\#(id)", "type": 0, "#
        + #""body": {"text":"\#(text)"}\#(rest)}"#
}

func uniqueID() -> String { Base64.url.encode(Random.bytes(12)) }
