import ClientProtocol
import Domain
import JSON

/// Changes a group for those who lead it, and posts the notifications that tell members of it.
package final class GroupAdministration {
    let work: UnitOfWork
    let quotas: Quotas
    let accounts: Accounts
    let conversations: Conversations
    let groups: Groups
    let uploads: Uploads
    let groupMembers: GroupMembers
    let messages: Messages
    // MARK: - Muting

    init(
        work: UnitOfWork, quotas: Quotas, accounts: Accounts, conversations: Conversations, groups: Groups,
        uploads: Uploads,
        groupMembers: GroupMembers, messages: Messages
    ) {
        self.work = work
        self.quotas = quotas
        self.accounts = accounts
        self.conversations = conversations
        self.groups = groups
        self.uploads = uploads
        self.groupMembers = groupMembers
        self.messages = messages
    }

    /// G-57, G-Q30: nil: for ever.
    package func mute(
        _ users: [String], forMilliseconds duration: Milliseconds?, in id: String, by number: AccountNumber
    )
        throws(CommandError)
    {
        let context = try groupMembers.memberContext(of: number, in: id)
        let targets = try groupMembers.targets(users, of: context, for: .mute)
        let until = duration.map { work.now + $0 } ?? -1
        for target in targets { try groupMembers.change(target, in: context.group) { $0.muteUntil = until } }
        let update = GroupMuteListDidUpdate(change: .added(targets.map(\.id), until: until))
        try emitLeaders(update, of: context, and: targets)
        try post(
            GroupNotification(operation: .mute, source: context.account, targets: targets, isMuted: true),
            to: context.group)
    }

    /// Ends the muting of members, and tells them and the other leaders (G-58).
    package func unmute(_ users: [String], in id: String, by number: AccountNumber) throws(CommandError) {
        let context = try groupMembers.memberContext(of: number, in: id)
        let muted = try groupMembers.targets(users, of: context, for: .unmute).filter {
            context.group[$0.number]?.isMuted(at: work.now) == true
        }
        for target in muted { try groupMembers.change(target, in: context.group) { $0.muteUntil = 0 } }
        if muted.isEmpty { return }
        try emitLeaders(GroupMuteListDidUpdate(change: .removed(muted.map(\.id))), of: context, and: muted)
        try post(
            GroupNotification(operation: .mute, source: context.account, targets: muted, isMuted: false),
            to: context.group)
    }

    /// G-61, G-Q33, X-40: by a member. A group that an administrator has muted for owner and admins too stays so: they
    /// cannot lower that.
    package func muteAll(_ isMuted: Bool, in id: String, by number: AccountNumber) throws(CommandError) {
        let context = try groupMembers.memberContext(of: number, in: id)
        try groupMembers.require(.muteAll, by: context)
        if context.group.mute == .all {
            if isMuted { return }
            throw .refused(.noGroupRight, "an administrator has muted everybody", keys: ["groupID"])
        }
        try setMute(isMuted ? .members : .off, by: context)
    }

    /// The same by an administrator, in a member's name.
    package func muteAll(_ mute: GroupMute, in id: String, by number: AccountNumber) throws(CommandError) {
        let context = try groupMembers.memberContext(of: number, in: id)
        try groupMembers.require(.muteAll, by: context)
        try setMute(mute, by: context)
    }

    private func setMute(_ mute: GroupMute, by context: MemberContext) throws(CommandError) {
        let former = context.group.mute
        guard former != mute else { return }
        context.group.mute = mute
        try groups.save(context.group)
        // Members are muted or not; whether owner and admins are as well is for the notification to tell.
        if (former == .off) != (mute == .off) {
            let content = GroupAllMemberMuteChanged(isAllMemberMuted: mute != .off)
            try groups.emitMembers(content, of: context.group, except: context.account)
            try groups.emitOwn(content, of: context.group, to: context.account)
        }
        try postUpdate([(.muteMode, String(mute.rawValue))], of: context.group, by: context.account)
    }

    // MARK: - The white list

    /// Adds members to the white list; the event names only those who were not on it (G-59, G-Q32).
    package func addToWhiteList(_ users: [String], in id: String, by number: AccountNumber) throws(CommandError) {
        try setWhiteListed(true, users, .addToWhiteList, in: id, by: number)
    }

    /// Takes members off the white list; the event names only those who were on it (G-60).
    package func removeFromWhiteList(_ users: [String], in id: String, by number: AccountNumber) throws(CommandError) {
        try setWhiteListed(false, users, .removeFromWhiteList, in: id, by: number)
    }

    private func setWhiteListed(
        _ isListed: Bool, _ users: [String], _ act: GroupAct, in id: String, by number: AccountNumber
    ) throws(CommandError) {
        let context = try groupMembers.memberContext(of: number, in: id)
        let changed = try groupMembers.targets(users, of: context, for: act).filter {
            context.group[$0.number]?.isWhiteListed == !isListed
        }
        for target in changed { try groupMembers.change(target, in: context.group) { $0.isWhiteListed = isListed } }
        if changed.isEmpty { return }
        let update = GroupWhiteListDidUpdate(isAddition: isListed, users: changed.map(\.id))
        try emitLeaders(update, of: context, and: changed)
    }

    // MARK: - Admins

    /// G-62, G-Q34, G-Q57: an event for each, to the owner, the new ones and the other admins, the operator among them.
    package func addAdmins(_ candidates: AdminCandidates, in id: String, by number: AccountNumber) throws(CommandError)
    {
        let (context, targets) = try self.candidates(candidates, in: id, for: .addAdmin, from: .member, by: number)
        let admins = context.group.members.values.count { $0.role == .admin }
        if admins + targets.count > mostAdmins {
            throw .refused(.groupLimit, "a group has at most \(mostAdmins) admins")
        }
        for target in targets {
            // X-47's like: who leads does not block (G-Q29).
            try groupMembers.change(target, in: context.group) { member in
                member.role = .admin
                member.isBlocking = false
            }
        }
        let leaders = try groups.leaders(of: context.group)
        for target in targets {
            try groups.emit(
                GroupAdminListDidUpdate(isAddition: true, user: target.id), of: context.group, to: leaders)
        }
        try post(
            GroupNotification(operation: .addManager, source: context.account, targets: targets), to: context.group)
    }

    /// G-63, G-Q57: an event for each, to those removed and the other admins.
    package func removeAdmins(_ candidates: AdminCandidates, in id: String, by number: AccountNumber)
        throws(CommandError)
    {
        let (context, targets) = try self.candidates(candidates, in: id, for: .removeAdmin, from: .admin, by: number)
        for target in targets { try groupMembers.change(target, in: context.group) { $0.role = .member } }
        for target in targets {
            let update = GroupAdminListDidUpdate(isAddition: false, user: target.id)
            try emitLeaders(update, of: context, and: targets)
        }
        try post(
            GroupNotification(operation: .removeManager, source: context.account, targets: targets), to: context.group)
    }

    /// All of them, or a refusal that names who is at fault.
    private func candidates(
        _ candidates: AdminCandidates, in id: String, for act: GroupAct, from role: GroupRole, by number: AccountNumber
    ) throws(CommandError) -> (MemberContext, [Account]) {
        let context = try groupMembers.memberContext(of: number, in: id)
        try groupMembers.require(act, by: context)
        let found = try candidates.users.map { user throws(CommandError) in
            (
                key: candidates.key ?? user,
                target: try groupMembers.member(user, of: context.group, key: candidates.key ?? user)
            )
        }
        let others = found.filter { $0.target.member.role != role }
        if !others.isEmpty { throw .refused(.noGroupRight, keys: others.map(\.key)) }
        return (context, found.map(\.target.account))
    }

    /// To those it is done to, and to owner and admins but the one who did it.
    private func emitLeaders(
        _ content: some GroupEventContent, of context: MemberContext, and targets: [Account]
    ) throws(CommandError) {
        try groups.emit(
            content, of: context.group, to: targets + groups.leaders(of: context.group),
            sparing: context.account)
    }

    // MARK: - Blocking

    /// G-45 to G-47, G-Q28, X-51: the group's messages, not its events.
    package func block(_ isBlocking: Bool, group id: String, by number: AccountNumber) throws(CommandError) {
        let context = try groupMembers.memberContext(of: number, in: id, changing: false)
        if isBlocking { try groupMembers.require(.block, by: context) }
        if context.member.isBlocking == isBlocking { return }
        try groupMembers.change(context.account, in: context.group) { $0.isBlocking = isBlocking }
        try groups.emitOwn(GroupBlockChanged(isBlocked: isBlocking), of: context.group, to: context.account)
    }
}

/// The users of a request to make admins, or to remove them.
package struct AdminCandidates: Sendable {
    let users: [String]
    /// The parameter that names the one; nil: several, each of whom names itself.
    let key: String?

    package init(_ users: [String]) {
        self.users = users
        key = nil
    }

    package init(_ user: String, key: String = "userID") {
        users = [user]
        self.key = key
    }
}

/// A group has so many administrators at most (G-Q34).
private let mostAdmins = 99
