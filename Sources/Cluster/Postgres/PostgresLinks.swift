import EventLoop
import Locking

/// Links by the database: what goes to a node are rows of an unlogged table, and a notification on a channel of the node's.
/// A crash of the database loses rows, and then the links begin anew (docs/decisions/038).
package final class PostgresLinks: NodeLinks {
    private struct State {
        var own: Incarnation?
        var streams = LinkStreams(silence: silence)
        /// Packets that are not sent yet, by receiver.
        var outbox: [Incarnation: [LinkPacket]] = [:]
        var isSending = false
        var hasStopped = false
        var sending = LinkTrouble()
        var receiving = LinkTrouble()
        var deliver: @Sendable (NodeEvent) -> Void = { _ in }

        var problem: String? { receiving.problem ?? sending.problem }
    }

    private let state = Lock(State())
    private let sender: QueueConfined<LinkRows>
    private let receiver: QueueConfined<LinkRows>

    package init(_ options: PostgresLogOptions) {
        sender = QueueConfined("cluster-link-sender", LinkRows(options))
        receiver = QueueConfined("cluster-link-receiver", LinkRows(options))
    }

    /// Hands events of links to the node from now on, which has begun.
    package func start(_ deliver: @escaping @Sendable (NodeEvent) -> Void) {
        state.withLock { $0.deliver = deliver }
        receiver.async { [self] in receive($0, nextBeat: .min) }
    }

    /// Returns when nothing of it runs any more. Packets that are not sent by then are lost.
    package func stop() {
        state.withLock { $0.hasStopped = true }
        receiver.sync { _ in }
        sender.sync { _ in }
        state.withLock { $0.deliver = { _ in } }
    }

    /// Packets that are not sent yet.
    package var waiting: Int { state.withLock { $0.outbox.values.reduce(0) { $0 + $1.count } } }

    package func began(_ incarnation: Incarnation) {
        state.withLock { state in
            state.own = incarnation
            state.streams = LinkStreams(silence: silence)
            state.outbox = [:]
            if state.problem != nil { state.deliver(.linksFail(nil)) }
            (state.sending, state.receiving) = (LinkTrouble(), LinkTrouble())
        }
    }

    package func send(_ message: LinkMessage, to other: Incarnation) {
        take { streams in
            var outcome = LinkStreams.Outcome()
            if let packet = streams.packet(with: message, to: other) { outcome.packets = [(other, packet)] }
            return outcome
        }
    }

    /// Hands on what the streams say. Packets beyond the bound are lost; the receiver finds the gap.
    private func take(_ body: (inout LinkStreams) -> LinkStreams.Outcome) {
        let begins = state.withLock { state in
            let outcome = body(&state.streams)
            for (other, packet) in outcome.packets where state.outbox[other, default: []].count < mostWaiting {
                state.outbox[other, default: []].append(packet)
            }
            // Within the lock, so that events of two queues keep their order.
            for event in outcome.events { state.deliver(event) }
            let begins = !state.outbox.isEmpty && !state.isSending && !state.hasStopped
            if begins { state.isSending = true }
            return begins
        }
        if begins { sender.async { [self] in flush($0) } }
    }

    private func note(_ error: LogError?, at way: any WritableKeyPath<State, LinkTrouble> & Sendable) {
        state.withLock { state in
            let before = state.problem
            state[keyPath: way].note(error, at: Clock.monotonic)
            if state.problem != before { state.deliver(.linksFail(state.problem)) }
        }
    }

    // MARK: - On the sender's queue

    private func flush(_ rows: LinkRows) {
        while true {
            let (own, outbox) = state.withLock { state in
                defer { state.outbox = [:] }
                if state.outbox.isEmpty || state.hasStopped { state.isSending = false }
                return (state.own, state.outbox)
            }
            guard let own, !outbox.isEmpty else { return }
            defer { Clock.sleep(milliseconds: betweenSends) }
            for (other, packets) in outbox.sorted(by: { $0.key < $1.key }) {
                do throws(LogError) {
                    try rows.send(packets, from: own, to: other)
                    note(nil, at: \.sending)
                } catch {
                    // Lost: the receiver finds the gap, or hears nothing, and the links begin anew.
                    note(error, at: \.sending)
                }
            }
        }
    }

    // MARK: - On the receiver's queue

    private func receive(_ rows: LinkRows, nextBeat: Moment) {
        guard let own = state.withLock({ $0.hasStopped ? nil : $0.own }) else { return }
        var nextBeat = nextBeat
        do throws(LogError) {
            for (other, packet) in try rows.receive(by: own, waiting: betweenBeats) {
                take { $0.take(packet, from: other, at: Clock.monotonic) }
            }
            if Clock.monotonic >= nextBeat {
                let members = try rows.members(without: own)
                take { $0.take(members: members, at: Clock.monotonic) }
                // To nobody nothing can fail.
                if members.isEmpty { note(nil, at: \.sending) }
            }
            note(nil, at: \.receiving)
        } catch {
            // The database is away, or has no tables yet.
            note(error, at: \.receiving)
            Clock.sleep(milliseconds: Int(betweenBeats))
        }
        if Clock.monotonic >= nextBeat {
            nextBeat = Clock.monotonic + betweenBeats
            take { $0.beat(at: Clock.monotonic) }
        }
        let next = nextBeat
        receiver.async { [self] in receive($0, nextBeat: next) }
    }
}

/// Why one direction fails, once it has done so for long: single packets may be lost.
private struct LinkTrouble {
    private var since: Moment?
    private(set) var problem: String?

    mutating func note(_ error: LogError?, at now: Moment) {
        guard let error else { return self = LinkTrouble() }
        let first = since ?? now
        since = first
        if now - first >= silence { problem = "\(error)" }
    }
}

/// Milliseconds.
private let silence: Moment = 2_000
private let betweenBeats: Moment = 250
/// A row costs as much as dozens of packets in it, so those that come meanwhile go together: the sender's queue sleeps so long
/// behind each.
private let betweenSends = 4
/// Packets for one node that wait for the database.
private let mostWaiting = 4_096
