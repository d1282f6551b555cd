import ClientProtocol
import Domain
import Storage

/// The new text of a message.
package struct MessageEdit: Sendable {
    let body: String
    /// Nil: the push says what the message says.
    let pushText: String?
    /// Whom it names in a group; nil: those whom it has named.
    let mentions: [String]?
    /// Judges the body as that of a message of this kind, and tells to which uploads it refers (U-20); nil: to those to which
    /// it has referred.
    let media: @Sendable (MessageKind) throws(Refusal) -> [String]?
    /// The version that the client knows; nil: any.
    let version: Int64?

    package init(
        body: String, pushText: String?, mentions: [String]?, version: Int64?,
        media: @escaping @Sendable (MessageKind) throws(Refusal) -> [String]? = { _ in nil }
    ) {
        self.media = media
        self.body = body
        self.pushText = pushText
        self.mentions = mentions
        self.version = version
    }
}

/// Edits and recalls messages, and ends those whose time has come.
package final class Edits {
    let work: UnitOfWork
    let quotas: Quotas
    let accounts: Accounts
    let conversations: Conversations
    let groups: Groups
    let views: Views
    let mediaReferences: MediaReferences
    let pushes: Pushes
    let messageStore: MessageStore
    let messageChanges: MessageChanges
    let messages: Messages
    let mergedMessages: MergedMessages
    let reactions: Reactions

    init(
        work: UnitOfWork, quotas: Quotas, accounts: Accounts, conversations: Conversations, groups: Groups,
        views: Views, mediaReferences: MediaReferences, pushes: Pushes, messageStore: MessageStore,
        messageChanges: MessageChanges, messages: Messages, mergedMessages: MergedMessages, reactions: Reactions
    ) {
        self.work = work
        self.quotas = quotas
        self.accounts = accounts
        self.conversations = conversations
        self.groups = groups
        self.views = views
        self.mediaReferences = mediaReferences
        self.pushes = pushes
        self.messageStore = messageStore
        self.messageChanges = messageChanges
        self.messages = messages
        self.mergedMessages = mergedMessages
        self.reactions = reactions
    }

    package func edit(
        _ number: MessageNumber, in id: ConversationID, _ change: MessageEdit, by caller: AccountNumber
    ) throws(CommandError) -> MessageView {
        let account = try accounts.caller(caller)
        var group: Group?
        if case .group(let id) = id { group = try messages.writableGroup(id, account, isChecked: true) }
        let (edit, message) = try messageChanges.visible(number, in: id, for: account)
        if case .c2c(let user) = id {
            guard let receiver = try accounts.reachableAccount(user) else {
                throw .refused(.noTarget, keys: ["conversationID"])
            }
            try messages.requireCorrespondence(from: account, to: receiver, in: edit.conversation)
        }
        try requireRight(to: change, message, of: account)
        let ids: [String]?
        do throws(Refusal) { ids = try change.media(message.kind) } catch { throw .refused(error) }
        let draft = message.draft(change, to: id)
        let naming = try group.map { group throws(CommandError) in
            try messages.naming(of: draft, by: account, in: group, isChecked: change.mentions != nil)
        }
        let media = try ids.map { ids throws(CommandError) in
            try mediaReferences.resolve(ids, for: account)
        }
        try quotas.charge(draft.storedBytes, to: account, keys: ["body"])
        let former = try group.map { group throws(CommandError) in
            try messages.naming(of: message.draft(nil, to: id), by: account, in: group, isChecked: false)
        }
        let edited = try messageChanges.change(message, in: edit.conversation, isVoid: false) { place in
            message.edited(draft, media: media?.shown, time: work.now, at: place)
        }
        if let media { try mediaReferences.replace(message, by: media.found) }
        if let naming, let former, change.mentions != nil {
            try reactions.removeMentions(message, in: edit.conversation, except: edited)
            let added = naming.members.subtracting(former.members)
            try reactions.addMentions(edited, for: added, in: edit.conversation)
        }
        try pushes.replacePushes(of: edited, isEdited: true)
        try work.note(.messageEdited, of: edit.conversation.eventSubject, value: edited.id.rawValue)
        return try views.personalView(edited, in: edit)
    }

    /// Its uploads, and what it has copied of others (M-56).
    func dropContent(of message: StoredMessage) throws(CommandError) {
        try mediaReferences.drop(message)
        try mergedMessages.erase(of: message)
    }

    /// Refuses an edit that is not the sender's, comes too late, or is of an old version (M-19).
    private func requireRight(
        to change: MessageEdit, _ message: StoredMessage, of account: Account
    ) throws(CommandError) {
        guard message.sender == account.number else {
            throw .refused(.forbidden, "it is another user's message", keys: ["msgId"])
        }
        guard message.settings.contains([.history, .persist]) else {
            throw .refused(.forbidden, "it is not kept, so it can be recalled alone", keys: ["msgId"])
        }
        if message.kind == .call { throw .refused(.forbidden, "it is the end of a call", keys: ["msgId"]) }
        if message.kind == .merged { throw .refused(.forbidden, "it is what others have said", keys: ["msgId"]) }
        if message.isRecalled { throw .refused(.noMessage, "it was recalled", keys: ["msgId"]) }
        let bound = work.options.editSeconds
        if bound >= 0, message.time + Milliseconds(Int64(bound) * 1_000) <= work.now {
            throw .refused(.tooLate, keys: ["msgId"])
        }
        if message.isTargeted, change.mentions?.isEmpty == false {
            throw .refused(.messageParameters, "it is for some members alone", keys: ["atUserList"])
        }
        if let version = change.version, version != message.life?.version ?? 0 {
            throw .refused(.conflict, "the message has another version", keys: ["version"])
        }
    }
}

extension StoredMessage {
    /// The message as if it was sent now, as the edit has it; nil: as it is.
    fileprivate func draft(_ edit: MessageEdit?, to target: ConversationID) -> Draft {
        let option = memberOption.flatMap(MemberPushOption.init(json:)).map { option in
            MemberPushOption(isForced: option.isForced, users: option.users, text: nil)
        }
        let names = mentions == nil ? nil : mentionedNames
        return Draft(
            target: target, clientID: clientID, kind: kind, settings: settings.subtracting(.atAll),
            body: edit?.body ?? body, pushText: edit?.pushText,
            mentions: edit?.mentions.map { $0.isEmpty ? nil : $0 } ?? names, memberOption: option)
    }
}
