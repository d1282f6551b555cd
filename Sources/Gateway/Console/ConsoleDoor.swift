import ClientProtocol
import Domain
import Framing
import JSON
import Security
import Settings
import Telemetry
import Transport

/// The operators' console (docs/console.md): its files, signing in and out, and the operations that its pages ask for.
final class ConsoleDoor {
    static let pathStart: StaticString = "/console/"

    private let link: ShardLink
    private let openings: SessionOpenings
    private let api: HTTPDoor
    private let document = JSONDocument()

    init(_ link: ShardLink, _ openings: SessionOpenings, _ api: HTTPDoor) {
        self.link = link
        self.openings = openings
        self.api = api
    }

    /// `path` is the rest of it. Nil: the response comes later.
    func respond(to request: HTTPRequest, for path: String, on connection: Connection) -> HTTPResponse? {
        let operation = path.hasPrefix(operations) ? String(path.dropFirst(operations.count)) : nil
        guard operation != nil || path == "session" else { return ConsoleFiles.response(to: request, for: path) }
        let exchange = HTTPExchange(link, connection.id, origin: nil)
        do throws(HTTPFailure) {
            try requireOwnPage(request, on: connection)
            if let operation {
                try carryOut(operation, request, on: connection, exchange)
            } else {
                try takeSession(request, on: connection, exchange)
            }
        } catch {
            exchange.finish(error)
        }
        return exchange.begin()
    }

    /// Refuses a long body before it is taken, unless it belongs to an operation, and its sender is signed in.
    func refusal(ofBodyBehind request: HTTPRequest, for path: String, on connection: Connection) -> HTTPResponse? {
        do throws(HTTPFailure) {
            guard path.hasPrefix(operations) else {
                throw HTTPFailure(Refusal(.tooLarge, "the body is too long"), .contentTooLarge)
            }
            try requireOwnPage(request, on: connection)
            _ = try operatorSession(of: request, on: connection)
            return nil
        } catch {
            return HTTPExchange.refusal(error, link, on: connection, origin: nil)
        }
    }

    private func carryOut(
        _ operation: String, _ request: HTTPRequest, on connection: Connection, _ exchange: HTTPExchange
    ) throws(HTTPFailure) {
        let access = try operatorSession(of: request, on: connection)
        var user: UserID?
        if let name = request.headers.first(of: "martlet-as") { user = try HTTPCaller.user(named: name) }
        try api.carryOut(request, operation, by: .key(access, user: user), exchange)
    }

    private func operatorSession(
        of request: HTTPRequest, on connection: Connection
    ) throws(HTTPFailure) -> AdminAccess {
        guard request.method == .post else { throw methodNotAllowed("POST") }
        try api.refuseWhileDraining()
        let found = try session(of: request, on: connection)
        try requireToken(of: found.session, in: request)
        link.shard.settle(connection)
        return found.access
    }

    // MARK: - Signing in and out

    private func takeSession(
        _ request: HTTPRequest, on connection: Connection, _ exchange: HTTPExchange
    ) throws(HTTPFailure) {
        guard openings.hasAdminKeys else {
            throw HTTPFailure(
                Refusal(.signatureEmpty, "there is no admin key to sign in with", keys: ["auth.adminKeysFile"]))
        }
        switch request.method {
        case .post: try signIn(request, on: connection, exchange)
        case .get:
            let found = try session(of: request, on: connection)
            exchange.finish(description(of: found.session, found.access), headers: [])
        case .delete:
            let found = try session(of: request, on: connection)
            try requireToken(of: found.session, in: request)
            link.context.console.end(found.cookie)
            link.context.log.info(
                "console: signed out", ["key": found.session.keyName, "address": "\(connection.peer)"])
            exchange.finish(Array("{}".utf8), headers: [setCookie("", for: request, on: connection, seconds: 0)])
        default: throw methodNotAllowed("GET, POST, DELETE")
        }
    }

    /// Signs an operator in with an admin key (K-01). An address that has shown wrong keys too often must wait (K-03).
    private func signIn(
        _ request: HTTPRequest, on connection: Connection, _ exchange: HTTPExchange
    ) throws(HTTPFailure) {
        let (sessions, network) = (link.context.console, connection.peer.network)
        guard !sessions.isGuessing(network, now: link.now) else {
            throw HTTPFailure(Refusal(.rateLimited, "too many attempts with wrong keys"))
        }
        guard request.headers.contentType(is: "application/json") else {
            throw HTTPFailure(Refusal(.badRequest, "the body must be application/json"), .unsupportedMediaType)
        }
        let body = try? document.parse(request.body, limits: JSONLimits(bytes: max(request.body.count, 1)))
        guard let name = body?["name"]?.string, let secret = body?["secret"]?.string else {
            throw HTTPFailure(Refusal(.badRequest, "a sign-in has a name and a secret", keys: ["name", "secret"]))
        }
        guard let access = access(of: secret, on: connection), access.name == name else {
            sessions.noteFailure(network, now: link.now)
            link.context.log.warning("console: a sign-in has failed", ["address": "\(connection.peer)"])
            let refusal = Refusal(.signatureBad, "no admin key has this name and this secret", keys: ["secret"])
            link.context.recordFailedLogin(at: consoleDoor, on: connection, refusal)
            throw HTTPFailure(refusal)
        }
        try requireAddress(access, on: connection)
        link.shard.settle(connection)
        let (cookie, session) = sessions.begin(access, secret: secret, now: link.now)
        link.context.recordLogin(with: access, at: consoleDoor)
        link.context.log.info("console: signed in", ["key": access.name, "address": "\(connection.peer)"])
        let seconds = link.context.configuration.admin.consoleSeconds
        exchange.finish(
            description(of: session, access),
            headers: [setCookie(cookie, for: request, on: connection, seconds: seconds)])
    }

