import Testing

@testable import MartletCore

/// How much of conversations stays on the device, and for how long.
struct BoundsTests {
    private static let day = 86_400_000

    @Test func `of a conversation that is not open the newest are kept, and the rest is read again`() {
        let device = device(withMessages: 1)
        for _ in 0..<620 { device.world.write(eve) }
        device.written()
        let kept = device.keptSeqs(eve)
        #expect((400...500).contains(kept.count))
        #expect(kept == Array((621 - kept.count)...620))
        device.reopen()
        device.read(eve)
        while !device.store.view(eve).isComplete { device.older(eve, limit: 100) }
        #expect(device.seqs(eve) == Array(1...620))
        #expect(device.asked("message.history").first?["cursor"]?.int == 621 - kept.count)
    }

    @Test func `where there are too many, the conversation that was not looked at for longest gives way`() throws {
        let scheduler = Scheduler(moment: Moment(wall: 1000, elapsed: 0), chance: { 0.5 })
        let (shelves, disk) = (Shelves(GatewayClock(scheduler)), Disk())
        let names = (0..<45).map { "c2c_user\($0)" }
        for name in [bob] + names {
            for seq in 1...(name == bob ? 1 : 480) { shelves.add(message(name, seq), isLate: false) }
        }
        shelves.look(bob)
        var (write, carryOut) = shelves.begin { _ in false }
        carryOut(&write)
        var bounded = write
        bounded.bound()
        while !bounded.batch.missing.isEmpty {
            let missing = Array(bounded.batch.missing)
            guard case .success(let rows) = disk.perform(.read(missing)) else { return }
            write.batch.add(zip(missing, rows))
            bounded = write
            bounded.bound()
        }
        shelves.commit(bounded)
        let rows = bounded.batch.changes.filter { $0.space == "message" && $0.value != nil }
        #expect((19_001...20_000).contains(rows.count))
        let counts = Dictionary(grouping: rows) { $0.value?["conversationID"]?.string ?? "" }.mapValues(\.count)
        #expect(bounded.tallies.mapValues(\.count) == counts)
        #expect(counts[bob] == 1)
        let shortened = try #require(names.first { counts[$0] ?? 0 < 480 })
        #expect(counts[shortened] == 50)
        #expect(shelves.ranges(of: shortened).spans == [Span(from: 431, to: 480)])
    }

    @Test func `messages of many bytes give way sooner`() {
        let device = device(withMessages: 0)
        let text = String(repeating: "long", count: 1 << 18)
        for _ in 0..<66 {
            device.world.write(eve, ["body": ["text": JSON(text)]])
            device.settle()
        }
        device.world.write(bob)
        device.written()
        #expect(device.keptSeqs() == [1])
        #expect((10...63).contains(device.keptSeqs(eve).count))
    }

    /// A device that has read bob's three messages of ten days ago.
    private func tenDaysLater(keepDays: Int? = nil, isConnected: Bool = false) -> Device {
        let device = Device()
        device.world.retentionDays = 7
        device.keepDays = keepDays
        for _ in 0..<3 { write(device) }
        device.open()
        device.read(bob)
        device.written()
        if !isConnected { device.close() }
        device.sleep(10 * Self.day)
        return device
    }

    private func write(_ device: Device, _ id: String = bob) {
        device.world.write(id, ["time": JSON(device.moment.wall)])
    }

    /// The gateway has ten newer messages, and keeps the last eight.
    private func goOn(_ device: Device, why: String) {
        for _ in 0..<10 { write(device) }
        write(device, "c2c_carol")
        device.world.retain(bob, from: 6)
        device.world.whyUser = why
        device.world.userKnownFrom = device.world.events.count
    }

    private func readAll(_ device: Device) {
        device.read(bob)
        while !device.store.view(bob).isComplete { device.older(bob) }
    }

    @Test func `kept: with keepDays, older messages stay before those that the gateway has`() {
        let device = tenDaysLater(keepDays: 30)
        goOn(device, why: "kept")
        device.open()
        readAll(device)
        #expect(device.seqs() == [1, 2, 3] + Array(6...13))
        device.reopen(isOffline: true)
        readAll(device)
        #expect(device.seqs() == [1, 2, 3] + Array(6...13))
    }

    @Test func `without keepDays, messages go that are older than the gateway keeps, but for the last one`() {
        let device = tenDaysLater(isConnected: true)
        write(device)
        device.written()
        #expect(device.keptSeqs() == [4])
        device.sleep(10 * Self.day)
        write(device, "c2c_carol")
        device.written()
        #expect(device.keptSeqs() == [4])
    }

    @Test func `keepDays counts, whatever the gateway keeps`() {
        let device = tenDaysLater(keepDays: 11, isConnected: true)
        write(device)
        device.written()
        #expect(device.keptSeqs() == [1, 2, 3, 4])
        device.sleep(2 * Self.day)
        write(device)
        device.written()
        #expect(device.keptSeqs() == [4, 5])
    }

    @Test(arguments: ["beyond", "unknown"])
    func `beyond and unknown: messages that no page confirms go`(why: String) {
        let device = tenDaysLater(keepDays: 30)
        goOn(device, why: why)
        device.open()
        readAll(device)
        #expect(device.seqs() == Array(6...13))
        device.written()
        #expect(device.keptSeqs() == Array(6...13))
    }

