import Domain
import Framing
import JSON

/// An event for those who follow a channel or hear a conversation over HTTP, encoded once for all of them.
final class ServerSentEvent: Sendable {
    let name: String
    /// The message's place in its channel or conversation; nil: it is no message.
    let seq: Seq?
    /// The place of a change, and the conversation; nil: there is none.
    let change: Seq?
    let conversation: String?
    let payload: Payload

    /// `event`: the JSON text of the whole event, which the gateway has written. `isNumbered`: its seq is its id.
    init(_ event: UnsafeRawBufferPointer, isNumbered: Bool = true) {
        let document = JSONDocument()
        let limits = JSONLimits(bytes: event.count, depth: deepest, values: event.count)
        do {
            let json = try document.parse(event, limits: limits)
            guard let name = json["event"]?.string, let data = json["data"] else {
                preconditionFailure("an event is \(String(decoding: event, as: UTF8.self))")
            }
            self.name = name
            seq = data["seq"]?.int64.map { Seq($0) }
            change = data["change"]?.int64.map { Seq($0) }
            conversation = data["conversationID"]?.string
            var bytes: [UInt8] = []
            let id = isNumbered ? seq.map { "\($0)" } : Self.position(inRoom: data)
            bytes.append(event: name, id: id, data: data.raw)
            payload = Payload(unframed: bytes)
        } catch {
            preconditionFailure("an event is no JSON, \(error): \(String(decoding: event, as: UTF8.self))")
        }
    }
}

extension ServerSentEvent {
    /// L-31: of a frame with messages; with others the reader's place stays where it is.
    private static func position(inRoom frame: JSONValue) -> String? {
        guard let epoch = frame["epoch"]?.int64, let messages = frame["messages"]?.elements,
            let seq = Array(messages).last?["seq"]?.int64
        else { return nil }
        return RoomPosition.text(RoomEpoch(epoch), Seq(seq))
    }
}

extension [UInt8] {
    /// Without an id the reader's place stays where it is.
    mutating func append(event name: String, id: String?, data: some Sequence<UInt8>) {
        self += Array((id.map { "id: \($0)\n" } ?? "").utf8) + Array("event: \(name)\ndata: ".utf8)
        for byte in data {
            // JSON has line ends between its parts alone: a body is passed on as it came.
            let endsLine = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
            append(endsLine ? UInt8(ascii: " ") : byte)
        }
        self += Array("\n\n".utf8)
    }
}

/// A message's body stands two levels deeper in its event than in the request that published it.
private let deepest = 64
