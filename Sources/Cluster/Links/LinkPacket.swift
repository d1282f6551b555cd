/// One message on its way to another node, with its place among all that goes there.
struct LinkPacket: Equatable, Sendable {
    /// Names what goes from the sender to the receiver since their link began.
    let stream: UInt64
    /// From 1, dense.
    let serial: UInt64
    /// The receiver's stream that the sender follows; nil: none.
    let follows: UInt64?
    /// Nil: the packet only says that the sender lives.
    let message: LinkMessage?
}

/// The bytes of packets. Like a record's they begin with a version, and say which application they are of.
extension LinkPacket {
    private static let version: UInt64 = 1

    static func bytes(of packets: [LinkPacket], application: UInt32 = 0) -> [UInt8] {
        var writer = RecordWriter()
        writer.write(version)
        writer.write(UInt64(application))
        writer.writeList(packets) { writer, packet in
            writer.write(packet.stream)
            writer.write(packet.serial)
            writer.writeList(packet.follows.map { [$0] } ?? []) { $0.write($1) }
            writer.writeList(packet.message.map { [$0] } ?? []) { $0.write($1) }
        }
        return writer.bytes
    }

    static func packets(_ bytes: [UInt8], application: UInt32 = 0) throws(RecordError) -> [LinkPacket] {
        var reader = RecordReader(bytes)
        guard try reader.number() == version, try reader.number() == application else { throw reader.damage }
        let packets = try reader.list { (reader) throws(RecordError) in
            LinkPacket(
                stream: try reader.number(), serial: try reader.number(),
                follows: try reader.list { (reader) throws(RecordError) in try reader.number() }.first,
                message: try reader.list { (reader) throws(RecordError) in try reader.linkMessage() }.first)
        }
        guard reader.isAtEnd else { throw reader.damage }
        return packets
    }
}

/// The first number of a message.
private enum MessageKind: UInt64 {
    case forward = 1
    case leads = 2
    case kept = 3
    case refusal = 4
    case passLead = 5
    case rooms = 6
    case streamed = 7
}

extension RecordWriter {
    fileprivate mutating func write(_ message: LinkMessage) {
        switch message {
        case .forward(let requests, let epoch):
            write(MessageKind.forward.rawValue)
            write(UInt64(epoch.number))
            writeList(requests) { $0.write($1) }
        case .leads(let epoch):
            write(MessageKind.leads.rawValue)
            write(UInt64(epoch.number))
        case .kept(let place):
            write(MessageKind.kept.rawValue)
            write(UInt64(place.position.number))
            write(place.digest.bytes)
        case .refusal(let number):
            write(MessageKind.refusal.rawValue)
            write(number)
        case .passLead(let heir):
            write(MessageKind.passLead.rawValue)
            write(heir.number)
        case .rooms(let letters):
            write(MessageKind.rooms.rawValue)
            write(letters)
        case .streamed(let letters):
            write(MessageKind.streamed.rawValue)
            write(letters)
        }
    }

    private mutating func write(_ forwarded: ForwardedRequest) {
        write(forwarded.number)
        write(forwarded.after)
        write(forwarded.isSuspect ? 1 : 0 as UInt64)
        write(forwarded.request.session)
        write(forwarded.request.ticket)
        write(UInt64(forwarded.request.kind.forwarded.rawValue))
        write(forwarded.request.content.bytes)
    }
}

extension RecordReader {
    fileprivate mutating func linkMessage() throws(RecordError) -> LinkMessage {
        switch MessageKind(rawValue: try number()) {
        case .forward:
            let epoch = Epoch(try count64())
            return .forward(
                try list { (reader) throws(RecordError) in try reader.forwardedRequest() }, epoch: epoch)
        case .leads: return .leads(Epoch(try count64()))
        case .kept:
            let position = Position(try count64())
            guard let digest = RunningDigest(try blob()) else { throw damage }
            return .kept(LogPlace(position, digest))
        case .refusal: return .refusal(try number())
        case .passLead: return .passLead(to: Incarnation(try number()))
        case .rooms: return .rooms(try blob())
        case .streamed: return .streamed(try blob())
        case nil: throw damage
        }
    }

    private mutating func forwardedRequest() throws(RecordError) -> ForwardedRequest {
        let (number, after, suspicion) = (try number(), try self.number(), try self.number())
        let (session, ticket, kind) = (try self.number(), try self.number(), try self.number())
        guard suspicion <= 1, let known = UInt8(exactly: kind).flatMap(SessionRequest.Kind.init) else { throw damage }
        return ForwardedRequest(
            number: number, after: after,
            request: SessionRequest(session: session, ticket: ticket, kind: known, bytes: try blob()),
            isSuspect: suspicion == 1)
    }
}
