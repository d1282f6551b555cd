import Chat
import ClientProtocol
import Domain
import EventLoop
import Framing
import JSON
import Routing
import Security
import ServerAPI
import Settings
import Storage
import Telemetry
import Transport

/// Lets clients in: from the upgrade until the store has a user's login, or an administrator's key is known. Counts what fails,
/// and closes what takes too long.
final class SessionOpenings {
    private let link: ShardLink
    private let peers: PeerTable
    private let runner: WorkRunner
    private let replies: Replies
    private let hooks: HookRunner
    /// Replaced when the key files are read again, or an issuer's keys have been fetched.
    private var authenticator: Authenticator
    private var waitingForKeys = KeyWaiters()
    /// The request at hand waits for keys of this issuer.
    private var awaitedIssuer: String?

    init(
        _ link: ShardLink, _ peers: PeerTable, _ runner: WorkRunner, _ replies: Replies, _ hooks: HookRunner,
        _ credentials: Credentials
    ) {
        self.link = link
        self.peers = peers
        self.runner = runner
        self.replies = replies
        self.hooks = hooks
        authenticator = Authenticator(credentials, link.context.issuerKeys, link.context.configuration)
    }

    func renew(_ credentials: Credentials) {
        authenticator = Authenticator(credentials, link.context.issuerKeys, link.context.configuration)
    }

    /// The user of a token that opens a session, or that a session is to go on with (R-Q09). Nil: its issuer's keys are being
    /// fetched, and the request will be taken again when they have come.
    func identify(
        _ token: String?, user: String? = nil, application: Int? = nil
    ) throws(Refusal) -> Authenticator.Identity? {
        switch try authenticator.identify(token: token, user: user, application: application) {
        case .known(let identity): return identity
        case .awaitsKeys(let issuer):
            guard waitingForKeys.hasRoom else { throw keysAreAwaited }
            awaitedIssuer = issuer
            return nil
        }
    }

    /// The user of a token that comes alone, with a request that does not wait for keys (R-Q09).
    func identify(bearerOf token: ArraySlice<UInt8>) throws(Refusal) -> Authenticator.Identity {
        switch try authenticator.identify(token) {
        case .known(let identity): return identity
        case .awaitsKeys: throw keysAreAwaited
        }
    }

    var hasAdminKeys: Bool { authenticator.hasAdminKeys }

    func adminAccess(_ key: String) -> AdminAccess? { authenticator.adminAccess(key) }

    private var keysAreAwaited: Refusal {
        Refusal(.unavailable, "the keys of the token's issuer are being fetched; try again", keys: ["token"])
    }

    // MARK: - Waiting for keys

    /// Keeps the request that has just been taken, if it waits for keys.
    func keepIfWaiting(_ message: UnsafeRawBufferPointer, on connection: Connection) {
        guard let issuer = awaitedIssuer else { return }
        awaitedIssuer = nil
        waitingForKeys.keep(message, of: connection.id, for: issuer)
        // A session that is to be refreshed has its own rate.
        guard case .unauthenticated(let unauthenticated) = peers[connection] else { return }
        count(message, of: unauthenticated, on: connection)
    }

    /// An issuer's keys have been fetched, or could not be. Has the requests taken again that waited for them, and those that
    /// came after them on connections without a session. None of them waits again.
    func keysCame(of issuer: String, _ take: (Connection, [[UInt8]]) -> Void) {
        authenticator = authenticator.renewed
        let kept = waitingForKeys.begin(with: issuer)
        for (id, message) in kept {
            guard let connection = link.shard.connection(id), connection.isOpen, let peer = peers[connection] else {
                continue
            }
            var messages = [message]
            if case .unauthenticated(let unauthenticated) = peer {
                messages += unauthenticated.takeWaiting() ?? []
            }
            link.shard.inputs.noteKept(0, of: connection)
            take(connection, messages)
        }
        waitingForKeys.end()
    }

    // MARK: - Before a session

    /// The WebSocket is open; a session has to be open in time.
    func expect(_ connection: Connection, by request: HTTPRequest) {
        peers.set(.unauthenticated(Unauthenticated(bearer: request.bearer)), on: connection)
        let patience = Milliseconds(link.context.configuration.connections.openTimeoutMilliseconds)
        link.shard.setServiceDeadline(connection, at: (link.now + patience).rawValue)
    }

    func giveUp(_ connection: Connection) {
        link.shard.close(connection, code: .openTimeout, reason: "no session was opened in time")
    }

    /// Keeps a request that came while the session is being opened: a client need not wait for its session before it asks for
    /// more.
    func keep(_ message: UnsafeRawBufferPointer, of unauthenticated: Unauthenticated, on connection: Connection) {
        guard let waiting = unauthenticated.waiting else {
            preconditionFailure("no session is being opened on \(connection.id)")
        }
        guard waiting.count < mostWaiting else {
            return link.shard.close(
                connection, code: .tooManyRequests, reason: "too many requests before a session was open")
        }
        unauthenticated.waiting?.append(Array(message))
        count(message, of: unauthenticated, on: connection)
    }

    /// A request has been replied to. If it was a login, it was refused: returns the requests that came meanwhile.
    func noteReply(on connection: Connection) -> [[UInt8]]? {
        guard case .unauthenticated(let unauthenticated) = peers[connection],
            let waiting = unauthenticated.takeWaiting()
        else { return nil }
        link.shard.inputs.noteKept(0, of: connection)
        unauthenticated.opening = nil
        countFailure(of: unauthenticated, on: connection)
        return waiting
    }

