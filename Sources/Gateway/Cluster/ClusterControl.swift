import Chat
import ClientProtocol
import Cluster
import EventLoop
import Locking

/// Answers operators' requests about the cluster, if this gateway is a node of one.
final class ClusterControl: Sendable {
    /// A change of the leader that was asked for.
    struct HandOver: Sendable {
        let leader: String
        let status: NodeStatus
        let milliseconds: Int64
    }

    private let member = Lock<ClusterMember?>(nil)

    /// Before anybody can ask.
    func begin(_ member: ClusterMember) { self.member.withLock { $0 = member } }

    /// With the cluster's name; nil: the gateway runs alone.
    var status: (cluster: String, node: NodeStatus)? {
        member.withLock { $0 }.map { ($0.name, $0.status) }
    }

    /// As this node knows them; none where the gateway runs alone.
    var nodeNames: [Incarnation: String] {
        let members = status?.node.standing?.members ?? []
        return Dictionary(members.map { ($0.incarnation, $0.node) }) { $1 }
    }

    /// Has another node lead: the one of that name, or the one that is least behind. Returns when this node has heard that it
    /// does.
    func handOver(to name: String?) throws(CommandError) -> HandOver {
        guard let member = member.withLock({ $0 }) else { throw .refused(.notClustered) }
        let (began, before) = (Clock.monotonic, member.status)
        guard let standing = before.standing, let leader = before.leader, before.isLed else {
            throw .refused(.unavailable, "no node leads at the moment")
        }
        let heir = try before.heir(named: name, standing, leader)
        member.passLead(to: heir.incarnation)
        let deadline = began + mostWaiting
        while Clock.monotonic < deadline {
            let status = member.status
            if status.leader == heir.incarnation {
                return HandOver(leader: heir.node, status: status, milliseconds: Clock.monotonic - began)
            }
            if status.epoch > before.epoch {
                throw .refused(.cannotLead, "another node has taken the lead before \(heir.node)")
            }
            Clock.sleep(milliseconds: 10)
        }
        throw .refused(.unavailable, "\(heir.node) has not begun to lead")
    }
}

extension NodeStatus {
    fileprivate func heir(
        named name: String?, _ standing: Standing, _ leader: Incarnation
    ) throws(CommandError) -> Member {
        let present = standing.members.first { $0.incarnation == leader }
        let living = standing.members.filter(isLiving)
        let fit = living.filter { member in
            standing.time - member.seen < mostSilence && member.lag < mostLag
                && (present.map { member.hasRules(of: $0) } ?? true)
                // One that has fewer would stop.
                && living.allSatisfy { member.build.migrations <= $0.build.migrations }
        }
        if let name {
            if !standing.members.contains(where: { $0.node == name }) {
                let names = standing.members.map(\.node).joined(separator: ", ")
                throw .refused(.cannotLead, "there is no node \(name), only \(names)", keys: ["to"])
            }
            guard let member = fit.first(where: { $0.node == name }) else {
                throw .refused(.cannotLead, "\(name) cannot lead now", keys: ["to"])
            }
            return member
        }
        let others = fit.filter { $0.incarnation != leader }
        guard let best = others.min(by: { ($0.lag, $1.applied) < ($1.lag, $0.applied) }) else {
            throw .refused(.cannotLead, "no other node can lead now")
        }
        return best
    }
}

extension Member {
    /// One of another version may have rules that the other one does not know.
    fileprivate func hasRules(of other: Member) -> Bool {
        build.version != other.build.version || build.rules == other.build.rules
    }
}

/// Milliseconds. A node that has not renewed for so long may be gone, and one that is so far behind would keep all waiting.
private let mostSilence: Int64 = 2_000
private let mostLag: Int64 = 2_000
private let mostWaiting: Int64 = 8_000
