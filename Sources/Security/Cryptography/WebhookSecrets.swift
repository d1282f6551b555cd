import Bytes

/// The secrets that sign requests to a backend, as Standard Webhooks has it: one, and others while the operator changes
/// from one to the next. The receiver needs one of them.
package struct WebhookSecrets: Sendable {
    package enum Problem: Error, Equatable, CustomStringConvertible {
        case none
        case tooMany(Int)
        case malformed(line: Int)
        case weak(line: Int, SecretStrength.Weakness)

        package var description: String {
            switch self {
            case .none: "it holds no secret"
            case .tooMany(let count): "it has \(count) lines, but may have only \(mostSecrets), each with one secret"
            case .malformed(let line): "line \(line) is not `whsec_` and then Base64; \(advice)"
            case .weak(let line, let weakness): "the secret in line \(line) \(weakness); \(advice)"
            }
        }
    }

    private let keys: [[UInt8]]

    /// A new secret, as a line of a file.
    package static func make() -> String { prefix + Base64.standard.encode(Random.bytes(32)) + "\n" }

    /// The text of a file: in each line a secret, `whsec_` and then Base64.
    package init(_ text: String) throws(Problem) {
        let lines = text.split(whereSeparator: \.isNewline)
        if lines.isEmpty { throw .none }
        if lines.count > mostSecrets { throw .tooMany(lines.count) }
        var keys: [[UInt8]] = []
        for (index, line) in lines.enumerated() {
            guard line.hasPrefix(prefix), let key = Base64.standard.decode(line.utf8.dropFirst(prefix.utf8.count))
            else {
                throw .malformed(line: index + 1)
            }
            if let weakness = SecretStrength.weakness(of: key) { throw .weak(line: index + 1, weakness) }
            keys.append(key)
        }
        self.keys = keys
    }

    /// Of keys that were judged elsewhere.
    package init(keys: [[UInt8]]) {
        precondition(!keys.isEmpty, "no key to sign with")
        self.keys = keys
    }

    /// The headers that sign a request, each as a line. The id is the same when the request is made again, and has no dot;
    /// the timestamp is that of this attempt, in seconds since 1970.
    package func headers(id: String, timestamp: Int64, body: [UInt8]) -> [String] {
        let signed = Array("\(id).\(timestamp).".utf8) + body
        let signatures = keys.map { key in
            let code = signed.withUnsafeBytes { Signature.hmac($0, secret: key) }
            return "v1,\(Base64.standard.encode(code))"
        }
        return [
            "webhook-id: \(id)",
            "webhook-timestamp: \(timestamp)",
            "webhook-signature: \(signatures.joined(separator: " "))",
        ]
    }
}

private let prefix = "whsec_"
private let mostSecrets = 4
private let advice = "create one with `martlet token --new-webhook-secret FILE`"
