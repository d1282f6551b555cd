import Storage

/// The content of a record: the changes of one batch, and everything that is to be told about it.
package struct RecordContent: Equatable, Sendable {
    package enum Kind: UInt8, Sendable {
        case batch
        /// A new leader after one that ended without having said so.
        case opening
        /// A new leader after one that gave the lease away.
        case handover
        /// The log's last one: a node has left with its store.
        case ending
    }

    /// Which application's log this is. There is one so far, 0; each has a log of its own.
    package var application: UInt32 = 0
    package var epoch: Epoch
    package var id: RecordID
    /// Cluster time, in milliseconds since 1970.
    package var time: Int64
    package var kind: Kind
    /// In a record that opens an epoch: how many migrations the leader knows, if the record's version has it.
    package var migrations: Int64 = 0
    /// In the record that ends the log.
    package var ending: LogEnding?
    /// Nodes that are taken as gone from here on, with all their sessions.
    package var ended: [Incarnation] = []
    package var entries: [RecordEntry] = []

    package init(epoch: Epoch, id: RecordID, time: Int64, kind: Kind) {
        self.epoch = epoch
        self.id = id
        self.time = time
        self.kind = kind
    }

    package var isOpening: Bool { kind == .opening || kind == .handover }
}

/// Why nothing comes behind a record: `martlet cluster leave` was run at that node.
package struct LogEnding: Equatable, Sendable {
    package let node: String
    /// The place of its store at the end. A gateway goes on alone with that.
    package let store: LogPlace

    package init(node: String, store: LogPlace) {
        self.node = node
        self.store = store
    }
}

/// One request or one piece of the leader's own work, with what it has changed and what is to be told.
package struct RecordEntry: Equatable, Sendable {
    /// Nil: the leader's own work.
    package var request: RequestID?
    /// The session that has asked.
    package var session: SessionKey?
    package var statements: ExecutedStatements = []
    package var reply: [UInt8]?
    package var seats: [SeatChange] = []
    package var events: [RecordEvent] = []
    /// The end of a node goes on in another record. It is not in the record's bytes.
    package var isUnfinished = false

    package init() {}

    /// It changes nothing, and tells nobody anything.
    var isEmpty: Bool { self == RecordEntry() }
}

extension [RecordEntry] {
    /// Each has the statements from its bound to the next one.
    mutating func share(_ statements: ExecutedStatements, at bounds: [Int]) {
        for index in indices { self[index].statements = statements[bounds[index]..<bounds[index + 1]] }
    }
}

package enum SeatChange: Equatable, Sendable {
    case taken(SessionKey)
    case ended(SessionKey, reason: [UInt8])
}

package struct RecordEvent: Equatable, Sendable {
    /// The kind of the event and its receivers, as the domain writes them.
    package let audience: [SQLValue]
    private let bytes: [UInt8]
    private let place: Range<Int>

    package init(audience: [SQLValue], body: [UInt8]) { self.init(audience: audience, in: body, at: body.indices) }

    /// The body lies in these bytes. A node where nobody hears of the event makes none of its own.
    init(audience: [SQLValue], in bytes: [UInt8], at place: Range<Int>) {
        self.audience = audience
        self.bytes = bytes
        self.place = place
    }

    package var body: [UInt8] { place == bytes.indices ? bytes : Array(bytes[place]) }

    package static func == (one: RecordEvent, other: RecordEvent) -> Bool {
        one.audience == other.audience && one.body == other.body
    }
}
