import MartletCore

/// The rows of a device, as a test has them written and read.
final class Disk {
    var spaces: [String: [String: JSON]] = [:]
    /// Each write, in order.
    private(set) var writes: [[StoredChange]] = []
    /// With these it fails.
    var readError: MartletError?
    var writeError: MartletError?
    /// Its answers take so many milliseconds.
    var delay: (StorageCall) -> Int = { _ in 0 }

    func perform(_ call: StorageCall) -> Result<[[StoredRow]], MartletError> {
        switch call {
        case .read(let ranges):
            if let readError { return .failure(readError) }
            return .success(ranges.map { rows($0) })
        case .write(let changes):
            if let writeError { return .failure(writeError) }
            writes.append(changes)
            for change in changes { spaces[change.space, default: [:]][change.key] = change.value }
        case .clear(let kept):
            spaces = spaces.filter { kept.contains($0.key) }
            (readError, writeError) = (nil, nil)
        }
        return .success([])
    }

    func values(_ space: String) -> [JSON] { rows(StoredRange(space)).map(\.value) }

    private func rows(_ range: StoredRange) -> [StoredRow] {
        let found = (spaces[range.space] ?? [:]).filter { range.contains($0.key) }
        let sorted = found.sorted { precedes($0.key, $1.key) }
        return sorted.prefix(range.limit ?? .max).map { StoredRow($0.key, $0.value) }
    }
}

/// One of alice's devices with a store: runs of a program come and go, and the rows stay. Time passes when the test
/// lets it.
final class Device {
    let world: World
    let disk: Disk
    var gapLimit = 1000
    var keepDays: Int?
    /// Without it the store is in memory.
    var keepsStore = true
    /// Answers of operations instead of the world's; nil: none comes.
    var answers: [String: (JSON) -> Result<JSON, MartletError>?] = [:]
    /// Whether connections are accepted and requests answered.
    var isAnswering = true
    var moment = Moment(wall: 1_795_000_000_000, elapsed: 0)
    private(set) var engine: Engine!
    private(set) var requests: [(op: String, data: JSON)] = []
    private(set) var events: [Event] = []
    private(set) var changes: [StoreChange] = []
    private(set) var unsaved: [MartletError] = []
    private(set) var lost: [MartletError] = []
    private(set) var results: [Int: Result<JSON, MartletError>] = [:]
    /// Counts runs and connections: what comes from an earlier one is void.
    private var run = 0
    private var connection: Int?
    private var call = 0
    private var inputs: [(due: Int, run: Int, input: Input)] = []

    init(_ world: World = World(), _ disk: Disk = Disk()) {
        self.world = world
        self.disk = disk
        world.now = { [unowned self] in moment.wall }
        world.devices[ObjectIdentifier(self)] = { [unowned self] in hear($0) }
    }

    /// As it is at this moment.
    var store: Store {
        give(.time)
        return engine.store
    }

    /// A run begins; offline the gateway does not answer it.
    func open(isOffline: Bool = false, keepsPositions: Bool = false) {
        run += 1
        isAnswering = !isOffline
        (requests, events, changes, unsaved, lost, results) = ([], [], [], [], [], [:])
        engine = Engine(
            Engine.Options(
                user: "alice", device: "d1", platform: "pc", gapLimit: gapLimit, keepsPositions: keepsPositions,
                keepsStore: keepsStore, keepDays: keepDays),
            at: moment, chance: { 0.5 })
        begin { .connect(call: $0) }
    }

    func close() {
        begin { .leave(call: $0) }
        run += 1
        connection = nil
    }

    func reopen(isOffline: Bool = false) {
        written()
        close()
        open(isOffline: isOffline)
    }

    /// Lets what waits be written.
    func written() {
        advance(200)
    }

    /// A call begins, and all that can be done at once is done. Returns its number.
    @discardableResult
    func begin(_ input: (Int) -> Input) -> Int {
        call += 1
        give(input(call))
        settle()
        return call
    }

    @discardableResult
    func read(_ id: String, limit: Int = 50) -> Int { begin { .openConversation(call: $0, id: id, limit: limit) } }

    @discardableResult
    func older(_ id: String, limit: Int = 50) -> Int { begin { .older(call: $0, id: id, limit: limit) } }

