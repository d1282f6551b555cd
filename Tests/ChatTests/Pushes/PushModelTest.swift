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
    private var random: SeededRandom
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
        harness = try ChatStateHarness(options)
        model = PushModel(now: harness.now, devicesPerUser: options.devicesPerUser)
        committed = model
        for user in users { try step(user, .settle, after: 1) }
        try step(users[0], .commit, after: 1)
    }

    mutating func step(_ user: String, _ errand: PushStep, after pause: Milliseconds) throws {
        model.now += pause
        harness.now = model.now
        switch errand {
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
        case .come, .hear, .go, .drop: try move(user, errand)
        case .send(let wish): try send(wish, from: user)
        case .decide: try decide()
        case .carry: try carry()
        default: try change(user, errand)
        }
        for id in model.letters.keys.sorted().suffix(8).shuffled(using: &random).prefix(2) {
            try compareStories(of: id)
        }
    }

    /// All there ever were.
    mutating func finish() throws {
        try decide()
        for id in model.letters.keys.sorted() { try compareStories(of: id) }
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

    private mutating func send(_ wish: PushModel.Wish, from user: String) throws {
        var view: MessageView?
        let draft = Draft(
            target: wish.target, clientID: "m\(model.now)", kind: wish.kind, settings: wish.settings,
            body: "{\"text\":\"\(wish.words)\"}", pushText: wish.pushText, mentions: wish.mentions,
            memberOption: wish.force)
        let isSent = try attempt { view = try harness.chat.messages.send(draft, from: harness.number(of: user)) }
        let isDisabled = try harness.chat.accountAdministration.accountView(UserID(user)!)?.isDisabled ?? true
        try same(isSent, !isDisabled && model.allows(wish, from: user), "whether it is sent")
        guard let message = view?.message else { return }
        model.send(wish, from: user, id: message.id, seq: message.seq, atHome: atHome.now)
    }

    private mutating func change(_ user: String, _ errand: PushStep) throws {
        let chat = harness.chat
        if case .settle = errand {
            if try chat.accountAdministration.create(UserID(user)!) { model.settle(user) }
            return try chat.finish()
        }
        let number = try harness.number(of: user)
        switch errand {
        case .setOption(let option, let target):
            let id = ConversationID(target)!
            let isSet = try attempt {
                switch id {
                case .group(let modelGroup): try chat.receiveOptions.setOption(option, ofGroup: modelGroup, by: number)
                case .c2c(let peer):
                    if option.rawValue > 2 { throw CommandError.refused(.conversationParameters) }
                    let results = try chat.receiveOptions.setOption(option, towards: [peer.text], of: number)
                    if results[0].option == nil { throw CommandError.refused(.noTarget) }
                }
            }
            if isSet { model.people[user]!.options[target] = option }
        case .notify(let state, let modelGroup):
            let isSet = try attempt { try chat.groupSettings.setNotifyState(state, in: modelGroup, by: number) }
            if isSet { model.modelGroups[modelGroup]!.seats[user]!.notify = state }
        case .block(let isBlocking, let modelGroup):
            let isSet = try attempt { try chat.groupAdministration.block(isBlocking, group: modelGroup, by: number) }
            if isSet { model.modelGroups[modelGroup]!.seats[user]!.isBlocking = isBlocking }
        case .blacklist(true, let other):
            let isSet = try attempt {
                try requireNone(chat.blacklist.block([other], of: number)[0].error)
            }
            if isSet { model.people[user]!.blacklist.insert(other) }
        case .blacklist(false, let other):
            let isSet = try attempt { _ = try chat.blacklist.unblock([other], of: number) }
            if isSet { model.people[user]!.blacklist.remove(other) }
        case .befriend(let other, let remark):
            let wish = FriendWish(remark: remark, wording: "", source: "", group: "", isMutual: true)
            _ = try attempt { _ = try chat.friends.addFriend(other, wish, of: number) }
        case .rename(let nickname):
            let isDone = try attempt {
                try chat.profiles.modifyProfile(ProfileChange(nickname: nickname), of: UserID(user)!)
            }
            if isDone { model.people[user]!.nickname = nickname }
        case .keepQuiet(let hours):
            let isSet = try attempt { try chat.pushAddresses.setQuietHours(hours, of: number) }
            let plain = PushModel.ModelUser.Hours(
                isOn: hours.isOn, start: hours.start, end: hours.end, offset: hours.offset)
            if isSet { model.people[user]!.hours = plain }
        case .sign(let device, let provider, let token):
            let key = provider == .apns ? token.lowercased() : token
            let isSigned = try attempt {
                try chat.pushAddresses.register(token, key: key, at: provider, device: device, .ios, of: number)
            }
            if isSigned { model.sign(device, provider, token, of: user) }
        case .signOff(let device):
            try chat.pushAddresses.unregister(device: device, of: number)
            model.signOff(device, of: user)
        case .read(let id, let seq):
            let isRead = try attempt { _ = try chat.readMarks.markRead(ConversationID(id)!, upTo: seq, of: number) }
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
            if try chat.accountDeletion.delete(UserID(user)!) { model.delete(user) }
            setPresence(of: user)
        default: try changeClub(user, number, errand)
        }
        try chat.finish()
    }

    private mutating func changeClub(_ user: String, _ number: AccountNumber, _ errand: PushStep) throws {
        let chat = harness.chat
        switch errand {
        case .found(let kind):
            let draft = GroupDraft(
                kind: kind, info: GroupInfo(name: "c"), style: .publicOpen, maxUsers: 200, needsConfirmation: false,
                invitees: [], message: "")
            var modelGroup = ""
            if try attempt({ modelGroup = try chat.groupLife.createGroup(draft, by: number).id }) {
                model.found(modelGroup, kind, by: user)
            }
        case .join(let modelGroup):
            guard model.modelGroups[modelGroup]?.seats[user] == nil else { return }
            if try attempt({ _ = try chat.joinRequests.join(modelGroup, reason: "", by: number) }) {
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
        case .crown(let heir, let modelGroup):
            if try attempt({ try chat.groupLife.transferGroup(modelGroup, to: heir, by: number) }) {
                model.crown(heir, in: modelGroup)
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
        default: preconditionFailure("\(errand)")
        }
    }
}

// MARK: - Deciding and carrying

extension PushModelTest {
    private mutating func decide() throws {
        let open = model.letters.values.filter { !$0.isDecided }.map(\.id).sorted()
        var decided: [MessageNumber: PushDecider.Decision] = [:]
        while true {
            let decisions = try PushDecider(options).decisions(in: harness.chat.work.store)
            if decisions.isEmpty { break }
            for decision in decisions {
                decided[decision.message] = decision
                try harness.chat.pushes.put(decision.pushes[...], of: decision.message, isLast: true)
            }
        }
        for id in open {
            try compare(decided[id], with: model.letters[id]!)
            model.letters[id]!.isDecided = true
        }
        try same(Set(decided.keys).subtracting(open), [], "what is decided twice")
        try decideLost()
    }

    /// A user online at neither the sending nor the decision is pushed to; at both, is not; at one, may be.
    private mutating func compare(_ decision: PushDecider.Decision?, with letter: PushModel.ModelMessage) throws {
        var pushes: [String: [PushDecider.Push]] = [:]
        for push in decision?.pushes ?? [] {
            pushes[try harness.chat.accounts.account(push.account).id.text, default: []].append(push)
        }
        for (user, plan) in letter.fates.sorted(by: { $0.key < $1.key }) {
            let made = pushes.removeValue(forKey: user) ?? []
            guard case .meant(let ring) = plan, !ring.devices.isEmpty else {
                try same(made.count, 0, "pushes that must not be: \(letter.wish) to \(user), \(plan)")
                continue
            }
            let presence = [letter.atHome, atHome.now].map { $0.contains(user) }
            // Whoever came in between has it with the login, and says nothing there.
            if presence == [false, true] { model.people[user]!.heard.insert(letter.id) }
            if made.isEmpty || presence == [true, true] {
                try same(made.count, 0, "pushes to somebody who is there: \(letter.wish) to \(user)")
                try same(presence.contains(true), true, "whether to push: \(letter.wish) to \(user)")
                model.letters[letter.id]!.outcomes[user] = .kept(.online)
                continue
            }
            let devices = try made.map { try device($0.address) }.sorted()
            let expected = ring.devices.map { "\($0.name) \($0.provider) \($0.token)" }.sorted()
            try same(devices, expected, "the devices of a push: \(user)")
            // Messages that have been read meanwhile are left out.
            let copies = model.people[user]!.copies
            let badge = Int64(copies.count { $0.isUnread && ring.unread.contains($0.letter) })
            model.people[user]!.heard.insert(letter.id)
            try same(Set(made.map(\.badge)), [badge], "the badge of a push: \(letter.wish) to \(user)")
            try same(Set(made.map(\.isForced)), [ring.isForced], "whether it is forced: \(letter.wish) to \(user)")
            model.letters[letter.id]!.outcomes[user] = .pushed(
                badge: badge, ring.devices.map { PushModel.Outcome.Delivery(device: $0) })
        }
        try same(pushes.keys.sorted(), [], "who else is pushed to: \(letter.wish)")
    }

    func device(_ address: Int64) throws -> String {
        var text = ""
        try harness.chat.work.store.query(
            "SELECT device, provider, token FROM push_address WHERE id = $1", [.integer(address)]
        ) { row in text = "\(row.text(0)) \(row.text(1)) \(row.text(2))" }
        return text
    }

    /// Gives waiting pushes to their provider, which answers most: a device that has another token of the provider by now
    /// is reached by that token.
    private mutating func carry() throws {
        for provider in PushProvider.allCases {
            let page = try PushOutbox.due(
                at: provider, now: model.now, cutoff: 0, limit: 10_000, except: [], in: harness.chat.work.store)
            var expected: [String] = []
            var reports: [PushReport] = page.void.map { PushReport(push: $0, state: .expired, isAttempt: false) }
            var answers: [String: PushState] = [:]
            let people = model.people
            for push in page.pushes {
                let answer = [PushState.accepted, .refused, .unregistered, .waiting].randomElement(using: &random)!
                answers["\(push.message) \(push.token)"] = answer
                reports.append(PushReport(push: push.push, state: answer, status: 200, answer: ""))
            }
            for (id, letter) in model.letters.sorted(by: { $0.key < $1.key }) {
                for (user, outcome) in letter.outcomes.sorted(by: { $0.key < $1.key }) {
                    guard case .pushed(let badge, var deliveries) = outcome else { continue }
                    for index in deliveries.indices where deliveries[index].state == .waiting {
                        let former = deliveries[index].device
                        guard former.provider == provider else { continue }
                        let present = people[user]!.devices.first {
                            $0.name == former.name && $0.provider == provider
                        }
                        guard let present, case .meant(let ring)? = letter.fates[user] else {
                            deliveries[index].state = .expired
                            continue
                        }
                        deliveries[index].attempts += 1
                        deliveries[index].state = answers["\(id) \(present.token)"] ?? .waiting
                        expected.append("\(id) \(user) \(present.token) \(badge) \(ring.isForced) \(ring.text)")
                        // A registration since then is another device.
                        guard deliveries[index].state == .unregistered else { continue }
                        model.people[user]!.devices.removeAll { $0.order == former.order }
                    }
                    model.letters[id]!.outcomes[user] = .pushed(badge: badge, deliveries)
                }
            }
            let found = page.pushes.map {
                "\($0.message) \($0.user.text) \($0.token) \($0.badge) \($0.isForced) \($0.text)"
            }
            try same(found.sorted(), expected.sorted(), "what is carried")
            try harness.chat.pushes.note(reports)
        }
    }

    // MARK: - Explaining

    private mutating func compareStories(of id: MessageNumber) throws {
        for user in users { try same(found(id, user), expected(id, user), "the story of a letter: \(id) to \(user)") }
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
                "\($0.device) \($0.provider) \($0.token) \($0.badge) \($0.isForced) \($0.state) \($0.attempts) \($0.isLate)"
            }
            return "\(explanation.text) \(lines.sorted())"
        }
    }

    private func expected(_ id: MessageNumber, _ user: String) -> String {
        let letter = model.letters[id]!
        switch letter.fates[user] {
        case nil:
            // Those who have come since can ask, and hear that it was not for them.
            guard case .group(let modelGroup) = letter.wish.target,
                model.people[user]!.modelGroups.contains(modelGroup),
                model.people[user]!.born <= id.stamp.time
            else { return "none" }
            return PushObstacle.notMember.rawValue
        case .kept(let obstacle): return obstacle.rawValue
        case .meant(let ring):
            if !letter.isDecided { return isOrdered(letter, ring, user) ? "undecided" : online(ring) }
            guard case .pushed(let badge, let deliveries)? = letter.outcomes[user] else { return online(ring) }
            let lines = deliveries.map {
                let device = "\($0.device.name) \($0.device.provider) \($0.device.token)"
                return "\(device) \(badge) \(ring.isForced) \($0.state) \($0.attempts) \($0.isLate)"
            }
            return "\(ring.text) \(lines.sorted())"
        }
    }

    private func online(_ ring: PushModel.Ring) -> String {
        (ring.devices.isEmpty ? PushObstacle.noDevice : .online).rawValue
    }

    /// Of a message between two to somebody who is there, or has no device, it is clear at once.
    private func isOrdered(_ letter: PushModel.ModelMessage, _ ring: PushModel.Ring, _ user: String) -> Bool {
        if case .c2c = letter.wish.target { return !letter.atHome.contains(user) && !ring.devices.isEmpty }
        return true
    }
}
