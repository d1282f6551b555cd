import ClientProtocol
import Domain
import Synchronization
import TestSupport

@testable import Chat
@testable import Storage

/// The state and the model side by side. Each step happens to both; then they must agree in who is pushed to.
struct PushModelTest {
    let harness: ChatStateHarness
    let options: ChatOptions
    let users: [String]
    let atHome: Presence
    var model: PushModel
    private var committed: PushModel
    var random: SeededRandom
    /// How often something of a kind was compared.
    private(set) var counts: [String: Int] = [:]

    final class Presence: Sendable {
        let users = Mutex<Set<String>>([])
        var now: Set<String> { users.withLock { $0 } }
    }

    init(users: [String], _ random: SeededRandom) throws {
        let presence = Presence()
        var options = ChatOptions()
        options.hasPushes = true
        options.devicesPerUser = 3
        // Time alone shall not take anything off anybody's list.
        options.conversationDays = 10_000
        options.messageDays = 10_000
        options.isReached = { user in presence.now.contains(user.text) }
        (self.users, self.options, self.random, atHome) = (users, options, random, presence)
        harness = try ChatStateHarness(options, replicas: HarnessNode.replicas)
        model = PushModel(now: harness.now, devicesPerUser: options.devicesPerUser)
        committed = model
        for user in users { try step(user, .settle, after: 1) }
        try step(users[0], .commit, after: 1)
    }

    mutating func step(_ user: String, _ step: PushStep, after pause: Milliseconds) throws {
        model.now += pause
        harness.now = model.now
        switch step {
        case .commit:
            try harness.commit()
            committed = model
        case .rollBack:
            try harness.rollBack()
            let now = model.now
            model = committed
            model.now = now
            for user in users { setPresence(of: user) }
        case .restart:
            // Stamps are reserved for a tenth of a second ahead; after that they are the time again.
            model.now += 200
            harness.now = model.now
            try harness.restart()
            committed = model
        case .come, .hear, .go, .drop: try move(user, step)
        case .send(let draft): try send(draft, from: user)
        case .decide: try decide()
        case .carry: try carry()
        default: try change(user, step)
        }
        for id in model.messages.keys.sorted().suffix(8).shuffled(using: &random).prefix(2) {
            try compareStories(of: id)
        }
    }

    /// All there ever were.
    mutating func finish() throws {
        try decide()
        for id in model.messages.keys.sorted() { try compareStories(of: id) }
    }

    mutating func same<Value: Equatable>(_ found: Value, _ expected: Value, _ what: String) throws {
        counts[String(what.prefix { $0 != ":" }), default: 0] += 1
        try ChatTests.same(found, expected, what)
    }

    // MARK: - What users do

    /// Whether the state let it happen. Who may do what is tested elsewhere.
    private func attempt(_ work: () throws -> Void) throws -> Bool {
        var isDone = true
        do {
            try work()
        } catch {
            guard error.refusal != nil else { throw error }
            isDone = false
        }
        try harness.chat.finish()
        return isDone
    }

    private mutating func send(_ draft: PushModel.ModelDraft, from user: String) throws {
        var view: MessageView?
        var sent = Draft(
            target: draft.target, clientID: "m\(model.now)", kind: draft.kind, settings: draft.settings,
            body: "{\"text\":\"\(draft.words)\"}", pushText: draft.pushText, mentions: draft.mentions,
            memberOption: draft.force)
        sent.visibleTo = draft.visibleTo
        let isSent = try attempt { view = try harness.chat.messages.send(sent, from: harness.number(of: user)) }
        let isDisabled = try harness.chat.accountAdministration.accountView(UserID(user)!)?.isDisabled ?? true
        try same(isSent, !isDisabled && model.allows(draft, from: user), "whether it is sent")
        guard let message = view?.message else { return }
        model.send(draft, from: user, id: message.id, seq: message.seq, atHome: atHome.now)
    }

