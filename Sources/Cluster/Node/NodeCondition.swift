/// Whether clients are well served at a node. Each of these has been true for as long as the node's options say.
package struct NodeCondition: Hashable, Sendable {
    /// Changes are not carried out: the node neither leads nor has a link to the node that does, or the records of that
    /// node do not come into the log.
    package var isUnled = false
    /// Its clients read and hear old things.
    package var isBehind = false
    /// Its clients are better off at other nodes: one leads that this node does not reach, or what is shown here is very old.
    package var isForsaken = false
    /// Its settings of rules are not the leader's, so it does not lead while another node can.
    package var hasOtherRules = false
}

/// For how long a node has been in which condition.
struct NodeHealth: Sendable {
    private(set) var lag = LogLag()
    /// Since when requests cannot be carried out; nil: they can.
    private var unledSince: Moment?
    /// Since when another node has led that this one does not reach; nil: there is none, as far as this one knows.
    private var forsakenSince: Moment?
    /// The last judgement; nil: none yet.
    private var condition: NodeCondition?

    init(at now: Moment) { unledSince = now }

    /// As it was judged last.
    var isUnled: Bool { condition?.isUnled ?? false }
    var isWell: Bool { condition.map { !$0.isUnled && !$0.isBehind } ?? true }

    /// Returns the condition if it is another than before.
    ///
    /// `waitsSince`: how long a record has waited for the log. `isElsewhere`: another node leads. `hasOtherRules`: than this one has.
    mutating func judge(
        isLed: Bool, waitsSince: Moment?, isElsewhere: Bool, hasOtherRules: Bool, applied: Position, known: Position,
        _ options: NodeOptions, at now: Moment
    ) -> NodeCondition? {
        lag.note(applied: applied, known: known, at: now)
        unledSince = isLed ? waitsSince : unledSince ?? waitsSince ?? now
        forsakenSince = isLed || !isElsewhere ? nil : forsakenSince ?? now
        let isCutOff = forsakenSince.map { now - $0 > options.mostForsakenMilliseconds } ?? false
        let judged = NodeCondition(
            isUnled: unledSince.map { now - $0 > options.mostUnledMilliseconds } ?? false,
            isBehind: lag.milliseconds(at: now) > options.mostLagMilliseconds,
            isForsaken: isCutOff || lag.milliseconds(at: now) > options.mostAgeMilliseconds,
            hasOtherRules: hasOtherRules)
        if judged == condition { return nil }
        condition = judged
        return judged
    }
}

extension ClusterNode {
    /// The newest record of which the node has heard.
    var knownEnd: Position {
        max(stored.place.position, reader.confirmed.position, standing?.end.position ?? stored.place.position)
    }

    /// By a renewal that is not older than a lease, so a node that does not see the database knows of none. Nor does one that the
    /// database lets write nothing: the other node may write as little.
    var isLedElsewhere: Bool {
        guard let standing, !isLogAway, leaderWaitsSince == nil, trouble.linking == nil else { return false }
        return standing.holder != nil && standing.holder != incarnation
    }

    /// Since when nothing has come into the log that was to, as far as this node knows; nil: it goes well.
    var waitsSince: Moment? {
        if let outgoing = role.outgoing { return outgoing.since }
        return isLogAway ? renewedAt : leaderWaitsSince
    }

    /// Whether what changes something is carried out.
    var isLed: Bool { isLeading ? mayBeginWork(at: now) : isLinkedToLeader }
}
