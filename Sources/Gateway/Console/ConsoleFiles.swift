import CConsole
import Framing

/// The console's files as pages of the gateway.
enum ConsoleFiles {
    /// K-06: a page of the console loads what is here, asks nobody else, and is shown in no frame. It makes no element from
    /// a text, so what users have written stays text.
    private static let policy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'",
        "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    ].joined(separator: "; ")

    private static let headers = [
        HTTPHeader("Content-Security-Policy", policy), HTTPHeader("X-Frame-Options", "DENY"),
        HTTPHeader("X-Content-Type-Options", "nosniff"), HTTPHeader("Referrer-Policy", "no-referrer"),
        HTTPHeader("Cross-Origin-Opener-Policy", "same-origin"),
        HTTPHeader("Cross-Origin-Resource-Policy", "same-origin"),
    ]

    private static let pages: [String: TaggedPage] = {
        let files = sequence(first: console_files()) { $0 + 1 }.prefix { $0.pointee.name.pointee != 0 }
        return Dictionary(
            uniqueKeysWithValues: files.map { file in
                let name = String(cString: file.pointee.name)
                let bytes = Array(String(cString: file.pointee.text).utf8)
                return (name == "index.html" ? "" : name, TaggedPage(bytes, type: type(of: name), headers: headers))
            })
    }()

    /// As HTTP says it.
    private static func type(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        default: preconditionFailure("\(name) is of no type that the console has")
        }
    }

    /// `name` is the path behind that of the console.
    static func response(to request: HTTPRequest, for name: String) -> HTTPResponse {
        guard let page = pages[name] else {
            return HTTPResponse(.notFound, text: "There is nothing here.", headers: headers)
        }
        guard request.method == .get || request.method == .head else {
            let allow = HTTPHeader("Allow", "GET, HEAD")
            return HTTPResponse(.methodNotAllowed, text: "This page can only be read.", headers: headers + [allow])
        }
        return page.response(to: request)
    }
}
