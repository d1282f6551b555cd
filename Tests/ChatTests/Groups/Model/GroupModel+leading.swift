import Chat
import ClientProtocol
import Domain

/// Acts of members on a group and on each other.
extension GroupModel {
    /// 605, 602; 603 if it is disabled (G-Q44).
    func modelMember(of user: String, in id: String, changing: Bool = true) throws -> (
        ModelGroup, ModelGroup.ModelMember
    ) {
        guard let modelGroup = modelGroups[id], !modelGroup.isGone else { throw Refused(.noGroup) }
        guard let modelMember = modelGroup.modelMembers[user] else { throw Refused(.notInGroup) }
        if changing, modelGroup.isDisabled { throw Refused(.noGroupRight) }
        return (modelGroup, modelMember)
    }

    /// G-Q17: all or nothing; that a user is no member counts before what others are.
    private func check(
        _ targets: [String], in modelGroup: ModelGroup, isAllowed: (String, ModelGroup.ModelMember) -> Bool
    )
        throws
    {
        let modelMembers = targets.compactMap { target in modelGroup.modelMembers[target].map { (target, $0) } }
        if modelMembers.count < targets.count { throw Refused(.notInGroup) }
        if !modelMembers.allSatisfy(isAllowed) { throw Refused(.noGroupRight) }
    }

    /// G-Q17: the owner is above all others, an admin above ordinary members. A member is above nobody, whomever it names.
    private func checkBelow(
        _ modelMember: ModelGroup.ModelMember, of user: String, _ targets: [String], in modelGroup: ModelGroup
    )
        throws
    {
        if modelMember.role == .member { throw Refused(.noGroupRight) }
        try check(targets, in: modelGroup) { target, other in
            target != user && (modelMember.role == .owner || modelMember.role == .admin && other.role == .member)
        }
    }

    /// To those it is done to, and to owner and admins but the one who did it.
    private mutating func tellLeaders(
        _ kind: GroupEventKind, of id: String, and targets: [String], by user: String, _ fields: String
    ) {
        tell(kind, of: modelGroups[id]!, to: targets + modelGroups[id]!.leaders, sparing: user, fields)
    }

    // MARK: - Going

    /// G-66, G-Q19, X-D11.
    mutating func leave(_ id: String, by user: String) throws {
        let (modelGroup, modelMember) = try modelMember(of: user, in: id, changing: false)
        if modelMember.role == .owner { throw Refused(.noGroupRight) }
        modelGroups[id]!.modelMembers[user] = nil
        tellOwn(.didLeave, of: modelGroup, to: user, "\"reason\":1")
        tellMembers(.userDidLeave, of: id, "\"user\":\"\(user)\"")
        post(.leave, in: id, by: user, gone: [user: modelMember])
        end(modelGroup.conversation, of: user)
    }

    /// G-67, G-Q18, X-D12.
    mutating func remove(_ users: [String], from id: String, by user: String) throws {
        let (modelGroup, modelMember) = try modelMember(of: user, in: id)
        try checkBelow(modelMember, of: user, users, in: modelGroup)
        remove(users, from: modelGroup, by: user)
    }

    private mutating func remove(_ users: [String], from modelGroup: ModelGroup, by user: String) {
        let id = modelGroup.id
        var gone: [String: ModelGroup.ModelMember] = [:]
        for target in users {
            gone[target] = modelGroups[id]!.modelMembers.removeValue(forKey: target)
            tell(.didLeave, of: modelGroup, to: [target], "\"reason\":0")
        }
        for target in users { tellMembers(.userDidLeave, of: id, "\"user\":\"\(target)\"") }
        post(.kick, in: id, by: user, to: users, gone: gone)
        for target in users { end(modelGroup.conversation, of: target) }
    }

    /// Y-01.
    mutating func ban(_ users: [String], for seconds: Seconds?, from id: String, by user: String) throws {
        let (modelGroup, modelMember) = try modelMember(of: user, in: id)
        let members = users.filter { modelGroup.modelMembers[$0] != nil }
        try checkBelow(modelMember, of: user, members, in: modelGroup)
        if !users.allSatisfy(isThere) { throw Refused(.noGroupUser) }
        if !members.isEmpty { remove(members, from: modelGroup, by: user) }
        for target in users { modelGroups[id]!.bans[target] = seconds.map { now + $0.milliseconds } ?? -1 }
    }

