import ClientProtocol
import Domain
import JSON
import Storage

/// G-80: what is to be another about a group; nil leaves it as it is.
package struct GroupChange: Sendable {
    package var name: String?
    package var description: String?
    package var avatar: String?
    package var ext: String?
    package var maxUsers: Int64?
    package var needsConfirmation: Bool?
    package var joinMode: Int64?
    package var inviteMode: Int64?
    package var infoForAll: Bool?
    package var historyForNew: Int?
    package var receiptsByPosition: Bool?

    package init() {}

    fileprivate var acts: [GroupAct] {
        var acts: [GroupAct] = []
        if name != nil || description != nil || avatar != nil || ext != nil { acts.append(.changeInfo) }
        if maxUsers != nil || needsConfirmation != nil { acts.append(.changeLimits) }
        if joinMode != nil || inviteMode != nil || infoForAll != nil || historyForNew != nil
            || receiptsByPosition != nil
        {
            acts.append(.changeModes)
        }
        return acts
    }
}

/// Texts and settings of a group, attributes of its members, and how both are read.
extension GroupAdministration {
    /// Changes the group, and tells all members if anything is other than before (G-71, G-Q39, X-35).
    package func modifyGroup(_ id: String, _ change: GroupChange, by number: AccountNumber) throws(CommandError) {
        let context = try groupMembers.memberContext(of: number, in: id)
        let group = context.group
        for act in change.acts { try groupMembers.require(act, by: context) }
        if let most = change.maxUsers {
            // The limit cannot be lower than the number of members (G-Q47).
            if most < group.members.count {
                throw .refused(.groupParameters, "the group has more members", keys: ["maxUsers"])
            }
            let cap = Int64(group.kind == .group ? work.options.usersPerGroup : work.options.usersPerSuperGroup)
            if most > cap { throw .refused(.groupParameters, "must be at most \(cap)", keys: ["maxUsers"]) }
        }
        guard let style = group.style.with(joinMode: change.joinMode, inviteMode: change.inviteMode) else {
            throw .refused(
                .groupParameters, "no group of this style has these modes", keys: ["joinMode", "inviteMode"])
        }
        let formerValues = group.taggedValues
        let former = (group.info, group.style, group.maxUsers, group.needsConfirmation)
        let formerModes = (group.infoForAll, group.historyForNew, group.receiptsByPosition)
        group.info.name = change.name ?? group.info.name
        group.info.description = change.description ?? group.info.description
        group.info.avatar = change.avatar ?? group.info.avatar
        group.info.ext = change.ext ?? group.info.ext
        group.style = style
        group.maxUsers = change.maxUsers ?? group.maxUsers
        group.needsConfirmation = change.needsConfirmation ?? group.needsConfirmation
        group.infoForAll = change.infoForAll ?? group.infoForAll
        group.historyForNew = change.historyForNew ?? group.historyForNew
        group.receiptsByPosition = change.receiptsByPosition ?? group.receiptsByPosition
        guard
            former != (group.info, group.style, group.maxUsers, group.needsConfirmation)
                || formerModes != (group.infoForAll, group.historyForNew, group.receiptsByPosition)
        else { return }
        try groups.save(group)
        try uploads.replaceAvatar(former.0.avatar, by: group.info.avatar)
        try emitSpecification(of: group)
        try postUpdate(group.taggedValues(otherThan: formerValues), of: group, by: context.account)
        if !former.0.name.isSpelled(like: group.info.name) || !former.0.avatar.isSpelled(like: group.info.avatar) {
            try groupMembers.showAppearance(of: group)
        }
    }

    /// G-Q44: by an administrator; false if there is no such group.
    package func disableGroup(_ id: String, _ isDisabled: Bool) throws(CommandError) {
        let group = try groups.group(id)
        guard group.isDisabled != isDisabled else { return }
        group.isDisabled = isDisabled
        try groups.save(group)
        try emitSpecification(of: group)
    }

    private func emitSpecification(of group: Group) throws(CommandError) {
        let owner = try accounts.account(group.owner)
        let content = GroupSpecificationDidUpdate(group: GroupView(group, owner: owner.id))
        try groups.emitMembers(content, of: group)
    }