    @Test func `deleted: messages go at once, and the conversation if the list has it not`() {
        let device = tenDaysLater(keepDays: 30)
        device.world.deleteConversation(bob)
        device.world[bob].seq = 4
        (device.world[bob].keptFrom, device.world[bob].why, device.world.whyUser) = (4, "deleted", "kept")
        device.world.userKnownFrom = device.world.events.count
        device.open()
        device.written()
        #expect(device.keptSeqs().isEmpty)
        #expect(device.store.conversation(bob) == nil)
    }

    @Test func `kept, of the user's stream: a conversation that the list has dropped stays`() {
        let device = tenDaysLater(keepDays: 30)
        device.world[bob].isListed = false
        write(device, "c2c_carol")
        device.world.whyUser = "kept"
        device.world.userKnownFrom = device.world.events.count
        device.open()
        #expect(device.store.conversation(bob) != nil)
        device.reopen(isOffline: true)
        device.read(bob)
        #expect(device.seqs() == [1, 2, 3])
    }
}

/// Storage that fails.
struct FailingStorageTests {
    private let damaged = MartletError(name: "damaged")
    private let full = MartletError(name: "notSaved")

    @Test func `rows that are damaged are read from the gateway again, and unsent messages and drafts stay`() {
        let device = device(withMessages: 3)
        device.begin { _ in .keepDraft(id: bob, "half") }
        device.reopen(isOffline: true)
        device.send(bob, "waits")
        device.close()
        device.disk.readError = damaged
        device.open(isOffline: true)
        #expect(device.lost == [damaged])
        #expect(device.store.conversations().isEmpty)
        #expect(device.store.view(bob).unsent.count == 1)
        #expect(device.store.draft(bob) == "half")
        device.isAnswering = true
        device.advance(90_000)
        device.read(bob)
        #expect(device.seqs() == [1, 2, 3, 4])
        device.reopen(isOffline: true)
        device.read(bob)
        #expect(device.lost.isEmpty)
        #expect(device.seqs() == [1, 2, 3, 4])
    }

    @Test func `rows that are found damaged while the client runs are written again`() {
        let device = device(withMessages: 3)
        device.written()
        device.disk.readError = damaged
        device.begin { _ in .trim(id: bob, keep: 1) }
        device.older(bob)
        device.written()
        #expect(device.lost == [damaged])
        #expect(device.seqs() == [1, 2, 3])
        device.world.write(bob)
        device.reopen(isOffline: true)
        #expect(device.lost.isEmpty)
        #expect(device.store.conversations().count == 1)
        device.read(bob)
        #expect(device.seqs().last == 4)
    }

    @Test func `a write that was begun before the rows were found damaged is void`() {
        let device = device(withMessages: 3)
        device.written()
        device.disk.delay = { call in
            guard case .read(let ranges) = call else { return 0 }
            return ranges.first?.space == "message" ? 500 : 600
        }
        device.begin { _ in .trim(id: bob, keep: 1) }
        device.disk.readError = damaged
        device.older(bob)
        device.disk.readError = nil
        device.world.write(bob)
        device.advance(5000)
        #expect(device.lost == [damaged])
        // Of messages that are gone no range says that they are here.
        device.disk.delay = { _ in 0 }
        device.reopen(isOffline: true)
        device.read(bob)
        #expect(device.seqs() != [4])
        #expect(device.store.conversation(bob)?["seq"] == 4)
    }

    @Test func `rows of a later release are left, and read from the gateway again`() {
        let device = device(withMessages: 3)
        device.written()
        device.close()
        device.disk.spaces["meta"]?["schema"] = 99
        device.open()
        #expect(device.lost.map(\.name) == ["damaged"])
        device.read(bob)
        #expect(device.seqs() == [1, 2, 3])
    }

    @Test func `with a full disk the store goes on in memory, and writes all when there is room again`() {
        let device = device(withMessages: 1)
        device.written()
        device.disk.writeError = full
        for _ in 0..<5 {
            device.world.write(bob)
            device.written()
        }
        #expect(device.unsaved.count == 5)
        #expect(device.seqs() == Array(1...6))
        device.begin { _ in .trim(id: bob, keep: 2) }
        device.older(bob)
        #expect(device.seqs() == Array(1...6))
        device.disk.writeError = nil
        device.world.write(eve)
        device.reopen(isOffline: true)
        device.read(bob)
        #expect(device.seqs() == Array(1...6))
        #expect(device.disk.spaces["range"]?[bob]?["count"] == 6)
        #expect(device.disk.spaces["position"]?[bob]?["place"]?["seq"] == 6)
    }

    @Test func `a position of a conversation that was deleted while nothing could be written goes`() {
        let device = device(withMessages: 1)
        device.written()
        device.disk.writeError = full
        device.world.deleteConversation(bob)
        device.written()
        device.disk.writeError = nil
        device.world.write(eve)
        device.written()
        #expect(device.disk.spaces["position"]?[bob] == nil)
        #expect(device.keptSeqs().isEmpty)
    }

    @Test func `a device that cannot be read has a store in memory, and leaves the rows as they are`() {
        let device = device(withMessages: 3)
        device.written()
        device.close()
        let rows = device.disk.spaces
        device.disk.readError = MartletError(name: "notSaved", message: "locked before the first unlock")
        device.open()
        device.read(bob)
        #expect(device.unsaved.count == 1)
        #expect(device.seqs() == [1, 2, 3])
        device.world.write(bob)
        device.written()
        #expect(device.disk.spaces == rows)
    }
}
