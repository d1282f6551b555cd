import Chat
import Domain

/// Acts of users between one message and the next.
extension PushModel {
    mutating func settle(_ user: String) {
        people[user] = ModelUser()
        people[user]!.born = now
    }

    mutating func sign(
        _ device: String, _ service: PushService, _ preferences: PushPreferences, _ token: String, of user: String
    ) {
        // T-Q37: Apple's are told apart without regard to case.
        func plain(_ token: String) -> String { service.provider == .apns ? token.lowercased() : token }
        let same = { (other: Device) in other.service == service && plain(other.token) == plain(token) }
        if let known = people[user]!.devices.first(where: { same($0) && $0.name == device && $0.token == token }) {
            self.preferences[known.order] = preferences
            return
        }
        for other in people.keys { people[other]!.devices.removeAll(where: same) }
        people[user]!.devices.removeAll { $0.name == device }
        if people[user]!.devices.count == devicesPerUser { people[user]!.devices.removeFirst() }
        let order = nextOrder()
        people[user]!.devices.append(Device(name: device, service: service, token: token, order: order))
        self.preferences[order] = preferences
    }

    /// Whether it is news (P-43, P-45).
    mutating func hear(
        _ event: PushReceipt.Event, of id: MessageNumber, to user: String, on isDevice: (Device) -> Bool
    ) -> Bool {
        guard case .pushed(let badge, var deliveries)? = messages[id]?.outcomes[user],
            let index = deliveries.firstIndex(where: { isDevice($0.device) })
        else { return false }
        let before = deliveries[index]
        switch event {
        case .delivered: deliveries[index].isDelivered = true
        case .opened: (deliveries[index].isDelivered, deliveries[index].isOpened) = (true, true)
        case .notShown: deliveries[index].isNotShown = before.isNotShown || !before.isDelivered
        case .dead:
            // The provider has taken the push, so it is right about the device.
            let isHere = people[user]!.devices.contains { $0.order == before.device.order }
            guard before.state == .accepted, isHere else { return false }
            people[user]!.devices.removeAll { $0.order == before.device.order }
            return true
        }
        messages[id]!.outcomes[user] = .pushed(badge: badge, deliveries)
        let after = deliveries[index]
        return event == .opened
            ? before.isOpened != after.isOpened
            : before.isDelivered != after.isDelivered || before.isNotShown != after.isNotShown
    }

    /// Nil: all.
    mutating func signOff(_ device: String?, of user: String) {
        people[user]!.devices.removeAll { device == nil || $0.name == device }
    }

    mutating func read(_ conversation: String, upTo seq: Seq?, of user: String) {
        for index in people[user]!.copies.indices {
            let copy = people[user]!.copies[index]
            if copy.conversation == conversation, copy.seq <= seq ?? .max {
                people[user]!.copies[index].isUnread = false
            }
        }
    }

    // MARK: - Sessions

    /// It is given what no other has had for certain.
    mutating func come(_ user: String) { people[user]!.sessions.append(ModelUser.Session()) }

    /// Whatever it was given by then it had.
    mutating func hear(_ session: Int, of user: String) {
        let messages = people[user]!.copies.map(\.message)
        people[user]!.heard.formUnion(messages)
        people[user]!.sessions[session].lastHeard = now
    }

    mutating func end(_ session: Int, of user: String) {
        people[user]!.sessions.remove(at: session)
        people[user]!.isOpen = true
    }

    /// T-Q35: what is pushed after all, if no session is there. Nothing of it is looked at again.
    mutating func reconsider(_ user: String) -> [MessageNumber] {
        guard people[user]!.isOpen, people[user]!.sessions.isEmpty else { return [] }
        people[user]!.isOpen = false
        let missed = people[user]!.copies.filter { $0.isUnread && !people[user]!.heard.contains($0.message) }
        hearAll(of: user)
        return missed.map(\.message)
    }

    private mutating func hearAll(of user: String) {
        people[user]!.heard.formUnion(people[user]!.copies.map(\.message))
    }

    mutating func found(_ modelGroup: String, _ kind: GroupKind, by user: String) {
        modelGroups[modelGroup] = ModelGroup(kind: kind)
        enter(modelGroup, user, as: .owner)
    }

    mutating func enter(_ modelGroup: String, _ user: String, as role: GroupRole = .member) {
        modelGroups[modelGroup]!.modelMembers[user] = ModelGroup.ModelMember(role: role, joined: nextOrder())
        people[user]!.modelGroups.insert(modelGroup)
        // who comes back begins anew.
        read("group_\(modelGroup)", upTo: nil, of: user)
        people[user]!.options["group_\(modelGroup)"] = nil
    }

    /// T-Q18: a member who leaves loses its settings, and what only some can see.
    mutating func leave(_ modelGroup: String, _ user: String) {
        modelGroups[modelGroup]!.modelMembers[user] = nil
        for (id, message) in messages where !message.draft.visibleTo.isEmpty {
            if case .group(modelGroup) = message.draft.target { messages[id]!.lost.insert(user) }
        }
    }

    mutating func dissolve(_ modelGroup: String) {
        for user in modelGroups[modelGroup]!.modelMembers.keys {
            read("group_\(modelGroup)", upTo: nil, of: user)
            people[user]!.options["group_\(modelGroup)"] = nil
            leave(modelGroup, user)
        }
        modelGroups[modelGroup] = nil
    }

    /// G-Q29: who leads does not block.
    mutating func appoint(_ isAdmin: Bool, _ user: String, in modelGroup: String) {
        modelGroups[modelGroup]!.modelMembers[user]!.role = isAdmin ? .admin : .member
        if isAdmin { modelGroups[modelGroup]!.modelMembers[user]!.isBlocking = false }
    }

    ///
    mutating func crown(_ successor: String, in modelGroup: String) {
        for user in modelGroups[modelGroup]!.modelMembers.keys
        where modelGroups[modelGroup]!.modelMembers[user]!.role == .owner {
            modelGroups[modelGroup]!.modelMembers[user]!.role = .member
        }
        modelGroups[modelGroup]!.modelMembers[successor]!.role = .owner
        modelGroups[modelGroup]!.modelMembers[successor]!.isBlocking = false
    }

    /// The next user of the name knows nothing of what was sent before.
    mutating func delete(_ user: String) {
        people[user] = ModelUser()
        people[user]!.isDeleted = true
        for id in messages.keys { messages[id]!.plans[user] = nil }
        for other in people.keys {
            people[other]!.blacklist.remove(user)
            // C-Q11: nor does anybody's receive option go over to that one.
            people[other]!.options["c2c_\(user)"] = nil
        }
        for (id, modelGroup) in modelGroups {
            guard let modelMember = modelGroup.modelMembers[user] else { continue }
            leave(id, user)
            let rest = modelGroups[id]!.modelMembers.sorted { $0.value.joined < $1.value.joined }
            if rest.isEmpty {
                modelGroups[id] = nil
            } else if modelMember.role == .owner {
                crown((rest.first { $0.value.role == .admin } ?? rest[0]).key, in: id)
            }
        }
    }
}
