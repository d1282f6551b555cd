import ClientProtocol
import Framing
import JSON
import Settings
import Transport

/// Serves operations over HTTP (docs/http.md): `POST /v1/api/{operation}`, many calls at once by `batch`, events for
/// backends by `GET /v1/api/events`, and those of a channel, conversation or room by `GET /v1/channels/{id}/events`.
final class HTTPDoor {
    static let pathStart: StaticString = "/v1/api/"
    static let prefix = "\(pathStart)"

    private let link: ShardLink
    private let authentication: HTTPAuthentication
    private let calls: HTTPCalls
    let positions: PositionWaits
    let messageStreams: MessageStreams
    private let eventStreams: EventStreams
    private let followers: FollowerStreams
    private let strangers: StrangerRates
    private let receipts: PushReceiptDoor

    init(
        _ link: ShardLink, _ openings: SessionOpenings, _ runner: WorkRunner, _ replies: Replies, _ hooks: HookRunner,
        _ eventStreams: EventStreams, _ followers: FollowerStreams, _ strangers: StrangerRates
    ) {
        self.link = link
        self.strangers = strangers
        self.eventStreams = eventStreams
        self.followers = followers
        authentication = HTTPAuthentication(link, openings)
        calls = HTTPCalls(link, runner, replies, hooks)
        positions = PositionWaits(link)
        messageStreams = MessageStreams(link, calls)
        receipts = PushReceiptDoor(link)
    }

    /// Refuses an operation's long body before it is taken: nobody sends much without a token or a key, and no user
    /// beyond the rate. Nil: the body may come.
    func refusal(
        ofBodyBehind request: HTTPRequest, for operation: String, on connection: Connection
    ) -> HTTPResponse? {
        var origin: String?
        let caller: HTTPCaller
        do throws(HTTPFailure) {
            origin = try allowedOrigin(of: request, on: connection)
            try require(.post, "POST", of: request)
            try refuseWhileDraining()
            caller = try authentication.caller(of: request, on: connection)
        } catch {
            return refusal(error, on: connection, origin: origin)
        }
        guard let refusal = calls.refusal(beforeBodyOf: operation, by: caller) else { return nil }
        return HTTPExchange.refusal(HTTPFailure(refusal), link, on: connection, origin: origin)
    }

    /// A message that is streamed by one request. Nil: its lines are taken as they come.
    func receive(_ request: HTTPRequest, on connection: Connection) -> HTTPResponse? {
        var origin: String?
        do throws(HTTPFailure) {
            origin = try allowedOrigin(of: request, on: connection)
            try refuseWhileDraining()
            let caller = try authentication.caller(of: request, on: connection)
            guard let key = caller.access?.name else {
                throw HTTPFailure(Refusal(.forbidden, "messages are streamed with admin keys", keys: ["Authorization"]))
            }
            guard request.headers.contentType(is: "application/x-ndjson") else {
                throw HTTPFailure(Refusal(.badRequest, "the body must be application/x-ndjson"), .unsupportedMediaType)
            }
            let requests = link.context.limits.streamingRequestsOfKeys
            guard requests.begin(key) else {
                throw HTTPFailure(Refusal(.rateLimited, "as many requests of this key stream messages as may be"))
            }
            let exchange = HTTPExchange(link, connection.id, origin: origin)
            _ = exchange.begin()
            let stream = MessageStream(
                messageStreams, by: caller, request.trace, on: connection.id, exchange
            ) { requests.end(key) }
            link.shard.bodies.begin(connection, to: stream, mayPause: true)
            return nil
        } catch {
            return refusal(error, on: connection, origin: origin)
        }
    }

    private func refusal(_ failure: HTTPFailure, on connection: Connection, origin: String?) -> HTTPResponse? {
        let failure = strangers.admits(connection) ? failure : StrangerRates.refusal
        return HTTPExchange.refusal(failure, link, on: connection, origin: origin)
    }

    /// `operation` is the rest of the path. Nil: the response comes later.
    func respond(to request: HTTPRequest, for operation: String, on connection: Connection) -> HTTPResponse? {
        respond(to: request, on: connection) { exchange throws(HTTPFailure) in
            try take(request, operation, on: connection, exchange)
        }
    }

    /// Nil: the response comes later.
    func respond(
        to request: HTTPRequest, following path: FollowerRequest.Path, on connection: Connection
    ) -> HTTPResponse? {
        respond(to: request, on: connection) { exchange throws(HTTPFailure) in
            try follow(path, request, on: connection, exchange)
        }
    }

