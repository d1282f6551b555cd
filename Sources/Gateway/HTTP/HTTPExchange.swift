import Bytes
import ClientProtocol
import Framing
import JSON
import Meters
import Transport

/// One request over HTTP on its way to its response, which is given once.
final class HTTPExchange {
    private let link: ShardLink
    private let connection: ConnectionID
    /// The origin that the request came from and may come from; nil: no browser sent it.
    private let origin: String?
    /// The response that was there before the request was postponed.
    private var response: HTTPResponse?
    private var isPostponed = false
    /// Its sender has been made out, or is a guest: so a limit of theirs bounds such requests.
    var isFromKnown = false

    init(_ link: ShardLink, _ connection: ConnectionID, origin: String?) {
        self.link = link
        self.connection = connection
        self.origin = origin
    }

    /// The response of a request that is not begun.
    static func refusal(
        _ failure: HTTPFailure, _ link: ShardLink, on connection: Connection, origin: String?
    ) -> HTTPResponse? {
        let exchange = HTTPExchange(link, connection.id, origin: origin)
        exchange.finish(failure)
        return exchange.begin()
    }

    /// The response that the shard sends now; nil: it comes later.
    func begin() -> HTTPResponse? {
        isPostponed = response == nil
        if isPostponed { link.metrics.apiRequestsOpen.add(1) }
        return response
    }

    func finish(_ content: Reply.Content) {
        switch content {
        case .ok(let result):
            let body = Self.body(result)
            if origin == nil, link.context.state.position == nil {
                give(HTTPResponse(Self.headOfResult, body: body))
            } else {
                give(.ok, body: body)
            }
        case .refusal(let refusal), .fault(let refusal): finish(HTTPFailure(refusal))
        }
    }

    /// In the place of the response that it would have had at once.
    func response(to failure: HTTPFailure) -> HTTPResponse? {
        finish(failure)
        return response
    }

    func finish(_ failure: HTTPFailure) {
        var json = JSONWriter()
        json.object { $0.error(failure.refusal) }
        give(failure.status, headers: failure.headers, body: Array(json.bytes))
    }

    /// P-45: phone makers want an answer of theirs.
    func finishForMaker() {
        give(.ok, body: Array(#"{"code":"0","message":"success"}"#.utf8))
    }

    /// A result that changes what the browser keeps.
    func finish(_ result: [UInt8], headers: [HTTPHeader]) {
        give(.ok, headers: headers, body: Self.body(result))
    }

    /// A page that is the same for everybody, and that browsers may keep.
    func finish(_ page: TaggedPage, _ request: HTTPRequest) {
        var headers = [Self.vary]
        if let origin {
            headers.append(HTTPHeader("Access-Control-Allow-Origin", origin))
            headers.append(HTTPHeader("Access-Control-Expose-Headers", "ETag"))
        }
        give(page.response(to: request, with: headers))
    }

    /// The response has no end of its own. Nil: the connection has gone.
    func begin(_ stream: any ResponseStream) -> Connection? {
        precondition(isPostponed, "a stream begins before its request was postponed")
        link.metrics.apiRequestsOpen.add(-1)
        var headers =
            Self.usualHeaders + [
                HTTPHeader("Content-Type", "text/event-stream"),
                // Else nginx would keep events back until it has some kilobytes of them.
                HTTPHeader("X-Accel-Buffering", "no"),
            ]
        if let origin { headers.append(HTTPHeader("Access-Control-Allow-Origin", origin)) }
        return link.shard.streams.begin(connection, HTTPResponse(.ok, headers: headers), from: stream)
    }

    /// The answer to a browser that asks whether a page may send a request (Fetch §4.8).
    func allow(_ method: String, headers: String) {
        give(
            .noContent,
            headers: [
                HTTPHeader("Access-Control-Allow-Methods", method),
                HTTPHeader("Access-Control-Allow-Headers", headers),
                HTTPHeader("Access-Control-Max-Age", "600"),
            ])
    }

    static func body(_ result: [UInt8]) -> [UInt8] {
        let start = bodyStart.bytes
        // Of its whole length from the start, which is quicker than to make it longer piece by piece.
        var body = [UInt8](repeating: UInt8(ascii: "}"), count: start.count + result.count + 1)
        body.withUnsafeMutableBytes { body in
            body.copyMemory(from: start)
            UnsafeMutableRawBufferPointer(rebasing: body[start.count...]).copyBytes(from: result)
        }
        return body
    }

    private static let bodyStart: StaticString = #"{"ok":"#
    private static let vary = HTTPHeader("Vary", "Origin")
    private static let usualHeaders = [vary, HTTPHeader("Cache-Control", "no-store")]
    private static let headersOfJSON = usualHeaders + [HTTPHeader("Content-Type", "application/json")]
    private static let headOfResult = HTTPResponseHead(.ok, headers: headersOfJSON)

    private func give(_ status: HTTPStatus, headers: [HTTPHeader] = [], body: [UInt8] = []) {
        var all = body.isEmpty ? Self.usualHeaders : Self.headersOfJSON
        if !headers.isEmpty { all += headers }
        // Of now: what the request has changed is behind it, and so is what it has read.
        let position = link.context.state.position
        if let position { all.append(HTTPHeader(PositionWaits.header, "\(position)")) }
        if let origin {
            let more = position == nil ? "" : ", \(PositionWaits.header)"
            all.append(HTTPHeader("Access-Control-Allow-Origin", origin))
            all.append(HTTPHeader("Access-Control-Expose-Headers", "Retry-After" + more))
        }
        give(HTTPResponse(status, headers: all, body: body))
    }

    private func give(_ response: HTTPResponse) {
        guard isPostponed else { return self.response = response }
        link.metrics.apiRequestsOpen.add(-1)
        link.shard.answer(connection, response)
    }
}
