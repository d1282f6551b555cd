import MartletCore
import Testing

private let minute = 60_000
private let hour = 3_600_000
private let refused = MartletError(system: "nim", code: 404, name: "noTarget")

private func page(_ messages: JSON...) -> JSON { ["messages": JSON(messages), "cursor": 0, "isFinished": true] }

/// A store whose gateway could not be asked at once.
struct StoreTests {
    private let device = Device()

    @Test func `a conversation that is opened without a connection is read when there is one`() {
        device.world.write(bob)
        device.open(isOffline: true)
        let call = device.read(bob)
        device.advance(600_000)
        #expect(device.results[call] == nil)
        device.isAnswering = true
        device.advance(90_000)
        #expect(device.results[call] == .success([:]))
        #expect(device.seqs() == [1])
    }

    @Test func `one that could not be read is read as soon as it has a message`() {
        device.open()
        device.answers["message.history"] = { _ in .failure(refused) }
        let call = device.read(bob)
        guard case .failure(let error)? = device.results[call] else { return #expect(Bool(false), "it is read") }
        #expect(error.code == 404)
        device.answers = [:]
        device.world.write(bob)
        device.settle()
        #expect(device.seqs() == [1])
    }

    @Test func `one that could not be read is read with the next list`() {
        device.open()
        device.begin { _ in .disconnect }
        let call = device.read(bob)
        guard case .failure(let error)? = device.results[call] else { return #expect(Bool(false), "it is read") }
        #expect(error.name == "stopped")
        device.world.devices = [:]
        device.world.write(bob)
        device.begin { .connect(call: $0) }
        device.hear(["event": "conversation.syncFinish", "data": ["isComplete": false]])
        device.settle()
        #expect(device.seqs() == [1])
    }

    @Test func `messages that are told while no page comes leave no hole behind them`() {
        device.keepsStore = false
        device.open()
        device.answers["message.history"] = { [device] _ in
            device.hear(["event": "message.new", "data": message(bob, 1)])
            return .failure(refused)
        }
        device.read(bob)
        device.answers["message.history"] = { _ in
            .success(["messages": [message(bob, 9), message(bob, 8)], "cursor": 8, "isFinished": false])
        }
        device.hear(["event": "message.new", "data": message(bob, 9)])
        device.settle()
        #expect(device.seqs() == [8, 9])
    }

    @Test func `an own message is the last one, also if the connection is lost behind the reply`() {
        for _ in 0..<4 { device.world.write(bob) }
        device.open()
        let place: JSON = ["msgId": "10005", "conversationID": "c2c_bob", "seq": 5, "time": 7999]
        device.answers["message.send"] = { _ in .success(place) }
        device.send(bob, "five")
        let last = device.store.conversation(bob)?["lastMessage"]
        #expect(last?["seq"] == 5)
        #expect(last?["body"] == ["text": "five"])
        #expect(last?["timestamp"] == 7)
        #expect(last?["clientMsgId"] == nil)
        // One that was sent before, and is acknowledged now, is older.
        device.answers["message.send"] = { _ in .success(place.merging(["msgId": "10003", "seq": 3])) }
        device.send(bob, "three")
        #expect(device.store.conversation(bob)?["seq"] == 5)
    }

    @Test func `one that is trimmed while older messages are read has no hole`() {
        for _ in 0..<12 { device.world.write(bob) }
        device.keepsStore = false
        device.open()
        device.read(bob, limit: 4)
        device.answers["message.history"] = { [device] data in
            device.begin { _ in .trim(id: bob, keep: 2) }
            device.answers = [:]
            return .success(device.world.answer("message.history", data))
        }
        device.older(bob, limit: 4)
        #expect(device.seqs() == [11, 12])
        #expect(!device.store.view(bob).isComplete)
        device.older(bob, limit: 2)
        #expect(device.seqs() == [9, 10, 11, 12])
    }

    @Test func `an own message that is late and older than those that are shown leaves no hole`() {
        for _ in 0..<12 { device.world.write(bob) }
        device.open()
        device.begin { _ in .trim(id: bob, keep: 4) }
        device.keepsStore = false
        device.read(bob, limit: 4)
        device.answers["message.send"] = { _ in
            .success(["msgId": "m3", "conversationID": "c2c_bob", "seq": 3, "time": 7999])
        }
        device.send(bob, "late")
        #expect(device.seqs() == [9, 10, 11, 12])
    }

    @Test func `a change tells once what one input has changed`() {
        device.open()
        device.read(bob)
        device.forgetChanges()
        device.world.write(bob)
        device.settle()
        #expect(device.changes.filter { $0.conversations.contains(bob) }.count == 1)
        #expect(device.changes.contains { $0.isOfList })
        device.forgetChanges()
        device.hear(["event": "conversation.totalUnreadChanged", "data": ["total": 7]])
        device.settle()
        #expect(device.changes.map(\.isOfList) == [true])
        #expect(device.store.totalUnread == 7)
    }

    @Test func `the list has pinned ones first, then the newest`() {
        for (number, id) in ["c2c_a", "c2c_b", "c2c_c"].enumerated() {
            device.world.write(id, ["time": JSON(1000 * number)])
        }
        device.open()
        device.world.pin("c2c_b", true)
        device.settle()
        #expect(device.store.conversations().map { $0["userID"] } == ["b", "c", "a"])
        #expect(device.store.conversations(first: 2).map { $0["userID"] } == ["b", "c"])
    }
}

/// Messages that end.
struct EndsTests {
    private let device = Device()
    private let end: Int

    /// Bob's conversation is open, of which the message 2 ends in a minute.
    init() {
        end = device.moment.wall + minute
        let ends: JSON = ["expireAt": JSON(end), "replyTo": ["seq": 1]]
        let messages = [message(bob, 1), message(bob, 2).merging(ends), message(bob, 3)]
        device.world[bob].messages = messages
        (device.world[bob].seq, device.world[bob].isListed) = (3, true)
        let list = listedConversation(bob, 3, messages[1])
        device.answers["conversation.list"] = { _ in
            .success(["conversations": [list], "nextSeq": 0, "isFinished": true])
        }
        device.open()
        device.read(bob)
    }

    @Test func `a message is hidden at its end, and the list's last one says nothing more`() {
        device.forgetChanges()
        device.advance(minute - 10)
        #expect(device.seqs() == [1, 2, 3])
        #expect(device.changes.isEmpty)
        device.advance(20)
        #expect(device.seqs() == [1, 3])
        #expect(device.changes.contains { $0.isOfList })
        #expect(device.changes.contains { $0.conversations == [bob] })
        let last = device.store.conversation(bob)?["lastMessage"]
        #expect(last?["body"] == [:] && last?["isExpired"] == true && last?["replyTo"] == nil)
        #expect(device.store.conversations().first?["lastMessage"] == last)
    }

    @Test(arguments: [hour, -hour])
    func `that is so by the gateway's clock, also without a connection`(ahead: Int) {
        let moment = device.moment
        device.world.now = { [device] in device.moment.wall - ahead }
        device.moment.wall += ahead
        device.drop()
        device.advance(20_000)
        device.isAnswering = false
        device.drop()
        device.advance(minute - 20_000 - 10)
        #expect(device.moment.elapsed - moment.elapsed == minute - 10)
        #expect(device.seqs() == [1, 2, 3])
        device.advance(20)
        #expect(device.seqs() == [1, 3])
    }

    @Test func `a live message that came late is not shown`() {
        device.hear(["event": "message.new", "data": message(bob, 4).merging(["expireAt": JSON(device.moment.wall)])])
        device.settle()
        #expect(device.seqs() == [1, 2, 3])
    }

    @Test func `after a sleep through the end it is not shown, whenever the timer comes`() {
        device.moment.wall += 2 * minute
        #expect(device.seqs() == [1, 3])
        #expect(device.store.conversation(bob)?["lastMessage"]?["isExpired"] == true)
    }

    @Test func `one that has ended stays hidden when the device's clock is set back`() {
        device.advance(2 * minute)
        device.world.write(bob, ["time": JSON(device.moment.wall)])
        device.settle()
        device.isAnswering = false
        device.moment.wall -= hour
        #expect(device.seqs() == [1, 3, 4])
        #expect(device.store.view(bob).isLoaded)
    }

    @Test func `a message that a wrong clock has hidden is there again when the gateway has told the time`() {
        device.moment.wall += hour
        #expect(device.seqs() == [1, 3])
        device.world.now = { [device] in device.moment.wall - hour }
        device.forgetChanges()
        device.drop()
        device.advance(2000)
        #expect(device.changes.contains { $0.conversations.contains(bob) })
        #expect(device.seqs() == [1, 2, 3])
    }

    @Test func `one that was deleted on another device is gone also from a page that was read before`() {
        device.close()
        device.keepsStore = false
        device.open()
        device.answers["message.history"] = { [device] _ in
            device.world.delete(bob, [message(bob, 1)])
            return .success(page(message(bob, 3), message(bob, 2), message(bob, 1)))
        }
        device.read(bob)
        #expect(device.seqs() == [2, 3])
    }
}

struct DraftTests {
    private let device = Device()
    private let draft: JSON = ["text": "I wanted to", "replyTo": "17"]

    private func keep(_ draft: JSON?, _ id: String = bob) {
        device.begin { _ in .keepDraft(id: id, draft) }
    }

    @Test func `a draft is in the view, and a change tells of it once`() {
        device.open()
        device.forgetChanges()
        keep(draft)
        keep(draft)
        #expect(device.store.draft(bob) == draft && device.store.view(bob).draft == draft)
        #expect(device.store.draft(eve) == nil)
        #expect(device.changes.map(\.conversations) == [[bob]])
    }

    @Test(arguments: [nil, "", [:], ["text": ""], ["text": "", "mentions": []]] as [JSON?])
    func `a draft that says nothing is none`(empty: JSON?) {
        device.open()
        keep(draft)
        keep(empty)
        #expect(device.store.draft(bob) == nil)
        #expect(device.disk.values("draft").isEmpty)
    }

    @Test func `a draft that was written before the rows are read is newer than the one of an earlier run`() {
        device.open()
        keep(draft)
        keep("to Eve", eve)
        device.close()
        device.disk.delay = { if case .read = $0 { 100 } else { 0 } }
        device.open()
        keep(nil, eve)
        device.advance(1000)
        #expect(device.store.draft(bob) == draft)
        #expect(device.store.draft(eve) == nil)
    }

    @Test func `a draft that cannot be kept is there while the program runs, and unsaved tells it`() {
        device.open()
        device.disk.writeError = MartletError(name: "notSaved")
        keep(draft)
        #expect(device.store.draft(bob) == draft)
        #expect(device.unsaved.map(\.name) == ["notSaved"])
    }
}
