import Commands
import JSON
import Telemetry

// How results are shown to people.
extension JSONValue {
    /// A member as a table's cell.
    func cell(_ name: StaticString) -> String {
        guard let value = self[name], !value.isNull else { return "-" }
        if let text = value.string { return text.isEmpty ? "-" : text }
        if let flag = value.bool { return flag ? "yes" : "no" }
        if let elements = value.elements {
            let texts = elements.map { $0.string ?? $0.compactText }
            return texts.isEmpty ? "-" : texts.joined(separator: " ")
        }
        return value.compactText
    }

    /// A member in milliseconds since 1970, as a time in UTC to the second.
    func time(_ name: StaticString) -> String {
        guard let milliseconds = self[name]?.int64, milliseconds > 0 else { return cell(name) }
        return "\(WallTime(milliseconds: Int(milliseconds)).description.prefix(19))Z"
    }

    func list(_ name: StaticString) -> [JSONValue] { self[name]?.elements.map { Array($0) } ?? [] }
}

/// Prints a result as JSON for a program, or in the form for people.
struct Printer {
    let isJSON: Bool

    func show(_ result: JSONValue, _ text: (JSONValue) -> String) {
        say(isJSON ? result.compactText + "\n" : text(result))
    }

    /// Several results are one object.
    func show(_ results: [(name: String, value: String)], _ text: () -> String) {
        let members = results.map { "\"\($0.name)\":\($0.value)" }
        say(isJSON ? "{\(members.joined(separator: ","))}\n" : text())
    }
}

/// A table below its heading, or that there is nothing.
func section(_ heading: String, _ table: TextTable) -> String {
    "\n\(heading):\n" + (table.isEmpty ? "none\n" : table.text)
}
