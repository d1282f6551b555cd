import Domain
import Locking
import Synchronization
import Transport

/// The accounts of which a connection hears what their sessions are told, without being a session: streams of conversations over
/// HTTP (N-12).
package final class Hearers: Sendable {
    private let connections = Lock<[AccountNumber: [ConnectionID]]>([:])
    /// Most processes have none, and are told so without the lock.
    private let count = Atomic<Int>(0)

    package var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

    package subscript(account: AccountNumber) -> [ConnectionID] {
        isEmpty ? [] : connections.withLock { $0[account] ?? [] }
    }

    package func enter(_ account: AccountNumber, _ connection: ConnectionID) {
        connections.withLock { $0[account, default: []].append(connection) }
        count.add(1, ordering: .acquiringAndReleasing)
    }

    package func leave(_ account: AccountNumber, _ connection: ConnectionID) {
        connections.withLock { connections in
            guard let index = connections[account]?.firstIndex(of: connection) else {
                preconditionFailure("\(connection) does not hear account \(account)")
            }
            connections[account]?.remove(at: index)
            if connections[account]?.isEmpty == true { connections[account] = nil }
        }
        count.subtract(1, ordering: .acquiringAndReleasing)
    }
}
