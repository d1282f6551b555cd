import MartletCore

/// How generated values read their members. Errors say where in the value they are.
extension JSON {
    func required<Value: JSONRepresentable>(_ name: String) throws(MartletError) -> Value {
        guard let value: Value = try optional(name) else {
            throw MartletError(name: "internal", message: "\(name): missing")
        }
        return value
    }

    /// A member that is null is one that is not there.
    func optional<Value: JSONRepresentable>(_ name: String) throws(MartletError) -> Value? {
        guard let member = self[name], !member.isNull else { return nil }
        do {
            return try Value(json: member)
        } catch {
            throw MartletError(name: error.name, message: "\(name): \(error.message)")
        }
    }

    func others(than names: Set<String>) throws(MartletError) -> [String: JSON] {
        try [String: JSON](json: self).filter { !names.contains($0.key) }
    }
}

/// How they write them.
extension JSONObject {
    /// A value that is nil is left out.
    mutating func set(_ name: String, _ value: (some JSONRepresentable)?) {
        if let value { self[name] = value.json }
    }

    /// A value that is nil is null.
    mutating func set(_ name: String, orNull value: (some JSONRepresentable)?) {
        self[name] = value?.json ?? .null
    }
}

/// How generated calls ask.
extension Client {
    func result<Result: JSONRepresentable>(
        _ name: String, _ data: JSONObject, _ options: RequestOptions
    ) async throws -> Result {
        try Result(json: try await request(name, .object(data), options))
    }

    func done(_ name: String, _ data: JSONObject, _ options: RequestOptions) async throws {
        _ = try await request(name, .object(data), options)
    }
}
