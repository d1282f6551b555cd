import Chat
import ClientProtocol
import Domain

/// Acts of users on their conversations, and the ends of accounts.
extension GroupModel {
    /// Groups that the user is or has been in, and users to whom the user has written.
    private func knows(_ id: String, _ user: String) -> Bool {
        guard id.hasPrefix("group_") else { return threads[thread(id, of: user)] != nil }
        return modelGroup(of: id)?.modelMembers[user] != nil || box(of: user, id).leftAt != nil
    }

    /// C-Q09, X-56, C-Q12.
    mutating func markRead(_ id: String, upTo seq: Seq?, by user: String) throws -> Reply {
        let (former, formerCalls) = (box(of: user, id), calls(id, of: user))
        guard hasAny(id, user) else { throw Refused(.conversationParameters) }
        change(user, id) { box in
            box.claim = .place
            box.isMarked = false
        }
        let target = min(seq ?? .max, head(id, of: user))
        if target > former.readSeq { read(id, upTo: target, by: user) }
        let left = box(of: user, id).unread
        if left != former.unread || former.isMarked || calls(id, of: user) != formerCalls { showChange(id, by: user) }
        return .number(left)
    }

    private mutating func read(_ id: String, upTo target: Seq, by user: String) {
        // A user who reads at all has done with what is not given out any more.
        let last = messages(id, of: user).last(where: \.visibleTo.isEmpty)?.seq
        let model = self
        change(user, id) { box in
            box.readSeq = target
            for index in box.copies.indices {
                let message = box.copies[index].message
                let isAbout = message.seq == last || model.isKept(message.time, days: model.options.messageDays)
                if message.seq <= target || !isAbout { box.copies[index].isUnread = false }
            }
        }
    }

    /// C-Q27.
    mutating func markUnread(_ id: String, _ isMarked: Bool, by user: String) throws {
        let former = box(of: user, id)
        guard former.isListed else { throw Refused(.conversationParameters) }
        if former.isMarked == isMarked { return }
        change(user, id) { $0.isMarked = isMarked }
        showChange(id, by: user)
    }

    /// How many messages after the last one read are not the user's to read: beyond 32 runs of them the gateway does not tell
    /// exactly where they lie.
    func strangeLetters(_ id: String, of user: String) -> Int {
        let box = box(of: user, id)
        let unread = Set(box.copies.filter(\.isUnread).map(\.message.seq))
        return messages(id, of: user).count { $0.seq > box.readSeq && !unread.contains($0.seq) }
    }

    /// C-30, C-Q18.
    mutating func pin(_ id: String, _ isPinned: Bool, by user: String) throws {
        guard box(of: user, id).isListed else { throw Refused(.conversationParameters) }
        if box(of: user, id).isPinned == isPinned { return }
        change(user, id) { box in
            box.isPinned = isPinned
            box.claim = .place
        }
        showChange(id, by: user)
    }

    /// C-33 to C-35, C-Q20, X-57.
    mutating func delete(_ ids: [String], by user: String) {
        let deleted = ids.filter { hasAny($0, user) }
        if deleted.isEmpty { return }
        for id in deleted {
            unlist(user, id)
            let last = head(id, of: user)
            change(user, id) { box in
                for index in box.copies.indices { box.copies[index].isPast = true }
                box.hidden = []
                box.hiddenThrough = last
            }
        }
        let seq = note(.deleted(deleted), for: user)
        pendingEvents.told[user, default: []].append(.deleted(deleted, seq: seq))
        pendingEvents.touched.insert(user)
    }

    /// There is something of it for the user: in the list, or in the history alone.
    private func hasAny(_ id: String, _ user: String) -> Bool {
        guard knows(id, user) else { return false }
        let box = box(of: user, id)
        return box.isListed || listedHead(id, of: user) > box.hiddenThrough
    }

