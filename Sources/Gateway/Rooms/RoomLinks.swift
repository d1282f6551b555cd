import Cluster
import Domain
import EventLoop
import Locking
import Meters
import Settings
import Telemetry
import Transport

/// The way of rooms' letters between this node of a cluster and the others. All that goes to a node within 20 ms is one packet,
/// for all rooms together.
///
/// A packet that is lost takes the link down for both nodes, so each knows that something may be missing.
final class RoomLinks: Sendable {
    typealias Send = @Sendable (LinkMessage, Incarnation) -> Void

    private struct Link {
        var letters: [[UInt8]] = []
        /// The bytes that may still go; below 0 after those that were not to be kept back.
        var allowance: Int
        var refilledAt: Milliseconds
    }

    private struct State {
        var own: NodeNumber = 0
        /// To those that are to be reached.
        var links: [NodeNumber: Link] = [:]
        /// When the letters that wait go.
        var sendsAt: Milliseconds?
        var nextReport: Milliseconds = 0
        var hasReported = false
        var send: Send = { _, _ in }
    }

    private let state = Lock(State())
    private let node: Node<ShardGateway>
    private let records: RoomRecords
    private let metrics: Metrics
    private let settings: Configuration.Rooms
    private let log: Log
    private let worker = Lock<QueueWorker<RoomMoves>?>(nil)

    init(
        _ configuration: Configuration, _ node: Node<ShardGateway>, _ records: RoomRecords, _ metrics: Metrics,
        _ log: Log
    ) {
        settings = configuration.rooms
        self.node = node
        self.records = records
        self.metrics = metrics
        self.log = log
    }

    /// From here on letters go. `moves`: what the leader does for rooms whose homes are not to be reached.
    func start(_ moves: sending RoomMoves, _ send: @escaping Send) {
        state.withLock { $0.send = send }
        let made = QueueWorker("room-links", moves) { [self] moves in
            let now = Milliseconds(Clock.monotonic)
            flush(now)
            report(now)
            let next = min(moves.run(links: self, now: now), nextMoment)
            return next.rawValue * 1_000_000
        }
        worker.withLock { $0 = made }
        made.wake()
    }

    func stop() { worker.withLock { $0 }?.stop() }

    var own: NodeNumber { state.withLock(\.own) }

    func reaches(_ node: NodeNumber) -> Bool { state.withLock { $0.links[node] != nil } }

    // MARK: - Sending

    /// For those that are to be reached. The home's draw has taken the link's bytes into account.
    func post(_ letter: RoomLetter, to nodes: some Sequence<NodeNumber>) {
        let bytes = letter.bytes
        put { state in
            for node in nodes {
                state.links[node]?.letters.append(bytes)
                state.links[node]?.allowance -= bytes.count
            }
        }
    }

    /// A client's request. False: the link's bytes are spent, or the node is not to be reached.
    func ask(_ letter: RoomLetter, of node: NodeNumber) -> Bool {
        guard allowance(to: node) > 0 else { return false }
        post(letter, to: CollectionOfOne(node))
        return true
    }

    /// The bytes that may go to the node now.
    func allowance(to node: NodeNumber) -> Int {
        let now = Milliseconds(Clock.monotonic)
        return state.withLock { state in
            guard var link = state.links[node] else { return 0 }
            let perSecond = settings.linkBytesPerSecond
            let gained = Int((now - link.refilledAt).rawValue) * perSecond / 1_000
            // Nothing is saved up for longer than a second.
            link.allowance = min(perSecond, link.allowance + gained)
            link.refilledAt = now
            state.links[node] = link
            return link.allowance
        }
    }

    private func put(_ body: (inout State) -> Void) {
        let begins = state.withLock { state in
            body(&state)
            guard state.sendsAt == nil else { return false }
            state.sendsAt = Milliseconds(Clock.monotonic) + gathering
            return true
        }
        if begins { worker.withLock { $0 }?.wake() }
    }

