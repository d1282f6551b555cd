import ClientProtocol
import Domain
import JSON
import Ledger
import ServerAPI

extension Desk {
    static func createGroupForUser(_ call: Call, _ session: AdminSession) throws(Refusal) {
        let owner = try call(AdminGroupOperations.owner)
        let draft = try call.teamDraft(try call(AdminGroupOperations.kind))
        call.change(by: session) { books in
            let team = try books.createTeam(draft, for: owner)
            return { json in
                json.field("groupID", team.id)
                json.results(team.results)
            }
        }
    }

    static func destroyGroup(_ call: Call, _ session: AdminSession) throws(Refusal) {
        try call.changeGroup(by: session) { books, id, number in try books.destroyTeam(id, by: number) }
    }

    static func disableGroup(_ call: Call, _ session: AdminSession) throws(Refusal) {
        let isDisabled = try call(AdminGroupOperations.disabled)
        try call.changeGroup(by: session) { books, id, _ in try books.disableTeam(id, isDisabled) }
    }

    static func muteGroup(_ call: Call, _ session: AdminSession) throws(Refusal) {
        let mute = try call(AdminGroupOperations.mute)
        try call.changeGroup(by: session) { books, id, number in try books.muteAll(mute, in: id, by: number) }
    }
}

extension Call {
    /// in the name of the session's operator, or of the owner.
    fileprivate func changeGroup(
        by session: AdminSession, _ work: @escaping @Sendable (Books, String, Int64) throws -> Void
    ) throws(Refusal) {
        let id = try self(GroupOperations.groupID)
        let user = session.operatorID
        change(by: session) { books in
            try work(books, id, books.operatorNumber(user, in: id))
            return { _ in }
        }
    }
}
