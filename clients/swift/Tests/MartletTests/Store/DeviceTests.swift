import MartletCore
import Testing

/// The rules of a store that survives its program: those of clients/python/tests/test_device.py.
struct DeviceTests {
    @Test func `a run without a connection shows the list, counts, messages, the draft and unsent messages`() {
        let device = device(withMessages: 3)
        device.world.write("c2c_carol")
        device.begin { _ in .keepDraft(id: bob, ["text": "I wanted"]) }
        device.reopen(isOffline: true)
        device.send(bob, "later")
        device.read(bob)
        let (store, view) = (device.store, device.store.view(bob))
        #expect(store.conversations().map { $0["conversationID"] } == ["c2c_bob", "c2c_carol"])
        #expect(store.conversations().map { $0["unreadCount"] } == [3, 1])
        #expect(store.totalUnread == 4)
        #expect(store.isListed && view.isLoaded && view.isComplete)
        #expect(device.seqs() == [1, 2, 3])
        #expect(view.draft == ["text": "I wanted"])
        #expect(view.unsent.map { $0.message["body"]?["text"] } == ["later"])
        device.reopen(isOffline: true)
        #expect(device.store.view(bob).unsent.count == 1)
    }

    @Test func `the rows are shown before anything connects`() {
        let device = device(withMessages: 3)
        device.reopen(isOffline: true)
        let engine = Engine(
            Engine.Options(user: "alice", device: "d1", platform: "pc", keepsStore: true), at: device.moment,
            chance: { 0.5 })
        var outputs = engine.handle(.open(call: 1), at: device.moment)
        while case .storage(let call, let asked)? = outputs.first {
            outputs = engine.handle(.stored(call: call, device.disk.perform(asked)), at: device.moment)
        }
        #expect(outputs.contains { if case .done(1, .success) = $0 { true } else { false } })
        #expect(engine.state == .stopped)
        #expect(engine.store.conversations().count == 1)
    }

    @Test func `a run that comes back reads missed messages alone, and tells the list`() {
        let device = device(withMessages: 3)
        device.written()
        device.close()
        device.world.write(bob)
        device.world.write(eve)
        device.open()
        device.read(bob)
        #expect(device.seqs() == [1, 2, 3, 4])
        #expect(device.store.conversations().count == 2)
        #expect(device.store.totalUnread == 5)
        device.read(eve)
        #expect(device.seqs(eve) == [1])
        #expect(device.asked("conversation.list").isEmpty && device.asked("message.history").isEmpty)
        #expect(device.told("sync.list").map { $0["conversations"]?.array?.count } == [2])
        #expect(device.told("message.new").map { $0["seq"] } == [4, 1])
    }

