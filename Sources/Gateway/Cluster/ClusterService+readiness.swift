import Chat
import Cluster
import Storage
import Telemetry

/// The problems of a node that `/readyz` lists.
extension ClusterService {
    /// Until the node has found its cluster.
    static let notFound = "the node has not found its cluster yet"

    /// Behind these two a load balancer sends clients to other nodes.
    func show(_ condition: NodeCondition) {
        let options = NodeOptions()
        show(
            .leader, condition.isUnled,
            "for more than \(options.mostUnledMilliseconds / 1_000) s this node has neither led nor had a link to a leader, or "
                + "the leader's records have not come into the log")
        show(
            .lag, condition.isBehind,
            "this node is more than \(options.mostLagMilliseconds / 1_000) s behind the cluster's log")
        show(
            .settings, condition.hasOtherRules,
            "this node's settings are not the leader's, so it does not lead while another node can")
        if condition.isForsaken == isForsaken { return }
        isForsaken = condition.isForsaken
        if condition.isForsaken {
            surroundings.log.warning("clients are sent to other nodes")
            departure.begin()
        } else {
            departure.end()
        }
    }

    /// A node serves when a record has its joining: for that it had a leader, and has applied the log up to there.
    func showJoined(by content: RecordContent, _ reading: any Transaction) {
        guard !hasJoined, let incarnation else { return }
        hasJoined = content.entries.contains { $0.request?.incarnation == incarnation }
        guard hasJoined else { return }
        shareKey(reading)
        clear(.cluster)
    }

    private func shareKey(_ reading: any Transaction) {
        do throws(StoreError) {
            let chat = try ChatState(surroundings.chatOptions, store: reading) { [time] in time.now }
            surroundings.askKey.use(chat.work.digestKey)
        } catch {
            // A repeat is asked about under another id; what it leads to is the leader's, and happens once.
            surroundings.log.error("the key of hooks' questions cannot be read", ["reason": "\(error)"])
        }
    }

    /// Said once for all that it leads to, which comes with it.
    func show(databaseProblem: String?) {
        self.databaseProblem = databaseProblem
        if let databaseProblem {
            surroundings.log.warning("the cluster's database is of no use", ["reason": databaseProblem])
        } else {
            surroundings.log.info("the cluster's database is of use again")
        }
        for (problem, detail) in shown { raise(problem, detail) }
    }

    func raise(_ problem: Readiness.Problem, _ detail: String) {
        shown[problem] = detail
        let isOfDatabase = [.cluster, .leader].contains(problem)
        let reason = isOfDatabase ? databaseProblem.map { "; \($0)" } : nil
        surroundings.readiness.raise(problem, detail + (reason ?? ""))
    }

    private func clear(_ problem: Readiness.Problem) {
        shown[problem] = nil
        surroundings.readiness.clear(problem)
    }

    /// As a gateway that runs alone says it.
    func show(storeProblem: String?) {
        if let storeProblem {
            surroundings.readiness.raise(.store, storeProblem)
            surroundings.log.error("the store cannot be written to", ["reason": storeProblem])
        } else {
            surroundings.readiness.clear(.store)
            surroundings.log.info("the store can be written to again")
        }
    }

    private func show(_ problem: Readiness.Problem, _ isPresent: Bool, _ detail: String) {
        if isPresent {
            raise(problem, detail)
            surroundings.log.warning("cluster", ["problem": detail])
        } else {
            clear(problem)
        }
    }
}
