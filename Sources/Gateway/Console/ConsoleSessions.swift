import Bytes
import Domain
import Locking
import Security
import Settings
import Transport

/// The operators who are signed in to the console (K-02), on all shards. They are forgotten when the gateway ends.
final class ConsoleSessions: Sendable {
    struct Session: Sendable {
        /// The admin key. Its rights are looked up with each request: a key that has gone is good for nothing.
        let secret: String
        let keyName: String
        /// The console's pages send it in a header, and nobody else knows it (K-05).
        let token: String
        let endsAt: Milliseconds
        fileprivate var usedAt: Milliseconds
        /// The number of its last use among those of all sessions: the shards' clocks may differ by milliseconds.
        fileprivate var lastUse: Int
    }

    private struct State {
        /// By the digest of the cookie: a comparison tells nothing about the cookies there are.
        var sessions: [[UInt8]: Session] = [:]
        var uses = 0
        var failures: SourceLimit<SocketAddress.Network>
    }

    private let state: Lock<State>
    private let longest: Milliseconds
    private let idle: Milliseconds

    init(_ configuration: Configuration) {
        state = Lock(State(failures: SourceLimit(RateLimit(perMinute: configuration.api.failuresPerMinute))))
        longest = Milliseconds(configuration.admin.consoleSeconds) * 1_000
        idle = Milliseconds(configuration.admin.consoleIdleSeconds) * 1_000
    }

    /// Returns the cookie. A key that has the most sessions already loses the one that was not used for longest.
    func begin(_ access: AdminAccess, secret: String, now: Milliseconds) -> (cookie: String, session: Session) {
        let cookie = Base64.url.encode(Random.bytes(32))
        let token = Base64.url.encode(Random.bytes(32))
        let session = state.withLock { state in
            state.uses += 1
            let session = Session(
                secret: secret, keyName: access.name, token: token, endsAt: now + longest, usedAt: now,
                lastUse: state.uses)
            state.sessions = state.sessions.filter { isOpen($0.value, now: now) }
            let ofKey = state.sessions.filter { $0.value.keyName == access.name }
            if ofKey.count >= mostPerKey, let oldest = ofKey.min(by: { $0.value.lastUse < $1.value.lastUse }) {
                state.sessions[oldest.key] = nil
            }
            state.sessions[Digest.sha256(cookie)] = session
            return session
        }
        return (cookie, session)
    }

    /// The session is used now. Nil: there is none, or it has ended.
    func session(of cookie: String, now: Milliseconds) -> Session? {
        let digest = Digest.sha256(cookie)
        return state.withLock { state in
            guard let session = state.sessions[digest] else { return nil }
            guard isOpen(session, now: now) else {
                state.sessions[digest] = nil
                return nil
            }
            state.uses += 1
            state.sessions[digest]?.usedAt = now
            state.sessions[digest]?.lastUse = state.uses
            return session
        }
    }

    func end(_ cookie: String) {
        let digest = Digest.sha256(cookie)
        state.withLock { $0.sessions[digest] = nil }
    }

    private func isOpen(_ session: Session, now: Milliseconds) -> Bool {
        now < session.endsAt && now < session.usedAt + idle
    }

    // MARK: - Attempts

    func isGuessing(_ network: SocketAddress.Network, now: Milliseconds) -> Bool {
        state.withLock { $0.failures.isReached(by: network, now: now) }
    }

    func noteFailure(_ network: SocketAddress.Network, now: Milliseconds) {
        state.withLock { _ = $0.failures.allows(network, now: now) }
    }
}

/// With one admin key, which may be several people's.
private let mostPerKey = 16
