import ClientProtocol
import Domain
import JSON
import Storage

/// I-01: a message that was sent elsewhere.
package struct ImportedMessage: Sendable {
    package let target: ConversationID
    package let sender: String
    /// Its id there.
    package let clientID: String
    package let time: Milliseconds
    package let kind: MessageKind
    package let body: String
    /// U-40: the ids of the uploads to which it refers.
    package let media: [String]
    /// M-56: what one of type 21 holds.
    package let copies: [ImportedCopy]

    package init(
        target: ConversationID, sender: String, clientID: String, time: Milliseconds, kind: MessageKind, body: String,
        media: [String] = [], copies: [ImportedCopy] = []
    ) {
        self.media = media
        self.copies = copies
        self.target = target
        self.sender = sender
        self.clientID = clientID
        self.time = time
        self.kind = kind
        self.body = body
    }
}

/// M-56: a message that another one held there.
package struct ImportedCopy: Sendable {
    let sender: String
    let time: Milliseconds
    let kind: MessageKind
    let body: String
    let media: [String]

    /// Nil: it is none.
    package init?(_ json: JSONValue) {
        guard let sender = json["from"]?.string, let time = json["time"]?.int64, (0...1 << 43).contains(time),
            let kind = json["type"]?.int64.flatMap(MessageKind.init), kind != .notification, let body = json["body"],
            body.kind == .object
        else { return nil }
        let media = json["media"]?.elements?.compactMap(\.string) ?? []
        guard media.count <= MessageMedia.most, media.allSatisfy({ (1...64).contains($0.utf8.count) }) else {
            return nil
        }
        (self.sender, self.time, self.kind, self.body) = (sender, Milliseconds(time), kind, body.compactText)
        self.media = media
    }
}

/// History from elsewhere: messages that have their old times, and that nobody is told of
/// (docs/decisions/046).
extension MessageStore {
    package typealias Taken = Result<StoredMessage, Refusal>

    /// Takes each by itself, in this order; tells of each what has become of it.
    package func importMessages(_ messages: [ImportedMessage]) throws(CommandError) -> [Taken] {
        // All of them lie before it: whatever is said from now on comes later.
        let end = MessageNumber(try work.stamp())
        var taken: [StoredMessage] = []
        let results = try messages.map { message throws(CommandError) -> Taken in
            do throws(CommandError) {
                let (stored, isNew) = try importMessages(message, before: end)
                if isNew { taken.append(stored) }
                return .success(stored)
            } catch {
                guard case .refused(let refusal) = error else { throw error }
                return .failure(refusal)
            }
        }
        if taken.isEmpty { return results }
        try noteImports(taken)
        for number in Set(taken.map(\.conversation)).sorted() { try settle(conversations.conversation(number)) }
        return results
    }

    /// Notes the messages for followers of ids, which would not see these: their ids are old.
    private func noteImports(_ messages: [StoredMessage]) throws(CommandError) {
        var json = JSONWriter()
        json.array { json in
            for message in messages { json.value(message.id.rawValue) }
        }
        try work.execute(
            "INSERT INTO message_import (stamp, messages) VALUES ($1, $2)",
            [.integer(try work.stamp()), .text(json.text)])
    }

    /// As long as changes of messages are known.
    func trimImports() throws(CommandError) {
        try work.execute(
            """
            DELETE FROM message_import WHERE stamp IN
                (SELECT stamp FROM message_import WHERE stamp < $1 ORDER BY stamp LIMIT 256)
            """, [.integer(work.changeCutoff)])
    }

    // MARK: - One message

    private func importMessages(
        _ message: ImportedMessage, before end: MessageNumber
    ) throws(CommandError) -> (message: StoredMessage, isNew: Bool) {
        guard let sender = try UserID(message.sender).flatMap(accounts.reachableAccount) else {
            throw .refused(.noAccount, keys: ["from"])
        }
        let parties = try parties(of: message, by: sender)
        guard Stamp(milliseconds: message.time) >= work.messageCutoff else {
            throw .refused(.messageParameters, "it is older than messages.retentionDays", keys: ["time"])
        }
        let present = try conversations.conversation(of: parties)
        let (place, former) = try place(of: message, in: present?.number)
        if let former {
            guard former.sender == sender.number else {
                throw .refused(.conflict, "the clientMsgId was used for another message", keys: ["clientMsgId"])
            }
            return (former, false)
        }
        if let last = present?.last {
            guard last.settings.contains(.imported) else {
                throw .refused(.conflict, "the conversation has messages that were sent here", keys: ["conversationID"])
            }
            guard place > last.id else {
                throw .refused(.conflict, "the conversation has newer messages", keys: ["time"])
            }
        }
        let copies = try message.copies.map { copy throws(CommandError) in try self.copy(copy) }
        guard MergedCopy.fit(copies) else {
            throw .refused(.tooLarge, "they have more than \(MergedCopy.mostBytes) bytes", keys: ["merged"])
        }
        // An administrator has uploaded them in their owners' names, or gives them as they are.
        let media = try mediaReferences.resolve(message.media, for: nil)
        let copied = try mediaReferences.copied(Set(copies.flatMap(\.media)).sorted())
        guard place < end else { throw .refused(.messageParameters, "it is in the future", keys: ["time"]) }
        let conversation = if let present { present } else { try conversations.makeConversation(of: parties) }
        let body =
            try message.kind == .merged
            ? MergedBody.text(titled: MergedBody.title(of: message.body), copies, in: work.store) : message.body
        let stored = compose(message, body, media.shown, by: sender, in: conversation, as: place)
        try insert(stored)
        try mediaReferences.add(media.found + copied, to: place)
        try Chat.stored(MergedMessages.insert(copies, of: place, in: work.store))
        conversations.setLast(stored, of: conversation)
        return (stored, true)
    }

