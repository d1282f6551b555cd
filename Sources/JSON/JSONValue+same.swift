extension JSONValue {
    /// Whether both say the same, whatever the order of members and the spelling of strings. Numbers are compared as written.
    package func isSame(as other: JSONValue) -> Bool {
        guard kind == other.kind, count == other.count else { return false }
        switch kind {
        case .null: return true
        case .bool: return bool == other.bool
        case .number: return raw.equals(other.raw)
        case .string: return stringBytes!.equals(other.stringBytes!)
        case .array: return zip(elements!, other.elements!).allSatisfy { $0.isSame(as: $1) }
        case .object:
            return members!.allSatisfy { key, value in
                other.member(key.stringBytes!).map { value.isSame(as: $0) } ?? false
            }
        }
    }
}
