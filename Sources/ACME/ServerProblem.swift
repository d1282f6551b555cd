import JSON

/// A problem document (RFC 7807), as RFC 8555 §6.7 has it.
struct ServerProblem {
    let type: String
    private let detail: String

    init(_ json: JSONValue?) {
        type = json?["type"]?.string ?? ""
        detail = json?["detail"]?.string ?? ""
    }

    var isBadNonce: Bool { type == Self.prefix + "badNonce" }
    var isRateLimit: Bool { type == Self.prefix + "rateLimited" }

    /// For the log.
    var text: String {
        let name = type.hasPrefix(Self.prefix) ? String(type.dropFirst(Self.prefix.count)) : type
        let said = [name, detail].filter { !$0.isEmpty }.joined(separator: ": ")
        return Self.harmless(said)
    }

    /// Fit for a line of the log, whatever the server has put into it.
    static func harmless(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(longest).map { $0.isPrintable ? $0 : " " }))
    }

    private static let prefix = "urn:ietf:params:acme:error:"
}

extension Unicode.Scalar {
    fileprivate var isPrintable: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }
}

private let longest = 600
