import Bytes
import Framing
import Security

/// A page that is made once and is the same for everybody. A browser that has it already is told so.
struct TaggedPage: Sendable {
    private let body: Payload
    private let tag: String
    private let headers: [HTTPHeader]
    private let type: HTTPHeader

    init(_ body: [UInt8], type: String, headers: [HTTPHeader] = []) {
        self.body = Payload(unframed: body, isPermanent: true)
        self.type = HTTPHeader("Content-Type", type)
        tag = "\"\(Base64.url.encode(body.withUnsafeBytes { Digest.sha256($0) }.prefix(12)))\""
        self.headers = headers + [HTTPHeader("ETag", tag), HTTPHeader("Cache-Control", "no-cache")]
    }

    func response(to request: HTTPRequest, with more: [HTTPHeader] = []) -> HTTPResponse {
        if request.names(tag) { return HTTPResponse(.notModified, headers: headers + more) }
        return HTTPResponse(HTTPResponseHead(.ok, headers: headers + more + [type]), sharedBody: body)
    }
}

extension HTTPRequest {
    /// RFC 9110 §13.1.2.
    fileprivate func names(_ tag: String) -> Bool {
        headers.all(of: "if-none-match").flatMap { $0.split(separator: ",") }.contains { listed in
            let listed = listed.filter { $0 != " " }
            return listed == "*" || listed == tag || listed == "W/" + tag
        }
    }
}
