/// A message that was not acknowledged yet.
public struct OutboxEntry: Sendable, Equatable {
    public enum State: Sendable, Equatable {
        case waiting
        /// The gateway has refused it: it stays until it is sent again or discarded.
        case failed(MartletError)
    }

    public let clientMsgId: String
    public let conversationID: String
    /// When it was written, by this device's clock.
    public let time: Int
    /// The parameters of `message.send`.
    public let message: JSON
    public internal(set) var state: State
    /// It is only in memory: a restart forgets it.
    public internal(set) var isUnsaved = false
}

extension OutboxEntry {
    /// As it is kept; nil for a row that is none.
    init?(_ row: StoredRow) {
        guard let conversationID = row.value["conversationID"]?.string, let time = row.value["time"]?.int,
            let message = row.value["message"]
        else { return nil }
        self.init(
            clientMsgId: row.key, conversationID: conversationID, time: time, message: message,
            state: row.value["error"].map { .failed(MartletError($0)) } ?? .waiting)
    }

    var json: JSON {
        var json: JSON = [
            "clientMsgId": JSON(clientMsgId), "conversationID": JSON(conversationID), "time": JSON(time),
            "message": message, "state": "waiting",
        ]
        if case .failed(let error) = state {
            json["state"] = "failed"
            json["error"] = error.json
        }
        return json
    }
}