    /// Sets the announcement, and tells all members (G-68, G-Q37).
    package func announce(_ text: String, in id: String, by number: AccountNumber) throws(CommandError) {
        let context = try groupMembers.memberContext(of: number, in: id)
        try groupMembers.require(.announce, by: context)
        guard !context.group.info.announcement.isSpelled(like: text) else { return }
        context.group.info.announcement = text
        try groups.save(context.group)
        try groups.emitMembers(GroupAnnouncementDidUpdate(announcement: text), of: context.group)
        try postUpdate([(.announcement, text)], of: context.group, by: context.account)
    }

    package func announcement(of id: String, for number: AccountNumber) throws(CommandError) -> String {
        try groupMembers.memberContext(of: number, in: id, changing: false).group.info.announcement
    }

    // MARK: - Attributes

    /// G-72, G-81, G-Q40: an empty value deletes its key.
    package func setAttributes(
        _ changes: [ExactText: String], of user: String?, in id: String, by number: AccountNumber
    ) throws(CommandError) {
        let context = try groupMembers.memberContext(of: number, in: id)
        let user = user ?? context.account.id.text
        try groupMembers.require(
            user.isSpelled(like: context.account.id.text) ? .changeOwnAttributes : .changeOthersAttributes, by: context)
        let target = try groupMembers.member(user, of: context.group, key: "userID").account
        let former = try groups.attributes(of: target, in: context.group)
        var attributes = former
        for (key, value) in changes { attributes[key] = value.isEmpty ? nil : value }
        let size = attributes.reduce(0) { $0 + $1.key.text.utf8.count + $1.value.utf8.count }
        if size > 4_096 { throw .refused(.attributesTooLarge) }
        let changed = changes.filter { !(former[$0.key] ?? "").isSpelled(like: $0.value) }
        if changed.isEmpty { return }
        try groups.setAttributes(attributes, of: target, in: context.group)
        let content = GroupAttributesChangedOfMember(
            user: target.id, attributes: changed, changer: context.account.id)
        try groups.emitMembers(content, of: context.group, except: context.account)
        try groups.emitOwn(content, of: context.group, to: context.account)
    }

    /// Sets whether others may put the user into a group without asking (G-Q03).
    package func acceptInvitations(_ accepts: Bool, of number: AccountNumber) throws(CommandError) {
        let account = try accounts.caller(number)
        guard account.acceptsInvitations != accepts else { return }
        account.acceptsInvitations = accepts
        try accounts.save(account)
    }

    /// T-52, T-Q18: for oneself alone; forgotten when the membership ends.
    package func setNotifyState(_ state: GroupNotify, in id: String, by number: AccountNumber) throws(CommandError) {
        let context = try groupMembers.nimMember(in: id, by: number)
        let (group, account) = (context.group, context.account)
        // Super groups do not know this state (T-Q17).
        if state == .onlyManagers, group.kind == .superGroup {
            throw .refused(.messageParameters, "a super team has no such state", keys: ["state"])
        }
        guard context.member.notify != state else { return }
        try groupMembers.change(account, in: group) { $0.notify = state }
        try groups.emitOwn(GroupNotifyStateChanged(state: state), of: group, to: account)
    }

    /// The messages of the group that the caller is notified of (T-53).
    package func notifyState(in id: String, by number: AccountNumber) throws(CommandError) -> GroupNotify {
        try groupMembers.nimMember(in: id, by: number).member.notify
    }

