/// The text of a message that comes a chunk at a time, and how it goes on. Places in it are counted in bytes of UTF-8 (N-02).
package struct StreamedText: Sendable {
    /// The outcome of a chunk. Only `appended` changes anything.
    package enum Appending: Equatable, Sendable {
        /// Or it was there already.
        case appended
        /// It leaves a hole, or says something else than the text that is there.
        case contradicts
        case tooLong
        case tooFast
    }

    private var bytes: [UInt8] = []
    private let beganAt: Milliseconds
    private var heardAt: Milliseconds
    /// When the next chunk is due.
    private var due: Microseconds = 0

    package init(now: Milliseconds) {
        (beganAt, heardAt) = (now, now)
    }

    package var length: Int { bytes.count }

    /// `most`: so many bytes it may have (N-09).
    package mutating func append(_ chunk: String, at offset: Int, most: Int, now: Milliseconds) -> Appending {
        guard let next = Self.rate.next(after: due, now: now) else { return .tooFast }
        (due, heardAt) = (next, now)
        let chunk = Array(chunk.utf8)
        guard (0...length).contains(offset) else { return .contradicts }
        guard offset + chunk.count <= most else { return .tooLong }
        let known = min(length - offset, chunk.count)
        guard bytes[offset..<offset + known].elementsEqual(chunk[..<known]) else { return .contradicts }
        bytes += chunk[known...]
        return .appended
    }

    /// At a node that is told of it. Only the first letter about a text begins at 0. False: something before the chunk is missing.
    package mutating func hear(_ chunk: String, at offset: Int) -> Bool {
        if offset == 0 { bytes = [] }
        guard offset == length else { return false }
        bytes += Array(chunk.utf8)
        return true
    }

    /// Both ends are where a chunk began or ended, so no character is cut.
    package func text(in range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    package var whole: String { text(in: 0..<length) }

    /// N-06: why it ends now; nil: it goes on.
    package func lapse(now: Milliseconds) -> StreamBreak? {
        if now >= beganAt + Self.longest { return .tooLong }
        return now >= heardAt + Self.longestSilence ? .idle : nil
    }

    package static let chunksPerSecond = 20
    private static let rate = RateLimit(perSecond: chunksPerSecond, burst: chunksPerSecond)
    private static let longestSilence: Milliseconds = 30_000
    private static let longest: Milliseconds = 1_800_000
}

/// Why a streamed message ended before its sender said so (N-06, N-07).
package enum StreamBreak: String, CaseIterable, Sendable {
    /// Its sender gave it up.
    case aborted
    /// Nothing came for half a minute.
    case idle
    /// It took half an hour.
    case tooLong
    /// It has more bytes than `messages.streamBytes`.
    case tooLarge
    /// Its gateway shut down.
    case draining
    /// A user who may had it stopped.
    case stopped
}

/// A message's origin as a streamed one: the id under which its text was shown as it came.
package struct StreamedOrigin: Equatable, Sendable {
    package let id: String
    /// Nil: the text is whole.
    package let broken: StreamBreak?

    package init(id: String, broken: StreamBreak?) {
        (self.id, self.broken) = (id, broken)
    }
}
