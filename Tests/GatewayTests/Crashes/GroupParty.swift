import Client
import JSON
import TestSupport

/// A group of users with two devices each, one who is away and pushed to, and one who follows the others: what they have
/// asked, and what must be so because the gateway has replied.
struct GroupParty: Sendable {
    /// One who writes: on a phone and at a desk.
    struct Writer: Sendable {
        let name: String
        var readSeq = 0
        /// The nickname, and the attribute in the group, that were asked for last.
        var nickname = ""
        var attribute = ""
    }

    struct Device: Sendable {
        static let names = ["phone", "desk"]
        static let platforms = ["ios", "pc"]

        let writer: Int
        /// 0 or 1.
        let kind: Int
        /// Up to where it has the streams: its user's, the group's, and the messages.
        var user = 0
        var group = 0
        var heard = 0
        /// The messages that came to it since.
        var got: Set<Int> = []
        var lastEvent = 0
        /// Changes of its user's attribute that it has asked for, and whose places in the user's stream it has not missed yet.
        var ownChanges = 0
        /// The others' attributes in the group, as it has been told them.
        var attributes: [Int: String] = [:]
    }

    /// The events that a device of the follower has been told, without those that it has asked for.
    struct FollowerDevice: Sendable {
        let device: String
        /// By user: `1 crew0-0: ios on, pc on`.
        var presence: [String: String] = [:]
        var nicknames: [String: String] = [:]
    }

    struct Line: Sendable, Equatable {
        let author: Int
        let clientID: String
        let msgID: String
    }

    let name: String
    var writers: [Writer]
    var devices: [Device]
    var followerDevices = ["phone", "tab"].map { FollowerDevice(device: $0) }
    var group = ""
    /// The last message, and the last event of the group, of before anybody wrote.
    var base = (message: 0, event: 0)
    /// By seq.
    private(set) var lines: [Int: Line] = [:]
    private var seqs: [String: Int] = [:]
    /// The events of the group's stream: whose attribute was changed, and to what.
    private var changes: [Int: String] = [:]
    /// Asked, with no reply yet.
    var open: [GroupPartyRequest] = []
    private var requests = 0
    var tally = Tally()
    /// By push token: the messages that have been seen to be pushed, and what the device knows each push by.
    var pushed: [String: [Int: String]] = [:]
    /// How many requests of all groups were looked at.
    var requestsSeen = 0
    /// The push tokens of the one who is away, by provider: a device has one.
    let tokens: [String: String]

    init(_ number: Int, pushedBy providers: [String]) {
        tokens = Dictionary(
            uniqueKeysWithValues: providers.map { provider in
                (provider, (0..<4).map { _ in String(UInt64.random(in: 1 << 60...(.max)), radix: 16) }.joined())
            })
        let name = "party\(number)"
        self.name = name
        writers = (0..<3).map { Writer(name: "\(name)-\($0)") }
        devices = (0..<6).map { Device(writer: $0 / 2, kind: $0 % 2) }
    }

    var away: String { "\(name)-away" }
    var follower: String { "\(name)-fan" }
    var head: Int { base.message + lines.count }
    var groupHead: Int { base.event + changes.count }

    func index(of name: String) throws -> Int {
        guard let index = writers.firstIndex(where: { $0.name == name }) else {
            throw Contradiction("there is no \(name) in \(self.name)")
        }
        return index
    }

    mutating func nextNumber() -> Int {
        requests += 1
        return requests
    }

    // MARK: - What the gateway says

    mutating func take(_ ok: JSONValue, to request: GroupPartyRequest) throws {
        let writer = devices[request.device].writer
        switch request.kind {
        case .write(let clientID):
            let sent = try Sent(ok)
            try learn(Line(author: writer, clientID: clientID, msgID: sent.msgID), at: sent.seq)
            devices[request.device].got.insert(sent.seq)
        case .read(let seq): writers[writer].readSeq = max(writers[writer].readSeq, seq)
        case .rename(let nickname): writers[writer].nickname = nickname
        case .attribute(let value): writers[writer].attribute = value
        }
        tally.acknowledged += 1
    }

    mutating func learn(_ line: Line, at seq: Int) throws {
        if let known = lines[seq] { return try hold(known == line, "seq \(seq) was \(known) and is \(line)") }
        if let other = seqs[line.clientID] {
            throw Contradiction("\(line.clientID) is doubled: at seq \(other) and at \(seq)")
        }
        lines[seq] = line
        seqs[line.clientID] = seq
    }

    func knows(_ clientID: String) -> Bool { seqs[clientID] != nil }

    /// Returns its seq; nil: it is of the group's beginning.
    mutating func see(_ message: Message) throws -> Int? {
        guard message.seq > base.message else { return nil }
        try learn(
            Line(author: try index(of: message.from), clientID: message.clientMsgID, msgID: message.msgID),
            at: message.seq)
        return message.seq
    }