    /// `rest`: of the path. Nil: the response comes later.
    func respond(to request: HTTPRequest, receiptsAt rest: String, on connection: Connection) -> HTTPResponse? {
        respond(to: request, on: connection) { exchange throws(HTTPFailure) in
            if request.method == .options { return exchange.allow("POST", headers: "Content-Type") }
            try require(.post, "POST", of: request)
            try refuseWhileDraining()
            guard let call = try receipts.call(for: request, at: rest) else { return exchange.finishForMaker() }
            exchange.isFromKnown = true
            calls.run(call) { content in
                if case .ok = content, !rest.isEmpty { exchange.finishForMaker() } else { exchange.finish(content) }
            }
        }
    }

    /// A page that describes the API. It is for everybody, but not for pages of other origins.
    func respond(to request: HTTPRequest, with page: TaggedPage, on connection: Connection) -> HTTPResponse? {
        respond(to: request, on: connection) { exchange throws(HTTPFailure) in
            switch request.method {
            case .get, .head: exchange.finish(page, request)
            case .options: exchange.allow("GET, HEAD", headers: "If-None-Match")
            default: throw notAllowed("GET, HEAD")
            }
        }
    }

    private func respond(
        to request: HTTPRequest, on connection: Connection, _ take: (HTTPExchange) throws(HTTPFailure) -> Void
    ) -> HTTPResponse? {
        let origin: String?
        do throws(HTTPFailure) {
            origin = try allowedOrigin(of: request, on: connection)
        } catch {
            return refusal(error, on: connection, origin: nil)
        }
        let exchange = HTTPExchange(link, connection.id, origin: origin)
        do throws(HTTPFailure) {
            try take(exchange)
        } catch {
            exchange.finish(error)
        }
        let response = exchange.begin()
        if response == nil || exchange.isFromKnown || strangers.admits(connection) { return response }
        return exchange.response(to: StrangerRates.refusal)
    }

    /// Pages of other origins are turned away before anything is done.
    private func allowedOrigin(of request: HTTPRequest, on connection: Connection) throws(HTTPFailure) -> String? {
        guard let text = request.headers.first(of: "origin") else { return nil }
        guard let origin = Origin(text), let host = request.authority,
            link.context.configuration.origins.policy.allows(origin, host: host, secure: connection.isSecure)
        else { throw HTTPFailure(Refusal(.forbidden, "pages of this origin may not send requests", keys: ["Origin"])) }
        return text
    }

    private func take(
        _ request: HTTPRequest, _ operation: String, on connection: Connection, _ exchange: HTTPExchange
    ) throws(HTTPFailure) {
        if request.method == .options {
            let more = link.context.state.position == nil ? "" : ", \(PositionWaits.header)"
            let headers = "Authorization, Content-Type, Idempotency-Key, traceparent, tracestate" + more
            return exchange.allow("POST", headers: headers)
        }
        let isStream = operation == "events"
        try require(isStream ? .get : .post, isStream ? "GET" : "POST", of: request)
        try refuseWhileDraining()
        let caller = try authentication.caller(of: request, on: connection)
        exchange.isFromKnown = true
        if isStream { return try eventStreams.begin(request, by: caller, on: connection, exchange) }
        try carryOut(request, operation, by: caller, exchange)
    }

    private func follow(
        _ path: FollowerRequest.Path, _ request: HTTPRequest, on connection: Connection, _ exchange: HTTPExchange
    ) throws(HTTPFailure) {
        if request.method == .options { return exchange.allow("GET", headers: "Authorization, Last-Event-ID") }
        try require(.get, "GET", of: request)
        try refuseWhileDraining()
        let following = try FollowerRequest(request, path)
        let (identity, access) = try follower(following, path.kind, request, on: connection)
        exchange.isFromKnown = true
        try followers.begin(following, by: identity, with: access, on: connection, exchange, calls)
    }

    /// With the access of an admin key, if it is one.
    private func follower(
        _ following: FollowerRequest, _ kind: FollowerRequest.Path.Kind, _ request: HTTPRequest,
        on connection: Connection
    ) throws(HTTPFailure) -> (Authenticator.Identity, AdminAccess?) {
        let context = link.context
        if kind != .conversation, context.configuration.channels.guests, context.serves(.api, at: connection.role),
            following.token == nil,
            request.headers.firstBytes(of: "authorization") == nil,
            request.headers.firstBytes(of: "martlet-key") == nil
        {
            return (.guest(at: connection.peer.network), nil)
        }
        switch try authentication.caller(of: request, on: connection, token: following.token) {
        case .user(let identity): return (identity, nil)
        case .key(let access, nil) where kind == .room:
            guard access.allows(roomScope) else {
                throw HTTPFailure(Refusal(.forbidden, "the key's scopes do not have rooms", keys: ["Martlet-Key"]))
            }
            return (.backend(access), access)
        case .key:
            throw HTTPFailure(Refusal(.forbidden, "this is followed with users' tokens", keys: ["Martlet-Key"]))
        }
    }

