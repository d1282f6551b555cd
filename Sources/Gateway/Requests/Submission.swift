import Chat
import ClientProtocol
import Domain
import EventLoop
import JSON
import Routing
import Storage

/// Something for the one that writes the state: the writer of this process, or the leader of the cluster. Of values, so that
/// any node can carry it out. Large and rare ones are indirect, so that the others stay small.
enum StateRequest: Sendable {
    /// A caller asks for an operation.
    case call(Call)
    /// The piece of it that begins there.
    case piece(Call, from: Int)
    /// Whether that has been carried out before.
    case lookUp(Call)
    /// The account of a user who asks over HTTP. `creates`: or makes it.
    indirect case identify(UserID, creates: Bool, issuedAt: Seconds?)
    indirect case logIn(LoginRequest)
    /// Tells these members that their conversation with the group has changed (C-22).
    case show(group: GroupNumber, to: [AccountNumber])
    /// A session's user ends another one of his own.
    case close(SessionID, of: AccountNumber)
    /// Nothing. When the reply comes, this process's store has all that was submitted before.
    case nothing
    indirect case fact(SessionFact)
}

/// A thing that has happened to a session, or beside one.
enum SessionFact: Sendable {
    case arrived(Arrival)
    /// On a cluster: the session is over. Its seat is free, and its user has perhaps gone.
    case left(SessionID, at: Milliseconds)
    case ended(SessionEnd)
    case lastSign(LastSign, of: AccountNumber)
    /// Its user has ended the session at its own device.
    case signedOut(UserID, device: String)
    /// Entries that the process has gathered for the audit log.
    case audited([AuditEntry])
    case room(RoomID, RoomFact)
}

/// A request of the state with what its reply and its costs need. A class, so that it costs little to hand on.
final class Submission: Sendable {
    let request: StateRequest
    /// Where the reply is awaited; nil: nowhere.
    let address: ReplyAddress?
    /// The session that asks, or that the fact is about.
    let session: SessionID?
    /// Of the user, or of the admin key if that has a rate; nil: nobody pays.
    let payer: Payer?
    /// Tells the shard that awaits the reply; nil: none does, or it is another node's.
    let shard: Mailbox<ShardGateway>?
    /// Nil: it belongs to no trace that is followed here.
    let trace: RequestTrace?
    /// Nil: it belongs to none at all.
    let traceContext: TraceContext?

    init(
        _ request: StateRequest, of session: SessionID? = nil, _ payer: Payer? = nil, _ trace: RequestTrace? = nil,
        at address: ReplyAddress? = nil, _ shard: Mailbox<ShardGateway>? = nil
    ) {
        self.request = request
        self.address = address
        self.session = session
        self.payer = payer
        self.trace = trace
        self.shard = shard
        traceContext = trace?.context
    }

    /// Another node's.
    init(_ request: StateRequest, traceContext: TraceContext?, at address: ReplyAddress?) {
        self.request = request
        self.address = address
        self.traceContext = traceContext
        session = nil
        payer = nil
        trace = nil
        shard = nil
    }

    /// The shard that awaits the reply hears of the error.
    func fail(_ error: StoreError) {
        let address = replyAddress
        shard?.post { $0.fail(address, error) }
    }

    /// Of one that is replied to.
    var replyAddress: ReplyAddress {
        guard let address else { preconditionFailure("nobody awaits a reply to \(request)") }
        return address
    }

    /// Does the work and has the user, if one pays, pay for the steps that it took.
    func paying<Result>(
        _ steps: () -> Int, _ work: () throws(CommandError) -> Result
    ) throws(CommandError) -> Result {
        guard let payer else { return try work() }
        return try payer.paying(steps, work)
    }

    /// Does work that changes nothing, and returns the reply to it.
    func content(
        _ steps: () -> Int, span: String? = nil, _ work: (inout JSONWriter) throws(CommandError) -> Void
    ) throws(StoreError) -> Reply.Content {
        let began = trace == nil ? 0 : Clock.monotonicNanoseconds
        defer { if let span { trace?.recordWork(span, began: began) } }
        do throws(CommandError) {
            var json = JSONWriter()
            return try paying(steps) { () throws(CommandError) in
                try .ok(encoding: work, with: &json)
            }
        } catch {
            guard case .refused(let refusal) = error else { throw error.storeError }
            return .refusal(refusal)
        }
    }
}

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
