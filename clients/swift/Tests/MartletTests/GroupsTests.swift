import MartletCore
import Testing

/// The rows of a device, which outlive an engine.
private final class Rows {
    var rows: [String: [String: JSON]] = [:]

    func count(_ space: String) -> Int { rows[space]?.count ?? 0 }

    func answer(_ call: StorageCall) -> [[StoredRow]] {
        switch call {
        case .read(let ranges):
            return ranges.map { range in
                (rows[range.space] ?? [:]).sorted { $0.key < $1.key }.map { StoredRow($0.key, $0.value) }
            }
        case .write(let changes): for change in changes { rows[change.space, default: [:]][change.key] = change.value }
        case .clear(let spaces): rows = rows.filter { spaces.contains($0.key) }
        }
        return []
    }
}

/// An engine with a gateway that has groups, of which alice is in each.
private final class Club {
    struct Group {
        var name: String
        var users: [String]
        var admins: [String] = []
        var seq = 1
    }

    var groups: [String: Group]
    /// What was asked of groups, as `group.get 1`.
    var asked: [String] = []
    var changed: [Set<String>] = []
    var events: [Event] = []
    /// The ends of calls; nil is success.
    var ends: [Int: MartletError?] = [:]
    var refusals: [String: String] = [:]
    /// Happens before each page of members.
    var beforePage: (Club) -> Void = { _ in }
    private var engine: Engine
    private let device: Rows
    private var moment = Moment(wall: 1_795_000_000_000, elapsed: 0)
    private var isOnline = true
    private var connection = 0
    private var inputs: [Input] = []
    private var notes = 0

    init(_ groups: [String: [String]], _ device: Rows = Rows()) {
        self.groups = Dictionary(uniqueKeysWithValues: groups.map { ($0, Group(name: "Group \($0)", users: $1)) })
        self.device = device
        engine = Club.engine(moment)
    }

    private static func engine(_ moment: Moment) -> Engine {
        let options = Engine.Options(user: "alice", device: "d1", platform: "pc", keepsPositions: true)
        return Engine(options, at: moment, chance: { 0.5 })
    }

    /// Another run of the application begins, and looks at these groups before it connects.
    func run(isOnline: Bool, later: Int = 1000, looksAt ids: [String] = []) {
        moment = Moment(wall: moment.wall + later, elapsed: moment.elapsed + later)
        engine = Club.engine(moment)
        self.isOnline = isOnline
        asked = []
        if !ids.isEmpty { give(.groups(.look(ids))) }
        give(.connect(call: 1))
    }

    func give(_ input: Input) {
        inputs.append(input)
        while !inputs.isEmpty {
            for output in engine.handle(inputs.removeFirst(), at: moment) { perform(output) }
        }
    }

    func look(_ ids: String...) {
        give(.groups(.look(ids)))
        pass(100)
    }

    func everyone(_ id: String) {
        ends[2] = nil
        give(.groups(.everyone(call: 2, id)))
    }

    func pass(_ milliseconds: Int) {
        let end = moment.elapsed + milliseconds
        while let due = engine.nextDue, due <= end {
            moment = Moment(wall: moment.wall + max(0, due - moment.elapsed), elapsed: max(due, moment.elapsed))
            give(.time)
        }
        moment = Moment(wall: moment.wall + end - moment.elapsed, elapsed: end)
    }

    func loseConnection() {
        give(.closed(connection: connection, code: 1006, reason: ""))
        pass(3000)
    }

    func name(_ id: String) -> String? { engine.groups.group(id)?["name"]?.string }

    func members(_ id: String) -> [String]? {
        engine.groups.members(id)?.map { $0.role == .member ? $0.userID : "\($0.userID) \($0.role)" }
    }

    /// Something happens in the stream of a group; nil as the event: it is not told.
    func happen(_ id: String, _ event: String?, _ data: JSON = [:], _ change: (inout Group) -> Void = { _ in }) {
        change(&groups[id]!)
        groups[id]!.seq += 1
        guard let event else { return }
        let data = data.merging(["groupID": JSON(id)])
        say(["event": JSON(event), "data": data, "stream": JSON("group_\(id)"), "seq": JSON(groups[id]!.seq)])
    }

    func join(_ id: String, _ user: String, isTold: Bool = true) {
        happen(id, isTold ? "group.userDidJoin" : nil, ["user": JSON(user)]) { $0.users.append(user) }
    }

    /// A notification in the messages of group 1.
    func note(_ operation: Int, _ source: String, _ targets: JSON) {
        notes += 1
        let body: JSON = ["operationType": JSON(operation), "sourceID": JSON(source), "targetIDs": targets]
        let data: JSON = [
            "conversationID": "group_1", "seq": JSON(notes), "msgId": JSON("n\(notes)"), "clientMsgId": "",
            "from": JSON(source), "type": 5, "time": 1, "body": body,
        ]
        say(["event": "message.new", "data": data])
    }

