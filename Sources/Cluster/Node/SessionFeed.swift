/// The feed of one session while it begins. Its login's record holds only the seat. The messages that the session
/// missed are read from a snapshot of its node's store, later, and events go on behind that snapshot.
package struct SessionFeed<Event> {
    private enum State {
        /// The login is in the log, and its snapshot is being read.
        case reading([(position: Position, event: Event)])
        case open(since: Position)
    }

    private var state = State.reading([])

    package init() {}

    /// Whether the event is to be told now; otherwise it waits for the snapshot, or is in it.
    package mutating func take(_ event: Event, at position: Position) -> Bool {
        switch state {
        case .reading(var waiting):
            waiting.append((position, event))
            state = .reading(waiting)
            return false
        case .open(let snapshot): return position > snapshot
        }
    }

    /// The snapshot has been read, and shows everything up to its position. Returns the events behind it.
    package mutating func open(at snapshot: Position) -> [Event] {
        guard case .reading(let waiting) = state else { preconditionFailure("the session is open") }
        state = .open(since: snapshot)
        return waiting.filter { $0.position > snapshot }.map(\.event)
    }
}
