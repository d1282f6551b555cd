import ClientProtocol
import Domain
import Storage

/// The end of an account, in all parts.
extension AccountAdministration {
    /// M-47: with `messages` also what the user has written to others; then the account may have been deleted before. False if
    /// there is no such account.
    package func erase(_ id: UserID, messages: Bool) throws(CommandError) -> Bool {
        guard let account = try accounts.account(id) else { return false }
        if account.state == .deleted {
            if !messages { return false }
        } else {
            guard try delete(id) else { return false }
        }
        if messages { try jobs.begin(.erasure, of: account, flags: work.stamp().rawValue) }
        return true
    }

    /// False if there is no such account. Its own things go; what others have from it stays with them.
    package func delete(_ id: UserID) throws(CommandError) -> Bool {
        guard let account = try accounts.reachableAccount(id) else { return false }
        let affected = try conversations.all(with: account)
        let receipts = try memberships.receiptPlaces(of: account)
        let appearance = (account.shownName, account.faceURL)
        // As long as the end of its calls can be told in its name.
        try calls.withdraw(account)
        account.state = .deleted
        account.nickname = ""
        account.faceURL = ""
        account.isFindable = false
        account.profileVersion = try work.stamp()
        accounts.revokeTokens(of: account)
        try accounts.save(account)
        var events = RelationEvents()
        try profiles.showAppearance(of: account, formerly: appearance, &events)
        try conversationLists.forgetOptions(towards: account, &events)
        try dissolveRelations(of: account, &events)
        try groupLife.withdrawFromGroups(account)
        try channels.erase(account)
        try rooms.erase(account)
        try roomValues.erase(of: account.number)
        try quotas.erase(of: account)
        try statistics.erase(account)
        try uploads.replaceAvatar(appearance.1, by: "", period: 0)
        try uploads.forgetUsage(of: account)
        try subscriptions.erase(of: account)
        try pushes.erase(of: account)
        try badgePushes.erase(of: account)
        try scheduledMessages.erase(of: account)
        try profiles.erase(of: account)
        try memberships.erase(of: account)
        try groupMembers.eraseAppearances(for: account)
        try work.userStreams.beginStreamAnew(of: account)
        try devices.erase(of: account)
        try repeatedRequests.erase(of: account)
        for conversation in affected { try startAfresh(account, in: conversation, receipts) }
        try relations.emit(events)
        try work.eraseBackendDetails(of: account)
        try work.note(.accountErased, of: account)
        work.lead(to: .accountEnded(account.id))
        return true
    }

    /// The next owner of the account sees nothing of what was written before.
    private func startAfresh(_ account: Account, in conversation: Conversation, _ receipts: [ConversationNumber: Seq])
        throws(CommandError)
    {
        var edit = try memberships.edit(of: account, in: conversation)
        edit.membership.visibleAfter = conversation.lastSeq
        edit.membership.receiptSeq = receipts[conversation.number] ?? 0
        edit.membership.unread.read(upTo: conversation.counted(for: account.number))
        try memberships.commitEdit(edit, stored: true)
    }

    /// Of a deleted account nothing is left: no entry, no request, on either side.
    private func dissolveRelations(of account: Account, _ events: inout RelationEvents) throws(CommandError) {
        for other in try everybodyRelated(to: account) {
            if let contact = try contacts.contact(of: account, towards: other) {
                try relations.replace(contact, by: nil, of: account, towards: other, &events)
            }
            _ = try relations.unfriend(other, from: account, &events)
            if let contact = try contacts.contact(of: other, towards: account) {
                try relations.replace(contact, by: nil, of: other, towards: account, &events)
            }
            try relations.withdrawRequest(from: account, to: other, &events)
            try relations.withdrawRequest(from: other, to: account, &events)
        }
        try friends.eraseGroups(of: account, &events)
        try relations.forgetLists(of: account, &events)
    }

    private func everybodyRelated(to account: Account) throws(CommandError) -> [Account] {
        let bounds = PairKey.bounds(account.number)
        var numbers: [AccountNumber] = []
        try work.query(
            """
            SELECT other FROM contact WHERE id > $1 AND id <= $2 UNION SELECT id >> 32 FROM contact WHERE other = $3
            UNION SELECT other FROM friend_request WHERE owner = $3
            UNION SELECT owner FROM friend_request WHERE other = $3
            """, [.integer(bounds.after), .integer(bounds.through), .integer(account.number)]
        ) { row in numbers.append(row.integer(0)) }
        return try numbers.map(accounts.account)
    }
}
