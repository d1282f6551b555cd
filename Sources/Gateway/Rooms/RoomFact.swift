import Chat
import Cluster
import Domain

/// A thing that a room's home, or a node that wants to be it, knows of the room and has written.
enum RoomFact: Sendable {
    /// On a cluster: the room's home from here on, if the room's epoch is still that one (L-34).
    case moves(to: NodeNumber, from: RoomEpoch)
    /// L-26: these users have been away for so long that their transient values go.
    case absent([AccountNumber])
    /// L-28: these sums, if the store has less.
    case counted([RoomCounter])
    /// L-02: there are participants.
    case inUse
    /// L-30: so many, and the threshold that they have reached.
    case occupancy(Int, threshold: Int)

    func note(in id: RoomID, _ rooms: Rooms, _ values: RoomValues) throws(CommandError) {
        switch self {
        case .moves(let home, let epoch): try rooms.move(id, to: home, from: epoch)
        case .counted(let counters): try values.write(counters, in: id)
        case .inUse: try rooms.keep(id)
        case .occupancy(let participants, let threshold):
            try rooms.noteOccupancy(of: id, participants: participants, threshold: threshold)
        case .absent(let accounts): try values.removeTransient(of: accounts, in: id)
        }
    }
}

/// The first number of a fact. One is never used again.
private enum FactKind: UInt64 {
    case moves = 1
    case absent = 2
    case counted = 3
    case inUse = 4
    case occupancy = 5
}

extension RecordWriter {
    mutating func write(_ counter: RoomCounter) {
        write(counter.name.text)
        writeSigned(Int64(counter.sum))
    }

    mutating func write(_ fact: RoomFact) {
        switch fact {
        case .moves(let home, let epoch):
            write(FactKind.moves.rawValue)
            writeSigned(home.rawValue)
            writeSigned(epoch.rawValue)
        case .absent(let accounts):
            write(FactKind.absent.rawValue)
            writeList(accounts) { $0.writeSigned($1.rawValue) }
        case .counted(let counters):
            write(FactKind.counted.rawValue)
            writeList(counters) { $0.write($1) }
        case .inUse: write(FactKind.inUse.rawValue)
        case .occupancy(let participants, let threshold):
            write(FactKind.occupancy.rawValue)
            write(UInt64(participants))
            write(UInt64(threshold))
        }
    }
}

extension RoomCounter {
    static func list(_ reader: inout RecordReader) throws(RecordError) -> [RoomCounter] {
        try reader.list { (reader) throws(RecordError) in
            RoomCounter(name: ExactText(try reader.text()), sum: Int(try reader.signed()))
        }
    }
}

extension RoomFact {
    init(_ reader: inout RecordReader) throws(RecordError) {
        guard let kind = FactKind(rawValue: try reader.number()) else { throw reader.damage }
        switch kind {
        case .moves: self = .moves(to: try reader.number(), from: try reader.number())
        case .absent:
            self = .absent(try reader.list { (reader) throws(RecordError) in try reader.number() })
        case .counted: self = .counted(try RoomCounter.list(&reader))
        case .inUse: self = .inUse
        case .occupancy: self = .occupancy(Int(try reader.count64()), threshold: Int(try reader.count64()))
        }
    }
}
