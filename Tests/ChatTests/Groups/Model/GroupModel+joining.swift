import Chat
import ClientProtocol
import Domain

/// Making groups, and joining them.
extension GroupModel {
    // MARK: - Making one

    /// G-04, G-05, G-Q02, G-Q04, G-Q05, X-D01.
    mutating func create(_ draft: GroupDraft, by user: String) throws -> Reply {
        guard draft.invitees.allSatisfy(isThere) else { throw Refused(.noGroupUser) }
        var invitees: [String] = []
        for invitee in draft.invitees where invitee != user && !invitees.contains(invitee) { invitees.append(invitee) }
        if invitees.count > draft.maxUsers - 1 { throw Refused(.groupFull) }
        if hasTooMany(user) { throw Refused(.groupLimit) }
        let id = String(modelGroups.count + 1)
        modelGroups[id] = ModelGroup(
            id: id, kind: draft.kind, createdAt: now, style: draft.style, name: draft.info.name,
            needsConfirmation: draft.needsConfirmation, maxUsers: draft.maxUsers)
        admit(user, to: id, as: .owner)
        tellOwn(.didJoin, of: modelGroups[id]!, to: user, "\"inviter\":\"\(user)\",\"message\":\"\"")
        var results: [String: ErrorCode?] = [:]
        for invitee in invitees {
            results[invitee] = .some(obstacle(to: invitee, id))
            if obstacle(to: invitee, id) == nil { invite(invitee, draft.message, to: id, by: user) }
        }
        postJoining(of: invitees.filter { modelGroups[id]!.modelMembers[$0] != nil }, to: id, by: user)
        // of a maker whom no message has put the conversation into the list.
        let conversation = modelGroups[id]!.conversation
        if enlist(user, conversation) { show(conversation, to: user, isNew: true, noted: true) }
        return .made(id, results)
    }

    /// G-Q49: of the last ones none is `forced` upon the user.
    private func hasTooMany(_ user: String, forced: Bool = false) -> Bool {
        let most = options.groupsPerUser - (forced ? min(50, options.groupsPerUser / 2) : 0)
        return modelGroups.values.count { $0.modelMembers[user] != nil } >= most
    }

    /// T-Q31, G-Q60: of what was before, a new member sees what the group shows, and so does one who comes back;
    /// nothing is unread, nobody has called, and everything is received.
    private mutating func admit(_ user: String, to id: String, as role: GroupRole = .member, forced: Bool = false) {
        // The newcomer's own joining is told to the others.
        let start = modelGroups[id]!.events.count + (role == .owner ? 0 : 1)
        let conversation = modelGroups[id]!.conversation
        let hasReturned = box(of: user, conversation).leftAt != nil
        modelGroups[id]!.modelMembers[user] = ModelGroup.ModelMember(
            role: role, joined: nextOrder(), start: Seq(start), hasReturned: hasReturned)
        modelGroups[id]!.invitations[user] = nil
        modelGroups[id]!.applicants.remove(user)
        let earlier = messages(conversation, of: user)
        let read = earlier.last(where: \.visibleTo.isEmpty)?.seq ?? 0
        let hidden = lastHidden(of: earlier, in: modelGroups[id]!)
        change(user, conversation) { box in
            box.hiddenThrough = hidden
            // What came while a former member was away is in the history alone.
            if !hasReturned {
                box.copies = earlier.filter(\.visibleTo.isEmpty).map {
                    GroupModelUser.Copy(message: $0, isUnread: false, isSeen: true)
                }
            }
            box.readSeq = read
            box.claim = forced ? .freePlace : .place
            box.leftAt = nil
            box.formerGroupProfile = nil
            box.option = .receive
            box.calls = []
            for index in box.copies.indices {
                box.copies[index].isUnread = false
                box.copies[index].isPast = !box.shows(box.copies[index].message)
            }
        }
        pendingEvents.touched.insert(user)
        if hasReturned, box(of: user, conversation).isListed { show(conversation, to: user, noted: true) }
    }

