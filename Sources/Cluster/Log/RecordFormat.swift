/// The numbers in a record's bytes.
package enum RecordFormat {
    /// A record of a newer version ends the node that meets it: it cannot know what it would leave out.
    ///
    /// Version 2 is version 1 with what follows the first byte packed by LZ4, where that makes it shorter. In version 3
    /// statements may call `martlet_digest`. In version 4 an opening record says how many migrations the leader knows. Version 5 is
    /// version 4: a node that reads it carries out pieces of requests. In version 6 a record may end the log: that one is always
    /// written in version 6, so nodes that do not know it stop as well. In version 7 an event may be marked as implied.
    package static let version: UInt8 = 7
    static let firstPacked: Int64 = 2
    static let firstWithComparisons: Int64 = 3
    static let firstWithMigrations: Int64 = 4
    package static let firstWithPieces: Int64 = 5
    static let firstWithEnding: Int64 = 6
    static let firstWithImplied: Int64 = 7

    /// Shorter content is not worth packing.
    static let leastPacked = 256

    struct Parts: OptionSet {
        let rawValue: UInt8

        static let request = Parts(rawValue: 1)
        static let session = Parts(rawValue: 2)
        static let reply = Parts(rawValue: 4)
        static let all: Parts = [.request, .session, .reply]
    }

    enum ValueKind: UInt8 {
        case null, integer, text, bytes
    }

    enum SeatKind: UInt8 {
        case taken, ended
    }
}

/// Why a record's bytes cannot be read.
package enum RecordError: Error, Equatable, CustomStringConvertible {
    case newer(version: UInt8)
    /// `at`: how many bytes could be read.
    case damaged(at: Int)

    package var description: String {
        switch self {
        case .newer(let version):
            "the log has a record of version \(version), and this node reads up to \(RecordFormat.version): upgrade it"
        case .damaged(let offset): "a record of the log cannot be read at byte \(offset)"
        }
    }
}
