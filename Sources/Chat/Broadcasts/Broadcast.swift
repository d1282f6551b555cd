import ClientProtocol
import Domain
import JSON
import Security
import Storage

/// A row of `broadcast`. Its key is its place in the one stream that all accounts share.
package struct Broadcast: Sendable {
    package enum State: Int64, Sendable {
        case sent = 0
        /// B-08: nobody is told any more.
        case stopped = 1
    }

    package let seq: Seq
    let stamp: Stamp
    package let audience: BroadcastAudience
    package let state: State
    let kind: MessageKind
    /// 0: it does not end by itself.
    let expiresAt: Milliseconds
    let clientID: String
    let body: String
    let digest: RequestDigest

    enum Column: Int, TableColumn {
        static let table = "broadcast"
        case id, stamp, audience, state, kind, expiresAt, clientID, body, digest
    }

    var values: [SQLValue] {
        Column.allCases.map { column in
            switch column {
            case .id: .integer(seq)
            case .stamp: .integer(stamp)
            case .audience: .integer(audience.rawValue)
            case .state: .integer(state.rawValue)
            case .kind: .integer(kind.rawValue)
            case .expiresAt: .integer(expiresAt)
            case .clientID: .text(clientID)
            case .body: .text(body)
            case .digest: .bytes(digest.bytes)
            }
        }
    }

    package var time: Milliseconds { stamp.time }

    package var place: BroadcastPlace { BroadcastPlace(seq: seq, stamp: stamp, expiresAt: expiresAt) }

    /// The bytes that it takes in a reply, about.
    var weight: Int { 128 + body.utf8.count }
}

extension Broadcast {
    init(_ row: TypedRow<Column>) throws(StoreError) {
        self.init(
            seq: row.integer(.id), stamp: row.integer(.stamp), audience: try row.choice(.audience),
            state: try row.choice(.state), kind: try row.choice(.kind), expiresAt: row.integer(.expiresAt),
            clientID: row.text(.clientID), body: try row.json(.body), digest: try row.digest(.digest))
    }
}

extension Broadcast {
    package static let fields = [
        Field("seq", .integer, "The broadcast's number: it rises without gaps, and is its place in the stream."),
        Field("type", .numbers(MessageKind.single.map(\.rawValue)), "As it was sent."),
        Field("body", .openObject, "As it was sent."),
        Field("time", .milliseconds, "When the gateway accepted it."),
        Field(optional: "expiresAt", .milliseconds, "From when on nobody is told any more; absent: it does not end."),
    ]
    package static let type = ValueType.object(fields, called: "Broadcast")

    package func write(to json: inout JSONWriter) {
        json.field("seq", seq.rawValue)
        json.field("type", kind.rawValue)
        json.key("body")
        var body = body
        body.withUTF8 { json.value(raw: UnsafeRawBufferPointer($0)) }
        json.field("time", time.rawValue)
        if expiresAt != 0 { json.field("expiresAt", expiresAt.rawValue) }
    }
}

extension [Broadcast] {
    package func write(to json: inout JSONWriter) {
        json.array("broadcasts") { json in
            for broadcast in self { json.object { broadcast.write(to: &$0) } }
        }
    }
}

/// The facts beside its text that those who tell a broadcast need.
package struct BroadcastPlace: Equatable, Sendable {
    package let seq: Seq
    /// Sessions that began later have had it with their login.
    package let stamp: Stamp
    /// 0: it does not end by itself.
    package let expiresAt: Milliseconds

    package init(seq: Seq, stamp: Stamp, expiresAt: Milliseconds) {
        self.seq = seq
        self.stamp = stamp
        self.expiresAt = expiresAt
    }

    package func isExpired(at now: Milliseconds) -> Bool { expiresAt != 0 && expiresAt <= now }
}
