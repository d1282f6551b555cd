/// The limits of one request; each is the last value that is still accepted.
public struct HTTPLimits: Sendable {
    /// Method, target and version, without the line's end. Beyond it: 414.
    package let requestLineBytes: Int
    /// From the request line to the empty line, with every line's end; trailers get as much again. Beyond it: 431.
    package let headBytes: Int
    /// Fields of a head, and of trailers. Beyond it: 431.
    package let headerCount: Int
    /// A body after its chunks are joined. Beyond it: 413.
    package let bodyBytes: Int
    /// The same for requests of these paths.
    package var bodyBytesOf: [String: Int] = [:]
    /// Bodies that the caller of the reader takes by itself, in pieces.
    package var streamed: [StreamedBodies] = []
    /// A longer body is announced before it is taken, and so is one of very many chunks: see `HTTPEvent.awaitsBody`.
    package let longBodyBytes: Int
    /// All chunk extensions of one body together. Beyond it: 400.
    package let chunkExtensionBytes: Int

    public init(
        requestLineBytes: Int = 8 << 10, headBytes: Int = 16 << 10, headerCount: Int = 100, bodyBytes: Int = 1 << 20,
        longBodyBytes: Int = 64 << 10, chunkExtensionBytes: Int = 1 << 10
    ) {
        let all = [requestLineBytes, headBytes, headerCount, bodyBytes, longBodyBytes, chunkExtensionBytes]
        // Offsets are kept in 32 bits, and a chunk's size must not overflow while its digits are read.
        precondition(all.allSatisfy { $0 >= 0 && $0 <= 1 << 30 }, "HTTP limits outside 0...2^30: \(all)")
        self.requestLineBytes = requestLineBytes
        self.headBytes = headBytes
        self.headerCount = headerCount
        self.bodyBytes = bodyBytes
        self.longBodyBytes = longBodyBytes
        self.chunkExtensionBytes = chunkExtensionBytes
    }

    /// The limit for the body of this request.
    func bodyBytes(of request: HTTPRequestHead) -> Int {
        if let streamed = streamed(of: request) { return streamed.bytes }
        guard request.line.method == .post else { return bodyBytes }
        return bodyBytesOf.first { request.hasPath($0.key) }?.value ?? bodyBytes
    }

    /// Nil: the request is given whole.
    func streamed(of request: HTTPRequestHead) -> StreamedBodies? {
        streamed.first { $0.methods.contains(request.line.method) && request.hasPath(startingWith: $0.pathStart) }
    }
}

/// The bodies of requests with these methods, to paths that begin like this.
package struct StreamedBodies: Sendable {
    package let methods: [HTTPMethod]
    package let pathStart: StaticString
    package let bytes: Int

    /// Lengths are read digit by digit, which must not overflow.
    package init(_ methods: [HTTPMethod], pathStart: StaticString, bytes: Int) {
        precondition((0...1 << 50).contains(bytes), "bodies of \(bytes) bytes")
        self.methods = methods
        self.pathStart = pathStart
        self.bytes = bytes
    }
}
