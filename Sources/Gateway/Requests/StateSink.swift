import Domain
import EventLoop
import Routing
import Storage
import Telemetry
import Transport

/// The way of all that clients want of the state: to the writer of this process, or to the leader of the cluster.
protocol StateSink: AnyObject, Sendable {
    /// Each is carried out once and in this order, or fails at its address. Never waits.
    func submit(_ submissions: [Submission])
    /// The session is over: whether its user has left is asked when there was time to come back.
    func noteDeparture(of session: SessionRecord, _ account: AccountNumber, at moment: Milliseconds)
    /// The connection has ended before its session was open.
    func abandonLogin(of session: SessionID, at moment: Milliseconds)
    /// Whether a question is asked beside the changes of this process's clients, and not behind them.
    var asksBesideChanges: Bool { get }
    /// Whether another process may carry out what is submitted, and so needs its bytes.
    var takesBytes: Bool { get }
    /// Whether each piece of a large request can be submitted by itself.
    var carriesOutPieces: Bool { get }
    /// Whether the one that ends sessions signs their devices out as well.
    var signsOutEnded: Bool { get }
    /// How many logins of a shard are under way at a time.
    var mostLogins: Int { get }
    /// How far this process has come, for clients that ask several (docs/http.md); nil: it has everything.
    var position: Int64? { get }
    /// Has the shards woken once the process has come so far.
    func awaitPosition(_ position: Int64)
}

extension StateSink {
    func submit(_ fact: SessionFact, of session: SessionID? = nil) { submit([Submission(.fact(fact), of: session)]) }
}

/// A gateway that runs alone: its own store's writer carries out everything.
final class WriterSink: StateSink {
    private let store: Store<Committer>
    private let node: Node<ShardGateway>
    private let presence: PresenceDebouncer
    private let audit: AuditRecorder
    private let log: Log

    init(
        _ store: Store<Committer>, _ node: Node<ShardGateway>, _ presence: PresenceDebouncer, _ audit: AuditRecorder,
        _ log: Log
    ) {
        self.store = store
        self.node = node
        self.presence = presence
        self.audit = audit
        self.log = log
    }

    func submit(_ submissions: [Submission]) {
        store.write(submissions.map(job))
    }

    private func job(_ submission: Submission) -> WriteJob<Committer> {
        let work: Store<Committer>.Write = { committer, transaction throws(StoreError) in
            try committer.carryOut(submission, transaction)
        }
        guard submission.shard != nil else { return WriteJob(work: work) { [self] in note(submission, $0) } }
        // Closures of the submission alone take no memory of their own.
        return WriteJob(work: work) { submission.fail($0) }
    }

    func noteDeparture(of session: SessionRecord, _ account: AccountNumber, at moment: Milliseconds) {
        presence.note(Departure(account, session.user, session.platform, at: moment))
    }

    func abandonLogin(of session: SessionID, at moment: Milliseconds) {}

    var asksBesideChanges: Bool { false }
    var takesBytes: Bool { false }
    var carriesOutPieces: Bool { true }
    var signsOutEnded: Bool { false }
    /// So many are committed together where nobody else waits.
    var mostLogins: Int { 32 }
    var position: Int64? { nil }
    func awaitPosition(_ position: Int64) {}

    /// Reports a submission that failed: nothing of it has happened.
    private func note(_ submission: Submission, _ error: StoreError) {
        if let address = submission.address {
            return node.mailboxes[Int(address.ticket.shard)].post { $0.fail(address, error) }
        }
        guard case .fact(let fact) = submission.request else {
            preconditionFailure("nobody awaits a reply to \(submission.request)")
        }
        switch fact {
        case .arrived(let arrival):
            guard let user = arrival.user else { preconditionFailure("only a cluster has other nodes") }
            log.warning("presence not stored", ["user": user.text, "reason": "\(error)"])
            presence.noteAgain(Departure(arrival.account, user, arrival.platform, at: arrival.moment))
        // The device will be told again what it has had.
        case .ended(let end):
            log.warning("session end not stored", ["user": end.user.text, "reason": "\(error)"])
        case .lastSign(_, let account):
            log.warning(
                "messages that a lost session missed are not pushed", ["account": "\(account)", "reason": "\(error)"])
        case .signedOut(let user, _):
            log.warning("a signed-out device still gets pushes", ["user": user.text, "reason": "\(error)"])
        case .audited(let entries): audit.lose(entries.count, error)
        // The room's home says it again.
        case .room(let id, _): log.warning("a room's change is not stored", ["room": id.text, "reason": "\(error)"])
        case .left: preconditionFailure("a gateway that runs alone has no seats")
        }
    }
}
