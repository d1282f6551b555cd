private let usualFields = 16

/// Gathers the lines of a head, or of trailers, and refuses what could be read in two ways. Every byte is looked at
/// once, however the input is cut, and a head that comes whole is read where it lies; not copyable, as a copy at every cut
/// would make that quadratic.
struct HTTPHeadReader: ~Copyable {
    /// The head as far as earlier inputs had it; in the end, all of it.
    private var bytes: [UInt8] = []
    private var fields: [HTTPHeaders.Field] = []
    private var names = HTTPHeaders.Names()
    private var lineStart = 0
    /// Before it, nothing is looked at again.
    private var index = 0
    private var hasStartLine: Bool

    /// `startsWithLine`: trailers have no first line of their own.
    init(startsWithLine: Bool = true) { hasStartLine = !startsWithLine }

    var allocated: Int { bytes.capacity }

    /// Reads up to the empty line that ends the head; false if more bytes are needed. `startLine` is given the lines, without
    /// their ends, up to the one that it takes for the head's first.
    mutating func read(
        _ input: inout UnsafeRawBufferPointer, limits: HTTPLimits,
        startLine: (_ head: UnsafeRawBufferPointer, _ line: Range<Int>) throws(HTTPRefusal) -> Bool
    ) throws(HTTPRefusal) -> Bool {
        let before = bytes.count
        let room = min(input.count, limits.headBytes - before)
        let here = UnsafeRawBufferPointer(rebasing: input[..<room])
        let isWhole: Bool
        if before == 0 {
            isWhole = try readLines(here, limits, startLine)
            bytes = Array(UnsafeRawBufferPointer(rebasing: isWhole ? here[..<index] : here[...]))
        } else {
            var head: [UInt8] = []
            swap(&head, &bytes)
            head.append(contentsOf: here)
            isWhole = try head.withUnsafeBufferPointer { (head) throws(HTTPRefusal) in
                try readLines(UnsafeRawBufferPointer(head), limits, startLine)
            }
            if isWhole { head.removeLast(head.count - index) }
            swap(&head, &bytes)
        }
        _ = input.take(bytes.count - before)
        return isWhole
    }

    consuming func headers() -> HTTPHeaders {
        HTTPHeaders(bytes: bytes, fields: fields, names: names)
    }

    private mutating func readLines(
        _ head: UnsafeRawBufferPointer, _ limits: HTTPLimits,
        _ startLine: (UnsafeRawBufferPointer, Range<Int>) throws(HTTPRefusal) -> Bool
    ) throws(HTTPRefusal) -> Bool {
        while !hasStartLine {
            let limit = min(lineStart + limits.requestLineBytes + 2, limits.headBytes)
            guard let line = try line(of: head, until: limit) else {
                if head.count >= limit { throw .requestLineTooLong(limit: limits.requestLineBytes) }
                return false
            }
            hasStartLine = try startLine(head, line)
        }
        if fields.isEmpty { fields.reserveCapacity(min(usualFields, limits.headerCount)) }
        while let line = try line(of: head, until: limits.headBytes) {
            if line.isEmpty { return true }
            guard fields.count < limits.headerCount else { throw .tooManyHeaders(limit: limits.headerCount) }
            fields.append(try field(head, line))
        }
        if head.count >= limits.headBytes { throw .headTooLarge(limit: limits.headBytes) }
        return false
    }

    /// The next line if it ends before `limit` and is there.
    private mutating func line(
        of head: UnsafeRawBufferPointer, until limit: Int
    ) throws(HTTPRefusal) -> Range<Int>? {
        let end = min(head.count, limit)
        var index = index
        defer { self.index = index }
        while index < end {
            if index + 16 <= end, head.loadUnaligned(fromByteOffset: index, as: UInt64.self).isPlain,
                head.loadUnaligned(fromByteOffset: index + 8, as: UInt64.self).isPlain
            {
                index += 16
                continue
            }
            if index + 8 <= end {
                let controls = head.loadUnaligned(fromByteOffset: index, as: UInt64.self).controls
                index += controls.trailingZeroBitCount / 8
                if controls == 0 { continue }
            }
            let byte = head[index]
            if byte == carriageReturn {
                // The next byte has not come yet.
                if index + 1 == end { break }
                guard head[index + 1] == lineFeed else { throw .bareCarriageReturn }
                let line = lineStart..<index
                index += 2
                lineStart = index
                return line
            }
            // RFC 9112 §2.2 lets a server take a lone LF for a line's end; taking it where a proxy does not is
            // how requests are smuggled.
            if byte == lineFeed { throw .bareLineFeed }
            if byte.isControl { throw .controlCharacter }
            index += 1
        }
        return nil
    }

    /// RFC 9112 §5: a token, a colon directly behind it, and a value with optional white space around.
    private mutating func field(
        _ head: UnsafeRawBufferPointer, _ line: Range<Int>
    ) throws(HTTPRefusal) -> HTTPHeaders.Field {
        if head[line.lowerBound].isHTTPWhitespace { throw .foldedHeader }
        var colon = line.lowerBound
        while colon + 8 <= line.upperBound,
            head.loadUnaligned(fromByteOffset: colon, as: UInt64.self).isOfLettersAndDashes
        {
            colon += 8
        }
        while colon < line.upperBound, head[colon].isToken { colon += 1 }
        guard colon > line.lowerBound, colon < line.upperBound, head[colon] == UInt8(ascii: ":") else {
            throw .malformedHeader
        }
        var (start, end) = (colon + 1, line.upperBound)
        while start < end, head[start].isHTTPWhitespace { start += 1 }
        while start < end, head[end - 1].isHTTPWhitespace { end -= 1 }
        names.note(UnsafeRawBufferPointer(rebasing: head[line.lowerBound..<colon]))
        return HTTPHeaders.Field(
            name: UInt32(line.lowerBound)..<UInt32(colon), value: UInt32(start)..<UInt32(end))
    }
}

extension UInt64 {
    /// Marks those of its eight bytes that are below 0x20, or 0x7F; the lowest mark is exact.
    fileprivate var controls: UInt64 {
        let deletes = self ^ Self.ones &* 0x7F
        let found = (self &- Self.ones &* 0x20) & ~self | (deletes &- Self.ones) & ~deletes
        return found & Self.highBits
    }
}
