import MartletCore

let bob = "c2c_bob"
let eve = "c2c_eve"

/// A gateway with conversations of alice: it answers as a gateway does, with the list, history, changes, and what a
/// resume brings, and tells its connected devices of everything that happens. As clients/python/tests/world.py.
final class World {
    final class Conversation {
        let id: String
        var seq = 0
        var change = 0
        var messages: [JSON] = []
        var changes: [JSON] = []
        var isPinned = false
        var unread = 0
        var keptFrom = 0
        var isListed = false
        /// Why a place before `keptFrom` is reset.
        var why: String?

        init(_ id: String) {
            self.id = id
        }
    }

    private var conversations: [Conversation] = []
    private var byID: [String: Conversation] = [:]
    /// The user's stream.
    var events: [JSON] = []
    /// From here on a resume knows the user's stream, and why not before.
    var userKnownFrom = 0
    var whyUser: String?
    /// A resume brings so many messages of a conversation.
    var mostRecovered = 10
    var retentionDays: Int?
    /// Own messages that devices have sent.
    private(set) var stored: [JSON] = []
    var now: () -> Int = { 1_795_000_000_000 }
    /// The devices that are connected.
    var devices: [ObjectIdentifier: (_ frame: JSON) -> Void] = [:]
    private var ids = 0

    subscript(id: String) -> Conversation {
        if let known = byID[id] { return known }
        let conversation = Conversation(id)
        conversations.append(conversation)
        byID[id] = conversation
        return conversation
    }

    /// The list, as the gateway gives it.
    var listed: [JSON] { conversations.filter(\.isListed).map { shown($0.id) } }
    var total: Int { conversations.reduce(0) { $0 + ($1.isListed ? $1.unread : 0) } }

    func shown(_ id: String) -> JSON {
        let own = self[id]
        let last = own.messages.last.map { $0.merging(["timestamp": 1]) }
        var shown = listedConversation(id, own.seq, last)
        shown["isPinned"] = JSON(own.isPinned)
        shown["unreadCount"] = JSON(own.unread)
        if own.change > 0 { shown["change"] = JSON(own.change) }
        return shown
    }

    // MARK: - What happens

    /// The other user writes, or alice on another device.
    @discardableResult
    func write(_ id: String, _ more: JSON = [:]) -> JSON {
        let one = put(id, more)
        if one["from"] != "alice" { self[id].unread += 1 }
        begin(id)
        tell("message.new", one.merging(["unreadCount": JSON(self[id].unread), "totalUnread": JSON(total)]))
        return one
    }

    /// A place that no message is given, as of one that is in no history.
    func passOver(_ id: String) {
        self[id].seq += 1
    }

    /// A message is taken back, or something else of it changes.
    func change(_ id: String, _ message: JSON, _ more: JSON) {
        guard let place = self[id].messages.firstIndex(where: { $0["msgId"] == message["msgId"] }) else { return }
        self[id].change += 1
        let changed = self[id].messages[place].merging(more).merging(["change": JSON(self[id].change)])
        self[id].messages[place] = changed
        log(id, "message.changed", changed, ["message": changed])
    }

    /// A message has expired, for all.
    func expire(_ id: String, _ message: JSON) {
        self[id].messages.removeAll { $0["msgId"] == message["msgId"] }
        self[id].change += 1
        log(id, "message.gone", message, [:])
    }

    /// Alice deletes messages for herself, on another device.
    func delete(_ id: String, _ messages: [JSON]) {
        let ids = messages.compactMap { $0["msgId"] }
        self[id].messages.removeAll { ids.contains($0["msgId"] ?? .null) }
        self[id].changes.removeAll { ids.contains($0["msgId"] ?? .null) }
        tellUser("message.deleted", ["conversationID": JSON(id), "msgIds": JSON(ids)])
        if self[id].isListed { tellUser("conversation.changed", ["conversations": [shown(id)]]) }
    }

    func deleteConversation(_ id: String) {
        let own = self[id]
        (own.messages, own.changes, own.isListed, own.isPinned, own.unread) = ([], [], false, false, 0)
        own.keptFrom = own.seq
        tellUser("conversation.deleted", ["conversationIDs": [JSON(id)]])
        tell("conversation.totalUnreadChanged", ["total": JSON(total)])
    }

