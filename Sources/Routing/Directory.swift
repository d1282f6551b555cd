import Domain
import Locking

/// Which sessions each user has, wherever they are.
///
/// A login is decided here in one step: the sessions it ends and its own entry change together, so two logins of the same
/// device can never both stay. The users are dealt over stripes with a lock each, held for the look-up alone.
package final class Directory: Sendable {
    package struct Opening: Sendable {
        /// The sessions that must go, already taken out.
        package let ended: [(session: SessionRecord, reason: LoginPolicy.Reason)]
        /// Shared by all sessions of the user.
        package let meter: SharedRateMeter
    }

    private struct Entry {
        /// Oldest first.
        var sessions: [SessionRecord] = []
        let meter = SharedRateMeter()
    }

    private final class Stripe: Sendable {
        let users = Lock<[UserID: Entry]>([:])
    }

    private let policy: LoginPolicy
    private let stripes: [Stripe]

    package init(_ policy: LoginPolicy) {
        self.policy = policy
        stripes = (0..<64).map { _ in Stripe() }
    }

    package func open(_ session: SessionRecord) -> Opening {
        stripe(of: session.user).users.withLock { users in
            var entry = users[session.user] ?? Entry()
            let present = entry.sessions.map { ($0.device, $0.platform) }
            let ended = policy.ended(among: present, device: session.device, platform: session.platform)
            let opening = Opening(
                ended: ended.map { (entry.sessions[$0.index], $0.reason) }, meter: entry.meter)
            let gone = Set(ended.map(\.index))
            entry.sessions = entry.sessions.indices.filter { !gone.contains($0) }.map { entry.sessions[$0] }
            entry.sessions.append(session)
            users[session.user] = entry
            return opening
        }
    }

    /// False if the session was not there any more.
    @discardableResult
    package func close(_ id: SessionID, of user: UserID) -> Bool {
        stripe(of: user).users.withLock { users in
            guard let index = users[user]?.sessions.firstIndex(where: { $0.id == id }) else { return false }
            users[user]!.sessions.remove(at: index)
            if users[user]!.sessions.isEmpty { users[user] = nil }
            return true
        }
    }

    /// Oldest first.
    package func sessions(of user: UserID) -> [SessionRecord] {
        stripe(of: user).users.withLock { $0[user]?.sessions ?? [] }
    }

    private func stripe(of user: UserID) -> Stripe {
        stripes[Int(UInt(bitPattern: user.hashValue) % UInt(stripes.count))]
    }
}
