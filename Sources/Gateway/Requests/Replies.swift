import Chat
import ClientProtocol
import Domain
import EventLoop
import JSON
import Meters
import Routing
import Settings
import Storage
import Telemetry
import Transport

/// Gives clients the replies that come from the store's queues.
final class Replies {
    private let link: ShardLink
    private var awaited: PendingReplies
    let logins: LoginLine
    /// The place of `media.prepare` in the table.
    private let preparing: Int?
    /// Has its reply say how the bytes are sent.
    var plan: ([UInt8], @escaping (Reply.Content) -> Void) -> Void = { _, _ in }

    init(_ link: ShardLink) {
        self.link = link
        preparing = link.context.operations[PrepareMedia.declaration.name]?.index
        awaited = PendingReplies(shard: link.index)
        logins = LoginLine(atMost: link.context.state.mostLogins)
    }

    /// A reply will come: by `give`, or with a session that takes it.
    func expect(_ pending: PendingReply) -> ReplyAddress { awaited.add(pending) }

    func take(_ address: ReplyAddress) -> PendingReply {
        let pending = awaited.take(address.ticket)
        if pending.login != nil { logins.noteReply() }
        return pending
    }

    /// The request takes part in a hook's decision until it is replied to.
    func hold(_ hold: HookHold, for address: ReplyAddress) { awaited.hold(hold, for: address.ticket) }

    /// Returns the connection that has the reply now; nil if it has gone. `saysSo`: false if a connection is not to have it,
    /// since it is to end; whoever asks over HTTP has it.
    @discardableResult
    func give(_ reply: Reply, saysSo: Bool = true) -> Connection? {
        var pending = take(reply.address)
        if pending.operation == preparing, !pending.isPlanned, case .ok(let prepared) = reply.content {
            pending.isPlanned = true
            let address = expect(pending)
            plan(prepared) { [self] content in give(Reply(address, content)) }
            return nil
        }
        if let hold = pending.hold { link.context.hooks?.decisions.leave(hold) }
        // A login that has this reply was not admitted.
        if let login = pending.login, let session = link.context.directory.takeExpected(login) {
            switch reply.content {
            case .ok: preconditionFailure("a login is replied to by its session")
            case .refusal(let refusal), .fault(let refusal): link.context.recordFailedLogin(session, refusal)
            }
        }
        if let audited = pending.audited { link.context.record(audited, reply.content) }
        count(pending, reply.content.result, reply.content.refusal)
        if case .refusal(let refusal) = reply.content, refusal.code == .quotaExceeded {
            link.metrics.messagesOverQuota.add()
        }
        pending.counter?.changesUnderWay -= 1
        switch pending.asker {
        case .message(let connection): return give(reply, on: connection, saysSo)
        case .call(let finish):
            finish(reply.content)
            return nil
        case .identification(let finish):
            switch reply.content {
            case .ok: preconditionFailure("a reply without an account to \(reply.address)")
            case .refusal(let refusal), .fault(let refusal): finish(.failure(refusal))
            }
            return nil
        case .question(let finish):
            finish(reply.content)
            return nil
        }
    }

    /// The account of a user who asks over HTTP has been found.
    func identify(_ address: ReplyAddress, _ account: AccountNumber) {
        guard case .identification(let finish) = take(address).asker else {
            preconditionFailure("nobody asked for an account at \(address)")
        }
        finish(.success(account))
    }

    /// There is nothing to reply to the question.
    func noteNew(_ address: ReplyAddress) {
        guard case .question(let finish) = take(address).asker else {
            preconditionFailure("nobody has a question at \(address)")
        }
        finish(nil)
    }

    private func give(_ reply: Reply, on id: ConnectionID, _ saysSo: Bool) -> Connection? {
        guard let connection = link.shard.connection(id) else { return nil }
        guard saysSo else { return connection }
        switch reply.content {
        case .ok(let result): link.send(to: connection) { $0.reply(to: reply.address.request, encoded: result) }
        case .refusal(let refusal), .fault(let refusal):
            link.send(to: connection) { $0.reply(to: reply.address.request, refusing: refusal) }
        }
        return connection
    }

    /// The reply to a request that the store has not carried out.
    func failure(at address: ReplyAddress, _ error: StoreError) -> Reply {
        // The store reports its own failures and damaged rows.
        if ![.overloaded, .away, .stopped, .closed, .corrupt].contains(error.kind), !error.isEnvironment {
            let operation = awaited[address.ticket].operation.map { link.context.operations[$0].operation.name }
            link.context.log.error("store", ["operation": operation, "reason": "\(error)"])
        }
        return Reply(address, .fault(error.refusal))
    }

    func count(_ pending: PendingReply, _ result: RequestResult, _ refusal: Refusal? = nil) {
        guard let operation = pending.operation else { return }
        if let trace = pending.trace {
            trace.end(link.context.operations[operation].operation.name, began: pending.began, result, refusal)
        }
        let took = Int(Clock.monotonicNanoseconds - pending.began)
        link.metrics.requests.record(operation: operation, result, nanoseconds: took)
    }
}

extension StoreError {
    /// The reply to a request that the error has kept from being carried out.
    var refusal: Refusal {
        switch kind {
        case .full: Refusal(.unavailable, "the gateway's disk is full; nothing was done")
        case .readOnly: Refusal(.unavailable, "the gateway's store is read-only; nothing was done")
        case .busy, .inputOutput: Refusal(.unavailable, "the gateway's store cannot be reached; nothing was done")
        case .damagedFile: Refusal(.unavailable, "the gateway's store is damaged; nothing was done")
        case .corrupt: Refusal(.unavailable, "what the gateway has stored about this is damaged; nothing was done")
        case .overloaded: Refusal(.unavailable, "the gateway is overloaded; nothing was done")
        case .away: Refusal(.unavailable, "the cluster cannot write at the moment; nothing was done")
        case .stopped: Refusal(.unavailable, "this node of the cluster has stopped: ask another one; nothing was done")
        case .closed: Refusal(.unavailable, "the gateway is shutting down; nothing was done")
        case .constraint, .reading, .broken: Refusal(.internal)
        }
    }
}

extension Reply.Content {
    fileprivate var result: RequestResult {
        switch self {
        case .ok: .ok
        case .refusal: .refused
        case .fault: .failed
        }
    }

    fileprivate var refusal: Refusal? {
        switch self {
        case .ok: nil
        case .refusal(let refusal), .fault(let refusal): refusal
        }
    }
}
