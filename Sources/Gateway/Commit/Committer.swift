import Chat
import ClientProtocol
import Domain
import EventLoop
import JSON
import Routing
import Storage
import Transport

/// Keeps the state on the store's writer queue, and hands on to the shard gateways what is durable.
///
/// A shard gateway hands a request over; the committer has the state carry it out, and keeps the effects until the rows are on
/// the disk. Then they leave in the order in which they happened: a reply before the events of the same request, and
/// nothing before what came earlier. Replies are put into JSON here, once; events are not, since all wait for this queue.
final class Committer: TransactionObserver {
    let chat: ChatState
    private let delivery: any EffectDelivery
    private let directory: Directory
    /// One of several nodes: the store says who is there, and not the directory of this node.
    private let hasSeats: Bool
    private let followups: Followups
    /// Of a user's requests together.
    private let userRate: RateLimit
    /// Counts and logs a damaged row that a job went on without.
    private let onDamage: @Sendable (StoreError) -> Void
    /// Counts and logs what operators are to know.
    private let onNotice: @Sendable (CommitNotice) -> Void
    /// Effects that wait for the commit, in the order in which they happened.
    private var pendingEffects: [CommitEffect] = []
    /// The stamp up to which the event dispatcher knows that something has happened.
    private var wokenAt: Stamp = 0
    /// For results; kept for its buffer.
    private var json = JSONWriter()
    /// Work of the gateway itself, for when everything before it is durable.
    private var pendingWork: [@Sendable () -> Void] = []
    private var traced = TracedCommits()
    /// The accounts whose logins are among the pending effects.
    private var entering: Set<AccountNumber> = []

    init(
        _ chat: ChatState, delivery: any EffectDelivery, directory: Directory, hasSeats: Bool,
        _ followups: Followups, userRate: RateLimit, onDamage: @escaping @Sendable (StoreError) -> Void,
        onNotice: @escaping @Sendable (CommitNotice) -> Void
    ) {
        self.chat = chat
        self.delivery = delivery
        self.directory = directory
        self.hasSeats = hasSeats
        self.followups = followups
        self.userRate = userRate
        self.onDamage = onDamage
        self.onNotice = onNotice
    }

    // MARK: - At work

    /// Carries out what was submitted. A refusal is its reply; a fault of the store is thrown, and the batch's matter.
    func carryOut(_ submission: Submission, _ store: any Transaction) throws(StoreError) {
        switch submission.request {
        case .call(let call): try carryOut(call, submission, store)
        case .piece(let call, let start): try carryOut(call, from: start, submission, store)
        case .lookUp(let call): try lookUp(call, submission, store)
        case .identify(let user, let creates, let issuedAt):
            try perform(submission, store) { () throws(CommandError) in
                let account = try chat.devices.callerAccount(user, creates: creates, issuedAt: issuedAt)
                pendingEffects.append(.identified(submission.replyAddress, account))
            }
        case .logIn(let login): try logIn(login, submission, store)
        case .show(let group, let accounts):
            try work(store) { chat throws(CommandError) in try chat.groupMembers.showGroup(group, to: accounts) }
            pendingEffects.append(.isNew(submission.replyAddress))
        case .close(let session, let account): try close(session, of: account, submission, store)
        case .nothing: pendingEffects.append(.isNew(submission.replyAddress))
        case .fact(let fact): try take(fact, store)
        }
    }

    private func carryOut(_ call: Call, _ submission: Submission, _ store: any Transaction) throws(StoreError) {
        switch call.madeWork {
        case .change(let work, _), .refuse(let work), .ask(let work), .askLeader(let work):
            try perform(submission, store, recording: call.audited) { () throws(CommandError) in
                // a request with a key is carried out the first time, and answered the same ever after.
                if let former = try storedReply(to: call.repeatable) {
                    return pendingEffects.append(.reply(Reply(submission.replyAddress, former)))
                }
                if let repeatable = call.repeatable { try chat.repeatedRequests.requireRoom(for: repeatable) }
                let content = try Reply.Content.ok(
                    encoding: { json throws(CommandError) in
                        try call.caller.standing?.require(in: chat)
                        try work(chat, &json)
                    }, with: &json)
                if let repeatable = call.repeatable { try chat.repeatedRequests.remember(json.text, to: repeatable) }
                pendingEffects.append(.reply(Reply(submission.replyAddress, content)))
                try record(call.audited?.entry.ended(with: content))
            }
        case .changeInPieces(let pieces):
            var results: [[UInt8]] = []
            repeat {
                let start = results.count * pieces.perPiece
                let isLast = start + pieces.perPiece >= pieces.count
                var isDone = false
                try perform(submission, store, recording: call.audited) { () throws(CommandError) in
                    results.append(try list(of: pieces, from: start, call))
                    if start == 0, !isLast { try record(call.audited?.entry.ended(AuditEntry.begun)) }
                    if isLast {
                        let content = Pieces.reply(with: results)
                        pendingEffects.append(.reply(Reply(submission.replyAddress, content)))
                        try record(call.audited?.entry.ended(with: content))
                    }
                    isDone = !isLast
                }
                if !isDone { return }
            } while true
        case .errand, .read, .search, .room, .streamed, .judged, .operate, .reply:
            throw StoreError(.broken, "\(call.operation) is not the writer's")
        }
    }