    private func require(_ method: HTTPMethod, _ name: String, of request: HTTPRequest) throws(HTTPFailure) {
        if request.method != method { throw notAllowed(name) }
    }

    private func notAllowed(_ methods: String) -> HTTPFailure {
        HTTPFailure(
            Refusal(.badRequest, "this is asked for with \(methods)"), .methodNotAllowed,
            headers: [HTTPHeader("Allow", "\(methods), OPTIONS")])
    }

    func refuseWhileDraining() throws(HTTPFailure) {
        if link.context.readiness.isDraining {
            throw HTTPFailure(Refusal(.unavailable, "the gateway is shutting down; nothing was done"))
        }
    }

    /// The caller is known.
    func carryOut(
        _ request: HTTPRequest, _ operation: String, by caller: HTTPCaller, _ exchange: HTTPExchange
    ) throws(HTTPFailure) {
        guard request.body.isEmpty || request.headers.contentType(is: "application/json") else {
            throw HTTPFailure(Refusal(.badRequest, "the body must be application/json"), .unsupportedMediaType)
        }
        let key = try request.idempotencyKey
        guard let position = try request.position, !positions.isReached(position) else {
            return try begin(request, operation, key, caller, exchange)
        }
        try positions.await(position) { [self] isReached in
            do throws(HTTPFailure) {
                guard isReached else { throw HTTPFailure(Refusal(.unavailable, PositionWaits.isBehind)) }
                try begin(request, operation, key, caller, exchange)
            } catch {
                exchange.finish(error)
            }
        }
    }

    private func begin(
        _ request: HTTPRequest, _ operation: String, _ key: String?, _ caller: HTTPCaller, _ exchange: HTTPExchange
    ) throws(HTTPFailure) {
        guard let keyName = caller.access?.name else {
            return try run(request, operation, key, caller) { exchange.finish($0) }
        }
        guard link.context.limits.keys.begin(keyName) else {
            throw HTTPFailure(Refusal(.rateLimited, "too many requests of this key are under way"))
        }
        do throws(HTTPFailure) {
            try run(request, operation, key, caller) { [requests = link.context.limits.keys] content in
                requests.end(keyName)
                exchange.finish(content)
            }
        } catch {
            link.context.limits.keys.end(keyName)
            throw error
        }
    }

    private func run(
        _ request: HTTPRequest, _ operation: String, _ key: String?, _ caller: HTTPCaller,
        _ finish: @escaping HTTPCalls.Finish
    ) throws(HTTPFailure) {
        guard operation == "batch" else {
            return calls.run(
                HTTPCall(
                    operation: operation, data: request.body, key: key, caller: caller, trace: request.trace,
                    cost: Cost.ofBody(request.body.count)), finish)
        }
        if key != nil {
            throw HTTPFailure(
                Refusal(.badRequest, "each call of a batch has its own key", keys: ["Idempotency-Key"]))
        }
        do throws(Refusal) {
            try calls.charge(caller, Cost.ofBody(request.body.count))
        } catch {
            throw HTTPFailure(error)
        }
        let configuration = link.context.configuration
        let batch = try HTTPBatch.calls(
            in: request.body, atMost: configuration.api.callsPerBatch, by: caller, request.trace)
        HTTPBatch(
            batch.calls, stopsOnError: batch.stopsOnError, mostBytes: configuration.outbox.bytesPerConnection,
            by: calls
        ) { finish(.ok($0)) }.step()
    }
}

extension HTTPRequest {
    /// W3C Trace Context §3. Two traces are none.
    fileprivate var trace: TraceContext? {
        guard let parent = headers.firstBytes(of: "traceparent"), !headers.hasSeveral("traceparent") else { return nil }
        let state = Array(headers.all(of: "tracestate").joined(separator: ",").utf8)
        return parent.withUnsafeBytes { parent in
            state.withUnsafeBytes { TraceContext(traceparent: parent, tracestate: $0) }
        }
    }

    /// Quoted or bare. Its characters are those that every proxy passes on unchanged.
    fileprivate var idempotencyKey: String? {
        get throws(HTTPFailure) {
            guard var key = headers.first(of: "idempotency-key") else { return nil }
            if key.count > 1, key.hasPrefix("\""), key.hasSuffix("\"") { key = String(key.dropFirst().dropLast()) }
            let isPlain = key.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") }
            guard !headers.hasSeveral("idempotency-key"), (1...64).contains(key.utf8.count), isPlain else {
                throw HTTPFailure(
                    Refusal(
                        .badRequest, "Idempotency-Key must have 1 to 64 visible ASCII characters",
                        keys: ["Idempotency-Key"]))
            }
            return key
        }
    }
}

/// L-31: a key that may ask what becomes of a room's messages may hear them.
private let roomScope = "admin.room.info"
