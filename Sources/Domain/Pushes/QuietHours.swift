/// T-Q20: a window of each day in which nothing but what is forced is pushed.
package struct QuietHours: Equatable, Sendable {
    package var isOn: Bool
    /// Minutes of the user's day. The start is in the window, the end is not.
    package var start: Int64
    package var end: Int64
    /// How many minutes the user's clock is ahead of UTC.
    package var offset: Int64

    package static let off = QuietHours(isOn: false, start: 0, end: 0, offset: 0)
    package static let minutesPerDay: Int64 = 1_440
    package static let offsets: ClosedRange<Int64> = -720...840

    package init(isOn: Bool, start: Int64, end: Int64, offset: Int64) {
        self.isOn = isOn
        self.start = start
        self.end = end
        self.offset = offset
    }

    /// Milliseconds since 1970. A window that ends before it starts crosses midnight; one that ends where it starts is the
    /// whole day.
    package func contains(_ time: Milliseconds) -> Bool {
        guard isOn else { return false }
        let minute = ((time / 60_000 + offset) % Self.minutesPerDay + Self.minutesPerDay) % Self.minutesPerDay
        if start == end { return true }
        return start < end ? (start..<end).contains(minute) : minute >= start || minute < end
    }

    /// A minute of the day as `7:05` or `23:00`.
    package static func minute(_ text: String) -> Int64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let hour = number(parts[0], digits: 1...2, below: 24),
            let minute = number(parts[1], digits: 2...2, below: 60)
        else { return nil }
        return hour * 60 + minute
    }

    package static func text(_ minute: Int64) -> String {
        let (hour, rest) = (minute / 60, minute % 60)
        return (hour < 10 ? "0" : "") + "\(hour)" + (rest < 10 ? ":0" : ":") + "\(rest)"
    }

    private static func number(_ text: Substring, digits: ClosedRange<Int>, below bound: Int64) -> Int64? {
        guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int64(text), number < bound
        else { return nil }
        return number
    }
}
