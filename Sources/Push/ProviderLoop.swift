import Curl
import Domain
import EventLoop

/// The work of a provider client's queue: it takes pushes, makes requests of them, and gives their answers back.
final class ProviderLoop {
    private enum Load {
        case pushRequest(PushRequest, ProviderRequest)
        case tokenRefresh(origin: String, adapter: Int)
    }

    private var adapter: any ProviderAdapter
    /// Of those that there have been, since key files may be read again.
    private var adapterNumber = 0
    private let inFlight: InFlightQueue
    private let transfers: Transfers<Load>
    private let options: ProviderClientOptions
    private let mayBegin: @Sendable () -> Bool
    private let wall: @Sendable () -> Milliseconds
    private let answered: @Sendable ([PushResult]) -> Void
    private let hasRoom: @Sendable () -> Void

    private let rate: RateLimit
    private var meter = RateMeter()
    private var breakers: Breakers
    /// Nil where all pushes go to one place.
    private var shares: OriginShares?
    /// They wait because their places have as many requests under way as they may.
    private var held: [(pushRequest: PushRequest, request: ProviderRequest)] = []
    /// A request has ended since those that are held were looked at.
    private var mayRelease = false
    private var isRefreshing = false
    /// P-24: on the monotonic clock. Nil: none was.
    private var lastAccepted: Milliseconds?
    /// P-25: since 1970. Until then nothing is asked.
    private var exhaustedUntil: Milliseconds = 0
    private var answers: [PushResult] = []
    private var random = SystemRandomNumberGenerator()

    init(
        _ adapter: any ProviderAdapter, _ inFlight: InFlightQueue, _ multi: Multi, _ options: ProviderClientOptions,
        _ mayBegin: @escaping @Sendable () -> Bool, _ wall: @escaping @Sendable () -> Milliseconds,
        answered: @escaping @Sendable ([PushResult]) -> Void,
        hasRoom: @escaping @Sendable () -> Void
    ) {
        self.adapter = adapter
        self.inFlight = inFlight
        transfers = Transfers(multi, options.transfer)
        self.options = options
        self.mayBegin = mayBegin
        self.wall = wall
        self.answered = answered
        self.hasRoom = hasRoom
        rate = RateLimit(perSecond: options.perSecond, burst: options.burst)
        breakers = Breakers(options)
        shares = adapter.origin == nil ? OriginShares(requests: options.requests) : nil
    }

    /// Does what can be done now. Returns when to go on though nothing has come, in monotonic nanoseconds.
    func run() -> Int64? {
        while let pause = turn() {
            if pause == 0 { continue }
            let next = Clock.monotonicNanoseconds + Int64(pause) * 1_000_000
            return min(next, transfers.deadline ?? .max)
        }
        return nil
    }

    /// Returns for how many milliseconds there is nothing to do; nil when the provider client was stopped.
    private func turn() -> Int? {
        guard let pause = begin(at: Milliseconds(Clock.monotonic)) else { return nil }
        let ended = transfers.advance()
        for (load, reply) in ended {
            switch load {
            case .pushRequest(let pushRequest, let request): finish(pushRequest, request, reply)
            case .tokenRefresh(let origin, adapterNumber): finishRefresh(to: origin, reply)
            // The credentials that it was for are others now.
            case .tokenRefresh: break
            }
        }
        report(at: Milliseconds(Clock.monotonic))
        return ended.isEmpty ? pause : 0
    }

    /// Begins what may begin now. Returns for how long nothing more may; nil when the provider client was stopped.
    private func begin(at now: Milliseconds) -> Int? {
        if let provider = inFlight.takeProvider() { use(provider) }
        guard mayBegin() else { return giveBack() }
        if isExhausted { refuseWaiting() }
        if mayRelease { beginHeld(at: now) }
        let waiting = inFlight.waiting
        let rests = adapter.origin.map { breakers[$0].allowance(of: 1, at: now) == 0 } ?? false
        if waiting > 0, !rests, !isRefreshing, let tokenRefresh = adapter.tokenRefresh(at: wall()) {
            begin(tokenRefresh, at: now)
        }
        let most =
            if isRefreshing { 0 } else if rests { waiting } else {
                allowance(of: min(waiting, options.requests - transfers.count), at: now)
            }
        guard let pushRequests = inFlight.take(upTo: most) else { return nil }
        for pushRequest in pushRequests { begin(pushRequest, at: now) }
        return pause(at: now)
    }

    private func use(_ provider: Provider) {
        adapter = provider.makeAdapter()
        adapterNumber += 1
        isRefreshing = false
        lastAccepted = nil
        exhaustedUntil = 0
    }

