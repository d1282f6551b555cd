import Cluster
import Dispatch
import Domain
import EventLoop
import Glibc
import Locking
import Meters
import Routing
import Storage
import Synchronization
import Telemetry

/// This gateway as one of several with the same store: what its clients want goes to the node that leads.
final class ClusterMember: StoreWriting {
    private let host: NodeHost
    private let links: PostgresLinks
    private let jobs: LeaderJobs
    private let awaited: AwaitedReplies
    let positions: AppliedPosition
    private let forwarded = Atomic(0)
    /// How many wait.
    private let questions = Atomic(0)
    private let begunToEnd = Lock<Int64?>(nil)
    let name: String

    /// `name`: the cluster's. `takeLetter` hears of the links first, and says whether the event was a letter of the gateway's.
    init(
        _ host: NodeHost, _ links: PostgresLinks, _ jobs: LeaderJobs, _ awaited: AwaitedReplies,
        _ positions: AppliedPosition, of name: String, takeLetter: @escaping @Sendable (NodeEvent) -> Bool
    ) {
        self.name = name
        self.host = host
        self.links = links
        self.jobs = jobs
        self.awaited = awaited
        self.positions = positions
        links.start { [host] event in
            if !takeLetter(event) { host.take(event) }
        }
        jobs.start { [host] in host.take(.ownWork($0)) }
    }

    /// Never waits.
    func forward(_ submission: Submission) {
        if let address = submission.address {
            if case .logIn(let login) = submission.request {
                awaited.add(address, login: login)
            } else {
                awaited.add(address, login: nil)
            }
        }
        forwarded.add(1, ordering: .relaxed)
        host.take(
            .request(
                SessionRequest(
                    session: submission.session?.rawValue ?? 0, ticket: 0, kind: submission.kind, .value(submission))))
    }

    /// See `NodeHost.ask`. False: too many wait already.
    func ask(_ question: @escaping @Sendable (any Transaction) -> Void) -> Bool {
        guard questions.add(1, ordering: .relaxed).newValue <= mostQuestions else {
            questions.subtract(1, ordering: .relaxed)
            return false
        }
        host.ask { [self] transaction in
            questions.subtract(1, ordering: .relaxed)
            question(transaction)
        }
        return true
    }

    /// Whether any node that may lead carries out pieces of requests.
    var carriesOutPieces: Bool {
        let status = status
        let members = status.standing?.members.filter { !status.hasEnded($0) } ?? []
        return !members.isEmpty && members.allSatisfy { $0.build.reads >= RecordFormat.firstWithPieces }
    }

    // MARK: - Letters of the gateway

    /// To a node that has a link; otherwise it is lost.
    func send(_ message: LinkMessage, to other: Incarnation) { links.send(message, to: other) }

    // MARK: - Rooms

    /// L-35: no other node is home of this one's rooms without its knowing. It has renewed its place lately, and has what the log
    /// had then; or it knows that nobody can append, since the database is away.
    var isSure: Bool {
        let status = status
        if status.isWithoutDatabase { return true }
        guard let renewedAt = status.renewedAt, let standing = status.standing else { return false }
        return Clock.monotonic - renewedAt < mostDoubt && status.applied >= standing.end.position
    }

    /// Whether the node may be there; otherwise another process has its name.
    func knows(_ node: NodeNumber) -> Bool {
        status.standing?.members.contains { $0.incarnation == node.incarnation } ?? true
    }

    // MARK: - The leader's own work

    func take(_ jobs: [WriteJob<Committer>]) { self.jobs.take(jobs) }

    var isTaking: Bool { jobs.isLeading }
    var isAlone: Bool { jobs.isLeading && host.mayBeginWork }
    var count: Int { jobs.count + awaited.count }
    var time: Int64? { host.time }

    // MARK: - For the operator

    /// That node shall lead.
    func passLead(to other: Incarnation) { host.take(.passLead(to: other)) }

    var status: NodeStatus { host.status }

    /// Its clients may read everything up to there.
    var position: Int64 { positions.now }

    /// Before a scrape.
    func measure(into metrics: ClusterMetrics) {
        let status = status
        metrics.leads.set(status.role == .leader ? 1 : 0)
        metrics.led.set(status.isLed ? 1 : 0)
        metrics.epoch.set(Int(status.epoch.number))
        metrics.position.set(Int(status.applied.number))
        metrics.lagRecords.set(Int(status.end.number - status.applied.number))
        metrics.nodes.set(status.standing?.members.count(where: status.isLiving) ?? 0)
        metrics.waiting[.requests].set(status.queues.requests)
        metrics.waiting[.batches].set(status.queues.intake)
        metrics.waiting[.records].set(status.queues.records)
        metrics.waiting[.links].set(links.waiting)
        metrics.measure(
            lagSeconds: Double(status.lagMilliseconds) / 1_000, forwarded: forwarded.load(ordering: .relaxed))
    }

    // MARK: - Its end

    /// The process begins to end. One that leads goes on for a moment, for what this node has to write down, and other nodes
    /// that end at the same time: a cluster may be stopped as a whole.
    func beginEnd() {
        begunToEnd.withLock { $0 = Clock.monotonic }
        guard status.role == .leader else { return host.take(.handOver) }
        DispatchQueue.global().asyncAfter(deadline: .now() + lastWork) { [host] in host.take(.handOver) }
    }

    /// The gateway ends, and queues whose last work waits for the store are to end as well: from now on or, where this node
    /// leads, from a moment on nothing is waited for.
    func endWork() {
        guard host.mayBeginWork else { return jobs.end(forGood: true) }
        DispatchQueue.global().asyncAfter(deadline: .now() + lastWork) { [jobs] in jobs.end(forGood: true) }
    }

    /// Behind all that this node has left to say: waits until the log has that, and gives the lease away. Waits for nothing while
    /// nobody leads.
    func finish() {
        wait(for: 3_000) { [self] in status.queues.requests == 0 && jobs.count == 0 }
        guard host.mayBeginWork else { return }
        let begun = begunToEnd.withLock(\.self) ?? Clock.monotonic
        if hasOthers { wait(for: begun + forOthers - Clock.monotonic) { false } }
        host.take(.handOver)
        wait(for: 1_000) { [self] in status.role != .leader }
    }

    private var hasOthers: Bool {
        let status = status
        return status.standing?.members.count(where: status.isLiving) ?? 0 > 1
    }

    private func wait(for most: Int64, until isOver: () -> Bool) {
        let end = Clock.monotonic + most
        while Clock.monotonic < end, status.isLed, !isOver() { usleep(5_000) }
    }

    /// Ends at once, and gives nothing away.
    func stop() {
        links.stop()
        host.stop()
        jobs.end(forGood: true)
        jobs.start { _ in }
    }
}

/// Milliseconds from the beginning of the end. By then the last requests of other nodes that end as well have come.
private let forOthers: Int64 = 1_000
/// For providers' last answers, and for how far endpoints have come. Without it they would come again.
private let lastWork = DispatchTimeInterval.seconds(3)
/// A home is lost to the leader two seconds after it was heard of last, and loses its rooms two seconds later.
private let mostDoubt: Int64 = 3_000
/// As many as requests that wait for a leader.
private let mostQuestions = 10_000
