import Chat
import Domain
import Routing
import Transport

/// A user whose token is good wants a session for a device.
struct LoginRequest: Sendable {
    let session: SessionID
    let user: UserID
    let device: String
    let platform: Platform
    /// Milliseconds since 1970.
    let openedAt: Milliseconds
    /// The client's, as text.
    let client: String
    /// Seconds since 1970.
    let expiresAt: Seconds
    /// When the token was issued, in seconds since 1970; nil: the token does not say.
    let issuedAt: Seconds?
    /// The channels that its token names.
    let claim: ChannelClaim
    let positions: StreamPositions?

    init(
        session: SessionID, user: UserID, device: String, platform: Platform, openedAt: Milliseconds, client: String,
        expiresAt: Seconds, issuedAt: Seconds?, claim: ChannelClaim, positions: StreamPositions?
    ) {
        self.session = session
        self.user = user
        self.device = device
        self.platform = platform
        self.openedAt = openedAt
        self.client = client
        self.expiresAt = expiresAt
        self.issuedAt = issuedAt
        self.claim = claim
        self.positions = positions
    }

    init(
        _ record: SessionRecord, expiresAt: Seconds, issuedAt: Seconds?, claim: ChannelClaim,
        positions: StreamPositions?
    ) {
        self.issuedAt = issuedAt
        self.claim = claim
        session = record.id
        user = record.user
        device = record.device
        platform = record.platform
        openedAt = record.openedAt
        client = record.address.hostText
        self.expiresAt = expiresAt
        self.positions = positions
    }
}

/// A login that the state has carried out: its session is to begin.
struct AdmittedLogin: Sendable {
    let address: ReplyAddress
    let request: LoginRequest
    let login: Login
}

/// A session that has begun.
struct Arrival: Sendable {
    let account: AccountNumber
    /// Nil: another node has sent it.
    let user: UserID?
    let device: String
    let platform: Platform
    /// The login was told everything up to this stamp.
    let told: Stamp
    /// By the gateway's clock.
    let moment: Milliseconds
}
