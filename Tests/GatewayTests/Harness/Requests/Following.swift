import Client
import JSON
import Testing

/// A gateway for tests of who is told what of whom: what is told is told at once, and who goes is away at once.
func withFollowing(
    _ settings: [String: String] = [:], door: RequestDoor = .usual, _ body: (GatewayProcess) throws -> Void
) throws {
    let prompt = ["subscriptions.batchMilliseconds": "0", "subscriptions.reconnectMilliseconds": "0"]
    try withChat(prompt.merging(settings) { $1 }, door: door, body)
}

/// The result of a request to follow users, or to follow them no more.
struct Followed: Equatable {
    let status: Int
    let failed: [String]

    init(_ status: Int, _ failed: [String]) { (self.status, self.failed) = (status, failed) }

    init(_ json: JSONValue) throws {
        status = try #require(json["status"]?.int)
        failed = try #require(json["failedUserIds"]?.elements).map { try #require($0.string) }
    }
}

/// The state of a followed user, as an event tells it or a list has it. All members must be there, and no others.
struct Subscribed: Equatable {
    struct Attendance: Equatable {
        let platform: Int
        let isOnline: Bool
        let changedAt: Int
    }

    let user: String
    let type: Int
    let since: Int
    let expiry: Int
    /// Of types 1 and 3.
    let presence: [Attendance]
    let status: String?
    /// Of types 2 and 4.
    let profile: Hosted?

    init(_ json: JSONValue) throws {
        user = try #require(json["userId"]?.string)
        type = try #require(json["subscribeType"]?.int)
        since = try #require(json["subscribeTime"]?.int)
        expiry = try #require(json["expiry"]?.int)
        let isOfPresence = type == 1 || type == 3
        let content = isOfPresence ? "details" : "userProfile"
        status = try json["status"].map { try #require($0["text"]?.string) }
        let due: Set = ["userId", "subscribeType", "subscribeTime", "expiry", content]
        #expect(json.keys == (status == nil ? due : due.union(["status"])))
        presence =
            isOfPresence
            ? try #require(json["details"]?.elements).map { detail in
                #expect(detail.keys == ["eventValue", "changeTime", "platform"])
                let value = try #require(detail["eventValue"]?.int)
                #expect(value == 0 || value == 1)
                return Attendance(
                    platform: try #require(detail["platform"]?.int), isOnline: value == 1,
                    changedAt: try #require(detail["changeTime"]?.int))
            } : []
        profile = isOfPresence ? nil : try Hosted(#require(json["userProfile"]))
        #expect(profile.map { $0.user == user } ?? true)
    }

    private static let platforms = ["other", "ios", "android", "web", "pc", "miniweb", "harmony"]

    /// `1 bob: web on, pc off`, `1 bob: web on "At lunch"`; `2 bob: Bob`, and `2 bob: Bob …` of one that is whole.
    var line: String {
        if let profile { return "\(type) \(user): \(profile.name)\(profile.isWhole ? " …" : "")" }
        let parts = presence.map { "\(Self.platforms[$0.platform]) \($0.isOnline ? "on" : "off")" }
        return "\(type) \(user): \(parts.joined(separator: ", "))\(status.map { " \"\($0)\"" } ?? "")"
    }
}

/// A subscription of one's own that another device has changed.
struct ChangedElsewhere: Equatable {
    let user: String
    let type: Int
    let isEnd: Bool
    let since: Int
    let expiry: Int

    init(_ json: JSONValue) throws {
        #expect(json.keys == ["userId", "subscribeType", "operationType", "subscribeTime", "expiry"])
        user = try #require(json["userId"]?.string)
        type = try #require(json["subscribeType"]?.int)
        let operation = try #require(json["operationType"]?.int)
        #expect(operation == 0 || operation == 1)
        isEnd = operation == 1
        since = try #require(json["subscribeTime"]?.int)
        expiry = try #require(json["expiry"]?.int)
    }

    /// `1 +bob 3600`, `2 -bob 60`
    var line: String { "\(type) \(isEnd ? "-" : "+")\(user) \(expiry)" }
}

