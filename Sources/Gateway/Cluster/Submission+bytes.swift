import Chat
import ClientProtocol
import Cluster
import Domain
import Routing

/// The first byte says what it is. A number is never used again.
private enum RequestTag: UInt64 {
    case call = 1
    case lookUp = 2
    case identify = 3
    case logIn = 4
    case show = 5
    case nothing = 6
    case arrived = 7
    case left = 8
    case ended = 9
    case lastSign = 10
    case signedOut = 11
    case close = 12
    case audited = 13
    case piece = 14
    case room = 15
}

extension Submission: RequestValue {
    /// Of a request of this node or of another one.
    static func made(of content: RequestContent) throws(RecordError) -> Submission {
        switch content {
        case .value(let value):
            guard let made = value as? Submission else { preconditionFailure("requests are made here alone") }
            return made
        case .bytes(let bytes):
            var reader = RecordReader(bytes)
            let address = try reader.optional { (reader) throws(RecordError) in try reader.address() }
            guard let tag = RequestTag(rawValue: try reader.number()) else { throw reader.damage }
            let request = try reader.request(tag)
            let trace = request.call == nil ? nil : try reader.trace()
            guard reader.isAtEnd else { throw reader.damage }
            return Submission(request, traceContext: trace, at: address)
        }
    }

    var bytes: [UInt8] {
        var writer = RecordWriter()
        writer.writeOptional(address) { $0.write($1) }
        writer.write(request)
        // The last part, and only if there is one: nodes of before know none.
        if request.call != nil, let traceContext {
            writer.write(traceContext.traceparent)
            writer.write(traceContext.state)
        }
        return writer.bytes
    }

    var size: Int {
        let rest = 100
        return switch request {
        case .call(let call), .piece(let call, _), .lookUp(let call):
            rest + call.data.count + (call.replacement?.count ?? 0)
        case .show(_, let accounts): rest + 4 * accounts.count
        case .fact(.audited(let entries)): rest + 200 * entries.count
        case .identify, .logIn, .close, .nothing, .fact: rest
        }
    }

    var kind: SessionRequest.Kind {
        switch request {
        case .logIn: .login
        case .fact(.left): .leave
        case .fact: .fact
        case .call, .piece, .lookUp, .identify, .show, .close, .nothing: .change
        }
    }
}

extension StateRequest {
    /// Nil: it is about no operation.
    var call: Call? {
        switch self {
        case .call(let call), .piece(let call, _), .lookUp(let call): call
        case .identify, .logIn, .show, .close, .nothing, .fact: nil
        }
    }
}

extension RecordWriter {
    fileprivate mutating func write(_ request: StateRequest) {
        switch request {
        case .call(let call):
            write(RequestTag.call.rawValue)
            write(call)
        case .piece(let call, let start):
            write(RequestTag.piece.rawValue)
            write(UInt64(start))
            write(call)
        case .lookUp(let call):
            write(RequestTag.lookUp.rawValue)
            write(call)
        case .identify(let user, let creates, let issuedAt):
            write(RequestTag.identify.rawValue)
            write(user.text)
            write(creates)
            writeOptional(issuedAt) { $0.writeSigned($1.rawValue) }
        case .logIn(let login):
            write(RequestTag.logIn.rawValue)
            write(login)
        case .show(let group, let accounts):
            write(RequestTag.show.rawValue)
            writeSigned(group.rawValue)
            writeList(accounts) { $0.writeSigned($1.rawValue) }
        case .close(let session, let account):
            write(RequestTag.close.rawValue)
            write(session.rawValue)
            writeSigned(account.rawValue)
        case .nothing: write(RequestTag.nothing.rawValue)
        case .fact(let fact): write(fact)
        }
    }

    mutating func write(_ address: ReplyAddress) {
        write(UInt64(address.ticket.shard))
        write(UInt64(address.ticket.place))
        write(UInt64(address.ticket.generation))
        write(address.request)
    }

    mutating func write(_ flag: Bool) { write(UInt64(flag ? 1 : 0)) }

    mutating func writeOptional<Value>(_ value: Value?, _ write: (inout RecordWriter, Value) -> Void) {
        writeList(value.map { [$0] } ?? [], write)
    }

