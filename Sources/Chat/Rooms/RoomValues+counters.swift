import ClientProtocol
import Domain
import Storage

/// The counters of rooms (L-28). A room's home adds to them in memory, and has their sums written from time to time.
extension RoomValues {
    /// A backend has named them. Those that are named no more are gone with their sums.
    package func setCounters(_ names: [String], in id: RoomID) throws(CommandError) {
        let room = try rooms.open(id)
        let former = try stored(RoomQueries.counters(in: room.number, work.store)).map(\.name)
        let names = names.map { ExactText($0) }
        for name in former where !names.contains(name) {
            try work.execute(
                "DELETE FROM room_counter WHERE room = $1 AND name = $2", [.integer(room.number), .text(name.text)])
        }
        for name in names where !former.contains(name) {
            try work.execute(
                "INSERT INTO room_counter (room, name, sum) VALUES ($1, $2, 0)",
                [.integer(room.number), .text(name.text)])
        }
        try tellCounters(of: room)
    }

    /// The room's home has counted so far. It says a sum again until it hears that it is written, and another home may have had
    /// less: so a sum never falls.
    package func write(_ counters: [RoomCounter], in id: RoomID) throws(CommandError) {
        guard let room = try stored(RoomQueries.row(of: id, in: work.store)), room.isOpen else { return }
        for counter in counters {
            try work.execute(
                "UPDATE room_counter SET sum = max(sum, $3) WHERE room = $1 AND name = $2",
                [.integer(room.number), .text(counter.name.text), .integer(Int64(counter.sum))])
        }
        try tellCounters(of: room)
    }

    private func tellCounters(of room: Room) throws(CommandError) {
        let counters = try stored(RoomQueries.counters(in: room.number, work.store))
        work.lead(to: .room(room.id, .counters(counters)))
    }

    /// L-02: of ended rooms, which have few.
    func eraseCounters() throws(CommandError) {
        try work.execute("DELETE FROM room_counter WHERE room IN (SELECT id FROM room WHERE state = 1)")
    }
}