    private var isExhausted: Bool {
        let isExhausted = wall() < exhaustedUntil
        if inFlight.isExhausted != isExhausted { inFlight.isExhausted = isExhausted }
        return isExhausted
    }

    private func refuseWaiting() {
        for pushRequest in inFlight.take(upTo: .max) ?? [] {
            answer(pushRequest, .refused, "quota: nothing more is taken today")
        }
    }

    private func giveBack() -> Int? {
        guard let pushRequests = inFlight.take(upTo: .max) else { return nil }
        for pushRequest in held.map({ $0.pushRequest }) + pushRequests {
            answer(pushRequest, .later(afterMilliseconds: 0), "another gateway may be sending it")
        }
        held = []
        return longestPause
    }

    private func allowance(of most: Int, at now: Milliseconds) -> Int {
        var count = 0
        while count < most, meter.allows(rate, now: now) { count += 1 }
        return count
    }

    private func pause(at now: Milliseconds) -> Int {
        var pause = longestPause
        if let origin = adapter.origin, let end = breakers[origin].reopens, end > now {
            pause = Int((end - now).rawValue)
        }
        if !isRefreshing && inFlight.waiting > 0 && transfers.count < options.requests {
            pause = min(pause, max(1, meter.wait(rate, now: now)))
        }
        return pause
    }

    private func begin(_ tokenRefresh: ProviderRequest, at now: Milliseconds) {
        let isAdmitted = breakers.admits(tokenRefresh.origin, at: now)
        precondition(isAdmitted, "an token refresh to \(tokenRefresh.origin), which rests")
        isRefreshing = true
        transfers.begin(tokenRefresh, with: .tokenRefresh(origin: tokenRefresh.origin, adapter: adapterNumber))
    }

    private func begin(_ pushRequest: PushRequest, at now: Milliseconds) {
        let wall = wall()
        guard wall < pushRequest.expiresAt else { return expire(pushRequest) }
        let request: ProviderRequest
        do {
            request = try adapter.request(for: pushRequest, at: wall)
        } catch {
            return answer(pushRequest, error.outcome, error.reason)
        }
        begin(pushRequest, request, at: now)
    }

    private func begin(_ pushRequest: PushRequest, _ request: ProviderRequest, at now: Milliseconds) {
        if shares?.allows(request.origin) == false, breakers[request.origin].allowance(of: 1, at: now) > 0 {
            return hold(pushRequest, request)
        }
        guard breakers.admits(request.origin, at: now) else {
            let rest = max(0, Int(((breakers[request.origin].reopens ?? now) - now).rawValue))
            let wait = retry.milliseconds(attempt: 0, after: rest, using: &random)
            return answer(pushRequest, .later(afterMilliseconds: wait), "\(request.origin) is paused after failures")
        }
        shares?.began(request.origin)
        transfers.begin(request, with: .pushRequest(pushRequest, request))
    }

    /// Those that are held take room from the others: strangers' may take a quarter of it, so that most is left to places that
    /// answer.
    private func hold(_ pushRequest: PushRequest, _ request: ProviderRequest) {
        let isKnown = shares?.knows(request.origin) ?? true
        if held.count < (isKnown ? options.queue * 3 / 4 : options.queue / 4) {
            return held.append((pushRequest, request))
        }
        let wait = retry.milliseconds(attempt: 0, after: isKnown ? 0 : strangersPause, using: &random)
        answer(pushRequest, .later(afterMilliseconds: wait), "\(request.origin) has as many requests as it may have")
    }

    /// In their order, those whose places may have one more.
    private func beginHeld(at now: Milliseconds) {
        mayRelease = false
        let before = held
        held = []
        for (pushRequest, request) in before {
            if transfers.count >= options.requests {
                held.append((pushRequest, request))
            } else if wall() >= pushRequest.expiresAt {
                expire(pushRequest)
            } else {
                begin(pushRequest, request, at: now)
            }
        }
    }

    private func expire(_ pushRequest: PushRequest) {
        answer(pushRequest, .expired, "it expired before it could be sent")
    }

    private func finish(_ pushRequest: PushRequest, _ request: ProviderRequest, _ reply: ProviderReply) {
        shares?.ended(request.origin)
        mayRelease = true
        let assessment = settled(
            assessment(on: reply, from: request.origin) { adapter.assessment(on: $0, to: request) })
        note(assessment, of: request.origin)
        if assessment.judgement == .unfit, let plain = pushRequest.asPlain {
            return begin(plain, at: Milliseconds(Clock.monotonic))
        }
        answer(pushRequest, outcome(of: assessment, for: pushRequest, reply), assessment.reason, reply)
    }