extension ClientSession {
    @discardableResult
    func follow(_ users: [String], _ type: Int = 1, expiry: Int = 3600) throws -> Followed {
        let data = #"{"userIds": \#(list(users)), "subscribeType": \#(type), "expiry": \#(expiry)}"#
        return try Followed(try request("subscription.subscribe", data).get())
    }

    @discardableResult
    func unfollow(_ users: [String], _ type: Int = 1) throws -> Followed {
        let data = #"{"userIds": \#(list(users)), "subscribeType": \#(type)}"#
        return try Followed(try request("subscription.unsubscribe", data).get())
    }

    /// The known state of these users.
    func followed(_ users: [String], _ type: Int = 1) throws -> [Subscribed] {
        let data = #"{"userIds": \#(list(users)), "subscribeType": \#(type)}"#
        let ok = try request("subscription.query", data).get()
        return try #require(ok["events"]?.elements).map { try Subscribed($0) }
    }

    /// A page of all.
    func following(_ type: Int = 1, from start: Int = 0, count: Int = 200) throws -> [Subscribed] {
        let data = #"{"subscribeType": \#(type), "pageSize": \#(count), "startIndex": \#(start)}"#
        let ok = try request("subscription.list", data).get()
        return try #require(ok["events"]?.elements).map { try Subscribed($0) }
    }

    /// Closes, and waits for the gateway to have done so.
    func leave() throws {
        try connection.close()
        _ = try closeCode()
        try connection.channel.endWriting()
        try connection.channel.drain()
    }

    // MARK: - What is told

    /// The next message of those who are followed.
    func changes() throws -> [Subscribed] {
        try #require(try event("subscription.eventChanged")["events"]?.elements).map { try Subscribed($0) }
    }

    /// The changes that come from now on, up to `last`, which is the last of its batch.
    func changes(until last: String) throws -> [Subscribed] {
        var all: [Subscribed] = []
        repeat { all += try changes() } while all.last?.line != last
        return all
    }

    /// The same as lines, without the last.
    func lines(until last: String) throws -> [String] { try changes(until: last).dropLast().map(\.line) }

    /// The changes by other devices that have come so far.
    func changedElsewhere() throws -> [ChangedElsewhere] {
        try settleAll().named("subscription.changedOnOtherDevices").flatMap { event in
            #expect(event.stream == "user" && event.seq != nil)
            return try #require(event.data["events"]?.elements).map { try ChangedElsewhere($0) }
        }
    }
}

/// A user whom everybody follows, and whose event shows that nothing else is to come.
struct Herald {
    let session: ClientSession

    init(_ gateway: GatewayProcess) throws {
        session = try gateway.session("herald", device: "h", platform: "harmony")
        try session.setVisibility(1)
    }

    /// The lines that each listener has been told. All that was committed before this call has been told by its end.
    func lines(_ listeners: ClientSession...) throws -> [[String]] { try lines(listeners) }

    func lines(_ listeners: [ClientSession]) throws -> [[String]] {
        let name = uniqueID()
        // Those of one user follow once.
        for listener in listeners { try listener.follow(["herald"], 2) }
        try session.update(#""name": "\#(name)""#)
        return try listeners.map { listener in
            // Its events for others meanwhile do not matter.
            try listener.lines(until: "2 herald: \(name)").filter { !$0.hasPrefix("2 herald: ") }
        }
    }
}

extension Sequence<ServerEvent> {
    /// The events of subscriptions, in order: `synced 1`, `1 +bob 3600`, `2 bob: Bob`; no others.
    var subscriptionLines: [String] {
        get throws {
            try flatMap { event -> [String] in
                let elements = event.data["events"]?.elements
                switch event.name {
                case "subscription.syncCompleted":
                    #expect(event.data.keys == ["subscribeType"])
                    return ["synced \(try #require(event.data["subscribeType"]?.int))"]
                case "subscription.eventChanged":
                    #expect(event.stream == nil && event.seq == nil && event.data.keys == ["events"])
                    return try #require(elements).map { try Subscribed($0).line }
                case "subscription.changedOnOtherDevices":
                    return try #require(elements).map { try ChangedElsewhere($0).line }
                default: return []
                }
            }
        }
    }
}
