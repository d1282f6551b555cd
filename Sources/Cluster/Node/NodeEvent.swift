/// A fact that a node is told. Each action that asks for something is answered by one event, sooner or later.
package enum NodeEvent: Sendable {
    /// Time has passed.
    case timer

    // From clients at this node.
    case request(SessionRequest)

    // From other nodes.
    case linkUp(Incarnation)
    case linkDown(Incarnation)
    case message(LinkMessage, from: Incarnation)
    /// Nothing goes by links, and why; nil: it does again.
    case linksFail(String?)

    // From the log.
    case appended(RecordID, Result<AppendResult, LogError>)
    case read(Result<LogSlice, LogError>)
    case renewed(Result<Standing, LogError>)
    case trimmed
    case snapshotKept

    // From the store of this node.
    /// One entry for each piece of work that is done, in order: one at least, and all unless that would take too long; nil: the
    /// store has failed, and rolled back.
    case executed([RecordEntry]?)
    /// False: the commit has failed, and everything is rolled back.
    case committed(Bool)
    /// Nil: applied; otherwise why not.
    case applied(String?)
    /// Nothing of the record is applied, since the disk is full or fails: it may go well later.
    case applyFailed(String)
    /// It could not end a transaction, so nothing more can be done with it.
    case storeIsBroken(String)

    /// From what only the leader does: pushes, departures, sweeps.
    case ownWork([UInt8])
    /// The end of this process: let another node lead.
    case handOver
    /// The operator: let that node lead, whichever leads now.
    case passLead(to: Incarnation)
}

/// A client's request, at the node where its socket is.
package struct SessionRequest: Equatable, Sendable {
    package enum Kind: UInt8, Sendable {
        /// The node itself: the first request of an incarnation.
        case join
        case login
        case change
        /// The session has ended at its node.
        case leave
        /// A fact about a session at its node. Nobody awaits a reply.
        case fact

        /// As a leader is told it: it carries out all but the first alike.
        var forwarded: SessionRequest.Kind { self == .fact ? .change : self }
    }

    package let session: UInt64
    /// The node's own number for what waits for the reply.
    package let ticket: UInt64
    package let kind: Kind
    package let content: RequestContent

    package init(session: UInt64, ticket: UInt64, kind: Kind, _ content: RequestContent) {
        self.session = session
        self.ticket = ticket
        self.kind = kind
        self.content = content
    }

    package init(session: UInt64, ticket: UInt64, kind: Kind, bytes: [UInt8]) {
        self.init(session: session, ticket: ticket, kind: kind, .bytes(bytes))
    }
}

/// The content of a request. It is made into bytes only for another node.
package enum RequestContent: Equatable, Sendable {
    case bytes([UInt8])
    case value(any RequestValue)

    package var bytes: [UInt8] {
        switch self {
        case .bytes(let bytes): bytes
        case .value(let value): value.bytes
        }
    }

    /// About so many bytes.
    var size: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .value(let value): value.size
        }
    }

    package static func == (one: RequestContent, other: RequestContent) -> Bool { one.bytes == other.bytes }
}

/// A request as the gateway has it where it came.
package protocol RequestValue: AnyObject, Sendable {
    var bytes: [UInt8] { get }
    /// About as many as there are bytes.
    var size: Int { get }
}

package enum LinkMessage: Equatable, Sendable {
    /// For the leader of that epoch, in order.
    case forward([ForwardedRequest], epoch: Epoch)
    /// The sender leads in that epoch, and takes requests over this link from now on. It says so after its opening record,
    /// which others may have read before it knew itself, and whenever the link is new.
    case leads(Epoch)
    /// The leader's: the log has everything up to there, for good.
    case kept(LogPlace)
    /// For the leader: an operator wants that node to lead. For that node: the leader has given the lease away.
    case passLead(to: Incarnation)
    /// Letters of live rooms, which no node's value reads: they are the gateway's, as are links for it.
    case rooms([UInt8])
    /// The same of messages that are being streamed.
    case streamed([UInt8])
    /// Only with a planted fault: a reply beside the log.
    case refusal(UInt64)
}

/// A request in its node's stream.
package struct ForwardedRequest: Equatable, Sendable {
    package let number: UInt64
    /// The number that was sent before it: a receiver that has not got that one has a gap.
    package let after: UInt64
    package let request: SessionRequest
    /// A leader ended while it was under way: it is carried out in a batch of such requests.
    package let isSuspect: Bool
}
