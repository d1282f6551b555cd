import Chat
import ClientProtocol
import Domain
import JSON
import ServerAPI
import Storage

/// White and mute lists, for those who lead the group and for administrators.
enum GroupListHandlers {
    static func readWhiteList(_ call: Call, _ session: Session) throws(Refusal) {
        let read = try call.whiteList(for: session.account)
        call.read(for: session, read)
    }

    static func readMuteList(_ call: Call, _ session: Session) throws(Refusal) {
        let read = try call.muteList(for: session.account)
        call.read(for: session, read)
    }

    static func readWhiteListForAdministrator(_ call: Call, _ session: AdminSession) throws(Refusal) {
        let read = try call.whiteList(for: nil)
        call.read(for: session, read)
    }

    static func readMuteListForAdministrator(_ call: Call, _ session: AdminSession) throws(Refusal) {
        let read = try call.muteList(for: nil)
        call.read(for: session, read)
    }
}

extension Call {
    /// `account`: nil for an administrator.
    fileprivate func whiteList(
        for account: Int64?
    ) throws(Refusal) -> @Sendable (any Transaction) throws -> ResultWriter {
        let (id, after) = (try self(GroupOperations.groupID), try cursor())
        let count = try self(GroupOperations.pageSize)
        return { transaction in
            let page = try GroupQueries.whiteList(of: id, for: account, after: after, count: count, in: transaction)
            return { json in
                json.users("whiteList", page.items.map(\.user))
                json.cursor(page.next)
            }
        }
    }

    fileprivate func muteList(
        for account: Int64?
    ) throws(Refusal) -> @Sendable (any Transaction) throws -> ResultWriter {
        let (id, after) = (try self(GroupOperations.groupID), try cursor())
        let count = try self(GroupOperations.pageSize)
        let now = context.configuration.microseconds / 1_000
        return { transaction in
            let page = try GroupQueries.muteList(
                of: id, for: account, at: now, after: after, count: count, in: transaction)
            return { json in
                json.muteList(page.items.map { ($0.user, $0.muteUntil) })
                json.cursor(page.next)
            }
        }
    }
}