    mutating func unban(_ users: [String], from id: String, by user: String) throws {
        let (modelGroup, modelMember) = try modelMember(of: user, in: id)
        try checkBelow(modelMember, of: user, [], in: modelGroup)
        for target in users { modelGroups[id]!.bans[target] = nil }
    }

    /// X-44: nothing comes any more, and the group stays as it is now.
    private mutating func end(_ id: String, of user: String) {
        let head = messages(id, of: user).last!.seq
        let profile = modelGroup(of: id)!.profile
        change(user, id) { box in
            box.leftAt = head
            box.targeted = [:]
            box.formerGroupProfile = profile
        }
        pendingEvents.touched.insert(user)
    }

    /// G-30, G-Q20, X-43, X-60.
    mutating func destroy(_ id: String, by user: String) throws {
        let (modelGroup, modelMember) = try modelMember(of: user, in: id, changing: false)
        if modelMember.role != .owner { throw Refused(.noGroupRight) }
        tell(.didLeave, of: modelGroup, to: Array(modelGroup.modelMembers.keys), sparing: user, "\"reason\":2")
        postDismissal(of: modelGroup, by: user)
        for member in modelGroup.modelMembers.keys {
            unlist(member, modelGroup.conversation)
            end(modelGroup.conversation, of: member)
            change(member, modelGroup.conversation) { box in
                box.option = .receive
                box.formerGroupProfile = nil
            }
        }
        modelGroups[id]!.isGone = true
        modelGroups[id]!.modelMembers = [:]
    }

    /// The owner's place goes to the admin, or else the member, who has been there longest; a group without members ends.
    mutating func withdraw(_ user: String) {
        let orders = modelGroups.mapValues { $0.modelMembers[user]?.joined ?? 0 }
        for id in modelGroups.keys.sorted(by: { orders[$0]! < orders[$1]! }) {
            modelGroups[id]!.invitations[user] = nil
            modelGroups[id]!.applicants.remove(user)
            modelGroups[id]!.bans[user] = nil
            guard let modelMember = modelGroups[id]!.modelMembers.removeValue(forKey: user) else { continue }
            let successor = modelGroups[id]!.modelMembers.min { one, other in
                (-one.value.role.rawValue, one.value.joined) < (-other.value.role.rawValue, other.value.joined)
            }?.key
            guard let successor else {
                modelGroups[id]!.isGone = true
                continue
            }
            if modelMember.role == .owner {
                makeOwner(successor, of: id)
                tell(
                    .ownerDidUpdate, of: modelGroups[id]!, to: [successor],
                    "\"newOwner\":\"\(successor)\",\"oldOwner\":\"\(user)\"")
            }
            tellMembers(.userDidLeave, of: id, "\"user\":\"\(user)\"")
            if modelMember.role == .owner { post(.transferOwner, in: id, by: user, to: [successor]) }
            post(.leave, in: id, by: user)
        }
    }

    // MARK: - Leading

    /// G-64, G-Q35, X-47, X-D14.
    mutating func transfer(_ id: String, to successor: String, by user: String) throws {
        let (modelGroup, modelMember) = try modelMember(of: user, in: id)
        if modelMember.role != .owner { throw Refused(.noGroupRight) }
        try check([successor], in: modelGroup) { successor, _ in successor != user }
        modelGroups[id]!.modelMembers[user]!.role = .member
        makeOwner(successor, of: id)
        tell(
            .ownerDidUpdate, of: modelGroups[id]!, to: [successor, user],
            "\"newOwner\":\"\(successor)\",\"oldOwner\":\"\(user)\""
        )
        post(.transferOwner, in: id, by: user, to: [successor])
    }

    private mutating func makeOwner(_ successor: String, of id: String) {
        let former = modelGroups[id]!.modelMembers[successor]!
        modelGroups[id]!.modelMembers[successor] = ModelGroup.ModelMember(
            role: .owner, joined: former.joined, start: former.start, hasReturned: former.hasReturned)
    }

    /// G-62, G-Q29, G-Q34, X-D15.
    mutating func addAdmin(_ target: String, in id: String, by user: String) throws {
        let (modelGroup, modelMember) = try modelMember(of: user, in: id)
        if modelMember.role != .owner { throw Refused(.noGroupRight) }
        try check([target], in: modelGroup) { $1.role == .member }
        modelGroups[id]!.modelMembers[target]!.role = .admin
        modelGroups[id]!.modelMembers[target]!.isBlocking = false
        tell(.adminListDidUpdate, of: modelGroup, to: modelGroups[id]!.leaders, "\"added\":\"\(target)\"")
        post(.addManager, in: id, by: user, to: [target])
    }

