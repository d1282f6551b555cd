import Chat
import ClientProtocol
import Cluster
import Domain
import JSON
import Routing
import Security
import Settings
import Storage

/// One request of some node's client, carried out by the leader.
struct RequestExecution {
    private let committer: Committer
    private let service: ClusterService
    private let requests: RequestContext
    private let transaction: any Transaction
    /// The session that asks. Its number is 0 for a request that belongs to no session.
    private let session: SessionKey

    init(
        _ committer: Committer, _ service: ClusterService, _ requests: RequestContext,
        _ transaction: any Transaction, _ session: SessionKey
    ) {
        self.committer = committer
        self.service = service
        self.requests = requests
        self.transaction = transaction
        self.session = session
    }

    private var surroundings: ClusterService.Surroundings { service.surroundings }

    func carryOut(_ sent: Submission, _ entry: inout RecordEntry) throws(StoreError) {
        if sent.address == nil {
            guard case .fact = sent.request else { throw StoreError(.broken, "a request has no place for its reply") }
        }
        switch sent.request {
        case .logIn(let login): try logIn(login, own(sent, .logIn(login), payer(login.user)), &entry)
        case .close(let other, let account): try close(other, of: account, at: sent.replyAddress, &entry)
        case .fact(.left(let session, let moment)): try leave(session, at: moment, &entry)
        case .call(let call):
            if call.caller.session != nil, try !holdsSeat() {
                return refuse(Refusal(.notLoggedIn), at: sent.replyAddress, &entry)
            }
            try carryOut(call, sent, &entry) { .call($0) }
        case .piece(let call, let start): try carryOut(call, sent, &entry) { .piece($0, from: start) }
        case .lookUp(let call): try carryOut(call, sent, &entry) { .lookUp($0) }
        case .identify(let user, _, _): try committer.carryOut(own(sent, sent.request, payer(user)), transaction)
        case .show, .nothing, .fact: try committer.carryOut(own(sent, sent.request, nil), transaction)
        }
    }

    /// The leader's meters are charged, and its tracing follows the request.
    private func own(_ sent: Submission, _ request: StateRequest, _ payer: Payer?) -> Submission {
        var trace = sent.traceContext.map(surroundings.tracing.resume)
        if case .lookUp = request { trace = nil }
        return Submission(
            request, of: session.number == 0 ? nil : SessionID(rawValue: session.number), payer, trace,
            at: sent.address)
    }

    // MARK: - Operations

    private func carryOut(
        _ call: Call, _ sent: Submission, _ entry: inout RecordEntry, _ request: (Call) -> StateRequest
    ) throws(StoreError) {
        let made: Call
        do throws(Refusal) {
            made = try call.made(by: surroundings.operations, requests)
        } catch {
            if let audited = call.audited { try committer.record(audited.entry, refusedWith: error, transaction) }
            return refuse(error, at: sent.replyAddress, &entry)
        }
        try committer.carryOut(own(sent, request(made), payer(of: call)), transaction)
    }

    private func refuse(_ refusal: Refusal, at address: ReplyAddress, _ entry: inout RecordEntry) {
        entry.reply = NodeReply.reply(.refusal(refusal)).bytes(at: address)
    }

    /// One whose seat another session has taken is over, though its node may not have heard of it.
    private func holdsSeat() throws(StoreError) -> Bool {
        if service.seats.holds(session) { return true }
        return try SeatTable(transaction).holds(session)
    }

    // MARK: - Who pays

    private func payer(_ user: UserID) -> Payer {
        Payer(meter: surroundings.directory.meter(of: user), rate: surroundings.limits.ofUser)
    }

    /// A request's own node has charged a cost of 1. The other costs are charged here, whichever node it came by: to
    /// the admin key that has brought it, or else to its user.
    private func payer(of call: Call) -> Payer? {
        guard let name = call.caller.keyName else { return call.caller.user.map(payer) }
        let key = requests.keys.adminKeys.first { $0.name == name }
        return key?.rate.map {
            Payer(
                meter: surroundings.limits.keys.meter(of: name),
                rate: RateLimit(perSecond: $0.perSecond, burst: $0.burst))
        }
    }

    // MARK: - Sessions

    private func logIn(
        _ login: LoginRequest, _ submission: Submission, _ entry: inout RecordEntry
    ) throws(StoreError) {
        guard let account = try committer.admit(login, submission, transaction) else { return }
        let table = SeatTable(transaction)
        let present = try table.seats(of: account)
        let ended = surroundings.configuration.loginPolicy.ended(
            among: present.map { ($0.device, $0.platform) }, device: login.device, platform: login.platform)
        let successor = Kick.Successor(device: login.device, platform: login.platform)
        for (index, reason) in ended {
            try end(present[index], .replaced(reason, by: successor), in: table, &entry)
        }
        let key = SessionKey(session.incarnation, login.session.rawValue)
        try table.hold(
            Seat(
                key: key, account: account, user: login.user, device: login.device, platform: login.platform,
                openedAt: login.openedAt, address: login.client),
            since: committer.chat.work.now.rawValue)
        entry.seats.append(.taken(key))
        entry.reply = NodeReply.admitted.bytes(at: submission.replyAddress)
    }

    private func close(
        _ other: SessionID, of account: AccountNumber, at address: ReplyAddress, _ entry: inout RecordEntry
    ) throws(StoreError) {
        guard try holdsSeat() else { return refuse(Refusal(.notLoggedIn), at: address, &entry) }
        let table = SeatTable(transaction)
        let seat = try table.seats(of: account).first { $0.key.number == other.rawValue }
        if let seat {
            try end(seat, .closedByUser, in: table, &entry)
        }
        var json = JSONWriter()
        let content = Reply.Content.ok(encoding: { $0.field("closed", seat != nil) }, with: &json)
        entry.reply = NodeReply.reply(content).bytes(at: address)
    }

    private func end(
        _ seat: Seat, _ loss: SeatLoss, in table: SeatTable, _ entry: inout RecordEntry
    ) throws(StoreError) {
        try free(seat, in: table)
        entry.seats.append(.ended(seat.key, reason: loss.bytes))
        // Its node may end before it hears of this.
        if loss.kick.signsOut { try signOut(seat.account, device: seat.device) }
        depart(seat, at: committer.chat.work.now)
    }

    /// Nobody who holds the device is to see the user's messages any more.
    private func signOut(_ account: AccountNumber, device: String) throws(StoreError) {
        if !surroundings.configuration.hasPushes { return }
        try committer.work(transaction) { chat throws(CommandError) in
            try chat.pushes.unregister(device: device, of: account)
        }
    }

    private func free(_ seat: Seat, in table: SeatTable) throws(StoreError) {
        try table.free(seat.key)
        service.seats.leave(seat.key)
    }

    /// Whether the user has gone is asked when there was time to come back.
    private func depart(_ seat: Seat, at moment: Milliseconds) {
        let departure = Departure(seat.account, seat.user, seat.platform, at: moment)
        let debouncer = surroundings.followups.presence
        committer.afterwards { debouncer.note(departure) }
    }

    private func leave(
        _ id: SessionID, at moment: Milliseconds, _ entry: inout RecordEntry
    ) throws(StoreError) {
        let key = SessionKey(session.incarnation, id.rawValue)
        let table = SeatTable(transaction)
        // One that was replaced has none, and its user's departure is noted.
        guard let seat = try table.seat(of: key) else { return }
        try free(seat, in: table)
        entry.seats.append(.ended(key, reason: []))
        depart(seat, at: moment)
    }
}
