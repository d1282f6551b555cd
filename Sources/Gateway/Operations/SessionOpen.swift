import ClientProtocol
import Domain
import EventLoop
import JSON
import Ledger
import Meters
import Routing
import Security
import ServerAPI
import Settings
import Storage
import Telemetry
import Transport

extension Desk {
    /// a newer login of the same device ends the older one. R-Q09: what a token is refused with.
    static func openSession(_ call: Call, _ guest: Guest) throws(Refusal) {
        if let key = try call(SessionOperations.adminKey) { return try call.desk.openAdmin(call, key) }
        let desk = call.desk
        let device = try call(SessionOperations.device)
        let identity = try desk.gatekeeper.identify(
            token: try call(SessionOperations.token) ?? guest.bearer, user: try call(SessionOperations.user),
            application: try call(SessionOperations.sdkAppID))
        let positions = try call(StreamOperations.resume).map {
            Positions(user: $0.user, conversations: $0.conversations, teams: $0.groups)
        }
        let meter = desk.premises.directory.meter(of: identity.user)
        let cost = Cost.ofLogin(naming: positions.map { $0.conversations.count + $0.teams.count } ?? 0)
        guard meter.allows(desk.premises.userRate, now: desk.now, cost: cost) else { throw Refusal(.rateLimited) }
        let record = SessionRecord(
            id: SessionID(), user: identity.user, device: device, platform: try call(SessionOperations.platform),
            connection: call.connection.id, openedAt: Clock.wall)
        desk.apply(
            Application(
                ticket: call.ticket(payer: meter), record: record, expiresAt: identity.expiresAt, positions: positions))
        guest.waiting = []
    }

    /// The books must know the user before there is a session.
    private func apply(_ application: Application) {
        let mailbox = mailbox
        write { clerk, transaction throws(StoreError) in
            try clerk.logIn(application, transaction)
        } failed: { error in
            mailbox.post { $0.fail(application.ticket, error) }
        }
    }

    /// The reply.
    func describe(_ record: SessionRecord, _ expiresAt: Int64, _ login: Login, _ json: inout JSONWriter) {
        json.field("session", record.id.description)
        json.field("user", record.user.text)
        json.field("role", "user" as StaticString)
        json.field("expiresAt", expiresAt)
        json.server(premises.configuration.heartbeat)
        json.object("stream") { $0.field("seq", login.streamSeq) }
        json.object("groups") { json in
            for team in login.teams {
                json.key(String(team.team))
                json.value(team.seq)
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
        occupy(connection, .user(session))
        shard.settle(connection)
        watchExpiry(connection, session)
        metrics.sessionsOpen.add(1)
        metrics.sessionsOpened.add()
        premises.log.debug(
            "session opened",
            ["session": record.id.description, "user": record.user.text, "platform": record.platform.rawValue])
    }

    /// a role of its own, protected by a key of its own.
    private func openAdmin(_ call: Call, _ key: String) throws(Refusal) {
        guard let name = gatekeeper.adminKeyName(key) else {
            throw Refusal(.signatureBad, "the admin key is not known", keys: ["adminKey"])
        }
        var operatorID: UserID?
        if let text = try call(SessionOperations.operatorID) {
            guard let user = UserID(text) else { throw Refusal(.badIdentifier, keys: ["operatorId"]) }
            operatorID = user
        }
        occupy(call.connection, .admin(AdminSession(keyName: name, operatorID: operatorID)))
        shard.settle(call.connection)
        shard.setServiceDeadline(call.connection, at: nil)
        premises.log.info("admin session opened", ["key": name, "operator": operatorID?.text])
        let session = SessionID()
        call.reply { json in
            json.field("session", session.description)
            json.field("role", "admin" as StaticString)
            json.server(premises.configuration.heartbeat)
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

extension Premises {
    /// Has a session ended by the shard that it lives in.
    func kick(_ record: SessionRecord, _ cause: Kick) {
        node.mailboxes[Int(record.connection.shard)].post { $0.kick(record, cause) }
    }
}
