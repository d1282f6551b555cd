/// A step that a node asks of its host. Steps are carried out in this order.
package enum NodeAction: Sendable {
    // At the log.
    case append(Record, RecordID)
    case read(after: Position, bytes: Int)
    case renew(Renewal)
    case trim(through: Position)

    // At the store of this node.
    /// Begin a transaction and carry these out.
    case execute(Batch)
    /// Commit the transaction, together with the record's place.
    case commit(Record, RecordContent)
    case rollBack
    /// The transaction has changed nothing, and nothing is to be told: end it. The actions that were to follow its
    /// commit follow now.
    case conclude
    /// Apply a record of another node in a transaction of its own, together with its place.
    case apply(Record, RecordContent)
    /// Keep a snapshot of the store as it is.
    case keepSnapshot

    // To other nodes. A message to a node without a link is lost.
    case send(LinkMessage, to: Incarnation)

    // To clients at this node.
    /// Tell what a record says, after it is applied: the replies to this incarnation's requests, and events, in order.
    case tell(RecordContent, LogPlace)
    /// gw 1008: nothing was done, nor will be.
    case refuse(SessionRequest)
    /// Over two leaders' ends it was under way, and nobody knows what has become of it: whoever has sent it is told that. Of a
    /// node that ends, these are its facts; its sessions are over.
    case giveUp(SessionRequest)
    /// All sessions are over, and this is who the node is from now on.
    case began(Incarnation)

    /// This node leads: forget caches, read the stamp clock again, begin what only the leader does.
    case promoted(Epoch)
    case demoted
    /// The store cannot take what the log has, and why; nil: it can again.
    case storeFails(String?)
    /// The database refuses, or does not answer, and why; nil: all goes well again.
    case databaseFails(String?)
    /// Whether clients are well served here, when that has changed.
    case condition(NodeCondition)
    /// The store lacks records that the log does not have any more: all sessions are over. The host puts a snapshot in the
    /// store's place, and begins with another node.
    case rebuild(String)
    /// The node does nothing more.
    case halt(String)
    /// Nor would it after another start: a node has left with the cluster's data, and nobody else may go on with it.
    case logEnded(String)
}

/// The material of one record.
package struct Batch: Equatable, Sendable {
    package let work: [Work]
    package let position: Position
    package let time: Int64
    /// Of the record that it becomes.
    package let version: Int64

    package init(work: [Work], position: Position, time: Int64, version: Int64) {
        self.work = work
        self.position = position
        self.time = time
        self.version = version
    }

    /// All nodes know implied events.
    package var marksImplied: Bool { version >= RecordFormat.firstWithImplied }
}

package enum Work: Equatable, Sendable {
    case request(Incarnation, ForwardedRequest)
    /// `lastSeen`: when its last renewal came, by the database's clock; nil: nobody knows.
    case end(Incarnation, lastSeen: Int64?)
    case own([UInt8])
}

/// Mistakes that one could make, for the simulator to find. A gateway makes none of them.
package enum PlantedFault: String, CaseIterable, Sendable {
    case decidesUnknownByLookUp
    case resendsAtLeaseChange
    case acceptsWithoutCursor
    case tellsBeforeAppend
    case executesAgainAfterCommitFailed
    case ignoresDigests
    case appliesUnconfirmed
    case skipsTrimmedGap
    case refusesByLink
    case refusesInDoubt
    case resendsPoison
}
