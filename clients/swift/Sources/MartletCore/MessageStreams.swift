/// The messages of all conversations: each is told once and in its conversation's order, and live ones wait while a
/// hole before them is filled.
final class MessageStreams {
    /// A message that has just come.
    struct Live {
        let message: JSON
        /// It was sent by this device, and stored.
        let isOwn: Bool
        let id: String
        let seq: Int

        /// Nil for a message without a place.
        init?(_ message: JSON, isOwn: Bool) {
            guard let id = message["conversationID"]?.string, let seq = message["seq"]?.int else { return nil }
            self.message = message
            self.isOwn = isOwn
            self.id = id
            self.seq = seq
        }
    }

    /// A conversation that is being filled: the live messages that wait, and up to where.
    private final class Filling {
        let id: String
        let end: Int
        var messages: [Live] = []

        init(_ id: String, to end: Int) {
            self.id = id
            self.end = end
        }
    }

    /// So many own messages are remembered as told.
    private static let mostOwnTold = 1000

    private unowned let sync: Sync
    private var filling: [String: Filling] = [:]
    /// Own messages that were told, by their `clientMsgId`: one may come by a resume and by its reply.
    private var ownTold = OrderedMap<Bool>()
    /// The last own message of conversations of which nothing else is known.
    private var early: [String: Int] = [:]

    init(_ sync: Sync) {
        self.sync = sync
    }

    /// A new session begins, or everything is looked at again: nothing is under way.
    func begin() {
        filling = [:]
    }

    func live(_ live: Live) {
        if live.isOwn, let position = sync.positions.of(live.id), live.seq > position + 1, filling[live.id] == nil {
            // Messages that came before it were missed.
            fill(live.id, from: position + 1, to: live.seq - 1)
        }
        if let filling = filling[live.id], !isLate(live) {
            filling.messages.append(live)
        } else if live.isOwn {
            tellOwn(live)
        } else {
            tell(live)
        }
    }

    /// Whether newer messages were told. Such a message is in no hole, so it must not wait for one: messages that
    /// wait are forgotten with the session, and this one would not be fetched again.
    func isLate(_ live: Live) -> Bool { live.seq <= sync.positions.of(live.id) ?? 0 }

    func resume(_ verdicts: JSON?) {
        for (id, verdict) in verdicts?.object?.members ?? [] {
            let seq = verdict["seq"]?.int ?? 0
            switch verdict["verdict"]?.string {
            case "recovered":
                for message in verdict["messages"]?.array ?? [] { tell(message) }
                sync.positions.have(id, seq)
            case "gap": fill(id, from: verdict["from"]?.int ?? seq, to: verdict["to"]?.int ?? seq)
            default: reset(id, seq, why: verdict["why"])
            }
        }
    }

    /// Fills the hole that the list shows.
    func compare(_ id: String, _ seq: Int) {
        guard let position = sync.positions.of(id) else { return list(id, seq) }
        if position < seq, filling[id] == nil { fill(id, from: position + 1, to: seq) }
    }

    /// A conversation of which nothing was known is there, with all before `seq` + 1.
    func list(_ id: String, _ seq: Int) {
        sync.positions.listed[id] = seq
        if early.removeValue(forKey: id) == seq + 1 { sync.positions.have(id, seq + 1) }
    }

    private func tell(_ message: JSON) {
        if let live = Live(message, isOwn: false) { tell(live) }
    }

    private func tell(_ live: Live) {
        guard live.seq > sync.positions.conversations[live.id] ?? 0 else { return }
        sync.positions.have(live.id, live.seq)
        if live.message["from"]?.string == sync.user, isTold(live.message) { return }
        sync.deliver(Event("message.new", sync.changes.current(live.message)))
    }

    private func tellOwn(_ live: Live) {
        // Messages before it may have been missed. Where the conversation begins, the user's stream or the list says.
        if sync.positions.of(live.id) == nil {
            early[live.id] = live.seq
        } else {
            sync.positions.have(live.id, live.seq)
        }
        if !isTold(live.message) { sync.deliver(Event("message.sent", sync.changes.current(live.message))) }
    }

    /// Whether an own message was told before.
    private func isTold(_ message: JSON) -> Bool {
        // Notifications of what the user did have no name: their places tell them apart.
        guard let id = message["clientMsgId"]?.string, !id.isEmpty else { return false }
        if ownTold[id] != nil { return true }
        ownTold[id] = true
        if ownTold.count > Self.mostOwnTold { ownTold.removeOldest() }
        return false
    }

    private func reset(_ id: String, _ seq: Int, why: JSON? = nil) {
        sync.positions.reset(id, seq)
        var data: JSON = ["stream": JSON(id), "isGone": false]
        data["why"] = why
        sync.deliver(Event("sync.reset", data))
    }

    /// Fetches the messages of a conversation; live ones wait meanwhile.
    private func fill(_ id: String, from first: Int, to end: Int) {
        if end - first >= sync.gapLimit {
            sync.positions.have(id, end)
            sync.deliver(Event("sync.gap", ["conversationID": JSON(id), "from": JSON(first), "to": JSON(end)]))
            return
        }
        sync.positions.have(id, first - 1)
        let filling = Filling(id, to: end)
        self.filling[id] = filling
        read(filling, after: first - 1)
    }

    private func read(_ filling: Filling, after cursor: Int) {
        let (id, end) = (filling.id, filling.end)
        guard cursor < end else { return finish(filling) }
        let page: JSON = ["conversationID": JSON(id), "direction": "newer", "cursor": JSON(cursor), "limit": 100]
        sync.read("message.history", page) { [self] result in
            guard self.filling[id] === filling else { return }
            switch result {
            case .success(let page):
                for message in page["messages"]?.array ?? [] where message["seq"]?.int ?? .max <= end { tell(message) }
                if page["isFinished"]?.bool == false, let next = page["cursor"]?.int {
                    return read(filling, after: next)
                }
                finish(filling)
            case .failure(let error):
                if sync.isOver(id, error) { return }
                reset(id, end)
                release(filling)
            }
        }
    }

    private func finish(_ filling: Filling) {
        sync.positions.have(filling.id, filling.end)
        release(filling)
    }

    private func release(_ filling: Filling) {
        self.filling[filling.id] = nil
        for message in filling.messages { live(message) }
    }
}
