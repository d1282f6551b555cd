import Domain
import JSON
import Locking

/// How many are in a room (L-07).
struct RoomOccupancy: Equatable, Sendable {
    /// Sessions, and users' streams over HTTP.
    var participants = 0
    /// Streams of those who show no token (L-31).
    var guests = 0

    static func + (a: RoomOccupancy, b: RoomOccupancy) -> RoomOccupancy {
        RoomOccupancy(participants: a.participants + b.participants, guests: a.guests + b.guests)
    }

    /// `RoomParameters.occupancy`.
    func write(to json: inout JSONWriter) {
        json.object("occupancy") { json in
            json.field("participants", participants)
            if guests > 0 { json.field("guests", guests) }
        }
    }
}

/// The numbers of the rooms in use. The shards of this process write their own, other nodes report theirs each second, and
/// operations read the sum.
final class RoomRecords: Sendable {
    /// Of a room at one node, since the room is in use there.
    struct Record: Sendable {
        var epoch: RoomEpoch
        var occupancy = RoomOccupancy()
        var peak = 0
        var entries = 0
        /// Nil: the room's home is elsewhere.
        var messages: RoomCounts?
    }

    /// A node's word on all its rooms.
    struct Report: Sendable {
        var records: [RoomNumber: Record]
        /// So much it can send to each participant in a second.
        var bytesPerParticipant: Int
    }

    private struct State {
        var own: [RoomNumber: Record] = [:]
        var others: [NodeNumber: (report: Report, heardAt: Milliseconds)] = [:]
    }

    private let state = Lock(State())

    /// Nil: the room has no home, as far as this node has heard.
    subscript(room: RoomNumber) -> Record? {
        state.withLock { state in
            let records = ([state.own] + state.others.values.map(\.report.records)).compactMap { $0[room] }
            guard var sum = records.last(where: { $0.messages != nil }) else { return nil }
            sum.occupancy = records.reduce(RoomOccupancy()) { $0 + $1.occupancy }
            sum.entries = records.reduce(0) { $0 + $1.entries }
            return sum
        }
    }

    var own: [RoomNumber: Record] { state.withLock(\.own) }

    /// Nil: it is not in use here any more.
    func note(_ record: Record?, of room: RoomNumber) { state.withLock { $0.own[room] = record } }

    // MARK: - Other nodes

    func note(_ report: Report, from node: NodeNumber, now: Milliseconds) {
        state.withLock { $0.others[node] = (report, now) }
    }

    /// L-36: of nodes that have been silent for so long. Returns whether there were any.
    func forgetSilent(now: Milliseconds) -> Bool {
        state.withLock { state in
            let silent = state.others.filter { $0.value.heardAt + silence <= now }.map(\.key)
            for node in silent { state.others[node] = nil }
            return !silent.isEmpty
        }
    }

    /// L-07: at other nodes.
    func occupancyElsewhere(in room: RoomNumber) -> RoomOccupancy {
        state.withLock { state in
            state.others.values.compactMap { $0.report.records[room]?.occupancy }.reduce(RoomOccupancy(), +)
        }
    }

    /// The other nodes with participants or guests, and how much each can send to one of them in a second.
    func hearers(of room: RoomNumber) -> [(node: NodeNumber, bytesPerParticipant: Int)] {
        state.withLock { state in
            state.others.filter { $0.value.report.records[room].map { $0.occupancy != RoomOccupancy() } ?? false }
                .map { ($0.key, $0.value.report.bytesPerParticipant) }
        }
    }

    /// L-34: the node with most participants, but for one that is to be home no longer. `own`: this node's number. 0: nobody is
    /// in the room.
    func nextHome(of room: RoomNumber, own: NodeNumber, except former: NodeNumber) -> NodeNumber {
        state.withLock { state in
            var counts = state.others.mapValues { $0.report.records[room]?.occupancy.participants ?? 0 }
            counts[own] = state.own[room]?.occupancy.participants ?? 0
            counts[former] = nil
            // Of two with as many, the same one whichever node asks.
            let most = counts.filter { $0.value > 0 }.max { ($0.value, $0.key) < ($1.value, $1.key) }
            return most?.key ?? 0
        }
    }
}

/// A node reports each second.
private let silence: Milliseconds = 5_000
