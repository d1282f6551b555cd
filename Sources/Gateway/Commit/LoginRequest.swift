import Chat
import Domain
import Routing

/// A user whose token is good wants a session for a device.
struct LoginRequest: Sendable {
    let session: SessionID
    let user: UserID
    let device: String
    let platform: Platform
    /// Milliseconds since 1970.
    let openedAt: Milliseconds
    /// Seconds since 1970.
    let expiresAt: Seconds
    /// Likewise; nil: the token does not say.
    let issuedAt: Seconds?
    let positions: StreamPositions?

    init(
        session: SessionID, user: UserID, device: String, platform: Platform, openedAt: Milliseconds,
        expiresAt: Seconds, issuedAt: Seconds?, positions: StreamPositions?
    ) {
        self.session = session
        self.user = user
        self.device = device
        self.platform = platform
        self.openedAt = openedAt
        self.expiresAt = expiresAt
        self.issuedAt = issuedAt
        self.positions = positions
    }

    init(_ record: SessionRecord, expiresAt: Seconds, issuedAt: Seconds?, positions: StreamPositions?) {
        self.issuedAt = issuedAt
        session = record.id
        user = record.user
        device = record.device
        platform = record.platform
        openedAt = record.openedAt
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
    let device: String
    let platform: Platform
    /// What its login was told: everything up to that stamp.
    let told: Stamp
    /// By the gateway's clock.
    let moment: Milliseconds
}
