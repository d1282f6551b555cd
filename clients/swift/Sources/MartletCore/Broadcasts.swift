/// The broadcasts of backends to all users: each is told once and in order, and live ones wait while those before
/// them are fetched.
final class Broadcasts {
    /// Live ones that wait.
    private final class Held {
        var broadcasts: [JSON] = []
    }

    private unowned let sync: Sync
    private var held: Held?

    init(_ sync: Sync) {
        self.sync = sync
    }

    /// A new session begins: nothing is under way.
    func begin() {
        held = nil
    }

    /// A session is open. Without `broadcasts` in its reply the gateway is of an earlier release, which has none.
    func login(_ reply: JSON, verdict: JSON?) {
        guard let seq = reply["broadcasts"]?.int else { return }
        let name = verdict?["verdict"]?.string
        if name == "reset" { sync.positions.broadcasts = nil }
        guard name == "recovered" else { return fill(to: seq) }
        for broadcast in verdict?["broadcasts"]?.array ?? [] { tell(broadcast) }
        sync.positions.broadcasts = seq
    }

    func live(_ broadcast: JSON) {
        if let held { held.broadcasts.append(broadcast) } else { tell(broadcast) }
    }

    /// Fetches the ones that this device does not have, if there are any; live ones wait meanwhile.
    private func fill(to last: Int) {
        guard (sync.positions.broadcasts ?? 0) < last else {
            if sync.positions.broadcasts == nil { sync.positions.broadcasts = last }
            return
        }
        let held = Held()
        self.held = held
        read(held)
    }

    private func read(_ held: Held) {
        sync.read("broadcast.list", ["after": JSON(sync.positions.broadcasts ?? 0)]) { [self] result in
            guard self.held === held else { return }
            switch result {
            case .success(let page):
                for broadcast in page["broadcasts"]?.array ?? [] { tell(broadcast) }
                if page["isFinished"]?.bool == false { return read(held) }
                sync.positions.broadcasts = page["seq"]?.int ?? sync.positions.broadcasts
            case .failure(let error):
                if sync.isOver("broadcasts", error) { return }
            }
            self.held = nil
            for broadcast in held.broadcasts { tell(broadcast) }
        }
    }

    private func tell(_ broadcast: JSON) {
        guard let seq = broadcast["seq"]?.int, seq > sync.positions.broadcasts ?? 0 else { return }
        sync.positions.broadcasts = seq
        sync.deliver(Event("broadcast.new", broadcast))
    }
}
