import Chat
import Domain
import EventLoop
import JSON
import Routing
import Settings

extension JSONWriter {
    /// The reply to a user's `session.open`.
    mutating func session(
        _ record: SessionRecord, _ login: Login, expiresAt: Int64, _ heartbeat: Configuration.Heartbeat
    ) {
        field("session", record.id.description)
        field("user", record.user.text)
        field("role", "user" as StaticString)
        field("expiresAt", expiresAt)
        server(heartbeat)
        object("stream") { $0.field("seq", login.streamSeq) }
        object("groups") { json in
            for group in login.groups {
                json.key(String(group.group))
                json.value(group.seq)
            }
        }
        object("relations") { json in
            json.field("version", login.relations.version)
            json.field("pendencySeq", login.relations.requestSeq)
            json.field("pendencyUnread", login.relations.unreadRequests)
        }
        if let resumption = login.resumption { self.resumption(resumption) }
    }

    /// What every client is told of the server when its session begins.
    mutating func server(_ heartbeat: Configuration.Heartbeat) {
        field("serverTime", Clock.wall)
        object("heartbeat") { json in
            json.field("intervalMilliseconds", heartbeat.intervalMilliseconds)
            json.field("timeoutMilliseconds", heartbeat.timeoutMilliseconds)
        }
    }
}
