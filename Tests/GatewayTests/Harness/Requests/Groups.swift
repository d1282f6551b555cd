import Client
import JSON
import Testing

/// Requests of users in groups, in one line each.
extension ClientSession {
    /// The id of a new group. Invited users who have not said otherwise are in it at once.
    @discardableResult
    func createGroup(
        _ name: String = "g", with invitees: [String] = [], style: Int = 0, _ more: String = ""
    ) throws -> String {
        let more = more.isEmpty ? "" : ", \(more)"
        let data = #"{"name": "\#(name)", "style": \#(style), "invitees": \#(list(invitees))\#(more)}"#
        let ok = try request("group.create", data).get()
        let results = try #require(ok["results"]?.elements).map { try UserResult($0) }
        #expect(results.allSatisfy { $0.code == 0 })
        return try #require(ok["groupID"]?.string)
    }

    /// `group.<verb>`; `more` are further parameters as JSON members.
    @discardableResult
    func group(_ verb: String, _ id: String, _ more: String = "") throws -> JSONValue {
        try request("group.\(verb)", ofGroup(id, more)).get()
    }

    /// `ok`, or what it is refused with: `em 603`.
    func attempt(_ verb: String, _ id: String, _ more: String = "") throws -> String {
        try request("group.\(verb)", ofGroup(id, more)).error?.number ?? "ok"
    }

