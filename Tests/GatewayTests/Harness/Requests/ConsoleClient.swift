import Client
import Framing
import JSON
import Testing

/// A browser at the operators' console, as far as the gateway sees it.
final class ConsoleClient {
    struct Answer {
        let status: UInt16
        let headers: HTTPHeaders
        /// Empty: not JSON.
        let text: String

        func value() throws -> JSONValue { try JSONDocument().parse(text) }

        var error: Int? { try? value()["error"]?["code"]?.int }
    }

    private let http: HTTPConnection
    let origin: String
    /// As the browser sends it; nil: none was set.
    var cookie: String?
    var token: String?

    init(_ http: HTTPConnection, isSecure: Bool = false) {
        self.http = http
        origin = "\(isSecure ? "https" : "http")://\(http.channel.endpoint.authority)"
    }

    /// `headers` take the place of those that a page of the console would send.
    func ask(
        _ method: HTTPMethod, _ path: String, _ body: String = "", headers: [String: String?] = [:]
    ) throws -> Answer {
        var all: [String: String?] = [
            "Origin": method == .get ? nil : origin, "Sec-Fetch-Site": "same-origin", "Cookie": cookie,
            "Martlet-Console": token, "Content-Type": "application/json",
        ]
        all.merge(headers) { $1 }
        let response = try http.request(
            method, "/console/" + path,
            headers: all.compactMap { name, value in value.map { HTTPHeader(name, $0) } }, body: Array(body.utf8))
        return Answer(status: response.status, headers: response.headers, text: response.text)
    }

    func call(_ operation: String, _ data: String = "{}", headers: [String: String?] = [:]) throws -> Answer {
        try ask(.post, "api/" + operation, data, headers: headers)
    }

    /// Keeps cookie and token, as a browser does.
    @discardableResult
    func signIn(_ name: String, _ secret: String, headers: [String: String?] = [:]) throws -> Answer {
        let answer = try ask(.post, "session", #"{"name": "\#(name)", "secret": "\#(secret)"}"#, headers: headers)
        guard answer.status == 200 else { return answer }
        let set = try #require(answer.headers.first(of: "set-cookie"))
        cookie = String(set.prefix { $0 != ";" })
        token = try #require(try answer.value()["ok"]?["token"]?.string)
        return answer
    }
}

extension GatewayProcess {
    /// Signed in with the usual key.
    func console() throws -> ConsoleClient {
        let console = ConsoleClient(try adminHTTP())
        let answer = try console.signIn("tests", keys.adminKey)
        try #require(answer.status == 200, "\(answer.text)")
        return console
    }
}
