import Domain
import JSON

/// The three kinds of messages that the gateway sends.
extension JSONWriter {
    /// `{"id":1,"ok":{…}}`
    package mutating func reply(to id: UInt64, _ result: (inout JSONWriter) -> Void) {
        object { json in
            json.field("id", id)
            json.object("ok", result)
        }
    }

    /// The same with a result that was written before.
    package mutating func reply(to id: UInt64, encoded result: [UInt8]) {
        object { json in
            json.field("id", id)
            result.withUnsafeBytes { json.field("ok", raw: $0) }
        }
    }

    /// `{"id":1,"error":{…}}`; the id is null if the message had none.
    package mutating func reply(to id: UInt64?, refusing refusal: Refusal) {
        object { json in
            if let id { json.field("id", id) } else { json.null("id") }
            json.error(refusal)
        }
    }

    /// `"error":{…}`
    package mutating func error(_ refusal: Refusal) {
        object("error") { json in
            json.field("system", refusal.code.system.rawValue)
            json.field("code", refusal.code.code)
            json.field("name", refusal.code.name)
            json.field("message", refusal.message)
            if !refusal.keys.isEmpty {
                json.array("keys") { json in
                    for key in refusal.keys { json.value(key) }
                }
            }
            if let length = refusal.length { json.field("length", length) }
        }
    }

    /// `{"event":"session.kicked","data":{…}}`; one of the user's stream goes on `,"stream":"user","seq":42`.
    package mutating func event(_ event: Event, at place: StreamPlace? = nil, _ data: (inout JSONWriter) -> Void) {
        object { json in
            json.field("event", event.name)
            json.object("data", data)
            switch place {
            case nil: break
            case .user(let seq):
                json.field("stream", "user" as StaticString)
                json.field("seq", seq.rawValue)
            case .group(let group, let seq):
                json.field("stream", "group_\(group)")
                json.field("seq", seq.rawValue)
            }
        }
    }

    /// One that is in no stream.
    package mutating func event(_ content: any EventContent) {
        event(content.declaration) { content.write(to: &$0) }
    }
}