    private func lastHidden(of messages: [ModelMessage], in group: ModelGroup) -> Seq {
        if group.historyForNew < 0 { return 0 }
        let head = messages.last?.seq ?? 0
        let days = min(group.historyForNew, options.messageDays)
        return days == 0 ? head : (messages.first { isKept($0.time, days: days) }?.seq ?? head + 1) - 1
    }

    private func checkEntry(of user: String, to modelGroup: ModelGroup) throws {
        if isBanned(user, from: modelGroup) { throw Refused(.banned) }
        if modelGroup.modelMembers.count >= modelGroup.maxUsers { throw Refused(.groupFull) }
        if hasTooMany(user) { throw Refused(.groupLimit) }
    }

    // MARK: - Inviting

    /// G-Q06, G-Q07, G-15 to G-26.
    mutating func invite(_ users: [String], _ message: String, to id: String, by user: String) throws -> Reply {
        let (modelGroup, modelMember) = try modelMember(of: user, in: id)
        guard modelMember.role != .member || modelGroup.style == .privateForMembers else {
            throw Refused(.noGroupRight)
        }
        let others = users.filter { modelGroup.modelMembers[$0] == nil }
        if others.isEmpty { throw Refused(.alreadyGroupMember) }
        let obstacles = others.map { isThere($0) ? obstacle(to: $0, id) : .noGroupUser }
        let invitees = zip(others, obstacles).filter { $0.1 == nil }.map(\.0)
        if invitees.isEmpty { throw Refused(obstacles[0]!) }
        let joining = invitees.filter { joinsAtOnce($0, modelGroup) }
        if modelGroup.modelMembers.count + joining.count > modelGroup.maxUsers { throw Refused(.groupFull) }
        for invitee in invitees { invite(invitee, message, to: id, by: user) }
        postJoining(of: joining, to: id, by: user)
        return .results(Dictionary(zip(others, obstacles)) { one, _ in one })
    }

    /// Y-01, G-Q27.
    private func obstacle(to invitee: String, _ id: String) -> ErrorCode? {
        if isBanned(invitee, from: modelGroups[id]!) { return .banned }
        return joinsAtOnce(invitee, modelGroups[id]!) && hasTooMany(invitee, forced: true) ? .groupLimit : nil
    }

    /// G-15 to G-19.
    private func joinsAtOnce(_ invitee: String, _ modelGroup: ModelGroup) -> Bool {
        !modelGroup.needsConfirmation || people[invitee]!.acceptsInvitations
    }

    private func isBanned(_ user: String, from modelGroup: ModelGroup) -> Bool {
        modelGroup.bans[user].map { $0 < 0 || $0 > now } ?? false
    }

    private mutating func invite(_ invitee: String, _ message: String, to id: String, by user: String) {
        let fields = "\"inviter\":\"\(user)\",\"message\":\"\(message)\""
        guard joinsAtOnce(invitee, modelGroups[id]!) else {
            modelGroups[id]!.invitations[invitee] = (user, message)
            let modelGroup = modelGroups[id]!
            let profile =
                ",\"name\":\"\(modelGroup.name)\",\"avatar\":\"\(modelGroup.avatar)\",\"memberCount\":\(modelGroup.modelMembers.count)"
            return tell(.invitationDidReceive, of: modelGroup, to: [invitee], fields + profile)
        }
        admit(invitee, to: id, forced: true)
        tell(.didJoin, of: modelGroups[id]!, to: [invitee], fields)
        tell(.invitationDidAccept, of: modelGroups[id]!, to: [user], "\"invitee\":\"\(invitee)\"")
        tellMembers(.userDidJoin, of: id, except: invitee, "\"user\":\"\(invitee)\"")
    }

    /// X-D02, X-D03.
    private mutating func postJoining(of users: [String], to id: String, by inviter: String) {
        if modelGroups[id]!.needsConfirmation {
            for user in users { post(.acceptInvitation, in: id, by: user, to: [inviter]) }
        } else if !users.isEmpty {
            post(.invite, in: id, by: inviter, to: users)
        }
    }

