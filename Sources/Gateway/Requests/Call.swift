import Chat
import ClientProtocol
import JSON
import Security

/// A request for an operation, from the door where it came to the queue that carries it out, which may be another node's.
struct Call: Sendable {
    /// The work, as it was made where the request came. It is good wherever digests are made with the same key.
    struct Made: Sendable {
        var work: Work
        /// X-10, if the request has a key and changes something.
        let repeatable: Repeatable?
        let digestKey: DigestKey
    }

    let operation: String
    /// The JSON text of the data; empty: there is none, or nobody reads it again.
    let data: [UInt8]
    /// The data that a hook has put in the place of the request's own.
    private(set) var replacement: [UInt8]?
    let isHooked: Bool
    /// names the request, so that it can be repeated.
    let key: String?
    private(set) var caller: Caller
    /// The entry that its commit writes into the audit log, with the result.
    let audited: AuditedRequest?
    /// Nil: another node has sent it, and the work is made of its bytes.
    private(set) var made: Made?

    /// `keepsData`: for a hook or another node.
    init(_ request: Request, by caller: Caller, _ audited: AuditedRequest?, _ work: Work, keepsData: Bool) {
        operation = request.operation.name
        data = keepsData ? request.data.map { Array($0.raw) } ?? [] : []
        isHooked = request.isHooked
        key = request.key
        self.caller = caller
        self.audited = audited?.ofCommit
        made = Made(
            work: work, repeatable: work.isChange ? request.repeatable(by: caller) : nil,
            digestKey: request.context.digestKey)
    }

    /// Another node's.
    init(
        operation: String, data: [UInt8], replacement: [UInt8]?, isHooked: Bool, key: String?, caller: Caller,
        audited: AuditedRequest?
    ) {
        self.operation = operation
        self.data = data
        self.replacement = replacement
        self.isHooked = isHooked
        self.key = key
        self.caller = caller
        self.audited = audited
    }

    /// For the one that carries it out.
    var madeWork: Made {
        guard let made else { preconditionFailure("\(operation) has no work") }
        return made
    }

    /// The same call by the session as it is now, which may have ended since the call came.
    func by(_ session: Session?) -> Call {
        guard let session else { return self }
        var call = self
        call.caller = Caller(session)
        return call
    }

    func replacing(_ replacement: [UInt8], _ work: Work) -> Call {
        var call = self
        call.replacement = replacement
        call.made?.work = work
        return call
    }

    func making(_ work: Work, _ repeatable: Repeatable?, _ digestKey: DigestKey) -> Call {
        var call = self
        call.made = Made(work: work, repeatable: repeatable, digestKey: digestKey)
        return call
    }
}

extension Request {
    /// Nil: it has no key.
    func repeatable(by caller: Caller) -> Repeatable? {
        guard let key else { return nil }
        let digestKey = context.digestKey
        return Repeatable(
            caller: caller.name, key: key, operation: operation, user: caller.user, data: data?.digest(digestKey),
            digestKey)
    }
}