    private func copy(_ copy: ImportedCopy) throws(CommandError) -> MergedCopy {
        guard let sender = try UserID(copy.sender).flatMap(accounts.reachableAccount) else {
            throw .refused(.noAccount, keys: ["merged"])
        }
        return MergedCopy(
            origin: MessageNumber(Stamp(milliseconds: copy.time)), sender: sender.number, kind: copy.kind,
            body: copy.body, media: copy.media)
    }

    /// I-02: a sender may have left the group since.
    private func parties(of message: ImportedMessage, by sender: Account) throws(CommandError) -> Parties {
        switch message.target {
        case .group(let id): return .group(try groups.group(id, key: "conversationID").number)
        case .c2c(let user):
            guard let receiver = try accounts.reachableAccount(user) else {
                throw .refused(.noTarget, keys: ["conversationID"])
            }
            return .users(sender.number, receiver.number)
        }
    }

    /// The first id of that time, or after it, which no message has; or the message, if it has been taken before: then it has
    /// one of the ids between, since they are given without a gap.
    private func place(
        of message: ImportedMessage, in conversation: ConversationNumber?
    ) throws(CommandError) -> (place: MessageNumber, former: StoredMessage?) {
        var place = MessageNumber(Stamp(milliseconds: message.time))
        var former: MessageNumber?
        for size in windows {
            let first = place
            try work.query(
                "SELECT id, conversation, client_id FROM message WHERE id >= $1 AND id < $2 ORDER BY id",
                [.integer(first), .integer(first.rawValue + Int64(size))]
            ) { row in
                let id: MessageNumber = row.integer(0)
                guard id == place else { return }
                place = place.next
                let other: ConversationNumber = row.integer(1)
                if other == conversation, row.text(2).isSpelled(like: message.clientID) { former = id }
            }
            if let former { return (place, try stored(StoredMessage.find(former, in: work.store))) }
            if place.rawValue < first.rawValue + Int64(size) { return (place, nil) }
        }
        throw .refused(.tooMany, "too many messages have this time", keys: ["time"])
    }

    private func compose(
        _ message: ImportedMessage, _ body: String, _ media: [MessageMedia], by sender: Account,
        in conversation: Conversation, as id: MessageNumber
    ) -> StoredMessage {
        let last = conversation.last
        return StoredMessage(
            id: id, conversation: conversation.number, seq: conversation.headSeq + 1, sender: sender.number,
            kind: message.kind, settings: importedSettings, counted: last?.counted ?? 0,
            countedLow: last?.countedLow ?? 0, clientID: message.clientID, body: body, pushText: nil,
            previous: conversation.head?.id ?? 0, mentions: nil, memberOption: nil, nickname: nil, pushPayload: nil,
            life: media.isEmpty ? nil : MessageLife(media: media))
    }

    // MARK: - Its conversation

    /// I-04: everything is read, and the conversation is in the lists.
    private func settle(_ conversation: Conversation) throws(CommandError) {
        guard let last = conversation.last else { return }
        try conversations.saveLast(last)
        let members: [AccountNumber]
        switch conversation.parties {
        case .users(let pair): members = pair.low == pair.high ? [pair.low] : [pair.low, pair.high]
        case .group(let number): members = try groups.group(number)?.members.keys.sorted() ?? []
        }
        work.visits += members.count
        for number in members { try settle(conversation, for: accounts.account(number)) }
    }

    private func settle(_ conversation: Conversation, for account: Account) throws(CommandError) {
        var edit = try memberships.edit(of: account, in: conversation)
        edit.membership.readSeq = conversation.lastSeq
        let isNew = !edit.membership.isListed
        if isNew, try hasPlace(for: edit), let last = conversation.last {
            try memberships.enlist(&edit, at: last.id.stamp)
        }
        try memberships.commitEdit(edit, stored: true)
        guard edit.membership.isListed else { return }
        let seq =
            isNew ? try work.userStreams.append(.conversationNew, subject: conversation.number, for: account) : nil
        guard conversation.group == nil else {
            return groupMembers.postpone(
                DeferredViews.Item(account: account, conversation: conversation, isNew: isNew, seq: seq))
        }
        work.emit(try views.view(edit), isNew: isNew, seq: seq, to: account)
    }

    /// C-Q24, C-Q25: what is newer does not give way, and what is as old as that is in no list.
    private func hasPlace(for edit: MembershipEdit) throws(CommandError) -> Bool {
        guard edit.membership.lastChange(in: edit.conversation) + work.conversationPeriod > work.now else {
            return false
        }
        let others = try memberships.listed(of: edit.account)
        guard others.count >= work.options.conversationsPerUser, let last = others.last else { return true }
        return edit.position < last.position
    }
}

/// A device that was away gets them as it gets others; nobody has them to read.
private let importedSettings = MessageSettings.standard.subtracting([.shouldBeCounted, .apnsEnabled]).union(.imported)

/// So many ids are looked at, one window behind the other, until one is free. A service that tells seconds has many messages
/// of one time.
private let windows = [8, 64, 512, 4_096, 32_768]