    private var nextMoment: Milliseconds {
        state.withLock { min($0.sendsAt ?? $0.nextReport, $0.nextReport) }
    }

    private func flush(_ now: Milliseconds) {
        let (packets, send) = state.withLock { state -> ([(NodeNumber, [[UInt8]])], Send) in
            guard let moment = state.sendsAt, moment <= now else { return ([], state.send) }
            state.sendsAt = nil
            let full = state.links.filter { !$0.value.letters.isEmpty }
            for node in full.keys { state.links[node]?.letters = [] }
            return (full.map { ($0.key, $0.value.letters) }, state.send)
        }
        for (node, letters) in packets { send(.rooms(RoomLetter.packet(of: letters)), node.incarnation) }
    }

    // MARK: - Reports

    /// L-07: each second, as long as rooms are in use here, and once more.
    private func report(_ now: Milliseconds) {
        let (isDue, others, hasReported) = state.withLock { state in
            defer { if state.nextReport <= now { state.nextReport = now + betweenReports } }
            return (state.nextReport <= now, Array(state.links.keys), state.hasReported)
        }
        guard isDue else { return }
        if records.forgetSilent(now: now) { tellReports() }
        let own = records.own
        guard !own.isEmpty || hasReported else { return }
        state.withLock { $0.hasReported = !own.isEmpty }
        let participants = metrics.shards.reduce(0) { $0 + $1.roomParticipants.value }
        let report = RoomRecords.Report(
            records: own, bytesPerParticipant: settings.bytesPerSecond / max(1, participants))
        post(.report(report), to: others)
    }

    private func tellReports() { node.broadcast { $0.rooms.reportsCame() } }

    // MARK: - Receiving

    /// True: the event was for rooms alone.
    func take(_ event: NodeEvent) -> Bool {
        switch event {
        case .message(.rooms(let packet), let other):
            take(packet, from: NodeNumber(other))
            return true
        case .linkUp(let other):
            let number = NodeNumber(other)
            let link = Link(allowance: settings.linkBytesPerSecond, refilledAt: Milliseconds(Clock.monotonic))
            state.withLock { $0.links[number] = link }
            node.broadcast { $0.rooms.linkIsUp(to: number) }
        case .linkDown(let other):
            let number = NodeNumber(other)
            state.withLock { $0.links[number] = nil }
            node.broadcast { $0.rooms.linkIsDown(to: number) }
        default: break
        }
        return false
    }

    private func take(_ packet: [UInt8], from other: NodeNumber) {
        do throws(RecordError) {
            for letter in try RoomLetter.letters(in: packet, keep: settings.keep) { take(letter, from: other) }
        } catch {
            log.error("what another node says of rooms cannot be read", ["reason": "\(error)"])
        }
    }

    private func take(_ letter: RoomLetter, from other: NodeNumber) {
        if case .report(let report) = letter {
            records.note(report, from: other, now: Milliseconds(Clock.monotonic))
            return tellReports()
        }
        guard let id = letter.room else { preconditionFailure("a letter is about a room, or a report") }
        node.mailboxes[RoomHomes.shard(of: id, among: node.mailboxes.count)].post { $0.rooms.take(letter, from: other) }
    }

    /// This node has another number from now on, and no links; its rooms are over, as its sessions are.
    func begin(_ incarnation: Incarnation) {
        let isFirst = state.withLock { state in
            defer { (state.own, state.links) = (NodeNumber(incarnation), [:]) }
            return state.own == 0
        }
        if !isFirst { node.broadcast { $0.rooms.forgetAll() } }
    }
}

extension NodeNumber {
    init(_ incarnation: Incarnation) { self.init(rawValue: Int64(bitPattern: incarnation.number)) }

    var incarnation: Incarnation { Incarnation(UInt64(bitPattern: rawValue)) }
}

/// A row of a link costs as much as dozens of letters in it.
private let gathering: Milliseconds = 20
private let betweenReports: Milliseconds = 1_000
