import JSON

/// A record of a dump that has the members of one, but not what they have to be.
struct DamagedRecord: Error {
    let reason: String
}

/// Values as `mongoexport` writes them: numbers, times and bytes can be objects with a name that begins with `$`.
/// Where PostgreSQL and MySQL write plain values instead, these are read, too.
extension JSONValue {
    /// Of an object with one member that is named so: its value.
    private func wrapped(_ name: StaticString) -> JSONValue? { count == 1 ? self[name] : nil }

    var dumpedNumber: Int64? {
        let digits = int64.map { "\($0)" } ?? (wrapped("$numberLong") ?? wrapped("$numberInt"))?.string
        return digits.flatMap { Int64($0) }
    }

    /// In milliseconds since 1970.
    var dumpedTime: Int64? {
        if let text = string { return CivilTime.milliseconds(utc: text) }
        guard let date = wrapped("$date") else { return nil }
        return date.string.map { CivilTime.milliseconds(utc: $0) } ?? date.dumpedNumber
    }

    /// MySQL writes 0 and 1.
    var dumpedFlag: Bool? { bool ?? dumpedNumber.map { $0 != 0 } }

    /// The value without those objects.
    func writePlainly(into json: inout JSONWriter, depth: Int = 0) {
        // Deeper than any line may be (`ImportLine.depth`).
        guard depth < 40 else { return json.value(self) }
        if let members {
            if let plain = unwrapped {
                switch plain {
                case .number(var digits): digits.withUTF8 { json.value(raw: UnsafeRawBufferPointer($0)) }
                case .text(let text): json.value(text)
                }
                return
            }
            json.object { json in
                for (key, value) in members {
                    json.key(text: key.keyText)
                    value.writePlainly(into: &json, depth: depth + 1)
                }
            }
        } else if let elements {
            json.array { json in
                for element in elements { element.writePlainly(into: &json, depth: depth + 1) }
            }
        } else {
            json.value(self)
        }
    }

    private enum Plain {
        case number(String)
        case text(String)
    }

    private var unwrapped: Plain? {
        if let number = (wrapped("$numberLong") ?? wrapped("$numberInt"))?.string, Int64(number) != nil {
            return .number(number)
        }
        if let text = wrapped("$numberDouble")?.string {
            guard let number = Double(text), number.isFinite else { return .text(text) }
            return .number("\(number)")
        }
        if let text = (wrapped("$oid") ?? wrapped("$numberDecimal"))?.string { return .text(text) }
        if let bytes = wrapped("$binary"), let text = (bytes["base64"] ?? bytes).string { return .text(text) }
        guard let date = wrapped("$date") else { return nil }
        return date.string.map { .text($0) } ?? date.dumpedNumber.map { .number("\($0)") }
    }
}

/// A member as it was dumped, if it says something.
func copyPlainly(_ name: StaticString, _ value: JSONValue?, into json: inout JSONWriter) {
    guard let value, !value.isNull, value.string?.isEmpty != true,
        value.count > 0 || (value.elements == nil && value.members == nil)
    else { return }
    json.key(name)
    value.writePlainly(into: &json)
}
