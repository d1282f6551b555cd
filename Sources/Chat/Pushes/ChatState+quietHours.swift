import Domain
import Storage

extension ChatState {
    /// T-Q20: of the user, on all devices; the others are told. What changes nothing is told to nobody.
    package func setQuietHours(_ hours: QuietHours, of number: Int64) throws {
        let account = try caller(number)
        let former = try Self.quietHours(of: number, in: store)
        guard hours != former else { return }
        try record(.quietHours, was: former.packed, of: account, in: 0)
        account.reach = nil
        try store.execute(
            "INSERT INTO quiet_hours (account, value) VALUES ($1, $2) ON CONFLICT (account) DO UPDATE SET value = $2",
            [.integer(number), .integer(hours.packed)])
        emit(.quietHours(hours), to: account, sparingOrigin: true)
    }

    package static func quietHours(of number: Int64, in store: any Transaction) throws -> QuietHours {
        var hours = QuietHours.off
        try store.query("SELECT value FROM quiet_hours WHERE account = $1", [.integer(number)]) { row in
            hours = QuietHours(packed: row.integer(0))
        }
        return hours
    }
}

extension QuietHours {
    /// All in one number, for the store.
    var packed: Int64 { (((isOn ? 1 : 0) << 11 | start) << 11 | end) << 11 | (offset - Self.offsets.lowerBound) }

    init(packed: Int64) {
        self.init(
            isOn: packed >> 33 != 0, start: packed >> 22 & 0x7FF, end: packed >> 11 & 0x7FF,
            offset: (packed & 0x7FF) + Self.offsets.lowerBound)
    }
}
