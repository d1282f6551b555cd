import Framing

/// The page that an ACME server asks for at port 80 (HTTP-01, RFC 8555 §8.3), and nothing else.
enum ValidationPages {
    private static let pathStart: StaticString = "/.well-known/acme-challenge/"

    static func response(to request: HTTPRequest, _ renewal: CertificateRenewal?) -> HTTPResponse {
        guard let token = request.path(behind: pathStart), let text = renewal?.keyAuthorization(of: token) else {
            return HTTPResponse(.notFound, text: "There is nothing here.")
        }
        guard request.method == .get || request.method == .head else {
            return HTTPResponse(
                .methodNotAllowed, text: "This page can only be read.", headers: [HTTPHeader("Allow", "GET, HEAD")])
        }
        return HTTPResponse(
            .ok, headers: [HTTPHeader("Content-Type", "application/octet-stream")], body: Array(text.utf8))
    }
}
