import ClientProtocol
import Domain
import JSON
import Storage

// MARK: - Who does it

/// A member at work in a group.
struct MemberContext {
    let group: Group
    let account: Account
    let member: Member

    var role: GroupRole { member.role }
}

/// Says who a group's members are and what they may do, and keeps the conversation that each has with the group.
package final class GroupMembers {
    let work: UnitOfWork
    let quotas: Quotas
    let accounts: Accounts
    let settingLog: SettingLog
    let conversations: Conversations
    let groups: Groups
    let memberships: Memberships
    let views: Views
    /// The members whose conversations with groups have changed in the current command.
    private var deferredViews = DeferredViews()

    init(
        work: UnitOfWork, quotas: Quotas, accounts: Accounts, settingLog: SettingLog, conversations: Conversations,
        groups: Groups, memberships: Memberships, views: Views
    ) {
        self.work = work
        self.quotas = quotas
        self.accounts = accounts
        self.settingLog = settingLog
        self.conversations = conversations
        self.groups = groups
        self.memberships = memberships
        self.views = views
    }

    /// The account is told of the conversation when the command ends.
    func postpone(_ item: DeferredViews.Item) { deferredViews.add(item) }

    func emitDeferredViews() throws(CommandError) {
        guard !deferredViews.items.isEmpty else { return }
        let items = deferredViews.items
        deferredViews = DeferredViews()
        for item in items {
            let edit = try memberships.edit(of: item.account, in: item.conversation)
            guard edit.membership.isListed else { continue }
            work.emit(try views.view(edit), isNew: item.isNew, seq: item.seq, to: item.account)
            groups.markTold(item.conversation, to: item.account)
        }
    }

    /// After a rollback nothing in memory is sure.
    func forget() { deferredViews = DeferredViews() }

    func change(_ account: Account, in group: Group, _ body: (inout Member) -> Void) throws(CommandError) {
        guard let former = group[account.number] else { preconditionFailure("\(account.id) is no member") }
        var member = former
        body(&member)
        if member == former { return }
        try settingLog.record(former, becomes: member, of: account, in: group)
        let conversation = try conversations.conversation(of: group)
        let begins = member.isBlocking && !former.isBlocking
        let isBehind = begins ? try isBehind(account, conversation, in: group) : false
        try groups.put(member, of: account, in: group)
        guard member.isBlocking != former.isBlocking else { return }
        var edit = try memberships.edit(of: account, in: conversation)
        edit.hold(member.ignores(member.option))
        try memberships.commitEdit(edit, stored: true)
        if isBehind {
            // No round will tell what came before.
            postpone(
                DeferredViews.Item(account: account, conversation: conversation, isNew: false, seq: nil))
        } else {
            // Messages that came while the group was blocked are not told; changes from before are, in the next round.
            groups.markTold(conversation, to: account, withChanges: member.isBlocking)
        }
    }

    /// Whether a round would tell the member's devices something.
    private func isBehind(
        _ account: Account, _ conversation: Conversation, in group: Group
    ) throws(CommandError) -> Bool {
        if group.isBehind(account.number, conversation) { return true }
        guard group.missesChanges(account.number, conversation) else { return false }
        let edit = try memberships.edit(of: account, in: conversation)
        return conversation.concerns(edit, since: group.toldChange(of: account.number))
    }

    /// The caller's place in the group, to change something there: 605, 602; 603 if the group is disabled (G-Q44).
    /// `storing`: what the group keeps of it counts for the caller.
    func memberContext(
        of number: AccountNumber, in id: String, changing: Bool = true, storing: Bool = true
    ) throws(CommandError) -> MemberContext {
        let group = try groups.group(id)
        let account = try accounts.account(number)
        guard let member = group.members[number] else { throw .refused(.notInGroup, keys: ["groupID"]) }
        try group.requireSound(number)
        if changing, group.isDisabled { throw .refused(.noGroupRight, "the group is disabled", keys: ["groupID"]) }
        if changing, storing { try quotas.beginCharging(by: account) }
        return MemberContext(group: group, account: account, member: member)
    }

    /// All of them.
    func memberContexts(in group: Group) throws(CommandError) -> [MemberContext] {
        try group.members.sorted { $0.key < $1.key }.map { number, member throws(CommandError) in
            MemberContext(group: group, account: try accounts.account(number), member: member)
        }
    }

    func require(_ act: GroupAct, by context: MemberContext) throws(CommandError) {
        let isAllowed = GroupRights.allows(
            act, by: context.role, style: context.group.style, infoForAll: context.group.infoForAll)
        if !isAllowed { throw .refused(.noGroupRight) }
    }

    /// The member of this name: 602, with the key that names it.
    func member(_ user: String, of group: Group, key: String) throws(CommandError) -> (account: Account, member: Member)
    {
        guard let account = try UserID(user).flatMap(accounts.account), let member = group.members[account.number]
        else {
            throw .refused(.notInGroup, keys: [key])
        }
        try group.requireSound(account.number)
        return (account, member)
    }

    /// The members named, if all are there and may be treated so (G-Q17: all or nothing). Rights come before those named: who
    /// may do it to nobody is told so, whomever it names.
    func targets(_ users: [String], of context: MemberContext, for act: GroupAct) throws(CommandError) -> [Account] {
        if !GroupRights.allows(act, by: context.role, on: (.member, isSelf: false), style: context.group.style) {
            throw .refused(.noGroupRight)
        }
        var targets: [Account] = []
        var strangers: [String] = []
        var protected: [String] = []
        for user in users {
            guard let target = try UserID(user).flatMap(accounts.account),
                let member = context.group.members[target.number]
            else {
                strangers.append(user)
                continue
            }
            try context.group.requireSound(target.number)
            let isAllowed = GroupRights.allows(
                act, by: context.role, on: (member.role, target === context.account), style: context.group.style)
            if !isAllowed { protected.append(user) }
            targets.append(target)
        }
        if !strangers.isEmpty { throw .refused(.notInGroup, keys: strangers) }
        if !protected.isEmpty { throw .refused(.noGroupRight, keys: protected) }
        return targets
    }

    /// T-Q14: NIM's own codes.
    func nimMember(in id: String, by number: AccountNumber) throws(CommandError) -> MemberContext {
        let account = try accounts.caller(number)
        guard let group = try groups.findGroup(id) else {
            throw .refused(.nimNoGroup, keys: ["groupID"])
        }
        guard let member = group.members[number] else { throw .refused(.nimNotInGroup, keys: ["groupID"]) }
        try group.requireSound(number)
        return MemberContext(group: group, account: account, member: member)
    }
}
