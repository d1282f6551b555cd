import Bytes
import Framing
import Testing

@Suite struct HTTPResponseTests {
    private func encoded(_ response: HTTPResponse, keepAlive: Bool = true, omitsBody: Bool = false) -> String {
        var buffer = ByteBuffer()
        response.encode(into: &buffer, keepAlive: keepAlive, omitsBody: omitsBody)
        return String(decoding: buffer.bytes, as: UTF8.self)
    }

    @Test func `a response carries its headers, its length and what becomes of the connection`() {
        let response = HTTPResponse(.ok, headers: [HTTPHeader("Content-Type", "a/b")], body: Array("{}".utf8))
        let text = "HTTP/1.1 200 OK\r\nContent-Type: a/b\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\n{}"
        #expect(encoded(response) == text)
    }

    @Test func `a closing response says so`() {
        let text = "HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
        #expect(encoded(HTTPResponse(.notFound), keepAlive: false) == text)
    }

    @Test func `the answer to HEAD has the length and not the body`() {
        let response = HTTPResponse(.ok, body: Array("12345".utf8))
        let text = "HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: 5\r\n\r\n"
        #expect(encoded(response, omitsBody: true) == text)
    }

    @Test func `a response without a body names no length`() {
        #expect(encoded(HTTPResponse(.continue)) == "HTTP/1.1 100 Continue\r\n\r\n")
        #expect(encoded(HTTPResponse(.noContent)) == "HTTP/1.1 204 No Content\r\nConnection: keep-alive\r\n\r\n")
    }

    @Test func `a client that offers an upgrade lists it as a connection option`() {
        let response = HTTPResponse(.upgradeRequired, headers: [HTTPHeader("upgrade", "websocket")])
        #expect(encoded(response, keepAlive: false).contains("\r\nConnection: Upgrade, close\r\n"))
    }

    @Test func `a line break in a header is a bug`() async {
        await #expect(processExitsWith: .failure) { _ = HTTPHeader("X", "a\r\nX: y") }
        await #expect(processExitsWith: .failure) { _ = HTTPHeader("X", "a\n") }
        await #expect(processExitsWith: .failure) { _ = HTTPHeader("X\r", "a") }
    }

    @Test func `the framing headers are not the caller's`() async {
        await #expect(processExitsWith: .failure) {
            _ = HTTPResponse(.ok, headers: [HTTPHeader("content-length", "5")])
        }
    }
}
