import Chat
import ClientProtocol
import JSON
import Security

/// A request for an operation, from the door where it came to the queue that carries it out, which may be another node's. A
/// class, so that it costs little to hand on.
final class Call: Sendable {
    let operation: String
    /// The JSON text of the data; empty: there is none, or nobody reads it again.
    let data: [UInt8]
    /// The data that a hook has put in the place of the request's own.
    let replacement: [UInt8]?
    let isHooked: Bool
    /// names the request, so that it can be repeated.
    let key: String?
    let caller: Caller
    /// The entry that its commit writes into the audit log, with the result.
    let audited: AuditedRequest?
    /// The work, as it was made where the request came; nil: another node has sent it, and the work is made of its bytes.
    let work: Work?
    /// X-10, if the request has a key and changes something.
    let repeatable: Repeatable?
    /// The work is good wherever digests are made with the same key.
    let digestKey: DigestKey?

    /// `keepsData`: for a hook or another node.
    init(_ request: Request, by caller: Caller, _ audited: AuditedRequest?, _ work: Work, keepsData: Bool) {
        operation = request.operation.name
        data = keepsData ? request.data.map { Array($0.raw) } ?? [] : []
        replacement = nil
        isHooked = request.isHooked
        key = request.key
        self.caller = caller
        self.audited = audited?.ofCommit
        self.work = work
        repeatable = work.isChange ? request.repeatable(by: caller) : nil
        digestKey = request.context.digestKey
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
        work = nil
        repeatable = nil
        digestKey = nil
    }

    private init(
        _ call: Call, by caller: Caller, _ replacement: [UInt8]?, _ work: Work?, _ repeatable: Repeatable?,
        _ digestKey: DigestKey?
    ) {
        operation = call.operation
        data = call.data
        isHooked = call.isHooked
        key = call.key
        audited = call.audited
        self.replacement = replacement
        self.caller = caller
        self.work = work
        self.repeatable = repeatable
        self.digestKey = digestKey
    }

    /// For the one that carries it out.
    var madeWork: Work {
        guard let work else { preconditionFailure("\(operation) has no work") }
        return work
    }

    /// The same call. If its session has ended meanwhile, it is carried out without the session (H-12).
    func by(_ session: Session?) -> Call {
        guard let session, session.hasEnded else { return self }
        return Call(self, by: Caller(session), replacement, work, repeatable, digestKey)
    }

    func replacing(_ replacement: [UInt8], _ work: Work) -> Call {
        Call(self, by: caller, replacement, work, repeatable, digestKey)
    }

    func making(_ work: Work, _ repeatable: Repeatable?, _ digestKey: DigestKey?) -> Call {
        Call(self, by: caller, replacement, work, repeatable, digestKey)
    }
}

extension Call {
    /// With the work that the handler of this node's table makes of the bytes, unless it is there.
    func made(by operations: OperationTable, _ requests: RequestContext) throws(Refusal) -> Call {
        if digestKey == requests.digestKey { return self }
        guard let entry = operations[operation] else { throw Refusal(.unknownOperation) }
        let (document, other) = (JSONDocument(), JSONDocument())
        let sent: Request
        var request: Request
        do {
            sent = Request(
                operation: entry.operation, data: try Self.value(of: data, in: document), context: requests, key: key,
                isHooked: isHooked)
            request = sent
            if let replacement, let data = try Self.value(of: replacement, in: other) {
                request = Request(sent, replacing: data)
            }
        } catch {
            throw Refusal(.badRequest, "\(error)")
        }
        let work: Work
        switch (entry.handler, caller.role) {
        case (.user(let handle), .user(let caller)): work = try handle(request, caller).asked
        case (.admin(let handle), .admin(let caller)): work = try handle(request, caller)
        case (.user, _), (.admin, _), (.unauthenticated, _), (.session, _): throw Refusal(.forbidden)
        }
        return making(work, work.isChange ? sent.repeatable(by: caller) : nil, requests.digestKey)
    }

    /// The node where it came has parsed it.
    static func value(of data: [UInt8], in document: JSONDocument) throws -> JSONValue? {
        data.isEmpty ? nil : try document.parse(data, limits: JSONLimits(bytes: data.count))
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