    private func count(
        _ message: UnsafeRawBufferPointer, of unauthenticated: Unauthenticated, on connection: Connection
    ) {
        unauthenticated.noteKept(message.count)
        link.shard.inputs.noteKept(unauthenticated.keptBytes, of: connection)
    }

    func countFailure(of unauthenticated: Unauthenticated, on connection: Connection) {
        unauthenticated.failures += 1
        if unauthenticated.failures >= link.context.configuration.auth.failedOpensPerConnection {
            link.shard.close(connection, code: .tooManyFailedLogins, reason: "no session was opened")
        }
    }

    // MARK: - Opening

    /// `session.open`. R-Q09 lists the refusals of a token. A newer login of the same device ends the older one.
    func open(_ call: ConnectionCall, _ unauthenticated: Unauthenticated) throws(Refusal) {
        unauthenticated.actor = ""
        if let key = try call(OpenSession.adminKey) { return try openAdmin(call, key, unauthenticated) }
        guard link.context.serves(.sessions, at: call.connection.role) else {
            throw Refusal(.forbidden, "users' sessions are not opened at this address", keys: ["token"])
        }
        let device = try call(OpenSession.device)
        let identity = try identify(
            try call(OpenSession.token) ?? unauthenticated.bearer, user: try call(OpenSession.user),
            application: try call(OpenSession.sdkAppID))
        guard let identity else {
            unauthenticated.waiting = []
            return
        }
        let meter = link.context.directory.meter(of: identity.user)
        guard meter.wait(link.context.limits.ofUser, now: link.now) == 0 else { throw Refusal(.rateLimited) }
        let positions = try call(OpenSession.resume)
        let cost = Cost.ofLogin(
            naming: positions.map {
                $0.conversations.count + $0.groups.count + $0.changes.count + $0.channels.count
            } ?? 0)
        guard meter.allows(link.context.limits.ofUser, now: link.now, cost: cost) else { throw Refusal(.rateLimited) }
        let (platform, isLean) = (try call(OpenSession.platform), try call(OpenSession.lean))
        let record = { [self] in
            SessionRecord(
                id: SessionID(), user: identity.user, device: device, platform: platform, isLean: isLean,
                connection: call.connection.id, address: call.connection.peer,
                openedAt: link.context.configuration.now.time)
        }
        let logIn: LoginLine.Login = { [self] in
            guard call.connection.isOpen, case .unauthenticated = peers[call.connection] else { return false }
            let record = record()
            unauthenticated.opening = record.id
            // The state must know the user before there is a session.
            link.context.directory.expect(record)
            let login = LoginRequest(
                record, expiresAt: identity.expiresAt, issuedAt: identity.issuedAt, claim: identity.claim,
                positions: positions)
            runner.submit(
                Submission(
                    .logIn(login), of: login.session, runner.payer(meter), call.trace,
                    at: replies.expect(call.pending(login: login.session))))
            return true
        }
        unauthenticated.waiting = []
        guard let endpoint = link.context.hooks?[call.index] else { return replies.logins.enter(logIn) }
        let ask = HookAsk(call, identity, device: device, platform: platform)
        hooks.ask(endpoint, ask) { [self] decision in
            guard call.connection.isOpen, case .unauthenticated = peers[call.connection] else { return }
            guard case .refuse(let refusal) = decision else { return replies.logins.enter(logIn) }
            link.context.recordFailedLogin(record(), refusal)
            call.gateway.give(Reply(replies.expect(call.pending()), .refusal(refusal)))
        }
    }

    /// An administrator's session is a role of its own, protected by a key of its own.
    private func openAdmin(
        _ call: ConnectionCall, _ key: String, _ unauthenticated: Unauthenticated
    ) throws(Refusal) {
        guard link.context.serves(.backends, at: call.connection.role) else {
            throw Refusal(.forbidden, "admin keys are not taken at this address", keys: ["adminKey"])
        }
        guard let access = authenticator.adminAccess(key)?.used(on: call.connection) else {
            throw Refusal(.signatureBad, "the admin key is not known", keys: ["adminKey"])
        }
        unauthenticated.actor = access.actor
        guard access.admits(call.connection.peer) else {
            throw Refusal(.forbidden, "the key may not be used from this address", keys: ["adminKey"])
        }
        var operatorID: UserID?
        if let text = try call(OpenSession.operatorID) {
            operatorID = try authenticator.id(text, "operatorId", key: "operatorId")
        }
        peers.set(
            .admin(AdminSession(AdminCaller(keyName: access.name, operatorID: operatorID), access)), on: call.connection
        )
        link.shard.settle(call.connection)
        link.shard.setServiceDeadline(call.connection, at: nil)
        link.context.log.info("admin session opened", ["key": access.name, "operator": operatorID?.text])
        link.context.recordLogin(with: access, as: operatorID, at: OpenSession.declaration.name)
        let session = SessionID()
        call.reply { json in
            json.field("session", session.description)
            json.field("role", "admin" as StaticString)
            json.server(link.context.configuration)
        }
    }
}

/// How many requests may follow `session.open` before it is answered.
private let mostWaiting = 16

extension HTTPRequest {
    /// The token of `Authorization: Bearer …` (RFC 6750 §2.1).
    fileprivate var bearer: String? {
        headers.firstBytes(of: "authorization").flatMap(bearerToken).map { String(decoding: $0, as: UTF8.self) }
    }
}

/// The token in the value of an Authorization header (RFC 6750 §2.1).
func bearerToken(_ authorization: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let token = authorization.dropFirst(bearerScheme.utf8CodeUnitCount)
    return !token.isEmpty && authorization[..<token.startIndex].equalsIgnoringCase(bearerScheme) ? token : nil
}

private let bearerScheme: StaticString = "bearer "
