import ClientProtocol
import Domain
import JSON

extension ChatState {
    /// T-52, T-Q18: for oneself alone; forgotten when the membership ends.
    package func setNotifyState(_ state: GroupNotify, in id: String, by number: Int64) throws {
        let (group, account) = try nimMember(in: id, by: number)
        // T-Q17.
        if state == .onlyManagers, group.kind == .superGroup {
            throw Refusal(.messageParameters, "a super team has no such state", keys: ["state"])
        }
        guard group.members[number]!.notify != state else { return }
        try change(account, in: group) { $0.notify = state }
        try emitOwn(.notifyStateChanged, of: group, to: account) { $0.field("state", state.rawValue) }
    }

    /// T-53.
    package func notifyState(in id: String, by number: Int64) throws -> GroupNotify {
        try nimMember(in: id, by: number).group.members[number]!.notify
    }

    /// T-Q14: NIM's own codes.
    func nimMember(in id: String, by number: Int64) throws -> (group: Group, account: Account) {
        let account = try caller(number)
        guard let group = try findGroup(id) else {
            throw Refusal(.nimNoGroup, keys: ["groupID"])
        }
        guard group.members[number] != nil else { throw Refusal(.nimNotInGroup, keys: ["groupID"]) }
        return (group, account)
    }
}
