import Chat
import ClientProtocol
import Domain
import EventLoop
import JSON
import Meters
import Routing
import ServerAPI
import Settings
import Storage

/// One call of an operation over HTTP: by a request of its own, or in a batch.
struct HTTPCall {
    let operation: String
    /// The JSON text of the data; empty: none.
    let data: [UInt8]
    /// names the request, so that it can be repeated.
    let key: String?
    let caller: HTTPCaller
    /// The trace that it names; nil: none.
    let trace: TraceContext?
    /// 0: it has been charged.
    var cost = 1
    /// In the place of the operation's own.
    var handler: Handler.ForUser?
}

/// Carries calls out: the same handlers as for messages of sessions, without a session.
final class HTTPCalls {
    typealias Finish = (Reply.Content) -> Void

    private let link: ShardLink
    private let runner: WorkRunner
    private let replies: Replies
    private let hooks: HookRunner
    private let document = JSONDocument()
    private var json = JSONWriter()
    /// Of users who have sent requests.
    private var callers: [UserID: KnownCaller] = [:]

    init(_ link: ShardLink, _ runner: WorkRunner, _ replies: Replies, _ hooks: HookRunner) {
        self.link = link
        self.runner = runner
        self.replies = replies
        self.hooks = hooks
    }

    /// `finish` is called once: before this returns, or later.
    func run(_ call: HTTPCall, _ finish: @escaping Finish) {
        let began = Clock.monotonicNanoseconds
        let trace = trace(of: call)
        var entry: OperationTable.Entry?
        do throws(Refusal) {
            entry = link.context.operations[call.operation]
            // First of all: nobody looks at what is in a request that comes too fast.
            try charge(call.caller, call.cost)
            guard let entry, entry.operation.needs != .session || call.handler != nil else {
                throw Refusal(.unknownOperation)
            }
            try call.caller.access?.require(entry.operation, from: "Martlet-Key")
            try begin(call, entry, began, trace, finish)
        } catch {
            let took = Int(Clock.monotonicNanoseconds - began)
            let result: RequestResult = error.code == .rateLimited ? .throttled : .refused
            link.metrics.requests.record(operation: entry?.index, result, nanoseconds: took)
            if let trace, let entry { trace.end(entry.operation.name, began: began, result, error) }
            if let entry { recordRefused(call, entry, error) }
            finish(.refusal(error))
        }
    }

    private func trace(of call: HTTPCall) -> RequestTrace? {
        guard call.trace != nil || link.context.tracing.beginsTraces else { return nil }
        return link.context.tracing.begin(call.trace, of: .http(isBackend: call.caller.access != nil))
    }

    /// Nobody has begun with it.
    private func recordRefused(_ call: HTTPCall, _ entry: OperationTable.Entry, _ refusal: Refusal) {
        guard let access = call.caller.access, !access.isGateways else { return }
        // A body that cannot be read says nothing about what it was for.
        let request =
            (try? request(call, entry))
            ?? Request(
                operation: entry.operation, data: nil, context: link.context.requests, key: nil, isHooked: false)
        link.context.record(
            AuditedRequest(refused: request, by: access, as: call.caller.user), .refusal(refusal))
    }

    private func begin(
        _ call: HTTPCall, _ entry: OperationTable.Entry, _ began: Int64, _ trace: RequestTrace?,
        _ finish: @escaping Finish
    ) throws(Refusal) {
        switch (entry.handler, call.caller.user, call.caller.access?.name) {
        case (.user(let handle), let user?, _):
            guard let known = callers[user] else { return identify(user, for: call, finish) }
            try begin(call, entry, call.handler ?? handle, user, known, began, trace, finish)
        case (.admin(let handle), let user, let name?):
            let request = try request(call, entry)
            let caller = AdminCaller(keyName: name, operatorID: user)
            let work = try handle(request, caller)
            run(
                work, of: request, by: Caller(.admin(caller), named: call.caller.name), call, entry, began, trace,
                finish)
        case (.user, nil, _): throw Refusal(.forbidden, "an admin key needs Martlet-As for this", keys: ["Martlet-As"])
        case (.admin, _, nil): throw Refusal(.forbidden)
        case (.unauthenticated, _, _), (.session, _, _): throw Refusal(.unknownOperation)
        }
    }

