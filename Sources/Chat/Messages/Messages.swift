import ClientProtocol
import Domain
import JSON
import Security
import Storage

/// whom an administrator names as the sender.
package enum NamedSender: Sendable {
    case user(UserID)
    case system(UserID)
}

/// what has become of the message to one of many receivers.
package struct SentToOne: Sendable {
    /// As it was asked for.
    package let user: String
    package let result: Result<MessageView, Refusal>
}

/// Sends messages: checks them, stores them, delivers them to conversations, and keeps the receipts of groups.
package final class Messages {
    let work: UnitOfWork
    let quotas: Quotas
    let statistics: Statistics
    let accounts: Accounts
    let conversations: Conversations
    let groups: Groups
    let memberships: Memberships
    let views: Views
    let groupMembers: GroupMembers
    let mediaReferences: MediaReferences
    let pushes: Pushes
    let messageStore: MessageStore
    let mergedMessages: MergedMessages
    let drafts: Drafts

    init(
        work: UnitOfWork, quotas: Quotas, statistics: Statistics, accounts: Accounts, conversations: Conversations,
        groups: Groups,
        memberships: Memberships, views: Views, groupMembers: GroupMembers, mediaReferences: MediaReferences,
        pushes: Pushes, messageStore: MessageStore, mergedMessages: MergedMessages, drafts: Drafts
    ) {
        self.work = work
        self.quotas = quotas
        self.statistics = statistics
        self.accounts = accounts
        self.conversations = conversations
        self.groups = groups
        self.memberships = memberships
        self.views = views
        self.groupMembers = groupMembers
        self.mediaReferences = mediaReferences
        self.pushes = pushes
        self.messageStore = messageStore
        self.mergedMessages = mergedMessages
        self.drafts = drafts
    }

    /// T-03, T-Q16: sends the draft, or finds that it has been sent.
    package func send(_ draft: Draft, from number: AccountNumber) throws(CommandError) -> MessageView {
        try send(draft, from: accounts.caller(number), isChecked: true)
    }

    /// an administrator sends. Quotas, blacklists, mutes and friendship do not matter, unless it sends on behalf of the user.
    package func send(
        _ draft: Draft, as sender: NamedSender, isChecked: Bool = false
    ) throws(CommandError) -> MessageView {
        try send(draft, from: account(of: sender), isChecked: isChecked)
    }

    /// the same to many users, each for itself, with an id that is derived from the draft's.
    package func send(
        _ draft: Draft, as sender: NamedSender, to receivers: ArraySlice<String>
    ) throws(CommandError) -> [SentToOne] {
        let sender = try account(of: sender)
        let body = if let known = draft.bodyDigest { known } else { try messageStore.digest(ofBody: draft.body) }
        return try receivers.map { name throws(CommandError) in
            guard let user = UserID(name), try accounts.reachableAccount(user) != nil else {
                return SentToOne(user: name, result: .failure(Refusal(.noTarget)))
            }
            do throws(CommandError) {
                let single = draft.addressed(to: user, body: body, work.digestKey)
                return SentToOne(user: name, result: .success(try send(single, from: sender, isChecked: false)))
            } catch {
                guard case .refused(let refusal) = error else { throw error }
                return SentToOne(user: name, result: .failure(refusal))
            }
        }
    }

    func account(of sender: NamedSender) throws(CommandError) -> Account {
        switch sender {
        case .system(let id): return try accounts.systemSender(id)
        case .user(let id):
            guard let account = try accounts.reachableAccount(id) else {
                throw .refused(.noAccount, keys: ["from"])
            }
            return account
        }
    }

    private func send(
        _ draft: Draft, from sender: Account, isChecked: Bool
    ) throws(CommandError) -> MessageView {
        let digest = try digest(of: draft)
        do throws(CommandError) {
            let draft = try mergedMessages.fill(draft, for: sender)
            let sent =
                switch draft.target {
                case .c2c(let target): try send(draft, digest, from: sender, to: target, isChecked: isChecked)
                case .group(let group): try send(draft, digest, from: sender, toGroup: group, isChecked: isChecked)
                }
            if isChecked { try statistics.noteActive(sender) }
            return sent
        } catch {
            // A message that is refused now may have been sent before.
            guard case .refused = error, let former = try messageStore.findSent(draft, digest, by: sender) else {
                throw error
            }
            return former
        }
    }

    func digest(of draft: Draft) throws(CommandError) -> RequestDigest {
        if let known = draft.digest { return known }
        return draft.digest(ofBody: try messageStore.digest(ofBody: draft.body), work.digestKey)
    }

    /// The message, if the draft has been sent before.
    package func former(_ draft: Draft, from number: AccountNumber) throws(CommandError) -> MessageView? {
        try messageStore.findSent(draft, digest(of: draft), by: accounts.caller(number))
    }

    private func send(
        _ draft: Draft, _ digest: RequestDigest, from sender: Account, to target: UserID, isChecked: Bool
    ) throws(CommandError) -> MessageView {
        let (receiver, present, reply, media) = try judge(draft, from: sender, to: target, isChecked: isChecked)
        let parties = Parties.users(sender.number, receiver.number)
        let id = MessageNumber(try work.stamp())
        if let former = try messageStore.rememberSent(draft, digest, by: sender, as: id) { return former }
        let conversation = if let present { present } else { try conversations.makeConversation(of: parties) }
        let message = compose(draft, by: sender, in: conversation, as: id, reply: reply, media: media.shown)
        try insert(message)
        try mediaReferences.add(media.found, to: id)
        try mergedMessages.keep(draft.merge, of: id)
        if isChecked { try quotas.count(draft.storedBytes, of: sender) }
        try deliver(message, from: sender, to: receiver, in: conversation)
        if let version = draft.clears { try drafts.clear(version, of: sender, in: conversation) }
        if work.options.hasPushes, sender !== receiver {
            let option = try memberships.edit(of: receiver, in: conversation).membership.option
            try pushes.order(message, forced: draft.memberOption?.isForced == true, from: sender, to: receiver, option)
        }
        return try views.view(message, in: conversation, for: sender)
    }

    private func send(
        _ draft: Draft, _ digest: RequestDigest, from sender: Account, toGroup id: String, isChecked: Bool
    ) throws(CommandError) -> MessageView {
        let (group, naming, reply, media) = try judge(draft, from: sender, toGroup: id, isChecked: isChecked)
        let id = MessageNumber(try work.stamp())
        if let former = try messageStore.rememberSent(draft, digest, by: sender, as: id) { return former }
        let nickname = work.options.showsNicknames ? group[sender.number]?.nickname : nil
        let message = compose(
            draft, by: sender, in: try conversations.conversation(of: group), as: id,
            nickname: nickname?.isEmpty == true ? nil : nickname, reply: reply, media: media.shown)
        try insert(message)
        try mediaReferences.add(media.found, to: id)
        try mergedMessages.keep(draft.merge, of: id)
        if isChecked { try quotas.count(draft.storedBytes, of: sender) }
        if message.settings.contains(.groupReceipt) { try awaitReceipts(for: message, in: group) }
        if let audience = message.audience {
            try groupMembers.deliver(message, by: sender, to: audience, in: group)
        } else {
            try deliver(message, naming: naming, by: sender, to: group)
        }
        if let version = draft.clears {
            try drafts.clear(version, of: sender, in: conversations.conversation(of: group))
        }
        try pushes.enqueuePush(of: message, from: sender, to: group)
        return try views.view(message, ofGroup: group.number, kind: group.kind)
    }

    func compose(
        _ draft: Draft, by sender: Account, in conversation: Conversation, as id: MessageNumber,
        nickname: String? = nil, reply: MessageReply? = nil, media: [MessageMedia] = []
    ) -> StoredMessage {
        let settings = draft.effectiveSettings
        let counts: Int64 = settings.contains(.shouldBeCounted) ? 1 : 0
        let last = conversation.last
        return StoredMessage(
            id: id, conversation: conversation.number, seq: conversation.headSeq + 1,
            sender: sender.number,
            kind: draft.kind, settings: settings, counted: (last?.counted ?? 0) + counts,
            countedLow: (last?.countedLow ?? 0) + (conversation.isLow(sender.number) ? counts : 0),
            clientID: draft.clientID, body: draft.body, pushText: draft.pushText,
            previous: conversation.head?.id ?? 0, mentions: draft.mentionsText, memberOption: draft.memberOption?.json,
            nickname: nickname, pushPayload: draft.pushPayload?.json,
            life: draft.life(sentAt: id.stamp.time, reply, media))
    }

    /// Whether the draft may be sent to the user. Nothing is changed.
    func judge(
        _ draft: Draft, from sender: Account, to target: UserID, isChecked: Bool
    ) throws(CommandError) -> (receiver: Account, present: Conversation?, reply: MessageReply?, media: DraftMedia) {
        guard let receiver = try accounts.reachableAccount(target) else {
            throw .refused(.noTarget, keys: ["conversationID"])
        }
        let present = try conversations.conversation(of: .users(sender.number, receiver.number))
        if isChecked {
            try requireCorrespondence(from: sender, to: receiver, in: present)
            try quotas.requireRoom(for: draft.storedBytes, of: sender, keys: ["body"])
        }
        let reply = try draft.replyTo.map { number throws(CommandError) in
            try self.reply(to: number, in: present, by: sender)
        }
        return (receiver, present, reply, try mediaReferences.resolve(draft.media, for: isChecked ? sender : nil))
    }

    /// The same to a group.
    func judge(
        _ draft: Draft, from sender: Account, toGroup id: String, isChecked: Bool
    ) throws(CommandError) -> (group: Group, naming: Naming, reply: MessageReply?, media: DraftMedia) {
        let group = try writableGroup(id, sender, isChecked: isChecked)
        let naming = try naming(of: draft, by: sender, in: group)
        try groupMembers.requireMembers(draft.visibleTo, of: group)
        if isChecked { try quotas.requireRoom(for: draft.storedBytes, of: sender, keys: ["body"]) }
        let reply = try draft.replyTo.map { number throws(CommandError) in
            try self.reply(
                to: number, in: conversations.conversation(of: group), by: sender, visibleTo: draft.visibleTo)
        }
        return (group, naming, reply, try mediaReferences.resolve(draft.media, for: isChecked ? sender : nil))
    }

    /// Makes the message the last one of its conversation, or of those to some members alone.
    func insert(_ message: StoredMessage) throws(CommandError) {
        try messageStore.insert(message)
        try conversations.saveLast(message)
    }

    /// what is kept no longer, a bounded piece at a time.
    func trim() throws(CommandError) {
        try messageStore.trimSent()
        guard let erased = try messageStore.trim() else { return }
        try mediaReferences.trim(after: erased.after, through: erased.through)
        try mergedMessages.trim(after: erased.after, through: erased.through)
        try eraseReceipts(after: erased.after, through: erased.through)
    }
}
