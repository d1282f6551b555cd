import ClientProtocol
import Domain
import Framing

/// Requests of this shard that wait until the node of a cluster has come as far as the one that their callers have an answer
/// of (docs/http.md).
final class PositionWaits {
    static let header = "Martlet-Position"
    static let isBehind = "this node has not come as far as the one that you have asked before; nothing was done"

    private struct Wait {
        let position: Int64
        let deadline: Milliseconds
        let goOn: (_ isReached: Bool) -> Void
    }

    private let link: ShardLink
    private var waits: [Wait] = []

    init(_ link: ShardLink) { self.link = link }

    /// A gateway that runs alone has everything.
    func isReached(_ position: Int64) -> Bool { link.context.cluster.map { $0.position >= position } ?? true }

    /// `goOn` is called once.
    func await(_ position: Int64, _ goOn: @escaping (_ isReached: Bool) -> Void) {
        waits.append(Wait(position: position, deadline: link.now + longestWait, goOn: goOn))
        settle()
    }

    /// The node has come further.
    func wake() { settle() }

    /// For some, the time may be over.
    func timerFired() { settle() }

    private func settle() {
        guard !waits.isEmpty, let cluster = link.context.cluster else { return }
        // First, so that what the look does not see wakes the shard.
        let lowest = waits.reduce(Int64.max) { min($0, $1.position) }
        cluster.positions.await(lowest)
        let (all, position, now) = (waits, cluster.position, link.now)
        waits = all.filter { $0.position > position && $0.deadline > now }
        for wait in all where wait.position <= position || wait.deadline <= now { wait.goOn(wait.position <= position) }
        if let next = waits.map(\.deadline).min() { link.wake(at: next) }
    }
}

private let longestWait: Milliseconds = 2_000

extension HTTPRequest {
    /// Nil: it names none.
    var position: Int64? {
        get throws(HTTPFailure) {
            guard let text = headers.first(of: "martlet-position") else { return nil }
            let isNumber =
                !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            guard isNumber, !headers.hasSeveral("martlet-position"), let position = Int64(text) else {
                throw HTTPFailure(
                    Refusal(
                        .badRequest, "\(PositionWaits.header) must be the value of an earlier response",
                        keys: [PositionWaits.header]))
            }
            return position
        }
    }
}
