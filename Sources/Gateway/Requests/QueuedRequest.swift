import Chat
import ClientProtocol
import Domain
import EventLoop
import Routing

/// Pays for the work that requests turn out to cause.
struct Payer: Sendable {
    let meter: SharedRateMeter
    let rate: RateLimit

    /// Does the work and has the user pay for the steps that it took. Refused, and nothing is done, if what came before has cost
    /// more than the user has: requests come faster than it is known what they cost.
    func paying<Result>(
        _ steps: () -> Int, _ work: () throws(CommandError) -> Result
    ) throws(CommandError) -> Result {
        let now = Milliseconds(Clock.monotonic)
        if meter.isOverdrawn(rate, now: now) { throw .refused(.rateLimited) }
        let before = steps()
        defer { meter.charge(rate, now: now, cost: Cost.ofSteps(steps() - before)) }
        return try work()
    }
}

/// A request as the store's queues know it, beside its work.
struct QueuedRequest: Sendable {
    let address: ReplyAddress
    /// The session that asks; nil for administrators and logins.
    let session: SessionID?
    /// Of the user, or of the admin key if that has a rate; nil: nobody pays.
    let payer: Payer?
    /// X-10, if the request has a key and changes something.
    let repeatable: Repeatable?
    /// What its commit writes into the audit log, with the result; nil: nothing.
    var audited: AuditedRequest?
    /// Nil: it belongs to no trace.
    var trace: RequestTrace?

    /// Does the work and has the user, if one pays, pay for the steps that it took.
    func paying<Result>(
        _ steps: () -> Int, _ work: () throws(CommandError) -> Result
    ) throws(CommandError) -> Result {
        guard let payer else { return try work() }
        return try payer.paying(steps, work)
    }
}
