import ClientProtocol
import Domain
import Framing
import Settings
import Transport

/// Says who sends a request over HTTP, and refuses addresses that fail too often.
final class HTTPAuthentication {
    private let link: ShardLink
    private let openings: SessionOpenings
    private var failures: SourceLimit<Source>

    /// Clients that come through a proxy of this machine keep no operator out.
    private struct Source: Hashable {
        let network: SocketAddress.Network
        let role: ListenerRole
    }

    init(_ link: ShardLink, _ openings: SessionOpenings) {
        self.link = link
        self.openings = openings
        failures = SourceLimit(RateLimit(perMinute: link.context.configuration.api.failuresPerMinute))
    }

    /// `token`: of the query, where a page cannot send headers.
    func caller(
        of request: HTTPRequest, on connection: Connection, token: String? = nil
    ) throws(HTTPFailure) -> HTTPCaller {
        let source = Source(network: connection.peer.network, role: connection.role)
        if failures.isReached(by: source, now: link.now) {
            throw HTTPFailure(Refusal(.rateLimited, "too many requests with wrong tokens or keys"))
        }
        do throws(HTTPFailure) {
            let caller = try identify(request, on: connection, token)
            // A backend may have as many connections as it likes; those of users count against their address all the time.
            if case .key = caller { link.shard.settle(connection) }
            return caller
        } catch {
            if error.status == .unauthorized {
                failures.allows(source, now: link.now)
                link.context.recordFailedLogin(at: httpDoor, on: connection, error.refusal)
            }
            throw error
        }
    }

    private func identify(
        _ request: HTTPRequest, on connection: Connection, _ token: String?
    ) throws(HTTPFailure) -> HTTPCaller {
        var authorization = try only("Authorization", of: request)
        if let token {
            guard authorization == nil else {
                throw HTTPFailure(Refusal(.badRequest, "there are two tokens", keys: ["token"]))
            }
            authorization = Array("Bearer \(token)".utf8)[...]
        }
        let key = try only("Martlet-Key", of: request)
        let user = try only("Martlet-As", of: request)
        switch (authorization, key) {
        case (_?, _?):
            throw HTTPFailure(
                Refusal(.badRequest, "Authorization and Martlet-Key exclude each other", keys: ["Martlet-Key"]),
                .badRequest)
        case (let authorization?, nil):
            if user != nil {
                throw HTTPFailure(Refusal(.forbidden, "only an admin key may act for a user", keys: ["Martlet-As"]))
            }
            try require(.api, on: connection, "users' requests are not served at this address", "Authorization")
            return .user(try identity(of: authorization))
        case (nil, let key?):
            // An admin key does not belong into a browser.
            if request.headers.firstBytes(of: "origin") != nil {
                throw HTTPFailure(Refusal(.forbidden, "pages may not use admin keys", keys: ["Martlet-Key"]))
            }
            try require(.backends, on: connection, "admin keys are not taken at this address", "Martlet-Key")
            guard let access = openings.adminAccess(String(decoding: key, as: UTF8.self))?.used(on: connection) else {
                throw HTTPFailure(Refusal(.signatureBad, "the admin key is not known", keys: ["Martlet-Key"]))
            }
            guard access.admits(connection.peer) else {
                let refusal = Refusal(
                    .forbidden, "the key may not be used from this address", keys: ["Martlet-Key"])
                link.context.recordFailedLogin(at: httpDoor, with: access, on: connection, refusal)
                throw HTTPFailure(refusal)
            }
            var asUser: UserID?
            if let user { asUser = try HTTPCaller.user(named: String(decoding: user, as: UTF8.self)) }
            return .key(access, user: asUser)
        case (nil, nil): throw HTTPFailure(Refusal(.signatureEmpty))
        }
    }

    private func require(
        _ service: ListenService, on connection: Connection, _ otherwise: String, _ header: String
    ) throws(HTTPFailure) {
        guard link.context.serves(service, at: connection.role) else {
            throw HTTPFailure(Refusal(.forbidden, otherwise, keys: [header]))
        }
    }

    private func identity(of authorization: ArraySlice<UInt8>) throws(HTTPFailure) -> Authenticator.Identity {
        guard let token = bearerToken(authorization) else { throw HTTPFailure(Refusal(.signatureEmpty)) }
        do throws(Refusal) {
            return try openings.identify(bearerOf: token)
        } catch {
            if error.code == .unavailable { throw HTTPFailure(error) }
            // The bearer of a token with any fault is nobody.
            throw HTTPFailure(error, .unauthorized)
        }
    }

    private func only(_ name: StaticString, of request: HTTPRequest) throws(HTTPFailure) -> ArraySlice<UInt8>? {
        guard let value = request.headers.firstBytes(of: name) else { return nil }
        if request.headers.hasSeveral(name) {
            throw HTTPFailure(Refusal(.badRequest, "there are several \(name) headers", keys: ["\(name)"]))
        }
        return value
    }
}

/// How the audit log calls a request over HTTP whose sender is not known: what it is for, nobody has looked at.
private let httpDoor = "http"
