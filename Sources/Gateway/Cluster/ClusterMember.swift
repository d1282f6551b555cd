import Cluster
import EventLoop
import Routing
import Storage

/// This gateway as one of several with the same store: what its clients want goes to the node that leads.
final class ClusterMember: StoreWriting {
    private let host: NodeHost
    private let links: PostgresLinks
    private let jobs: LeaderJobs
    private let awaited: AwaitedReplies
    let seats: SeatBook

    init(_ host: NodeHost, _ links: PostgresLinks, _ jobs: LeaderJobs, _ awaited: AwaitedReplies, _ seats: SeatBook) {
        self.host = host
        self.links = links
        self.jobs = jobs
        self.awaited = awaited
        self.seats = seats
        links.start { [host] in host.take($0) }
    }

    /// Never waits. `address`: where the reply is awaited; nil: nowhere.
    func forward(_ request: NodeRequest, of session: SessionID? = nil, at address: ReplyAddress? = nil) {
        if let address {
            if case .logIn(let login) = request {
                awaited.add(address, login: login)
            } else {
                awaited.add(address, login: nil)
            }
        }
        host.take(
            .request(
                SessionRequest(
                    session: session?.rawValue ?? 0, ticket: 0, kind: request.kind, bytes: request.bytes(at: address))))
    }

    // MARK: - The leader's own work

    func take(_ jobs: [WriteJob<Committer>]) {
        for name in self.jobs.add(jobs) { host.take(.ownWork(name)) }
    }

    var isTaking: Bool { jobs.isLeading }
    var count: Int { jobs.count + awaited.count }

    // MARK: - For the operator

    /// Another node shall lead, if there is one.
    func handOver() { host.take(.handOver) }

    func look<Result>(_ body: (ClusterNode) -> Result) -> Result { host.look(body) }

    /// Ends at once, and gives nothing away.
    func stop() {
        links.stop()
        host.stop()
        jobs.end()
    }
}
