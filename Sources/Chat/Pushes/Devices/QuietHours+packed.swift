import Domain
import Storage

extension QuietHours {
    /// All in one number, for the store.
    var packed: Int64 { (((isOn ? 1 : 0) << 11 | start) << 11 | end) << 11 | (offset - Self.offsets.lowerBound) }

    init(packed: Int64) {
        self.init(
            isOn: packed >> 33 != 0, start: packed >> 22 & 0x7FF, end: packed >> 11 & 0x7FF,
            offset: (packed & 0x7FF) + Self.offsets.lowerBound)
    }
}
