import MartletBytes
import MartletJSON

extension JSON {
    /// As deep as a text may be, in either direction.
    private static let depth = 64
    /// A page of messages is the largest text: SDKs take 4 MiB.
    private static let limits = JSONLimits(bytes: 4 << 20, depth: depth, values: 1 << 20)

    public init(parsing text: String) throws(MartletError) {
        let document = JSONDocument()
        do {
            self.init(try document.parse(text, limits: Self.limits))
        } catch {
            throw MartletError(name: "internal", message: "this is no JSON: \(error)")
        }
    }

    private init(_ value: JSONValue) {
        switch value.kind {
        case .null: self = .null
        case .bool: self = .bool(value.bool ?? false)
        case .string: self = .string(value.string ?? "")
        case .number: self = value.int64.map { .int($0) } ?? .double(value.double ?? 0)
        case .array: self = .array(value.elements?.map { JSON($0) } ?? [])
        case .object: self = .object(JSONObject(value.members?.lazy.map { ($0.key.keyText, JSON($0.value)) } ?? []))
        }
    }

    /// In one line. It fails for numbers that are not finite, and for what is too deep for any reader.
    public func text() throws(MartletError) -> String {
        guard isWritable(levels: Self.depth) else { throw MartletError(name: "internal", message: "this is no JSON") }
        return compactText
    }

    /// Of a value that is known to be writable: it came from a text, or was looked at.
    package var compactText: String {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.text
    }

    package func isWritable(levels: Int) -> Bool {
        switch self {
        case .null, .bool, .int, .string: true
        case .double(let number): number.isFinite
        case .array(let elements): levels > 0 && elements.allSatisfy { $0.isWritable(levels: levels - 1) }
        case .object(let object): levels > 0 && object.members.allSatisfy { $0.value.isWritable(levels: levels - 1) }
        }
    }

    private func write(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.null()
        case .bool(let value): writer.value(value)
        case .int(let value): writer.value(value)
        case .double(let value): writer.value(value)
        case .string(let value): writer.value(value)
        case .array(let elements):
            writer.array { writer in
                for element in elements { element.write(to: &writer) }
            }
        case .object(let object):
            writer.object { writer in
                for (name, value) in object.members {
                    writer.key(text: name)
                    value.write(to: &writer)
                }
            }
        }
    }
}

/// Data of the application's that goes into a frame, some levels deep in it.
package func checked(_ data: JSON) throws(MartletError) -> JSON {
    guard data.isWritable(levels: 48) else { throw MartletError(name: "internal", message: "this is no JSON") }
    return data
}
