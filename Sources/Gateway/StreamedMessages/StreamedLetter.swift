import Chat
import ClientProtocol
import Cluster
import Domain
import Framing
import JSON

/// A thing to be told of a text to those who watch.
enum StreamedNews: Sendable {
    case more(String, at: Int)
    case ended(MessageEnded.Reason)
    /// It is a message now, which all have.
    case sent

    var isChunk: Bool {
        if case .more = self { true } else { false }
    }

    /// Nil: there is nothing to tell a client.
    func payload(of text: WatchedText, for account: AccountNumber, _ json: inout JSONWriter) -> Payload? {
        let conversation = text.place.id(for: account)
        return switch self {
        case .more(let chunk, let offset):
            Payload(
                of: MessageAppended(
                    conversation: conversation, id: text.id, from: text.from, offset: offset, text: chunk), &json)
        case .ended(let reason):
            Payload(of: MessageEnded(conversation: conversation, id: text.id, reason: reason), &json)
        case .sent: nil
        }
    }
}

/// A message between the homes of streamed messages of two nodes (N-10).
enum StreamedLetter: Sendable {
    /// A session watches at the node that says so, and none has until now.
    case watch(Parties)
    case unwatch(Parties)
    case news(StreamedMessageID, from: UserID, in: Parties, StreamedNews)
    /// Of a client there, about a message of this node.
    case request([UInt8])
    case reply(Reply.Content, at: ReplyAddress)
}

/// The first number of a letter. One is never used again.
private enum LetterKind: UInt64 {
    case watch = 1
    case unwatch = 2
    case more = 3
    case ended = 4
    case sent = 5
    case request = 6
    case reply = 7
}

extension StreamedLetter {
    static func packet(of letters: [[UInt8]]) -> [UInt8] {
        var writer = RecordWriter()
        writer.writeList(letters) { $0.write($1) }
        return writer.bytes
    }

    static func letters(in packet: [UInt8]) throws(RecordError) -> [StreamedLetter] {
        var reader = RecordReader(packet)
        let letters = try reader.list { (reader) throws(RecordError) in try reader.blob() }
        guard reader.isAtEnd else { throw reader.damage }
        return try letters.map { bytes throws(RecordError) in
            var reader = RecordReader(bytes)
            let letter = try StreamedLetter(&reader)
            guard reader.isAtEnd else { throw reader.damage }
            return letter
        }
    }

    var bytes: [UInt8] {
        var writer = RecordWriter()
        switch self {
        case .watch(let parties): writer.begin(.watch, parties)
        case .unwatch(let parties): writer.begin(.unwatch, parties)
        case .news(let id, let from, let parties, .more(let text, let offset)):
            writer.begin(.more, parties, id, from)
            writer.write(UInt64(offset))
            writer.write(text)
        case .news(let id, let from, let parties, .ended(let reason)):
            writer.begin(.ended, parties, id, from)
            writer.write(reason.rawValue)
        case .news(let id, let from, let parties, .sent): writer.begin(.sent, parties, id, from)
        case .request(let bytes):
            writer.write(LetterKind.request.rawValue)
            writer.write(bytes)
        case .reply(let content, let address):
            writer.write(LetterKind.reply.rawValue)
            writer.write(NodeReply.reply(content).bytes(at: address))
            // Records, of which the bytes above are, know no such member of a refusal.
            let length: Int? = if case .refusal(let refusal) = content { refusal.length } else { nil }
            writer.writeOptional(length) { $0.write(UInt64($1)) }
        }
        return writer.bytes
    }
}

extension RecordWriter {
    fileprivate mutating func begin(_ kind: LetterKind, _ parties: Parties) {
        write(kind.rawValue)
        switch parties {
        case .users(let pair):
            writeSigned(pair.low.rawValue)
            writeSigned(pair.high.rawValue)
        case .group(let group):
            writeSigned(0)
            writeSigned(group.rawValue)
        }
    }

    fileprivate mutating func begin(
        _ kind: LetterKind, _ parties: Parties, _ id: StreamedMessageID, _ from: UserID
    ) {
        begin(kind, parties)
        write(id.node)
        write(id.number)
        write(from.text)
    }
}

extension StreamedLetter {
    fileprivate init(_ reader: inout RecordReader) throws(RecordError) {
        guard let kind = LetterKind(rawValue: try reader.number()) else { throw reader.damage }
        switch kind {
        case .watch: self = .watch(try Parties(&reader))
        case .unwatch: self = .unwatch(try Parties(&reader))
        case .more, .ended, .sent:
            let parties = try Parties(&reader)
            let id = StreamedMessageID(node: try reader.incarnation(), number: try reader.number())
            let from = UserID(stored: try reader.text())
            self = .news(id, from: from, in: parties, try StreamedNews(&reader, kind))
        case .request: self = .request(try reader.blob())
        case .reply:
            let (reply, address) = try NodeReply.read(try reader.blob())
            let length = try reader.optional { (reader) throws(RecordError) in Int(try reader.count64()) }
            guard case .reply(var content) = reply else { throw reader.damage }
            if case .refusal(var refusal) = content {
                refusal.length = length
                content = .refusal(refusal)
            }
            self = .reply(content, at: address)
        }
    }
}

extension StreamedNews {
    fileprivate init(_ reader: inout RecordReader, _ kind: LetterKind) throws(RecordError) {
        switch kind {
        case .more:
            let offset = Int(try reader.count64())
            self = .more(try reader.text(), at: offset)
        case .ended:
            guard let reason = MessageEnded.Reason(rawValue: try reader.text()) else { throw reader.damage }
            self = .ended(reason)
        default: self = .sent
        }
    }
}

extension Parties {
    fileprivate init(_ reader: inout RecordReader) throws(RecordError) {
        let low: AccountNumber = try reader.number()
        self = low == 0 ? .group(try reader.number()) : .users(Pair(low, try reader.number()))
    }
}