    func say(_ frame: JSON) {
        do {
            give(.received(connection: connection, text: try frame.text()))
        } catch {
            Issue.record(error)
        }
    }

    private func perform(_ output: Output) {
        switch output {
        case .connect(let number):
            connection = number
            if isOnline { inputs.append(.accepted(connection: number)) }
        case .askToken(let question, _): inputs.append(.token(question: question, "token"))
        case .storage(let call, let asked): inputs.append(.stored(call: call, .success(device.answer(asked))))
        case .send(let number, let text): answer(number, text)
        case .event(let event): events.append(event)
        case .storeChanged(let change): if !change.groups.isEmpty { changed.append(change.groups) }
        case .done(let call, .success): ends[call] = .some(nil)
        case .done(let call, .failure(let error)): ends[call] = error
        default: break
        }
    }

    private func answer(_ number: Int, _ text: String) {
        do {
            let request = try JSON(parsing: text)
            let op = request["op"]?.string ?? ""
            var reply: JSON = ["id": request["id"] ?? .null]
            if let refusal = refusals[op] {
                reply["error"] = ["name": JSON(refusal)]
            } else {
                reply["ok"] = ok(op, request["data"] ?? [:])
            }
            inputs.append(.received(connection: number, text: try reply.text()))
        } catch {
            Issue.record(error)
        }
    }

    private func ok(_ op: String, _ data: JSON) -> JSON {
        let id = data["groupID"]?.string ?? ""
        switch op {
        case "session.open":
            let places = JSON(groups.map { ($0.key, JSON($0.value.seq)) })
            let login: JSON = ["session": "s", "serverTime": JSON(moment.wall), "stream": ["seq": 0], "groups": places]
            if data["resume"] == nil { return login }
            let resume: JSON = ["user": ["verdict": "recovered", "seq": 0], "groups": [:], "conversations": [:]]
            return login.merging(["resume": resume])
        case "conversation.list": return ["conversations": [], "nextSeq": 0, "isFinished": true]
        case "group.getMany":
            let ids = (data["groupIDs"]?.array ?? []).compactMap(\.string)
            asked.append("group.getMany \(ids.joined(separator: ","))")
            return ["groups": JSON(ids.filter { groups[$0] != nil }.map(details)), "left": []]
        case "group.get":
            asked.append("group.get \(id)")
            let members = JSON(groups[id]!.users.prefix(200).map { JSON($0) })
            return ["group": details(id).merging(["members": members, "nicknames": [:]])]
        case "group.members":
            beforePage(self)
            asked.append("group.members \(id)")
            let from = Int(data["cursor"]?.string ?? "") ?? 1
            let group = groups[id]!
            let page = group.users.dropFirst(from).prefix(100).map { JSON($0) }
            let cursor = from + 100 < group.users.count ? "\(from + 100)" : ""
            return ["members": JSON(Array(page)), "nicknames": [:], "seq": JSON(group.seq), "cursor": JSON(cursor)]
        default: return [:]
        }
    }

    private func details(_ id: String) -> JSON {
        let group = groups[id]!
        return [
            "groupID": JSON(id), "name": JSON(group.name), "owner": JSON(group.users[0]),
            "adminList": JSON(group.admins.map { JSON($0) }), "memberCount": JSON(group.users.count),
            "seq": JSON(group.seq),
        ]
    }
}

struct GroupsTests {
    @Test func `groups that come onto the screen one by one are read together, and once`() {
        let club = Club(["1": ["alice"], "2": ["bob", "alice"]])
        club.run(isOnline: true)
        club.give(.groups(.look(["1"])))
        club.look("2", "1", "9")
        club.look("1", "2", "9")
        #expect([club.name("1"), club.name("2"), club.name("9")] == ["Group 1", "Group 2", nil])
        #expect(club.asked == ["group.getMany 1,2,9"])
        #expect(club.changed == [["1", "2", "9"]])
    }

    @Test func `what an event tells of a group is shown at once, and read again`() {
        let club = Club(["1": ["alice", "bob"]])
        club.run(isOnline: true)
        club.look("1")
        club.happen("1", "group.specificationDidUpdate", ["group": ["name": "Renamed"]])
        #expect(club.name("1") == "Renamed")
        club.pass(100)
        #expect(club.name("1") == "Group 1")
        #expect(club.asked == ["group.getMany 1", "group.getMany 1"])
    }

    @Test func `many members are read in pages, and again if one joins between two of them`() {
        let club = Club(["1": (0..<450).map { "user\($0)" }])
        club.run(isOnline: true)
        var pages = 0
        club.beforePage = { club in
            pages += 1
            if pages == 3 { club.join("1", "late", isTold: false) }
        }
        club.everyone("1")
        #expect(club.ends[2] == .some(nil))
        #expect(club.members("1")?.count == 451)
        #expect(club.members("1")?.first == "user0 owner")
        #expect(pages == 10)
    }

