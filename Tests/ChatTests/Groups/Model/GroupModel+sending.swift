import Chat
import ClientProtocol
import Domain

extension GroupModel {
    struct Refused: Error {
        let code: ErrorCode
        init(_ code: ErrorCode) { self.code = code }
    }

    /// T-03, T-Q16. `answer`: the gateway's, where the choice is its own.
    mutating func send(
        _ draft: Draft, from user: String, replyingTo original: ModelMessage?? = nil, answered answer: Reply
    ) throws -> Reply {
        let id = draft.target.description
        let settings = draft.visibleTo.isEmpty ? draft.settings : draft.settings.subtracting(.shouldBeCounted)
        if let former = sent[[user, draft.clientID]], isRepeat(of: former, answered: answer) {
            let isSame =
                former.thread == thread(id, of: user) && former.body == draft.body
                && former.settings == settings && former.mentions == draft.mentions
                && former.visibleTo == draft.visibleTo
                && former.expireAt == draft.expireSeconds.map { former.time + Milliseconds(Int64($0) * 1_000) }
            guard isSame else { throw Refused(.conflict) }
            return .message(snapshot(former, for: user, isHidden: box(of: user, id).hides(former.seq)))
        }
        var message = ModelMessage(
            order: 0, seq: 0, time: now, from: user, thread: thread(id, of: user), settings: settings,
            clientID: draft.clientID, body: draft.body, mentions: draft.mentions)
        message.visibleTo = draft.visibleTo
        message.expireAt = draft.expireSeconds.map { now + Milliseconds(Int64($0) * 1_000) }
        switch draft.target {
        case .group(let modelGroup): try checkSending(message, to: modelGroup)
        case .c2c(let peer): guard isThere(peer.text) else { throw Refused(.noTarget) }
        }
        if let original {
            let original = try readable(original, in: id, by: user)
            guard !original.isRecalled, original.settings.contains([.history, .persist]) else {
                throw Refused(.noMessage)
            }
            if !original.visibleTo.isEmpty {
                let haveIt = draft.visibleTo.allSatisfy { box(of: $0, id).targeted[original.seq] != nil }
                if draft.visibleTo.isEmpty || !haveIt { throw Refused(.noMessage) }
            }
            message.reply = "\(original.seq) \(original.from)"
        }
        write(&message)
        sent[[user, draft.clientID]] = message
        switch draft.target {
        case .group(let modelGroup):
            if message.visibleTo.isEmpty {
                deliver(message, in: modelGroups[modelGroup]!)
            } else {
                deliver(targeted: message, in: modelGroups[modelGroup]!)
            }
        case .c2c(let peer): deliver(message, from: user, to: peer.text)
        }
        return .message(snapshot(message, for: user))
    }

    /// G-Q31, X-40, X-41, X-55: in this order.
    func checkSending(_ message: ModelMessage, to id: String) throws {
        guard let modelGroup = modelGroups[id], !modelGroup.isGone else { throw Refused(.noGroup) }
        guard let modelMember = modelGroup.modelMembers[message.from] else { throw Refused(.notInGroup) }
        if modelGroup.isDisabled { throw Refused(.noGroupRight) }
        if isMuted(modelMember) { throw Refused(.mutedInGroup) }
        let isSilenced = modelGroup.mute == .members && modelMember.role == .member || modelGroup.mute == .all
        if isSilenced, !modelMember.isWhiteListed { throw Refused(.allMutedInGroup) }
        if options.leadersNameAll, message.namesAll, modelMember.role == .member { throw Refused(.noGroupRight) }
        if message.visibleTo.contains(where: { modelGroup.modelMembers[$0] == nil }) { throw Refused(.notInGroup) }
    }

    /// X-42: by itself it ends.
    func isMuted(_ modelMember: ModelGroup.ModelMember) -> Bool {
        modelMember.muteUntil == -1 || modelMember.muteUntil > now
    }

    /// The id holds for a day at least, and for two at most; between the two it is the gateway's choice, which its answer shows.
    private func isRepeat(of former: ModelMessage, answered answer: Reply) -> Bool {
        guard former.time >= people[former.from]!.createdAt else { return false }
        let period = Milliseconds.hours(options.retryHours)
        if now - former.time < period { return true }
        guard now - former.time < period * 2 else { return false }
        if case .message(let face) = answer { return face.time == former.time }
        return answer == .refused(.conflict)
    }

    private mutating func write(_ message: inout ModelMessage) {
        message.order = nextOrder()
        message.seq = Seq(threads[message.thread, default: []].count + 1)
        threads[message.thread, default: []].append(message)
    }

    private mutating func deliver(_ message: ModelMessage, from user: String, to peer: String) {
        if message.settings.contains(.sync) { tell(user, .message(snapshot(message, for: user), sparesOrigin: true)) }
        take(message, in: "c2c_" + peer, by: user, isUnread: false)
        guard peer != user else { return }
        tell(peer, .message(snapshot(message, for: peer), sparesOrigin: false))
        take(message, in: "c2c_" + user, by: peer, isUnread: message.settings.contains(.shouldBeCounted))
    }

    // MARK: - In groups

