import Client
import JSON
import TestSupport

/// A few users who talk with each other and with nobody else, each on one device: what they have asked, and what must be
/// so because the gateway has replied.
struct PairParty: Sendable {
    /// For each user.
    struct Member: Sendable {
        let name: String
        /// How many events the user's stream must have.
        var streamSeq = 0
        /// Up to which the device has them.
        var heard = 0
    }

    var members: [Member]
    private var dialogues: [Set<Int>: Dialogue] = [:]
    /// Asked, with no reply yet.
    var open: [PartyRequest] = []
    var tally = Tally()
    /// Up to where everybody's history has been read.
    var verified: [Set<Int>: Int] = [:]
    private var requests = 0
    /// Those that have a reply, and what that was; but for the early ones.
    private var granted: [PartyRequest] = []
    private var replies: [Int: String] = [:]

    init(_ number: Int, users: Int) {
        members = (0..<users).map { Member(name: "party\(number)-user\($0)") }
        for one in 0..<users {
            for other in one + 1..<users { dialogues[[one, other]] = Dialogue(one, other) }
        }
    }

    var users: Range<Int> { members.indices }

    func peers(of user: Int) -> [Int] { users.filter { $0 != user } }

    subscript(one: Int, other: Int) -> Dialogue {
        get { dialogues[[one, other]]! }
        set { dialogues[[one, other]] = newValue }
    }

    func index(of name: String) throws -> Int {
        guard let index = members.firstIndex(where: { $0.name == name }) else {
            throw Contradiction("there is no user \(name) in this party")
        }
        return index
    }

    func peer(_ conversation: String) throws -> Int { try index(of: String(conversation.dropFirst(4))) }

    mutating func request(_ user: Int, _ peer: Int, _ kind: PartyRequest.Kind) -> PartyRequest {
        requests += 1
        return PartyRequest(user: user, peer: peer, kind: kind, number: requests)
    }

    mutating func line(from user: Int, to peer: Int, padding: Int) -> PartyRequest {
        let clientID = PartyRequest.clientID(from: user, to: peer, number: requests + 1, padding: padding)
        return request(user, peer, .write(clientID: clientID))
    }

    // MARK: - What the gateway says

    /// The reply to a request: from now on it is so. To one that has had its reply, it is the same and nothing has happened.
    mutating func take(_ ok: JSONValue, to request: PartyRequest) throws {
        if let former = replies[request.number] {
            return try hold(ok.text == former, "\(request) was granted with \(former), and again with \(ok.text)")
        }
        try grant(request, ok)
        granted.append(request)
        replies[request.number] = ok.text
        tally.acknowledged += 1
    }

    /// The last ones that have a reply. Forgets those before.
    mutating func lastGranted(_ count: Int) -> [PartyRequest] {
        granted = granted.suffix(count)
        replies = Dictionary(uniqueKeysWithValues: granted.map { ($0.number, replies[$0.number]!) })
        return granted
    }

    private mutating func grant(_ request: PartyRequest, _ ok: JSONValue) throws {
        let (user, peer) = (request.user, request.peer)
        switch request.kind {
        case .write(let clientID):
            let sent = try Sent(ok)
            try hold(sent.conversation == "c2c_\(members[peer].name)", "\(clientID) was sent to \(sent.conversation)")
            try self[user, peer].learn(
                .init(author: user, clientID: clientID, msgID: sent.msgID, time: sent.time), at: sent.seq)
            self[user, peer].sides[user]!.got.insert(sent.seq)
            // The first line brings the conversation into both lists.
            if sent.seq == 1 {
                members[user].streamSeq += 1
                members[peer].streamSeq += 1
            }
        case .read(let seq):
            let (isChanged, isToldToTheOther) = self[user, peer].read(upTo: seq, by: user)
            if isChanged { members[user].streamSeq += 1 }
            if isToldToTheOther { members[peer].streamSeq += 1 }
        case .pin(let isPinned):
            if self[user, peer].pin(isPinned, by: user) { members[user].streamSeq += 1 }
        case .receive(let option):
            if self[user, peer].receive(option, by: user) { members[user].streamSeq += 1 }
        }
    }

    /// A message as it was shown to a user: one that was asked for, as it was asked for.
    mutating func see(_ message: Message, as user: Int) throws {
        let (peer, author) = (try peer(message.conversation), try index(of: message.from))
        try hold(author == user || author == peer, "\(message) is in the conversation of others")
        let isOurs = PartyRequest.isClientID(message.clientMsgID, from: author, to: author == user ? peer : user)
        try hold(isOurs && message.text == PartyRequest.text(message.clientMsgID), "nobody has asked for \(message)")
        try self[user, peer].learn(
            .init(author: author, clientID: message.clientMsgID, msgID: message.msgID, time: message.time),
            at: message.seq)
    }

    /// The events of a user's session, in the order in which they came.
    mutating func take(_ events: [ServerEvent], of user: Int) throws {
        for event in events {
            if event.name == "message.new" {
                let message = try event.message
                let peer = try peer(message.conversation)
                try see(message, as: user)
                let side = self[user, peer].sides[user]!
                try hold(
                    message.seq > side.lastEvent, "seq \(message.seq) came to user \(user) after \(side.lastEvent)")
                self[user, peer].sides[user]!.lastEvent = message.seq
                self[user, peer].sides[user]!.got.insert(message.seq)
            }
            if event.stream == "user", let seq = event.seq.map(Int.init) {
                try hold(
                    seq == members[user].heard + 1,
                    "event \(seq) of the stream of user \(user) came after \(members[user].heard)")
                members[user].heard = seq
            }
        }
    }

    /// A session is over, or everything has come that it would get.
    mutating func hear(_ user: Int) throws {
        for peer in peers(of: user) { try self[user, peer].hear(user) }
    }
}
