import Domain
import JSON
import Storage

extension ChatState {
    /// What a team event says beside the group, once for those it is for and once for the operator's other devices.
    typealias TeamEventData = (inout JSONWriter) -> Void

    /// To these users, once each, in their streams (G-Q43). `sparing`: the operator, whose other devices get a copy.
    func emit(
        _ kind: TeamEventKind, of team: Team, to recipients: [Account], sparing operator: Account? = nil,
        _ data: TeamEventData
    ) throws {
        let text = Self.text(of: team, isOwn: false, data)
        var told: Set<Int64> = []
        for recipient in recipients where recipient !== `operator` && told.insert(recipient.number).inserted {
            guard recipient.state != .deleted else { continue }
            let seq = try append(.team, subject: team.number, value: kind.rawValue, detail: text, for: recipient)
            emit(.team(TeamEvent(kind: kind, team: team.number, data: text, seq: seq), isOfTeam: false), to: recipient)
        }
        if let `operator` { try emitOwn(kind, of: team, to: `operator`, data) }
    }

    /// To all members but one, once in the team's stream.
    func emitMembers(
        _ kind: TeamEventKind, of team: Team, except exception: Account? = nil, _ data: TeamEventData
    ) throws {
        let text = Self.text(of: team, isOwn: false, data)
        let seq = team.streamSeq + 1
        try store.execute(
            "INSERT INTO team_event (id, stamp, kind, exception, detail) VALUES ($1, $2, $3, $4, $5)",
            [
                .integer(PairKey.key(team.number, seq)), .integer(try stamp()), .integer(kind.rawValue),
                .integer(exception?.number ?? 0), .text(text),
            ])
        team.streamSeq = seq
        visits += team.members.count
        let excess = seq - Int64(options.eventsPerTeam)
        if excess > 0, excess % 100 == 0 {
            try store.execute(
                "DELETE FROM team_event WHERE id > $1 AND id <= $2",
                [.integer(PairKey.bounds(team.number).after), .integer(PairKey.key(team.number, excess))])
        }
        serverEvents.append(
            ServerEvent(
                .team(TeamEvent(kind: kind, team: team.number, data: text, seq: seq), isOfTeam: true),
                toTeam: team.number, except: exception.map { [$0.number] } ?? []))
    }

    /// to the other devices of the one who did it, in the user's stream: those that are away hear of it when they come.
    func emitOwn(_ kind: TeamEventKind, of team: Team, to account: Account, _ data: TeamEventData) throws {
        let text = Self.text(of: team, isOwn: true, data)
        let seq = try append(.team, subject: team.number, value: kind.rawValue, detail: text, for: account)
        emit(
            .team(TeamEvent(kind: kind, team: team.number, data: text, seq: seq), isOfTeam: false), to: account,
            sparingOrigin: true)
    }

    private static func text(of team: Team, isOwn: Bool, _ data: TeamEventData) -> String {
        var json = JSONWriter()
        json.object { json in
            json.field("groupID", team.id)
            data(&json)
            if isOwn { json.field("self", true) }
        }
        return json.text
    }

    /// Owner and admins.
    func leaders(of team: Team) throws -> [Account] {
        try team.members.filter { $0.value.role != .member }.keys.sorted().map(account)
    }
}

extension JSONWriter {
    mutating func users(_ name: StaticString, _ accounts: [Account]) {
        array(name) { json in
            for account in accounts { json.value(account.id.text) }
        }
    }
}
