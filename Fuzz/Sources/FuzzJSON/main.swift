import Bytes
import FuzzDriver
import Glibc
import JSON

private let document = JSONDocument()
private let again = JSONDocument()
private let limits = JSONLimits(bytes: 4096, depth: 8, values: 256)

/// Walks a value and writes it anew.
private func copy(_ value: JSONValue, to json: inout JSONWriter) {
    switch value.kind {
    case .null: json.null()
    case .bool: json.value(value.bool!)
    case .number: json.value(raw: value.raw)
    case .string: json.value(utf8: value.stringBytes!)
    case .array:
        json.beginArray()
        for element in value.elements! { copy(element, to: &json) }
        json.endArray()
    case .object:
        json.beginObject()
        for (key, member) in value.members! {
            json.key(key.string!)
            copy(member, to: &json)
        }
        json.endObject()
    }
}

exit(
    Driver.run { start, count in
        guard let root = try? document.parse(UnsafeRawBufferPointer(start: start, count: count), limits: limits) else {
            return 0
        }
        var json = JSONWriter()
        copy(root, to: &json)
        var second = JSONWriter()
        do {
            copy(try again.parse(json.bytes, limits: JSONLimits()), to: &second)
        } catch {
            preconditionFailure("what was written cannot be read: \(error)")
        }
        precondition(json.text == second.text, "reading and writing changed the text")
        return 0
    })
