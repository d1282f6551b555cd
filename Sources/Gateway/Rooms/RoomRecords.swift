import Domain
import Locking

/// The numbers of the rooms in use. The shards of this process write their own, other nodes report theirs each second, and
/// operations read the sum.
final class RoomRecords: Sendable {
    /// Of a room at one node, since the room is in use there.
    struct Record: Sendable {
        var epoch: RoomEpoch
        var participants = 0
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
            sum.participants = records.reduce(0) { $0 + $1.participants }
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

    /// L-07: sessions in the room at other nodes.
    func participantsElsewhere(in room: RoomNumber) -> Int {
        state.withLock { $0.others.values.reduce(0) { $0 + ($1.report.records[room]?.participants ?? 0) } }
    }

    /// The other nodes with participants, and how much each can send to one of them in a second.
    func hearers(of room: RoomNumber) -> [(node: NodeNumber, bytesPerParticipant: Int)] {
        state.withLock { state in
            state.others.filter { $0.value.report.records[room]?.participants ?? 0 > 0 }
                .map { ($0.key, $0.value.report.bytesPerParticipant) }
        }
    }

    /// L-34: the node with most participants, but for one that is to be home no longer. `own`: this node's number. 0: nobody is
    /// in the room.
    func nextHome(of room: RoomNumber, own: NodeNumber, except former: NodeNumber) -> NodeNumber {
        state.withLock { state in
            var counts = state.others.mapValues { $0.report.records[room]?.participants ?? 0 }
            counts[own] = state.own[room]?.participants ?? 0
            counts[former] = nil
            // Of two with as many, the same one whichever node asks.
            let most = counts.filter { $0.value > 0 }.max { ($0.value, $0.key) < ($1.value, $1.key) }
            return most?.key ?? 0
        }
    }
}

/// A node reports each second.
private let silence: Milliseconds = 5_000