    private func begin(
        _ call: HTTPCall, _ entry: OperationTable.Entry, _ handle: @escaping Handler.ForUser, _ user: UserID,
        _ known: KnownCaller, _ began: Int64, _ trace: RequestTrace?, _ finish: @escaping Finish
    ) throws(Refusal) {
        let judgement = Judgement(
            changes: link.context.callerChanges.count, issuedAt: call.caller.issuedAt,
            makesAccounts: call.caller.makesAccounts)
        let isJudged = known.judgement == judgement
        let request = try request(call, entry)
        let userCaller = try userCaller(user, known.account, request, call.caller.claim)
        let work = try handle(request, userCaller)
        if case .reply(let write) = work, isJudged { return reply(write, of: entry, began, trace, finish) }
        let standing = CallerStanding(
            user, known.account, issuedAt: call.caller.issuedAt, makesAccounts: call.caller.makesAccounts)
        let caller = Caller(.user(userCaller), named: call.caller.name, standing)
        if call.caller.access == nil, let endpoint = link.context.hooks?[entry.index], work.waitsForHook {
            let pending = PendingReply(asker: .call(finish), operation: entry.index, began: began, trace: trace)
            return hooks.decide(
                about: HookedRequest(
                    request, by: userCaller, Call(request, by: caller, nil, work, keepsData: true),
                    paidBy: payer(call.caller), deciding: endpoint, pending, runner
                ) { request throws(Refusal) in try handle(request, userCaller) }
            ) { finish in finish() }
        }
        run(work.asked, of: request, by: caller, call, entry, began, trace) { [self] content in
            // Only the writer makes an account.
            if standing.hasGone { return identify(user, for: call, finish) }
            if !isJudged, case .ok = content { callers[user]?.judgement = judgement }
            finish(content)
        }
    }

    private func request(_ call: HTTPCall, _ entry: OperationTable.Entry) throws(Refusal) -> Request {
        var data: JSONValue?
        if !call.data.isEmpty {
            do {
                // How long a body may be, its reader has seen to.
                data = try document.parse(call.data, limits: JSONLimits(bytes: max(call.data.count, 1)))
            } catch {
                throw Refusal(.badRequest, "the body is not JSON: \(error)")
            }
            if data?.kind != .object { throw Refusal(.badRequest, "the body must be an object") }
        }
        return Request(
            operation: entry.operation, data: data, context: link.context.requests, key: call.key,
            isHooked: link.context.hooks?[entry.index] != nil)
    }

    /// HTTP has no session, so it says which device is meant where one is needed.
    private func userCaller(
        _ user: UserID, _ account: AccountNumber, _ request: Request, _ claim: ChannelClaim
    ) throws(Refusal) -> UserCaller {
        guard request.operation.needs == .device else {
            return UserCaller(user: user, account: account, session: nil, device: "", platform: .other, claim: claim)
        }
        return UserCaller(
            user: user, account: account, session: nil, device: try request(OpenSession.device),
            platform: try request(OpenSession.platform), claim: claim)
    }

    /// A user whose stock is used up need not send the body: the call would be refused then. Nothing is charged yet.
    func refusal(beforeBodyOf operation: String, by caller: HTTPCaller) -> Refusal? {
        guard case .user(let identity) = caller,
            meter(of: identity.user).wait(link.context.limits.ofUser, now: link.now) > 0
        else { return nil }
        let entry = link.context.operations[operation]
        link.metrics.requests.record(operation: entry?.index, .throttled, nanoseconds: 0)
        return Refusal(.rateLimited)
    }

    /// A user's requests count as those over a WebSocket do. A key's are refused while the store's queue is half full.
    func charge(_ caller: HTTPCaller, _ cost: Int) throws(Refusal) {
        guard cost > 0 else { return }
        switch caller {
        case .user(let identity):
            let meter = meter(of: identity.user)
            guard meter.allows(link.context.limits.ofUser, now: link.now, cost: cost) else {
                throw Refusal(.rateLimited)
            }
        case .key(let access, _):
            if let rate = access.rate, !link.context.limits.keys.meter(of: access.name).allows(rate, now: link.now) {
                throw Refusal(.rateLimited, "requests with this key come too fast")
            }
            guard link.context.store.pendingWrites * 2 <= link.context.configuration.store.pendingWrites else {
                throw Refusal(.unavailable, "too many requests wait for the store")
            }
        }
    }

