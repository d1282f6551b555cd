import Chat
import ClientProtocol
import Cluster
import Domain
import JSON
import Routing
import Security

/// A request as the node where it came sends it to the node that leads: values, so that any node can carry it out.
enum NodeRequest: Sendable {
    /// A caller asks for an operation.
    case call(ForwardedCall)
    /// The piece of it that begins there.
    case piece(ForwardedCall, from: Int)
    /// Whether that has been carried out before.
    case lookUp(ForwardedCall)
    /// The account of a user who asks over HTTP. `creates`: or makes it.
    case identify(UserID, creates: Bool, issuedAt: Seconds?)
    case logIn(LoginRequest)
    /// C-22.
    case show(group: GroupNumber, to: [AccountNumber])
    /// A session's user ends another one of his own.
    case close(SessionID, of: AccountNumber)
    /// Nothing. When the reply comes, this node's store has all that the session has changed before.
    case nothing
    case fact(SessionFact)

    var kind: SessionRequest.Kind {
        switch self {
        case .logIn: .login
        case .fact(.left): .leave
        case .fact: .fact
        case .call, .piece, .lookUp, .identify, .show, .close, .nothing: .change
        }
    }
}

/// What has happened to a session at its node.
enum SessionFact: Sendable {
    case arrived(Arrival)
    /// It is over. Its seat is free, and its user has perhaps gone.
    case left(SessionID, at: Milliseconds)
    case ended(SessionEnd)
    case lastSign(LastSign, of: AccountNumber)
    /// Its user has ended the session at its own device.
    case signedOut(UserID, device: String)
    /// What the node's part of the audit log has gathered.
    case audited([AuditEntry])
}

/// An operation that a caller asks for, as it was sent.
struct ForwardedCall: Sendable {
    enum Caller: Sendable {
        /// `issuedAt`, `makesAccounts`: over HTTP; see `HTTPCaller`.
        case user(UserCaller, issuedAt: Seconds?, makesAccounts: Bool)
        case admin(AdminCaller)
    }

    let operation: String
    /// The JSON text of the data; empty: there is none.
    let data: [UInt8]
    /// What a hook has put in the place of the data.
    var replacement: [UInt8]?
    let isHooked: Bool
    let key: String?
    private(set) var caller: Caller
    /// Whose key it is.
    let callerName: String
    /// What its commit writes into the audit log, with the result.
    let audited: AuditedRequest?
    /// The trace that it belongs to; nil: none.
    let trace: TraceContext?
    /// What is to be done, as the node where it came has made it; nil: it is made of the bytes, as at any other node.
    private(set) var made: MadeWork?

    /// Work, and the key of its digests, which must be that of the leader's store.
    struct MadeWork: Sendable {
        let work: Work
        let key: DigestKey
    }

    init(
        _ request: Request, by caller: Caller, named callerName: String, audited: AuditedRequest? = nil,
        _ trace: RequestTrace?, made work: Work? = nil
    ) {
        operation = request.operation.name
        data = request.data.map { Array($0.raw) } ?? []
        isHooked = request.isHooked
        key = request.key
        self.caller = caller
        self.callerName = callerName
        self.audited = audited
        self.trace = trace?.context
        made = work.map { MadeWork(work: $0, key: request.context.digestKey) }
    }

    init(_ request: Request, by session: Session, _ trace: RequestTrace?, made work: Work? = nil) {
        self.init(
            request, by: Caller(session), named: session.caller.name, trace, made: session.hasEnded ? nil : work)
    }

    init(
        operation: String, data: [UInt8], replacement: [UInt8]?, isHooked: Bool, key: String?, caller: Caller,
        callerName: String, audited: AuditedRequest?, trace: TraceContext?
    ) {
        self.operation = operation
        self.data = data
        self.replacement = replacement
        self.isHooked = isHooked
        self.key = key
        self.caller = caller
        self.callerName = callerName
        self.audited = audited
        self.trace = trace
    }

    /// What its session was when it came may be over.
    func by(_ session: Session?) -> ForwardedCall {
        var call = self
        call.made = nil
        if let session { call.caller = Caller(session) }
        return call
    }

    func replacing(_ replacement: [UInt8]?) -> ForwardedCall {
        var call = self
        call.made = nil
        call.replacement = replacement
        return call
    }

    /// The admin key that has brought it; nil: the user's own token.
    var keyName: String? {
        switch caller {
        case .admin(let caller): return caller.keyName
        case .user:
            guard let end = callerName.utf8.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            return String(callerName[callerName.utf8.index(after: end)...].prefix { $0 != "\n" })
        }
    }

    /// The session that asks; nil: there is none.
    var session: SessionID? {
        if case .user(let caller, _, _) = caller { caller.session } else { nil }
    }
}

extension ForwardedCall.Caller {
    /// H-12: whose session has ended, and with it the seat, asks without one, by the token that it had.
    fileprivate init(_ session: Session) {
        let caller = session.caller
        self =
            session.hasEnded
            ? .user(caller.withoutSession, issuedAt: session.issuedAt, makesAccounts: false)
            : .user(caller, issuedAt: nil, makesAccounts: true)
    }
}
