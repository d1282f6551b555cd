/// How much of a document a reader takes. A document's memory never grows past a small multiple of them.
package struct JSONLimits: Sendable {
    package let bytes: Int
    package let depth: Int
    /// Every scalar, array, object and key counts as one.
    package let values: Int

    package init(bytes: Int = 1 << 20, depth: Int = 32, values: Int = 1 << 16) {
        precondition((1...1 << 30).contains(bytes), "a limit of \(bytes) bytes")
        // The reader and the indenting writer recurse once for every level.
        precondition((1...64).contains(depth), "a limit of \(depth) levels")
        precondition(values > 0, "a limit of \(values) values")
        self.bytes = bytes
        self.depth = depth
        self.values = values
    }
}
