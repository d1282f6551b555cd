import ClientProtocol
import Domain
import EventLoop
import JSON
import Meters
import Routing
import Security
import ServerAPI
import Settings
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
        let record = SessionRecord(
            id: SessionID(), user: identity.user, device: device, platform: try call(SessionOperations.platform),
            connection: call.connection.id, openedAt: Clock.wall)
        desk.begin(record, expiresAt: identity.expiresAt, on: call.connection)
        call.reply { json in
            json.field("session", record.id.description)
            json.field("user", record.user.text)
            json.field("role", "user" as StaticString)
            json.field("expiresAt", identity.expiresAt)
            desk.describeServer(&json)
        }
    }

    private func begin(_ record: SessionRecord, expiresAt: Int64, on connection: Connection) {
        let opening = premises.directory.open(record)
        let session = Session(record, userMeter: opening.meter, expiresAt: expiresAt)
        occupy(connection, .user(session))
        shard.settle(connection)
        watchExpiry(connection, session)
        metrics.sessionsOpen.add(1)
        metrics.sessionsOpened.add()
        premises.log.debug(
            "session opened",
            ["session": record.id.description, "user": record.user.text, "platform": record.platform.rawValue])
        for (ended, reason) in opening.ended {
            premises.kick(ended, .replaced(reason, by: record))
        }
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
            describeServer(&json)
        }
    }

    private func describeServer(_ json: inout JSONWriter) {
        json.field("serverTime", Clock.wall)
        let heartbeat = premises.configuration.heartbeat
        json.object("heartbeat") { json in
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
