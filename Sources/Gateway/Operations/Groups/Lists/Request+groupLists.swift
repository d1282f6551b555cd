import Chat
import ClientProtocol
import Domain
import Storage

extension Request {
    /// `account`: nil for an administrator.
    func whiteList(
        for account: AccountNumber?
    ) throws(Refusal) -> StoreWork {
        let (id, after) = (try self(GroupParameters.groupID), try cursor())
        let count = try self(GroupParameters.pageSize)
        return { transaction, json throws(CommandError) in
            let page = try GroupQueries.whiteList(of: id, for: account, after: after, count: count, in: transaction)
            json.users("whiteList", page.items.map(\.user))
            json.cursor(page.next)
        }
    }

    func muteList(
        for account: AccountNumber?
    ) throws(Refusal) -> StoreWork {
        let (id, after) = (try self(GroupParameters.groupID), try cursor())
        let count = try self(GroupParameters.pageSize)
        let now = context.configuration.now.time
        return { transaction, json throws(CommandError) in
            let page = try GroupQueries.muteList(
                of: id, for: account, at: now, after: after, count: count, in: transaction)
            json.muteList(page.items.map { ($0.user, $0.muteUntil) })
            json.cursor(page.next)
        }
    }

    func adminCandidates() throws(Refusal) -> AdminCandidates {
        switch (try self(GroupListParameters.candidate), try self(GroupListParameters.candidates)) {
        case (let user?, nil): return AdminCandidates(user)
        case (nil, let users?): return AdminCandidates(users)
        case (nil, nil): throw Refusal(.groupParameters, "userID or userIDs is missing", keys: ["userID"])
        default:
            throw Refusal(.groupParameters, "userID and userIDs exclude each other", keys: ["userID", "userIDs"])
        }
    }
}
