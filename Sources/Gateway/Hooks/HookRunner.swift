import ClientProtocol
import Domain
import EventLoop
import JSON
import Security
import Transport

/// A request that a hook decides about, as its shard knows it.
struct HookedRequest {
    let endpoint: HookEndpoint
    let ask: HookAsk
    let isRepeatable: Bool
    /// The request as it is carried out if the hook allows it.
    let submission: Submission
    fileprivate let call: Call
    fileprivate let operation: Operation
    /// Nil over HTTP.
    private let session: Session?
    fileprivate let connection: ConnectionID?
    /// Makes the work of the same request with other data.
    fileprivate let remake: (Request) throws(Refusal) -> Work

    /// `pending`: who awaits the reply.
    init(
        _ request: Request, by caller: UserCaller, _ call: Call, of session: Session? = nil, paidBy payer: Payer?,
        deciding endpoint: HookEndpoint, _ pending: PendingReply, _ runner: WorkRunner,
        remake: @escaping (Request) throws(Refusal) -> Work
    ) {
        self.endpoint = endpoint
        self.call = call
        self.session = session
        self.remake = remake
        operation = request.operation
        connection = if case .message(let id) = pending.asker { id } else { nil }
        isRepeatable = request.key != nil || call.madeWork.hasFormerReply
        ask = HookAsk(request, isRepeatable: isRepeatable, by: caller, pending.trace)
        submission = runner.hold(call, paidBy: payer, pending)
    }

    /// As it is carried out now: its session may be over.
    fileprivate func submission(of call: Call) -> Submission {
        let call = call.by(session)
        return Submission(
            .call(call), of: call.caller.session, submission.payer, submission.trace, at: submission.replyAddress,
            submission.shard)
    }
}

/// Has hooks decide about requests: finds out whether a request is a repeat, asks, and has the store's queue carry out what the
/// decision says.
final class HookRunner {
    /// Has a request carried out, or refuses it, when its turn has come.
    typealias Finish = () -> Void

    private struct Waiting {
        let request: HookedRequest
        let decided: (@escaping Finish) -> Void
        var hold: HookHold?
    }

    private let link: ShardLink
    private let runner: WorkRunner
    private let replies: Replies
    /// By number; those whose decision is awaited.
    private var waiting: [UInt64: Waiting] = [:]
    private var asking: [UInt64: (HookDecision) -> Void] = [:]
    private var lastNumber: UInt64 = 0
    private let replacements: HookReplacements

    init(_ link: ShardLink, _ runner: WorkRunner, _ replies: Replies) {
        self.link = link
        self.runner = runner
        self.replies = replies
        replacements = HookReplacements(link.context.requests)
    }

    /// `decided` is called once: before this returns, or later.
    func decide(about request: HookedRequest, _ decided: @escaping (@escaping Finish) -> Void) {
        lastNumber += 1
        waiting[lastNumber] = Waiting(request: request, decided: decided)
        begin(lastNumber)
    }

    /// Asks, and leaves the rest to `decided`.
    func ask(_ endpoint: HookEndpoint, _ ask: HookAsk, _ decided: @escaping (HookDecision) -> Void) {
        lastNumber += 1
        let number = lastNumber
        asking[number] = decided
        endpoint.ask(ask) { [mailbox = link.mailbox] decision in
            mailbox.post { $0.hooks.give(decision, to: number) }
        }
    }

    private func give(_ decision: HookDecision, to number: UInt64) {
        guard let decided = asking.removeValue(forKey: number) else {
            preconditionFailure("nobody has asked question \(number)")
        }
        decided(decision)
    }

    /// Also again, when the request that this one waited for was a repeat, or was not let through to its hook.
    func begin(_ number: UInt64) {
        guard let request = waiting[number]?.request else { preconditionFailure("request \(number) does not wait") }
        guard request.isRepeatable, let decisions = link.context.hooks?.decisions else { return ask(number) }
        let (hold, part) = decisions.join(request.ask.id, HookWaiter(mailbox: link.mailbox, number: number))
        waiting[number]?.hold = hold
        switch part {
        case .first:
            runner.submit(
                .lookUp(request.call), of: request.submission.session, paidBy: request.submission.payer
            ) { [self] in found($0, by: number, hold) }
        case .waits: break
        case .settled(let decision): take(decision, about: number)
        }
    }

    private func found(_ former: Reply.Content?, by number: UInt64, _ hold: HookHold) {
        guard let former else { return ask(number) }
        for waiter in link.context.hooks?.decisions.withdraw(hold) ?? [] where !isOwn(waiter, number) {
            waiter.mailbox.post { $0.hooks.begin(waiter.number) }
        }
        guard let ended = waiting.removeValue(forKey: number) else {
            preconditionFailure("request \(number) does not wait")
        }
        let reply = Reply(ended.request.submission.replyAddress, former)
        ended.decided { [self] in replies.give(reply) }
    }

    private func isOwn(_ waiter: HookWaiter, _ number: UInt64) -> Bool {
        waiter.mailbox === link.mailbox && waiter.number == number
    }

    private func ask(_ number: UInt64) {
        guard let (request, hold) = waiting[number].map({ ($0.request, $0.hold) }) else {
            preconditionFailure("request \(number) does not wait")
        }
        guard let hold, let decisions = link.context.hooks?.decisions else {
            return request.endpoint.ask(request.ask) { [mailbox = link.mailbox] decision in
                mailbox.post { $0.hooks.take(decision, about: number) }
            }
        }
        request.endpoint.ask(request.ask) { decision in
            for waiter in decisions.settle(hold, decision) {
                waiter.mailbox.post { $0.hooks.take(decision, about: waiter.number) }
            }
        }
    }

    func take(_ decision: HookDecision, about number: UInt64) {
        guard let ended = waiting.removeValue(forKey: number) else {
            preconditionFailure("request \(number) does not wait")
        }
        let request = ended.request
        if let hold = ended.hold { replies.hold(hold, for: request.submission.replyAddress) }
        switch decision {
        case .allow: ended.decided(finish(request, request.call))
        case .refuse(let refusal): ended.decided(finish(request, refusal))
        case .replace(let data): ended.decided(finish(request, replacingWith: data))
        }
    }

    // MARK: - What is left to do

    private func finish(_ request: HookedRequest, _ call: Call) -> Finish {
        { [runner] in runner.submit(request.submission(of: call), from: request.connection) }
    }

    private func finish(_ request: HookedRequest, _ refusal: Refusal) -> Finish {
        { [replies] in replies.give(Reply(request.submission.replyAddress, .refusal(refusal))) }
    }

    private func finish(_ request: HookedRequest, replacingWith data: [UInt8]) -> Finish {
        do throws(HookFailure) {
            let call = try replacements.call(
                request.call, of: request.operation, replacingWith: data, request.remake)
            guard case .change = call.madeWork else { throw HookReplacements.nothing }
            request.endpoint.note(request.ask, nil)
            return finish(request, call)
        } catch {
            request.endpoint.note(request.ask, error)
            switch request.endpoint.standard {
            case .refuse(let refusal): return finish(request, refusal)
            case .allow, .replace: return finish(request, request.call)
            }
        }
    }
}