    private mutating func change(_ user: String, _ step: PushStep) throws {
        let chat = harness.chat
        if case .settle = step {
            if try chat.accountAdministration.create(UserID(user)!) { model.settle(user) }
            return try chat.finish()
        }
        let number = try harness.number(of: user)
        switch step {
        case .setOption(let option, let target):
            let id = ConversationID(target)!
            let isSet = try attempt {
                switch id {
                case .group(let modelGroup):
                    try chat.conversationLists.setOption(option, ofGroup: modelGroup, by: number)
                case .c2c(let peer):
                    if option.rawValue > 2 { throw CommandError.refused(.conversationParameters) }
                    let results = try chat.conversationLists.setOption(option, towards: [peer.text], of: number)
                    if results[0].option == nil { throw CommandError.refused(.noTarget) }
                }
            }
            if isSet { model.people[user]!.options[target] = option }
        case .notify(let state, let modelGroup):
            let isSet = try attempt { try chat.groupAdministration.setNotifyState(state, in: modelGroup, by: number) }
            if isSet { model.modelGroups[modelGroup]!.modelMembers[user]!.notify = state }
        case .block(let isBlocking, let modelGroup):
            let isSet = try attempt { try chat.groupAdministration.block(isBlocking, group: modelGroup, by: number) }
            if isSet { model.modelGroups[modelGroup]!.modelMembers[user]!.isBlocking = isBlocking }
        case .blacklist(true, let other):
            let isSet = try attempt { try requireNone(chat.friends.block([other], of: number)[0].error) }
            if isSet { model.people[user]!.blacklist.insert(other) }
        case .blacklist(false, let other):
            let isSet = try attempt { _ = try chat.friends.unblock([other], of: number) }
            if isSet { model.people[user]!.blacklist.remove(other) }
        case .befriend(let other, let remark):
            let requestDraft = FriendRequestDraft(remark: remark, wording: "", source: "", group: "", isMutual: true)
            _ = try attempt { _ = try chat.friends.addFriend(other, requestDraft, of: number) }
        case .rename(let nickname):
            let isDone = try attempt {
                try chat.profiles.modifyProfile(ProfileChange(nickname: nickname), of: UserID(user)!)
            }
            if isDone { model.people[user]!.nickname = nickname }
        case .keepQuiet(let hours):
            let isSet = try attempt { try chat.pushes.setQuietHours(hours, of: number) }
            let plain = PushModel.ModelUser.Hours(
                isOn: hours.isOn, start: hours.start, end: hours.end, offset: hours.offset)
            if isSet { model.people[user]!.hours = plain }
        case .sign(let device, let service, let preferences, let token):
            let key = service.provider == .apns ? token.lowercased() : token
            let isSigned = try attempt {
                try chat.pushes.register(token, key: key, at: service, preferences, device: device, .ios, of: number)
            }
            if isSigned { model.sign(device, service, preferences, token, of: user) }
        case .signOff(let device):
            try chat.pushes.unregister(device: device, of: number)
            model.signOff(device, of: user)
        case .read(let id, let seq):
            let isRead = try attempt {
                _ = try chat.conversationLists.markRead(ConversationID(id)!, upTo: seq, of: number)
            }
            if isRead { model.read(id, upTo: seq, of: user) }
        case .forget(let id):
            let isDone = try attempt { try chat.conversationLists.delete([ConversationID(id)!], of: number) }
            if isDone { model.read(id, upTo: nil, of: user) }
        case .disable(let isDisabled):
            // Its sessions end, and its devices are signed out.
            if try chat.accountAdministration.disable(UserID(user)!, isDisabled), isDisabled {
                model.signOff(nil, of: user)
            }
        case .delete:
            if try chat.accountAdministration.delete(UserID(user)!) { model.delete(user) }
            setPresence(of: user)
        default: try changeModelGroup(user, number, step)
        }
        try chat.finish()
    }

