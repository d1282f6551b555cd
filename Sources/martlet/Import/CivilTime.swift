/// The times that dumps and files write for people.
enum CivilTime {
    /// Seconds since 1970, of a date of the Gregorian calendar and a time of that day; nil: there is none.
    static func seconds(
        year: Int64, month: Int64, day: Int64, hour: Int64, minute: Int64, second: Int64
    ) -> Int64? {
        guard (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60 else { return nil }
        // Years begin with March, so that leap days are at their ends.
        let shifted = month > 2 ? year : year - 1
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let days = shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
        return days * 86_400 + hour * 3_600 + minute * 60 + second
    }

    /// Milliseconds since 1970, of a text such as `2019-10-11T12:13:14.522Z` or `2019-10-11 12:13:14`: in UTC.
    static func milliseconds(utc text: String) -> Int64? {
        var rest = Array(text.utf8)[...]
        if rest.last == UInt8(ascii: "Z") { rest = rest.dropLast() }
        func number(_ digits: Int, _ separators: String) -> Int64? {
            guard rest.count >= digits else { return nil }
            var value: Int64 = 0
            for digit in rest.prefix(digits) {
                guard (48...57).contains(digit) else { return nil }
                value = value * 10 + Int64(digit - 48)
            }
            rest = rest.dropFirst(digits)
            guard !separators.isEmpty else { return value }
            guard let next = rest.popFirst(), separators.utf8.contains(next) else { return nil }
            return value
        }
        guard let year = number(4, "-"), let month = number(2, "-"), let day = number(2, "T "),
            let hour = number(2, ":"), let minute = number(2, ":"), let second = number(2, ""),
            let whole = seconds(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        else { return nil }
        guard let point = rest.popFirst() else { return whole * 1_000 }
        // Trailing zeros can be left out, and there can be more digits than of milliseconds.
        guard point == UInt8(ascii: "."), (1...9).contains(rest.count) else { return nil }
        let missing = 3 - min(rest.count, 3)
        guard let fraction = number(3 - missing, "") else { return nil }
        while !rest.isEmpty { guard number(1, "") != nil else { return nil } }
        return whole * 1_000 + fraction * (missing == 2 ? 100 : missing == 1 ? 10 : 1)
    }
}
