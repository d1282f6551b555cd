import Domain
import JSON
import Storage

/// The events about broadcasts, as backends are told them.
extension BackendEventWriter {
    /// Its number alone if it is no longer kept.
    func broadcast(_ seq: Seq) throws(StoreError) -> Members {
        guard let broadcast = try BroadcastQueries.broadcast(seq, in: store) else {
            return { $0.field("seq", seq.rawValue) }
        }
        return { json in
            broadcast.write(to: &json)
            broadcast.writeForBackends(to: &json)
        }
    }
}

extension Broadcast {
    package func writeForBackends(to json: inout JSONWriter) {
        json.field("clientMsgId", clientID)
        json.field("to", audience.word)
    }
}
