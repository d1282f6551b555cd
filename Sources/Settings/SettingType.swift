/// The type of a setting's values: how they are described, read and shown.
struct SettingType<Value: Sendable>: Sendable {
    /// Ends the sentence "the value must be …".
    let name: String
    let environmentForm: EnvironmentForm
    /// The value, or nil where it is not of this type. A relative path is resolved against the directory.
    let read: @Sendable (_ written: JSON5.Kind, _ directory: String) -> Value?
    let show: @Sendable (Value) -> String
}

/// How a value is written in an environment variable.
enum EnvironmentForm {
    /// As in the file: `7750`, `true`.
    case literal
    /// The text itself, without quotes.
    case text
    /// A JSON5 list, or texts with commas between them.
    case list
}

extension SettingType<Int> {
    static func integer(_ bounds: ClosedRange<Int>) -> Self {
        let name =
            bounds.upperBound == .max
            ? "an integer of at least \(bounds.lowerBound)"
            : "an integer from \(bounds.lowerBound) to \(bounds.upperBound)"
        return Self(name: name, environmentForm: .literal) { kind, _ in
            switch kind {
            case .integer(let value): bounds.contains(value) ? value : nil
            case .number(let value): Int(exactly: value).flatMap { bounds.contains($0) ? $0 : nil }
            default: nil
            }
        } show: {
            "\($0)"
        }
    }
}

extension SettingType<Bool> {
    static let flag = Self(name: "true or false", environmentForm: .literal) { kind, _ in
        if case .boolean(let value) = kind { value } else { nil }
    } show: {
        "\($0)"
    }
}

extension SettingType where Value: RawRepresentable<String> & CaseIterable {
    static var choice: Self {
        let name = Value.allCases.map { quoted($0.rawValue) }.joined(separator: " or ")
        return Self(name: name, environmentForm: .text) { kind, _ in
            if case .text(let text) = kind { Value(rawValue: text) } else { nil }
        } show: {
            quoted($0.rawValue)
        }
    }
}

extension SettingType<String> {
    static let text = checked("a text of 1 to 1024 bytes") { !$0.isEmpty && $0.utf8.count <= 1024 }

    static func checked(_ name: String, _ isAllowed: @escaping @Sendable (String) -> Bool) -> Self {
        Self(name: name, environmentForm: .text) { kind, _ in
            if case .text(let text) = kind, isAllowed(text) { text } else { nil }
        } show: {
            quoted($0)
        }
    }
}

extension SettingType<String> {
    static let path = Self(name: "a path", environmentForm: .text) { kind, directory in
        guard case .text(let path) = kind, !path.isEmpty, !path.utf8.contains(0) else { return nil }
        return path.hasPrefix("/") ? path : directory + path
    } show: {
        quoted($0)
    }
}

extension SettingType {
    static func optional<Wrapped>(_ type: SettingType<Wrapped>) -> Self where Value == Wrapped? {
        Self(name: "\(type.name), or null", environmentForm: type.environmentForm) { kind, directory in
            if kind == .null { .some(nil) } else { type.read(kind, directory).map { .some($0) } }
        } show: {
            $0.map(type.show) ?? "null"
        }
    }

    /// One unfit element makes the whole list unfit.
    static func list<Element>(of type: SettingType<Element>, _ elements: String) -> Self where Value == [Element] {
        Self(name: "a list of \(elements)", environmentForm: .list) { kind, directory in
            guard case .list(let values) = kind, values.count <= longestList else { return nil }
            let elements = values.compactMap { type.read($0.kind, directory) }
            return elements.count == values.count ? elements : nil
        } show: {
            "[" + $0.map(type.show).joined(separator: ", ") + "]"
        }
    }
}

/// No list in the configuration is longer.
let longestList = 1000
