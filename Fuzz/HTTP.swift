import Bytes
import Framing

/// The same bytes whole and in pieces: requests, upgrades and refusals must be the same.
func feedHTTP(_ input: Input) -> CInt {
    let whole = receive(input, inPiecesOf: max(input.bytes.count, 1))
    let cut = receive(input, inPiecesOf: input.pieceSize)
    precondition(whole == cut, "whole: \(whole), in pieces of \(input.pieceSize): \(cut)")
    return 0
}

private let limits = HTTPLimits(
    requestLineBytes: 256, headBytes: 1024, headerCount: 16, bodyBytes: 512, longBodyBytes: 64,
    chunkExtensionBytes: 32)
private let endpoint = WebSocketUpgradePolicy(
    origins: .sameOrigin(), subprotocols: ["martlet.v1.json"], ignoresSubprotocols: false)
private let deflate = DeflatePolicy(
    isEnabled: true, server: .init(noContextTakeover: false, windowBits: 15),
    client: .init(noContextTakeover: false, windowBits: 15), level: 1, threshold: 0)

private func receive(_ input: Input, inPiecesOf size: Int) -> [String] {
    var reader = HTTPRequestReader()
    var received: [String] = []
    input.feed(inPiecesOf: size) { piece in
        var piece = UnsafeRawBufferPointer(piece)
        do throws(HTTPRefusal) {
            while let event = try reader.next(&piece, limits: limits) {
                received.append(describe(event))
            }
        } catch {
            precondition(error.status.rawValue >= 400, "\(error) has the status \(error.status)")
            received.append(encode(error.response))
            return false
        }
        precondition(piece.isEmpty, "\(piece.count) bytes are left")
        return true
    }
    return received
}

private func describe(_ event: HTTPEvent) -> String {
    let request: HTTPRequest
    switch event {
    case .awaitsBody(let request, let isLong, let expectsContinue):
        precondition(request.body.isEmpty, "a body of \(request.body.count) bytes before it came")
        return "awaits a body, long \(isLong), to be asked for \(expectsContinue)"
    case .streams: preconditionFailure("no body is to be streamed here")
    case .request(let whole): request = whole
    }
    precondition(request.headers.count <= limits.headerCount, "\(request.headers.count) headers")
    precondition(request.body.count <= limits.bodyBytes, "a body of \(request.body.count) bytes")
    let headers = (0..<request.headers.count).map { "\(request.headers[$0])" }
    return """
        \(request.method) \(request.path) \(request.query ?? "-") \(request.keepAlive) \(headers) \(request.body)
        \(answer(request))
        """
}

private func answer(_ request: HTTPRequest) -> String {
    do throws(WebSocketUpgradeRefusal) {
        let upgrade = try WebSocketUpgrade(request, secure: false, policy: endpoint)
        return encode(upgrade.accept(extensions: negotiate(upgrade.offeredExtensions)))
    } catch {
        return encode(error.response)
    }
}

/// The extensions to agree on; a malformed offer is none here.
private func negotiate(_ offers: String?) -> String? {
    guard let offers else { return nil }
    do throws(ExtensionError) {
        return try deflate.negotiate(offers)?.response
    } catch {
        return nil
    }
}

private func encode(_ response: HTTPResponse) -> String {
    var buffer = ByteBuffer()
    response.encode(into: &buffer, keepAlive: false)
    return String(decoding: buffer.bytes, as: UTF8.self)
}
