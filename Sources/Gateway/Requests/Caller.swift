import Domain
import Routing

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

    var withoutSession: UserCaller {
        UserCaller(user: user, account: account, session: nil, device: device, platform: platform, claim: claim)
    }

    /// No other user has this name among those who can repeat a request.
    var name: String { user.text }
}

/// An administrator who asks for something.
struct AdminCaller: Sendable {
    let keyName: String
    /// The user in whose name it acts.
    let operatorID: UserID?

    /// No user is called so: an id has no line feed.
    var name: String { "admin\n" + keyName }
}
