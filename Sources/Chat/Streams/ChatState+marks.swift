import Domain
import Storage

/// S-Q33: each device has a mark, a stamp: of the profiles and the presence that have changed since, it has not been told.
///
/// A mark is never beyond what the client has had. It rises when a session has ended, so that after a crash a device is told
/// again what it was told in its last session, and never less.
extension ChatState {
    /// A device's first session has begun, in which it is told of what happens after `stamp`.
    package func beginMark(of device: String, _ number: Int64, at stamp: Int64) throws {
        var isKnown = false
        try store.query(
            "SELECT 1 FROM device WHERE account = $1 AND name = $2", [.integer(number), .text(device)]
        ) { _ in isKnown = true }
        if !isKnown { try addDevice(device, of: number, told: stamp) }
    }

    /// The device has been told of everything up to `stamp`.
    package func raiseMark(of device: String, _ number: Int64, to stamp: Int64) throws {
        guard try account(number).state != .deleted else { return }
        let found = try store.execute(
            "UPDATE device SET told = max(told, $3), stamp = $4 WHERE account = $1 AND name = $2",
            [.integer(number), .text(device), .integer(stamp), .integer(try self.stamp())])
        if found == 0 { try addDevice(device, of: number, told: stamp) }
    }

    private func addDevice(_ device: String, of number: Int64, told: Int64) throws {
        try makeRoomForDevice(of: number)
        try store.execute(
            "INSERT INTO device (account, name, stamp, positions, told) VALUES ($1, $2, $3, $4, $5)",
            [
                .integer(number), .text(device), .integer(try stamp()), .text(StreamPositions().text), .integer(told),
            ])
    }

    /// A device that is not known has missed what all of the user's devices have missed.
    func mark(of device: String, _ account: Account) throws -> Int64 {
        var (own, latest): (Int64, Int64) = (0, 0)
        try store.query(
            "SELECT told, name = $2 FROM device WHERE account = $1", [.integer(account.number), .text(device)]
        ) { row in
            latest = max(latest, row.integer(0))
            if row.integer(1) != 0 { own = row.integer(0) }
        }
        if own > 0 { return own }
        if latest > 0 { return latest }
        // Nothing is known of devices that were there before release 0.2 alone.
        return try PlatformPresence.all(of: account.number, in: store).map { $0.changedAt * 1_000 }.max() ?? 0
    }
}
