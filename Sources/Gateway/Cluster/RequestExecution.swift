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
    /// Who has asked; the number is 0 if it is no session.
    private let session: SessionKey
    private let address: ReplyAddress?

    init(
        _ committer: Committer, _ service: ClusterService, _ requests: RequestContext,
        _ transaction: any Transaction, _ session: SessionKey, at address: ReplyAddress?
    ) {
        self.committer = committer
        self.service = service
        self.requests = requests
        self.transaction = transaction
        self.session = session
        self.address = address
    }

    private var surroundings: ClusterService.Surroundings { service.surroundings }

    func carryOut(_ request: NodeRequest, _ entry: inout RecordEntry) throws(StoreError) {
        if case .fact(let fact) = request { return try take(fact, &entry) }
        guard let address else { throw StoreError(.broken, "a request has no place for its reply") }
        switch request {
        case .call(let call): try carryOut(call, at: address, &entry)
        case .piece(let call, let start): try carryOut(call, from: start, at: address, &entry)
        case .lookUp(let call): try lookUp(call, at: address, &entry)
        case .identify(let user, let creates, let issuedAt):
            try committer.identify(
                user, creates: creates, issuedAt: issuedAt, queued(at: address, user: user), transaction)
        case .logIn(let login): try logIn(login, at: address, &entry)
        case .show(let group, let accounts):
            try committer.show(group: group, to: accounts, transaction)
            entry.reply = NodeReply.isNew.bytes(at: address)
        case .close(let other, let account): try close(other, of: account, at: address, &entry)
        case .nothing: entry.reply = NodeReply.isNew.bytes(at: address)
        case .fact: break
        }
    }

    // MARK: - Operations

    private func carryOut(
        _ call: ForwardedCall, at address: ReplyAddress, _ entry: inout RecordEntry
    ) throws(StoreError) {
        if call.session != nil, try !holdsSeat() { return refuse(Refusal(.notLoggedIn), at: address, &entry) }
        switch work(of: call) {
        case .success(.change(let change, _)):
            try committer.carryOut(queued(call, at: address, isChange: true), change, transaction)
        case .success(.changeInPieces(let pieces)):
            try committer.carryOut(pieces, of: queued(call, at: address, isChange: true), transaction)
        case .success(.ask(let question)), .success(.askLeader(let question)):
            try committer.carryOut(queued(call, at: address), question, transaction)
        case .success(.read), .success(.search), .success(.operate), .success(.reply):
            throw StoreError(.broken, "\(call.operation) is not the leader's")
        case .failure(let refusal): try refuse(call, with: refusal, at: address, &entry)
        }
    }

    /// One piece. The first one has the key, and is told to the audit log; the end is told by the node where the call came.
    private func carryOut(
        _ call: ForwardedCall, from start: Int, at address: ReplyAddress, _ entry: inout RecordEntry
    ) throws(StoreError) {
        switch work(of: call) {
        case .success(.changeInPieces(let pieces)) where start < pieces.count:
            let request =
                start == 0 ? queued(call, at: address, isChange: true) : queued(at: address, payer(of: call), nil)
            try committer.carryOut(pieces, at: start, of: request, transaction)
        case .success: throw StoreError(.broken, "\(call.operation) has no piece that begins at \(start)")
        case .failure(let refusal): try refuse(call, with: refusal, at: address, &entry)
        }
    }

    private func refuse(
        _ call: ForwardedCall, with refusal: Refusal, at address: ReplyAddress, _ entry: inout RecordEntry
    ) throws(StoreError) {
        if let audited = call.audited { try committer.record(audited.entry, refusedWith: refusal, transaction) }
        refuse(refusal, at: address, &entry)
    }

    private func lookUp(
        _ call: ForwardedCall, at address: ReplyAddress, _ entry: inout RecordEntry
    ) throws(StoreError) {
        switch work(of: call) {
        case .success(.change(_, let former)):
            var request = queued(call, at: address, isChange: true)
            request.trace = nil
            try committer.lookUp(request, former, transaction)
        case .success: entry.reply = NodeReply.isNew.bytes(at: address)
        case .failure(let refusal): refuse(refusal, at: address, &entry)
        }
    }

    private func refuse(_ refusal: Refusal, at address: ReplyAddress, _ entry: inout RecordEntry) {
        entry.reply = NodeReply.reply(.refusal(refusal)).bytes(at: address)
    }

    /// One whose seat another session has taken is over, though its node may not have heard of it.
    private func holdsSeat() throws(StoreError) -> Bool {
        if service.seats.holds(session) { return true }
        return try SeatTable(transaction).holds(session)
    }

    /// By the handler of this node's table.
    private func work(of call: ForwardedCall) -> Result<Work, Refusal> {
        if let made = call.made, made.key == requests.digestKey { return .success(made.work) }
        do {
            guard let entry = surroundings.operations[call.operation] else { throw Refusal(.unknownOperation) }
            let document = JSONDocument()
            let sent = Request(
                operation: entry.operation,
                data: try call.data.isEmpty ? nil : document.parse(call.data, limits: bound(call.data)),
                context: requests, key: call.key, isHooked: call.isHooked)
            guard let replacement = call.replacement else { return .success(try work(of: call, sent, entry.handler)) }
            let other = JSONDocument()
            let data = try other.parse(replacement, limits: bound(replacement))
            return .success(try work(of: call, Request(sent, replacing: data), entry.handler))
        } catch let refusal as Refusal {
            return .failure(refusal)
        } catch {
            return .failure(Refusal(.badRequest, "\(error)"))
        }
    }

    /// The node where it came has parsed it.
    private func bound(_ data: [UInt8]) -> JSONLimits { JSONLimits(bytes: max(data.count, 1)) }

    private func work(of call: ForwardedCall, _ request: Request, _ handler: Handler) throws(Refusal) -> Work {
        switch (handler, call.caller) {
        case (.user(let handle), .user(let caller, let issuedAt, let makesAccounts)):
            let work = try handle(request, caller)
            if caller.session != nil { return work }
            return work.judging(caller.user, caller.account, creates: makesAccounts, issuedAt: issuedAt) {}
        case (.admin(let handle), .admin(let caller)): return try handle(request, caller)
        case (.user, _), (.admin, _), (.unauthenticated, _), (.session, _): throw Refusal(.forbidden)
        }
    }

    // MARK: - Who asks

    private func queued(_ call: ForwardedCall, at address: ReplyAddress, isChange: Bool = false) -> QueuedRequest {
        var request = queued(at: address, payer(of: call), isChange ? repeatable(call) : nil)
        if isChange { request.audited = call.audited }
        request.trace = call.trace.map(surroundings.tracing.resume)
        return request
    }

    private func queued(at address: ReplyAddress, user: UserID) -> QueuedRequest {
        queued(at: address, payer(user), nil)
    }

    private func queued(at address: ReplyAddress, _ payer: Payer?, _ repeatable: Repeatable?) -> QueuedRequest {
        QueuedRequest(
            address: address, session: session.number == 0 ? nil : SessionID(rawValue: session.number), payer: payer,
            repeatable: repeatable)
    }

    // MARK: - Who pays

    private func payer(_ user: UserID) -> Payer {
        Payer(meter: surroundings.directory.meter(of: user), rate: surroundings.userRate)
    }

    /// The one for each request its node has charged. What else it costs is charged here, whichever node it came by: to the admin
    /// key that has brought it, or else to its user.
    private func payer(of call: ForwardedCall) -> Payer? {
        if let name = call.keyName {
            let key = requests.keys.adminKeys.first { $0.name == name }
            return key?.rate.map {
                Payer(
                    meter: surroundings.keyRequests.meter(of: name),
                    rate: RateLimit(perSecond: $0.perSecond, burst: $0.burst))
            }
        }
        guard case .user(let caller, _, _) = call.caller else { return nil }
        return payer(caller.user)
    }

    private func repeatable(_ call: ForwardedCall) -> Repeatable? {
        guard let key = call.key, let operation = surroundings.operations[call.operation]?.operation else { return nil }
        var user: UserID?
        if case .user(let caller, _, _) = call.caller { user = caller.user }
        let document = JSONDocument()
        let data = call.data.isEmpty ? nil : try? document.parse(call.data, limits: bound(call.data))
        let digestKey = requests.digestKey
        return Repeatable(
            caller: call.callerName, key: key, operation: operation, user: user, data: data?.digest(digestKey),
            digestKey)
    }

    // MARK: - Sessions

    private func logIn(
        _ login: LoginRequest, at address: ReplyAddress, _ entry: inout RecordEntry
    ) throws(StoreError) {
        guard let account = try committer.admit(login, queued(at: address, user: login.user), transaction) else {
            return
        }
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
        entry.reply = NodeReply.admitted.bytes(at: address)
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
        if surroundings.configuration.pushProviders.isEmpty { return }
        try committer.work(transaction) { chat throws(CommandError) in
            try chat.pushAddresses.unregister(device: device, of: account)
        }
    }

    private func free(_ seat: Seat, in table: SeatTable) throws(StoreError) {
        try table.free(seat.key)
        service.seats.leave(seat.key)
    }

    /// Whether the user has gone is asked when there was time to come back.
    private func depart(_ seat: Seat, at moment: Milliseconds) {
        let departure = Departure(seat.account, seat.user, seat.platform, at: moment)
        let debouncer = surroundings.presenceDebouncer
        committer.afterwards { debouncer.note(departure) }
    }

    private func take(_ fact: SessionFact, _ entry: inout RecordEntry) throws(StoreError) {
        switch fact {
        case .arrived(let arrival): try committer.arrive(arrival, transaction)
        case .left(let id, let moment):
            let key = SessionKey(session.incarnation, id.rawValue)
            let table = SeatTable(transaction)
            // One that was replaced has none, and its user's departure is noted.
            guard let seat = try table.seat(of: key) else { return }
            try free(seat, in: table)
            entry.seats.append(.ended(key, reason: []))
            depart(seat, at: moment)
        case .ended(let end): try committer.end(end, transaction)
        case .lastSign(let sign, let account):
            try committer.work(transaction) { chat throws(CommandError) in
                try chat.unheardSessions.sessionEnded(sign, of: account)
            }
        case .signedOut(let user, let device):
            try committer.work(transaction) { chat throws(CommandError) in
                guard let account = try chat.accounts.number(of: user) else { return }
                try chat.pushAddresses.unregister(device: device, of: account)
            }
        case .audited(let entries):
            try committer.work(transaction) { chat throws(CommandError) in
                for entry in entries { try chat.auditLog.record(entry) }
            }
        }
    }
}