    private mutating func changeModelGroup(_ user: String, _ number: AccountNumber, _ step: PushStep) throws {
        let chat = harness.chat
        switch step {
        case .found(let kind):
            let draft = GroupDraft(
                kind: kind, info: GroupInfo(name: "c"), style: .publicOpen, maxUsers: 200, needsConfirmation: false,
                invitees: [], message: "")
            var modelGroup = ""
            if try attempt({ modelGroup = try chat.groupLife.createGroup(draft, by: number).id }) {
                model.found(modelGroup, kind, by: user)
            }
        case .join(let modelGroup):
            guard model.modelGroups[modelGroup]?.modelMembers[user] == nil else { return }
            if try attempt({ _ = try chat.groupJoins.join(modelGroup, reason: "", by: number) }) {
                model.enter(modelGroup, user)
            }
        case .leave(let modelGroup):
            if try attempt({ try chat.groupLife.leaveGroup(modelGroup, by: number) }) { model.leave(modelGroup, user) }
        case .remove(let other, let modelGroup):
            if try attempt({ try chat.groupLife.removeMembers([other], from: modelGroup, by: number) }) {
                model.leave(modelGroup, other)
            }
        case .dissolve(let modelGroup):
            if try attempt({ try chat.groupLife.destroyGroup(modelGroup, by: number) }) { model.dissolve(modelGroup) }
        case .crown(let successor, let modelGroup):
            if try attempt({ try chat.groupLife.transferGroup(modelGroup, to: successor, by: number) }) {
                model.crown(successor, in: modelGroup)
            }
        case .setAdmin(let isAdmin, let other, let modelGroup):
            let isSet = try attempt {
                if isAdmin {
                    try chat.groupAdministration.addAdmins(AdminCandidates(other), in: modelGroup, by: number)
                } else {
                    try chat.groupAdministration.removeAdmins(AdminCandidates(other), in: modelGroup, by: number)
                }
            }
            if isSet { model.appoint(isAdmin, other, in: modelGroup) }
        default: preconditionFailure("\(step)")
        }
    }
}

// MARK: - Deciding and carrying

extension PushModelTest {
    private mutating func decide() throws {
        let open = model.messages.values.filter { !$0.isDecided }.map(\.id).sorted()
        var decided: [MessageNumber: PushDecider.Decision] = [:]
        while true {
            let decisions = try PushDecider(options).decisions(in: harness.chat.work.store)
            if decisions.isEmpty { break }
            for decision in decisions {
                decided[decision.message] = decision
                try harness.chat.pushes.put(decision.pushes[...], of: decision, isLast: true)
            }
        }
        for id in open {
            try compare(decided[id], with: model.messages[id]!)
            model.messages[id]!.isDecided = true
        }
        try same(Set(decided.keys).subtracting(open), [], "what is decided twice")
        try decideLost()
    }

    /// A user online at neither the sending nor the decision is pushed to; at both, is not; at one, may be.
    private mutating func compare(_ decision: PushDecider.Decision?, with message: PushModel.ModelMessage) throws {
        var pushes: [String: [PushDecider.Push]] = [:]
        for push in decision?.pushes ?? [] {
            pushes[try harness.chat.accounts.account(push.account).id.text, default: []].append(push)
        }
        for (user, plan) in message.plans.sorted(by: { $0.key < $1.key }) {
            let made = pushes.removeValue(forKey: user) ?? []
            guard case .meant(let planned) = plan, !planned.devices.isEmpty, !message.lost.contains(user) else {
                try same(made.count, 0, "pushes that must not be: \(message.draft) to \(user), \(plan)")
                continue
            }
            let presence = [message.atHome, atHome.now].map { $0.contains(user) }
            // A user who came in between has it with the login, and says nothing there.
            if presence == [false, true] { model.people[user]!.heard.insert(message.id) }
            if made.isEmpty || presence == [true, true] {
                try same(made.count, 0, "pushes to a user who is there: \(message.draft) to \(user)")
                try same(presence.contains(true), true, "whether to push: \(message.draft) to \(user)")
                model.messages[message.id]!.outcomes[user] = .kept(.online)
                continue
            }
            let devices = try made.map { try device($0.address) }.sorted()
            let expected = planned.devices.map { "\($0.name) \($0.service.rawValue) \($0.token)" }.sorted()
            try same(devices, expected, "the devices of a push: \(user)")
            // Messages that have been read meanwhile are left out.
            let copies = model.people[user]!.copies
            let badge = Int64(copies.count { $0.isUnread && planned.unread.contains($0.message) })
            model.people[user]!.heard.insert(message.id)
            try same(Set(made.map(\.badge)), [badge], "the badge of a push: \(message.draft) to \(user)")
            try same(Set(made.map(\.isForced)), [planned.isForced], "whether it is forced: \(message.draft) to \(user)")
            model.messages[message.id]!.outcomes[user] = .pushed(
                badge: badge, planned.devices.map { PushModel.Outcome.Delivery(device: $0) })
        }
        try same(pushes.keys.sorted(), [], "who else is pushed to: \(message.draft)")
    }