    /// By user, in the order of the reply.
    func invite(_ users: [String], to id: String, _ more: String = "") throws -> [String] {
        let more = more.isEmpty ? "" : ", \(more)"
        let ok = try group("invite", id, #""userIDs": \#(list(users))\#(more)"#)
        return try #require(ok["results"]?.elements).map { try UserResult($0) }.map { "\($0.user) \($0.code)" }
    }

    func setAutoAccept(_ accepts: Bool) throws {
        _ = try request("group.setAutoAccept", #"{"accepts": \#(accepts)}"#).get()
    }

    func details(_ id: String, members: Bool = true) throws -> GroupDetails {
        try GroupDetails(try #require(try group("get", id, #""fetchMembers": \#(members)"#)["group"]))
    }

    /// The ordinary members of one page, and where the next begins.
    func memberPage(_ id: String, after cursor: String = "", size: Int = 20) throws -> (users: [String], cursor: String)
    {
        let ok = try group("members", id, #""cursor": "\#(cursor)", "pageSize": \#(size)"#)
        let users = try #require(ok["members"]?.elements).map { try #require($0.string) }
        return (users, try #require(ok["cursor"]?.string))
    }

    /// The ids on one page.
    func joinedGroups(page: Int = 0, size: Int = 20) throws -> [String] {
        let ok = try request("group.joined", #"{"page": \#(page), "pageSize": \#(size)}"#).get()
        return try #require(ok["groups"]?.elements).map { try #require($0["groupID"]?.string) }
    }

    func joinedCount() throws -> Int { try #require(try request("group.joinedCount").get()["count"]?.int) }

    func publicPage(after cursor: String = "", size: Int = 20) throws -> (groups: [String], cursor: String) {
        let ok = try request("group.public", #"{"cursor": "\#(cursor)", "pageSize": \#(size)}"#).get()
        let groups = try #require(ok["groups"]?.elements).map { group in
            #expect(group.keys == ["groupID", "name"])
            return try #require(group["groupID"]?.string)
        }
        return (groups, try #require(ok["cursor"]?.string))
    }

    func notifyState(_ id: String) throws -> Int? { try group("getNotifyState", id)["state"]?.int }

    func attributes(_ id: String, of user: String) throws -> [String: String] {
        let ok = try group("getAttributes", id, #""userIDs": ["\#(user)"]"#)
        let member = try #require(ok["members"]?.first)
        #expect(member["userID"]?.string == user)
        return try texts(of: #require(member["attributes"]))
    }
}

func ofGroup(_ id: String, _ more: String) -> String {
    #"{"groupID": "\#(id)"\#(more.isEmpty ? "" : ", \(more)")}"#
}

/// Sends all at once, and gathers what comes of each: `ok` or `em 604`.
func outcomes(_ requests: [(session: ClientSession, operation: String, data: String)]) throws -> [String] {
    let ids = try requests.map { try $0.session.send($0.operation, $0.data) }
    return try zip(requests, ids).map { try $0.session.reply(to: $1).error?.number ?? "ok" }
}

/// A member as `"userID": …`
func one(_ user: String) -> String { #""userID": "\#(user)""# }

/// Members as `"userIDs": […]`
func some(_ users: String...) -> String { #""userIDs": \#(list(users))"# }

/// A group with members of each role, and a stranger to it, named so. Everybody has a phone; owner, admin, member and
/// stranger have a tab as well.
final class Cast {
    static let members = ["owner", "admin", "admin2", "member", "member2"]

    private(set) var id = ""
    private let admin: ClientSession
    /// By `owner.phone` and so on.
    let sessions: [(name: String, session: ClientSession)]

    fileprivate init(_ gateway: GatewayProcess, style: Int, _ more: String, isSuper: Bool) throws {
        admin = try gateway.admin()
        sessions = try (Self.members + ["stranger"]).flatMap { user in
            try (user.hasSuffix("2") ? ["phone"] : ["phone", "tab"]).map { device in
                ("\(user).\(device)", try gateway.online(user, device: device))
            }
        }
        try renew(style: style, more, isSuper: isSuper)
    }

    /// Another group of the same.
    func renew(style: Int = 0, _ more: String = "", isSuper: Bool = false) throws {
        let (owner, others) = (sessions[0].session, Array(Self.members.dropFirst()))
        if isSuper {
            let more = more.isEmpty ? "" : ", \(more)"
            let data =
                #"{"owner": "owner", "kind": "superTeam", "name": "g", "style": \#(style), "#
                + #""invitees": \#(list(others))\#(more)}"#
            id = try #require(try admin.request("admin.group.create", data).get()["groupID"]?.string)
        } else {
            id = try owner.createGroup(with: others, style: style, more)
        }
        for user in ["admin", "admin2"] { try owner.group("addAdmin", id, one(user)) }
        for (_, session) in sessions { _ = try session.settle() }
    }

    /// An administrator's operation on the group; `more` are further parameters as JSON members.
    func administer(_ verb: String, _ more: String = "") throws {
        let more = more.isEmpty ? "" : ", \(more)"
        _ = try admin.request("admin.group.\(verb)", #"{"groupID": "\#(id)"\#(more)}"#).get()
    }

    /// A session by its name, or a user's phone.
    subscript(_ name: String) -> ClientSession {
        sessions.first { $0.name == name || $0.name == "\(name).phone" }!.session
    }

    /// Of what is done every session is told just this, by its name or by its user's; the others are told nothing.
    func expect(
        _ expected: [String: [String]], sourceLocation: SourceLocation = #_sourceLocation, of body: () throws -> Void
    ) throws {
        for (_, session) in sessions { _ = try session.settle() }
        try body()
        for (name, session) in sessions {
            let user = String(name.prefix { $0 != "." })
            let eventLines = try session.eventLines()
            #expect(eventLines == expected[name] ?? expected[user] ?? [], "\(name)", sourceLocation: sourceLocation)
        }
    }
}

/// The events that some of a cast are due, by the name of the session or the user.
struct ExpectedEvents: ShowsRows {
    let rows: String
    let name: String
    let eventLines: [String: [String]]

    init(_ rows: String, _ name: String, _ eventLines: [String: [String]]) {
        (self.rows, self.name, self.eventLines) = (rows, name, eventLines)
    }
}

extension Cast {
    /// The named sessions get exactly these events; the others are not looked at.
    func expect(_ told: ExpectedEvents, sourceLocation: SourceLocation = #_sourceLocation, of body: () throws -> Void)
        throws
    {
        for (_, session) in sessions { _ = try session.settle() }
        try body()
        for (name, session) in sessions {
            guard let due = told.eventLines[name] ?? told.eventLines[String(name.prefix { $0 != "." })] else {
                continue
            }
            let eventLines = try session.eventLines()
            #expect(eventLines == due, "\(name)", sourceLocation: sourceLocation)
        }
    }
}

extension GatewayProcess {
    func cast(style: Int = 0, _ more: String = "", isSuper: Bool = false) throws -> Cast {
        try Cast(self, style: style, more, isSuper: isSuper)
    }
}

/// The same for each of them, but for some.
func everybody(_ eventLines: String..., but others: [String: [String]] = [:]) -> [String: [String]] {
    Dictionary(uniqueKeysWithValues: Cast.members.map { ($0, eventLines) }).merging(others) { $1 }
}