    fileprivate mutating func write(_ call: Call) {
        write(call.operation)
        write(call.data)
        writeOptional(call.replacement) { $0.write($1) }
        write(call.isHooked)
        writeOptional(call.key) { $0.write($1) }
        write(call.caller.name)
        switch call.caller.role {
        case .user(let caller):
            write(true)
            write(caller.user.text)
            writeSigned(caller.account.rawValue)
            writeOptional(caller.session) { $0.write($1.rawValue) }
            write(caller.device)
            write(caller.platform.rawValue)
            writeList(caller.claim.patterns) { $0.write($1) }
            writeOptional(call.caller.standing?.issuedAt) { $0.writeSigned($1.rawValue) }
            write(call.caller.standing?.makesAccounts ?? true)
        case .admin(let caller):
            write(false)
            write(caller.keyName)
            writeOptional(caller.operatorID) { $0.write($1.text) }
        }
        writeOptional(call.audited) { $0.write($1.entry) }
    }

    fileprivate mutating func write(_ login: LoginRequest) {
        write(login.session.rawValue)
        write(login.user.text)
        write(login.device)
        write(login.platform.rawValue)
        writeSigned(login.openedAt.rawValue)
        write(login.client)
        writeSigned(login.expiresAt.rawValue)
        writeOptional(login.issuedAt) { $0.writeSigned($1.rawValue) }
    }

    fileprivate mutating func write(_ fact: SessionFact) {
        switch fact {
        case .arrived(let arrival):
            write(RequestTag.arrived.rawValue)
            writeSigned(arrival.account.rawValue)
            write(arrival.device)
            write(arrival.platform.rawValue)
            writeSigned(arrival.told.rawValue)
            writeSigned(arrival.moment.rawValue)
        case .left(let session, let moment):
            write(RequestTag.left.rawValue)
            write(session.rawValue)
            writeSigned(moment.rawValue)
        case .ended(let end):
            write(RequestTag.ended.rawValue)
            writeSigned(end.account.rawValue)
            write(end.user.text)
            write(end.device)
            write(end.platform.rawValue)
            writeSigned(end.heard.rawValue)
        case .lastSign(let sign, let account):
            write(RequestTag.lastSign.rawValue)
            let (number, stamp): (UInt64, Stamp) =
                switch sign {
                case .atEnd: (0, 0)
                case .at(let stamp): (1, stamp)
                case .never(let stamp): (2, stamp)
                }
            write(number)
            writeSigned(stamp.rawValue)
            writeSigned(account.rawValue)
        case .signedOut(let user, let device):
            write(RequestTag.signedOut.rawValue)
            write(user.text)
            write(device)
        case .audited(let entries):
            write(RequestTag.audited.rawValue)
            writeList(entries) { $0.write($1) }
        case .room(let id, let fact):
            write(RequestTag.room.rawValue)
            write(id.text)
            write(fact)
        }
    }
}

extension RecordReader {
    mutating func address() throws(RecordError) -> ReplyAddress {
        guard let shard = UInt16(exactly: try number()), let place = UInt32(exactly: try number()),
            let generation = UInt32(exactly: try number())
        else { throw damage }
        return ReplyAddress(
            ticket: ReplyTicket(shard: shard, place: place, generation: generation), request: try number())
    }

    mutating func flag() throws(RecordError) -> Bool {
        let number = try number()
        guard number < 2 else { throw damage }
        return number == 1
    }

    mutating func optional<Value>(
        _ value: (inout RecordReader) throws(RecordError) -> Value
    ) throws(RecordError) -> Value? {
        let values = try list(value)
        guard values.count < 2 else { throw damage }
        return values.first
    }

    mutating func number<Number: TypedNumber>() throws(RecordError) -> Number { Number(rawValue: try signed()) }

    private mutating func user() throws(RecordError) -> UserID { UserID(stored: try text()) }

    mutating func room() throws(RecordError) -> RoomID {
        guard let id = RoomID(try text()) else { throw damage }
        return id
    }

    mutating func platform() throws(RecordError) -> Platform {
        guard let platform = Platform(rawValue: try text()) else { throw damage }
        return platform
    }

