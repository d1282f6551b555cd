import Chat
import ClientProtocol
import Domain
import JSON
import ServerAPI

/// Reads a request about the group of that id, and returns what the domain is to do in a member's name.
typealias GroupCommand = @Sendable (Request, String) throws(Refusal) -> GroupWork

/// Changes the group in an account's name, and writes the members of the reply's `ok`.
typealias GroupWork = @Sendable (ChatState, AccountNumber, inout JSONWriter) throws(CommandError) -> Void

extension Handler {
    /// By a member, in its own name.
    static func member(_ command: @escaping GroupCommand) -> Handler {
        .user { request, caller throws(Refusal) in
            try request.refuseNotifyExt()
            let work = try command(request, try request(GroupOperations.groupID))
            return .change { chat, json throws(CommandError) in try work(chat, caller.account, &json) }
        }
    }

    /// in the name of the session's operator, or of the owner.
    static func administrator(_ command: @escaping GroupCommand, isNotified: Bool = true) -> Handler {
        .admin { request, caller throws(Refusal) in
            let id = try request(GroupOperations.groupID)
            let work = try command(request, id)
            let notifyExt = isNotified ? try request(AdminGroupOperations.notifyExt) : nil
            return .change { chat, json throws(CommandError) in
                chat.work.notifyExt = notifyExt
                chat.work.isForAdministrator = true
                try work(chat, chat.groupLife.operatorNumber(caller.operatorID, in: id), &json)
            }
        }
    }

    /// A member's operation, and its counterpart by which an administrator does it in a member's name.
    static func memberAndAdministrator(
        _ operation: Operation, _ command: @escaping GroupCommand
    ) -> [(Operation, Handler)] {
        let isNotified = AdminGroupOperations.isNotified(operation)
        return [
            (operation, .member(command)),
            (AdminGroupOperations.counterpart(of: operation), .administrator(command, isNotified: isNotified)),
        ]
    }
}
