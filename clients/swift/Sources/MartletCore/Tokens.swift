/// Asks the application for tokens, one question at a time: all that need a token while one is asked for get that
/// one.
final class Tokens {
    /// An application that gives no token for so long, since its own request hangs, is asked again.
    private static let patience = 30_000

    private let scheduler: Scheduler
    private let ask: (_ question: Int, _ isRefused: Bool) -> Void
    /// Counts questions: an answer that comes too late is to an earlier one.
    private var question = 0
    private var asking: Later<Result<String, MartletError>>?
    private var timer: Scheduler.Timer?

    init(_ scheduler: Scheduler, ask: @escaping (_ question: Int, _ isRefused: Bool) -> Void) {
        self.scheduler = scheduler
        self.ask = ask
    }

    /// - Parameter isRefused: whether the gateway has refused the last token
    func get(isRefused: Bool, _ done: @escaping (Result<String, MartletError>) -> Void) {
        if let asking { return asking.then(done) }
        let asking = Later<Result<String, MartletError>>(scheduler)
        self.asking = asking
        asking.then(done)
        timer = scheduler.after(Self.patience) { [weak self] in
            self?.end(noToken("the application gave no token in time"))
        }
        question += 1
        ask(question, isRefused)
    }

    /// The application gives the token that it was asked for, or has none.
    func give(_ token: String?, to question: Int) {
        guard question == self.question, asking != nil else { return }
        if let token, token != "" { end(.success(token)) } else { end(noToken("the application gave no token")) }
    }

    private func end(_ result: Result<String, MartletError>) {
        scheduler.cancel(timer)
        let asking = asking
        self.asking = nil
        asking?.settle(result)
    }
}

private func noToken(_ message: String) -> Result<String, MartletError> {
    .failure(MartletError(name: "noToken", message: message))
}

/// Gives a session new tokens before the last one ends.
final class TokenRefresh {
    private let scheduler: Scheduler
    /// Gets a token and sends it; it then says whether the gateway has it.
    private let refresh: (@escaping (Bool) -> Void) -> Void
    private var since: Int
    private var timer: Scheduler.Timer?
    private var isStopped = false

    init(_ scheduler: Scheduler, refresh: @escaping (@escaping (Bool) -> Void) -> Void) {
        self.scheduler = scheduler
        self.refresh = refresh
        since = scheduler.now
    }

    /// The token ends at this time of this device's clock. A token that is shorter than the gateway's notice comes
    /// with it at once, and is replaced at half of its time.
    func due(_ end: Int) {
        let isYoung = scheduler.now - since < 5000
        after(isYoung ? max(0, (end - scheduler.now) / 2) : 0, end)
    }

    func stop() {
        isStopped = true
        scheduler.cancel(timer)
    }

    private func after(_ wait: Int, _ end: Int) {
        scheduler.cancel(timer)
        timer = scheduler.after(wait) { [weak self] in
            self?.refresh { isTaken in self?.refreshed(isTaken, end) }
        }
    }

    private func refreshed(_ isTaken: Bool, _ end: Int) {
        if isTaken {
            since = scheduler.now
        } else if !isStopped, scheduler.now < end {
            // The application has none now: again and again until the session is over.
            after(max(1000, (end - scheduler.now) / 4), end)
        }
    }
}
