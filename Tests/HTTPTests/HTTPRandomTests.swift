import Bytes
import Framing
import TestSupport
import Testing

@Suite struct HTTPRandomTests {
    @Test func `whatever a client encodes is read back, however it is cut`() {
        var random = SeededRandom()
        for round in 0..<300 {
            let (sent, expected) = randomRequest(&random)
            #expect(read(cut(sent, &random)) == [.request(expected)], "round \(round), \(random)")
        }
    }

    @Test func `whatever a server encodes is read back, however it is cut`() throws {
        var random = SeededRandom()
        let statuses: [HTTPStatus] = [.continue, .ok, .noContent, .badRequest, .serviceUnavailable]
        for round in 0..<300 {
            let status = statuses.randomElement(using: &random)!
            let hasBody = status != .continue && status != .noContent
            let body = hasBody ? randomBytes(upTo: 200, &random) : []
            let headers = (0..<Int.random(in: 0..<5, using: &random)).map { _ in
                HTTPHeader(randomText(token, 1...12, &random), randomText(visible, 0...20, &random))
            }
            var buffer = ByteBuffer()
            HTTPResponse(status, headers: headers, body: body).encode(into: &buffer, keepAlive: .random(using: &random))
            let responses = try readResponses(cut(Array(buffer.bytes), &random)).get()
            #expect(responses.map(\.status) == [status.rawValue], "round \(round), \(random)")
            #expect(responses.map(\.body) == [body], "round \(round), \(random)")
            for header in headers {
                #expect(responses[0].headers.all(of: header.name).contains(header.value), "round \(round), \(random)")
            }
        }
    }

    @Test func `a damaged request is read or refused alike, however it is cut`() {
        var random = SeededRandom()
        for round in 0..<2_000 {
            var (bytes, _) = randomRequest(&random)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let whole = read([bytes[...]])
            #expect(read(cut(bytes, &random)) == whole, "round \(round), \(random)")
        }
    }
}

private let token = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&'*+-.^_`|~".utf8)
private let visible = Array((0x21...0x7E).map { UInt8($0) })
private let pathBytes = Array("abcXYZ019-._~!$&'()*+,;=:@/".utf8)

private func randomText(_ alphabet: [UInt8], _ count: ClosedRange<Int>, _ random: inout SeededRandom) -> String {
    let bytes = (0..<Int.random(in: count, using: &random)).map { _ in alphabet.randomElement(using: &random)! }
    return String(decoding: bytes, as: UTF8.self)
}

private func randomBytes(upTo most: Int, _ random: inout SeededRandom) -> [UInt8] {
    (0..<Int.random(in: 0...most, using: &random)).map { _ in UInt8.random(in: 0x20...0x7E, using: &random) }
}

/// A request's bytes, with its body in one piece or in chunks, and what has to be read from them.
private func randomRequest(_ random: inout SeededRandom) -> ([UInt8], SeenRequest) {
    let method = [HTTPMethod.get, .post, .put, .delete, .patch, .options, .head].randomElement(using: &random)!
    let path = "/" + randomText(pathBytes, 0...20, &random)
    let query = Bool.random(using: &random) ? randomText(pathBytes + [UInt8(ascii: "?")], 0...20, &random) : nil
    let headers = (0..<Int.random(in: 0..<6, using: &random)).map { _ in
        HTTPHeader("x-" + randomText(token, 1...12, &random), randomText(visible, 0...20, &random))
    }
    let body = randomBytes(upTo: 100, &random)
    let isChunked = Bool.random(using: &random)
    let target = path + (query.map { "?" + $0 } ?? "")
    let framing = isChunked ? [HTTPHeader("Transfer-Encoding", "chunked")] : []
    let request = HTTPClientRequest(
        method, target, host: "a.example", headers: headers + framing, body: isChunked ? [] : body)
    var buffer = ByteBuffer()
    request.encode(into: &buffer)
    var expected = SeenRequest(method: method, path: path, query: query)
    expected.headers = request.headers.map { "\($0.name)=\($0.value)" }
    if !isChunked && !body.isEmpty { expected.headers.append("Content-Length=\(body.count)") }
    expected.body = String(decoding: body, as: UTF8.self)
    return (Array(buffer.bytes) + (isChunked ? chunks(of: body, &random) : []), expected)
}

private func chunks(of body: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
    var chunked: [UInt8] = []
    var rest = body[...]
    while !rest.isEmpty {
        let chunk = rest.prefix(Int.random(in: 1...rest.count, using: &random))
        rest = rest.dropFirst(chunk.count)
        let comment = Bool.random(using: &random) ? ";" + randomText(visible, 0...5, &random) : ""
        chunked += Array((String(chunk.count, radix: 16) + comment + "\r\n").utf8) + chunk + Array("\r\n".utf8)
    }
    return chunked + Array("0\r\n\r\n".utf8)
}

private func cut(_ bytes: [UInt8], _ random: inout SeededRandom) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var rest = bytes[...]
    while !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 1...Swift.min(rest.count, 40), using: &random))
        pieces.append(piece)
        rest = rest.dropFirst(piece.count)
    }
    return pieces
}