    @Test func `a group in which members come all the time is shown as it was read, and read again`() {
        let club = Club(["1": (0..<450).map { "user\($0)" }])
        club.run(isOnline: true)
        club.beforePage = { $0.join("1", "new\($0.asked.count)", isTold: false) }
        club.everyone("1")
        #expect(club.members("1")?.count ?? 0 >= 450)
        #expect(club.asked.filter { $0 == "group.get 1" }.count == 3)
        club.beforePage = { _ in }
        club.everyone("1")
        #expect(club.members("1")?.count == club.groups["1"]?.users.count)
    }

    @Test func `events keep the members right, and one that was not told has them read again`() {
        let club = Club(["1": ["alice", "bob"]])
        club.run(isOnline: true)
        club.everyone("1")
        club.join("1", "carol")
        club.happen("1", "group.userDidLeave", ["user": "bob"]) { $0.users.removeAll { $0 == "bob" } }
        #expect(club.members("1") == ["alice owner", "carol"])
        club.everyone("1")
        #expect(club.asked.filter { $0 == "group.get 1" }.count == 1)
        club.join("1", "dan", isTold: false)
        club.join("1", "eve")
        club.everyone("1")
        #expect(club.members("1") == ["alice owner", "carol", "dan", "eve"])
        #expect(club.asked.filter { $0 == "group.get 1" }.count == 2)
    }

    @Test func `the device that has changed a group follows by the notifications, also of a super team`() {
        let club = Club(["1": ["alice", "bob", "carol"]])
        club.run(isOnline: true)
        club.everyone("1")
        club.pass(100)
        club.note(7, "alice", ["bob"])
        #expect(club.members("1") == ["alice owner", "bob admin", "carol"])
        club.note(401, "alice", ["dan", "eve"])
        club.note(402, "alice", ["bob"])
        club.note(403, "eve", [])
        club.note(406, "alice", ["carol"])
        club.note(6, "alice", 5)
        #expect(club.members("1") == ["carol owner", "alice", "dan"])
    }

    @Test func `after a lost connection, groups are read again whose streams have gone on`() {
        let club = Club(["1": ["alice"], "2": ["alice"]])
        club.run(isOnline: true)
        club.look("1", "2")
        club.everyone("1")
        club.everyone("2")
        club.asked = []
        club.groups["2"]?.name = "Other"
        club.join("2", "bob", isTold: false)
        club.loseConnection()
        club.pass(100)
        #expect(club.name("2") == "Other")
        club.everyone("1")
        club.everyone("2")
        #expect(club.asked == ["group.getMany 2", "group.get 2"])
    }

    @Test func `a group that the user has left loses its members, and a refused read is told`() {
        let club = Club(["1": ["bob", "alice"]])
        club.run(isOnline: true)
        club.everyone("1")
        club.happen("1", "group.didLeave")
        #expect(club.members("1") == nil)
        club.refusals["group.get"] = "notInGroup"
        club.everyone("1")
        #expect(club.ends[2]??.name == "notInGroup")
        club.refusals["group.getMany"] = "busy"
        club.look("2")
        #expect(club.events.last?.name == "sync.failed")
    }

    @Test func `a run without a connection shows the groups of an earlier one; with one, it reads what has gone on`() {
        let club = Club(["1": ["alice", "bob"], "2": ["alice", "carol"]])
        club.run(isOnline: true)
        club.look("1", "2")
        club.everyone("1")
        club.everyone("2")
        club.pass(1000)
        club.run(isOnline: false)
        club.everyone("2")
        #expect(club.ends[2] == .some(nil))
        #expect(club.name("1") == "Group 1")
        #expect(club.members("2") == ["alice owner", "carol"])
        club.join("2", "dan", isTold: false)
        club.run(isOnline: true, looksAt: ["1", "2"])
        club.pass(100)
        club.everyone("1")
        club.everyone("2")
        #expect(club.members("2") == ["alice owner", "carol", "dan"])
        #expect(club.asked == ["group.getMany 2", "group.get 2"])
    }

    @Test func `what was kept for a month without being read goes, and a sign-out removes all of it`() {
        let device = Rows()
        let club = Club(["1": ["alice"]], device)
        club.run(isOnline: true)
        club.everyone("1")
        club.pass(100)
        #expect([device.count("group"), device.count("member")] == [1, 1])
        club.run(isOnline: false, later: 31 * 86_400_000)
        club.look("2")
        #expect(club.name("1") == nil)
        #expect([device.count("group"), device.count("member")] == [0, 0])
        club.run(isOnline: true)
        club.everyone("1")
        club.give(.signOut(call: 3))
        #expect(club.members("1") == nil)
        #expect([device.count("group"), device.count("member")] == [0, 0])
    }
}
