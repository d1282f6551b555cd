import EventLoop
import JSON
import Settings

extension JSONWriter {
    /// The description of the server that every client gets when its session begins.
    mutating func server(_ heartbeat: Configuration.Heartbeat) {
        field("serverTime", Clock.wall)
        object("heartbeat") { json in
            json.field("intervalMilliseconds", heartbeat.intervalMilliseconds)
            json.field("timeoutMilliseconds", heartbeat.timeoutMilliseconds)
        }
    }
}
