/// The messages of channels that the user follows: each is told once and in its channel's order, and live ones wait
/// while those before them are fetched.
final class Channels {
    /// A channel that is being filled: the live messages that wait, and up to where it is filled.
    private final class Filling {
        let id: String
        let end: Int
        var messages: [JSON] = []

        init(_ id: String, to end: Int) {
            self.id = id
            self.end = end
        }
    }

    private unowned let sync: Sync
    private var filling: [String: Filling] = [:]

    init(_ sync: Sync) {
        self.sync = sync
    }

    /// A new session begins: nothing is under way.
    func begin() {
        filling = [:]
    }

    /// A session is open.
    /// - Parameters:
    ///   - followed: where the channels stand; nil if there is none
    func login(_ followed: JSON?, verdicts: JSON?) {
        for (id, verdict) in verdicts?.object?.members ?? [] {
            let seq = verdict["seq"]?.int ?? 0
            switch verdict["verdict"]?.string {
            case "recovered":
                for message in verdict["messages"]?.array ?? [] { tell(message) }
                sync.positions.channels[id] = seq
            case "reset": reset(id, seq, isGone: followed?[id] == nil)
            default: break
            }
        }
        for id in sync.positions.channels.keys where followed?[id] == nil { sync.positions.channels[id] = nil }
        for (id, seq) in integers(followed) { follow(id, seq) }
    }

    /// The channel is followed. Messages that are missing are fetched; a new one begins at `seq`.
    func follow(_ id: String, _ seq: Int) {
        guard let place = sync.positions.channels[id] else { return sync.positions.channels[id] = seq }
        if place < seq, filling[id] == nil { fill(id, after: place, to: seq) }
    }

    func forget(_ id: String) {
        sync.positions.channels[id] = nil
        filling[id] = nil
    }

    func live(_ message: JSON) {
        if let filling = filling[message["channelID"]?.string ?? ""] {
            filling.messages.append(message)
        } else {
            tell(message)
        }
    }

    private func tell(_ message: JSON) {
        guard let id = message["channelID"]?.string, let seq = message["seq"]?.int,
            seq > sync.positions.channels[id] ?? 0
        else { return }
        sync.positions.channels[id] = seq
        sync.deliver(Event("channel.message", message))
    }

    /// Fetches the messages after a place; live ones wait meanwhile.
    private func fill(_ id: String, after place: Int, to end: Int) {
        guard end - place <= sync.gapLimit else { return reset(id, end) }
        let filling = Filling(id, to: end)
        self.filling[id] = filling
        read(filling, after: place)
    }

    private func read(_ filling: Filling, after place: Int) {
        let id = filling.id
        let page: JSON = ["channelID": JSON(id), "direction": "newer", "cursor": JSON(place), "limit": 100]
        sync.read("channel.history", page) { [self] result in
            // Another channel of the same id, or none, may have taken its place meanwhile.
            guard self.filling[id] === filling else { return }
            switch result {
            case .success(let page):
                let messages = page["messages"]?.array ?? []
                // Those before it are kept no longer.
                if let first = messages.first?["seq"]?.int, first > place + 1 { reset(id, place) }
                for message in messages { tell(message) }
                if page["isFinished"]?.bool == false, let next = page["cursor"]?.int {
                    return read(filling, after: next)
                }
                sync.positions.channels[id] = max(filling.end, sync.positions.channels[id] ?? 0)
            case .failure(let error):
                if sync.isOver(stream(id), error) { return }
                reset(id, filling.end)
            }
            self.filling[id] = nil
            for message in filling.messages { live(message) }
        }
    }

    private func reset(_ id: String, _ seq: Int, isGone: Bool = false) {
        sync.positions.channels[id] = isGone ? nil : seq
        sync.deliver(Event("sync.reset", ["stream": JSON(stream(id)), "isGone": JSON(isGone)]))
    }

    private func stream(_ id: String) -> String { "channel_\(id)" }
}
