import Chat
import ClientProtocol
import Domain
import JSON

/// Reads a request about the group of that id, and returns what the domain is to do in a member's name.
private typealias GroupCommand = @Sendable (Request, String) throws(Refusal) -> GroupWork

/// Changes the group in an account's name, and writes the members of the reply's `ok`.
typealias GroupWork = @Sendable (ChatState, AccountNumber, inout JSONWriter) throws(CommandError) -> Void

/// A member asks, in its own name.
protocol MemberOperation: OperationDefinition {
    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork
}

extension MemberOperation {
    static var entries: [(Operation, Handler)] { [(declaration, .member(handle))] }
}

/// An administrator asks, in the name of the session's operator, or of the owner.
protocol GroupAdminOperation: OperationDefinition {
    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork
}

extension GroupAdminOperation {
    static var entries: [(Operation, Handler)] { [(declaration, .administrator(handle, isNotified: true))] }
}

/// A member asks, or an administrator by the counterpart of the operation, in a member's name.
protocol LeaderOperation: OperationDefinition {
    /// The counterpart.
    static var administratorDeclaration: Operation { get }
    /// X-D10, X-D21: a notification tells of it, and can carry the administrator's `notifyExt`.
    static var isNotified: Bool { get }
    /// What an administrator alone can say.
    static var administratorParameters: [ParameterDescription] { get }
    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork
}

extension LeaderOperation {
    static var isNotified: Bool { true }
    static var administratorParameters: [ParameterDescription] { [] }

    static var administratorDeclaration: Operation {
        let more = isNotified ? [AdminGroupParameters.notifyExt.description] : []
        return Operation(
            "admin." + declaration.name,
            declaration.summary + " An administrator does it, in the operator's name.",
            roles: .admin, parameters: declaration.parameters + administratorParameters + more,
            alternatives: declaration.alternatives,
            result: declaration.result, errors: declaration.errors, badParameter: declaration.badParameter)
    }

    static var entries: [(Operation, Handler)] {
        [
            (declaration, .member(handle)),
            (administratorDeclaration, .administrator(handle, isNotified: isNotified)),
        ]
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

    /// in the name of the session's operator, or of the owner.
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