    /// G-63.
    mutating func removeAdmin(_ target: String, in id: String, by user: String) throws {
        let (modelGroup, modelMember) = try modelMember(of: user, in: id)
        if modelMember.role != .owner { throw Refused(.noGroupRight) }
        try check([target], in: modelGroup) { $1.role == .admin }
        modelGroups[id]!.modelMembers[target]!.role = .member
        tellLeaders(.adminListDidUpdate, of: id, and: [target], by: user, "\"removed\":\"\(target)\"")
        post(.removeManager, in: id, by: user, to: [target])
    }

    /// G-57, G-58, G-Q30, X-D16. `duration`: nil for ever; 0 ends it.
    mutating func mute(_ users: [String], for duration: Milliseconds?, in id: String, by user: String) throws {
        let (modelGroup, modelMember) = try modelMember(of: user, in: id)
        try checkBelow(modelMember, of: user, users, in: modelGroup)
        let isMuting = duration != 0
        let until = isMuting ? duration.map { now + $0 } ?? -1 : 0
        let targets = users.filter { isMuting || isMuted(modelGroup.modelMembers[$0]!) }
        if targets.isEmpty { return }
        for target in targets { modelGroups[id]!.modelMembers[target]!.muteUntil = until }
        let names = targets.map(quoted).joined(separator: ",")
        tellLeaders(
            .muteListDidUpdate, of: id, and: targets, by: user,
            isMuting ? "\"added\":[\(names)],\"muteExpire\":\(until)" : "\"removed\":[\(names)]")
        post(.mute, in: id, by: user, to: targets, attachment: "{\"flag\":\(isMuting)}")
    }

    /// G-61, G-Q33, X-40: what an administrator has set is muted enough, and not a member's to end.
    mutating func muteAll(_ isMuted: Bool, in id: String, by user: String) throws {
        let (modelGroup, modelMember) = try modelMember(of: user, in: id)
        if modelMember.role == .member { throw Refused(.noGroupRight) }
        if modelGroup.mute == .all, !isMuted { throw Refused(.noGroupRight) }
        if modelGroup.mute != .all { try silence(isMuted ? .members : .off, in: id, by: user) }
    }

    /// X-40, X-D17: all are told whether they are muted, if that is another; the notification tells how much.
    mutating func silence(_ mute: GroupMute, in id: String, by user: String) throws {
        let (modelGroup, modelMember) = try modelMember(of: user, in: id)
        if modelMember.role == .member { throw Refused(.noGroupRight) }
        if modelGroup.mute == mute { return }
        modelGroups[id]!.mute = mute
        if modelGroup.mute == .off || mute == .off {
            let fields = "\"isAllMemberMuted\":\(mute != .off)"
            tellMembers(.allMemberMuteChanged, of: id, except: user, fields)
            tellOwn(.allMemberMuteChanged, of: modelGroup, to: user, fields)
        }
        let tag = modelGroup.kind == .group ? 100 : 101
        postUpdate(["\"\(tag)\":\"\(mute.rawValue)\""], of: id, by: user)
    }

    /// G-59, G-60, G-Q17, G-Q32, G-Q42, X-D21.
    mutating func setWhiteListed(_ isListed: Bool, _ users: [String], in id: String, by user: String) throws {
        let (modelGroup, modelMember) = try modelMember(of: user, in: id)
        if isListed {
            if modelMember.role == .member { throw Refused(.noGroupRight) }
            try check(users, in: modelGroup) { _, _ in true }
        } else {
            try checkBelow(modelMember, of: user, users, in: modelGroup)
        }
        let targets = users.filter { modelGroup.modelMembers[$0]!.isWhiteListed != isListed }
        if targets.isEmpty { return }
        for target in targets { modelGroups[id]!.modelMembers[target]!.isWhiteListed = isListed }
        let names = targets.map(quoted).joined(separator: ",")
        tellLeaders(
            .whiteListDidUpdate, of: id, and: targets, by: user, "\"\(isListed ? "added" : "removed")\":[\(names)]")
    }