    /// G-24, G-25, G-Q09, G-Q11, X-D05.
    mutating func accept(_ id: String, by user: String) throws {
        guard let modelGroup = modelGroups[id], !modelGroup.isGone else { throw Refused(.noGroup) }
        if modelGroup.modelMembers[user] != nil { throw Refused(.alreadyGroupMember) }
        guard let (inviter, message) = modelGroup.invitations[user] else { throw Refused(.noGroupRight) }
        try checkEntry(of: user, to: modelGroup)
        admit(user, to: id)
        tellOwn(.didJoin, of: modelGroup, to: user, "\"inviter\":\"\(inviter)\",\"message\":\"\(message)\"")
        tell(.invitationDidAccept, of: modelGroup, to: [inviter], "\"invitee\":\"\(user)\"")
        tellMembers(.userDidJoin, of: id, except: user, "\"user\":\"\(user)\"")
        post(.acceptInvitation, in: id, by: user, to: [inviter])
    }

    /// G-26.
    mutating func decline(_ id: String, by user: String) throws {
        guard let modelGroup = modelGroups[id], !modelGroup.isGone else { throw Refused(.noGroup) }
        guard let inviter = modelGroup.invitations[user]?.inviter else { throw Refused(.noGroupRight) }
        modelGroups[id]!.invitations[user] = nil
        tell(.invitationDidDecline, of: modelGroup, to: [inviter], "\"invitee\":\"\(user)\",\"reason\":\"no\"")
    }

    // MARK: - Asking to join

    /// G-Q12, G-Q14, X-D07, X-D08.
    mutating func join(_ id: String, by user: String) throws -> Reply {
        guard let modelGroup = modelGroups[id], !modelGroup.isGone else { throw Refused(.noGroup) }
        if modelGroup.modelMembers[user] != nil { throw Refused(.alreadyGroupMember) }
        if !modelGroup.style.isPublic || modelGroup.isDisabled { throw Refused(.noGroupRight) }
        try checkEntry(of: user, to: modelGroup)
        guard modelGroup.style == .publicOpen else {
            modelGroups[id]!.applicants.insert(user)
            tell(
                .joinRequestDidReceive, of: modelGroup, to: modelGroup.leaders,
                "\"user\":\"\(user)\",\"reason\":\"why\"")
            return .yes(false)
        }
        admit(user, to: id)
        tellOwn(.didJoin, of: modelGroup, to: user, "\"inviter\":\"\(user)\",\"message\":\"\"")
        tellMembers(.userDidJoin, of: id, except: user, "\"user\":\"\(user)\"")
        post(.applyPass, in: id, by: user, to: [user])
        return .yes(true)
    }

    /// G-52, G-53, G-Q13, G-Q15, X-D09, X-D10.
    mutating func answer(_ applicant: String, in id: String, approves: Bool, by user: String) throws {
        let (modelGroup, modelMember) = try modelMember(of: user, in: id)
        guard modelMember.role != .member else { throw Refused(.noGroupRight) }
        guard isThere(applicant) else { throw Refused(.noGroupUser) }
        guard modelGroup.applicants.contains(applicant) else { throw Refused(.requestHandled) }
        guard approves else {
            modelGroups[id]!.applicants.remove(applicant)
            return tell(
                .joinRequestDidDecline, of: modelGroup, to: [applicant] + modelGroup.leaders, sparing: user,
                "\"reason\":\"no\",\"decliner\":\"\(user)\",\"applicant\":\"\(applicant)\"")
        }
        try checkEntry(of: applicant, to: modelGroup)
        admit(applicant, to: id)
        tell(
            .joinRequestDidApprove, of: modelGroup, to: [applicant] + modelGroup.leaders, sparing: user,
            "\"applicant\":\"\(applicant)\",\"operator\":\"\(user)\"")
        tellMembers(.userDidJoin, of: id, except: applicant, "\"user\":\"\(applicant)\"")
        post(.applyPass, in: id, by: user, to: [applicant])
    }
}
