import Chat
import Domain
import Storage

/// Some events as server-sent events.
struct EventStreamPage: Sendable {
    let after: Stamp
    /// All events up to there are in this page, or in those before.
    let through: Stamp
    let isFull: Bool
    let count: Int
    let bytes: [UInt8]
    /// Rows that could not be read: their events have no data.
    let damages: [StoreError]

    init(
        after: Stamp, of kinds: Set<BackendEventKind>, about id: String?, bytes limit: Int,
        surroundings: BackendEventSurroundings, in store: any Transaction
    ) throws(StoreError) {
        let page = try BackendEventReader.page(after: after, of: kinds, about: id, rows: rowsPerPage, in: store)
        let (texts, damages) = try BackendEventWriter.texts(
            of: page.events, bytes: limit, surroundings: surroundings, in: store)
        let isWhole = texts.count == page.events.count
        self.after = after
        self.damages = damages
        count = texts.count
        through = isWhole ? page.through : page.events[texts.count - 1].id
        isFull = page.isFull || !isWhole
        var bytes: [UInt8] = []
        for (event, text) in zip(page.events, texts) {
            bytes += Array("id: \(eventID(event.id))\nevent: \(event.kind.name)\ndata: ".utf8)
            bytes.append(data: text)
            bytes += Array("\n\n".utf8)
        }
        self.bytes = bytes
    }
}

extension [UInt8] {
    /// A body of a message is passed on as it came, and may have several lines.
    fileprivate mutating func append(data text: [UInt8]) {
        for byte in text {
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                self += Array("\ndata: ".utf8)
            } else {
                append(byte)
            }
        }
    }
}

private let rowsPerPage = 1_000
