/// A random name, of 16 bytes.
package func randomName() -> String {
    hex(.random(in: .min ... .max), figures: 16) + hex(.random(in: .min ... .max), figures: 16)
}

private func hex(_ number: UInt64, figures: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: max(0, figures - text.count)) + text
}

/// Makes UUIDs of version 7 that always rise, also when the device's clock is set back: the outbox is sorted by them.
struct RisingIDs {
    private var time: UInt64 = 0
    private var count: UInt64 = 0

    /// The next id is above this one, which came from another run.
    mutating func startAfter(_ id: String) {
        time = max(time, UInt64(id.filter { $0 != "-" }.prefix(12), radix: 16) ?? 0)
        count = 0xfff
    }

    mutating func next(_ now: Int) -> String {
        let now = UInt64(max(0, now))
        if now > time {
            (time, count) = (now, 0)
        } else if count < 0xfff {
            count += 1
        } else {
            (time, count) = (time + 1, 0)
        }
        let when = hex(time, figures: 12)
        let random = hex(.random(in: .min ... .max) & ~(3 << 62) | 2 << 62, figures: 16)
        return "\(when.prefix(8))-\(when.suffix(4))-7\(hex(count, figures: 3))-\(random.prefix(4))-\(random.suffix(12))"
    }
}
