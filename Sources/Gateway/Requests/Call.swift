import Chat
import ClientProtocol
import Domain
import EventLoop
import JSON
import Meters
import Routing
import Security
import Storage
import Transport

/// One request on its way to its reply.
struct Call {
    let gateway: ShardGateway
    let connection: Connection
    let operation: Operation
    /// The operation's place in the metrics.
    let index: Int
    let request: RequestEnvelope
    /// Monotonic nanoseconds.
    let began: Int64

    var context: GatewayContext { gateway.link.context }
    /// The most bytes of a page of a list, so that several fit into an outbox.
    var pageBytes: Int { gateway.link.pageBytes }

    /// A parameter's value, or the refusal that names it.
    func callAsFunction<Value>(_ parameter: Parameter<Value>) throws(Refusal) -> Value {
        try parameter.read(request.data, else: operation.badParameter)
    }

    /// Every call replies exactly once: by this, by one of those below, or by throwing a refusal.
    func reply(_ result: (inout JSONWriter) -> Void = { _ in }) {
        let id = request.id
        gateway.link.send(to: connection) { $0.reply(to: id, result) }
        gateway.link.metrics.requests.record(
            operation: index, .ok, nanoseconds: Int(Clock.monotonicNanoseconds - began))
    }

    // MARK: - With the state

    /// Has the state change something. The reply comes when it lasts; a request with a key is carried out once.
    func change(by session: Session, _ work: @escaping @Sendable (ChatState) throws -> ResultWriter) {
        session.changesUnderWay += 1
        handOver(pendingReply(session, repeatableBy: session.record.user.text), work)
    }

    func change(by session: AdminSession, _ work: @escaping @Sendable (ChatState) throws -> ResultWriter) {
        // No user is called so: an id has no line feed.
        handOver(pendingReply(nil, repeatableBy: "admin\n" + session.keyName), work)
    }

    /// Asks the state, which knows everything that has been committed.
    func ask(_ work: @escaping @Sendable (ChatState) throws -> ResultWriter) {
        handOver(pendingReply(), work)
    }

    /// Reads from the store without the state, beside all writing; but not before what the session itself has changed.
    func read(for session: Session, _ work: @escaping @Sendable (any Transaction) throws -> ResultWriter) {
        if session.changesUnderWay > 0 { return readAfterwards(work) }
        Self.read(context.store, pendingReply(), context.userRate, gateway.link.mailbox, work)
    }

    /// An administrator's changes under way are not counted: what was asked before always goes first.
    func read(for _: AdminSession, _ work: @escaping @Sendable (any Transaction) throws -> ResultWriter) {
        readAfterwards(work)
    }

    private func readAfterwards(_ work: @escaping @Sendable (any Transaction) throws -> ResultWriter) {
        let (pendingReply, mailbox) = (pendingReply(), gateway.link.mailbox)
        let (store, rate) = (context.store, context.userRate)
        gateway.writes.append { committer, _ throws(StoreError) in
            committer.afterwards { Self.read(store, pendingReply, rate, mailbox, work) }
        } failed: { error in
            mailbox.post { $0.fail(pendingReply, error) }
        }
    }

    private static func read(
        _ store: Store<Committer>, _ pendingReply: PendingReply, _ rate: RateLimit, _ mailbox: Mailbox<ShardGateway>,
        _ work: @escaping @Sendable (any Transaction) throws -> ResultWriter
    ) {
        store.read { transaction throws(StoreError) in
            let reply: Reply
            do {
                let result = try pendingReply.paying(rate, { transaction.steps }) { try work(transaction) }
                reply = Reply(pendingReply, .result(result))
            } catch let refusal as Refusal {
                reply = Reply(pendingReply, .refusal(refusal))
            } catch let error as StoreError {
                throw error
            } catch {
                preconditionFailure("a reader threw \(error)")
            }
            mailbox.post { $0.give(reply) }
        } failed: { error in
            mailbox.post { $0.fail(pendingReply, error) }
        }
    }

    /// `session`: whose changes under way it is one of. `payer`: of a login; others pay by the session that they come from.
    func pendingReply(
        _ session: Session? = nil, payer: SharedRateMeter? = nil, repeatableBy caller: String? = nil
    ) -> PendingReply {
        PendingReply(
            connection: connection.id, request: request.id, operation: index, began: began,
            session: session?.record.id, isChange: session != nil, payer: payer ?? gateway.peers.payer(on: connection),
            repeatable: caller.flatMap(repeatable))
    }

    private func repeatable(by caller: String) -> Repeatable? {
        request.key.map { key in
            let digestKey = context.digestKey
            return Repeatable(
                caller: caller, key: key, operation: operation.name, data: request.data?.digest(digestKey), digestKey)
        }
    }

    private func handOver(_ pendingReply: PendingReply, _ work: @escaping @Sendable (ChatState) throws -> ResultWriter)
    {
        let mailbox = gateway.link.mailbox
        gateway.writes.append { committer, transaction throws(StoreError) in
            try committer.carryOut(pendingReply, work, transaction)
        } failed: { error in
            mailbox.post { $0.fail(pendingReply, error) }
        }
    }
}
