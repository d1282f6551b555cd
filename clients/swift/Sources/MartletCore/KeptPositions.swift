/// Keeps the positions of delivered events in the storage, so that the next run goes on there: of each conversation
/// that has changed its own row.
final class KeptPositions {
    /// Where the streams are kept of which there is one each. Each conversation has a row of its own.
    static let spaces = ["meta", "position"]
    private static let key = "streams"
    /// Events come in swarms: the changes of all of them are written once.
    private static let pause = 100

    private let scheduler: Scheduler
    private let sync: Sync
    private let writes: Writes
    private let failed: (MartletError) -> Void
    private var timer: Scheduler.Timer?
    /// The places that the storage has.
    private var written: [String: PositionBook.Place] = [:]
    /// Counts rows: conversations that were heard of later have higher numbers.
    private var turn = 0

    init(_ scheduler: Scheduler, _ sync: Sync, _ writes: Writes, failed: @escaping (MartletError) -> Void) {
        self.scheduler = scheduler
        self.sync = sync
        self.writes = writes
        self.failed = failed
    }

    /// Takes in the rows of the two spaces.
    func load(_ meta: [StoredRow], _ positions: [StoredRow]) {
        guard let streams = meta.first(where: { $0.key == Self.key })?.value else { return }
        let rows = positions.sorted { turn(of: $0) < turn(of: $1) }
        let places = rows.map { ($0.key, PositionBook.Place($0.value["place"] ?? [:])) }
        turn = rows.last.map { turn(of: $0) } ?? 0
        sync.positions.restore(streams: streams, places: places)
        written = Dictionary(places) { $1 }
    }

    /// Something was delivered.
    func save() {
        if timer == nil { timer = scheduler.after(Self.pause) { [weak self] in self?.flush() } }
    }

    /// Writes at once, if something waits to be written.
    func flush() {
        guard timer != nil else { return }
        cancel()
        writes.write(changes()) { [weak self] error in
            guard let self, let error else { return }
            // It is not known what the storage has: the next write has everything.
            written = [:]
            failed(error)
        }
    }

    /// Forgets what is unwritten.
    func clear() {
        cancel()
        written = [:]
    }

    private func turn(of row: StoredRow) -> Int { row.value["turn"]?.int ?? 0 }

    private func cancel() {
        scheduler.cancel(timer)
        timer = nil
    }

    private func changes() -> [StoredChange] {
        var changes = [StoredChange(Self.spaces[0], Self.key, sync.positions.streams)]
        var left = written
        for (id, place) in sync.positions.places where left.removeValue(forKey: id) != place {
            written[id] = place
            turn += 1
            changes.append(StoredChange(Self.spaces[1], id, ["turn": JSON(turn), "place": place.json]))
        }
        for id in left.keys {
            written[id] = nil
            changes.append(StoredChange(Self.spaces[1], id, nil))
        }
        return changes
    }
}