    func pin(_ id: String, _ isPinned: Bool) {
        self[id].isPinned = isPinned
        tellUser("conversation.changed", ["conversations": [shown(id)]])
    }

    /// The gateway keeps messages up to this one no longer.
    func retain(_ id: String, from seq: Int) {
        self[id].messages.removeAll { ($0["seq"]?.int ?? 0) < seq }
    }

    private func put(_ id: String, _ more: JSON) -> JSON {
        self[id].seq += 1
        ids += 1
        let (seq, text) = (self[id].seq, "\(id) \(self[id].seq)")
        let named: JSON = ["msgId": JSON("m\(ids)"), "clientMsgId": JSON("c\(ids)"), "body": ["text": JSON(text)]]
        let one = message(id, seq).merging(named).merging(more)
        self[id].messages.append(one)
        return one
    }

    private func begin(_ id: String) {
        if self[id].isListed { return }
        self[id].isListed = true
        tellUser("conversation.new", ["conversations": [shown(id)]])
    }

    private func log(_ id: String, _ event: String, _ message: JSON, _ more: JSON) {
        var change: JSON = ["change": JSON(self[id].change)]
        for name in ["msgId", "seq"] { change[name] = message[name] }
        change = change.merging(more)
        self[id].changes.removeAll { $0["msgId"] == message["msgId"] }
        self[id].changes.append(change)
        tell(event, change.merging(["conversationID": JSON(id)]))
    }

    private func tellUser(_ event: String, _ data: JSON) {
        events.append(["seq": JSON(events.count + 1), "event": JSON(event), "data": data])
        tell(event, data, ["stream": "user", "seq": JSON(events.count)])
    }

    func tell(_ event: String, _ data: JSON, _ place: JSON = [:]) {
        for tell in devices.values { tell((["event": JSON(event), "data": data] as JSON).merging(place)) }
    }

    // MARK: - Answers

    func answer(_ op: String, _ data: JSON) -> JSON {
        let id = data["conversationID"]?.string ?? ""
        switch op {
        case "session.open": return login(data["resume"])
        case "conversation.list": return ["conversations": JSON(listed), "nextSeq": 0, "isFinished": true]
        case "message.history": return history(id, data)
        case "message.changes":
            let changes = changes(id, after: data["after"]?.int ?? 0)
            return ["changes": JSON(changes), "change": JSON(self[id].change), "isFinished": true]
        case "stream.events":
            let rest = Array(events.dropFirst(data["after"]?.int ?? 0))
            return ["events": JSON(rest), "seq": JSON(events.count), "isFinished": true]
        case "message.send": return take(id, data)
        default: return [:]
        }
    }

    /// The events behind the reply to `session.open`.
    func greeting(_ resume: JSON?) -> [JSON] {
        let isComplete = resume.map { $0["user"]?.int ?? 0 >= userKnownFrom } ?? true
        var greeting: [JSON] = [
            ["event": "conversation.totalUnreadChanged", "data": ["total": JSON(total)]]
        ]
        if resume != nil, isComplete, !listed.isEmpty {
            greeting.append(["event": "conversation.changed", "data": ["conversations": JSON(listed)]])
        }
        return greeting + [["event": "conversation.syncFinish", "data": ["isComplete": JSON(isComplete)]]]
    }

    private func history(_ id: String, _ data: JSON) -> JSON {
        let (cursor, all) = (data["cursor"]?.int ?? 0, self[id].messages)
        let isNewer = data["direction"] == "newer"
        let rest =
            isNewer
            ? all.filter { $0["seq"]?.int ?? 0 > cursor }
            : all.reversed().filter { cursor == 0 || $0["seq"]?.int ?? 0 < cursor }
        let page = Array(rest.prefix(data["limit"]?.int ?? 20))
        let isFinished = page.count == rest.count
        return [
            "messages": JSON(page), "cursor": isFinished ? 0 : page.last?["seq"] ?? 0, "isFinished": JSON(isFinished),
            "change": JSON(self[id].change),
        ]
    }

    private func changes(_ id: String, after place: Int) -> [JSON] {
        self[id].changes.filter { $0["change"]?.int ?? 0 > place }
    }

