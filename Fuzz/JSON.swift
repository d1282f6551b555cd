import Bytes
import JSON

/// What is read, written anew and read again is the same; every accessor of every value is tried on the way.
func feedJSON(_ text: UnsafeRawBufferPointer) -> CInt {
    guard let first = rewritten(text) else { return 0 }
    guard let second = first.withUnsafeBytes(rewritten) else {
        preconditionFailure("refuses what it wrote: \(String(decoding: first, as: UTF8.self))")
    }
    precondition(first == second, "\(String(decoding: first, as: UTF8.self)) became another")
    return 0
}

private let limits = JSONLimits(bytes: 4096, depth: 16, values: 256)

// libFuzzer calls a target from one thread, and a shard reads all its requests with one document.
nonisolated(unsafe) private let document = JSONDocument()

private func rewritten(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
    do throws(JSONError) {
        let value = try document.parse(text, limits: limits)
        var writer = JSONWriter()
        write(value, to: &writer)
        return Array(writer.bytes)
    } catch {
        precondition(0...text.count ~= error.offset, "an error at byte \(error.offset) of \(text.count)")
        return nil
    }
}

private func write(_ value: JSONValue, to writer: inout JSONWriter) {
    precondition(value.raw.count > 0, "a value without text")
    switch value.kind {
    case .null:
        writer.null()
    case .bool:
        writer.value(value.bool!)
    case .number:
        checkNumber(value)
        writer.value(raw: value.raw)
    case .string:
        precondition(String(validating: value.stringBytes!, as: UTF8.self) != nil, "not UTF-8: \(Array(value.raw))")
        writer.value(utf8: value.stringBytes!)
    case .array:
        writer.array { writer in
            for element in value.elements! { write(element, to: &writer) }
        }
    case .object:
        writer.object { writer in
            for (key, member) in value.members! {
                // No key comes twice, so the first of that name is this one.
                precondition(value.member(key.stringBytes!)!.raw.elementsEqual(member.raw), "\(key.string!) is lost")
                writer.key(text: key.string!)
                write(member, to: &writer)
            }
        }
    }
}

/// The integers agree with each other, and with the standard library's reading of the text.
private func checkNumber(_ value: JSONValue) {
    let text = String(decoding: value.raw, as: UTF8.self)
    precondition(Double(text) != nil, "\(text) is no number")
    if let natural = value.uint64 { precondition(UInt64(text) == natural, "\(text) became \(natural)") }
    // JSON has a minus zero, and Swift's integers read it.
    if let integer = value.int64 { precondition(Int64(text) == integer, "\(text) became \(integer)") }
    if let double = value.double { precondition(Double(text) == double, "\(text) became \(double)") }
}
