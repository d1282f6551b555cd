import Chat
import ClientProtocol
import Domain
import EventLoop
import JSON
import Meters
import Routing
import Security
import ServerAPI
import Settings
import Storage
import Telemetry
import Transport

extension ShardGateway {
    /// a newer login of the same device ends the older one. R-Q09: what a token is refused with.
    static func openSession(_ call: Call, _ unauthenticated: Unauthenticated) throws(Refusal) {
        if let key = try call(SessionOperations.adminKey) { return try call.gateway.openAdmin(call, key) }
        let gateway = call.gateway
        let device = try call(SessionOperations.device)
        let identity = try gateway.authenticator.identify(
            token: try call(SessionOperations.token) ?? unauthenticated.bearer, user: try call(SessionOperations.user),
            application: try call(SessionOperations.sdkAppID))
        let positions = try call(StreamOperations.resume).map {
            StreamPositions(user: $0.user, conversations: $0.conversations, groups: $0.groups)
        }
        let meter = gateway.context.directory.meter(of: identity.user)
        let cost = Cost.ofLogin(naming: positions.map { $0.conversations.count + $0.groups.count } ?? 0)
        guard meter.allows(gateway.context.userRate, now: gateway.now, cost: cost) else { throw Refusal(.rateLimited) }
        let record = SessionRecord(
            id: SessionID(), user: identity.user, device: device, platform: try call(SessionOperations.platform),
            connection: call.connection.id, openedAt: Clock.wall)
        gateway.apply(
            LoginRequest(
                pendingReply: call.pendingReply(payer: meter), record: record, expiresAt: identity.expiresAt,
                positions: positions))
        unauthenticated.waiting = []
    }

    /// The state must know the user before there is a session.
    private func apply(_ loginRequest: LoginRequest) {
        let mailbox = mailbox
        write { committer, transaction throws(StoreError) in
            try committer.logIn(loginRequest, transaction)
        } failed: { error in
            mailbox.post { $0.fail(loginRequest.pendingReply, error) }
        }
    }

    /// The reply.
    func describe(_ record: SessionRecord, _ expiresAt: Int64, _ login: Login, _ json: inout JSONWriter) {
        json.field("session", record.id.description)
        json.field("user", record.user.text)
        json.field("role", "user" as StaticString)
        json.field("expiresAt", expiresAt)
        json.server(context.configuration.heartbeat)
        json.object("stream") { $0.field("seq", login.streamSeq) }
        json.object("groups") { json in
            for group in login.groups {
                json.key(String(group.group))
                json.value(group.seq)
            }
        }
        json.object("relations") { json in
            json.field("version", login.relations.version)
            json.field("pendencySeq", login.relations.requestSeq)
            json.field("pendencyUnread", login.relations.unreadRequests)
        }
        if let resumption = login.resumption { json.resumption(resumption) }
    }

    func begin(_ session: Session, on connection: Connection) {
        let record = session.record
        setPeer(connection, .user(session))
        shard.settle(connection)
        watchExpiry(connection, session)
        metrics.sessionsOpen.add(1)
        metrics.sessionsOpened.add()
        context.log.debug(
            "session opened",
            ["session": record.id.description, "user": record.user.text, "platform": record.platform.rawValue])
    }

    /// a role of its own, protected by a key of its own.
    private func openAdmin(_ call: Call, _ key: String) throws(Refusal) {
        guard let name = authenticator.adminKeyName(key) else {
            throw Refusal(.signatureBad, "the admin key is not known", keys: ["adminKey"])
        }
        var operatorID: UserID?
        if let text = try call(SessionOperations.operatorID) {
            guard let user = UserID(text) else { throw Refusal(.badIdentifier, keys: ["operatorId"]) }
            operatorID = user
        }
        setPeer(call.connection, .admin(AdminSession(keyName: name, operatorID: operatorID)))
        shard.settle(call.connection)
        shard.setServiceDeadline(call.connection, at: nil)
        context.log.info("admin session opened", ["key": name, "operator": operatorID?.text])
        let session = SessionID()
        call.reply { json in
            json.field("session", session.description)
            json.field("role", "admin" as StaticString)
            json.server(context.configuration.heartbeat)
        }
    }
}

extension JSONWriter {
    fileprivate mutating func server(_ heartbeat: Configuration.Heartbeat) {
        field("serverTime", Clock.wall)
        object("heartbeat") { json in
            json.field("intervalMilliseconds", heartbeat.intervalMilliseconds)
            json.field("timeoutMilliseconds", heartbeat.timeoutMilliseconds)
        }
    }
}

extension GatewayContext {
    /// Has a session ended by the shard that it lives in.
    func kick(_ record: SessionRecord, _ cause: Kick) {
        node.mailboxes[Int(record.connection.shard)].post { $0.kick(record, cause) }
    }
}
