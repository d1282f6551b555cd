import Bytes
import Framing
import JSON
import Security
import ServerAPI

/// A description of the API for programs (docs/http.md): made once, and the same for everybody.
struct APIDescription: Sendable {
    /// By their paths.
    static let all: [String: APIDescription] = [
        HTTPDoor.prefix + "openapi.json": APIDescription(Catalogue.standard.openAPI(.compact)),
        HTTPDoor.prefix + "asyncapi.json": APIDescription(Catalogue.standard.asyncAPI(.compact)),
    ]

    /// Whether the path of that operation is one of these instead.
    static func hides(_ operation: String) -> Bool {
        var operation = operation
        let endsAlike = operation.withUTF8 { name in
            UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: name.suffix(ending.bytes.count))).equals(ending.bytes)
        }
        return endsAlike && all[HTTPDoor.prefix + operation] != nil
    }

    private let body: [UInt8]
    private let tag: String

    private init(_ text: String) {
        body = Array(text.utf8)
        tag = "\"\(Base64.url.encode(Digest.sha256(text).prefix(12)))\""
    }

    func response(to request: HTTPRequest) -> HTTPResponse {
        let headers = [HTTPHeader("ETag", tag), HTTPHeader("Cache-Control", "no-cache")]
        if request.names(tag) { return HTTPResponse(.notModified, headers: headers) }
        return HTTPResponse(.ok, headers: headers + [HTTPHeader("Content-Type", "application/json")], body: body)
    }
}

private let ending: StaticString = ".json"

extension HTTPRequest {
    /// RFC 9110 §13.1.2.
    fileprivate func names(_ tag: String) -> Bool {
        headers.all(of: "if-none-match").flatMap { $0.split(separator: ",") }.contains { listed in
            let listed = listed.filter { $0 != " " }
            return listed == "*" || listed == tag || listed == "W/" + tag
        }
    }
}
