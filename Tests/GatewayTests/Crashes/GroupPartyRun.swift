import Client
import EventLoop
import Framing
import JSON
import TestSupport

/// A party in one run of the gateway: it comes back, repeats requests without a reply, checks everything, and asks
/// for more, comes and goes, until the gateway is no more.
struct GroupPartyRun {
    private(set) var party: GroupParty
    private let door: Door
    private var random: SeededRandom
    /// By device; nil: it is away.
    private var sessions: [ClientSession?] = []
    private var followers: [ClientSession?] = [nil, nil]
    private var lastID: UInt64 = 1 << 32
    private var isOver = false

    init(_ party: GroupParty, _ door: Door, _ random: SeededRandom) throws {
        (self.party, self.door, self.random) = (party, door, random)
        sessions = Array(repeating: nil, count: party.devices.count)
        for device in party.devices.indices where party.group.isEmpty || chance(3, of: 4) { try comeBack(device) }
        if party.group.isEmpty { try begin() }
        // The other device of the follower is told the rest when it comes again.
        for index in 0..<2 where index == 0 || chance(1, of: 2) { try follow(index) }
    }

    private mutating func chance(_ part: Int, of all: Int) -> Bool { Int.random(in: 0..<all, using: &random) < part }

    /// The group, the one who is away, and who follows whom.
    private mutating func begin() throws {
        for (provider, token) in party.tokens {
            let away = try door.open(party.away, device: provider, platform: "ios")
            _ = try away.request("push.register", #"{"provider": "\#(provider)", "token": "\#(token)"}"#).get()
            try away.leave()
        }
        party.group = try sessions[0]!.createGroup(with: party.writers.dropFirst().map(\.name) + [party.away])
        for device in party.devices.indices {
            try sessions[device]!.leave()
            try comeBack(device)
        }
        party.base = (party.devices[0].heard, party.devices[0].group)
        for index in 0..<2 {
            let fan = try door.open(party.follower, device: party.followerDevices[index].device, platform: "web")
            if index == 0 {
                for type in [1, 2] { try fan.follow(party.writers.map(\.name), type, expiry: 2_592_000) }
            }
            // From here on it is told, and asks for nothing.
            for read in try fan.followed(party.writers.map(\.name)) {
                party.followerDevices[index].presence[read.user] = read.line
            }
            try party.take(fan.settleAll(), ofFollowerDevice: index)
            try leave(fan, index)
        }
    }

    // MARK: - Checking

    /// Everything that was promised in the runs before is so.
    mutating func check(_ pushes: ProviderServer) throws {
        try askAgain()
        for (device, session) in present {
            try party.take(session.settleAll(), of: device)
            try party.hear(device)
        }
        try party.checkIsWhole(among: Set(present.map { party.devices[$0.device].writer }))
        for (device, session) in present { try check(device, session) }
        try checkHistory()
        try checkFollowers()
        try checkPushes(pushes)
    }

    private var present: [(device: Int, session: ClientSession)] {
        sessions.enumerated().compactMap { device, session in session.map { (device, $0) } }
    }

    private func check(_ device: Int, _ session: ClientSession) throws {
        let (place, writer) = (party.devices[device], party.devices[device].writer)
        try hold(place.heard == party.head, "\(party.describe(device)) has \(place.heard) of \(party.head) messages")
        for (other, member) in party.writers.enumerated() where other != writer && !member.attribute.isEmpty {
            try hold(
                place.attributes[other] == member.attribute,
                "\(party.describe(device)) was told \(place.attributes[other] ?? "none") of \(member)")
        }
        let conversation = try session.conversation(in: party.group)
        try hold(
            conversation?.unread == party.unread(of: writer) && conversation?.seq == party.head,
            "\(party.describe(device)) has \(conversation.map { "\($0)" } ?? "none"), and not \(party.unread(of: writer)) "
                + "unread of \(party.head)")
    }

    /// Each message once, at its seq, in order, and none between.
    private mutating func checkHistory() throws {
        guard let (_, session) = present.randomElement(using: &random) else { return }
        var seq = max(party.head - 200, party.base.message)
        while seq < party.head {
            let page = try session.request(
                "message.history",
                #"{"conversationID": "group_\#(party.group)", "direction": "newer", "cursor": \#(seq), "limit": 100}"#
            ).get()
            let messages = try page["messages"]?.elements?.map { try Message($0) } ?? []
            try hold(!messages.isEmpty, "the history of \(party.name) ends at \(seq) and not at \(party.head)")
            for message in messages {
                try hold(message.seq == seq + 1, "after seq \(seq) of \(party.name) comes \(message.seq)")
                _ = try party.see(message)
                seq += 1
            }
        }
    }

    /// S-Q33: what a device has been told comes to what is so, whatever it has missed. Events are gathered, so it may take a
    /// moment.
    private mutating func checkFollowers() throws {
        for (index, session) in followers.enumerated() {
            guard let session else { continue }
            var difference = ""
            let deadline = Clock.monotonicNanoseconds + 20_000_000_000
            repeat {
                try party.take(session.settleAll(), ofFollowerDevice: index)
                difference = try self.difference(index, session)
                if !difference.isEmpty { Thread.sleep(milliseconds: 20) }
            } while !difference.isEmpty && Clock.monotonicNanoseconds < deadline
            try hold(difference.isEmpty, "the follower's \(party.followerDevices[index].device): \(difference)")
        }
    }

    /// Between what the device was told, what is read, and what must be.
    private func difference(_ index: Int, _ session: ClientSession) throws -> String {
        let followerDevice = party.followerDevices[index]
        let names = party.writers.map(\.name)
        for read in try session.followed(names) {
            let online = present.filter { party.writers[party.devices[$0.device].writer].name == read.user }
                .map { GroupParty.Device.platforms[party.devices[$0.device].kind] }
            let isRight = read.presence.filter(\.isOnline).count == online.count
            if !isRight { return "\(read.line) is read, and there are \(online)" }
            let told = followerDevice.presence[read.user] ?? "nothing"
            if told != read.line { return "\(told) was told, and \(read.line) is read" }
        }
        for writer in party.writers where !writer.nickname.isEmpty {
            let told = followerDevice.nicknames[writer.name] ?? "nothing"
            if told != writer.nickname { return "\(told) was told of the name of \(writer.name), \(writer.nickname)" }
        }
        return ""
    }

    /// Each message is pushed to each device of the one who is away, and again only as the same push.
    private mutating func checkPushes(_ server: ProviderServer) throws {
        let numbers = Dictionary(
            uniqueKeysWithValues: party.lines.map { ($0.value.msgID, $0.key - party.base.message) })
        let deadline = Clock.monotonicNanoseconds + 60_000_000_000
        while hasUnpushed, Clock.monotonicNanoseconds < deadline {
            let requests = try server.requests()
            for request in requests[party.requestsSeen...] where request.isAccepted { try see(request, numbers) }
            party.requestsSeen = requests.count
            if hasUnpushed { Thread.sleep(milliseconds: 20) }
        }
        party.tally.pushed = party.pushed.values.reduce(0) { $0 + $1.count }
        for (provider, token) in party.tokens {
            let known = party.pushed[token, default: [:]]
            let missing = party.lines.filter { known[$0.key - party.base.message] == nil }
            guard let (seq, line) = missing.min(by: { $0.key < $1.key }) else { continue }
            let away = try door.open(party.away, device: provider, platform: "ios")
            let explanation = try away.request("push.explain", #"{"msgId": "\#(line.msgID)"}"#).get().text
            throw Contradiction(
                "\(missing.count) of \(party.lines.count) messages of \(party.name) are not pushed by \(provider), "
                    + "first \(seq): \(explanation)")
        }
    }

    private var hasUnpushed: Bool {
        party.tokens.values.contains { party.pushed[$0, default: [:]].count < party.lines.count }
    }

    private mutating func see(_ request: ProviderServer.Request, _ numbers: [String: Int]) throws {
        guard let token = request.token, party.tokens.values.contains(token) else { return }
        guard let message = request.message, let number = numbers[message] else {
            throw Contradiction("\(request.message ?? "nothing") was pushed, which nobody has written")
        }
        try hold(
            request.kind != "webhook" || request.badge == number,
            "message \(number) of \(party.name) was pushed with badge \(request.badge ?? 0)")
        try hold(
            request.problem == nil, "\(request.kind) does not like message \(number): \(request.problem ?? "")")
        let id = request.identity ?? ""
        let former = party.pushed[token, default: [:]].updateValue(id, forKey: number)
        try hold(former ?? id == id, "message \(number) was pushed by \(request.kind) as \(former ?? "") and as \(id)")
    }

    // MARK: - Asking

    /// Until the gateway is gone; takes in what it still had to say.
    mutating func spend() throws {
        while !isOver {
            switch Int.random(in: 0..<12, using: &random) {
            case 0: try unlessOver { run in try run.moveDevice() }
            case 1: try unlessOver { run in try run.moveFollower() }
            default: try ask(burst())
            }
        }
        for (device, session) in present {
            try expectKilled(session)
            try party.take(session.takeEvents(), of: device)
            try party.hear(device)
        }
        for (index, session) in followers.enumerated() {
            guard let session else { continue }
            try expectKilled(session)
            try party.take(session.takeEvents(), ofFollowerDevice: index)
        }
    }

    private mutating func burst() -> [GroupPartyRequest] {
        var requests: [GroupPartyRequest] = []
        // Of two changes of one thing by two devices nobody could say which was the last.
        var changed: Set<String> = []
        for _ in 0..<Int.random(in: 1...16, using: &random) {
            guard let device = present.randomElement(using: &random)?.device else { return requests }
            let writer = party.devices[device].writer
            let choice = Int.random(in: 0..<10, using: &random)
            if choice >= 7, !changed.insert("\(writer) \(choice)").inserted { continue }
            let number = party.nextNumber()
            let read = max(party.writers[writer].readSeq, party.base.message)
            let kind: GroupPartyRequest.Kind =
                switch choice {
                case 7: .read(upTo: Int.random(in: read...party.head, using: &random))
                case 8: .rename("n\(number)")
                case 9: .attribute("a\(number)")
                default: .write(clientID: "\(party.name) \(writer) \(number)")
                }
            requests.append(GroupPartyRequest(device: device, number: number, kind: kind))
        }
        return requests
    }

    /// Asks for all before it waits for any. What gets no reply, because the gateway has gone, stays open.
    private mutating func ask(_ requests: [GroupPartyRequest]) throws {
        var asked: [(request: GroupPartyRequest, id: UInt64)] = []
        for request in requests {
            lastID += 1
            asked.append((request, lastID))
            if case .attribute = request.kind { party.devices[request.device].ownChanges += 1 }
            let (request, session) = (request.request(id: lastID, group: party.group), sessions[request.device]!)
            try unlessOver { _ in try session.connection.send(request) }
        }
        for (request, id) in asked {
            let session = sessions[request.device]!
            var reply: Reply?
            try unlessOver { _ in reply = try session.reply(to: id) }
            if let reply { try party.take(reply.get(), to: request) } else { party.open.append(request) }
        }
    }

    /// Repeats the requests that have no reply yet, on any device of the same user that is there.
    private mutating func askAgain() throws {
        let open = party.open
        party.open = []
        party.tally.askedAgain += open.count
        party.tally.foundStored += open.count { request in
            if case .write(let clientID) = request.kind { party.knows(clientID) } else { false }
        }
        for request in open {
            let writer = party.devices[request.device].writer
            if !present.contains(where: { party.devices[$0.device].writer == writer }) { try comeBack(request.device) }
            var again = request
            again.device =
                present.filter { party.devices[$0.device].writer == writer }.randomElement(using: &random)!.device
            try ask([again])
        }
        try hold(!isOver, "the gateway is gone while nobody has killed it")
    }

    private mutating func unlessOver(_ body: (inout GroupPartyRun) throws -> Void) throws {
        do {
            try body(&self)
        } catch let error as ClientError {
            switch error {
            case .ended, .closed(nil, _), .system: isOver = true
            default: throw error
            }
        }
    }

    private func expectKilled(_ session: ClientSession) throws {
        let code = try session.end()
        try hold(code == nil, "a session was closed with \(code!)")
    }
}

// MARK: - Coming and going

extension GroupPartyRun {
    /// One that is there goes, or one that is not comes.
    private mutating func moveDevice() throws {
        let device = party.devices.indices.randomElement(using: &random)!
        if sessions[device] == nil { try comeBack(device) } else if present.count > 1 { try leave(device) }
    }

    private mutating func moveFollower() throws {
        guard let session = followers[1] else { return try follow(1) }
        followers[1] = nil
        try leave(session, 1)
    }

    private mutating func leave(_ session: ClientSession, _ followerDevice: Int) throws {
        let result = Result { try session.leave() }
        try party.take(session.takeEvents(), ofFollowerDevice: followerDevice)
        try result.get()
    }

    /// The device has all messages before the gateway's close frame.
    private mutating func leave(_ device: Int) throws {
        let session = sessions[device]!
        sessions[device] = nil
        let result = Result { try session.leave() }
        try party.take(session.takeEvents(), of: device)
        try party.hear(device)
        try result.get()
    }

    private mutating func follow(_ index: Int) throws {
        followers[index] = try door.open(party.follower, device: party.followerDevices[index].device, platform: "web")
    }

    private mutating func comeBack(_ device: Int) throws {
        let place = party.devices[device]
        let session = try door.connect()
        let user = party.writers[place.writer].name
        let (name, platform) = (GroupParty.Device.names[place.kind], GroupParty.Device.platforms[place.kind])
        let positions =
            #"{"user": \#(place.user), "conversations": {"group_\#(party.group)": \#(place.heard)}, "#
            + #""groups": {"\#(party.group)": \#(place.group)}}"#
        let resume = party.group.isEmpty ? "" : #", "resume": \#(positions)"#
        let opened = try session.open(
            token: door.tokens[user], device: name, #""platform": "\#(platform)"\#(resume)"#
        ).get()
        sessions[device] = session
        guard let head = opened["stream"]?["seq"]?.int else { throw Contradiction("no stream: \(opened.text)") }
        if let resumed = opened["resume"] { try take(resumed, of: device, head: head) }
        party.devices[device].user = head
    }

    private mutating func take(_ resumed: JSONValue, of device: Int, head: Int) throws {
        let (place, name) = (party.devices[device], party.describe(device))
        let isFirst = place.heard == 0
        let seqs = resumed["user"]?["events"]?.elements?.compactMap { $0["seq"]?.int }
        try hold(
            seqs == Array(place.user + 1..<head + 1), "\(name) was given \(seqs ?? []) of \(place.user + 1)...\(head)")
        guard let messages = resumed["conversations"]?.member("group_\(party.group)"),
            let changes = resumed["groups"]?.member(party.group), let last = messages["seq"]?.int,
            let lastChange = changes["seq"]?.int
        else { throw Contradiction("\(name) was told nothing of the group: \(resumed.text)") }
        if isFirst {
            (party.devices[device].heard, party.devices[device].group) = (last, lastChange)
            return
        }
        for (stream, what) in [(messages, "messages"), (changes, "the group")] {
            try hold(stream["verdict"]?.string == "recovered", "\(name), \(what): \(stream["verdict"]?.text ?? "none")")
        }
        for change in (changes["events"]?.elements).map(Array.init) ?? [] {
            guard let seq = change["seq"]?.int, let data = change["data"] else {
                throw Contradiction("\(name) was given \(change.text)")
            }
            try party.takeChange(data, at: seq, of: device)
        }
        party.devices[device].group = lastChange
        for message in try messages["messages"]?.elements?.map({ try Message($0) }) ?? [] {
            if let seq = try party.see(message) { party.devices[device].got.insert(seq) }
            party.tally.resumed += 1
        }
        try party.hear(device)
        try hold(
            party.devices[device].heard == last,
            "\(name) was given messages up to \(party.devices[device].heard) of \(last)")
    }
}

extension Door {
    fileprivate func open(_ user: String, device: String, platform: String) throws -> ClientSession {
        let session = try connect()
        _ = try session.open(token: tokens[user], device: device, #""platform": "\#(platform)""#).get()
        return session
    }
}
