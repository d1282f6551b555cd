import JSON
import Security
import Telemetry

/// The lines of an export, as far as they have been written or read.
///
/// An export begins with a header. Its end counts the lines between both and has the SHA-256 of everything before itself: so
/// a whole export is told from a damaged one, and from lines of other making.
struct ExportDigest {
    /// Of the lines between header and end.
    private(set) var lines = 0
    private let digest = RunningDigest()

    init(header: String) {
        digest.take(header + "\n")
    }

    mutating func take(_ line: String) {
        digest.take(line + "\n")
        lines += 1
    }

    /// `user`: whose export it is; nil: everybody's.
    static func header(of user: String?) -> String {
        ImportLine.make("export") { json in
            json.field("version", version)
            if let user { json.field("userID", user) }
            json.field("time", WallTime.now.milliseconds)
            json.field("gateway", Build.version)
        }
    }

    /// Nothing is taken after it.
    func end() -> String {
        ImportLine.make("exportEnd") { json in
            json.field("lines", lines)
            json.field("sha256", hex(digest.finish()))
        }
    }

    /// Why these are not the lines that were written; nil: they are. Nothing is taken after it.
    func fault(by end: JSONValue) -> String? {
        guard let count = end["lines"]?.int64, count == lines else {
            return "its end counts \(end["lines"]?.compactText ?? "no") lines, and there are \(lines)"
        }
        return end["sha256"]?.string == hex(digest.finish()) ? nil : "its lines are not as they were written"
    }

    static let version = 1
}
