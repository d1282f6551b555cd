import Cluster
import Domain
import Locking

/// The seats of the whole cluster in memory, as the records up to now have them: who is there is asked on many queues.
final class SeatBook: Sendable {
    private struct State {
        var seats: [SessionKey: Seat] = [:]
        var ofUser: [UserID: [SessionKey]] = [:]
        /// Those that the batch which is under way here has freed: it asks who is still there.
        var leaving: Set<SessionKey> = []

        mutating func remove(_ key: SessionKey) -> Seat? {
            guard let seat = seats.removeValue(forKey: key) else { return nil }
            ofUser[seat.user]?.removeAll { $0 == key }
            if ofUser[seat.user]?.isEmpty == true { ofUser[seat.user] = nil }
            return seat
        }
    }

    private let state = Lock(State())

    /// The store is another one, or has just been opened.
    func begin(with seats: [Seat]) {
        state.withLock { state in
            state = State()
            for seat in seats {
                state.seats[seat.key] = seat
                state.ofUser[seat.user, default: []].append(seat.key)
            }
        }
    }

    func add(_ seat: Seat) {
        state.withLock { state in
            guard state.seats.updateValue(seat, forKey: seat.key) == nil else { return }
            state.ofUser[seat.user, default: []].append(seat.key)
        }
    }

    func remove(_ key: SessionKey) -> Seat? { state.withLock { $0.remove(key) } }

    func leave(_ key: SessionKey) { state.withLock { _ = $0.leaving.insert(key) } }

    /// Also within the batch that is under way here, but for the seats that it has given.
    func holds(_ key: SessionKey) -> Bool {
        state.withLock { $0.seats[key] != nil && !$0.leaving.contains(key) }
    }

    /// The batch has become a record, or has not happened.
    func settle() { state.withLock { $0.leaving = [] } }

    func removeAll(of incarnation: Incarnation) {
        state.withLock { state in
            for key in state.seats.keys.filter({ $0.incarnation == incarnation }) { _ = state.remove(key) }
        }
    }

    /// Oldest first, and in the same order at all nodes.
    func seats(of user: UserID) -> [Seat] {
        let seats = state.withLock { state in
            state.ofUser[user, default: []].compactMap { state.leaving.contains($0) ? nil : state.seats[$0] }
        }
        return seats.sorted { ($0.openedAt, $0.key) < ($1.openedAt, $1.key) }
    }

    var count: Int { state.withLock { $0.seats.count } }
}