    @Test func `a position and the rows that it stands for are one write`() throws {
        let device = device(withMessages: 1)
        device.written()
        let before = device.disk.writes.count
        for _ in 0..<20 { device.world.write(bob) }
        device.world.write(eve)
        device.written()
        #expect(device.disk.writes.count == before + 1)
        let changes = try #require(device.disk.writes.last)
        let keys = Dictionary(grouping: changes, by: \.space).mapValues { Set($0.map(\.key)) }
        #expect(keys["message"]?.count == 21)
        for space in ["position", "conversation", "range"] { #expect(keys[space] == [bob, eve], "\(space)") }
        let row = changes.first { $0.space == "position" && $0.key == bob }
        #expect(row?.value?["place"]?["seq"] == 21)
    }

    @Test func `one write is under way at a time, and the next one has all that came meanwhile`() {
        let device = device(withMessages: 1)
        device.written()
        device.disk.delay = { if case .write = $0 { 1000 } else { 0 } }
        let before = device.disk.writes.count
        for _ in 0..<10 {
            device.world.write(bob)
            device.advance(150)
        }
        device.advance(5000)
        // In the second and a half of the messages, and after it.
        #expect(device.disk.writes.count <= before + 3)
        #expect(device.keptSeqs() == Array(1...11))
        #expect(device.disk.spaces["position"]?[bob]?["place"]?["seq"] == 11)
    }

    @Test func `a message that is told while a write finds out its rows is in the next one`() {
        let device = device(withMessages: 1)
        device.written()
        device.disk.delay = { if case .read = $0 { 1000 } else { 0 } }
        let before = device.disk.writes.count
        for _ in 0..<2 {
            device.world.write(bob)
            device.advance(500)
        }
        device.advance(5000)
        let writes = device.disk.writes.dropFirst(before)
        let told = writes.map { $0.first { $0.space == "position" }?.value?["place"]?["seq"] }
        let rows = writes.map { $0.filter { $0.space == "message" }.map { $0.value?["seq"] } }
        #expect(told == [2, 3])
        #expect(rows == [[2], [3]])
    }

    @Test func `changes that are told while the device is read are in the messages that are shown`() throws {
        let device = device(withMessages: 3)
        device.reopen()
        device.disk.delay = {
            if case .read(let ranges) = $0, ranges.first?.space == "message" { 1000 } else { 0 }
        }
        device.read(bob)
        device.advance(500)
        let messages = device.world[bob].messages
        device.world.change(bob, messages[0], ["body": [:], "recalled": ["by": "bob"]])
        device.world.delete(bob, [messages[1]])
        device.advance(30_000)
        #expect(device.seqs() == [1, 3])
        #expect(device.store.view(bob).messages.first?["body"] == [:])
    }

    @Test func `a conversation that is not open is kept too, and a place that no message has is no gap`() {
        let device = device(withMessages: 1)
        device.world.write(eve)
        device.world.passOver(eve)
        device.world.write(eve)
        device.reopen(isOffline: true)
        device.read(eve)
        #expect(device.seqs(eve) == [1, 3])
        #expect(device.store.view(eve).isComplete)
    }

    private func miss(_ count: Int, _ device: Device) {
        device.written()
        device.close()
        for _ in 0..<count { device.world.write(bob) }
        device.open()
    }

    @Test func `a long gap leaves older messages where they are, and scrolling fills it first`() {
        let device = device(withMessages: 100, gapLimit: 50)
        miss(200, device)
        #expect(device.told("sync.gap") == [["conversationID": "c2c_bob", "from": 101, "to": 300]])
        #expect(device.asked("message.history").isEmpty)
        device.read(bob)
        #expect(device.seqs() == Array(251...300))
        device.reopen()
        device.read(bob)
        #expect(device.seqs() == Array(251...300))
        #expect(device.asked("message.history").isEmpty)
        for low in [201, 151, 101] {
            device.older(bob)
            #expect(device.seqs() == Array(low...300))
        }
        // The gap is filled: older messages are here.
        device.older(bob)
        #expect(device.seqs() == Array(51...300))
        #expect(device.asked("message.history").map { $0["cursor"] } == [251, 201, 151])
    }

    @Test func `a gap that was not looked at is shown by older messages until the gateway answers`() {
        let device = device(withMessages: 100, gapLimit: 50)
        miss(200, device)
        device.reopen(isOffline: true)
        device.read(bob)
        #expect(device.seqs() == Array(51...100))
        #expect(!device.store.view(bob).isLoaded)
        device.isAnswering = true
        device.world.write(bob)
        device.advance(90_000)
        #expect(device.seqs() == Array(252...301))
        #expect(device.store.view(bob).isLoaded)
    }

    @Test func `after a reset messages stay unconfirmed until a page has them, and go if it has not`() {
        let device = device(withMessages: 60)
        device.older(bob)
        device.written()
        device.close()
        let messages = device.world[bob].messages
        device.world.delete(bob, [messages[57], messages[4]])
        device.world.userKnownFrom = device.world.events.count
        device.open()
        #expect(!device.asked("conversation.list").isEmpty)
        device.reopen(isOffline: true)
        device.read(bob)
        #expect(device.seqs() == Array(11...60))
        #expect(!device.store.view(bob).isLoaded)
        device.reopen()
        device.read(bob)
        let confirmed = Array(10...60).filter { $0 != 58 }
        #expect(device.seqs() == confirmed)
        device.reopen(isOffline: true)
        device.read(bob)
        #expect(device.seqs() == confirmed)
        #expect(device.keptSeqs().contains(5))
        device.reopen()
        device.read(bob)
        device.older(bob)
        #expect(device.seqs() == Array(1...60).filter { $0 != 58 && $0 != 5 })
        device.written()
        #expect(!device.keptSeqs().contains(5))
    }

    @Test func `after a step back to an older store of the gateway the list is read again`() {
        let device = device(withMessages: 5)
        device.written()
        device.close()
        device.world[bob].messages.removeLast(2)
        (device.world[bob].seq, device.world[bob].unread) = (3, 3)
        device.open()
        #expect(device.told("sync.reset").map { $0["why"] } == ["beyond"])
        #expect(device.store.conversation(bob)?["lastMessage"]?["seq"] == 3)
        device.read(bob)
        #expect(device.seqs() == [1, 2, 3])
    }

    @Test func `a change replaces a message that is not open, and own reactions stay`() {
        let device = device(withMessages: 3)
        let messages = device.world[bob].messages
        device.world.change(bob, messages[0], ["reactions": [["reaction": "+", "count": 1, "mine": true]]])
        device.reopen()
        device.world.change(bob, messages[0], ["reactions": [["reaction": "+", "count": 2]]])
        device.world.change(bob, messages[1], ["body": [:], "recalled": ["by": "bob"]])
        device.reopen(isOffline: true)
        device.read(bob)
        let shown = device.store.view(bob).messages
        #expect(shown[0]["reactions"] == [["reaction": "+", "count": 2, "mine": true]])
        #expect(shown[1]["body"] == [:])
        #expect(!device.disk.values("message").contains { $0["body"] == messages[1]["body"] })
    }

    @Test func `messages that are deleted or gone leave the device`() {
        let device = device(withMessages: 4)
        let messages = device.world[bob].messages
        device.reopen()
        device.world.delete(bob, [messages[0], messages[2]])
        device.world.expire(bob, messages[1])
        device.reopen(isOffline: true)
        device.read(bob)
        #expect(device.seqs() == [4])
        #expect(device.keptSeqs() == [4])
    }

    @Test func `a conversation that is deleted goes, and begins anew with its next message`() {
        let device = device(withMessages: 3)
        device.begin { _ in .keepDraft(id: bob, "still") }
        device.world.deleteConversation(bob)
        device.written()
        for space in ["message", "range", "conversation"] { #expect(device.disk.values(space).isEmpty, "\(space)") }
        device.world.write(bob)
        device.reopen(isOffline: true)
        device.read(bob)
        #expect(device.seqs() == [4])
        #expect(device.store.draft(bob) == "still")
        #expect(device.disk.spaces["range"]?[bob]?["count"] == 1)
    }

    @Test func `a conversation that has left the list silently stays, unpinned, until a reset`() {
        let device = device(withMessages: 1)
        device.world.write(eve)
        device.world.pin(eve, true)
        device.world[eve].isListed = false
        device.hear(["event": "conversation.syncFinish", "data": ["isComplete": false]])
        device.settle()
        #expect(device.store.conversations().map { $0["conversationID"] } == ["c2c_bob", "c2c_eve"])
        #expect(device.store.conversations().map { $0["isPinned"] } == [false, false])
        device.written()
        device.close()
        device.world.pin(bob, true)
        device.world.userKnownFrom = device.world.events.count
        device.open(isOffline: true)
        device.read(eve)
        #expect(device.seqs(eve) == [1])
        device.isAnswering = true
        device.advance(90_000)
        #expect(device.store.conversations().map { $0["conversationID"] } == ["c2c_bob"])
        #expect(device.seqs(eve).isEmpty)
        device.written()
        #expect(device.disk.values("conversation").count == 1)
    }

    @Test func `a message ends by the gateway's clock, which does not go back when the device's does`() {
        let device = device(withMessages: 1)
        device.world.write(bob, ["expireAt": JSON(device.moment.wall + 3_600_000)])
        device.advance(3_000_000)
        device.reopen()
        device.written()
        device.close()
        // The user sets the clock a day back: the gateway's was 50 minutes later already, and goes on from there.
        device.moment.wall -= 86_400_000
        device.open(isOffline: true)
        device.read(bob)
        #expect(device.seqs() == [1, 2])
        // A clock that was set ahead hides it, and removes nothing.
        device.moment.wall += 2 * 86_400_000
        device.reopen(isOffline: true)
        device.read(bob)
        device.written()
        #expect(device.seqs() == [1])
        #expect(device.keptSeqs() == [1, 2])
        device.close()
        device.moment.wall -= 86_400_000
        device.open()
        device.read(bob)
        #expect(device.seqs() == [1, 2])
        device.advance(700_000)
        #expect(device.seqs() == [1])
        device.world.write(eve)
        device.written()
        #expect(device.keptSeqs() == [1])
    }

    @Test func `signing out leaves nothing on the device, and nothing comes back`() {
        let device = device(withMessages: 3)
        device.begin { _ in .keepDraft(id: bob, "mine") }
        device.world.write(bob)
        device.begin { .signOut(call: $0) }
        device.world.write(bob)
        device.written()
        #expect(device.store.draft(bob) == nil)
        #expect(device.disk.spaces.values.allSatisfy { $0.isEmpty })
    }

    @Test func `an ended session and a kick leave all of it`() {
        let device = device(withMessages: 3)
        device.written()
        device.drop(code: 4300)
        #expect(device.engine.state.name == "ended")
        device.reopen(isOffline: true)
        device.read(bob)
        #expect(device.seqs() == [1, 2, 3])
    }

    @Test func `messages that positions have passed without a store are read again`() {
        let device = device(withMessages: 3)
        device.written()
        device.close()
        device.keepsStore = false
        device.open(keepsPositions: true)
        device.world.write(bob)
        device.written()
        device.close()
        device.keepsStore = true
        device.open()
        device.read(bob)
        #expect(device.seqs() == [1, 2, 3, 4])
        #expect(device.asked("conversation.list").count == 1)
    }
}
