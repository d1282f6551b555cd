import Domain
import JSON
import Storage

/// The events about channels, as backends are told them.
extension BackendEventWriter {
    /// A destroyed one has its row still.
    func channel(_ number: ChannelNumber) throws(StoreError) -> Channel {
        guard let channel = try ChannelQueries.row(of: number, in: store) else { throw .missing("channel", number) }
        return channel
    }

    /// Nothing if it is no longer kept.
    func published(_ seq: Seq, in number: ChannelNumber) throws(StoreError) -> Members {
        guard let message = try ChannelQueries.message(seq, of: number, in: store) else { return { _ in } }
        return { message.write(to: &$0) }
    }
}

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
