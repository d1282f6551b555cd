import Security

/// A record's number in the log. The log is dense; it begins with the record 0, which is made with the log.
package struct Position: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let number: Int64

    package init(_ number: Int64) { self.number = number }

    package var next: Position { Position(number + 1) }
    package var description: String { "\(number)" }

    package static func < (one: Position, other: Position) -> Bool { one.number < other.number }
}

/// The number of a leader's turn. It rises with each opening record, and stands in the log alone.
package struct Epoch: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let number: Int64

    package init(_ number: Int64) { self.number = number }

    package var next: Epoch { Epoch(number + 1) }
    package var description: String { "\(number)" }

    package static func < (one: Epoch, other: Epoch) -> Bool { one.number < other.number }
}

/// A digest over all records up to one of them: equal digests are equal histories.
package struct RunningDigest: Hashable, Sendable, CustomStringConvertible {
    package static let size = 16

    package let bytes: [UInt8]

    /// Nil if these are not as many bytes as a digest has.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.size else { return nil }
        self.bytes = bytes
    }

    private init(truncating digest: [UInt8]) { bytes = Array(digest[..<Self.size]) }

    /// The digest with which a log of this name begins.
    package static func beginning(of cluster: String) -> RunningDigest {
        RunningDigest(truncating: Digest.sha256("martlet log \(cluster)"))
    }

    /// The digest after one record more.
    package func followed(by record: [UInt8], at position: Position) -> RunningDigest {
        var all = bytes
        all.reserveCapacity(Self.size + 8 + record.count)
        withUnsafeBytes(of: position.number.littleEndian) { all.append(contentsOf: $0) }
        all += record
        return RunningDigest(truncating: all.withUnsafeBytes { Digest.sha256($0) })
    }

    package var description: String {
        bytes.prefix(4).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}

/// A position, with all that the log has up to it.
package struct LogPlace: Hashable, Sendable, CustomStringConvertible {
    package let position: Position
    package let digest: RunningDigest

    package init(_ position: Position, _ digest: RunningDigest) {
        self.position = position
        self.digest = digest
    }

    /// The record 0 of a cluster's log.
    package static func beginning(of cluster: String) -> LogPlace { LogPlace(Position(0), .beginning(of: cluster)) }

    package var description: String { "\(position) (\(digest))" }
}
