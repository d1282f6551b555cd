import Bytes
import Framing
import FuzzDriver
import Glibc

private let limits = HTTPLimits(
    requestLineBytes: 512, headBytes: 1024, headerCount: 16, bodyBytes: 2048, chunkExtensionBytes: 64)
private let policy = WebSocketUpgradePolicy(subprotocols: ["martlet.v1.json"])

private func take(_ request: HTTPRequest) {
    precondition(request.body.count <= limits.bodyBytes, "a body beyond its limit")
    precondition(request.headers.count <= limits.headerCount, "more headers than allowed")
    var response = ByteBuffer()
    do {
        let upgrade = try WebSocketUpgrade(request, secure: false, policy: policy)
        upgrade.accept(extensions: nil).encode(into: &response, keepAlive: true)
    } catch {
        error.response.encode(into: &response, keepAlive: request.keepAlive)
    }
    precondition(response.count > 0, "a request without an answer")
}

exit(
    Driver.run { start, count in
        guard var split = Split(start, count) else { return 0 }
        var reader = HTTPRequestReader()
        while let piece = split.piece() {
            defer { piece.deallocate() }
            var input = UnsafeRawBufferPointer(piece)
            do throws(HTTPRefusal) {
                while let event = try reader.next(&input, limits: limits) {
                    if case .request(let request) = event { take(request) }
                }
                precondition(input.isEmpty, "input left without an event")
            } catch {
                precondition(error.status.rawValue >= 400, "a refusal with a status that is none")
                return 0
            }
        }
        return 0
    })
