import Client
import EventLoop
import Framing
import JSON
import TestSupport

/// A crew in one life of the gateway: it comes back, repeats requests without a reply, checks everything, and asks
/// for more, comes and goes, until the gateway is no more.
struct CrewLife {
    private(set) var crew: Crew
    private let door: Door
    private var random: SeededRandom
    /// By device; nil: it is away.
    private var sessions: [ClientSession?] = []
    private var followers: [ClientSession?] = [nil, nil]
    private var lastID: UInt64 = 1 << 32
    private var isOver = false

    init(_ crew: Crew, _ door: Door, _ random: SeededRandom) throws {
        (self.crew, self.door, self.random) = (crew, door, random)
        sessions = Array(repeating: nil, count: crew.devices.count)
        for device in crew.devices.indices where crew.group.isEmpty || chance(3, of: 4) { try comeBack(device) }
        if crew.group.isEmpty { try begin() }
        // The other device of the follower is told the rest when it comes again.
        for index in 0..<2 where index == 0 || chance(1, of: 2) { try follow(index) }
    }

    private mutating func chance(_ part: Int, of all: Int) -> Bool { Int.random(in: 0..<all, using: &random) < part }

    /// The group, the one who is away, and who follows whom.
    private mutating func begin() throws {
        let away = try door.open(crew.away, device: "phone", platform: "ios")
        let push = #"{"provider": "webhook", "token": "\#(crew.token)"}"#
        _ = try away.request("push.register", push).get()
        try away.leave()
        crew.group = try sessions[0]!.createGroup(with: crew.writers.dropFirst().map(\.name) + [crew.away])
        for device in crew.devices.indices {
            try sessions[device]!.leave()
            try comeBack(device)
        }
        crew.base = (crew.devices[0].heard, crew.devices[0].group)
        for index in 0..<2 {
            let fan = try door.open(crew.follower, device: crew.onlookers[index].device, platform: "web")
            if index == 0 {
                for type in [1, 2] { try fan.follow(crew.writers.map(\.name), type, expiry: 2_592_000) }
            }
            // From here on it is told, and asks for nothing.
            for read in try fan.followed(crew.writers.map(\.name)) {
                crew.onlookers[index].presence[read.user] = read.line
            }
            try crew.take(fan.settleAll(), ofOnlooker: index)
            try leave(fan, index)
        }
    }

    // MARK: - Checking

    /// Everything that was promised in the lives before is so.
    mutating func check(_ pushes: ProviderServer) throws {
        try askAgain()
        for (device, session) in present {
            try crew.take(session.settleAll(), of: device)
            try crew.hear(device)
        }
        try crew.checkIsWhole(among: Set(present.map { crew.devices[$0.device].writer }))
        for (device, session) in present { try check(device, session) }
        try checkHistory()
        try checkFollowers()
        try checkPushes(pushes)
    }

    private var present: [(device: Int, session: ClientSession)] {
        sessions.enumerated().compactMap { device, session in session.map { (device, $0) } }
    }

    private func check(_ device: Int, _ session: ClientSession) throws {
        let (place, writer) = (crew.devices[device], crew.devices[device].writer)
        try hold(place.heard == crew.head, "\(crew.describe(device)) has \(place.heard) of \(crew.head) messages")
        for (other, member) in crew.writers.enumerated() where other != writer && !member.attribute.isEmpty {
            try hold(
                place.attributes[other] == member.attribute,
                "\(crew.describe(device)) was told \(place.attributes[other] ?? "none") of \(member)")
        }
        let conversation = try session.conversation(in: crew.group)
        try hold(
            conversation?.unread == crew.unread(of: writer) && conversation?.seq == crew.head,
            "\(crew.describe(device)) has \(conversation.map { "\($0)" } ?? "none"), and not \(crew.unread(of: writer)) "
                + "unread of \(crew.head)")
    }

    /// Each message once, at its seq, in order, and none between.
    private mutating func checkHistory() throws {
        guard let (_, session) = present.randomElement(using: &random) else { return }
        var seq = max(crew.head - 200, crew.base.message)
        while seq < crew.head {
            let page = try session.request(
                "message.history",
                #"{"conversationID": "group_\#(crew.group)", "direction": "newer", "cursor": \#(seq), "limit": 100}"#
            ).get()
            let messages = try page["messages"]?.elements?.map { try Message($0) } ?? []
            try hold(!messages.isEmpty, "the history of \(crew.name) ends at \(seq) and not at \(crew.head)")
            for message in messages {
                try hold(message.seq == seq + 1, "after seq \(seq) of \(crew.name) comes \(message.seq)")
                _ = try crew.see(message)
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
                try crew.take(session.settleAll(), ofOnlooker: index)
                difference = try self.difference(index, session)
                if !difference.isEmpty { Thread.sleep(milliseconds: 20) }
            } while !difference.isEmpty && Clock.monotonicNanoseconds < deadline
            try hold(difference.isEmpty, "the follower's \(crew.onlookers[index].device): \(difference)")
        }
    }

