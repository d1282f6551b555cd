import Chat
import ClientProtocol
import Domain
import EventLoop
import Routing

/// A request as the store's queues know it, beside its work.
struct QueuedRequest: Sendable {
    let address: ReplyAddress
    /// The session that asks; nil for administrators and logins.
    let session: SessionID?
    /// The user's meter, which pays for the rest of the request's cost; nil: nobody pays, as with administrators.
    let payer: SharedRateMeter?
    /// X-10, if the request has a key and changes something.
    let repeatable: Repeatable?

    /// Does the work and has the user pay for the steps that it took. Refused, and nothing is done, if what came before has cost
    /// more than the user has: requests come faster than it is known what they cost.
    func paying<Result>(
        _ rate: RateLimit, _ steps: () -> Int, _ work: () throws(CommandError) -> Result
    ) throws(CommandError) -> Result {
        guard let payer else { return try work() }
        let now = Milliseconds(Clock.monotonic)
        if payer.isOverdrawn(rate, now: now) { throw .refused(.rateLimited) }
        let before = steps()
        defer { payer.charge(rate, now: now, cost: Cost.ofSteps(steps() - before)) }
        return try work()
    }
}