    /// G-71, G-Q39, G-Q47, X-46, X-D18, X-D20.
    mutating func modify(_ id: String, _ change: GroupChange, by user: String) throws {
        let (former, modelMember) = try modelMember(of: user, in: id)
        if change.isAny, modelMember.role == .member { throw Refused(.noGroupRight) }
        if change.joinMode != nil || change.historyForNew != nil, modelMember.role != .owner {
            throw Refused(.noGroupRight)
        }
        if let most = change.maxUsers, most < former.modelMembers.count { throw Refused(.groupParameters) }
        if change.joinMode != nil, !former.style.isPublic { throw Refused(.groupParameters) }
        modelGroups[id]!.name = change.name ?? former.name
        modelGroups[id]!.avatar = change.avatar ?? former.avatar
        modelGroups[id]!.maxUsers = change.maxUsers ?? former.maxUsers
        modelGroups[id]!.needsConfirmation = change.needsConfirmation ?? former.needsConfirmation
        modelGroups[id]!.historyForNew = change.historyForNew ?? former.historyForNew
        if let mode = change.joinMode { modelGroups[id]!.style = mode == 0 ? .publicOpen : .publicWithApproval }
        let modelGroup = modelGroups[id]!
        var values: [String] = []
        if modelGroup.name != former.name { values.append("\"3\":\"\(modelGroup.name)\"") }
        if modelGroup.avatar != former.avatar { values.append("\"20\":\"\(modelGroup.avatar)\"") }
        if modelGroup.style != former.style { values.append("\"16\":\"\(modelGroup.style == .publicOpen ? 0 : 1)\"") }
        if modelGroup.needsConfirmation != former.needsConfirmation {
            values.append("\"21\":\"\(modelGroup.needsConfirmation ? 0 : 1)\"")
        }
        let isOtherwise =
            modelGroup.maxUsers != former.maxUsers || modelGroup.historyForNew != former.historyForNew
        guard isOtherwise || !values.isEmpty else { return }
        tellSpecification(of: id)
        postUpdate(values, of: id, by: user)
        guard modelGroup.name != former.name || modelGroup.avatar != former.avatar else { return }
        for (member, modelMember) in modelGroup.modelMembers where box(of: member, modelGroup.conversation).isListed {
            // Those whom a message has told it, or a round will tell.
            let option = box(of: member, modelGroup.conversation).option
            let isApart = modelMember.isBlocking || option == .refuse || option == .receiveMentions
            if isApart { show(modelGroup.conversation, to: member, noted: true) }
        }
    }

    private mutating func postUpdate(_ values: [String], of id: String, by user: String) {
        if values.isEmpty { return }
        post(.update, in: id, by: user, attachment: "{\"values\":{\(values.joined(separator: ","))}}")
    }

    /// G-Q44.
    mutating func disable(_ id: String, _ isDisabled: Bool) throws {
        guard let modelGroup = modelGroups[id], !modelGroup.isGone else { throw Refused(.noGroup) }
        if modelGroup.isDisabled == isDisabled { return }
        modelGroups[id]!.isDisabled = isDisabled
        tellSpecification(of: id)
    }

    private mutating func tellSpecification(of id: String) {
        tellMembers(.specificationDidUpdate, of: id, "\"group\":\(modelGroups[id]!.specification)")
    }
}

extension GroupChange {
    fileprivate var isAny: Bool {
        name != nil || avatar != nil || needsConfirmation != nil || joinMode != nil || maxUsers != nil
            || historyForNew != nil
    }
}

extension ModelGroup {
    fileprivate var specification: String {
        let modes = [(2, 0), (2, 1), (1, 0), (0, 0)][Int(style.rawValue)]
        return "{\"groupID\":\"\(id)\",\"kind\":\"\(kind == .group ? "team" : "superTeam")\",\"name\":\"\(name)\""
            + ",\"description\":\"\",\"avatar\":\"\(avatar)\",\"ext\":\"\",\"style\":\(style.rawValue)"
            + ",\"isInviteNeedConfirm\":\(needsConfirmation),\"maxUsers\":\(maxUsers),\"joinMode\":\(modes.0)"
            + ",\"inviteMode\":\(modes.1),\"beInviteMode\":\(needsConfirmation ? 0 : 1),\"updateInfoMode\":0"
            + ",\"historyForNew\":\(historyForNew),\"receipts\":\"messages\""
            + ",\"owner\":\"\(owner)\",\"memberCount\":\(modelMembers.count),\"isAllMemberMuted\":\(mute != .off)"
            + ",\"disabled\":\(isDisabled),\"createTime\":\(createdAt)}"
    }
}