    @discardableResult
    func send(_ id: String, _ text: String) -> Int {
        begin { .send(call: $0, conversationID: id, message: ["body": ["text": JSON(text)]]) }
    }

    func drop(code: Int = 1006) {
        guard let ended = connection else { return }
        connection = nil
        give(.closed(connection: ended, code: code, reason: ""))
        settle()
    }

    func advance(_ milliseconds: Int) {
        settle()
        let end = moment.elapsed + milliseconds
        while let due = ([engine.nextDue].compactMap(\.self) + inputs.map(\.due)).min(), due <= end {
            pass(max(0, due - moment.elapsed))
            give(.time)
            settle()
        }
        pass(end - moment.elapsed)
        settle()
    }

    /// So much time passes while nothing runs. Then a device that was connected is so again.
    func sleep(_ milliseconds: Int) {
        pass(milliseconds)
        give(.time)
        advance(100_000)
    }

    /// Does what is due now.
    func settle() {
        while let place = inputs.firstIndex(where: { $0.due <= moment.elapsed }) {
            let next = inputs.remove(at: place)
            if next.run == run { give(next.input) }
        }
    }

    func asked(_ op: String) -> [JSON] { requests.filter { $0.op == op }.map(\.data) }
    func told(_ event: String) -> [JSON] { events.filter { $0.name == event }.map(\.data) }
    func seqs(_ id: String = bob) -> [Int] { store.view(id).messages.compactMap { $0["seq"]?.int } }
    func keptSeqs(_ id: String = bob) -> [Int] {
        disk.values("message").filter { $0["conversationID"]?.string == id }.compactMap { $0["seq"]?.int }.reversed()
    }

    func forgetChanges() {
        changes = []
    }

    /// An event of the gateway, of this device's connection alone.
    func hear(_ frame: JSON) {
        guard isAnswering, let connection else { return }
        later(.received(connection: connection, text: text(frame)))
    }

    private func pass(_ milliseconds: Int) {
        moment.wall += milliseconds
        moment.elapsed += milliseconds
    }

    private func later(_ input: Input, after delay: Int = 0) {
        inputs.append((moment.elapsed + delay, run, input))
    }

    private func give(_ input: Input) {
        for output in engine.handle(input, at: moment) { perform(output) }
    }

    private func perform(_ output: Output) {
        switch output {
        case .connect(let number):
            guard isAnswering else { break }
            connection = number
            later(.accepted(connection: number))
        case .send(let number, let text): answer(number, text)
        case .close: connection = nil
        case .askToken(let question, _): later(.token(question: question, "token"))
        case .event(let event): events.append(event)
        case .storeChanged(let change): changes.append(change)
        case .unsaved(let error): unsaved.append(error)
        case .storeLost(let error): lost.append(error)
        case .done(let call, let result): results[call] = result
        case .storage(let call, let asked):
            later(.stored(call: call, disk.perform(asked)), after: disk.delay(asked))
        case .state, .outboxChanged: break
        }
    }

    private func answer(_ number: Int, _ text: String) {
        let frame = json(text)
        let (op, data) = (frame["op"]?.string ?? "", frame["data"] ?? [:])
        if op != "session.open" { requests.append((op, data)) }
        guard isAnswering else { return }
        let id = frame["id"] ?? 0
        switch answers[op].map({ $0(data) }) ?? .success(world.answer(op, data)) {
        case nil: return
        case .success(let ok)?: hear(["id": id, "ok": ok])
        case .failure(let error)?:
            hear([
                "id": id, "error": ["system": JSON(error.system), "code": JSON(error.code), "name": JSON(error.name)],
            ])
        }
        if op == "session.open" { for event in world.greeting(data["resume"]) { hear(event) } }
    }

    private func json(_ text: String) -> JSON {
        do { return try JSON(parsing: text) } catch { preconditionFailure("\(error)") }
    }

    private func text(_ json: JSON) -> String {
        do { return try json.text() } catch { preconditionFailure("\(error)") }
    }
}

/// A device on which bob's messages were read.
func device(withMessages count: Int, gapLimit: Int = 1000) -> Device {
    let device = Device()
    device.gapLimit = gapLimit
    for _ in 0..<count { device.world.write(bob) }
    device.open()
    device.read(bob)
    return device
}
