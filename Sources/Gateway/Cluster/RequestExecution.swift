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
    private let surroundings: ClusterService.Surroundings
    private let requests: RequestContext
    private let transaction: any Transaction
    /// Who has asked; the number is 0 if it is no session.
    private let session: SessionKey
    private let address: ReplyAddress?

    init(
        _ committer: Committer, _ surroundings: ClusterService.Surroundings, _ requests: RequestContext,
        _ transaction: any Transaction, _ session: SessionKey, at address: ReplyAddress?
    ) {
        self.committer = committer
        self.surroundings = surroundings
        self.requests = requests
        self.transaction = transaction
        self.session = session
        self.address = address
    }

    func carryOut(_ request: NodeRequest, _ entry: inout RecordEntry) throws(StoreError) {
        if case .fact(let fact) = request { return try take(fact, &entry) }
        guard let address else { throw StoreError(.broken, "a request has no place for its reply") }
        switch request {
        case .call(let call): try carryOut(call, at: address, &entry)
        case .lookUp(let call): try lookUp(call, at: address, &entry)
        case .identify(let user, let creates, let issuedAt):
            try committer.identify(
                user, creates: creates, issuedAt: issuedAt, queued(at: address, user: user), transaction)
        case .logIn(let login): try logIn(login, at: address, &entry)
        case .show(let group, let accounts):
            try committer.show(group: group, to: accounts, transaction)
            entry.reply = NodeReply.isNew.bytes(at: address)
        case .nothing: entry.reply = NodeReply.isNew.bytes(at: address)
        case .fact: break
        }
    }

    // MARK: - Operations

    private func carryOut(
        _ call: ForwardedCall, at address: ReplyAddress, _ entry: inout RecordEntry
    ) throws(StoreError) {
        guard try holdsSeat(call) else { return refuse(Refusal(.notLoggedIn), at: address, &entry) }
        switch work(of: call) {
        case .success(.change(let change, _)):
            try committer.carryOut(queued(call, at: address, isChange: true), change, transaction)
        case .success(.changeInPieces(let pieces)):
            try committer.carryOut(pieces, of: queued(call, at: address, isChange: true), transaction)
        case .success(.ask(let question)): try committer.carryOut(queued(call, at: address), question, transaction)
        case .success(.read), .success(.search), .success(.operate), .success(.reply):
            throw StoreError(.broken, "\(call.operation) is not the leader's")
        case .failure(let refusal): refuse(refusal, at: address, &entry)
        }
    }

    private func lookUp(
        _ call: ForwardedCall, at address: ReplyAddress, _ entry: inout RecordEntry
    ) throws(StoreError) {
        switch work(of: call) {
        case .success(.change(_, let former)):
            try committer.lookUp(queued(call, at: address, isChange: true), former, transaction)
        case .success: entry.reply = NodeReply.isNew.bytes(at: address)
        case .failure(let refusal): refuse(refusal, at: address, &entry)
        }
    }

    private func refuse(_ refusal: Refusal, at address: ReplyAddress, _ entry: inout RecordEntry) {
        entry.reply = NodeReply.reply(.refusal(refusal)).bytes(at: address)
    }

    /// One whose seat another session has taken is over, though its node may not have heard of it.
    private func holdsSeat(_ call: ForwardedCall) throws(StoreError) -> Bool {
        guard call.session != nil else { return true }
        return try SeatTable(transaction).seat(of: session) != nil
    }

    /// By the handler of this node's table.
    private func work(of call: ForwardedCall) -> Result<Work, Refusal> {
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
        var user: UserID?
        if case .user(let caller, _, _) = call.caller { user = caller.user }
        return queued(at: address, user: user, isChange ? repeatable(call) : nil)
    }

    /// What a user's requests cost is charged at the leader, whichever node they come by.
    private func queued(
        at address: ReplyAddress, user: UserID?, _ repeatable: Repeatable? = nil
    ) -> QueuedRequest {
        let meter = user.map { surroundings.directory.meter(of: $0) }
        return QueuedRequest(
            address: address, session: session.number == 0 ? nil : SessionID(rawValue: session.number),
            payer: meter.map { Payer(meter: $0, rate: surroundings.userRate) }, repeatable: repeatable)
    }

    private func repeatable(_ call: ForwardedCall) -> Repeatable? {
        guard let key = call.key else { return nil }
        let document = JSONDocument()
        let data = call.data.isEmpty ? nil : try? document.parse(call.data, limits: bound(call.data))
        let digestKey = requests.digestKey
        return Repeatable(
            caller: call.callerName, key: key, operation: call.operation, data: data?.digest(digestKey), digestKey)
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
            try table.free(present[index].key)
            entry.seats.append(.ended(present[index].key, reason: SeatLoss(reason, by: successor).bytes))
            depart(present[index], at: committer.chat.work.now)
        }
        let key = SessionKey(session.incarnation, login.session.rawValue)
        try table.hold(
            Seat(key: key, account: account, user: login.user, device: login.device, platform: login.platform),
            since: committer.chat.work.now.rawValue)
        entry.seats.append(.taken(key))
        entry.reply = NodeReply.admitted.bytes(at: address)
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
            try table.free(key)
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
        }
    }
}
