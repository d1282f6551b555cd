import Cluster

/// A device of a user: connects to any node, asks, listens, and checks what it hears.
final class ModelClient {
    private enum State: CustomStringConvertible {
        case away
        case connecting(Host, UInt64)
        case open(Host, UInt64)

        var description: String {
            switch self {
            case .away: "away"
            case .connecting(let host, let session): "connecting to \(host.index) as \(session)"
            case .open(let host, let session): "at \(host.index) as \(session)"
            }
        }
    }

    private unowned let world: World
    let user: String
    private let device: String
    private var state = State.away
    /// Messages to the user that the session knows of.
    private var count: Int64 = 0
    /// Requests without a reply, in order.
    private var waiting: [UInt64] = []

    init(_ world: World, _ user: String, _ device: String) {
        self.world = world
        self.user = user
        self.device = device
    }

    /// Nil if it waits for nothing.
    var complaint: String? { waiting.isEmpty ? nil : "\(user)/\(device) waits for \(waiting), \(state)" }

    func act() {
        // Some come back no more.
        if case .away = state, world.chance(world.isQuiet ? 3 : 30) { return }
        defer { world.after(world.random(5...60)) { [self] in act() } }
        switch state {
        case .away:
            if world.isEnding { return }
            guard let host = world.pick(world.hosts), let session = host.connect(self, user) else { return }
            state = .connecting(host, session)
            send("login \(user) \(device)", .login, host, session)
        case .connecting: break
        case .open(let host, let session):
            if world.isQuiet, !world.chance(60) || world.isEnding { return host.look(session) }
            if world.chance(25) { return host.hangUp(session) }
            if waiting.count < 3 { ask(host, session) }
        }
    }

    private func ask(_ host: Host, _ session: UInt64) {
        let who = "\(user) \(device)"
        switch world.random(0...11) {
        case 0...2: send("put \(who) k\(world.random(0...4))", .change, host, session)
        case 3...6: send("send \(who) u\(world.random(0...Int64(world.options.users) - 1))", .change, host, session)
        case 7: send("list \(who) l\(world.random(0...5))", .change, host, session)
        case 8: send("nothing \(who)", .change, host, session)
        // The last moments are for what faults have left.
        case 9 where world.chance(60) && !world.isQuiet: send("poison \(who)", .change, host, session)
        default: host.look(session)
        }
    }

    private func send(_ text: String, _ kind: SessionRequest.Kind, _ host: Host, _ session: UInt64) {
        let ticket = world.newTicket()
        waiting.append(ticket)
        host.request(
            SessionRequest(session: session, ticket: ticket, kind: kind, bytes: Array("\(text) \(ticket)".utf8)))
    }

    // MARK: - What it hears

    private func isMine(_ session: UInt64) -> Bool {
        switch state {
        case .away: false
        case .connecting(_, let mine), .open(_, let mine): mine == session
        }
    }

    func replied(_ reply: ModelRequest, _ session: UInt64) {
        guard isMine(session) else { return world.ledger.fail("a reply after the session's end") }
        world.ledger.require(waiting.first == reply.ticket, "replies are out of order: \(reply.words), \(waiting)")
        if !waiting.isEmpty { waiting.removeFirst() }
    }

    func began(_ count: Int64, _ session: UInt64) {
        guard case .connecting(let host, session) = state else { return world.ledger.fail("a second beginning") }
        state = .open(host, session)
        self.count = count
    }

    func heard(_ count: Int64, _ session: UInt64) {
        guard case .open(_, session) = state else { return world.ledger.fail("an event outside of the session") }
        world.ledger.require(count == self.count + 1, "\(user) hears of message \(count) after \(self.count)")
        self.count = count
    }

    /// Nothing was done.
    func refused(_ request: SessionRequest) {
        if isMine(request.session) { waiting.removeAll { $0 == request.ticket } }
    }

    func closed(_ session: UInt64, at host: Host) {
        guard isMine(session) else { return }
        state = .away
        waiting = []
    }
}
