/// Reads a chunked body for a caller that takes it piece by piece.
package final class HTTPChunks {
    private var reader = HTTPChunkReader(isLong: true)
    private let bodyBytes: Int
    private let limits: HTTPLimits
    package private(set) var isWhole = false

    package init(bodyBytes: Int, _ limits: HTTPLimits) {
        self.bodyBytes = bodyBytes
        self.limits = limits
    }

    /// Takes the input up to the end of the body, and returns what it has of it.
    package func next(_ input: inout UnsafeRawBufferPointer) throws(HTTPRefusal) -> [UInt8] {
        if case .whole = try reader.read(&input, bodyBytes: bodyBytes, limits: limits) { isWhole = true }
        return reader.takeBody()
    }
}

/// Joins a chunked body (RFC 9112 §7.1). Extensions and trailers are checked, counted and dropped.
struct HTTPChunkReader: ~Copyable {
    private enum State {
        case size(Int, digits: Int)
        case extensions(size: Int)
        case sizeLineFeed(size: Int)
        case data(remaining: Int)
        case dataCarriageReturn
        case dataLineFeed
        case trailers
    }

    enum Outcome {
        case whole
        case needsMore
        /// The next chunk makes the body longer than `HTTPLimits.longBodyBytes`, or it has come in very many chunks. Said once;
        /// then it is read on.
        case becomesLong
    }

    private(set) var body: [UInt8] = []
    /// Of the bytes that were taken away by `takeBody`.
    private var takenBytes = 0
    private var isLong: Bool
    /// Of the chunks' sizes and ends.
    private var framingBytes = 0
    private var state = State.size(0, digits: 0)
    private var extensionBytes = 0
    private var trailers = HTTPHeadReader(startsWithLine: false)

    /// `isLong`: nobody has to be told when it becomes so.
    init(isLong: Bool = false) { self.isLong = isLong }

    /// The bytes that have come since it was asked last.
    mutating func takeBody() -> [UInt8] {
        takenBytes += body.count
        defer { body = [] }
        return body
    }

    mutating func read(
        _ input: inout UnsafeRawBufferPointer, bodyBytes: Int, limits: HTTPLimits
    ) throws(HTTPRefusal) -> Outcome {
        while true {
            switch state {
            case .data(let remaining)
            where !isLong && (body.count + remaining > limits.longBodyBytes || framingBytes > Self.mostShortFraming):
                isLong = true
                return .becomesLong
            case .data(let remaining):
                let taken = min(remaining, input.count)
                if taken > 0 { body.append(contentsOf: input.take(taken)) }
                state = taken == remaining ? .dataCarriageReturn : .data(remaining: remaining - taken)
                if taken < remaining { return .needsMore }
            case .trailers:
                return try trailers.read(&input, limits: limits) { _, _ in true } ? .whole : .needsMore
            default:
                guard !input.isEmpty else { return .needsMore }
                try readFraming(input.take(1)[0], bodyBytes: bodyBytes, limits: limits)
            }
        }
    }

    private mutating func readFraming(_ byte: UInt8, bodyBytes: Int, limits: HTTPLimits) throws(HTTPRefusal) {
        framingBytes += 1
        switch (state, byte) {
        case (.size(let size, let digits), _) where byte.hexDigit != nil && digits < Self.mostDigits:
            // The case asks for a digit.
            let size = size << 4 | byte.hexDigit!
            guard size <= bodyBytes - body.count - takenBytes else { throw .bodyTooLarge(limit: bodyBytes) }
            state = .size(size, digits: digits + 1)
        case (.size(let size, 1...), UInt8(ascii: ";")):
            state = .extensions(size: size)
            try countExtensionByte(limits)
        case (.size(let size, 1...), carriageReturn), (.extensions(let size), carriageReturn):
            state = .sizeLineFeed(size: size)
        case (.extensions, _) where !byte.isControl:
            try countExtensionByte(limits)
        case (.sizeLineFeed(let size), lineFeed):
            state = size == 0 ? .trailers : .data(remaining: size)
        case (.dataCarriageReturn, carriageReturn):
            state = .dataLineFeed
        case (.dataLineFeed, lineFeed):
            state = .size(0, digits: 0)
        default:
            throw .malformedChunk
        }
    }

    private mutating func countExtensionByte(_ limits: HTTPLimits) throws(HTTPRefusal) {
        extensionBytes += 1
        guard extensionBytes <= limits.chunkExtensionBytes else {
            throw .chunkExtensionsTooLong(limit: limits.chunkExtensionBytes)
        }
    }

    /// Leading zeros are legal, endless ones are not.
    private static let mostDigits = 16
    /// More of it takes as long to read as a long body.
    private static let mostShortFraming = 1 << 10
}