    /// Without what it was sent for, no push can go.
    private func finishRefresh(to origin: String, _ reply: ProviderReply) {
        isRefreshing = false
        let assessment = assessment(on: reply, from: origin) {
            adapter.assessment(onRefresh: $0, at: wall())
        }
        note(assessment, of: origin)
        if assessment.judgement == .accepted { return }
        for pushRequest in inFlight.take(upTo: .max) ?? [] {
            answer(pushRequest, outcome(of: assessment, for: pushRequest, reply), assessment.reason, reply)
        }
    }

    /// Where clients name the place, they are told no more than that there was no answer: why would tell them which hosts and
    /// ports there are in the gateway's own network.
    private func assessment(on reply: ProviderReply, from origin: String, by judge: (ProviderReply) -> Assessment)
        -> Assessment
    {
        if reply.status > 0 { return judge(reply) }
        return Assessment(.ailing, adapter.origin == nil ? "\(origin) gave no answer" : reply.failure)
    }

    /// P-24: a wrong app id kills all tokens alike, so one of them is forgotten only if another is taken.
    private func settled(_ assessment: Assessment) -> Assessment {
        let now = Milliseconds(Clock.monotonic)
        if assessment.judgement == .accepted { lastAccepted = now }
        guard assessment.judgement == .unknown else { return assessment }
        let isTrusted = lastAccepted.map { now - $0 < trust } ?? false
        return isTrusted
            ? Assessment(.unregistered(since: nil), assessment.reason)
            : Assessment(.ailing, "\(assessment.reason); no push of the app was accepted in the last hour")
    }

    private func note(_ assessment: Assessment, of origin: String) {
        let now = Milliseconds(Clock.monotonic)
        if assessment.judgement == .ailing {
            breakers.failed(origin, at: now)
            if breakers[origin].reopens != nil { shares?.forget(origin) }
        } else {
            breakers.succeeded(origin)
            shares?.answered(origin, at: now)
        }
    }

    private func outcome(of assessment: Assessment, for pushRequest: PushRequest, _ reply: ProviderReply) -> PushOutcome
    {
        switch assessment.judgement {
        case .accepted: return .accepted
        case .unregistered(let since): return .unregistered(since: since)
        case .refused, .unfit: return .refused
        case .exhausted:
            exhaustedUntil = nextMidnight(after: wall())
            return .refused
        case .renewed where pushRequest.attempt == 0: return .later(afterMilliseconds: 0)
        case .busy, .ailing, .renewed, .unknown:
            let wanted = reply.retryAfterSeconds * 1_000
            let wait = retry.milliseconds(attempt: pushRequest.attempt, after: wanted, using: &random)
            return .later(afterMilliseconds: wait)
        }
    }

    private func answer(
        _ pushRequest: PushRequest, _ outcome: PushOutcome, _ reason: String, _ reply: ProviderReply? = nil
    ) {
        answers.append(
            PushResult(
                id: pushRequest.id, outcome: outcome, isAttempt: reply != nil, status: reply?.status ?? 0,
                text: printable(withoutToken(reason, of: pushRequest), upTo: 200),
                milliseconds: reply?.milliseconds ?? 0))
    }

    /// P-28: some makers name the token that they do not take. A short one may be a word of theirs.
    private func withoutToken(_ reason: String, of pushRequest: PushRequest) -> String {
        guard pushRequest.token.utf8.count >= 8 else { return reason }
        return reason.replacing(pushRequest.token, with: "…")
    }

    private func report(at now: Milliseconds) {
        let ceiling = adapter.origin.map { breakers[$0].allowance(of: options.queue, at: now) } ?? options.queue
        let isRoomy = inFlight.settle(answers.count, ceiling: ceiling)
        if !answers.isEmpty {
            answered(answers)
            answers = []
        }
        if isRoomy { hasRoom() }
    }

    private var retry: Retry { Retry(options: options) }
}

/// In milliseconds.
private let trust: Milliseconds = 3_600_000
/// Nothing waits for it: new pushes wake the queue.
private let longestPause = 60_000
/// Until a place that has not answered lately is tried again, in milliseconds, where too many such pushes wait already.
private let strangersPause = 10_000

/// P-25: makers' days begin at midnight in China, UTC+8.
func nextMidnight(after time: Milliseconds) -> Milliseconds {
    let (day, ahead): (Int64, Int64) = (86_400_000, 28_800_000)
    return Milliseconds(((time.rawValue + ahead) / day + 1) * day - ahead)
}