    /// The events of a writer's device, in the order in which they came.
    mutating func take(_ events: [ServerEvent], of device: Int) throws {
        for event in events {
            if event.name == "message.new", let seq = try see(event.message) {
                try hold(seq > devices[device].lastEvent, "seq \(seq) came after \(devices[device].lastEvent)")
                devices[device].lastEvent = seq
                devices[device].got.insert(seq)
            }
            guard let seq = event.seq.map(Int.init) else { continue }
            if event.stream == "user" {
                try takePlace(seq, of: device)
            } else {
                try takeChange(event.data, at: seq, of: device)
            }
        }
    }

    /// An event of the user's stream. A hole before it is of what the device has done itself: docs/groups.md.
    private mutating func takePlace(_ seq: Int, of device: Int) throws {
        let holes = seq - devices[device].user - 1
        try hold(
            (0...devices[device].ownChanges).contains(holes),
            "event \(seq) came to \(describe(device)) after \(devices[device].user)")
        devices[device].ownChanges -= holes
        devices[device].user = seq
    }

    /// An event of the group's stream.
    mutating func takeChange(_ data: JSONValue, at seq: Int, of device: Int) throws {
        guard let user = data["userID"]?.string, let value = data["attributes"]?["v"]?.string else {
            throw Contradiction("the group's stream tells \(data.text)")
        }
        let change = "\(user) \(value)"
        try hold(
            changes[seq] ?? change == change, "event \(seq) of the group was \(changes[seq] ?? "") and is \(change)")
        try hold(seq > devices[device].group, "event \(seq) of the group came after \(devices[device].group)")
        changes[seq] = change
        devices[device].group = seq
        devices[device].attributes[try index(of: user)] = value
    }

    /// Takes the events that a device of the follower is told of the users whom it follows.
    mutating func take(_ events: [ServerEvent], ofFollowerDevice index: Int) throws {
        for event in events where event.name == "subscription.eventChanged" {
            for change in try event.data["events"]?.elements?.map({ try Subscribed($0) }) ?? [] {
                if let profile = change.profile {
                    followerDevices[index].nicknames[change.user] = profile.name
                } else {
                    followerDevices[index].presence[change.user] = change.line
                }
            }
        }
    }

    // MARK: - What must be so

    /// Everything up to the last message that came to the device has come to it.
    mutating func hear(_ device: Int) throws {
        let end = max(devices[device].got.max() ?? 0, devices[device].heard)
        for seq in devices[device].heard..<end where !devices[device].got.contains(seq + 1) {
            try hold(seq < base.message, "seq \(seq + 1) did not come to \(describe(device))")
        }
        devices[device].heard = end
        devices[device].got = []
        devices[device].lastEvent = 0
    }

    func unread(of writer: Int) -> Int {
        lines.count { $0.key > writers[writer].readSeq && $0.value.author != writer }
    }

    /// When every request has its reply. What one has done is told to the others, so some of two must be there.
    func checkIsWhole(among writers: Set<Int>) throws {
        try hold(
            lines.keys.max() ?? base.message == head, "the seqs of \(name) have a hole: \(lines.count) end at \(head)")
        if writers.count < 2 { return }
        try hold(
            changes.keys.max() ?? base.event == groupHead,
            "the group's stream of \(name) has a hole before \(groupHead)")
    }

    func describe(_ device: Int) -> String {
        "\(writers[devices[device].writer].name)'s \(Device.names[devices[device].kind])"
    }
}

/// A request of one of a party on a device; asked again after a crash, on either device, it is the same request.
struct GroupPartyRequest: Sendable {
    enum Kind: Sendable {
        case write(clientID: String)
        case read(upTo: Int)
        case rename(String)
        case attribute(String)
    }

    var device: Int
    let number: Int
    let kind: Kind

    func request(id: UInt64, group: String) -> String {
        switch kind {
        case .write(let clientID):
            #"{"id": \#(id), "op": "message.send", "data": \#(message(clientID, in: group, id: clientID))}"#
        case .read(let seq):
            keyed(id, "conversation.markRead", #"{"conversationID": "group_\#(group)", "seq": \#(seq)}"#)
        case .rename(let name): keyed(id, "userProfile.update", #"{"name": "\#(name)"}"#)
        case .attribute(let value):
            keyed(id, "group.setAttributes", #"{"groupID": "\#(group)", "attributes": {"v": "\#(value)"}}"#)
        }
    }

    private func keyed(_ id: UInt64, _ operation: String, _ data: String) -> String {
        #"{"id": \#(id), "op": "\#(operation)", "key": "\#(number)", "data": \#(data)}"#
    }
}
