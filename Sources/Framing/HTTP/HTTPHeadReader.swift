private let usualFields = 16

/// Gathers the lines of a head, or of trailers, and refuses what could be read in two ways. Every byte is looked at
/// once, however the input is cut; not copyable, as a copy at every cut would make that quadratic.
struct HTTPHeadReader: ~Copyable {
    private(set) var bytes: [UInt8] = []
    private var fields: [HTTPHeaders.Field] = []
    private var lineStart = 0

    /// The head's first line, without its end.
    mutating func startLine(
        _ input: inout UnsafeRawBufferPointer, limits: HTTPLimits
    ) throws(HTTPRefusal) -> Range<Int>? {
        // Most heads come whole.
        if bytes.isEmpty { bytes.reserveCapacity(min(input.count, limits.headBytes)) }
        let limit = min(lineStart + limits.requestLineBytes + 2, limits.headBytes)
        return try line(&input, until: limit, or: .requestLineTooLong(limit: limits.requestLineBytes))
    }

    /// Reads fields up to the empty line that ends them; false if more bytes are needed.
    mutating func readFields(
        _ input: inout UnsafeRawBufferPointer, limits: HTTPLimits
    ) throws(HTTPRefusal) -> Bool {
        if fields.isEmpty { fields.reserveCapacity(min(usualFields, limits.headerCount)) }
        while let line = try line(&input, until: limits.headBytes, or: .headTooLarge(limit: limits.headBytes)) {
            if line.isEmpty { return true }
            guard fields.count < limits.headerCount else { throw .tooManyHeaders(limit: limits.headerCount) }
            fields.append(try field(line))
        }
        return false
    }

    consuming func headers() -> HTTPHeaders {
        HTTPHeaders(bytes: bytes, fields: fields)
    }

    /// The next line if the input has its end. It takes no byte beyond, and none past `limit` of the whole head.
    private mutating func line(
        _ input: inout UnsafeRawBufferPointer, until limit: Int, or refusal: HTTPRefusal
    ) throws(HTTPRefusal) -> Range<Int>? {
        let room = min(input.count, limit - bytes.count)
        var afterReturn = bytes.count > lineStart && bytes[bytes.count - 1] == carriageReturn
        var index = 0
        while index < room {
            if !afterReturn, index + 8 <= room,
                input.loadUnaligned(fromByteOffset: index, as: UInt64.self).hasNoControl
            {
                index += 8
                continue
            }
            let byte = input[index]
            if byte == lineFeed {
                // RFC 9112 §2.2 lets a server take a lone LF for a line's end; taking it where a proxy does not is
                // how requests are smuggled.
                guard afterReturn else { throw .bareLineFeed }
                bytes.append(contentsOf: input.take(index + 1))
                defer { lineStart = bytes.count }
                return lineStart..<bytes.count - 2
            }
            if afterReturn { throw .bareCarriageReturn }
            afterReturn = byte == carriageReturn
            if byte.isControl && !afterReturn { throw .controlCharacter }
            index += 1
        }
        if room > 0 { bytes.append(contentsOf: input.take(room)) }
        if bytes.count >= limit { throw refusal }
        return nil
    }

    /// RFC 9112 §5: a token, a colon directly behind it, and a value with optional white space around.
    private func field(_ line: Range<Int>) throws(HTTPRefusal) -> HTTPHeaders.Field {
        if bytes[line.lowerBound].isHTTPWhitespace { throw .foldedHeader }
        guard let colon = bytes[line].firstIndex(of: UInt8(ascii: ":")), bytes[line.lowerBound..<colon].isToken else {
            throw .malformedHeader
        }
        let value = bytes[colon + 1..<line.upperBound].trimmingWhitespace
        return HTTPHeaders.Field(
            name: UInt32(line.lowerBound)..<UInt32(colon), value: UInt32(value.startIndex)..<UInt32(value.endIndex))
    }
}

extension UInt64 {
    /// Whether none of its eight bytes is below 0x20, or 0x7F.
    fileprivate var hasNoControl: Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let deletes = self ^ ones &* 0x7F
        let found = (self &- ones &* 0x20) & ~self | (deletes &- ones) & ~deletes
        return found & (ones &* 0x80) == 0
    }
}
