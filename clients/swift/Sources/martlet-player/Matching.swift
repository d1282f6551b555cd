import MartletCore

/// A trace that the client does not follow.
struct Mismatch: Error {
    let message: String
}

/// Holds the client's doings against the rows of a trace: clients/conformance/README.md#traces.
struct Matching {
    /// Clients round times, and their texts are not of one length: in milliseconds.
    private static let tolerance = 100
    private static let ops: [String: JSON] = [
        "send": "message.send", "markRead": "conversation.markRead", "recall": "message.recall",
        "history": "message.history",
    ]

    /// The values that the trace's names stand for in this run.
    private var values: [String: JSON] = [:]
    private let opsOfCalls: [JSON]

    init(_ rows: [Row]) {
        opsOfCalls = rows.compactMap { row in
            row.value["call"]?.string.flatMap { $0 == "request" ? row.value["op"] : Self.ops[$0] }
        }
    }

    /// A value of the trace with what its names stand for.
    func filled(_ value: JSON) -> JSON {
        switch value {
        case .string(let text): values[text] ?? value
        case .array(let elements): JSON(elements.map { filled($0) })
        case .object(let object): JSON(object.members.map { ($0.name, filled($0.value)) })
        case .null, .bool, .int, .double: value
        }
    }

    mutating func compare(_ expected: [Row], _ actual: [(at: Int, value: JSON)]) throws(Mismatch) {
        var lanes: [String: ArraySlice<(at: Int, value: JSON)>] = [:]
        for done in actual { lanes[lane(done.value), default: []].append(done) }
        for row in expected {
            let lane = lane(row.value)
            if row.direction == "may" {
                guard let next = lanes[lane]?.first, mayBe(row.value, next.value) else { continue }
            }
            guard let next = lanes[lane]?.popFirst() else {
                throw Mismatch(message: "at \(row.at): \(row.value.compactText) does not come")
            }
            if !fits(row.value, next.value) {
                let wanted = filled(row.value).compactText
                throw Mismatch(message: "at \(row.at): not \(wanted), but \(next.value.compactText)")
            }
            if abs(next.at - row.at) > Self.tolerance {
                throw Mismatch(message: "at \(row.at): \(row.value.compactText) comes at \(next.at)")
            }
        }
        for left in lanes.values.compactMap(\.first) {
            throw Mismatch(message: "at \(left.at): \(left.value.compactText) comes, which is in no row")
        }
    }

    /// Names stand for nothing that does not come.
    private mutating func mayBe(_ pattern: JSON, _ value: JSON) -> Bool {
        let before = values
        if fits(pattern, value) { return true }
        values = before
        return false
    }

    /// A row's place in one of the orders that count.
    private func lane(_ value: JSON) -> String {
        if let frame = value["frame"] {
            let op = frame["op"] ?? .null
            return "frame \(value["on"]?.int ?? 0) \(opsOfCalls.contains(op) ? "call" : op.string ?? "")"
        }
        let call = value["done"]?.string ?? value["failed"]?.string
        return call ?? value.object?.members.first?.name ?? ""
    }

    private mutating func fits(_ pattern: JSON, _ value: JSON) -> Bool {
        switch (pattern, value) {
        case (.string(let name), _) where isName(name): return isBound(name, value)
        case (.array(let one), .array(let other)):
            return one.count == other.count && zip(one, other).allSatisfy { fits($0, $1) }
        case (.object(let one), .object(let other)):
            return one.members.count == other.members.count
                && one.members.allSatisfy { name, part in other[name].map { fits(part, $0) } ?? false }
        default: return pattern == value
        }
    }

    /// A name stands for one value, and no other name stands for that.
    private mutating func isBound(_ name: String, _ value: JSON) -> Bool {
        if let bound = values[name] { return bound == value }
        // Numbers of requests begin anew with each client.
        if value.string != nil, values.values.contains(value) { return false }
        values[name] = value
        return !value.isNull
    }

    private func isName(_ text: String) -> Bool {
        ["$r", "$k", "$m"].contains(text.prefix(2)) && Int(text.dropFirst(2)) != nil
    }
}
