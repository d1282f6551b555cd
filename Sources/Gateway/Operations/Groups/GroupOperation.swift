import Chat
import ClientProtocol
import Domain
import JSON

/// Reads a request about the group of that id, and returns the change that is made in a member's name.
typealias GroupCommand = @Sendable (Request, String) throws(Refusal) -> GroupWork

/// Changes the group in an account's name, and writes the members of the reply's `ok`.
typealias GroupWork = @Sendable (ChatState, AccountNumber, inout JSONWriter) throws(CommandError) -> Void

extension Operation {
    /// A member asks, in its own name.
    func member(_ command: @escaping GroupCommand) -> OperationDefinition {
        OperationDefinition(self, .member(command))
    }

    /// An administrator asks, in the name of the session's operator, or of the owner.
    func groupAdmin(_ command: @escaping GroupCommand) -> OperationDefinition {
        OperationDefinition(self, .administrator(command, isNotified: true))
    }

    /// A member asks, or an administrator by the counterpart of the operation, in a member's name.
    ///
    /// `isNotified`: a notification tells of it, and can carry the administrator's `notifyExt` (X-D10, X-D21).
    /// `more`: the parameters that an administrator alone can send.
    func leader(
        isNotified: Bool = true, with more: [any DescribedParameter] = [], counterpart: Operation? = nil,
        _ command: @escaping GroupCommand
    ) -> [OperationDefinition] {
        let notifyExt: [any DescribedParameter] = isNotified ? [AdminGroupParameters.notifyExt] : []
        return [
            member(command),
            OperationDefinition(
                counterpart ?? forAdministrator(with: more + notifyExt),
                .administrator(command, isNotified: isNotified)),
        ]
    }

    private func forAdministrator(with more: [any DescribedParameter]) -> Operation {
        Operation(
            "admin." + name, summary + " An administrator does it, in the operator's name.", roles: .admin,
            parameters: parameters + more.map(\.description), alternatives: alternatives, result: result,
            errors: errors,
            badParameter: badParameter)
    }
}

extension Handler {
    /// By a member, in its own name.
    fileprivate static func member(_ command: @escaping GroupCommand) -> Handler {
        .user { request, caller throws(Refusal) in
            try request.refuseNotifyExt()
            let work = try command(request, try request(GroupParameters.groupID))
            return .change { chat, json throws(CommandError) in try work(chat, caller.account, &json) }
        }
    }

    /// By an administrator, in the name of the session's operator, or of the owner.
    fileprivate static func administrator(_ command: @escaping GroupCommand, isNotified: Bool) -> Handler {
        .admin { request, caller throws(Refusal) in
            let id = try request(GroupParameters.groupID)
            let work = try command(request, id)
            let notifyExt = isNotified ? try request(AdminGroupParameters.notifyExt) : nil
            return .change { chat, json throws(CommandError) in
                chat.work.notifyExt = notifyExt
                chat.work.isForAdministrator = true
                try work(chat, chat.groupLife.operatorNumber(caller.operatorID, in: id), &json)
            }
        }
    }
}
