/// A JSON value. `message["body"]?["text"]?.string` is nil if any of it is missing or of another kind.
public enum JSON: Sendable, Equatable {
    case null
    case bool(Bool)
    case int(Int64)
    case double(Double)
    case string(String)
    case array([JSON])
    case object(JSONObject)

    /// A member of an object.
    public subscript(name: String) -> JSON? {
        get { object?[name] }
        set {
            guard case .object(var object) = self else { return }
            object[name] = newValue
            self = .object(object)
        }
    }

    public var isNull: Bool { self == .null }

    public var bool: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// Only if no sum of two overflows: JSON carries no integers beyond 2⁵³ between all languages (RFC 7493 §2.2).
    public var int: Int? {
        guard case .int(let value) = self, value.magnitude <= 1 << 53 else { return nil }
        return Int(value)
    }

    public var double: Double? {
        switch self {
        case .int(let value): Double(value)
        case .double(let value): value
        case .null, .bool, .string, .array, .object: nil
        }
    }

    public var string: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    public var array: [JSON]? {
        guard case .array(let value) = self else { return nil }
        return value
    }

    public var object: JSONObject? {
        guard case .object(let value) = self else { return nil }
        return value
    }

    /// This object with the members of the other one, which win.
    public func merging(_ other: JSON) -> JSON {
        var merged = self
        for (name, value) in other.object?.members ?? [] { merged[name] = value }
        return merged
    }
}

/// Members in the order in which they came, which counts for nothing when two objects are compared.
public struct JSONObject: Sendable, Equatable {
    public private(set) var members: [(name: String, value: JSON)] = []
    /// Where each is; empty while there are few.
    private var places: [String: Int] = [:]

    public init() {}

    /// Of members with the same name the last one counts.
    public init(_ members: some Sequence<(String, JSON)>) {
        self.members.reserveCapacity(members.underestimatedCount)
        for (name, value) in members { self[name] = value }
    }

    public subscript(name: String) -> JSON? {
        get { place(of: name).map { members[$0].value } }
        set {
            switch (place(of: name), newValue) {
            case (nil, nil): break
            case (let place?, let value?): members[place].value = value
            case (nil, let value?):
                members.append((name, value))
                note(members.count - 1)
            case (let place?, nil):
                members.remove(at: place)
                places = [:]
                if members.count > Self.few { note(members.count - 1) }
            }
        }
    }

    public static func == (one: Self, other: Self) -> Bool {
        one.members.count == other.members.count && one.members.allSatisfy { other[$0.name] == $0.value }
    }

    private static let few = 16

    private func place(of name: String) -> Int? {
        places.isEmpty ? members.firstIndex { $0.name == name } : places[name]
    }

    private mutating func note(_ place: Int) {
        if !places.isEmpty {
            places[members[place].name] = place
        } else if members.count > Self.few {
            for (place, member) in members.enumerated() { places[member.name] = place }
        }
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int64) { self = .int(value) }
    public init(floatLiteral value: Double) { self = .double(value) }
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, JSON)...) { self = .object(JSONObject(elements)) }

    public init(_ value: Int) { self = .int(Int64(value)) }
    public init(_ value: String) { self = .string(value) }
    public init(_ value: Bool) { self = .bool(value) }
    public init(_ value: [JSON]) { self = .array(value) }

    package init(_ members: some Sequence<(String, JSON)>) { self = .object(JSONObject(members)) }
}
