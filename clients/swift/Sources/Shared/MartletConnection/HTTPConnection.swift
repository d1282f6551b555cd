import MartletBytes
import MartletFraming

/// A keep-alive HTTP/1.1 connection: one request after the other, or bytes that are no request at all.
package final class HTTPConnection {
    package let channel: Channel
    private var reader = HTTPResponseReader()
    private let limits = HTTPLimits(bodyBytes: 64 << 20)

    package init(_ channel: Channel) {
        self.channel = channel
    }

    package convenience init(
        _ endpoint: Endpoint, _ options: Channel.Options = Channel.Options()
    ) throws(ClientError) {
        self.init(try Channel(endpoint, options))
    }

    package func request(
        _ method: HTTPMethod, _ target: String, headers: [HTTPHeader] = [], body: [UInt8] = []
    ) throws(ClientError) -> HTTPClientResponse {
        try send(method, target, headers, body)
        return try response(toHead: method == .head)
    }

    /// The head of a response that has no length and so no end here; a whole one if it is refused.
    func begin(_ method: HTTPMethod, _ target: String, headers: [HTTPHeader]) throws(ClientError) -> HTTPClientResponse
    {
        try send(method, target, headers, [])
        return try response(readsUntilEnd: true)
    }

    private func send(
        _ method: HTTPMethod, _ target: String, _ headers: [HTTPHeader], _ body: [UInt8]
    ) throws(ClientError) {
        let request = HTTPClientRequest(
            method, target, host: channel.endpoint.authority, headers: headers, body: body)
        var bytes = ByteBuffer()
        request.encode(into: &bytes)
        try channel.write(bytes.bytes)
    }

    package func send(raw text: String) throws(ClientError) {
        try channel.write(Array(text.utf8))
    }

    /// The next response, also one that nothing was asked for (408).
    package func response(
        toHead: Bool = false, readsUntilEnd: Bool = false, within patience: Duration? = nil
    ) throws(ClientError) -> HTTPClientResponse {
        let deadline = Deadline.after(patience ?? channel.patience)
        while true {
            if let response = try takeResponse(toHead: toHead, readsUntilEnd: readsUntilEnd) { return response }
            guard try channel.fill(by: deadline, waitingFor: "response") else { throw .ended }
        }
    }

    private func takeResponse(toHead: Bool, readsUntilEnd: Bool) throws(ClientError) -> HTTPClientResponse? {
        var rest = channel.input.bytes
        let before = rest.count
        do throws(HTTPResponseFault) {
            let response = try reader.next(&rest, toHead: toHead, readsUntilEnd: readsUntilEnd, limits: limits)
            channel.input.consume(before - rest.count)
            return response
        } catch {
            throw .badResponse(error)
        }
    }
}

extension HTTPClientResponse {
    package var text: String { String(decoding: body, as: UTF8.self) }
}
