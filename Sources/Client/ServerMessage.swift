import JSON

/// A message of the gateway, read.
package enum ServerMessage {
    /// The id is nil if the request had none that could be read.
    case reply(id: UInt64?, Reply)
    case event(ServerEvent)

    package static let limits = JSONLimits(bytes: 64 << 20, values: 1 << 24)

    /// Each message has a document of its own, so its values stay good.
    package init(_ text: String) throws(ClientError) {
        let root: JSONValue
        do throws(JSONError) {
            root = try JSONDocument().parse(text, limits: Self.limits)
        } catch {
            throw .badMessage("\(error): \(text)")
        }
        if let event = ServerEvent(root) {
            self = .event(event)
        } else if let result = root["ok"] {
            self = .reply(id: root["id"]?.uint64, .ok(result))
        } else if let error = root["error"].flatMap({ ServerError($0) }) {
            self = .reply(id: root["id"]?.uint64, .error(error))
        } else {
            throw .badMessage(text)
        }
    }
}

/// An event of the gateway.
package struct ServerEvent {
    package let name: String
    package let data: JSONValue
    /// Its place in a stream, which a client names when it comes back; nil: it is in none (X-07).
    package let stream: String?
    package let seq: UInt64?

    init?(_ json: JSONValue) {
        guard let name = json["event"]?.string, let data = json["data"] else { return nil }
        self.name = name
        self.data = data
        stream = json["stream"]?.string
        seq = json["seq"]?.uint64
    }
}

/// The result of a request.
package enum Reply {
    case ok(JSONValue)
    case error(ServerError)

    /// The result, or throws what it failed with.
    package func get() throws -> JSONValue {
        switch self {
        case .ok(let result): return result
        case .error(let error): throw error
        }
    }

    package var error: ServerError? {
        if case .error(let error) = self { error } else { nil }
    }
}

/// Why the gateway did not do what it was asked (X-02).
package struct ServerError: Error, Equatable, Sendable {
    package let system: String
    package let code: Int
    package let name: String
    package let message: String
    package let keys: [String]

    package init?(_ json: JSONValue) {
        guard let system = json["system"]?.string, let code = json["code"]?.int64, let name = json["name"]?.string,
            let message = json["message"]?.string
        else { return nil }
        self.system = system
        self.code = Int(code)
        self.name = name
        self.message = message
        keys = json["keys"]?.elements?.compactMap(\.string) ?? []
    }
}

extension ServerError: CustomStringConvertible {
    package var description: String {
        "\(system) \(code) \(name): \(message)" + (keys.isEmpty ? "" : " (\(keys.joined(separator: ", ")))")
    }
}
