import MartletCore

/// A value that requests, results and events are made of. Members of JSON that it does not know are passed over.
package protocol JSONRepresentable: Sendable, Equatable {
    init(json: JSON) throws(MartletError)
    var json: JSON { get }
}

/// A set of texts to which a newer gateway can add: those without a name here are kept as they came.
package protocol OpenEnumeration: JSONRepresentable, RawRepresentable, Hashable where RawValue == String {
    init(rawValue: String)
}

extension OpenEnumeration {
    public init(json: JSON) throws(MartletError) { self.init(rawValue: try String(json: json)) }
    public var json: JSON { .string(rawValue) }
}

/// A field of the application's own, as its gateway is configured.
public enum CustomValue: JSONRepresentable {
    case integer(Int)
    case text(String)
    case bytes(Bytes)

    public init(json: JSON) throws(MartletError) {
        if let text = json.string {
            self = .text(text)
        } else if let integer = json.int {
            self = .integer(integer)
        } else {
            self = .bytes(try Bytes(json: json))
        }
    }

    public var json: JSON {
        switch self {
        case .integer(let integer): integer.json
        case .text(let text): .string(text)
        case .bytes(let bytes): bytes.json
        }
    }
}

extension JSON: JSONRepresentable {
    package init(json: JSON) { self = json }
    package var json: JSON { self }
}

extension String: JSONRepresentable {
    package init(json: JSON) throws(MartletError) { self = try unwrapped(json.string, of: "a text") }
    package var json: JSON { .string(self) }
}

extension Int: JSONRepresentable {
    package init(json: JSON) throws(MartletError) { self = try unwrapped(json.int, of: "an integer") }
    package var json: JSON { .int(Int64(self)) }
}

extension Double: JSONRepresentable {
    package init(json: JSON) throws(MartletError) { self = try unwrapped(json.double, of: "a number") }
    package var json: JSON { .double(self) }
}

extension Bool: JSONRepresentable {
    package init(json: JSON) throws(MartletError) { self = try unwrapped(json.bool, of: "true or false") }
    package var json: JSON { .bool(self) }
}

extension Array: JSONRepresentable where Element: JSONRepresentable {
    package init(json: JSON) throws(MartletError) {
        let elements = try unwrapped(json.array, of: "a list")
        self = []
        reserveCapacity(elements.count)
        for element in elements { append(try Element(json: element)) }
    }

    package var json: JSON { .array(map(\.json)) }
}

extension Dictionary: JSONRepresentable where Key == String, Value: JSONRepresentable {
    package init(json: JSON) throws(MartletError) {
        let object = try unwrapped(json.object, of: "an object")
        self = [:]
        reserveCapacity(object.members.count)
        for (name, value) in object.members { self[name] = try Value(json: value) }
    }

    package var json: JSON { .object(JSONObject(map { ($0, $1.json) })) }
}

private func unwrapped<Value>(_ value: Value?, of kind: String) throws(MartletError) -> Value {
    guard let value else { throw MartletError(name: "internal", message: "no \(kind) where the gateway promises one") }
    return value
}