    func device(_ address: Int64) throws -> String {
        var text = ""
        try harness.chat.work.store.query(
            "SELECT device, provider, token FROM push_address WHERE id = $1", [.integer(address)]
        ) { row in text = "\(row.text(0)) \(row.text(1)) \(row.text(2))" }
        return text
    }

    // MARK: - Explaining

    private mutating func compareStories(of id: MessageNumber) throws {
        let kind = model.messages[id]!.draft.visibleTo.isEmpty ? "message" : "message to some alone"
        for user in users { try same(found(id, user), expected(id, user), "the story of a \(kind): \(id) to \(user)") }
    }

    private func found(_ id: MessageNumber, _ user: String) throws -> String {
        let explanation: PushExplanation
        do {
            explanation = try PushExplanation.explain(
                of: id, to: UserID(user)!, hasProviders: true, cutoff: 0, in: harness.chat.work.store)
        } catch {
            guard error.refusal != nil else { throw error }
            return "none"
        }
        switch explanation.conclusion {
        case .undecided: return "undecided"
        case .notPushed(let obstacle): return obstacle.rawValue
        case .pushed(let deliveries):
            let lines = deliveries.map {
                "\($0.device) \($0.service.rawValue) \($0.token) \($0.preferences) \($0.badge) \($0.isForced) "
                    + "\($0.state) \($0.attempts) \($0.isLate) \($0.deliveredAt > 0) \($0.openedAt > 0) \($0.notShown)"
            }
            return "\(explanation.text) \(lines.sorted())"
        }
    }

    private func expected(_ id: MessageNumber, _ user: String) -> String {
        let message = model.messages[id]!
        if message.lost.contains(user) { return "none" }
        switch message.plans[user] {
        case nil where !message.draft.visibleTo.isEmpty: return "none"
        case nil:
            // Those who have come since can ask, and hear that it was not for them.
            guard case .group(let modelGroup) = message.draft.target,
                model.people[user]!.modelGroups.contains(modelGroup),
                model.people[user]!.born <= id.stamp.time
            else { return "none" }
            return PushObstacle.notMember.rawValue
        case .kept(let obstacle): return obstacle.rawValue
        case .meant(let planned):
            if !message.isDecided { return isOrdered(message, planned, user) ? "undecided" : online(planned) }
            guard case .pushed(let badge, let deliveries)? = message.outcomes[user] else { return online(planned) }
            let lines = deliveries.map {
                let device =
                    "\($0.device.name) \($0.device.service.rawValue) \($0.device.token)"
                    + " \(model.preferences[$0.device.order]!)"
                return "\(device) \(badge) \(planned.isForced) \($0.state) \($0.attempts) \($0.isLate) "
                    + "\($0.isDelivered) \($0.isOpened) \($0.isNotShown ? "why" : "")"
            }
            return "\(planned.text) \(lines.sorted())"
        }
    }

    private func online(_ planned: PushModel.PlannedPush) -> String {
        (planned.devices.isEmpty ? PushObstacle.noDevice : .online).rawValue
    }

    /// For a message between two to a user who is there, or has no device, it is clear at once.
    private func isOrdered(_ message: PushModel.ModelMessage, _ planned: PushModel.PlannedPush, _ it: String) -> Bool {
        if case .c2c = message.draft.target { return !message.atHome.contains(it) && !planned.devices.isEmpty }
        return true
    }
}