    /// C-Q11, X-51.
    mutating func setOption(_ option: ReceiveOption, of id: String, by user: String) throws {
        guard let modelGroup = modelGroups[id], modelGroup.modelMembers[user] != nil else {
            throw Refused(.conversationParameters)
        }
        if box(of: user, modelGroup.conversation).option == option { return }
        change(user, modelGroup.conversation) { $0.option = option }
        showChange(modelGroup.conversation, by: user)
    }

    func option(of id: String, by user: String) throws -> Reply {
        guard let modelGroup = modelGroups[id], modelGroup.modelMembers[user] != nil else {
            throw Refused(.conversationParameters)
        }
        return .option(box(of: user, modelGroup.conversation).option)
    }

    /// G-45 to G-47, G-Q28, X-51.
    mutating func block(_ isBlocking: Bool, _ id: String, by user: String) throws {
        let (_, modelMember) = try modelMember(of: user, in: id, changing: false)
        if isBlocking, modelMember.role != .member { throw Refused(.noGroupRight) }
        modelGroups[id]!.modelMembers[user]!.isBlocking = isBlocking
        if modelMember.isBlocking != isBlocking {
            tellOwn(.blockChanged, of: modelGroups[id]!, to: user, "\"isBlocked\":\(isBlocking)")
        }
        // Earlier changes are told now: no round will tell them.
        let conversation = modelGroups[id]!.conversation
        let begins = isBlocking && !modelMember.isBlocking
        if begins, people[user]!.behind.contains(conversation) { show(conversation, to: user, noted: false) }
    }

    /// T-09, T-Q31, and what retention has left.
    func history(_ history: History, of id: String, by user: String) throws -> Reply {
        guard let modelGroup = modelGroups[id], !modelGroup.isGone else { throw Refused(.nimNoGroup) }
        guard modelGroup.modelMembers[user] != nil else { throw Refused(.nimNotInGroup) }
        let box = box(of: user, modelGroup.conversation)
        var messages = messages(modelGroup.conversation, of: user).filter { message in
            box.shows(message) && message.settings.contains(.history) && !message.isGone(at: history.now)
                && isKept(message.time, days: options.messageDays)
        }
        switch history.direction {
        case .older: messages = messages.filter { history.cursor == 0 || $0.seq < history.cursor }.reversed()
        case .newer: messages.removeAll { $0.seq <= history.cursor }
        }
        let page = messages.prefix(history.limit)
        return .messages(
            page.map { snapshot($0, for: user, isPersonal: true) },
            next: page.count < messages.count ? page.last!.seq : 0)
    }

    // MARK: - Accounts

    mutating func settle(_ user: String) -> Reply {
        guard !isThere(user) else { return .yes(false) }
        // Born again, a user has nothing of the former life but a stream whose seqs go on.
        var person = GroupModelUser(createdAt: now)
        if let former = people[user] {
            person.streamSeq = former.streamSeq
            person.boxes = former.boxes
        }
        people[user] = person
        return .yes(true)
    }

    /// The user's own rows go; the messages that others have from the user stay.
    mutating func deleteAccount(_ user: String) -> Reply {
        guard isThere(user) else { return .yes(false) }
        var person = GroupModelUser(isDeleted: true, createdAt: 0)
        // No position of the former life can be gone on from.
        person.streamSeq = people[user]!.streamSeq + 1
        for (key, messages) in threads where !key.hasPrefix("group_") {
            let pair = key.split(separator: "|").map(String.init)
            guard pair.contains(user) else { continue }
            let peer = pair[0] == user ? pair[1] : pair[0]
            person.boxes["c2c_" + peer] = GroupModelUser.Box(hiddenThrough: messages.last!.seq)
        }
        people[user] = person
        withdraw(user)
        pendingEvents.told[user] = [.ended]
        return .yes(true)
    }

    /// G-Q03.
    mutating func acceptInvitations(_ accepts: Bool, by user: String) {
        people[user]!.acceptsInvitations = accepts
    }
}
