import Locking

/// Whether the gateway can take traffic, and if not, why not.
final class Readiness: Sendable {
    enum Obstacle: String, CaseIterable, Sendable {
        case draining
    }

    private let present = Lock<Set<Obstacle>>([])

    var obstacles: [Obstacle] {
        let present = present.withLock { $0 }
        return Obstacle.allCases.filter(present.contains)
    }

    func raise(_ obstacle: Obstacle) {
        present.withLock { _ = $0.insert(obstacle) }
    }
}