    private func take(_ id: String, _ data: JSON) -> JSON {
        var known = stored.first { $0["clientMsgId"] == data["clientMsgId"] }
        if known == nil {
            var said: JSON = ["from": "alice"]
            for name in ["clientMsgId", "type", "body"] { said[name] = data[name] }
            let one = put(id, said)
            stored.append(one)
            begin(id)
            known = one
        }
        var place: JSON = [:]
        for name in ["msgId", "conversationID", "seq", "time"] { place[name] = known?[name] }
        return place
    }

    private func login(_ resume: JSON?) -> JSON {
        var reply: JSON = [
            "session": "s1", "serverTime": JSON(now()), "stream": ["seq": JSON(events.count)], "groups": [:],
            "heartbeat": ["intervalMilliseconds": 25_000, "timeoutMilliseconds": 60_000],
            "limits": ["requests": ["perSecond": 50, "burst": 100]],
        ]
        if let retentionDays { reply["limits"]?["retentionDays"] = JSON(retentionDays) }
        guard let resume else { return reply }
        let events = events.dropFirst(resume["user"]?.int ?? 0).compactMap { asNow($0) }
        var user: JSON = ["verdict": "recovered", "seq": JSON(self.events.count), "events": JSON(events)]
        if resume["user"]?.int ?? 0 < userKnownFrom {
            user = ["verdict": "reset", "seq": JSON(self.events.count), "from": 1]
            user["why"] = whyUser.map { JSON($0) }
        }
        let begun = events.filter { $0["event"] == "conversation.new" }.flatMap {
            $0["data"]?["conversations"]?.array?.compactMap { $0["conversationID"]?.string } ?? []
        }
        let places = resume["conversations"]?.object?.members ?? []
        var (conversations, changes): (JSON, JSON) = ([:], [:])
        for (id, place) in places.map({ ($0.name, $0.value.int ?? 0) }) + begun.map({ ($0, 0) })
        where conversations[id] == nil {
            conversations[id] = verdict(id, place)
        }
        for (id, place) in resume["changes"]?.object?.members ?? [] {
            let changed = self.changes(id, after: place.int ?? 0)
            changes[id] = ["verdict": "recovered", "seq": JSON(self[id].change), "changes": JSON(changed)]
        }
        reply["resume"] = ["user": user, "groups": [:], "conversations": conversations, "changes": changes]
        return reply
    }

    /// An event shows a conversation as it is now.
    private func asNow(_ event: JSON) -> JSON? {
        guard let old = event["data"]?["conversations"]?.array else { return event }
        let ids = old.compactMap { $0["conversationID"]?.string }.filter { self[$0].isListed }
        return ids.isEmpty ? nil : event.merging(["data": ["conversations": JSON(ids.map { shown($0) })]])
    }

    private func verdict(_ id: String, _ place: Int) -> JSON {
        let own = self[id]
        if place > own.seq || (0 < place && place < own.keptFrom) {
            var reset: JSON = ["verdict": "reset", "seq": JSON(own.seq), "from": JSON(own.keptFrom + 1)]
            reset["why"] = place > own.seq ? "beyond" : own.why.map { JSON($0) }
            return reset
        }
        let missed = own.messages.filter { $0["seq"]?.int ?? 0 > place }
        if missed.count > mostRecovered {
            return ["verdict": "gap", "seq": JSON(own.seq), "from": JSON(place + 1), "to": JSON(own.seq)]
        }
        return ["verdict": "recovered", "seq": JSON(own.seq), "messages": JSON(missed)]
    }
}

func message(_ id: String, _ seq: Int) -> JSON {
    [
        "msgId": JSON("1000\(seq)"), "clientMsgId": JSON("c\(seq)"), "conversationID": JSON(id), "sessionType": 0,
        "seq": JSON(seq), "from": "bob", "type": 0, "body": ["text": JSON("\(seq)")], "time": JSON(1000 + seq),
    ]
}

func listedConversation(_ id: String, _ seq: Int, _ last: JSON?) -> JSON {
    [
        "conversationID": JSON(id), "type": 1, "userID": JSON(String(id.dropFirst(4))), "showName": "Bob",
        "faceUrl": "", "unreadCount": 0, "recvOpt": 0, "isPinned": false, "isMarkedUnread": false,
        "groupAtInfolist": [], "seq": JSON(seq), "readSeq": 0, "lastMessage": last ?? .null,
    ]
}
