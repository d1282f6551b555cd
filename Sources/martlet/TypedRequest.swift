import JSON

/// A request as it is typed: `session.close {"session":"…"}`.
struct TypedRequest {
    let operation: String
    /// The JSON text of an object; nil if none was typed.
    let data: String?

    /// Nil if there is no operation, or if what follows it is not an object.
    init?(_ line: String) {
        let parts = line.split(maxSplits: 1, omittingEmptySubsequences: true, whereSeparator: \.isWhitespace)
        guard let first = parts.first else { return nil }
        operation = String(first)
        guard parts.count > 1 else {
            data = nil
            return
        }
        let text = String(parts[1])
        guard let value = try? JSONDocument().parse(text), value.kind == .object else { return nil }
        data = text
    }
}