    /// Carries out one piece, and replies with its list. The first one has the key, and is told to the audit log; the end is told
    /// by the shard where the request came.
    private func carryOut(
        _ call: Call, from start: Int, _ submission: Submission, _ store: any Transaction
    ) throws(StoreError) {
        guard case .changeInPieces(let pieces) = call.madeWork, start < pieces.count else {
            throw StoreError(.broken, "\(call.operation) has no piece that begins at \(start)")
        }
        let audited = start == 0 ? call.audited : nil
        try perform(submission, store, recording: audited) { () throws(CommandError) in
            let list = try list(of: pieces, from: start, call)
            try record(audited?.entry.ended(AuditEntry.begun))
            pendingEffects.append(.reply(Reply(submission.replyAddress, .ok(list))))
        }
    }

    /// Carries out one piece, and returns the list that it has written, without brackets around it.
    private func list(of pieces: Pieces, from start: Int, _ call: Call) throws(CommandError) -> [UInt8] {
        let newKey = start == 0 ? try newKey(call.repeatable) : nil
        json.clear()
        try call.caller.standing?.require(in: chat)
        try pieces.work(chat, start..<min(start + pieces.perPiece, pieces.count), &json)
        // nothing is kept but that the key is taken. Each piece knows itself what it has done.
        if let newKey { try chat.repeatedRequests.remember("{}", to: newKey) }
        return Array(json.bytes.dropFirst().dropLast())
    }

    /// Nil: the request has no key, or is repeated.
    private func newKey(_ key: Repeatable?) throws(CommandError) -> Repeatable? {
        guard let key else { return nil }
        return try chat.repeatedRequests.formerReply(to: key) == nil ? key : nil
    }

    /// Opens a session: once the state knows the user, the session is in the directory before anything later is told.
    private func logIn(
        _ login: LoginRequest, _ submission: Submission, _ store: any Transaction
    ) throws(StoreError) {
        try perform(submission, store) { () throws(CommandError) in
            let answer = try chat.devices.logIn(
                login.user, device: login.device, issuedAt: login.issuedAt, claim: login.claim,
                resuming: login.positions)
            try chat.devices.noteSession(of: answer.account)
            // The user's other sessions do not know of conversations that have expired; this one is told the total anyway.
            try takeEffects(from: nil)
            pendingEffects.append(
                .login(AdmittedLogin(address: submission.replyAddress, request: login, login: answer)))
            entering.insert(answer.account)
        }
    }

    /// Lets the user's device in, on a cluster. Nil: it is refused, and that is the reply.
    func admit(
        _ login: LoginRequest, _ submission: Submission, _ store: any Transaction
    ) throws(StoreError) -> AccountNumber? {
        var admitted: AccountNumber?
        try perform(submission, store) { () throws(CommandError) in
            let account = try chat.devices.admit(login.user, issuedAt: login.issuedAt)
            try chat.devices.noteSession(of: account)
            // The session has none of what comes before it, and its own request has led to nothing that it is to be spared.
            try takeEffects(from: nil)
            admitted = account
        }
        return admitted
    }

    /// Looks whether a request has been carried out before, and replies as then.
    private func lookUp(_ call: Call, _ submission: Submission, _ store: any Transaction) throws(StoreError) {
        try perform(submission, store) { () throws(CommandError) in
            let former = try formerReply(to: call).map { CommitEffect.reply(Reply(submission.replyAddress, $0)) }
            pendingEffects.append(former ?? .isNew(submission.replyAddress))
        }
    }

