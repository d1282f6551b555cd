import Chat
import ClientProtocol
import Domain
import JSON

/// The messages and events that a device is given when it comes back.
extension JSONWriter {
    /// `isLean`: without the streams that stand where the device has named them, and with the counts that take the place of
    /// conversations.
    mutating func resumption(_ resumption: Resumption, isLean: Bool) {
        let named = isLean ? resumption.named : StreamPositions()
        let unread = isLean ? resumption.unread : [:]
        object("resume") { json in
            json.object("user") { json in
                json.stream(resumption.user) { json, events in json.events(events) }
            }
            writeStreams("conversations", resumption.conversations, named.conversations, unread, to: &json) {
                $0.messages($1)
            }
            writeStreams("groups", resumption.groups, named.groups, to: &json) { $0.events($1) }
            json.object("broadcasts") { json in
                json.stream(resumption.broadcasts) { json, broadcasts in broadcasts.write(to: &json) }
            }
            if !resumption.changes.isEmpty {
                writeStreams("changes", resumption.changes, named.changes, to: &json) { $1.write(to: &$0) }
            }
            if !resumption.channels.isEmpty {
                writeStreams("channels", resumption.channels, named.channels, to: &json) { $1.write(to: &$0) }
            }
        }
    }

    mutating func messages(_ messages: [MessageView]) {
        array("messages") { json in
            for message in messages { json.object { $0.message(message) } }
        }
    }

    mutating func stream<Item>(
        _ stream: Resumption.Stream<Item>, _ items: (inout JSONWriter, [Item]) -> Void
    ) {
        switch stream.verdict {
        case .recovered(let found):
            field("verdict", "recovered" as StaticString)
            field("seq", stream.seq)
            items(&self, found)
        case .gap(let range):
            field("verdict", "gap" as StaticString)
            field("seq", stream.seq)
            field("from", range.lowerBound)
            field("to", range.upperBound)
        case .reset(let first, let why):
            field("verdict", "reset" as StaticString)
            field("seq", stream.seq)
            field("from", first)
            field("why", why.rawValue)
        }
    }

    /// Events of a stream, as they were told or would be told now.
    mutating func events(_ events: [StreamEvent]) {
        array("events") { json in
            for event in events {
                json.object { json in
                    json.field("seq", event.seq)
                    json.field("event", event.content.declaration.name)
                    json.object("data") { event.content.write(to: &$0) }
                }
            }
        }
    }
}

/// The streams that tell a device more than it has named; `unread` of those that say how many messages are.
private func writeStreams<Item>(
    _ name: StaticString, _ streams: [(id: String, stream: Resumption.Stream<Item>)], _ named: [String: Seq],
    _ unread: [String: Int64] = [:], to json: inout JSONWriter, _ items: (inout JSONWriter, [Item]) -> Void
) {
    json.object(name) { json in
        for (id, stream) in streams where stream.tells(named[id]) {
            json.key(text: id)
            json.object { json in
                json.stream(stream, items)
                if let count = unread[id] { json.field("unreadCount", count) }
            }
        }
    }
}
