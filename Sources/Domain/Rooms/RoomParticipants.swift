/// The participants of a room, by session (L-04 to L-08): two tabs of a user count two.
package struct RoomParticipants<Session: Hashable & Sendable>: Sendable {
    package struct User: Sendable {
        package let account: AccountNumber
        package let id: UserID
        package fileprivate(set) var sessions = 0
        package let since: Milliseconds
        /// The number of the entry with which the user came. Users are listed by it, since two may come in one millisecond.
        fileprivate let entry: Int
    }

    private struct Place {
        let account: AccountNumber
        /// The last of its entries.
        var entry: Int
    }

    private var places: [Session: Place] = [:]
    private var users: [AccountNumber: User] = [:]
    /// The users who have entered lately, the newest last; some may have left.
    private var newest: [AccountNumber] = []
    package private(set) var peak = 0
    package private(set) var entries = 0
    private var lastEntry = 0

    package init() {}

    package var count: Int { places.count }

    package subscript(account: AccountNumber) -> User? { users[account] }

    package func user(_ id: UserID) -> User? { users.values.first { $0.id == id } }

    package var userIDs: [UserID] { users.values.map(\.id) }

    package func contains(_ session: Session) -> Bool { places[session] != nil }

    /// A session that is in the room already enters no second time. Returns the number of this entry, repeated or not.
    @discardableResult
    package mutating func enter(
        _ session: Session, of account: AccountNumber, _ id: UserID, now: Milliseconds
    ) -> Int {
        lastEntry += 1
        guard places.updateValue(Place(account: account, entry: lastEntry), forKey: session) == nil else {
            return lastEntry
        }
        entries += 1
        peak = max(peak, places.count)
        users[account, default: User(account: account, id: id, since: now, entry: lastEntry)].sessions += 1
        newest.append(account)
        if newest.count > 2 * mostListed { newest.removeFirst(mostListed) }
        return lastEntry
    }

    /// `entry`: only if it has not entered again since; nil: in any case. False: it stays, or was not there.
    @discardableResult
    package mutating func leave(_ session: Session, entry: Int? = nil) -> Bool {
        guard let place = places[session], entry == nil || place.entry == entry else { return false }
        places[session] = nil
        let account = place.account
        users[account]?.sessions -= 1
        if users[account]?.sessions == 0 { users[account] = nil }
        return true
    }

    /// The sessions of the user, which are in the room no longer.
    package mutating func remove(_ account: AccountNumber) -> [Session] {
        guard users[account] != nil else { return [] }
        let sessions = places.filter { $0.value.account == account }.map(\.key)
        for session in sessions { leave(session) }
        return sessions
    }

    /// L-08: all of them up to 200, otherwise a sample: `leading` and the newest.
    package func list(leading: [AccountNumber]) -> (users: [User], isSample: Bool) {
        if users.count <= mostListed { return (users.values.sorted { $0.entry < $1.entry }, false) }
        var (listed, known): ([User], Set<AccountNumber>) = ([], [])
        for account in leading + newest.reversed() {
            guard listed.count < mostListed else { break }
            if let user = users[account], known.insert(account).inserted { listed.append(user) }
        }
        return (listed, true)
    }
}

private let mostListed = 200