    /// X-M for each member, and for those who have just left (T-Q07).
    private mutating func deliver(
        _ message: ModelMessage, in modelGroup: ModelGroup, gone: [String: ModelGroup.ModelMember] = [:]
    ) {
        let everybody = modelGroup.modelMembers.merging(gone) { $1 }
        for (user, modelMember) in everybody {
            let option = box(of: user, modelGroup.conversation).option
            let isOwn = user == message.from && message.kind != .notification
            let isNamed = !isOwn && message.mentions?.contains(user) == true
            guard isOwn || isSeen(message, option, modelMember, isNamed: isNamed || message.namesAll) else {
                change(user, modelGroup.conversation) { box in
                    box.copies.append(GroupModelUser.Copy(message: message, isUnread: false, isSeen: false))
                }
                continue
            }
            if !isOwn || message.settings.contains(.sync) {
                tell(user, .message(snapshot(message, for: user), sparesOrigin: isOwn))
            }
            // The others hear of their conversations in a round.
            if isOwn { change(user, modelGroup.conversation) { $0.claim = .place } }
            let isApart = option == .receiveMentions || gone[user] != nil
            take(
                message, in: modelGroup.conversation, by: user,
                isUnread: !isOwn && message.settings.contains(.shouldBeCounted), waits: !isOwn && !isNamed && !isApart,
                isPressing: isOwn || isNamed || gone[user] != nil)
            guard box(of: user, modelGroup.conversation).isListed else { continue }
            if isNamed || message.namesAll, !isOwn {
                let kind: AtInfo.Kind = !message.namesAll ? .me : isNamed ? .both : .all
                change(user, modelGroup.conversation) { $0.calls.append(AtInfo(seq: message.seq, kind: kind)) }
            }
        }
    }

    /// M-54: no box has a copy, so it counts nowhere and is nobody's last message.
    private mutating func deliver(targeted message: ModelMessage, in modelGroup: ModelGroup) {
        let id = modelGroup.conversation
        for (user, member) in modelGroup.modelMembers where user == message.from || message.visibleTo.contains(user) {
            let isOwn = user == message.from
            let isSeen = isOwn || isSeen(message, box(of: user, id).option, member, isNamed: false)
            change(user, id) { $0.targeted[message.seq] = isSeen }
            if isSeen, !isOwn || message.settings.contains(.sync) {
                tell(user, .message(snapshot(message, for: user), sparesOrigin: isOwn))
            }
        }
    }

    private func isSeen(
        _ message: ModelMessage, _ option: ReceiveOption, _ modelMember: ModelGroup.ModelMember, isNamed: Bool
    )
        -> Bool
    {
        // X-M03, X-M04, X-M05, X-M06; the first that holds.
        if modelMember.isBlocking { return false }
        if option == .refuse { return false }
        if message.kind == .notification { return true }
        return option != .receiveMentions || isNamed
    }

    /// A seen message: the last one of a conversation that it brings to the front. A group that was put upon the user and has
    /// found no room is tried again for a `isPressing` one alone (G-Q48).
    private mutating func take(
        _ message: ModelMessage, in id: String, by user: String, isUnread: Bool, waits: Bool = false,
        isPressing: Bool = true
    ) {
        let isNew = box(of: user, id).claim != .nothing || isPressing ? enlist(user, id) : false
        let isListed = box(of: user, id).isListed
        change(user, id) { box in
            box.copies.append(
                GroupModelUser.Copy(
                    message: message, isUnread: isUnread && isListed, isSeen: true, isInList: isListed))
        }
        guard isListed else { return }
        if isNew {
            show(id, to: user, isNew: true, noted: true)
        } else if waits {
            people[user]!.behind.insert(id)
        } else {
            show(id, to: user, noted: false)
        }
    }

    // MARK: - Notifications

    /// T-Q01 to T-Q08: a message of the gateway, with the state as the act has left it.
    mutating func post(
        _ operation: GroupNotificationKind, in id: String, by source: String, to targets: [String] = [],
        attachment: String? = nil, gone: [String: ModelGroup.ModelMember] = [:]
    ) {
        let message = notification(operation, in: id, by: source, to: targets, attachment: attachment)
        deliver(message, in: modelGroups[id]!, gone: gone)
    }

    /// X-43: the last message of all, which is in nobody's list.
    mutating func postDismissal(of modelGroup: ModelGroup, by owner: String) {
        let message = notification(.dismiss, in: modelGroup.id, by: owner, to: [], attachment: nil)
        for (user, modelMember) in modelGroup.modelMembers {
            let sees = isSeen(message, box(of: user, modelGroup.conversation).option, modelMember, isNamed: false)
            if sees { tell(user, .message(snapshot(message, for: user), sparesOrigin: false)) }
            change(user, modelGroup.conversation) { box in
                box.copies.append(GroupModelUser.Copy(message: message, isUnread: false, isSeen: sees))
            }
        }
    }

    private mutating func notification(
        _ operation: GroupNotificationKind, in id: String, by source: String, to targets: [String], attachment: String?
    ) -> ModelMessage {
        let modelGroup = modelGroups[id]!
        var body = "{\"notificationType\":\"\(modelGroup.kind == .group ? "team" : "superTeam")\""
        body += ",\"operationType\":\(operation.number(in: modelGroup.kind)),\"sourceID\":\"\(source)\""
        body += ",\"targetIDs\":[\(targets.map(quoted).joined(separator: ","))]"
        if let notifyExt { body += ",\"notifyExt\":\"\(notifyExt)\"" }
        if let attachment { body += ",\"attachment\":\(attachment)" }
        var message = ModelMessage(
            order: 0, seq: 0, time: now, from: source, thread: modelGroup.conversation, kind: .notification,
            settings: .notification, body: body + "}")
        write(&message)
        return message
    }
}
