import ClientProtocol
import Domain
import Framing

/// Requests of this shard that wait until the node of a cluster has come as far as the one that their callers have an answer
/// of (docs/http.md).
final class PositionWaits {
    static let header = "Martlet-Position"
    static let isBehind = "this node has not come as far as the one that you have asked before; nothing was done"

    private let link: ShardLink
    private var waits = AwaitedPositions<(Bool) -> Void>(atMost: mostWaits)

    init(_ link: ShardLink) { self.link = link }

    /// A gateway that runs alone has everything.
    func isReached(_ position: Int64) -> Bool { link.context.state.position.map { $0 >= position } ?? true }

    /// `goOn` is called once. Nothing has been charged for the request yet, so not any number of them may wait.
    func await(_ position: Int64, _ goOn: @escaping (_ isReached: Bool) -> Void) throws(HTTPFailure) {
        guard waits.add(goOn, for: position, until: link.now + longestWait) else {
            throw HTTPFailure(Refusal(.unavailable, "too many requests wait for this node to come further"))
        }
        settle()
    }

    /// The node has come further.
    func wake() { settle() }

    /// For some, the time may be over.
    func timerFired() { settle() }

    private func settle() {
        guard let lowest = waits.lowest else { return }
        // First, so that what the look does not see wakes the shard.
        link.context.state.awaitPosition(lowest)
        let due = waits.takeDue(at: link.context.state.position ?? .max, now: link.now)
        if let next = waits.nextDeadline { link.wake(at: next) }
        for wait in due { wait.waiter(wait.isReached) }
    }
}

private let longestWait: Milliseconds = 2_000
/// Of a shard.
private let mostWaits = 1_024

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
