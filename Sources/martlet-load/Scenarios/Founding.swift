import Client
import Commands
import Framing
import JSON

/// Makes groups, channels and live rooms as an administrator, before anybody is there to be told of it.
struct Founding {
    private let session: ClientSession
    /// For what is done in users' names.
    private let api: HTTPAPI

    init(_ target: Target, _ key: String) throws {
        api = HTTPAPI(
            try HTTPConnection(target.endpoint, target.connectionOptions.channel),
            headers: [HTTPHeader("Martlet-Key", key)])
        session = ClientSession(try ClientConnection(target.endpoint, target.connectionOptions))
        try ask("session.open") { json in json.field("adminKey", key) }
    }

    func accounts(_ users: [String]) throws {
        for some in pieces(of: users, 100) {
            try ask("admin.account.create") { json in
                json.array("accounts") { json in
                    for user in some { json.object { $0.field("userID", user) } }
                }
            }
        }
    }

    /// Its id. The first of the members is the owner.
    func group(of members: [String]) throws -> String {
        try accounts(members)
        let ok = try ask("admin.group.create") { json in
            json.field("owner", members[0])
            json.field("kind", "superTeam")
            json.field("name", "load")
            json.field("maxUsers", max(members.count, 3))
            json.field("isInviteNeedConfirm", false)
        }
        guard let id = ok["groupID"]?.string else { throw CommandFailure(reason: "the group has no id") }
        for some in pieces(of: Array(members.dropFirst()), 60) {
            try ask("admin.group.invite") { json in
                json.field("groupID", id)
                json.array("userIDs") { json in
                    for user in some { json.value(user) }
                }
            }
        }
        return id
    }

    /// The publisher does not follow it. If the channel is there, it keeps its followers.
    func channel(_ id: String, by publisher: String, followers: [String], isThere: Bool) throws {
        try accounts([publisher] + followers)
        try ask(isThere ? "admin.channel.modify" : "admin.channel.create") { json in
            json.field("channelID", id)
            json.array("publishers") { $0.value(publisher) }
        }
        for some in pieces(of: followers, 100) {
            var json = JSONWriter()
            json.object { json in
                json.array("calls") { json in
                    for user in some {
                        json.object { json in
                            json.field("op", "channel.subscribe")
                            json.field("as", user)
                            json.object("data") { $0.field("channelID", id) }
                        }
                    }
                }
            }
            let ok = try api.request("batch", json.text).get()
            let refused = ok["results"]?.elements?.first { $0["error"] != nil }
            if let refused {
                throw CommandFailure(
                    reason: "channel.subscribe: \(String(decoding: refused.raw, as: UTF8.self))")
            }
        }
    }

    func room(_ id: String) throws {
        try ask("admin.room.create") { $0.field("roomID", id) }
    }

    @discardableResult
    private func ask(_ operation: String, _ data: (inout JSONWriter) -> Void) throws -> JSONValue {
        var json = JSONWriter()
        json.object(data)
        do {
            return try session.request(operation, json.text).get()
        } catch {
            throw CommandFailure(reason: "\(operation): \(error)")
        }
    }
}

private func pieces(of all: [String], _ size: Int) -> [ArraySlice<String>] {
    stride(from: 0, to: all.count, by: size).map { all[$0..<min($0 + size, all.count)] }
}
