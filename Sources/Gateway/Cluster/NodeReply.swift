import ClientProtocol
import Cluster
import Domain

/// The reply to a request that a node has forwarded, as the record has it, with the address that came with the request.
enum NodeReply: Sendable {
    case reply(Reply.Content)
    case identified(AccountNumber)
    case isNew
    /// The session has its seat. Its node makes the reply, from its own store.
    case admitted

    private enum Tag: UInt64 {
        case ok = 1
        case refusal = 2
        case fault = 3
        case identified = 4
        case isNew = 5
        case admitted = 6
    }

    func bytes(at address: ReplyAddress) -> [UInt8] {
        var writer = RecordWriter()
        writer.write(address)
        switch self {
        case .reply(.ok(let result)):
            writer.write(Tag.ok.rawValue)
            writer.write(result)
        case .reply(.refusal(let refusal)):
            writer.write(Tag.refusal.rawValue)
            writer.write(refusal)
        case .reply(.fault(let refusal)):
            writer.write(Tag.fault.rawValue)
            writer.write(refusal)
        case .identified(let account):
            writer.write(Tag.identified.rawValue)
            writer.writeSigned(account.rawValue)
        case .isNew: writer.write(Tag.isNew.rawValue)
        case .admitted: writer.write(Tag.admitted.rawValue)
        }
        return writer.bytes
    }

    static func read(_ bytes: [UInt8]) throws(RecordError) -> (NodeReply, ReplyAddress) {
        var reader = RecordReader(bytes)
        let address = try reader.address()
        guard let tag = Tag(rawValue: try reader.number()) else {
            return (
                .reply(.fault(Refusal(.internal, "a newer version has replied what this one does not know"))), address
            )
        }
        let reply: NodeReply =
            switch tag {
            case .ok: .reply(.ok(try reader.blob()))
            case .refusal: .reply(.refusal(try reader.refusal()))
            case .fault: .reply(.fault(try reader.refusal()))
            case .identified: .identified(try reader.number())
            case .isNew: .isNew
            case .admitted: .admitted
            }
        guard reader.isAtEnd else { throw reader.damage }
        return (reply, address)
    }
}

extension RecordWriter {
    fileprivate mutating func write(_ refusal: Refusal) {
        write(refusal.code.system.rawValue)
        writeSigned(Int64(refusal.code.code))
        write(refusal.code.name)
        write(refusal.message)
        writeList(refusal.keys) { $0.write($1) }
    }
}

extension RecordReader {
    fileprivate mutating func refusal() throws(RecordError) -> Refusal {
        let (system, number, name) = (try text(), try signed(), try text())
        let code =
            ErrorCode.all.first { $0.system.rawValue == system && Int64($0.code) == number && $0.name == name }
            ?? (system == ErrorCode.System.app.rawValue ? .app(Int(number)) : nil)
        let (message, keys) = (try text(), try list { (reader) throws(RecordError) in try reader.text() })
        guard let code else { return Refusal(.internal, "\(system) \(number) \(name): \(message)") }
        return Refusal(code, message, keys: keys)
    }
}
