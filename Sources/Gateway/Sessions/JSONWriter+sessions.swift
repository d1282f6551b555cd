import Domain
import JSON
import Settings

extension JSONWriter {
    /// The description of the server that every client gets when its session begins.
    mutating func server(_ configuration: Configuration) {
        field("serverTime", configuration.now.time.rawValue)
        object("heartbeat") { json in
            json.field("intervalMilliseconds", configuration.heartbeat.intervalMilliseconds)
            json.field("timeoutMilliseconds", configuration.heartbeat.timeoutMilliseconds)
        }
    }
}
