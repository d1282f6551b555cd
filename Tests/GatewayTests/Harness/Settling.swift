import Client
import JSON
import Testing

// Events come when they come. A session's own write is answered after all that was committed before it, so that what has
// not come before the answer was not sent.
extension ClientSession {
    /// All events of what was committed so far, in the order in which they came, and none twice; without what tells of
    /// others' presence and profiles, which is gathered and comes later.
    func settle() throws -> [ServerEvent] {
        try settleAll().filter { !$0.name.hasPrefix("subscription.") }
    }

    func settleAll() throws -> [ServerEvent] {
        _ = try request("stream.ack", #"{"user": 0}"#).get()
        return takeEvents()
    }

    /// Also the events of a round of unread counts (C-22), which begins up to a quarter of a second after the round before it.
    func settleRounds() throws -> [ServerEvent] {
        // By the third answer this shard knows of every message before the first, and has ended the round that was under way.
        var events = try settle() + settle() + settle()
        pause(.milliseconds(400))
        // Its rest is over: the next round is committed before the second answer.
        events += try settle() + settle()
        return events
    }

    /// Everything that a request causes, in the order in which it comes: `reply`, `error`, or the name of an event.
    func arrivals(of operation: String, _ data: String) throws -> [String] {
        _ = try settle()
        let (request, barrier) = (uniqueNumber(), uniqueNumber())
        try connection.send(#"{"id": \#(request), "op": "\#(operation)", "data": \#(data)}"#)
        try connection.send(#"{"id": \#(barrier), "op": "stream.ack", "data": {"user": 0}}"#)
        var arrivals: [String] = []
        while case .text(let text) = try connection.receive() {
            switch try ServerMessage(text) {
            case .reply(barrier, _): return arrivals
            case .reply(let id, let reply):
                #expect(id == request)
                arrivals.append(reply.error == nil ? "reply" : "error")
            case .event(let event) where event.name.hasPrefix("subscription."): continue
            case .event(let event): arrivals.append(event.name)
            }
        }
        throw Overdue(description: "the connection ended behind \(arrivals)")
    }

    /// A request with an idempotency key.
    func request(_ operation: String, _ data: String, key: String) throws -> Reply {
        let id = uniqueNumber()
        try connection.send(#"{"id": \#(id), "op": "\#(operation)", "key": "\#(key)", "data": \#(data)}"#)
        return try reply(to: id)
    }
}

/// The body must give each session exactly these events: see `ServerEvent.eventLines`.
func expectEventLines(
    _ sessions: ClientSession..., are expected: [[String]], sourceLocation: SourceLocation = #_sourceLocation,
    of body: () throws -> Void
) throws {
    _ = try sessions.map { try $0.settle() }
    try body()
    let eventLines = try sessions.map { try $0.eventLines() }
    #expect(eventLines == expected, sourceLocation: sourceLocation)
}

/// The events that the body gives each session, and none from before.
func told(_ sessions: ClientSession..., of body: () throws -> Void) throws -> [[String]] {
    _ = try sessions.map { try $0.settle() }
    try body()
    return try sessions.map { try $0.eventLines() }
}

/// Beyond the ids that a session counts for itself.
private func uniqueNumber() -> UInt64 { .random(in: 1 << 40..<1 << 50) }