    /// Between what the device was told, what is read, and what must be.
    private func difference(_ index: Int, _ session: ClientSession) throws -> String {
        let onlooker = crew.onlookers[index]
        let names = crew.writers.map(\.name)
        for read in try session.followed(names) {
            let online = present.filter { crew.writers[crew.devices[$0.device].writer].name == read.user }
                .map { Crew.Device.platforms[crew.devices[$0.device].kind] }
            let isRight = read.presence.filter(\.isOnline).count == online.count
            if !isRight { return "\(read.line) is read, and there are \(online)" }
            let told = onlooker.presence[read.user] ?? "nothing"
            if told != read.line { return "\(told) was told, and \(read.line) is read" }
        }
        for writer in crew.writers where !writer.nickname.isEmpty {
            let told = onlooker.nicknames[writer.name] ?? "nothing"
            if told != writer.nickname { return "\(told) was told of the name of \(writer.name), \(writer.nickname)" }
        }
        return ""
    }

    /// Each message is pushed to the one who is away, with its badge, and again only as the same push.
    private mutating func checkPushes(_ server: ProviderServer) throws {
        let badges = Dictionary(
            uniqueKeysWithValues: crew.lines.map { ($0.value.msgID, $0.key - crew.base.message) })
        let deadline = Clock.monotonicNanoseconds + 60_000_000_000
        while crew.pushed.count < crew.lines.count, Clock.monotonicNanoseconds < deadline {
            let requests = try server.requests()
            for request in requests[crew.requestsSeen...] where request.token == crew.token && request.isAccepted {
                guard let message = request.message, let badge = badges[message] else {
                    throw Contradiction("\(request.message ?? "nothing") was pushed, which nobody has written")
                }
                try hold(
                    request.badge == badge,
                    "message \(badge) of \(crew.name) was pushed with badge \(request.badge ?? 0)")
                crew.pushed.insert(badge)
            }
            crew.requestsSeen = requests.count
            if crew.pushed.count < crew.lines.count { Thread.sleep(milliseconds: 20) }
        }
        let missing = crew.lines.filter { !crew.pushed.contains($0.key - crew.base.message) }.sorted { $0.key < $1.key }
        guard let (seq, line) = missing.first else {
            crew.tally.pushed = crew.pushed.count
            return
        }
        let away = try door.open(crew.away, device: "phone", platform: "ios")
        let story = try away.request("push.explain", #"{"msgId": "\#(line.msgID)"}"#).get().text
        throw Contradiction(
            "\(missing.count) of \(crew.lines.count) messages of \(crew.name) are not pushed, first \(seq): \(story)")
    }

    // MARK: - Asking

    /// Until the gateway is gone; takes in what it still had to say.
    mutating func spend() throws {
        while !isOver {
            switch Int.random(in: 0..<12, using: &random) {
            case 0: try unlessOver { life in try life.moveDevice() }
            case 1: try unlessOver { life in try life.moveFollower() }
            default: try ask(burst())
            }
        }
        for (device, session) in present {
            try expectKilled(session)
            try crew.take(session.takeEvents(), of: device)
            try crew.hear(device)
        }
        for (index, session) in followers.enumerated() {
            guard let session else { continue }
            try expectKilled(session)
            try crew.take(session.takeEvents(), ofOnlooker: index)
        }
    }

    private mutating func burst() -> [CrewWish] {
        var wishes: [CrewWish] = []
        // Of two changes of one thing by two devices nobody could say which was the last.
        var changed: Set<String> = []
        for _ in 0..<Int.random(in: 1...16, using: &random) {
            guard let device = present.randomElement(using: &random)?.device else { return wishes }
            let writer = crew.devices[device].writer
            let choice = Int.random(in: 0..<10, using: &random)
            if choice >= 7, !changed.insert("\(writer) \(choice)").inserted { continue }
            let number = crew.nextNumber()
            let read = max(crew.writers[writer].readSeq, crew.base.message)
            let kind: CrewWish.Kind =
                switch choice {
                case 7: .read(upTo: Int.random(in: read...crew.head, using: &random))
                case 8: .rename("n\(number)")
                case 9: .attribute("a\(number)")
                default: .write(clientID: "\(crew.name) \(writer) \(number)")
                }
            wishes.append(CrewWish(device: device, number: number, kind: kind))
        }
        return wishes
    }

    /// Asks for all before it waits for any. What gets no reply, because the gateway has gone, stays open.
    private mutating func ask(_ wishes: [CrewWish]) throws {
        var asked: [(wish: CrewWish, id: UInt64)] = []
        for wish in wishes {
            lastID += 1
            asked.append((wish, lastID))
            if case .attribute = wish.kind { crew.devices[wish.device].ownChanges += 1 }
            let (request, session) = (wish.request(id: lastID, group: crew.group), sessions[wish.device]!)
            try unlessOver { _ in try session.connection.send(request) }
        }
        for (wish, id) in asked {
            let session = sessions[wish.device]!
            var reply: Reply?
            try unlessOver { _ in reply = try session.reply(to: id) }
            if let reply { try crew.take(reply.get(), to: wish) } else { crew.open.append(wish) }
        }
    }

    /// Repeats the requests that have no reply yet, on any device of the same user that is there.
    private mutating func askAgain() throws {
        let open = crew.open
        crew.open = []
        crew.tally.askedAgain += open.count
        crew.tally.foundStored += open.count { wish in
            if case .write(let clientID) = wish.kind { crew.knows(clientID) } else { false }
        }
        for wish in open {
            let writer = crew.devices[wish.device].writer
            if !present.contains(where: { crew.devices[$0.device].writer == writer }) { try comeBack(wish.device) }
            var again = wish
            again.device =
                present.filter { crew.devices[$0.device].writer == writer }.randomElement(using: &random)!.device
            try ask([again])
        }
        try hold(!isOver, "the gateway is gone while nobody has killed it")
    }

    private mutating func unlessOver(_ body: (inout CrewLife) throws -> Void) throws {
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

extension CrewLife {
    /// One that is there goes, or one that is not comes.
    private mutating func moveDevice() throws {
        let device = crew.devices.indices.randomElement(using: &random)!
        if sessions[device] == nil { try comeBack(device) } else if present.count > 1 { try leave(device) }
    }

    private mutating func moveFollower() throws {
        guard let session = followers[1] else { return try follow(1) }
        followers[1] = nil
        try leave(session, 1)
    }

    private mutating func leave(_ session: ClientSession, _ onlooker: Int) throws {
        let result = Result { try session.leave() }
        try crew.take(session.takeEvents(), ofOnlooker: onlooker)
        try result.get()
    }

    /// The device has all messages before the gateway's close frame.
    private mutating func leave(_ device: Int) throws {
        let session = sessions[device]!
        sessions[device] = nil
        let result = Result { try session.leave() }
        try crew.take(session.takeEvents(), of: device)
        try crew.hear(device)
        try result.get()
    }

    private mutating func follow(_ index: Int) throws {
        followers[index] = try door.open(crew.follower, device: crew.onlookers[index].device, platform: "web")
    }

    private mutating func comeBack(_ device: Int) throws {
        let place = crew.devices[device]
        let session = try door.connect()
        let user = crew.writers[place.writer].name
        let (name, platform) = (Crew.Device.names[place.kind], Crew.Device.platforms[place.kind])
        let positions =
            #"{"user": \#(place.user), "conversations": {"group_\#(crew.group)": \#(place.heard)}, "#
            + #""groups": {"\#(crew.group)": \#(place.group)}}"#
        let resume = crew.group.isEmpty ? "" : #", "resume": \#(positions)"#
        let opened = try session.open(
            token: door.tokens[user], device: name, #""platform": "\#(platform)"\#(resume)"#
        ).get()
        sessions[device] = session
        guard let head = opened["stream"]?["seq"]?.int else { throw Contradiction("no stream: \(opened.text)") }
        if let resumed = opened["resume"] { try take(resumed, of: device, head: head) }
        crew.devices[device].user = head
    }

    private mutating func take(_ resumed: JSONValue, of device: Int, head: Int) throws {
        let (place, name) = (crew.devices[device], crew.describe(device))
        let isFirst = place.heard == 0
        let seqs = resumed["user"]?["events"]?.elements?.compactMap { $0["seq"]?.int }
        try hold(
            seqs == Array(place.user + 1..<head + 1), "\(name) was given \(seqs ?? []) of \(place.user + 1)...\(head)")
        guard let messages = resumed["conversations"]?.member("group_\(crew.group)"),
            let changes = resumed["groups"]?.member(crew.group), let last = messages["seq"]?.int,
            let lastChange = changes["seq"]?.int
        else { throw Contradiction("\(name) was told nothing of the group: \(resumed.text)") }
        if isFirst {
            (crew.devices[device].heard, crew.devices[device].group) = (last, lastChange)
            return
        }
        for (stream, what) in [(messages, "messages"), (changes, "the group")] {
            try hold(stream["verdict"]?.string == "recovered", "\(name), \(what): \(stream["verdict"]?.text ?? "none")")
        }
        for change in (changes["events"]?.elements).map(Array.init) ?? [] {
            guard let seq = change["seq"]?.int, let data = change["data"] else {
                throw Contradiction("\(name) was given \(change.text)")
            }
            try crew.takeChange(data, at: seq, of: device)
        }
        crew.devices[device].group = lastChange
        for message in try messages["messages"]?.elements?.map({ try Message($0) }) ?? [] {
            if let seq = try crew.see(message) { crew.devices[device].got.insert(seq) }
            crew.tally.resumed += 1
        }
        try crew.hear(device)
        try hold(
            crew.devices[device].heard == last,
            "\(name) was given messages up to \(crew.devices[device].heard) of \(last)")
    }
}

extension Door {
    fileprivate func open(_ user: String, device: String, platform: String) throws -> ClientSession {
        let session = try connect()
        _ = try session.open(token: tokens[user], device: device, #""platform": "\#(platform)""#).get()
        return session
    }
}