    private mutating func seconds() throws(RecordError) -> Seconds? {
        try optional { (reader) throws(RecordError) in try reader.number() }
    }

    fileprivate mutating func request(_ tag: RequestTag) throws(RecordError) -> StateRequest {
        switch tag {
        case .call: .call(try call())
        case .piece: try piece()
        case .lookUp: .lookUp(try call())
        case .identify: .identify(try user(), creates: try flag(), issuedAt: try seconds())
        case .logIn: .logIn(try login())
        case .show:
            .show(
                group: try number(), to: try list { (reader) throws(RecordError) in try reader.number() })
        case .close: .close(SessionID(rawValue: try number()), of: try number())
        case .nothing: .nothing
        case .arrived:
            .fact(
                .arrived(
                    Arrival(
                        account: try number(), user: nil, device: try text(), platform: try platform(),
                        told: try number(),
                        moment: try number())))
        case .left: .fact(.left(SessionID(rawValue: try number()), at: try number()))
        case .ended:
            .fact(
                .ended(
                    SessionEnd(
                        account: try number(), user: try user(), device: try text(), platform: try platform(),
                        heard: try number())))
        case .lastSign: .fact(.lastSign(try lastSign(), of: try number()))
        case .signedOut: .fact(.signedOut(try user(), device: try text()))
        case .audited: .fact(.audited(try list { (reader) throws(RecordError) in try reader.auditEntry() }))
        case .room: .fact(.room(try room(), try RoomFact(&self)))
        }
    }

    private mutating func lastSign() throws(RecordError) -> LastSign {
        let kind: UInt64 = try number()
        let stamp: Stamp = try number()
        switch kind {
        case 0: return .atEnd
        case 1: return .at(stamp)
        case 2: return .never(stamp)
        default: throw damage
        }
    }

    private mutating func login() throws(RecordError) -> LoginRequest {
        LoginRequest(
            session: SessionID(rawValue: try number()), user: try user(), device: try text(),
            platform: try platform(), openedAt: try number(), client: try text(), expiresAt: try number(),
            issuedAt: try seconds(), claim: .none, positions: nil)
    }

    private mutating func piece() throws(RecordError) -> StateRequest {
        let start = Int(try count64())
        return .piece(try call(), from: start)
    }

    private mutating func call() throws(RecordError) -> Call {
        let (operation, data) = (try text(), try blob())
        let replacement = try optional { (reader) throws(RecordError) in try reader.blob() }
        let isHooked = try flag()
        let key = try optional { (reader) throws(RecordError) in try reader.text() }
        return Call(
            operation: operation, data: data, replacement: replacement, isHooked: isHooked, key: key,
            caller: try caller(named: try text()),
            audited: try optional { (reader) throws(RecordError) in
                AuditedRequest(changing: try reader.auditEntry())
            })
    }

    fileprivate mutating func trace() throws(RecordError) -> TraceContext? {
        if isAtEnd { return nil }
        let (parent, state) = (try blob(), try blob())
        let trace = parent.withUnsafeBytes { parent in
            state.withUnsafeBytes { TraceContext(traceparent: parent, tracestate: $0) }
        }
        guard let trace else { throw damage }
        return trace
    }

    private mutating func caller(named name: String) throws(RecordError) -> Caller {
        guard try flag() else {
            let caller = AdminCaller(
                keyName: try text(), operatorID: try optional { (reader) throws(RecordError) in try reader.user() })
            return Caller(.admin(caller), named: name)
        }
        let caller = UserCaller(
            user: try user(), account: try number(),
            session: try optional { (reader) throws(RecordError) in SessionID(rawValue: try reader.number()) },
            device: try text(), platform: try platform(),
            claim: ChannelClaim(try list { (reader) throws(RecordError) in try reader.text() }))
        let (issuedAt, makesAccounts) = (try seconds(), try flag())
        let standing =
            caller.session == nil
            ? CallerStanding(caller.user, caller.account, issuedAt: issuedAt, makesAccounts: makesAccounts) : nil
        return Caller(.user(caller), named: name, standing)
    }
}