    private func formerReply(to call: Call) throws(CommandError) -> Reply.Content? {
        if let stored = try storedReply(to: call.repeatable) { return stored }
        guard case .change(_, let former?) = call.madeWork else { return nil }
        var isFound = false
        let content = try Reply.Content.ok(
            encoding: { json throws(CommandError) in
                try call.caller.standing?.require(in: chat)
                isFound = try former(chat, &json)
            }, with: &json)
        return isFound ? content : nil
    }

    private func storedReply(to repeatable: Repeatable?) throws(CommandError) -> Reply.Content? {
        guard let repeatable else { return nil }
        return try chat.repeatedRequests.formerReply(to: repeatable).map { .ok(Array($0.utf8)) }
    }

    /// Ends another session of the same user, where the gateway runs alone.
    private func close(
        _ other: SessionID, of account: AccountNumber, _ submission: Submission, _ store: any Transaction
    ) throws(StoreError) {
        try perform(submission, store) { () throws(CommandError) in
            let user = try chat.accounts.user(of: account)
            let isOpen = directory.sessions(of: user).contains { $0.id == other }
            let content = Reply.Content.ok(encoding: { $0.field("closed", isOpen) }, with: &json)
            pendingEffects.append(.reply(Reply(submission.replyAddress, content)))
            if isOpen { pendingEffects.append(.unseated(other, user, account, .closedByUser)) }
        }
    }

    private func take(_ fact: SessionFact, _ store: any Transaction) throws(StoreError) {
        switch fact {
        case .arrived(let arrival): try arrive(arrival, store)
        case .left: preconditionFailure("only a cluster has seats")
        case .ended(let end): try self.end(end, store)
        case .lastSign(let sign, let account):
            try work(store) { chat throws(CommandError) in try chat.pushes.sessionEnded(sign, of: account) }
        case .signedOut(let user, let device):
            try work(store) { chat throws(CommandError) in
                guard let account = try chat.accounts.number(of: user) else { return }
                try chat.pushes.unregister(device: device, of: account)
            }
        case .audited(let entries):
            try work(store) { chat throws(CommandError) in
                for entry in entries { try chat.auditLog.record(entry) }
            }
        case .room(let id, let fact):
            try work(store) { chat throws(CommandError) in try fact.note(in: id, chat.rooms, chat.roomValues) }
        }
    }

    /// Removes expired rows. Returns whether the next piece shall follow at once.
    func sweep(_ subject: SweepSubject, _ store: any Transaction) throws(StoreError) -> Bool {
        var isMore = false
        try work(store) { chat throws(CommandError) in isMore = try chat.sweep(subject) }
        return isMore
    }

    /// a session was opened at that moment. It may be over by now; it was there nevertheless.
    private func arrive(_ arrival: Arrival, _ store: any Transaction) throws(StoreError) {
        try work(store) { chat throws(CommandError) in
            try chat.subscriptions.reconcilePresence(
                arrival.account, on: arrival.platform, isOnline: true, since: arrival.moment)
            try chat.devices.beginMark(of: arrival.device, arrival.account, at: arrival.told)
            try chat.work.note(session: true, of: arrival.account, device: arrival.device, on: arrival.platform)
        }
    }

    /// Does a piece of what a request has left to do, at the expense of whose it is.
    func carryOn(_ store: any Transaction) throws(StoreError) -> JobRunner.Next {
        let before = Cost.steps(store, chat)
        var user: UserID?
        try work(store) { chat throws(CommandError) in user = try chat.jobs.carryOn() }
        guard let user else { return .nothing }
        let cost = Cost.ofSteps(Cost.steps(store, chat) - before)
        directory.meter(of: user).charge(userRate, now: Milliseconds(Clock.monotonic), cost: cost)
        return chat.jobs.wantsPause ? .afterPause : .atOnce
    }

    /// a session has ended long enough ago.
    func depart(_ departure: Departure, _ store: any Transaction) throws(StoreError) {
        let platforms = try platforms(of: departure, store)
        if platforms.isEmpty, !entering.contains(departure.account) {
            chat.subscriptions.bidFarewell(departure.account)
        }
        let isOnline = platforms.contains(departure.platform)
        try work(store) { chat throws(CommandError) in
            try chat.subscriptions.reconcilePresence(
                departure.account, on: departure.platform, isOnline: isOnline,
                since: isOnline ? nil : departure.moment)
        }
    }

