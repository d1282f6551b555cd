import Client
import Commands
import JSON

/// Makes groups as an administrator, before anybody is there to be told of it.
struct Founding {
    private let session: ClientSession

    init(_ target: Target, _ key: String) throws {
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
