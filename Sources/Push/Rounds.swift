import Domain
import EventLoop

/// What a courier's thread does: takes parcels, makes requests of them, and gives their answers back.
final class Rounds {
    private enum Load {
        case parcel(Parcel, Request)
        case errand(place: String)
    }

    private var carrier: any Carrier
    private let satchel: Satchel
    private let transfers: Transfers<Load>
    private let options: CourierOptions
    private let answered: @Sendable ([Answer]) -> Void
    private let hasRoom: @Sendable () -> Void

    private let rate: RateLimit
    private var meter = RateMeter()
    private var breakers: Breakers
    private var isOnErrand = false
    private var answers: [Answer] = []
    private var random = SystemRandomNumberGenerator()

    init(
        _ carrier: any Carrier, _ satchel: Satchel, _ multi: Multi, _ options: CourierOptions,
        answered: @escaping @Sendable ([Answer]) -> Void, hasRoom: @escaping @Sendable () -> Void
    ) {
        self.carrier = carrier
        self.satchel = satchel
        transfers = Transfers(multi, options)
        self.options = options
        self.answered = answered
        self.hasRoom = hasRoom
        rate = RateLimit(perSecond: options.perSecond, burst: options.burst)
        breakers = Breakers(options)
    }

    func run() {
        while let pause = turn() { transfers.wait(milliseconds: pause) }
    }

    /// Returns for how many milliseconds there is nothing to do; nil when the courier was stopped.
    private func turn() -> Int? {
        guard let pause = begin(at: Clock.monotonic) else { return nil }
        let ended = transfers.advance()
        for (load, reply) in ended {
            switch load {
            case .parcel(let parcel, let request): finish(parcel, request, reply)
            case .errand(let place): finishErrand(to: place, reply)
            }
        }
        report(at: Clock.monotonic)
        return ended.isEmpty ? pause : 0
    }

    /// Begins what may begin now. Returns for how long nothing more may; nil when the courier was stopped.
    private func begin(at now: Int64) -> Int? {
        let waiting = satchel.waiting
        let rests = carrier.place.map { breakers[$0].allowance(of: 1, at: now) == 0 } ?? false
        if waiting > 0, !rests, !isOnErrand, let errand = carrier.errand(at: Clock.wall) { begin(errand, at: now) }
        let most =
            if isOnErrand { 0 } else if rests { waiting } else {
                allowance(of: min(waiting, options.requests - transfers.count), at: now)
            }
        guard let parcels = satchel.take(upTo: most) else { return nil }
        for parcel in parcels { begin(parcel, at: now) }
        return pause(at: now)
    }

    private func allowance(of most: Int, at now: Int64) -> Int {
        var count = 0
        while count < most, meter.allows(rate, now: now) { count += 1 }
        return count
    }

    private func pause(at now: Int64) -> Int {
        var pause = longestPause
        if let place = carrier.place, let end = breakers[place].reopens, end > now { pause = Int(end - now) }
        if !isOnErrand && satchel.waiting > 0 && transfers.count < options.requests {
            pause = min(pause, max(1, meter.wait(rate, now: now)))
        }
        return pause
    }

    private func begin(_ errand: Request, at now: Int64) {
        let isAdmitted = breakers.admits(errand.place, at: now)
        precondition(isAdmitted, "an errand to \(errand.place), which rests")
        isOnErrand = true
        transfers.begin(errand, with: .errand(place: errand.place))
    }

    private func begin(_ parcel: Parcel, at now: Int64) {
        let wall = Clock.wall
        guard wall < parcel.expiresAt else {
            return answer(parcel, .expired, "it expired before it could be sent")
        }
        let request: Request
        do {
            request = try carrier.request(for: parcel, at: wall)
        } catch {
            return answer(parcel, error.outcome, error.reason)
        }
        guard breakers.admits(request.place, at: now) else {
            let rest = max(0, Int((breakers[request.place].reopens ?? now) - now))
            let wait = retry.milliseconds(attempt: 0, after: rest, using: &random)
            return answer(parcel, .later(afterMilliseconds: wait), "\(request.place) rests after failures")
        }
        transfers.begin(request, with: .parcel(parcel, request))
    }

    private func finish(_ parcel: Parcel, _ request: Request, _ reply: Reply) {
        let verdict = verdict(on: reply, from: request.place) { carrier.verdict(on: $0, to: request) }
        note(verdict, of: request.place)
        answer(parcel, outcome(of: verdict, for: parcel, reply), verdict.reason, reply)
    }

    /// Without what it was sent for, no parcel can go.
    private func finishErrand(to place: String, _ reply: Reply) {
        isOnErrand = false
        let verdict = verdict(on: reply, from: place) { carrier.verdict(onErrand: $0, at: Clock.wall) }
        note(verdict, of: place)
        if verdict.judgement == .accepted { return }
        for parcel in satchel.take(upTo: .max) ?? [] {
            answer(parcel, outcome(of: verdict, for: parcel, reply), verdict.reason, reply)
        }
    }

    /// Where clients name the place, they are told no more than that there was no answer: why would tell them which hosts and
    /// ports there are in the gateway's own network.
    private func verdict(on reply: Reply, from place: String, by judge: (Reply) -> Verdict) -> Verdict {
        if reply.status > 0 { return judge(reply) }
        return Verdict(.ailing, carrier.place == nil ? "\(place) gave no answer" : reply.failure)
    }

    private func note(_ verdict: Verdict, of place: String) {
        if verdict.judgement == .ailing {
            breakers.failed(place, at: Clock.monotonic)
        } else {
            breakers.succeeded(place)
        }
    }

    private func outcome(of verdict: Verdict, for parcel: Parcel, _ reply: Reply) -> Outcome {
        switch verdict.judgement {
        case .accepted: return .accepted
        case .unregistered(let since): return .unregistered(since: since)
        case .refused: return .refused
        case .renewed where parcel.attempt == 0: return .later(afterMilliseconds: 0)
        case .busy, .ailing, .renewed:
            let wanted = reply.retryAfterSeconds * 1_000
            let wait = retry.milliseconds(attempt: parcel.attempt, after: wanted, using: &random)
            return .later(afterMilliseconds: wait)
        }
    }

    private func answer(_ parcel: Parcel, _ outcome: Outcome, _ reason: String, _ reply: Reply? = nil) {
        answers.append(
            Answer(
                id: parcel.id, outcome: outcome, isAttempt: reply != nil, status: reply?.status ?? 0,
                text: printable(reason, upTo: 200), milliseconds: reply?.milliseconds ?? 0))
    }

    private func report(at now: Int64) {
        let ceiling = carrier.place.map { breakers[$0].allowance(of: options.queue, at: now) } ?? options.queue
        let isRoomy = satchel.settle(answers.count, ceiling: ceiling)
        if !answers.isEmpty {
            answered(answers)
            answers = []
        }
        if isRoomy { hasRoom() }
    }

    private var retry: Retry { Retry(options: options) }
}

/// Nothing waits for it: whoever brings parcels wakes the thread.
private let longestPause = 60_000
