/// Keeps the positions of delivered events in the storage, so that the next run goes on there: of each conversation
/// that has changed its own row. The store's rows go into the same write, so a crash repeats, and skips nothing.
final class KeptPositions {
    /// Where the streams are kept of which there is one each. Each conversation has a row of its own.
    static let spaces = ["meta", "position"]
    private static let key = "streams"
    /// Events come in swarms: the changes of all of them are written once.
    private static let pause = 100

    struct Actions {
        let unsaved: (MartletError) -> Void
        /// A storage is found damaged while the client runs: the rows that it had are void, once it can be written.
        let rescue: (_ reason: MartletError, _ done: @escaping (_ isEmpty: Bool) -> Void) -> Void
    }

    private let scheduler: Scheduler
    private let sync: Sync
    private let writes: Writes
    private let rows: LocalStore?
    private let actions: Actions
    /// Runs while something waits to be written.
    private var timer: Scheduler.Timer?
    /// How many writes and rescues are under way.
    private var underWay = 0
    /// Counts rescues: a write that was begun before one is void.
    private var rescues = 0
    /// Those who wait until nothing is left to be written.
    private var waiting: [() -> Void] = []
    private var hasEnded = false
    /// The positions that the storage has. A place is nil if it is not known whether there is one.
    private var user: Int?
    private var written: [String: PositionBook.Place?] = [:]
    /// Counts rows: conversations that were heard of later have higher numbers.
    private var turn = 0

    init(_ scheduler: Scheduler, _ sync: Sync, _ writes: Writes, _ rows: LocalStore?, _ actions: Actions) {
        self.scheduler = scheduler
        self.sync = sync
        self.writes = writes
        self.rows = rows
        self.actions = actions
        rows?.kept = self
    }

    var positions: PositionBook { sync.positions }

    /// Takes in the rows of the two spaces.
    func load(_ meta: [StoredRow], _ places: [StoredRow]) {
        let streams = meta.first { $0.key == Self.key }?.value
        let isListed = streams?["isListed"]?.bool
        if isListed == nil { rows?.forget() }
        guard let streams else { return }
        let sorted = places.sorted { turn(of: $0) < turn(of: $1) }
        let places = sorted.map { ($0.key, PositionBook.Place($0.value["place"] ?? [:])) }
        turn = sorted.last.map { turn(of: $0) } ?? 0
        sync.positions.restore(streams: streams, places: places)
        user = positions.user
        for (id, place) in places { written[id] = place }
        if isListed == true, let rows { sync.restore(rows.restored()) }
    }

    /// Something was delivered.
    func save() {
        if timer == nil, !hasEnded { timer = scheduler.after(Self.pause) { [weak self] in self?.flush {} } }
    }

    /// Writes at once, if something waits to be written; then `done` is told.
    func flush(_ done: @escaping () -> Void) {
        waiting.append(done)
        pump()
    }

    /// Forgets what is unwritten, and keeps nothing more.
    func end() {
        cancel()
        hasEnded = true
        rows?.end()
    }

    /// Whether all that was told of the conversation is written, and all that was told of messages that are gone.
    func hasAll(of id: String) -> Bool { user == positions.user && written[id] ?? Place() == positions.place(of: id) }

    /// Where the conversation is, and the user's stream, which tells of messages that are gone.
    func stand(of id: String) -> (Int?, PositionBook.Place) { (positions.user, positions.place(of: id)) }

    /// The storage has failed: the rows of a damaged one are void.
    func fail(_ error: MartletError) {
        guard error.name == "damaged", rows != nil, !hasEnded else { return actions.unsaved(error) }
        rescues += 1
        underWay += 1
        actions.rescue(error) { [weak self] isEmpty in
            guard let self else { return }
            if isEmpty {
                (user, written) = (nil, [:])
                rows?.begin()
            }
            finish(nil)
        }
    }

    private typealias Place = PositionBook.Place

    private func turn(of row: StoredRow) -> Int { row.value["turn"]?.int ?? 0 }

    private func cancel() {
        scheduler.cancel(timer)
        timer = nil
    }

    /// One write at a time: rows of the next one may stand on those of this one.
    private func pump() {
        if underWay > 0 { return }
        guard timer != nil else {
            let waiting = waiting
            self.waiting = []
            for done in waiting { scheduler.next(done) }
            return
        }
        cancel()
        underWay += 1
        // The positions as they are now, with the rows as they are now: the next write has those that come meanwhile.
        let (user, places, rescues) = (positions.user, positions.places, rescues)
        let changes = changes(places)
        let wrote = { [weak self] (error: MartletError?) in
            guard let self else { return }
            if error != nil {
                // Nobody knows what the storage has now: the next write has everything.
                self.user = nil
                for id in Set(written.keys).union(places.map(\.id)) { written[id] = .some(nil) }
            } else {
                self.user = user
                written = Dictionary(places.map { ($0.id, Optional($0.place)) }) { $1 }
            }
            finish(error)
        }
        guard let rows else { return writes.write(changes, wrote) }
        rows.take { [weak self] result, written in
            guard let self else { return }
            if hasEnded || rescues != self.rescues {
                written(false)
                return finish(nil)
            }
            switch result {
            case .failure(let error):
                written(false)
                wrote(error)
            case .success(let rows):
                writes.write(rows + changes) { error in
                    written(error == nil)
                    wrote(error)
                }
            }
        }
    }

    /// A write or a rescue has ended.
    private func finish(_ error: MartletError?) {
        if let error { fail(error) }
        underWay -= 1
        pump()
    }

    private func changes(_ places: [(id: String, place: Place)]) -> [StoredChange] {
        var streams = sync.positions.streams
        if rows != nil { streams["isListed"] = JSON(sync.isListed) }
        var changes = [StoredChange(Self.spaces[0], Self.key, streams)]
        var left = Set(written.keys)
        for (id, place) in places {
            left.remove(id)
            if written[id] == .some(place) { continue }
            turn += 1
            changes.append(StoredChange(Self.spaces[1], id, ["turn": JSON(turn), "place": place.json]))
        }
        return changes + left.map { StoredChange(Self.spaces[1], $0, nil) }
    }
}
