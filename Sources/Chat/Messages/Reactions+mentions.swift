import ClientProtocol
import Domain
import JSON
import Storage

/// C-Q12: the marks of those whom a message names, when it comes to name others, or nobody.
extension Reactions {
    /// M-02: of all whom the message names. `edited`: but for those whom it names then, who may have left the group. A damaged
    /// list keeps its mark, and nobody else theirs.
    func removeMentions(
        _ message: StoredMessage, in conversation: Conversation, except edited: StoredMessage? = nil
    ) throws(CommandError) {
        let kept = Set(edited?.mentionedNames ?? [])
        for name in message.mentionedNames where !kept.contains(name) {
            guard let account = try UserID(name).flatMap(accounts.account), account.isThere else { continue }
            var found: MembershipEdit?
            try work.skippingDamage { () throws(CommandError) in
                found = try memberships.edit(of: account, in: conversation)
            }
            guard var edit = found, edit.membership.mentions.contains(message.seq) else { continue }
            edit.membership.mentions.removeAll { $0 == message.seq }
            try commit(edit)
        }
    }

    /// M-20: for those in whose lists the message is unread, and who have not deleted it.
    func addMentions(
        _ message: StoredMessage, for members: Set<AccountNumber>, in conversation: Conversation
    ) throws(CommandError) {
        for number in members.sorted() {
            var edit = try memberships.edit(of: accounts.account(number), in: conversation)
            let seq = message.seq
            guard edit.membership.isListed, edit.membership.shows(seq, message.id),
                !edit.membership.mentions.contains(seq), try edit.shows(seq, in: work.store)
            else { continue }
            edit.membership.mentions = (edit.membership.mentions + [seq]).sorted().suffix(AtInfo.most)
            try commit(edit)
        }
    }

    private func commit(_ edit: MembershipEdit) throws(CommandError) {
        try memberships.commitEdit(edit, stored: true)
        groupMembers.postpone(
            DeferredViews.Item(account: edit.account, conversation: edit.conversation, isNew: false, seq: nil))
    }
}

extension StoredMessage {
    /// C-Q12: as the sender wrote them.
    var mentionedNames: [String] {
        guard let mentions, let names = try? JSONDocument().parse(mentions).elements else { return [] }
        return names.compactMap(\.string)
    }
}
