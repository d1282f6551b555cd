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

    /// The limits for a user's client. Below them nothing is refused for its size or its rate, or sent twice.
    mutating func limits(_ configuration: Configuration) {
        let requests = configuration.requests
        object("limits") { json in
            json.object("requests") { json in
                json.field("perSecond", requests.perSecondPerSession)
                json.field("burst", requests.burstPerSession)
            }
            json.object("userRequests") { json in
                json.field("perSecond", requests.perSecondPerUser)
                json.field("burst", requests.burstPerUser)
            }
            json.field("messageBytes", configuration.websocket.messageBytes)
            json.field("bodyBytes", configuration.messages.bodyBytes)
            json.field("textCharacters", configuration.messages.textCharacters)
            json.field("nicknameCharacters", configuration.profiles.nicknameCharacters)
            json.field("faceUrlCharacters", configuration.profiles.faceUrlCharacters)
            json.field("retryHours", configuration.messages.retryHours)
            json.field("retentionDays", configuration.messages.retentionDays)
        }
    }
}
