import Chat
import ClientProtocol
import Domain
import JSON

/// The messages and events that a device is given when it comes back.
extension JSONWriter {
    mutating func resumption(_ resumption: Resumption) {
        object("resume") { json in
            json.object("user") { json in
                json.stream(resumption.user) { json, events in json.events(events) }
            }
            json.object("conversations") { json in
                for (id, stream) in resumption.conversations {
                    json.key(text: id)
                    json.object { json in
                        json.stream(stream) { json, messages in json.messages(messages) }
                    }
                }
            }
            json.object("groups") { json in
                for (id, stream) in resumption.groups {
                    json.key(text: id)
                    json.object { json in
                        json.stream(stream) { json, events in json.events(events) }
                    }
                }
            }
            json.object("broadcasts") { json in
                json.stream(resumption.broadcasts) { json, broadcasts in broadcasts.write(to: &json) }
            }
            if !resumption.changes.isEmpty {
                json.object("changes") { json in
                    for (id, stream) in resumption.changes {
                        json.key(text: id)
                        json.object { json in
                            json.stream(stream) { json, changes in changes.write(to: &json) }
                        }
                    }
                }
            }
            if resumption.channels.isEmpty { return }
            json.object("channels") { json in
                for (id, stream) in resumption.channels {
                    json.key(text: id)
                    json.object { json in
                        json.stream(stream) { json, messages in messages.write(to: &json) }
                    }
                }
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
