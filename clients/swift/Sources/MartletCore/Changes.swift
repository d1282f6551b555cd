/// Changes of messages after they were sent: docs/message-life.md#changes. Each is told once and in order, as
/// `message.changed` with the whole message, or as `message.gone` if it is kept no longer.
final class Changes {
    /// A conversation whose changes are being fetched: the live ones that wait, and up to where.
    private final class Filling {
        let id: String
        let end: Int
        var changes: [JSON] = []

        init(_ id: String, to end: Int) {
            self.id = id
            self.end = end
        }
    }

    /// So many changed messages are remembered as they are now.
    private static let mostRemembered = 1000

    private unowned let sync: Sync
    private var filling: [String: Filling] = [:]
    /// Messages as the newest change left them: a page that was read before a change may come after it.
    private var current = OrderedMap<JSON>()
    /// Messages that are gone, by their ids: a page that was read before may still have them.
    private var gone = OrderedMap<Bool>()
    /// Where the list showed changes to stand before any was told: a page that is older lacks some of them.
    private var listed: [String: Int] = [:]

    init(_ sync: Sync) {
        self.sync = sync
    }

    /// A new session begins, or everything is looked at again: nothing is under way.
    func begin() {
        filling = [:]
    }

    func resume(_ verdicts: JSON?) {
        for (id, verdict) in verdicts?.object?.members ?? [] {
            let seq = verdict["seq"]?.int ?? 0
            switch verdict["verdict"]?.string {
            case "recovered":
                for change in verdict["changes"]?.array ?? [] { tell(id, change) }
                sync.positions.changes[id] = seq
            case "gap": fill(id, after: (verdict["from"]?.int ?? 1) - 1, to: seq)
            default: reset(id, seq)
            }
        }
    }

    /// The data of a live event.
    func live(_ data: JSON) {
        guard let id = data["conversationID"]?.string else { return }
        if let filling = filling[id] { filling.changes.append(data) } else { tell(id, data) }
    }

    /// The list shows where a conversation's changes stand.
    func compare(_ id: String, _ change: Int?) {
        let change = change ?? 0
        guard let place = sync.positions.changes[id] else {
            sync.positions.changes[id] = change
            listed[id] = change
            return
        }
        if place < change, filling[id] == nil { fill(id, after: place, to: change) }
    }

    /// A page of messages was read: takes in the changes that it lacks of those that were there before the first
    /// one is told.
    /// - Parameter change: the last one that is in the page
    func complete(_ id: String, _ change: Int, _ done: @escaping (MartletError?) -> Void) {
        if sync.positions.changes[id] == nil { sync.positions.changes[id] = change }
        guard change < listed[id] ?? 0 else { return done(nil) }
        sync.read("message.changes", ["conversationID": JSON(id), "after": JSON(change)]) { [self] result in
            switch result {
            case .failure(let error): done(error)
            case .success(let page):
                for one in page["changes"]?.array ?? [] {
                    if let message = one["message"] { remember(message) } else { forget([one["msgId"]?.string ?? ""]) }
                }
                guard page["isFinished"]?.bool == false, let next = page["change"]?.int, next > change else {
                    return done(nil)
                }
                complete(id, next, done)
            }
        }
    }

    /// A message that was read, as the changes that were told have left it.
    func current(_ message: JSON) -> JSON {
        guard let current = current[message["msgId"]?.string ?? ""] else { return message }
        return newer(current, message)
    }

    /// The messages of a page that are still there, as the changes that were told have left them.
    func present(_ messages: [JSON]) -> [JSON] {
        messages.filter { gone[$0["msgId"]?.string ?? ""] == nil }.map { current($0) }
    }

    /// Messages are gone for this user.
    func forget(_ ids: [String]) {
        for id in ids {
            current[id] = nil
            gone[id] = true
        }
        while gone.count > Self.mostRemembered { gone.removeOldest() }
    }

    private func tell(_ id: String, _ told: JSON) {
        guard let change = told["change"]?.int, change > sync.positions.changes[id] ?? 0 else { return }
        sync.positions.changes[id] = change
        var data: JSON = ["conversationID": JSON(id), "change": JSON(change)]
        guard let message = told["message"] else {
            if let msgId = told["msgId"]?.string { forget([msgId]) }
            for name in ["msgId", "seq"] { data[name] = told[name] }
            return sync.deliver(Event("message.gone", data))
        }
        remember(message)
        data["message"] = current(message)
        sync.deliver(Event("message.changed", data))
    }

    private func remember(_ message: JSON) {
        guard let id = message["msgId"]?.string else { return }
        current.moveToEnd(id, current(message))
        if current.count > Self.mostRemembered { current.removeOldest() }
    }

    /// Fetches the changes after a place; live ones wait meanwhile.
    private func fill(_ id: String, after place: Int, to end: Int) {
        let filling = Filling(id, to: end)
        sync.positions.changes[id] = place
        self.filling[id] = filling
        read(filling, after: place)
    }

    private func read(_ filling: Filling, after place: Int) {
        let id = filling.id
        sync.read("message.changes", ["conversationID": JSON(id), "after": JSON(place)]) { [self] result in
            guard self.filling[id] === filling else { return }
            switch result {
            case .success(let page):
                for change in page["changes"]?.array ?? [] { tell(id, change) }
                let next = page["change"]?.int ?? filling.end
                sync.positions.changes[id] = next
                if page["isFinished"]?.bool == false { return read(filling, after: next) }
            case .failure(let error):
                if sync.isOver(id, error) { return }
                // gw 1005: the place is no longer known.
                reset(id, filling.end)
            }
            self.filling[id] = nil
            for data in filling.changes { live(data) }
        }
    }

    private func reset(_ id: String, _ place: Int) {
        sync.positions.changes[id] = place
        sync.deliver(Event("sync.reset", ["stream": JSON(id), "isGone": false]))
    }
}

/// The newer one of two versions of a message; the other one if they are of the same change. Only the events that
/// the gateway tells a user of own reactions say which are the user's (`mine`): others' reactions do not change
/// that.
func newer(_ one: JSON, _ other: JSON) -> JSON {
    let isLater = (one["change"]?.int ?? 0) <= (other["change"]?.int ?? 0)
    let (kept, now) = isLater ? (one, other) : (other, one)
    var own: [String: JSON] = [:]
    for reaction in kept["reactions"]?.array ?? [] {
        if let name = reaction["reaction"]?.string { own[name] = reaction["mine"] }
    }
    guard !own.isEmpty, let reactions = now["reactions"]?.array else { return now }
    var merged = now
    merged["reactions"] = JSON(
        reactions.map { reaction in
            var reaction = reaction
            reaction["mine"] = reaction["mine"] ?? own[reaction["reaction"]?.string ?? ""]
            return reaction
        })
    return merged
}
