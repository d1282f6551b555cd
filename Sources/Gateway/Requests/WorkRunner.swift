import Chat
import ClientProtocol
import Domain
import EventLoop
import JSON
import Locking
import Routing
import Settings
import Storage
import Transport

/// Has the work of a shard's requests done by the queues that it is for. The replies come to `Replies`.
final class WorkRunner {
    private let link: ShardLink
    private let replies: Replies
    private let errands: ErrandRunner
    /// The submissions of this turn's requests, for the writer of the state.
    private var submissions: [Submission] = []

    init(_ link: ShardLink, _ replies: Replies, _ errands: ErrandRunner) {
        self.link = link
        self.replies = replies
        self.errands = errands
    }

    private var sink: any StateSink { link.context.state }

    // MARK: - Requests

    /// `pending`: who awaits the reply. Of a session, if it has one, the changes under way are counted.
    func run(
        _ work: Work, of request: Request, by caller: Caller, paidBy payer: Payer?,
        _ pending: consuming PendingReply
    ) {
        let connection: ConnectionID? = if case .message(let id) = pending.asker { id } else { nil }
        let isBehindChanges = pending.counter?.changesUnderWay ?? 0 > 0
        let call = Call(
            request, by: caller, pending.audited, work, keepsData: sink.takesBytes || work.isErrand || request.isHooked)
        let submission = submission(of: call, paidBy: payer, consume pending, isChange: work.isChange)
        switch work {
        case .change, .refuse, .askLeader: submit(submission)
        case .changeInPieces(let pieces): run(pieces, of: call, submission)
        case .errand(let errand):
            begin(submission, behindChanges: isBehindChanges) { [self, operation = request.operation] in
                errands.run(errand, of: operation, call, at: submission) { [self] in submit($0) }
            }
        case .ask:
            begin(submission, behindChanges: isBehindChanges && sink.asksBesideChanges) { [self] in submit(submission) }
        case .read(let work):
            begin(submission, behindChanges: isBehindChanges) { [self] in read(work, of: call, submission) }
        case .search(let work):
            // Before it waits: those of one user could wait for each other long before any of them is paid for.
            if let payer, !payer.meter.allows(payer.rate, now: link.now, cost: Cost.search) {
                return refuse(submission, Refusal(.rateLimited))
            }
            begin(submission, behindChanges: isBehindChanges) { [self] in search(work, of: call, submission) }
        case .room(let id, let request):
            begin(submission, behindChanges: isBehindChanges) { [self] in
                ask(request, in: id, of: call, on: connection, submission)
            }
        case .streamed(let request):
            link.context.postToStreamedMessages { [asker = StreamedAsker(call, on: connection, submission)] in
                $0.take(request, of: asker)
            }
        case .judged(let judgement):
            begin(submission, behindChanges: isBehindChanges && sink.asksBesideChanges) { [self] in
                judge(judgement, StreamedAsker(call, on: connection, submission))
            }
        case .operate(let work): operate(work, submission)
        case .reply: preconditionFailure("what is replied at once is not queued")
        }
    }

    /// A change that is not yet handed over, since a hook decides about it.
    func hold(_ call: Call, paidBy payer: Payer?, _ pending: PendingReply) -> Submission {
        submission(of: call, paidBy: payer, pending, isChange: true)
    }

    private func submission(
        of call: Call, paidBy payer: Payer?, _ pending: consuming PendingReply, isChange: Bool
    ) -> Submission {
        if isChange { pending.counter?.changesUnderWay += 1 } else { pending.counter = nil }
        let trace = pending.trace
        return Submission(
            .call(call), of: call.caller.session, payer, trace, at: replies.expect(consume pending), link.mailbox)
    }

    /// A hook has allowed it.
    func submit(_ submission: Submission, from connection: ConnectionID?) {
        guard case .call(let call) = submission.request, case .room(let id, let request) = call.madeWork else {
            return submit(submission)
        }
        ask(request, in: id, of: call, on: connection, submission)
    }

    /// It goes with the others of the turn, so that they are committed together and their replies leave together.
    func submit(_ submission: Submission) {
        submission.trace?.handOver()
        submissions.append(submission)
        if submissions.count == mostSubmissions { handOver() }
    }