    /// The group as the caller may see it: a private one is for its members alone (G-31 to G-38, G-Q21).
    package func groupDetails(_ id: String, withMembers: Bool, for number: AccountNumber) throws(CommandError)
        -> GroupDetails
    {
        let group = try groups.group(id)
        work.visits += group.members.count
        let view = GroupView(group, owner: try accounts.account(group.owner).id)
        guard let member = group.members[number] else {
            guard group.style.isPublic else { throw .refused(.notInGroup, keys: ["groupID"]) }
            var details = GroupDetails(view: view, role: nil)
            details.admins = try users(group.members.filter { $0.value.role == .admin })
            return details
        }
        var details = GroupDetails(view: view, role: member.role)
        details.admins = try users(group.members.filter { $0.value.role == .admin })
        details.own = OwnPlace(member, at: work.now)
        details.seq = max(group.streamSeq, member.streamStart)
        if withMembers {
            let ordinary = try users(group.members.filter { $0.value.role == .member }, limit: mostMembersInDetails)
            let members = ([view.owner] + details.admins + ordinary).prefix(mostMembersInDetails)
            details.members = Array(members)
            for user in members {
                guard let nickname = try accounts.number(of: user).flatMap({ group[$0] })?.nickname else { continue }
                if !nickname.isEmpty { details.nicknames[user.text] = nickname }
            }
        }
        if member.role != .member {
            details.whiteList = try users(group.members.filter(\.value.isWhiteListed))
            details.muted = try mutes(in: group)
        }
        return details
    }

    /// for administrators.
    package func wholeGroup(_ id: String) throws(CommandError) -> GroupDetails {
        let group = try groups.group(id)
        work.visits += group.members.count
        var details = GroupDetails(view: GroupView(group, owner: try accounts.account(group.owner).id), role: nil)
        details.admins = try users(group.members.filter { $0.value.role == .admin })
        details.whiteList = try users(group.members.filter(\.value.isWhiteListed))
        details.muted = try mutes(in: group)
        return details
    }

    private func mutes(in group: Group) throws(CommandError) -> [(user: UserID, until: Milliseconds)] {
        let muted = group.members.filter { $0.value.isMuted(at: work.now) }
        var mutes: [(user: UserID, until: Milliseconds)] = []
        for user in try users(muted) {
            guard let member = try accounts.number(of: user).flatMap({ muted[$0] }) else { continue }
            mutes.append((user, member.muteUntil))
        }
        return mutes
    }

    /// The newest member first.
    private func users(_ members: [AccountNumber: Member], limit: Int = .max) throws(CommandError) -> [UserID] {
        let sorted = members.sorted { $0.value.joinedAt > $1.value.joinedAt }.prefix(limit)
        return try sorted.map { entry throws(CommandError) in try accounts.account(entry.key).id }
    }
}

/// A member's attributes as the store keeps them: a JSON object of strings.
enum MemberAttributes {
    /// The one that messages and lists can show.
    static let nickname = ExactText("nickname")

    static func write(_ attributes: [ExactText: String]) -> String {
        var json = JSONWriter()
        json.object { $0.attributes(attributes) }
        return json.text
    }

    /// Nil: the text is no such object.
    static func read(_ text: String) -> [ExactText: String]? {
        let document = JSONDocument()
        guard let members = try? document.parse(text).members else { return nil }
        var attributes: [ExactText: String] = [:]
        for (key, value) in members {
            guard let name = key.string, let value = value.string else { return nil }
            attributes[ExactText(name)] = value
        }
        return attributes
    }
}

extension JSONWriter {
    package mutating func attributes(_ attributes: [ExactText: String]) {
        for (key, value) in attributes.sorted(by: { $0.key < $1.key }) {
            self.key(text: key.text)
            self.value(value)
        }
    }
}

extension Group {
    /// X-D18: what an update's tags speak of; T-Q04: always strings.
    fileprivate var taggedValues: [(tag: GroupTag, value: String)] {
        [
            (.name, info.name), (.intro, info.description), (.avatar, info.avatar), (.clientCustom, info.ext),
            (.joinMode, String(style.joinMode)), (.inviteMode, String(style.inviteMode)),
            (.beInviteMode, needsConfirmation ? "0" : "1"), (.updateInfoMode, infoForAll ? "1" : "0"),
        ]
    }

    fileprivate func taggedValues(otherThan former: [(tag: GroupTag, value: String)]) -> [(
        tag: GroupTag, value: String
    )] {
        zip(former, taggedValues).filter { !$0.value.isSpelled(like: $1.value) }.map(\.1)
    }
}

/// Members that the details of a group list (G-35).
private let mostMembersInDetails = 200
