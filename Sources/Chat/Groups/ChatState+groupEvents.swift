import Domain
import JSON
import Storage

extension ChatState {
    /// What a group event says beside the group, once for those it is for and once for the operator's other devices.
    typealias GroupEventData = (inout JSONWriter) -> Void

    /// To these users, once each, in their streams (G-Q43). `sparing`: the operator, whose other devices get a copy.
    func emit(
        _ kind: GroupEventKind, of group: Group, to recipients: [Account], sparing operator: Account? = nil,
        _ data: GroupEventData
    ) throws {
        let text = Self.text(of: group, isOwn: false, data)
        var told: Set<Int64> = []
        for recipient in recipients where recipient !== `operator` && told.insert(recipient.number).inserted {
            guard recipient.state != .deleted else { continue }
            let seq = try append(.group, subject: group.number, value: kind.rawValue, detail: text, for: recipient)
            emit(
                .group(GroupEvent(kind: kind, group: group.number, data: text, seq: seq), isOfGroup: false),
                to: recipient)
        }
        if let `operator` { try emitOwn(kind, of: group, to: `operator`, data) }
    }

    /// To all members but one, once in the group's stream.
    func emitMembers(
        _ kind: GroupEventKind, of group: Group, except exception: Account? = nil, _ data: GroupEventData
    ) throws {
        let text = Self.text(of: group, isOwn: false, data)
        let seq = group.streamSeq + 1
        try store.execute(
            "INSERT INTO team_event (id, stamp, kind, exception, detail) VALUES ($1, $2, $3, $4, $5)",
            [
                .integer(PairKey.key(group.number, seq)), .integer(try stamp()), .integer(kind.rawValue),
                .integer(exception?.number ?? 0), .text(text),
            ])
        group.streamSeq = seq
        visits += group.members.count
        let excess = seq - Int64(options.eventsPerGroup)
        if excess > 0, excess % 100 == 0 {
            try store.execute(
                "DELETE FROM team_event WHERE id > $1 AND id <= $2",
                [.integer(PairKey.bounds(group.number).after), .integer(PairKey.key(group.number, excess))])
        }
        serverEvents.append(
            ServerEvent(
                .group(GroupEvent(kind: kind, group: group.number, data: text, seq: seq), isOfGroup: true),
                toGroup: group.number, except: exception.map { [$0.number] } ?? []))
    }

    /// to the other devices of the one who did it, in the user's stream: those that are away hear of it when they come.
    func emitOwn(_ kind: GroupEventKind, of group: Group, to account: Account, _ data: GroupEventData) throws {
        let text = Self.text(of: group, isOwn: true, data)
        let seq = try append(.group, subject: group.number, value: kind.rawValue, detail: text, for: account)
        emit(
            .group(GroupEvent(kind: kind, group: group.number, data: text, seq: seq), isOfGroup: false), to: account,
            sparingOrigin: true)
    }

    private static func text(of group: Group, isOwn: Bool, _ data: GroupEventData) -> String {
        var json = JSONWriter()
        json.object { json in
            json.field("groupID", group.id)
            data(&json)
            if isOwn { json.field("self", true) }
        }
        return json.text
    }

    /// Owner and admins.
    func leaders(of group: Group) throws -> [Account] {
        try group.members.filter { $0.value.role != .member }.keys.sorted().map(account)
    }
}

extension JSONWriter {
    mutating func users(_ name: StaticString, _ accounts: [Account]) {
        array(name) { json in
            for account in accounts { json.value(account.id.text) }
        }
    }
}
