import ClientProtocol
import Domain
import JSON

extension ChatState {
    /// T-52, T-Q18: for oneself alone; forgotten when the membership ends.
    package func setNotifyState(_ state: TeamNotify, in id: String, by number: Int64) throws {
        let (team, account) = try nimMember(in: id, by: number)
        // T-Q17.
        if state == .onlyManagers, team.kind == .superTeam {
            throw Refusal(.messageParameters, "a super team has no such state", keys: ["state"])
        }
        guard team.members[number]!.notify != state else { return }
        try change(account, in: team) { $0.notify = state }
        try emitOwn(.notifyStateChanged, of: team, to: account) { $0.field("state", state.rawValue) }
    }

    /// T-53.
    package func notifyState(in id: String, by number: Int64) throws -> TeamNotify {
        try nimMember(in: id, by: number).team.members[number]!.notify
    }

    /// T-Q14: NIM's own codes.
    func nimMember(in id: String, by number: Int64) throws -> (team: Team, account: Account) {
        let account = try caller(number)
        guard let team = try findTeam(id) else {
            throw Refusal(.noTeam, keys: ["groupID"])
        }
        guard team.members[number] != nil else { throw Refusal(.notInTeam, keys: ["groupID"]) }
        return (team, account)
    }
}
