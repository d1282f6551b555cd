import ClientProtocol
import Domain
import JSON
import Storage

/// G-04 to G-08: a group to be made.
package struct GroupDraft: Sendable {
    package let kind: GroupKind
    package let info: GroupInfo
    package let style: GroupStyle
    package let maxUsers: Int64
    package let needsConfirmation: Bool
    package let invitees: [String]
    /// For the invitees.
    package let message: String

    package init(
        kind: GroupKind, info: GroupInfo, style: GroupStyle, maxUsers: Int64, needsConfirmation: Bool,
        invitees: [String],
        message: String
    ) {
        self.kind = kind
        self.info = info
        self.style = style
        self.maxUsers = maxUsers
        self.needsConfirmation = needsConfirmation
        self.invitees = invitees
        self.message = message
    }
}

/// Makes and ends groups, lets members leave, and keeps the files that members share.
package final class GroupLife {
    let work: UnitOfWork
    let quotas: Quotas
    let statistics: Statistics
    let accounts: Accounts
    let settingLog: SettingLog
    let conversations: Conversations
    let groups: Groups
    let uploads: Uploads
    let views: Views
    let groupMembers: GroupMembers
    let groupValues: GroupValues
    let groupAdministration: GroupAdministration
    let groupJoins: GroupJoins

    init(
        work: UnitOfWork, quotas: Quotas, statistics: Statistics, accounts: Accounts, settingLog: SettingLog,
        conversations: Conversations, groups: Groups, uploads: Uploads, views: Views, groupMembers: GroupMembers,
        groupValues: GroupValues, groupAdministration: GroupAdministration, groupJoins: GroupJoins
    ) {
        self.work = work
        self.quotas = quotas
        self.statistics = statistics
        self.accounts = accounts
        self.settingLog = settingLog
        self.conversations = conversations
        self.groups = groups
        self.uploads = uploads
        self.views = views
        self.groupMembers = groupMembers
        self.groupValues = groupValues
        self.groupAdministration = groupAdministration
        self.groupJoins = groupJoins
    }

    package struct NewGroup: Sendable {
        package let id: String
        package let results: [UserResult]
    }

    /// Creates a group, and invites users as `group.invite` does (G-04, G-05, G-Q02, G-Q04, G-Q05).
    package func createGroup(_ draft: GroupDraft, by number: AccountNumber) throws(CommandError) -> NewGroup {
        try createGroup(draft, of: accounts.caller(number))
    }

    private func createGroup(_ draft: GroupDraft, of creator: Account) throws(CommandError) -> NewGroup {
        var invitees: [Account] = []
        var unknown: [String] = []
        for user in draft.invitees {
            if let invitee = try UserID(user).flatMap(accounts.reachableAccount) {
                if invitee !== creator, !invitees.contains(where: { $0 === invitee }) { invitees.append(invitee) }
            } else if !unknown.contains(where: { $0.isSpelled(like: user) }) {
                unknown.append(user)
            }
        }
        if !unknown.isEmpty { throw .refused(.noGroupUser, keys: unknown) }
        if Int64(invitees.count) >= draft.maxUsers { throw .refused(.groupFull, keys: ["invitees"]) }
        if try groupJoins.hasTooManyGroups(creator) { throw .refused(.groupLimit) }
        try quotas.pay(
            groupJoins.chargeMaking(by: creator),
            groupJoins.chargeInviting(invitees.count, by: creator, key: "invitees"))
        let group = try makeGroup(draft, of: creator)
        try groupJoins.emitOwnJoining(of: creator, to: group)
        let results = try invitees.map { invitee throws(CommandError) in
            if let error = try groupJoins.obstacle(to: invitee, by: creator, group) {
                return UserResult(invitee.id.text, error)
            }
            try groupJoins.invite(invitee, draft.message, to: group, by: creator)
            return UserResult(invitee.id.text)
        }
        try groupJoins.post(joined: invitees.filter { group[$0.number] != nil }, to: group, by: creator)
        try groupMembers.enlistMaker(creator, in: group)
        return NewGroup(id: group.id, results: results)
    }

    /// by an administrator.
    package func createGroup(_ draft: GroupDraft, for user: String) throws(CommandError) -> NewGroup {
        guard let owner = try UserID(user).flatMap(accounts.reachableAccount) else {
            throw .refused(.noGroupUser, keys: ["owner"])
        }
        work.isForAdministrator = true
        return try createGroup(draft, of: owner)
    }

    /// in whose name an administrator acts.
    package func operatorNumber(_ user: UserID?, in id: String) throws(CommandError) -> AccountNumber {
        let group = try groups.group(id)
        guard let user else { return group.owner }
        guard let account = try accounts.reachableAccount(user) else {
            throw .refused(.notInGroup, keys: ["operatorId"])
        }
        return account.number
    }

    private func makeGroup(_ draft: GroupDraft, of creator: Account) throws(CommandError) -> Group {
        statistics.count(.groups)
        let number = try groups.takeNumber()
        let group = Group(
            number: number, conversation: try conversations.makeConversation(of: .group(number)).number,
            kind: draft.kind,
            createdAt: try work.stamp(), owner: creator.number,
            style: draft.style, info: draft.info, needsConfirmation: draft.needsConfirmation, maxUsers: draft.maxUsers)
        group.isWhole = true
        try groups.insert(group)
        try uploads.replaceAvatar("", by: group.info.avatar)
        try groupJoins.admit(creator, to: group, as: .owner)
        return group
    }

    /// Ends the group for its owner, and tells all other members (G-29, G-30, G-Q20).
    package func destroyGroup(_ id: String, by number: AccountNumber) throws(CommandError) {
        let context = try groupMembers.memberContext(of: number, in: id, changing: false)
        try groupMembers.require(.destroy, by: context)
        let group = context.group
        let contexts = try groupMembers.memberContexts(in: group)
        let members = contexts.map(\.account)
        try groups.emit(
            GroupDidLeave(reason: .destroyed), of: group, to: members, sparing: context.account)
        try postDismissal(of: group, by: context.account)
        for context in contexts {
            try settingLog.record(context.member, becomes: nil, of: context.account, in: group)
            try groupMembers.removeConversation(
                of: group, from: context.account, sees: context.member.seesNotifications)
            work.lead(to: .left(group: group.number, context.account.id))
        }
        try erase(group)
        group.empty()
    }

    /// the last message of all. It changes nobody's list, since the conversation goes.
    private func postDismissal(of group: Group, by owner: Account) throws(CommandError) {
        let message = try groupAdministration.composeNotification(
            GroupNotification(operation: .dismiss, source: owner), in: group)
        try conversations.setLast(message, of: conversations.conversation(of: group))
        let refusing = group.members.filter { !$0.value.seesNotifications }.keys
        let view = try views.view(message, ofGroup: group.number, kind: group.kind)
        work.emit(MessageNew(view: view), toGroup: group.number, except: Set(refusing))
    }

    /// Everything but the number, which is not given again.
    private func erase(_ group: Group) throws(CommandError) {
        try eraseFiles(of: group)
        try groupValues.erase(of: group)
        try groupJoins.erase(to: group)
        try groups.eraseStream(of: group)
        try uploads.replaceAvatar(group.info.avatar, by: "")
        try groups.erase(group)
    }

    /// G-64, G-Q35, X-47, G-Q58. `leaves`: the former owner then goes.
    package func transferGroup(_ id: String, to user: String, leaves: Bool = false, by number: AccountNumber)
        throws(CommandError)
    {
        let context = try groupMembers.memberContext(of: number, in: id)
        try groupMembers.require(.transfer, by: context)
        let group = context.group
        let successor = try groupMembers.member(user, of: group, key: "newOwner").account
        if successor === context.account { throw .refused(.noGroupRight, keys: ["newOwner"]) }
        try groupMembers.change(context.account, in: group) { $0.role = .member }
        try makeOwner(successor, of: group)
        try groups.emit(
            GroupOwnerDidUpdate(newOwner: successor.id, oldOwner: context.account.id), of: group,
            to: [successor, context.account])
        try groupAdministration.post(
            GroupNotification(operation: .transferOwner, source: context.account, targets: [successor]), to: group)
        if leaves { try leaveGroup(id, by: number) }
    }

    /// off all lists, and blocking no longer.
    private func makeOwner(_ successor: Account, of group: Group) throws(CommandError) {
        group.owner = successor.number
        try groups.save(group)
        try groupMembers.change(successor, in: group) { member in
            member.role = .owner
            member.muteUntil = 0
            member.isWhiteListed = false
            member.isBlocking = false
        }
    }

    // MARK: - Leaving

    /// Lets a member go; the owner cannot leave (G-66, G-Q19).
    package func leaveGroup(_ id: String, by number: AccountNumber) throws(CommandError) {
        let context = try groupMembers.memberContext(of: number, in: id, changing: false)
        try groupMembers.require(.leave, by: context)
        try groupMembers.dismiss(context.account, from: context.group)
        try groups.emitOwn(GroupDidLeave(reason: .left), of: context.group, to: context.account)
        try groups.emitMembers(GroupUserDidLeave(user: context.account.id), of: context.group)
        try groupAdministration.post(
            GroupNotification(operation: .leave, source: context.account), to: context.group, removed: [context])
        try groupMembers.closeConversation(of: context.group, to: context.account)
    }

    /// Removes members, and tells them and those that remain (G-67, G-Q17, G-Q18).
    package func removeMembers(_ users: [String], from id: String, by number: AccountNumber) throws(CommandError) {
        let context = try groupMembers.memberContext(of: number, in: id)
        try remove(groupMembers.targets(users, of: context, for: .remove), by: context)
    }

    private func remove(_ targets: [Account], by context: MemberContext) throws(CommandError) {
        let removed = targets.compactMap { target in
            context.group[target.number].map { MemberContext(group: context.group, account: target, member: $0) }
        }
        for target in targets {
            try groupMembers.dismiss(target, from: context.group)
            try groups.emit(GroupDidLeave(reason: .removed), of: context.group, to: [target])
        }
        for target in targets {
            try groups.emitMembers(GroupUserDidLeave(user: target.id), of: context.group)
        }
        try groupAdministration.post(
            GroupNotification(operation: .kick, source: context.account, targets: targets), to: context.group,
            removed: removed)
        for target in targets { try groupMembers.closeConversation(of: context.group, to: target) }
    }

    /// Y-01: removes those who are members, and keeps all of them out. `seconds`: nil: for ever.
    package func ban(_ users: [String], for seconds: Seconds?, from id: String, by number: AccountNumber)
        throws(CommandError)
    {
        let context = try groupMembers.memberContext(of: number, in: id)
        var (banned, unknown): ([Account], [String]) = ([], [])
        for user in users {
            if let account = try UserID(user).flatMap(accounts.reachableAccount) {
                banned.append(account)
            } else {
                unknown.append(user)
            }
        }
        let names = banned.filter { context.group[$0.number] != nil }.map(\.id.text)
        let members = try groupMembers.targets(names, of: context, for: .remove)
        if !unknown.isEmpty { throw .refused(.noGroupUser, keys: unknown) }
        try groupJoins.requireRoom(toBan: banned, from: context.group)
        if !members.isEmpty { try remove(members, by: context) }
        try groupJoins.ban(banned, until: seconds.map { work.now + $0.milliseconds } ?? -1, from: context.group)
    }

    /// Users who are not banned are passed over.
    package func unban(_ users: [String], from id: String, by number: AccountNumber) throws(CommandError) {
        let context = try groupMembers.memberContext(of: number, in: id)
        _ = try groupMembers.targets([], of: context, for: .remove)
        for user in users {
            guard let account = try UserID(user).flatMap(accounts.account) else { continue }
            try groupJoins.unban(account, from: context.group)
        }
    }

    /// Of a deleted account. The group of an owner goes to the admin, or else the member, who has been in it longest; one that
    /// nobody is left in is no more.
    func withdrawFromGroups(_ account: Account) throws(CommandError) {
        var numbers: [GroupNumber] = []
        try work.query("SELECT id FROM member WHERE account = $1 ORDER BY joined_at", [.integer(account.number)]) {
            row in
            numbers.append(PairKey.first(row.integer(0)))
        }
        for number in numbers {
            guard let group = try self.groups.group(number) else { continue }
            try groupMembers.dismiss(account, from: group)
            let successor = group.members.min { one, other in
                (-one.value.role.rawValue, one.value.joinedAt) < (-other.value.role.rawValue, other.value.joinedAt)
            }
            guard let successor else {
                try erase(group)
                continue
            }
            let owner = group.owner == account.number ? try accounts.account(successor.key) : nil
            if let owner {
                try makeOwner(owner, of: group)
                try groups.emit(
                    GroupOwnerDidUpdate(newOwner: owner.id, oldOwner: account.id), of: group, to: [owner])
            }
            try groups.emitMembers(GroupUserDidLeave(user: account.id), of: group)
            if let owner {
                try groupAdministration.post(
                    GroupNotification(operation: .transferOwner, source: account, targets: [owner]), to: group)
            }
            try groupAdministration.post(GroupNotification(operation: .leave, source: account), to: group)
        }
        try groupValues.erase(of: account)
        try groupJoins.erase(of: account)
    }
}
