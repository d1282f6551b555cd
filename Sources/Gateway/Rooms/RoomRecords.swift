import Domain
import Locking

/// The numbers of this process's rooms. Their homes write, and operations read.
final class RoomRecords: Sendable {
    /// Of the time since the room has a home.
    struct Record: Sendable {
        var epoch: RoomEpoch
        var participants = 0
        var peak = 0
        var entries = 0
        var messages = RoomCounts()
    }

    private let records = Lock<[RoomNumber: Record]>([:])

    /// Nil: the room has no home.
    subscript(room: RoomNumber) -> Record? { records.withLock { $0[room] } }

    /// Nil: it has none any more.
    func note(_ record: Record?, of room: RoomNumber) { records.withLock { $0[room] = record } }
}
