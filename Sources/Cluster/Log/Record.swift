/// A record as it stands in the log.
package struct Record: Equatable, Sendable {
    package let position: Position
    /// The digest of everything before it.
    package let previous: RunningDigest
    package let digest: RunningDigest
    package let bytes: [UInt8]

    package init(after place: LogPlace, bytes: [UInt8]) {
        position = place.position.next
        previous = place.digest
        digest = place.digest.followed(by: bytes, at: position)
        self.bytes = bytes
    }

    /// `version`: in which all nodes can read it.
    package init(_ content: RecordContent, after place: LogPlace, version: Int64 = Int64(RecordFormat.version)) {
        self.init(after: place, bytes: RecordWriter.bytes(of: content, version: version))
    }

    /// As it was read from the log, where it may be damaged: `isIntact` tells.
    package init(at position: Position, previous: RunningDigest, digest: RunningDigest, bytes: [UInt8]) {
        self.position = position
        self.previous = previous
        self.digest = digest
        self.bytes = bytes
    }

    package var place: LogPlace { LogPlace(position, digest) }

    package var isIntact: Bool { previous.followed(by: bytes, at: position) == digest }

    package func content() throws(RecordError) -> RecordContent {
        var reader = RecordReader(bytes)
        return try reader.content()
    }
}
