import Chat
import Domain

/// Nobody makes a group here.
extension ServerEvent {
    var recipient: UserID { user.id }

    var sparesOrigin: Bool { user.sparesOrigin }

    private var user: (id: UserID, sparesOrigin: Bool) {
        guard case .user(let id, let sparesOrigin) = audience else { preconditionFailure("a team is told \(content)") }
        return (id, sparesOrigin)
    }
}
