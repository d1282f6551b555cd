import Domain
import Storage

extension QuietHours {
    /// All in one number, for the store.
    var packed: Int64 { (((isOn ? 1 : 0) << 11 | start) << 11 | end) << 11 | (offset - Self.offsets.lowerBound) }

    /// Nil: no hours are packed like this.
    init?(packed: Int64) {
        self.init(
            isOn: packed >> 33 == 1, start: packed >> 22 & 0x7FF, end: packed >> 11 & 0x7FF,
            offset: (packed & 0x7FF) + Self.offsets.lowerBound)
        guard packed >> 34 == 0, start < Self.minutesPerDay, end < Self.minutesPerDay, Self.offsets.contains(offset)
        else { return nil }
    }
}

extension Row {
    func quietHours(_ column: Int) throws(StoreError) -> QuietHours {
        guard let hours = QuietHours(packed: integer(column)) else { throw damaged(column) }
        return hours
    }
}