    private func description(of session: ConsoleSessions.Session, _ access: AdminAccess) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.field("name", access.name)
            json.field("token", session.token)
            json.field("endsIn", (session.endsAt - link.now).rawValue)
            json.field("version", Build.version)
            json.field("serverTime", link.context.configuration.now.time.rawValue)
            json.array("operations") { json in
                for operation in link.context.operations.operations where access.allows(operation.name) {
                    json.value(operation.name)
                }
            }
        }
        return Array(json.bytes)
    }

    // MARK: - Who asks

    private func session(
        of request: HTTPRequest, on connection: Connection
    ) throws(HTTPFailure) -> (cookie: String, session: ConsoleSessions.Session, access: AdminAccess) {
        let name = cookieName(for: request, on: connection)
        for cookie in request.cookies(named: name) {
            guard let session = link.context.console.session(of: cookie, now: link.now) else { continue }
            guard let access = access(of: session.secret, on: connection) else {
                link.context.console.end(cookie)
                continue
            }
            try requireAddress(access, on: connection)
            return (cookie, session, access)
        }
        throw HTTPFailure(Refusal(.signatureEmpty, "nobody is signed in, or no longer"))
    }

    private func access(of secret: String, on connection: Connection) -> AdminAccess? {
        openings.adminAccess(secret)?.used(on: connection, isAtConsole: true)
    }

    private func requireAddress(_ access: AdminAccess, on connection: Connection) throws(HTTPFailure) {
        guard access.admits(connection.peer) else {
            let refusal = Refusal(.forbidden, "the key may not be used from this address", keys: ["name"])
            link.context.recordFailedLogin(at: consoleDoor, with: access, on: connection, refusal)
            throw HTTPFailure(refusal)
        }
    }

    /// K-05: pages of others can neither read the token nor send the header.
    private func requireToken(of session: ConsoleSessions.Session, in request: HTTPRequest) throws(HTTPFailure) {
        let shown = request.headers.first(of: "martlet-console") ?? ""
        guard Digest.sha256(shown) == Digest.sha256(session.token) else {
            throw HTTPFailure(Refusal(.forbidden, "the request has not the console's token", keys: ["Martlet-Console"]))
        }
    }

    /// K-05: a browser says from where a page's request comes.
    private func requireOwnPage(_ request: HTTPRequest, on connection: Connection) throws(HTTPFailure) {
        let site = request.headers.first(of: "sec-fetch-site") ?? "same-origin"
        guard site == "same-origin", hasOwnOrigin(request, on: connection) else {
            throw HTTPFailure(Refusal(.forbidden, "only the console's own pages may send requests", keys: ["Origin"]))
        }
    }

    /// Only requests that read may come without an origin. In front of a plain port there may be a proxy that ends TLS.
    private func hasOwnOrigin(_ request: HTTPRequest, on connection: Connection) -> Bool {
        guard let text = request.headers.first(of: "origin") else { return request.method == .get }
        guard let origin = Origin(text), let host = request.authority else { return false }
        let own = OriginPolicy.sameOrigin()
        return own.allows(origin, host: host, secure: true)
            || !connection.isSecure && own.allows(origin, host: host, secure: false)
    }

    private func methodNotAllowed(_ allowed: String) -> HTTPFailure {
        HTTPFailure(
            Refusal(.badRequest, "this is asked for with \(allowed)"), .methodNotAllowed,
            headers: [HTTPHeader("Allow", allowed)])
    }

    // MARK: - Cookies

    /// Browsers give a host's cookies to all its ports, and one machine may have several gateways.
    private func cookieName(for request: HTTPRequest, on connection: Connection) -> String {
        "martlet-console-\(request.authority?.port ?? (connection.isSecure ? 443 : 80))"
    }

    /// K-02: no script reads it, and no other site's page has it sent.
    private func setCookie(
        _ cookie: String, for request: HTTPRequest, on connection: Connection, seconds: Int
    ) -> HTTPHeader {
        let isSecure = connection.isSecure || request.headers.first(of: "origin")?.hasPrefix("https://") == true
        return HTTPHeader(
            "Set-Cookie",
            "\(cookieName(for: request, on: connection))=\(cookie); Path=/console; Max-Age=\(seconds); HttpOnly; "
                + "SameSite=Strict" + (isSecure ? "; Secure" : ""))
    }
}

private let operations = "api/"
/// How the audit log calls a sign-in.
private let consoleDoor = "console"

extension HTTPRequest {
    /// RFC 6265 §5.4.
    fileprivate func cookies(named name: String) -> [String] {
        headers.all(of: "cookie").flatMap { $0.split(separator: ";") }.compactMap { pair in
            let pair = pair.drop { $0 == " " }
            return pair.hasPrefix(name + "=") ? String(pair.dropFirst(name.utf8.count + 1)) : nil
        }
    }
}