    /// The directory is asked once, and again when it has forgotten the meter.
    private func meter(of user: UserID) -> SharedRateMeter {
        if let meter = callers[user]?.meter, !meter.isForgotten { return meter }
        let meter = link.context.directory.meter(of: user)
        callers[user]?.meter = meter
        return meter
    }

    private func run(
        _ work: Work, of request: Request, by caller: Caller, _ call: HTTPCall, _ entry: OperationTable.Entry,
        _ began: Int64, _ trace: RequestTrace?, _ finish: @escaping Finish
    ) {
        let audited = call.caller.access.flatMap {
            $0.isGateways ? nil : AuditedRequest(request, work, by: $0, as: call.caller.user)
        }
        if case .reply(let write) = work {
            reply(write, of: entry, began, trace, finish)
            if let audited { link.context.record(audited, .ok([])) }
            return
        }
        let pending = PendingReply(
            asker: .call(finish), operation: entry.index, began: began, audited: audited, trace: trace)
        // The connection has one call under way at a time, so its earlier ones have been answered.
        runner.run(work, of: request, by: caller, paidBy: payer(call.caller), pending)
    }

    private func payer(_ caller: HTTPCaller) -> Payer? {
        switch caller {
        case .user(let identity): runner.payer(meter(of: identity.user))
        case .key(let access, _): runner.payer(access)
        }
    }

    private func reply(
        _ write: (inout JSONWriter) -> Void, of entry: OperationTable.Entry, _ began: Int64, _ trace: RequestTrace?,
        _ finish: Finish
    ) {
        let took = Int(Clock.monotonicNanoseconds - began)
        link.metrics.requests.record(operation: entry.index, .ok, nanoseconds: took)
        trace?.end(entry.operation.name, began: began, .ok, nil)
        finish(.ok(encoding: write, with: &json))
    }

    /// L-31: asks a room's home for one who is no user, and has been charged.
    func ask(_ request: RoomRequest, in id: RoomID, _ finish: @escaping Finish) {
        let pending = PendingReply(asker: .call(finish), operation: nil, began: Clock.monotonicNanoseconds)
        let asker = RoomAsker(Submission(.nothing, at: replies.expect(pending)), in: id)
        link.context.postToHome(of: id) { $0.take(request, of: asker, in: id) }
    }

    /// Asks the state for the user's account, and then begins again.
    private func identify(_ user: UserID, for call: HTTPCall, _ finish: @escaping Finish) {
        var call = call
        call.cost = 0
        let pending = PendingReply(
            asker: .identification { [self] account in
                switch account {
                case .success(let account):
                    if callers.count >= mostCallers { callers.removeAll() }
                    callers[user] = KnownCaller(account: account)
                    run(call, finish)
                case .failure(let refusal):
                    if let entry = link.context.operations[call.operation] { recordRefused(call, entry, refusal) }
                    finish(.refusal(refusal))
                }
            }, operation: nil, began: Clock.monotonicNanoseconds)
        runner.submit(
            Submission(
                .identify(user, creates: call.caller.makesAccounts, issuedAt: call.caller.issuedAt),
                payer(call.caller), at: replies.expect(pending)))
    }
}

private let mostCallers = 16_384

private struct KnownCaller {
    /// A user has it for ever.
    let account: AccountNumber
    /// With what the user was let in last; nil: not yet. Whether the account is there is else asked with each request.
    var judgement: Judgement?
    /// The rate meter of the user's requests; nil: the user has sent none with a token.
    var meter: SharedRateMeter?
}

/// With the same, a caller is in as good standing as before.
private struct Judgement: Equatable {
    /// The count of `CallerChanges` from before the caller was judged.
    let changes: UInt64
    let issuedAt: Seconds?
    let makesAccounts: Bool
}

extension HTTPCaller {
    /// a token makes the account, a key does not.
    fileprivate var makesAccounts: Bool { access == nil }
}