    /// The turn ends.
    func handOver() {
        if submissions.isEmpty { return }
        sink.submit(submissions)
        submissions.removeAll(keepingCapacity: true)
    }

    /// `done`: is given the reply, or nil if there is nothing to tell but that it is done.
    func submit(
        _ request: StateRequest, of session: SessionID? = nil, paidBy payer: Payer? = nil,
        _ done: @escaping (Reply.Content?) -> Void
    ) {
        let pending = PendingReply(asker: .question(done), operation: nil, began: Clock.monotonicNanoseconds)
        submit(Submission(request, of: session, payer, at: replies.expect(pending)))
    }

    /// Ends another session of the user, at whichever node it is.
    func close(_ other: SessionID, of call: ConnectionCall, by session: Session) {
        session.changesUnderWay += 1
        var pending = call.pending()
        pending.counter = session
        submit(
            Submission(
                .close(other, of: session.caller.account), of: session.record.id, payer(session.userMeter), call.trace,
                at: replies.expect(pending)))
    }

    /// The device is signed out: nobody who holds it is to see the user's messages any more.
    func signOut(_ session: SessionRecord) {
        if !link.context.configuration.hasPushes { return }
        submit(Submission(.fact(.signedOut(session.user, device: session.device)), of: session.id))
    }

    // MARK: - In pieces

    /// Each piece is a request of its own, behind all that has come meanwhile. On a cluster the next leader goes on with it if need
    /// be: pieces of one record would keep a leader from others for so long that it loses its lease.
    private func run(_ pieces: Pieces, of call: Call, _ submission: Submission) {
        guard pieces.count > pieces.perPiece, sink.carriesOutPieces else { return submit(submission) }
        run(pieces, from: 0, [], of: call, submission)
    }

    private func run(_ pieces: Pieces, from start: Int, _ results: [[UInt8]], of call: Call, _ whole: Submission) {
        let pending = PendingReply(
            asker: .call { [self] content in
                let next = start + pieces.perPiece
                switch content {
                case .ok(let list) where next < pieces.count:
                    run(pieces, from: next, results + [list], of: call, whole)
                case .ok(let list): end(call, whole, with: Pieces.reply(with: results + [list]))
                // The first one's commit has told the audit log.
                case .refusal where start == 0, .fault: give(Reply(whole.replyAddress, content))
                case .refusal: end(call, whole, with: content)
                }
            }, operation: nil, began: Clock.monotonicNanoseconds)
        submit(
            Submission(
                .piece(call, from: start), of: whole.session, whole.payer, whole.trace, at: replies.expect(pending)))
    }

    /// The reply comes when the audit log has the end as well.
    private func end(_ call: Call, _ whole: Submission, with content: Reply.Content) {
        guard let audited = call.audited else { return give(Reply(whole.replyAddress, content)) }
        link.context.recordEnd(of: audited, content)
        submit(.nothing) { [self] _ in give(Reply(whole.replyAddress, content)) }
    }

    private func give(_ reply: Reply) { replies.give(reply) }

    // MARK: - Beside the changes

    /// `behindChanges`: once this process's store has all that was submitted before.
    private func begin(_ submission: Submission, behindChanges: Bool, _ work: @escaping () -> Void) {
        guard behindChanges else { return work() }
        submit(.nothing) { [mailbox = link.mailbox] content in
            guard let content else { return work() }
            mailbox.post { $0.give(Reply(submission.replyAddress, content)) }
        }
    }

    private func read(_ work: @escaping StoreWork, of call: Call, _ submission: Submission) {
        submission.trace?.handOver()
        let (mailbox, standing) = (link.mailbox, call.caller.standing)
        link.context.store.read { transaction throws(StoreError) in
            let content = try submission.content({ transaction.steps }, span: "store read") {
                json throws(CommandError) in
                if let standing, try !standing.isFound(in: transaction) { return }
                try work(transaction, &json)
            }
            mailbox.post { $0.give(Reply(submission.replyAddress, content)) }
        } failed: { error in
            mailbox.post { $0.fail(submission.replyAddress, error) }
        }
    }

