/// Why a call failed. `system` and `code`, or `name`, tell the kind, as docs/errors.md lists them. The client's own
/// errors have the system `client` and the names `timeout`, `connectionLost`, `stopped`, `discarded`, `maybeSent`,
/// `maybeDone`, `noToken` and `internal`; of uploads `tooLarge`, `urlEnded`, `otherDigest`, `notUploaded`, `fileGone`
/// and `mediaRefused`. A lost connection has the system `close` and its code.
public struct MartletError: Error, Sendable, Equatable, CustomStringConvertible {
    public let system: String
    public let code: Int
    public let name: String
    public let message: String
    public let keys: [String]

    public init(system: String = "client", code: Int = 0, name: String, message: String? = nil, keys: [String] = []) {
        self.system = system
        self.code = code
        self.name = name
        self.message = message ?? name
        self.keys = keys
    }

    /// As the gateway tells it.
    package init(_ error: JSON) {
        self.init(
            system: error["system"]?.string ?? "client", code: error["code"]?.int ?? 0,
            name: error["name"]?.string ?? "internal", message: error["message"]?.string,
            keys: error["keys"]?.array?.compactMap(\.string) ?? [])
    }

    /// Whether it is the gateway's error of this system and number.
    public func isOf(_ system: String, _ code: Int) -> Bool { self.system == system && self.code == code }

    public var description: String { "\(system) \(code) \(name): \(message)" }

    package var json: JSON {
        [
            "system": JSON(system), "code": JSON(code), "name": JSON(name), "message": JSON(message),
            "keys": JSON(keys.map { JSON($0) }),
        ]
    }
}
