import ClientProtocol
import Domain
import Routing
import Transport

/// The other end of a connection, from the upgrade to the close.
enum Peer {
    case unauthenticated(Unauthenticated)
    case user(Session)
    case admin(AdminSession)

    var role: Roles {
        switch self {
        case .unauthenticated: .anonymous
        case .user: .user
        case .admin: .admin
        }
    }
}

/// Nobody has opened a session yet.
final class Unauthenticated {
    /// From the upgrade's Authorization header.
    let bearer: String?
    /// Requests that did not open a session.
    var failures = 0
    /// Requests that have come since `session.open`, while that is under way; they are carried out after it.
    var waiting: [[UInt8]]?
    /// The bytes of those, and of a `session.open` that waits for its token's key.
    private(set) var keptBytes = 0
    /// The session that is being opened; nil: none, or it is to be one of an administrator.
    var opening: SessionID?
    /// The admin key that it has shown, for the audit log; empty: none that is known.
    var actor = ""

    init(bearer: String?) {
        self.bearer = bearer
    }

    /// Another message is kept for later.
    func noteKept(_ bytes: Int) { keptBytes += bytes }

    /// Nil: no session is being opened.
    func takeWaiting() -> [[UInt8]]? {
        keptBytes = 0
        defer { waiting = nil }
        return waiting
    }
}

/// A user's device on a connection.
final class Session: ChangeCounter {
    let record: SessionRecord
    private let account: AccountNumber
    /// A stamp: what was committed later, it is told when it happens.
    let begunAt: Stamp
    /// Shared by all sessions of the user.
    let userMeter: SharedRateMeter
    var meter = RateMeter()
    /// Requests that came while its budget or the user's was spent: one, and those that came with the login.
    var postponed: [[UInt8]] = []
    /// Requests refused as too frequent since the last one that was not.
    var throttled = 0
    /// Until then nothing that it sends is looked at, on the loop's clock.
    var restsUntil: Milliseconds = 0
    /// Why its connection is not read now.
    var holds: HoldReasons = []
    /// When the token ends, in seconds since 1970.
    var expiresAt: Seconds
    var isNoticeGiven = false
    /// When the token was issued, likewise; nil: it does not say.
    var issuedAt: Seconds?
    /// The channels that its token names.
    var claim: ChannelClaim
    /// with none of these tokens the session goes on.
    var revocation: TokenRevocation
    /// Requests that change something and have no reply yet.
    var changesUnderWay = 0
    /// The session is over. Some of its requests may still wait for hooks.
    var hasEnded = false
    /// Its requests since the first that waits for a hook; nil while none has.
    var line: RequestLine?
    /// When its login was answered, on the loop's clock.
    let answeredAt: Milliseconds

    init(
        _ record: SessionRecord, account: AccountNumber, begunAt: Stamp, userMeter: SharedRateMeter, expiresAt: Seconds,
        issuedAt: Seconds?, claim: ChannelClaim, revocation: TokenRevocation, answeredAt: Milliseconds
    ) {
        self.answeredAt = answeredAt
        self.record = record
        self.account = account
        self.begunAt = begunAt
        self.userMeter = userMeter
        self.expiresAt = expiresAt
        self.issuedAt = issuedAt
        self.claim = claim
        self.revocation = revocation
    }

    var caller: UserCaller {
        UserCaller(
            user: record.user, account: account, session: record.id, device: record.device, platform: record.platform,
            claim: claim)
    }
}

/// Why a session's connection is not read.
struct HoldReasons: OptionSet {
    let rawValue: UInt8

    /// Many of its requests wait for hooks.
    static let hooks = HoldReasons(rawValue: 1)
    /// Its budget of requests is spent, or its user's.
    static let rate = HoldReasons(rawValue: 2)
}

extension ShardLink {
    /// The connection is read again when no reason is left.
    func hold(_ connection: Connection, _ isHeld: Bool, of session: Session, for reason: HoldReasons) {
        if isHeld { session.holds.insert(reason) } else { session.holds.remove(reason) }
        shard.throttle.hold(connection, !session.holds.isEmpty)
    }
}

/// An administrator's connection.
final class AdminSession: ChangeCounter {
    let caller: AdminCaller
    let access: AdminAccess
    /// Requests that change something and have no reply yet.
    var changesUnderWay = 0

    init(_ caller: AdminCaller, _ access: AdminAccess) {
        self.caller = caller
        self.access = access
    }
}
