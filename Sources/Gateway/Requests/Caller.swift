import Chat
import Domain
import Routing
import Storage
import Synchronization

/// A user who asks for something: from a session, or over HTTP.
struct UserCaller: Sendable {
    let user: UserID
    /// The user's number in the state.
    let account: AccountNumber
    /// Nil over HTTP, and once the session has ended.
    let session: SessionID?
    /// Empty over HTTP, unless the operation needs a device: no device has that name.
    let device: String
    let platform: Platform
    /// The channels that its token names (F-03).
    let claim: ChannelClaim
}

/// An administrator who asks for something.
struct AdminCaller: Sendable {
    let keyName: String
    /// The user in whose name it acts.
    let operatorID: UserID?

    /// No user is called so: an id has no line feed.
    var name: String { "admin\n" + keyName }
}

/// The one on whose behalf a request is carried out, at whichever node that is.
struct Caller: Sendable {
    enum Role: Sendable {
        case user(UserCaller)
        case admin(AdminCaller)
    }

    let role: Role
    /// Request keys are kept under this name.
    let name: String
    /// Checked when the request is carried out; nil: the user's session vouches for it, or it is an administrator.
    let standing: CallerStanding?

    init(_ role: Role, named name: String, _ standing: CallerStanding? = nil) {
        self.role = role
        self.name = name
        self.standing = standing
    }

    init(_ session: Session) { self.init(session, as: session.caller) }

    /// H-12: one whose session has ended asks without it, by the token that it had. `caller`: as the session has it now.
    init(_ session: Session, as caller: UserCaller) {
        let name = caller.user.text
        guard session.hasEnded else {
            self.init(.user(caller), named: name)
            return
        }
        let withoutSession = UserCaller(
            user: caller.user, account: caller.account, session: nil, device: caller.device, platform: caller.platform,
            claim: caller.claim)
        self.init(
            .user(withoutSession), named: name,
            CallerStanding(caller.user, caller.account, issuedAt: session.issuedAt, makesAccounts: false))
    }

    init(_ session: AdminSession) { self.init(.admin(session.caller), named: session.caller.name) }

    /// Nil: an administrator asks.
    var user: UserID? {
        if case .user(let caller) = role { caller.user } else { nil }
    }

    /// The session that asks; nil: there is none.
    var session: SessionID? {
        if case .user(let caller) = role { caller.session } else { nil }
    }

    /// The admin key that has brought the request; nil: the user's own token.
    var keyName: String? {
        switch role {
        case .admin(let caller): return caller.keyName
        case .user:
            guard let end = name.utf8.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            return String(name[name.utf8.index(after: end)...].prefix { $0 != "\n" })
        }
    }
}

/// A user without a session, whose account may have ended or begun anew since a door let the request in.
final class CallerStanding: Sendable {
    let issuedAt: Seconds?
    /// a token makes the account, a key does not.
    let makesAccounts: Bool
    private let user: UserID
    private let account: AccountNumber
    private let gone = Atomic(false)

    init(_ user: UserID, _ account: AccountNumber, issuedAt: Seconds?, makesAccounts: Bool) {
        self.user = user
        self.account = account
        self.issuedAt = issuedAt
        self.makesAccounts = makesAccounts
    }

    func require(in chat: ChatState) throws(CommandError) {
        let found = try chat.devices.callerAccount(user, creates: makesAccounts, issuedAt: issuedAt)
        precondition(found == account, "\(user) was account \(account) and is \(found)")
    }

    /// As a reader finds it, which makes no account.
    func isFound(in transaction: any Transaction) throws(CommandError) -> Bool {
        if try Accounts.hasCaller(account, issuedAt: issuedAt, in: transaction) { return true }
        gone.store(true, ordering: .relaxed)
        return false
    }

    /// A reader has found that the account is deleted.
    var hasGone: Bool { gone.load(ordering: .relaxed) }
}
