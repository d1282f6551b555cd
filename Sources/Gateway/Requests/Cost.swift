import Chat
import ClientProtocol
import Domain
import EventLoop
import Routing
import Storage
import Transport

/// The cost of requests: one each, when they come, and more for the work that they turn out to cause. A session's meter and its
/// user's are charged the one, the user's meter the rest.
enum Cost {
    /// A login does as much as some requests, before the store has done anything.
    private static let login = 4
    /// So many streams that a login names cost as much as a request.
    private static let streamsPerRequest = 25
    /// So many steps of the store's cost as much as a request; a message to one user takes fewer.
    private static let stepsPerRequest = 2_000
    /// A member or follower who is told, or looked at, costs as much as so many steps.
    private static let stepsPerVisit = 4

    static func ofLogin(naming streams: Int) -> Int { login + streams / streamsPerRequest }

    /// Of what has been done since there were fewer steps, beside the one that was paid for when it came.
    static func ofSteps(_ steps: Int) -> Int { steps / stepsPerRequest }

    /// The steps of the store and of the domain since the start.
    static func steps(_ store: any Transaction, _ chat: ChatState) -> Int {
        store.steps + chat.work.visits * stepsPerVisit
    }
}

extension PendingReply {
    /// Does the work and has the user pay for the steps that it took. Refused, and nothing is done, if what came before has cost
    /// more than the user has: requests come faster than it is known what they cost.
    func paying<Result>(
        _ rate: RateLimit, _ steps: () -> Int, _ work: () throws -> Result
    ) throws -> Result {
        guard let payer else { return try work() }
        let now = Clock.monotonic
        if payer.isOverdrawn(rate, now: now) { throw Refusal(.rateLimited) }
        let before = steps()
        defer { payer.charge(rate, now: now, cost: Cost.ofSteps(steps() - before)) }
        return try work()
    }
}
