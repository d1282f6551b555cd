import Chat
import Domain

/// Changes of the users' lists that nobody asked for, and their events.
extension GroupModel {
    /// C-Q25: whatever has not changed for the period is out of the lists.
    mutating func expire() {
        for (user, person) in people {
            for (id, box) in person.boxes where box.isListed {
                if now - box.lastChange >= .days(options.conversationDays) {
                    unlist(user, id)
                    change(user, id) { $0.hasExpired = true }
                }
            }
        }
    }

    /// C-Q20: what was unread is no more, and the pin is lost; the option stays.
    mutating func unlist(_ user: String, _ id: String) {
        change(user, id) { box in
            box.isListed = false
            box.isPinned = false
            box.isMarked = false
            box.calls = []
            for index in box.copies.indices {
                box.copies[index].isUnread = false
                box.copies[index].isInList = false
            }
        }
        people[user]!.behind.remove(id)
    }

    /// C-Q24, G-Q48: for the one that comes, the last one that is not pinned goes, of the groups that the user has been put into
    /// if there is one; if all are pinned, the last of those. Such a group itself comes only where there is room. Returns
    /// whether it is new in the list.
    mutating func enlist(_ user: String, _ id: String) -> Bool {
        guard !box(of: user, id).isListed else { return false }
        let present = list(of: user)
        if present.count >= options.conversationsPerUser {
            guard box(of: user, id).claim == .place else {
                change(user, id) { $0.claim = .nothing }
                return false
            }
            let unpinned = present.filter { !box(of: user, $0).isPinned }
            unlist(user, unpinned.last { box(of: user, $0).claim != .place } ?? unpinned.last ?? present.last!)
        }
        let order = nextOrder()
        change(user, id) { [now] box in
            box.isListed = true
            box.hasExpired = false
            if box.claim == .nothing { box.claim = .freePlace }
            box.listedAt = order
            box.listedTime = now
        }
        return true
    }

    mutating func change(_ user: String, _ id: String, _ body: (inout GroupModelUser.Box) -> Void) {
        body(&people[user]!.boxes[id, default: GroupModelUser.Box()])
    }

    // MARK: - Telling

    mutating func tell(_ user: String, _ heard: ObservedGroupEvent) {
        guard isThere(user) else { return }
        pendingEvents.told[user, default: []].append(heard)
    }

    /// Notes an event in the user's stream, and returns its seq.
    mutating func note(_ content: GroupModelUser.Event.Content, for user: String) -> Seq {
        people[user]!.streamSeq += 1
        let seq = people[user]!.streamSeq
        people[user]!.events.append(GroupModelUser.Event(seq: seq, time: now, content: content))
        return seq
    }

    /// C-Q14: told after everything else, once for an act, as the conversation is by then.
    mutating func show(_ id: String, to user: String, isNew: Bool = false, noted: Bool) {
        let seq = noted ? note(.thread(id: id, isNew: isNew), for: user) : nil
        if let index = pendingEvents.showings.firstIndex(where: { $0.user == user && $0.id == id }) {
            pendingEvents.showings[index].seq = pendingEvents.showings[index].seq ?? seq
        } else {
            pendingEvents.showings.append(Showing(user: user, id: id, isNew: isNew, seq: seq))
        }
    }

    /// The events on the user's devices after a change by the user.
    mutating func showChange(_ id: String, by user: String) {
        change(user, id) { [now] in $0.changedAt = now }
        pendingEvents.touched.insert(user)
        if box(of: user, id).isListed { show(id, to: user, noted: true) }
    }

    /// Ends an act: what each user hears of it, and whose totals are to be right from here on.
    mutating func takePendingEvents() -> PendingEvents {
        for showing in pendingEvents.showings where box(of: showing.user, showing.id).isListed {
            tell(
                showing.user,
                .thread(snapshot(showing.id, of: showing.user), isNew: showing.isNew, seq: showing.seq))
            people[showing.user]!.behind.remove(showing.id)
            pendingEvents.touched.insert(showing.user)
        }
        defer { pendingEvents = PendingEvents() }
        return pendingEvents
    }

    /// C-22: to those members who have not yet been told what messages have done.
    mutating func goRound(_ modelGroup: ModelGroup) {
        for user in modelGroup.modelMembers.keys where people[user]!.behind.contains(modelGroup.conversation) {
            show(modelGroup.conversation, to: user, noted: false)
        }
    }

    // MARK: - Callbacks

    /// To these users, once each, in their streams; the operator's other devices get a copy in the operator's.
    mutating func tell(
        _ kind: GroupEventKind, of modelGroup: ModelGroup, to users: [String], sparing user: String? = nil,
        _ fields: String
    ) {
        let data = "{\"groupID\":\"\(modelGroup.id)\",\(fields)}"
        for user in Set(users).subtracting([user].compactMap(\.self)) where isThere(user) {
            let seq = note(.modelGroup(kind, id: modelGroup.id, data: data), for: user)
            tell(
                user,
                .event(kind, modelGroup: modelGroup.id, data: data, seq: seq, isInGroup: false, sparesOrigin: false))
        }
        if let user { tellOwn(kind, of: modelGroup, to: user, fields) }
    }

    mutating func tellOwn(_ kind: GroupEventKind, of modelGroup: ModelGroup, to user: String, _ fields: String) {
        let data = "{\"groupID\":\"\(modelGroup.id)\",\(fields),\"self\":true}"
        let seq = note(.modelGroup(kind, id: modelGroup.id, data: data), for: user)
        tell(user, .event(kind, modelGroup: modelGroup.id, data: data, seq: seq, isInGroup: false, sparesOrigin: true))
    }

    /// To all members but one, in the group's stream.
    mutating func tellMembers(
        _ kind: GroupEventKind, of id: String, except exception: String? = nil, _ fields: String
    ) {
        let data = "{\"groupID\":\"\(id)\",\(fields)}"
        modelGroups[id]!.events.append(ModelGroup.Event(kind: kind, time: now, except: exception, data: data))
        let seq = Seq(modelGroups[id]!.events.count)
        for user in modelGroups[id]!.modelMembers.keys where user != exception {
            tell(user, .event(kind, modelGroup: id, data: data, seq: seq, isInGroup: true, sparesOrigin: false))
        }
    }
}
