/// What a thread's clients do with their sessions. Clients are named by their places in `users`.
protocol Scenario: SendableMetatype {
    /// Whose sessions the thread opens, one client each.
    var users: [String] { get }
    var tally: Tally { get }

    /// All sessions of all threads are open, and sending begins.
    mutating func begin(_ schedule: Schedule, at now: Int64, _ fleet: Fleet)
    /// At the end of every turn: what has become due by the clock alone.
    mutating func tick(at now: Int64, _ fleet: Fleet)
    /// The text is good until this returns.
    mutating func received(_ text: UnsafeRawBufferPointer, by client: Int, at now: Int64, _ fleet: Fleet)
    mutating func lost(_ client: Int, reason: String)

    /// Sending is over.
    mutating func stop(at now: Int64)
    /// Nothing is awaited any more.
    var isSettled: Bool { get }
    /// Nothing comes any more; what is still missing is missing.
    mutating func finish()
}

/// What a thread has of everything that the threads divide among them.
struct Share: Sendable {
    let thread: Int
    let threads: Int

    func part(of count: Int) -> Range<Int> {
        thread * count / threads..<(thread + 1) * count / threads
    }
}