    private func search(_ work: @escaping SearchWork, of call: Call, _ submission: Submission) {
        submission.trace?.handOver()
        let (mailbox, standing) = (link.mailbox, call.caller.standing)
        let searcher = SearchQueue.Searcher(submission.payer?.meter)
        let isTaken = link.context.searches.find(for: searcher) { view throws(StoreError) in
            let content = try submission.content({ Cost.steps(view) }, span: "search") { json throws(CommandError) in
                if let standing, try !standing.isFound(in: view.store) { return }
                try work(view, &json)
            }
            mailbox.post { $0.give(Reply(submission.replyAddress, content)) }
        } failed: { error in
            mailbox.post { $0.fail(submission.replyAddress, error) }
        }
        if isTaken { return }
        refuse(submission, Refusal(.rateLimited, "too many searches of this user wait"))
    }

    /// A user who has no session is looked up first: its account may have ended.
    private func ask(
        _ request: RoomRequest, in id: RoomID, of call: Call, on connection: ConnectionID?, _ submission: Submission
    ) {
        submission.trace?.handOver()
        let asker = RoomAsker(call.caller, on: connection, submission, in: id)
        guard let standing = call.caller.standing else {
            return link.context.postToHome(of: id) { $0.take(request, of: asker, in: id) }
        }
        let (mailbox, context) = (link.mailbox, link.context)
        context.store.read { transaction throws(StoreError) in
            var isFound = false
            let content = try submission.content({ transaction.steps }) { _ throws(CommandError) in
                isFound = try standing.isFound(in: transaction)
            }
            guard isFound else { return mailbox.post { $0.give(Reply(submission.replyAddress, content)) } }
            context.postToHome(of: id) { $0.take(request, of: asker, in: id) }
        } failed: { error in
            mailbox.post { $0.fail(submission.replyAddress, error) }
        }
    }

    /// The state has the answer in the order of all its work, so it comes to the home behind what the caller has changed.
    func judge(_ judgement: @escaping StreamedJudgement, _ asker: StreamedAsker) {
        let judged = Lock<StreamedRequest?>(nil)
        let submission = asker.submission
        let question = Work.ask { chat, json throws(CommandError) in
            let request = try judgement(chat, &json)
            judged.withLock { $0 = request }
        }
        let pending = PendingReply(
            asker: .call { [link] content in
                let request = judged.withLock(\.self)
                link.context.postToStreamedMessages { home in
                    guard case .ok = content, let request else { return home.give(content, to: asker) }
                    home.take(request, of: asker)
                }
            }, operation: nil, began: Clock.monotonicNanoseconds)
        submit(
            Submission(
                .call(asker.call.making(question, nil, asker.call.digestKey)), of: submission.session,
                submission.payer, submission.trace, at: replies.expect(pending), link.mailbox))
    }

    private func operate(_ work: @escaping OperatorWork, _ submission: Submission) {
        let mailbox = link.mailbox
        let isTaken = link.context.control.run {
            do throws(StoreError) {
                let content = try submission.content({ 0 }, work)
                mailbox.post { $0.give(Reply(submission.replyAddress, content)) }
            } catch {
                mailbox.post { $0.fail(submission.replyAddress, error) }
            }
        }
        if isTaken { return }
        refuse(submission, Refusal(.unavailable, "operators have asked for too much that is not done yet"))
    }

    /// Not at once: its reply is given behind this turn, as any that is waited for.
    private func refuse(_ submission: Submission, _ refusal: Refusal) {
        link.mailbox.post { $0.give(Reply(submission.replyAddress, .refusal(refusal))) }
    }

    // MARK: - Who pays

    func payer(_ user: SharedRateMeter) -> Payer { Payer(meter: user, rate: link.context.limits.ofUser) }

    func payer(_ access: AdminAccess) -> Payer? {
        access.rate.map { Payer(meter: link.context.limits.keys.meter(of: access.name), rate: $0) }
    }
}

/// With more than that the queue of the one that writes need not wait for the turn's end.
private let mostSubmissions = 32
