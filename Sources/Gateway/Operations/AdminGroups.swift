import ClientProtocol
import Domain
import JSON
import Ledger
import ServerAPI

extension ShardGateway {
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

    static func disableGroup(_ call: Call, _ session: AdminSession) throws(Refusal) {
        let id = try call(GroupOperations.groupID)
        let isDisabled = try call(AdminGroupOperations.disabled)
        call.change(by: session) { books in
            try books.disableTeam(id, isDisabled)
            return { _ in }
        }
    }
}
