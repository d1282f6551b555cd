import Locking

/// Whether the gateway can take traffic, and if not, why not.
final class Readiness: Sendable {
    enum Obstacle: String, CaseIterable, Sendable {
        case draining
        /// The store cannot be written to.
        case store
    }

    private let present = Lock<[Obstacle: String]>([:])

    /// Each with what is to be said about it.
    var obstacles: [(obstacle: Obstacle, detail: String)] {
        let present = present.withLock { $0 }
        return Obstacle.allCases.compactMap { obstacle in present[obstacle].map { (obstacle, $0) } }
    }

    var isDraining: Bool { present.withLock { $0[.draining] != nil } }

    func raise(_ obstacle: Obstacle, _ detail: String) {
        present.withLock { $0[obstacle] = detail }
    }

    func clear(_ obstacle: Obstacle) {
        present.withLock { $0[obstacle] = nil }
    }
}
