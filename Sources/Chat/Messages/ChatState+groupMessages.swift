import ClientProtocol
import Domain
import Storage

/// Whom a message in a group names (C-Q12).
struct Naming {
    var everybody = false
    /// Members other than the sender.
    var members: Set<Int64> = []

    func names(_ account: Int64) -> Bool { everybody || members.contains(account) }
}

extension ChatState {
    /// G-Q31, X-41: in this order.
    func sendingGroup(_ id: String, _ sender: Account) throws -> Group {
        let group = try group(id, key: "conversationID")
        guard let member = group[sender.number] else { throw Refusal(.notInGroup, keys: ["conversationID"]) }
        if group.isDisabled {
            throw Refusal(.noGroupRight, "the group is disabled", keys: ["conversationID"])
        }
        if member.isMuted(at: now) { throw Refusal(.mutedInGroup) }
        if GroupRights.isSilenced(member.role, isWhiteListed: member.isWhiteListed, by: group.mute) {
            throw Refusal(.allMutedInGroup)
        }
        return group
    }

    /// C-Q12, X-55: members alone can be named, and nobody names himself.
    func naming(of draft: Draft, by sender: Account, in group: Group) throws -> Naming {
        var naming = Naming()
        for name in draft.mentions ?? [] {
            if name.isSpelled(like: AtInfo.everybody) {
                if options.leadersNameAll, group[sender.number]!.role == .member {
                    throw Refusal(.noGroupRight, "only owner and admins may mention all members", keys: ["atUserList"])
                }
                naming.everybody = true
            } else if let account = try UserID(name).flatMap(account), account !== sender,
                group[account.number] != nil
            {
                naming.members.insert(account.number)
            }
        }
        return naming
    }

    /// The message becomes the head of the group's conversation. What it does for most members is told to all of them at once,
    /// and follows from the head; one by one go the sender, those named, and those who are apart from the others. `removed`: who
    /// have just left the group, and are told something for the last time.
    func deliver(
        _ message: StoredMessage, naming: Naming = Naming(), by sender: Account, to group: Group,
        removed: [MemberContext] = []
    ) throws {
        let conversation = try conversation(of: group)
        visits += group.members.count
        try expireLists(of: group, conversation, removed)
        conversations.add(weight: message.weight - (conversation.last?.weight ?? 0))
        conversation.last = message
        if message.settings.contains(.atAll) {
            conversation.note(CallToAll(seq: message.seq, id: message.id, sender: message.sender))
        }
        let isNotification = message.kind == .notification
        let view = try view(message, ofGroup: group.number, kind: group.kind)
        var excepted: Set<Int64> = []
        var shown = naming.members
        for number in group.specialMembers {
            let member = group[number]!
            let effect = Effect.group(
                member.option, isBlocking: member.isBlocking, isNotification: isNotification,
                isMentioned: naming.names(number), shouldBeCounted: message.settings.contains(.shouldBeCounted))
            if !effect.isSeen {
                shown.remove(number)
                excepted.insert(number)
            } else if member.isListed || member.comesIntoList {
                shown.insert(number)
            }
        }
        if !isNotification {
            excepted.insert(sender.number)
            shown.insert(sender.number)
            if message.settings.contains(.sync) { emit(.message(view), to: sender, sparingOrigin: true) }
        }
        serverEvents.append(ServerEvent(.message(view), toGroup: group.number, except: excepted))
        let departed = removed.filter { $0.member.seesNotifications }.map(\.account)
        for account in departed { emit(.message(view), to: account) }
        for number in shown.sorted() { try show(message, naming, to: account(number), in: conversation) }
        for account in departed { try show(message, naming, to: account, in: conversation) }
    }

    private func show(
        _ message: StoredMessage, _ naming: Naming, to account: Account, in conversation: Conversation
    ) throws {
        var edit = try edit(of: account, in: conversation)
        let counts = message.settings.contains(.shouldBeCounted)
        var isChanged = false
        if message.kind != .notification, message.sender == account.number {
            isChanged = edit.membership.claim != .place
            edit.membership.claim = .place
            if counts {
                edit.membership.unread.pass(conversation.counted(for: account.number))
                isChanged = true
            }
        } else {
            edit.letThrough(message, counts: counts)
        }
        if naming.members.contains(account.number) {
            edit.membership.mentions = (edit.membership.mentions + [message.seq]).suffix(AtInfo.most)
            isChanged = true
        }
        try show(message, in: &edit, isChanged: isChanged)
    }

    /// C-Q25: before a message comes after so long a silence, the lists that the conversation has fallen out of lose it.
    private func expireLists(of group: Group, _ conversation: Conversation, _ removed: [MemberContext]) throws {
        let quietSince = max(conversation.last?.time ?? 0, group.createdAt / 1_000)
        guard quietSince + conversationPeriod <= now else { return }
        for number in group.members.keys.sorted() { _ = try conversationList(of: account(number)) }
        for context in removed { _ = try conversationList(of: context.account) }
    }
}
