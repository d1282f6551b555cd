/// The values of a metric's label.
package protocol MetricLabel: RawRepresentable<String>, CaseIterable, Equatable, Sendable where AllCases == [Self] {}

/// Why a connection was not taken.
package enum ConnectionRefusal: String, MetricLabel {
    /// `connections.total` is reached.
    case total
    /// `connections.pendingPerAddress` is reached.
    case pendingPerAddress = "pending_per_address"
    /// A trusted proxy sent no PROXY header, a wrong one, or not in time.
    case proxyHeader = "proxy_header"
    /// The process has no descriptor left.
    case descriptors
}

/// Why a connection was ended for what it had sent.
package enum InputRefusal: String, MetricLabel {
    /// `input.bytesPerAddress` is reached.
    case address
    /// `input.bytesPerNode` is reached, or half of it by clients without a session.
    case node
}

package enum HandshakeResult: String, MetricLabel {
    case ok, failed, timeout
}

/// How a request ended.
package enum RequestResult: String, MetricLabel {
    case ok
    /// An error reply: the request, or the one who sent it, is at fault.
    case refused
    /// A rate limit was reached.
    case throttled
    /// The gateway is at fault.
    case failed

    var index: Int {
        switch self {
        case .ok: 0
        case .refused: 1
        case .throttled: 2
        case .failed: 3
        }
    }
}

/// How an attempt to fetch an issuer's keys ended.
package enum IssuerFetchResult: String, MetricLabel {
    case ok
    /// The former keys stay in force.
    case failed
}

/// How an attempt to get a certificate ended.
package enum CertificateAttemptResult: String, MetricLabel {
    case ok, failed
    /// The ACME server takes no more for now.
    case rateLimited = "rate_limited"
}

/// An endpoint's answer to a request with events.
package enum EventRequestResult: String, MetricLabel {
    case delivered, refused, failed
}

/// The end of a recorded span.
package enum SpanResult: String, MetricLabel {
    case exported
    /// The collector was too slow, and too many waited.
    case dropped
    /// The collector did not take it.
    case failed
}

/// A hook's decision about a request.
package enum HookResult: String, MetricLabel {
    case allow, refuse, replace
    /// There was no decision.
    case failed
}

package enum KickReason: String, MetricLabel {
    /// A newer session of the same device.
    case sameDevice = "same_device"
    /// A newer session on a platform of the same exclusive group.
    case exclusivePlatform = "exclusive_platform"
    /// `sessions.perUser` is reached.
    case tooManySessions = "too_many_sessions"
    case tokenExpired = "token_expired"
    /// The account was disabled or deleted.
    case accountEnded = "account_ended"
    /// The token of the session was revoked.
    case tokenRevoked = "token_revoked"
    case byAdministrator = "by_administrator"
    /// `session.close` from another session of the user.
    case closed
}

/// The way of bytes of pictures and files through the gateway.
package enum MediaWay: String, MetricLabel {
    case received, sent
}

/// The fate of a message that was offered to a live room.
package enum RoomOutcome: String, MetricLabel {
    case drawn, shed, refused
}
