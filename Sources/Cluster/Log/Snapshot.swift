import Security

/// A store's file at a position. Snapshots share the chunks that they have in common.
package struct Snapshot: Equatable, Sendable {
    package let place: LogPlace
    /// In the file's order.
    package let chunks: [ChunkDigest]

    package init(_ place: LogPlace, _ chunks: [ChunkDigest]) {
        self.place = place
        self.chunks = chunks
    }
}

/// Names a chunk by what it holds.
package struct ChunkDigest: Hashable, Sendable, CustomStringConvertible {
    package static let size = 32

    package let bytes: [UInt8]

    package init(of chunk: [UInt8]) { bytes = chunk.withUnsafeBytes { Digest.sha256($0) } }

    /// Nil if these are not as many bytes as a digest has.
    package init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.size else { return nil }
        self.bytes = Array(bytes)
    }

    package var description: String { bytes.prefix(4).map { String($0, radix: 16) }.joined(separator: ":") }
}
