import Glibc

/// Milliseconds since 1970, shown as RFC 3339 in UTC.
package struct WallTime: Sendable, CustomStringConvertible {
    package let milliseconds: Int

    package init(milliseconds: Int) {
        self.milliseconds = milliseconds
    }

    package static var now: WallTime {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return WallTime(milliseconds: time.tv_sec * 1000 + time.tv_nsec / 1_000_000)
    }

    package var description: String {
        var seconds = time_t(milliseconds / 1000)
        var date = tm()
        gmtime_r(&seconds, &date)
        let day = "\(date.tm_year + 1900)-\(padded(Int(date.tm_mon) + 1, 2))-\(padded(Int(date.tm_mday), 2))"
        let time = [date.tm_hour, date.tm_min, date.tm_sec].map { padded(Int($0), 2) }.joined(separator: ":")
        return "\(day)T\(time).\(padded(milliseconds % 1000, 3))Z"
    }

    private func padded(_ number: Int, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
