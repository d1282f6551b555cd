import Domain
import Locking

/// The sessions of each user, on all shards.
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

    private struct Users {
        var entries: [UserID: Entry] = [:]
        /// Those who had no session when they were last looked at; their meters may still be needed.
        var absent: Set<UserID> = []
    }

    private final class Stripe: Sendable {
        let users = Lock(Users())
    }

    package let hearers = Hearers()
    private let policy: LoginPolicy
    /// Sessions whose logins are under way. Nobody finds them yet.
    private let expected = Lock<[SessionID: SessionRecord]>([:])
    private let stripes: [Stripe]

    package init(_ policy: LoginPolicy) {
        self.policy = policy
        stripes = (0..<64).map { _ in Stripe() }
    }

    /// The session is about to be opened.
    package func expect(_ session: SessionRecord) {
        expected.withLock { $0[session.id] = session }
    }

    /// The session that was expected is opened now, or never.
    package func takeExpected(_ id: SessionID) -> SessionRecord? {
        expected.withLock { $0.removeValue(forKey: id) }
    }

    package func open(_ session: SessionRecord) -> Opening {
        stripe(of: session.user).users.withLock { users in
            var entry = users.entries[session.user] ?? Entry()
            let present = entry.sessions.map { ($0.device, $0.platform) }
            let ended = policy.ended(among: present, device: session.device, platform: session.platform)
            let opening = Opening(
                ended: ended.map { (entry.sessions[$0.index], $0.reason) }, meter: entry.meter)
            let gone = Set(ended.map(\.index))
            entry.sessions = entry.sessions.indices.filter { !gone.contains($0) }.map { entry.sessions[$0] }
            entry.sessions.append(session)
            users.entries[session.user] = entry
            return opening
        }
    }

    /// False if the session was not there any more.
    @discardableResult
    package func close(_ id: SessionID, of user: UserID) -> Bool {
        stripe(of: user).users.withLock { users in
            guard let index = users.entries[user]?.sessions.firstIndex(where: { $0.id == id }) else { return false }
            // The entry was found above.
            users.entries[user]!.sessions.remove(at: index)
            // The entry was found above.
            if users.entries[user]!.sessions.isEmpty { users.absent.insert(user) }
            return true
        }
    }

    /// The user's meter, which is there before the first session is and after the last one was.
    package func meter(of user: UserID) -> SharedRateMeter {
        stripe(of: user).users.withLock { users in
            if let entry = users.entries[user] { return entry.meter }
            let entry = Entry()
            users.entries[user] = entry
            users.absent.insert(user)
            return entry.meter
        }
    }

    /// Forgets users who have no session and whose meters are full again: a meter that was kept no longer than it is needed. Called
    /// once a second or so; it looks at those alone who have gone.
    package func forgetAbsent(now: Milliseconds) {
        for stripe in stripes {
            stripe.users.withLock { users in
                for user in users.absent {
                    guard let entry = users.entries[user], entry.sessions.isEmpty else {
                        users.absent.remove(user)
                        continue
                    }
                    if entry.meter.forget(ifFullAt: now) {
                        users.entries[user] = nil
                        users.absent.remove(user)
                    }
                }
            }
        }
    }

    /// How many users are known, with sessions or without.
    var userCount: Int { stripes.reduce(0) { $0 + $1.users.withLock { $0.entries.count } } }

    /// Oldest first.
    package func sessions(of user: UserID) -> [SessionRecord] {
        stripe(of: user).users.withLock { $0.entries[user]?.sessions ?? [] }
    }

    var stripeCount: Int { stripes.count }

    /// The sessions of the users of one stripe, in no order.
    func sessions(inStripe index: Int) -> [SessionRecord] {
        stripes[index].users.withLock { $0.entries.values.flatMap(\.sessions) }
    }

    private func stripe(of user: UserID) -> Stripe {
        // Any spread will do, and the dictionary hashes the id once more.
        var (text, hash) = (user.text, 0 as UInt)
        text.withUTF8 { for byte in $0 { hash = hash &* 31 &+ UInt(byte) } }
        return stripes[Int(hash % UInt(stripes.count))]
    }
}
