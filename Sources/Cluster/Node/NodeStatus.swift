/// A node's view of itself and the others, as it shows it to operators.
package struct NodeStatus: Sendable {
    package enum Role: String, Sendable {
        case follower, candidate, leader
        /// It does nothing more, or waits for a snapshot.
        case halted
    }

    package let name: String
    package let incarnation: Incarnation
    package let role: Role
    package let epoch: Epoch
    package let applied: Position
    /// The newest record of which it has heard.
    package let end: Position
    package let lagMilliseconds: Int64
    /// It leads, or has a link to the node that does, and records come into the log.
    package let isLed: Bool
    /// The incarnation that has opened the epoch; nil: none yet.
    package let leader: Incarnation?
    /// Of those that have not been taken as gone.
    let cursors: [Incarnation: UInt64]
    let ended: Set<Incarnation>
    /// As of the last renewal; nil: there was none.
    package let standing: Standing?
    /// Requests of its clients that are not answered, what waits for the leader's next batches, and records that are read
    /// and not applied.
    package internal(set) var queues: (requests: Int, intake: Int, records: Int)
    /// Other nodes that it has a link to.
    package let links: Int
    /// When the renewal was sent that the standing answers, by the monotonic clock.
    package let renewedAt: Int64?
    /// Renewals fail, and the node knows it.
    package let isWithoutDatabase: Bool

    package func isLiving(_ member: Member) -> Bool { cursors[member.incarnation] != nil }
    package func hasEnded(_ member: Member) -> Bool { ended.contains(member.incarnation) }
}

extension ClusterNode {
    package var status: NodeStatus {
        let word: NodeStatus.Role =
            switch role {
            case .follower: .follower
            case .candidate, .opening: .candidate
            case .leading: .leader
            case .halted: .halted
            }
        return NodeStatus(
            name: name, incarnation: incarnation, role: word, epoch: stored.epoch, applied: stored.place.position,
            end: knownEnd, lagMilliseconds: health.lag.milliseconds(at: now), isLed: isLed && !health.isUnled,
            leader: leader?.incarnation, cursors: stored.registry.cursors, ended: stored.registry.ended,
            standing: standing, queues: queueLengths, links: links.count, renewedAt: renewedAt,
            isWithoutDatabase: trouble.renewing != nil)
    }
}
