import Client
import JSON
import TestSupport
import Testing

/// X-11: many who do something to a group, and speak in it, at once.
struct GroupMessageRaceTests {
    private static let users = ["owner", "admin", "admin2", "member", "member2", "stranger", "stranger2", "stranger3"]

    @Test
    func
        `X-08, X-11, G-08, G-Q15, T-27: concurrent operations have the result of some order, which the history shows`()
        throws
    {
        var random = SeededRandom()
        try withChat(["shards.count": "4"]) { gateway in
            let sessions = try Self.users.map { try gateway.online($0) }
            for round in 0..<24 {
                let (id, group) = try makeGroup(sessions)
                _ = try sessions.map { try $0.settle() }
                let actions = Self.users.map { user in (0..<2).map { self.action(of: user, $0, &random) } }
                let answers = try carryOut(actions, in: id, sessions)
                let history = try self.history(id, gateway)
                let final = try state(of: id, gateway, group)
                let order = Serialization(actions: actions, answers: answers, history: history.lines, final: final)
                #expect(
                    order.exists(from: group),
                    "\(random), round \(round): \(zip(actions, answers).map { "\($0): \($1)" }), \(history.lines), \(final)"
                )
                // Everybody who has been there all the time has heard it in this order, and each what was not its own.
                for (user, session) in zip(Self.users, sessions) {
                    let heard = try session.settle().messages.filter { $0.conversation == "group_\(id)" }
                    let seqs = heard.map(\.seq)
                    #expect(
                        seqs == seqs.sorted() && Set(seqs).count == seqs.count, "\(random), round \(round): \(user)")
                    let isThere = group.members.contains(user) && !history.lines.contains { $0.hasSuffix(": \(user)") }
                    let hasLeft = history.lines.contains("2 \(user): ")
                    guard isThere, !hasLeft else { continue }
                    let due = history.messages.filter { $0.from != user || $0.type == 5 }
                    #expect(heard == due, "\(random), round \(round): \(user)")
                }
            }
        }
    }

    /// One place is left, and three ask for it.
    private func makeGroup(_ sessions: [ClientSession]) throws -> (id: String, group: RacingGroup) {
        let (members, strangers) = (Set(Self.users[..<5]), Set(Self.users[5...]))
        let id = try sessions[0].createGroup(with: Array(Self.users[1..<5]), style: 2, #""maxUsers": 6"#)
        for user in ["admin", "admin2"] { try sessions[0].group("addAdmin", id, one(user)) }
        for session in sessions[5...] { try session.group("join", id) }
        let group = RacingGroup(
            owner: "owner", admins: ["admin", "admin2"], members: members, requests: strangers, maxUsers: 6)
        return (id, group)
    }

    private func action(of user: String, _ number: Int, _ random: inout SeededRandom) -> RacingGroup.Action {
        let isStranger = user.hasPrefix("stranger")
        let operation =
            isStranger
            ? [.write, .join, .leave].randomElement(using: &random)!
            : RacingGroup.Operation.allCases.randomElement(using: &random)!
        let object: String =
            switch operation {
            case .approve, .decline: Self.users[5...].randomElement(using: &random)!
            case .write: "\(number)"
            case .join, .leave: ""
            default: Self.users[..<6].randomElement(using: &random)!
            }
        return RacingGroup.Action(user: user, operation: operation, object: object)
    }

    private func carryOut(
        _ actions: [[RacingGroup.Action]], in id: String, _ sessions: [ClientSession]
    ) throws -> [[String]] {
        // The first ones of all before the second ones.
        var requests: [[UInt64]] = actions.map { _ in [] }
        for number in 0..<2 {
            for (index, session) in sessions.enumerated() {
                let (operation, data) = request(actions[index][number], in: id)
                requests[index].append(try session.send(operation, data))
            }
        }
        return try zip(sessions, requests).map { session, ids in
            try ids.map { try session.reply(to: $0).error?.number ?? "ok" }
        }
    }

    private func request(_ action: RacingGroup.Action, in id: String) -> (operation: String, data: String) {
        let more =
            switch action.operation {
            case .write: ""
            case .join, .leave: ""
            case .transfer: #", "newOwner": "\#(action.object)""#
            case .mute: #", \#(some(action.object)), "duration": -1"#
            case .remove, .unmute: ", " + some(action.object)
            case .approve, .decline, .addAdmin, .removeAdmin: ", " + one(action.object)
            }
        if action.operation == .write { return ("message.send", message(action.object, in: id)) }
        return ("group.\(action.operation)", #"{"groupID": "\#(id)"\#(more)}"#)
    }

    /// Oldest first, of what came after the group was made, as one who has seen it all.
    private func history(_ id: String, _ gateway: GatewayProcess) throws -> (messages: [Message], lines: [String]) {
        let owner = try details(id, gateway)["owner"]!.string!
        let all = try gateway.online(owner, device: "reader").history(in: id).reversed()
        // Making it left the members' joining, and two admins.
        let messages = Array(all.drop { $0.seq <= 6 })
        return (messages, try messages.map { try $0.type == 5 ? $0.notice : "\($0.from): \($0.text!)" })
    }

    private func details(_ id: String, _ gateway: GatewayProcess) throws -> JSONValue {
        let some = try gateway.online("stranger", device: "reader")
        return try #require(try some.group("get", id)["group"])
    }

    private func state(of id: String, _ gateway: GatewayProcess, _ group: RacingGroup) throws -> RacingGroup {
        let owner = try #require(try details(id, gateway)["owner"]?.string)
        let group = try gateway.online(owner, device: "reader").details(id)
        // Whose request waits can only be told by answering it.
        let owning = try gateway.online(owner, device: "reader")
        let waiting = try Self.users.filter { try owning.attempt("decline", id, one($0)) == "ok" }
        return RacingGroup(
            owner: owner, admins: Set(group.admins), members: Set(try #require(group.members)),
            muted: Set(try #require(group.muted).keys), requests: Set(waiting), maxUsers: group.maxUsers)
    }
}