    /// Where the user has sessions.
    private func platforms(of departure: Departure, _ store: any Transaction) throws(StoreError) -> [Platform] {
        if hasSeats { return try SeatTable(store).seats(of: departure.account).map(\.platform) }
        let sessions = directory.sessions(of: departure.user)
        delivery.sessionsChanged(of: departure.account, to: sessions)
        return sessions.map(\.platform)
    }

    /// S-Q33: from now on it is known what the device has had.
    private func end(_ session: SessionEnd, _ store: any Transaction) throws(StoreError) {
        try work(store) { chat throws(CommandError) in
            try chat.devices.raiseMark(of: session.device, session.account, to: session.heard)
            try chat.work.note(session: false, of: session.account, device: session.device, on: session.platform)
        }
    }

    /// Carries out work of the gateway itself.
    func work(_ store: any Transaction, _ work: (ChatState) throws(CommandError) -> Void) throws(StoreError) {
        chat.work.begin(in: store)
        do throws(CommandError) {
            try work(chat)
            try takeEffects(from: nil)
        } catch {
            throw error.storeError
        }
    }

    /// Has something done when what came before it is durable.
    func afterwards(_ work: @escaping @Sendable () -> Void) {
        pendingWork.append(work)
    }

    private func perform(
        _ submission: Submission, _ store: any Transaction, recording audited: AuditedRequest? = nil,
        _ work: () throws(CommandError) -> Void
    ) throws(StoreError) {
        chat.work.begin(in: store)
        let stampBefore = chat.work.latestStamp
        let began = submission.trace == nil ? 0 : Clock.monotonicNanoseconds
        do throws(CommandError) {
            do throws(CommandError) {
                try submission.paying({ Cost.steps(store, chat) }, work)
            } catch {
                guard case .refused(let refusal) = error else { throw error }
                precondition(chat.work.effects.isEmpty, "a refused request has left events")
                pendingEffects.append(.reply(Reply(submission.replyAddress, .refusal(refusal))))
                try record(audited?.entry.ended(refusal))
            }
            try takeEffects(from: submission.session)
            if let trace = submission.trace {
                traced.add(trace, began: began, stampBefore: stampBefore, lastStamp: chat.work.latestStamp)
            }
        } catch {
            throw error.storeError
        }
    }

    /// an administrator's change is in the audit log if it lasts, and if it was refused, too.
    private func record(_ entry: AuditEntry?) throws(CommandError) {
        if let entry { try chat.auditLog.record(entry) }
    }

    /// On a cluster: a request of which there is no work.
    func record(_ entry: AuditEntry, refusedWith refusal: Refusal, _ store: any Transaction) throws(StoreError) {
        try work(store) { _ throws(CommandError) in try record(entry.ended(refusal)) }
    }

    private func takeEffects(from session: SessionID?) throws(CommandError) {
        try chat.finish()
        for damage in chat.work.takeDamages() { onDamage(damage) }
        for effect in chat.work.effects { pendingEffects.append(.chat(effect, from: session)) }
        chat.work.clearEffects()
    }

    // MARK: - Afterwards

    func committed() {
        if !traced.isEmpty { traced.committed() }
        delivery.deliver(pendingEffects, upTo: chat.work.latestStamp)
        pendingEffects.removeAll(keepingCapacity: true)
        entering.removeAll(keepingCapacity: true)
        for work in pendingWork { work() }
        pendingWork.removeAll(keepingCapacity: true)
        for refused in chat.scheduledMessages.takeRefused() { onNotice(.refused(refused)) }
        for outcome in chat.calls.takeOutcomes() { onNotice(.callEnded(outcome)) }
        followups.wake(by: chat)
        if chat.work.latestStamp != wokenAt {
            wokenAt = chat.work.latestStamp
            followups.events.wake()
            followups.commits.wake()
        }
    }

    /// Hands out the effects of the last piece, and the work for when it is durable: on a cluster others see to both.
    func takePending() -> (effects: [CommitEffect], work: [@Sendable () -> Void]) {
        defer { (pendingEffects, pendingWork) = ([], []) }
        return (pendingEffects, pendingWork)
    }

    func rolledBack() {
        pendingEffects = []
        pendingWork = []
        entering = []
        traced.rolledBack()
        chat.forget()
    }
}
