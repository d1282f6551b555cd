/// A node's requests on their way to the leader, and until they are answered by the log.
struct Forwarder {
    private struct Pending {
        let number: UInt64
        let request: SessionRequest
        /// Sent to any leader: it may have been carried out.
        var isInDoubt = false
        /// How many leaders have ended without a word while they had it.
        var suspicions = 0
    }

    /// A slice, so that the first one leaves at no cost: answers come in order.
    private var pending: ArraySlice<Pending> = []
    /// So many of the first ones are sent to the leader of the present epoch, over the present link.
    private var sentCount = 0
    /// Of all that wait.
    private(set) var bytes = 0
    private var lastNumber: UInt64 = 0
    /// The number of the last one that was sent over the present link, or answered.
    private var lastSent: UInt64 = 0

    var count: Int { pending.count }

    mutating func add(_ request: SessionRequest) {
        lastNumber += 1
        pending.append(Pending(number: lastNumber, request: request))
        bytes += request.content.size
    }

    /// A session ends whose login was not sent: nobody need know of either. Returns the login.
    mutating func cancelLogin(of session: UInt64) -> SessionRequest? {
        let login = pending.firstIndex { $0.request.session == session && $0.request.kind == .login }
        guard let login, login - pending.startIndex >= sentCount, !pending[login].isInDoubt else { return nil }
        return remove(pending[login].number)
    }

    /// The log has the answer.
    mutating func answered(_ number: UInt64) {
        remove(number)
        lastSent = max(lastSent, number)
    }

    @discardableResult
    mutating func remove(_ number: UInt64) -> SessionRequest? {
        guard let first = pending.first, first.number == number else { return take { $0.number == number }.first }
        pending = pending.dropFirst()
        sentCount = max(0, sentCount - 1)
        bytes -= first.request.content.size
        return first.request
    }

    @discardableResult
    private mutating func take(where isTaken: (Pending) -> Bool) -> [SessionRequest] {
        let taken = pending.filter(isTaken).map(\.request)
        if taken.isEmpty { return [] }
        sentCount -= pending.prefix(sentCount).count(where: isTaken)
        pending.removeAll(where: isTaken)
        bytes -= taken.reduce(0) { $0 + $1.content.size }
        return taken
    }

    /// Their node ends: nobody will hear of these, unless a leader has some of them already.
    mutating func takeFacts() -> [SessionRequest] { take { $0.request.kind == .fact } }

    /// Takes the requests that can be sent now, in order.
    mutating func takeUnsent(window: Int, answeredUpTo cursor: UInt64) -> [ForwardedRequest] {
        var taken: [ForwardedRequest] = []
        for index in pending.indices.prefix(window).dropFirst(sentCount) {
            let after = max(lastSent, cursor)
            taken.append(
                ForwardedRequest(
                    number: pending[index].number, after: min(after, pending[index].number - 1),
                    request: pending[index].request, isSuspect: pending[index].suspicions > 0))
            lastSent = pending[index].number
            pending[index].isInDoubt = true
            sentCount += 1
        }
        return taken
    }

    /// The link to the leader is new: everything is sent again, in order.
    mutating func sendAgain() {
        (lastSent, sentCount) = (0, 0)
    }

    /// A new leader has begun, so what the log does not have by now was not carried out, and is sent again. Returns the
    /// requests over which two leaders have ended without a word: these are not.
    mutating func beginEpoch(isHandover: Bool, faults: Set<PlantedFault>) -> [SessionRequest] {
        for index in pending.indices where pending[index].isInDoubt {
            if !isHandover { pending[index].suspicions += 1 }
            pending[index].isInDoubt = false
        }
        sendAgain()
        if faults.contains(.resendsPoison) { return [] }
        return take { $0.suspicions > 1 }
    }

    /// With a planted fault alone: what is in doubt is given up.
    mutating func takeInDoubt() -> [SessionRequest] { take(where: \.isInDoubt) }
}
