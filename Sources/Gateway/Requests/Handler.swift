import ClientProtocol

/// The function that carries an operation out, by the role that may call it.
enum Handler: Sendable {
    typealias ForUser = @Sendable (Request, UserCaller) throws(Refusal) -> Work

    case user(ForUser)
    case admin(@Sendable (Request, AdminCaller) throws(Refusal) -> Work)
    /// About the connection itself, before it has a session.
    case unauthenticated(@Sendable (ConnectionCall, Unauthenticated) throws(Refusal) -> Void)
    /// About the user's session on the connection.
    case session(@Sendable (ConnectionCall, Session) throws(Refusal) -> Void)

    var role: Roles {
        switch self {
        case .unauthenticated: .anonymous
        case .user, .session: .user
        case .admin: .admin
        }
    }
}
