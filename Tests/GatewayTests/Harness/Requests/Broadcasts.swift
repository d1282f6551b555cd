import Client
import JSON
import Testing

/// A broadcast as replies and events show it.
struct Heard: Equatable {
    let seq: Int
    let text: String?
    let expiresAt: Int?

    init(_ json: JSONValue) throws {
        seq = try #require(json["seq"]?.int)
        text = json["body"]?["text"]?.string
        expiresAt = json["expiresAt"]?.int
        #expect(json["type"]?.int == 0 && (json["time"]?.int ?? 0) > 0)
    }
}

/// How a broadcast stands, as `admin.broadcast.status` says.
struct Standing: Equatable {
    let state: String
    let told: Int?
    let of: Int?
}

/// Parameters of `admin.broadcast` for a text. `more` are further parameters as JSON members.
func broadcast(_ text: String, id: String = uniqueID(), _ more: String = "") -> String {
    #"{"clientMsgId": "\#(id)", "type": 0, "body": {"text":"\#(text)"}\#(more.isEmpty ? "" : ", \(more)")}"#
}

extension ClientSession {
    /// By an administrator's session. The seq of the reply.
    @discardableResult
    func tellAll(_ text: String, id: String = uniqueID(), _ more: String = "") throws -> Int {
        try #require(try request("admin.broadcast", broadcast(text, id: id, more)).get()["seq"]?.int)
    }

    func stopBroadcast(_ seq: Int) throws {
        _ = try request("admin.broadcast.stop", #"{"seq": \#(seq)}"#).get()
    }

    func standing(of seq: Int) throws -> Standing {
        let status = try request("admin.broadcast.status", #"{"seq": \#(seq)}"#).get()
        return Standing(
            state: try #require(status["state"]?.string), told: status["told"]?.int, of: status["of"]?.int)
    }

    /// Waits until it is not being told any more.
    func waitUntilTold(_ seq: Int) throws {
        try until("broadcast \(seq) is told") { try standing(of: seq).state != "telling" }
    }

    func nextBroadcast() throws -> Heard { try Heard(event("broadcast.new")) }

    /// Those that have come; `settle` says when all have that this session is owed.
    func broadcasts() throws -> [Heard] {
        try settle().named("broadcast.new").map { try Heard($0.data) }
    }

    /// All pages of `limit`.
    func listedBroadcasts(after seq: Int = 0, limit: Int = 100) throws -> [Heard] {
        var (heard, after): ([Heard], Int) = ([], seq)
        while true {
            let page = try request("broadcast.list", #"{"after": \#(after), "limit": \#(limit)}"#).get()
            let some = try #require(page["broadcasts"]?.elements).map { try Heard($0) }
            heard += some
            if page["isFinished"]?.bool == true { return heard }
            after = try #require(some.last).seq
        }
    }
}

extension GatewayProcess {
    /// A session that says what it has of the broadcasts, nil: nothing. The verdict comes beside.
    func back(
        _ user: String, device: String = "d1", broadcasts: Int?
    ) throws -> (session: ClientSession, verdict: JSONValue) {
        let (session, opened) = try back(
            user, device: device, resume: broadcasts.map { #"{"broadcasts": \#($0)}"# } ?? "{}")
        return (session, try #require(opened["resume"]?["broadcasts"]))
    }

    /// What a device is given that has those up to `seq`.
    func missed(_ user: String, device: String = "d1", after seq: Int?) throws -> [Heard] {
        let (_, verdict) = try back(user, device: device, broadcasts: seq)
        #expect(verdict["verdict"]?.string == "recovered")
        return try #require(verdict["broadcasts"]?.elements).map { try Heard($0) }
    }
}
