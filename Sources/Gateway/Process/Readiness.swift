import Locking

/// Whether the gateway can take traffic, and if not, why not.
final class Readiness: Sendable {
    enum Problem: String, CaseIterable, Sendable {
        case draining
        /// The store cannot be written to.
        case store
        /// The node does not follow the others.
        case cluster
        /// The node neither leads nor has a link to the node that does.
        case leader
        /// The node is behind the others.
        case lag
        /// The rules of the node are not the leader's, so it does not lead. Everybody is served.
        case settings
        /// Issuers' keys could not be fetched. Everybody else is served.
        case issuers
        /// P-25: a provider takes no more pushes today. Everybody is served.
        case pushes
        /// A backend does not take its events. Everybody is served.
        case events
        /// Backends that decide about requests do not answer.
        case hooks
        /// There is no certificate yet, or it could not be renewed. A proxy that held back the traffic would hold back the ACME
        /// server, too.
        case certificates

        /// The gateway takes traffic nevertheless.
        var isWarning: Bool { [.settings, .issuers, .pushes, .events, .hooks, .certificates].contains(self) }
    }

    private let present = Lock<[Problem: String]>([:])

    /// Each with what is to be said about it.
    var problems: [(problem: Problem, detail: String)] {
        let present = present.withLock { $0 }
        return Problem.allCases.compactMap { problem in present[problem].map { (problem, $0) } }
    }

    var isDraining: Bool { present.withLock { $0[.draining] != nil } }

    func raise(_ problem: Problem, _ detail: String) {
        present.withLock { $0[problem] = detail }
    }

    func clear(_ problem: Problem) {
        present.withLock { $0[problem] = nil }
    }
}
