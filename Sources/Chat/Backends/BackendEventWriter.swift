import Domain
import JSON
import Storage

/// The facts that events tell and no row has.
package struct BackendEventSurroundings: Sendable {
    /// It has no account, and never had another owner.
    let systemSender: UserID?
    /// Where the bytes of an upload can be read for now; nil: they are not there.
    let mediaURL: @Sendable (StoredMedia) -> String?

    package init(systemSender: UserID?, mediaURL: @escaping @Sendable (StoredMedia) -> String?) {
        self.systemSender = systemSender
        self.mediaURL = mediaURL
    }
}

/// Writes events for a backend, each as it is when it is told: what has been erased or changed since is so here (E-13). Read from
/// the store alone, on any reader's queue.
package final class BackendEventWriter {
    package struct Body: Sendable {
        /// `{"events": […]}`
        package let bytes: [UInt8]
        /// How many of the events it has, from the first on.
        package let count: Int
        /// Rows that could not be read: their events have no data.
        package let damages: [StoreError]
    }

    private struct Person {
        let id: UserID
        let nickname: String
        let faceURL: String
        /// Nil: there is none any more.
        let createdAt: Milliseconds?

        /// Whether this is the user to whom something happened then.
        func existed(at stamp: Stamp) -> Bool { createdAt.map { $0 <= stamp.time } ?? false }
    }

    private struct Row {
        let account: AccountNumber
        let value: Int64
        let detail: String?
    }

    let store: any Transaction
    private let surroundings: BackendEventSurroundings
    private var people: [AccountNumber: Person] = [:]
    private var pairs: [ConversationNumber: Pair] = [:]
    private var json = JSONWriter()

    private init(_ store: any Transaction, _ surroundings: BackendEventSurroundings) {
        self.store = store
        self.surroundings = surroundings
    }

    /// As many as fit into so many bytes, but one at least.
    package static func body(
        of events: [BackendEvent], dropped: DroppedEvents?, bytes: Int, surroundings: BackendEventSurroundings,
        in store: any Transaction
    ) throws(StoreError) -> Body {
        var body = Array(#"{"events":["#.utf8)
        if let dropped {
            body += BackendEventWriter(store, surroundings).write(dropped) + [UInt8(ascii: ",")]
        }
        let (texts, damages) = try texts(
            of: events, bytes: bytes - body.count - 2, surroundings: surroundings, in: store)
        body += texts.joined(separator: [UInt8(ascii: ",")])
        body += Array("]}".utf8)
        return Body(bytes: body, count: texts.count, damages: damages)
    }

    /// Each as an object: as many as fit into so many bytes with one byte between two, but one at least.
    package static func texts(
        of events: [BackendEvent], bytes: Int, surroundings: BackendEventSurroundings,
        in store: any Transaction
    ) throws(StoreError) -> (texts: [[UInt8]], damages: [StoreError]) {
        let writer = BackendEventWriter(store, surroundings)
        var (texts, damages): ([[UInt8]], [StoreError]) = ([], [])
        var room = bytes
        for event in events {
            let text: [UInt8]
            do throws(StoreError) {
                text = try writer.write(event)
            } catch {
                guard error.kind == .corrupt else { throw error }
                damages.append(error)
                text = writer.writeWithoutData(of: event)
            }
            room -= text.count + 1
            if !texts.isEmpty, room < 0 { break }
            texts.append(text)
        }
        return (texts, damages)
    }

    private func write(_ dropped: DroppedEvents) -> [UInt8] {
        text { json in
            json.field("type", "events.dropped")
            json.object("data") { json in
                json.field("from", eventID(dropped.from))
                json.field("to", eventID(dropped.to))
                json.field("count", dropped.count)
            }
        }
    }

    /// Its row is damaged, or has been deleted since the event was found.
    private func writeWithoutData(of event: BackendEvent) -> [UInt8] {
        text { json in
            json.begin(event)
            json.null("data")
        }
    }

    private func write(_ event: BackendEvent) throws(StoreError) -> [UInt8] {
        if event.kind == .messageCreated { return try writeMessage(event, MessageNumber(event.id)) }
        var found: Row?
        try store.query("SELECT account, value, detail FROM event WHERE id = $1", [.integer(event.id)]) { row in
            found = Row(account: row.integer(0), value: row.integer(1), detail: row.optionalText(2))
        }
        guard let row = found else { return writeWithoutData(of: event) }
        if event.kind == .messageRecalled || event.kind == .messageEdited {
            return try writeMessage(event, MessageNumber(row.value))
        }
        let subject = try subject(of: event)
        let person = row.account == 0 ? nil : try self.person(row.account)
        let channel = event.subject.kind == .channel ? try channel(ChannelNumber(event.subject.number)) : nil
        let data = try data(of: event, row, person)
        return text { json in
            json.begin(event)
            json.object("subject", subject)
            json.object("data") { json in
                if case .group = event.subject.kind { json.field("groupID", String(event.subject.number)) }
                if let channel { json.field("channelID", channel.id.text) }
                if let person { json.field("userID", person.id.text) }
                if let person, !person.existed(at: event.id), event.kind != .accountErased {
                    json.field("isErased", true)
                } else {
                    data(&json)
                }
            }
        }
    }

    typealias Members = (inout JSONWriter) -> Void

    private func data(of event: BackendEvent, _ row: Row, _ person: Person?) throws(StoreError) -> Members {
        switch event.kind {
        case .messageRefused, .messageStopped, .callStarted, .callEnded, .roomCreated, .roomUpdated, .roomEnded,
            .roomOccupancy:
            return written(row.detail ?? "{}")
        case .messageCreated, .messageRecalled, .messageEdited, .groupDeleted, .memberJoined, .memberLeft,
            .accountErased, .accountDisabled, .accountEnabled:
            return { _ in }
        case .receiptCreated:
            if event.subject.kind == .group { return { $0.id(MessageNumber(row.value)) } }
            let other = try other(than: row.account, in: event.subject)
            return { json in
                json.field("conversationID", .c2c(other.id))
                json.field("readUpTo", row.value)
            }
        case .conversationRead:
            let id: ConversationID =
                switch event.subject.kind {
                case .group: .group(String(event.subject.number))
                default: .c2c(try other(than: row.account, in: event.subject).id)
                }
            return { json in
                json.field("conversationID", id)
                json.field("readSeq", row.value)
            }
        case .groupCreated, .groupUpdated: return try group(GroupNumber(event.subject.number))
        case .memberUpdated: return try member(row.account, of: GroupNumber(event.subject.number))
        case .friendAdded, .friendDeleted, .userBlocked, .userUnblocked, .friendRequested, .friendRequestRemoved:
            let other = try self.person(AccountNumber(row.value))
            return { $0.field("otherUserID", other.id.text) }
        case .profileUpdated, .accountCreated:
            return { json in
                json.field("nickname", person?.nickname ?? "")
                json.field("faceUrl", person?.faceURL ?? "")
            }
        case .sessionOpened, .sessionClosed:
            let platform = Platform.allCases.first { $0.number == row.value }
            return { json in
                if let platform { json.field("platform", platform.rawValue) }
                if let device = row.detail { json.field("device", device) }
            }
        case .userOnline, .userOffline:
            let platform = Platform.allCases.first { $0.number == row.value }
            return { json in if let platform { json.field("platform", platform.rawValue) } }
        case .pushAnswered: return try push(row.value)
        case .pushDelivered, .pushOpened: return try push(row.value, isAnswer: false)
        case .channelCreated, .channelUpdated, .channelDeleted, .channelSubscribed, .channelUnsubscribed:
            return { _ in }
        case .channelPublished: return try published(Seq(row.value), in: ChannelNumber(event.subject.number))
        case .broadcastSent, .broadcastStopped: return try broadcast(Seq(row.value))
        case .mediaCompleted: return try media(MediaNumber(row.value))
        case .mediaDeleted: return { json in if let id = row.detail { json.field("mediaID", id) } }
        case .reportCreated, .reportUpdated: return try report(Stamp(row.value))
        case .visibilityUpdated:
            let visibility = try HostedProfileQueries.profile(of: row.account, in: store).visibility
            return { $0.field("visibility", visibility.rawValue) }
        }
    }

    /// M-43, N-07, J-12, L-30: as it was written when it happened.
    private func written(_ detail: String) -> Members {
        { json in
            let document = JSONDocument()
            guard let members = try? document.parse(detail).members else { return }
            for (name, value) in members {
                guard let name = name.string else { continue }
                json.key(text: name)
                json.value(raw: value.raw)
            }
        }
    }

    // MARK: - Messages

    private func writeMessage(_ event: BackendEvent, _ number: MessageNumber) throws(StoreError) -> [UInt8] {
        guard let message = try StoredMessage.find(number, in: store) else {
            // Events about a message's changes are kept longer than the message.
            if event.kind != .messageCreated { return writeWithoutData(of: event) }
            throw .missing("message", number)
        }
        let sender = try person(message.sender)
        let conversation: ConversationID
        var sessionType = SessionType.p2p
        if event.subject.kind == .group {
            let number = GroupNumber(event.subject.number)
            conversation = .group(String(number))
            sessionType = try GroupQueries.kind(of: number, in: store) == .superGroup ? .superGroup : .group
        } else {
            conversation = .c2c(try other(than: message.sender, in: event.subject).id)
        }
        let view = MessageView(message: message, conversation: conversation, from: sender.id, sessionType: sessionType)
        let subject = try subject(of: event)
        let isErased = !sender.existed(at: event.id)
        return text { json in
            json.begin(event)
            json.object("subject", subject)
            json.object("data") { json in
                if !isErased { return json.message(view) }
                json.id(message.id)
                json.field("conversationID", conversation)
                json.field("seq", message.seq.rawValue)
                json.field("from", sender.id.text)
                json.field("isErased", true)
            }
        }
    }

    // MARK: - Looking up

    private func subject(of event: BackendEvent) throws(StoreError) -> Members {
        let number = event.subject.number
        switch event.subject.kind {
        case .user:
            let id = try person(AccountNumber(number)).id.text
            return { $0.field("userID", id) }
        case .group: return { $0.field("groupID", String(number)) }
        case .channel:
            let id = try channel(ChannelNumber(number)).id.text
            return { $0.field("channelID", id) }
        case .room: return { $0.field("room", number) }
        case .broadcasts: return { $0.field("stream", "broadcasts") }
        case .conversation:
            let pair = try pair(ConversationNumber(number))
            let ids = try [person(pair.low).id, person(pair.high).id]
            return { $0.users("userIDs", ids) }
        }
    }

    private func person(_ number: AccountNumber) throws(StoreError) -> Person {
        if let known = people[number] { return known }
        var found: Person?
        try store.query(Account.byNumber, [.integer(number)]) { row throws(StoreError) in
            let account = try Account(row)
            found = Person(
                id: account.id, nickname: account.nickname, faceURL: account.faceURL,
                createdAt: account.isThere || account.id == surroundings.systemSender ? account.createdAt : nil)
        }
        guard let found else { throw .missing("account", number) }
        people[number] = found
        return found
    }

    private func pair(_ conversation: ConversationNumber) throws(StoreError) -> Pair {
        if let known = pairs[conversation] { return known }
        var found: Pair?
        try store.query("SELECT low, high FROM conversation WHERE id = $1", [.integer(conversation)]) { row in
            found = Pair(row.integer(0), row.integer(1))
        }
        guard let found else { throw .missing("conversation", conversation) }
        pairs[conversation] = found
        return found
    }

    private func other(than account: AccountNumber, in subject: EventSubject) throws(StoreError) -> Person {
        try person(pair(ConversationNumber(subject.number)).other(than: account))
    }

    /// As it is now; nothing if it is no more.
    private func group(_ number: GroupNumber) throws(StoreError) -> Members {
        var owner: AccountNumber?
        var found: (kind: GroupKind, name: String, avatar: String, isDisabled: Bool)?
        try store.query(
            "SELECT kind, name, avatar, is_disabled, owner FROM chat_group WHERE id = $1", [.integer(number)]
        ) { row throws(StoreError) in
            found = (try row.choice(0), row.text(1), row.text(2), row.integer(3) != 0)
            owner = row.integer(4)
        }
        guard let found, let owner else { return { _ in } }
        let ownerID = try person(owner).id.text
        return { json in
            json.field("groupType", found.kind == .group ? "team" : "superTeam" as StaticString)
            json.field("owner", ownerID)
            json.field("name", found.name)
            json.field("avatar", found.avatar)
            json.field("isDisabled", found.isDisabled)
        }
    }

    /// As the member is now; nothing if it has left.
    private func member(_ account: AccountNumber, of group: GroupNumber) throws(StoreError) -> Members {
        var found: (role: GroupRole, muteUntil: Milliseconds, isWhiteListed: Bool)?
        try store.query(
            "SELECT role, mute_until, is_white_listed FROM member WHERE id = $1",
            [.integer(PairKey.key(group, account))]
        ) { row throws(StoreError) in found = (try row.choice(0), row.integer(1), row.integer(2) != 0) }
        guard let found else { return { _ in } }
        return { json in
            json.field("role", found.role.rawValue)
            json.field("muteUntil", found.muteUntil.rawValue)
            json.field("isWhiteListed", found.isWhiteListed)
        }
    }

    /// As it is now; nothing if it is gone.
    private func media(_ number: MediaNumber) throws(StoreError) -> Members {
        guard let media = try StoredMedia.find(number, in: store) else { return { _ in } }
        let (thumbnail, url) = (try MediaReader.thumbnail(of: media, in: store), surroundings.mediaURL(media))
        return { json in
            json.media(media, thumbnail: thumbnail)
            if let url { json.field("url", url) }
        }
    }

    /// As it is now; nothing if it is gone.
    private func report(_ id: Stamp) throws(StoreError) -> Members {
        guard let report = try ReportQueries.report(id, in: store) else { return { _ in } }
        return { json in json.object("report") { report.write(to: &$0) } }
    }

    private func push(_ number: Int64, isAnswer: Bool = true) throws(StoreError) -> Members {
        var found: (message: MessageNumber, service: PushService, state: PushState, status: Int64, attempts: Int64)?
        try store.query(
            "SELECT message, provider, state, status, attempts FROM push WHERE id = $1", [.integer(number)]
        ) { row throws(StoreError) in
            found = (row.integer(0), try row.choice(1), try row.choice(2), row.integer(3), row.integer(4))
        }
        guard let found else { return { _ in } }
        return { json in
            json.id(found.message)
            json.field("provider", found.service.provider.rawValue)
            if !found.service.app.isEmpty { json.field("app", found.service.app) }
            guard isAnswer else { return }
            json.field("state", "\(found.state)")
            json.field("status", found.status)
            json.field("attempts", found.attempts)
        }
    }

    private func text(_ members: Members) -> [UInt8] {
        json.clear()
        json.object(members)
        return Array(json.bytes)
    }
}

extension JSONWriter {
    fileprivate mutating func begin(_ event: BackendEvent) {
        field("id", eventID(event.id))
        field("type", "\(event.kind.name)")
        field("time", event.id.time.rawValue)
    }
}
