import ClientProtocol
import Domain
import JSON
import Security
import TestSupport

@testable import Chat

/// The state and the naive model side by side. Each step is done to both; then they must agree in everything.
struct ChannelModelTest {
    private let harness: ChatStateHarness
    private var model: ChannelModel
    private var committed: ChannelModel
    private var many = 0

    private var chat: ChatState { harness.chat }

    init(_ options: ChatOptions) throws {
        harness = try ChatStateHarness(options, replicas: HarnessNode.replicas)
        model = ChannelModel(options: options, now: harness.now)
        committed = model
        for user in ChannelStep.users { try come(user) }
        try commit()
    }

    mutating func step(_ step: ChannelStep, after pause: Milliseconds, _ random: inout SeededRandom) throws {
        model.now += pause
        harness.now = model.now
        switch step {
        case .commit: try commit()
        case .rollBack:
            try harness.rollBack()
            let now = model.now
            model = committed
            model.now = now
        case .restart:
            try harness.restart()
            committed = model
        default:
            var found: [String] = []
            let refusal = try code { found = try carryOut(step) }
            let told = try harness.takeEffects().compactMap(line)
            let (wanted, expected, events) = try expect(step)
            try same(refusal?.name, wanted?.name, "the refusal")
            try same(found, expected, "the answer")
            try same(told, events, "what is told")
        }
        try compareEverything(&random)
    }

    private mutating func commit() throws {
        try harness.commit()
        committed = model
    }

    private mutating func come(_ user: String) throws {
        _ = try chat.devices.logIn(UserID(user)!, device: "d", issuedAt: .max, resuming: nil)
        _ = try harness.takeEffects()
        model.bornAt[user] = model.now
    }

    /// The refusal of what is done; nil: it is not refused.
    private func code(of body: () throws -> Void) throws -> ErrorCode? {
        do {
            try body()
            return nil
        } catch {
            guard let refusal = error.refusal else { throw error }
            return refusal.code
        }
    }

    /// Of an effect that is about a channel.
    private func line(_ effect: ChatEffect) -> String? {
        switch effect {
        case .followed(_, let user): return "\(user) hears"
        case .unfollowed(_, let user): return "\(user) hears no more"
        case .channelEnded: return "ended"
        case .event(let event):
            switch event.content {
            case let content as ChannelMessage: return "\(content.view.channel) \(content.view.seq)"
            case let content as ChannelChanged: return "\(content.channel.id) is \(content.channel.info.title)"
            case let content as ChannelDestroyed: return "\(content.channel) destroyed"
            case let content as ChannelSubscriptionChanged:
                return "\(content.channel) at \(content.seq?.rawValue ?? -1)"
            default: return nil
            }
        default: return nil
        }
    }

    // MARK: - The state

    private func carryOut(_ step: ChannelStep) throws -> [String] {
        switch step {
        case .create(let id, let access, let publishers):
            try chat.channels.create(ChannelID(id)!, ChannelInfo(title: "t", access: access), publishers: publishers)
        case .modify(let id, let title, let access, let publishers):
            var change = ChannelChange()
            (change.title, change.access, change.publishers) = (title, access, publishers)
            try chat.channels.modify(ChannelID(id)!, change)
        case .destroy(let id): try chat.channels.destroy(ChannelID(id)!)
        case .sweep:
            while try chat.sweep(.channels) {}
            try chat.sweep(.channelStreams)
        case .subscribe(let user, let id):
            let seq = try chat.channels.subscribe(
                harness.number(of: user), to: ChannelID(id)!, with: ChannelModel.claims[user]!)
            return ["\(seq)"]
        case .unsubscribe(let user, let id):
            try chat.channels.unsubscribe(harness.number(of: user), from: ChannelID(id)!)
        case .publish(let id, let user, let isBackend, let clientID, let text):
            let publisher: ChannelPublisher =
                isBackend
                ? .backend(as: user.map { UserID($0)! })
                : .user(try harness.number(of: user!), ChannelModel.claims[user!]!)
            return [try publish(text, clientID, in: id, by: publisher)]
        case .publishMany(let id, let count):
            return try (0..<count).map { try publish("x", "many \(many) \($0)", in: id, by: .backend(as: nil)) }
        case .renew(let user, let isErased):
            _ = try chat.accountAdministration.erase(UserID(user)!, messages: isErased)
            while try chat.jobs.carryOn() != nil {}
            _ = try chat.jobs.end(try chat.jobs.currentErasures())
            _ = try harness.takeEffects()
            _ = try chat.devices.logIn(UserID(user)!, device: "d", issuedAt: .max, resuming: nil)
        case .commit, .rollBack, .restart: break
        }
        return []
    }

    private func publish(_ text: String, _ clientID: String, in id: String, by publisher: ChannelPublisher) throws
        -> String
    {
        let digest = RequestDigest([text.digest(chat.work.digestKey)], chat.work.digestKey)
        let draft = ChannelDraft(
            to: ChannelID(id)!, clientID, .text, body: #"{"text":"\#(text)"}"#, digest: digest)
        return "\(try chat.channels.publish(draft, by: publisher).seq)"
    }

    // MARK: - The model

    /// Does it to the model: the refusal, the answer, and what is told.
    private mutating func expect(_ step: ChannelStep) throws -> (ErrorCode?, [String], [String]) {
        switch step {
        case .create(let id, let access, let publishers):
            let former = model.channels[id]
            if former?.state == .open { return (.conflict, [], []) }
            if former?.state == .ending { return (.unavailable, [], []) }
            let base = former.map { $0.head + 1 } ?? 0
            model.channels[id] = ChannelModel.Channel(
                createdAt: model.now, title: "t", access: access, publishers: Set(publishers), base: base, head: base)
        case .modify(let id, let title, let access, let publishers):
            guard var channel = model.channels[id], channel.state == .open else { return (.noChannel, [], []) }
            let isChanged = (title ?? channel.title) != channel.title || (access ?? channel.access) != channel.access
            (channel.title, channel.access) = (title ?? channel.title, access ?? channel.access)
            if let publishers { channel.publishers = Set(publishers) }
            model.channels[id] = channel
            return (nil, [], isChanged ? ["\(id) is \(channel.title)"] : [])
        case .destroy(let id):
            guard model.channels[id]?.state == .open else { return (.noChannel, [], []) }
            model.channels[id]!.state = .ending
            return (nil, [], ["\(id) destroyed", "ended"])
        case .sweep:
            for id in model.channels.keys where model.channels[id]!.state == .ending {
                model.channels[id]!.state = .gone
            }
        case .subscribe(let user, let id): return subscribe(user, to: id)
        case .unsubscribe(let user, let id):
            guard let channel = model.channels[id], channel.state == .open, channel.followers.contains(user) else {
                return (nil, [], [])
            }
            model.channels[id]!.followers.removeAll { $0 == user }
            return (nil, [], ["\(id) at -1", "\(user) hears no more"])
        case .publish(let id, let user, let isBackend, let clientID, let text):
            return publish(
                text, to: id, by: ChannelModel.Publisher(sender: user, clientID: clientID), isBackend: isBackend)
        case .publishMany(let id, let count):
            defer { many += 1 }
            guard model.channels[id]?.state == .open else { return (.noChannel, [], []) }
            let seqs = (0..<count).map { number in
                model.append("x", to: id, by: ChannelModel.Publisher(sender: nil, clientID: "many \(many) \(number)"))
            }
            return (nil, seqs.map { "\($0)" }, seqs.map { "\(id) \($0)" })
        case .renew(let user, let isErased):
            model.renew(user)
            if isErased { model.erase(user) }
        case .commit, .rollBack, .restart: break
        }
        return (nil, [], [])
    }

    private mutating func subscribe(_ user: String, to id: String) -> (ErrorCode?, [String], [String]) {
        guard model.isVisible(id, to: user), let channel = model.channels[id] else { return (.noChannel, [], []) }
        let (answer, event) = (["\(channel.head)"], "\(user) hears")
        if channel.followers.contains(user) { return (nil, answer, [event]) }
        let count = model.channels.values.count { $0.state != .gone && $0.followers.contains(user) }
        if count >= model.options.channelsPerUser { return (.tooMany, [], []) }
        model.channels[id]!.followers.append(user)
        return (nil, answer, ["\(id) at \(channel.head)", event])
    }

    private mutating func publish(
        _ text: String, to id: String, by publisher: ChannelModel.Publisher, isBackend: Bool
    ) -> (ErrorCode?, [String], [String]) {
        guard let channel = model.channels[id], channel.state == .open else { return (.noChannel, [], []) }
        if let former = model.former(id, publisher) {
            return former.text == text ? (nil, ["\(former.seq)"], []) : (.conflict, [], [])
        }
        if !isBackend, let user = publisher.sender, !channel.publishers.contains(user) {
            return (model.isVisible(id, to: user) ? .forbidden : .noChannel, [], [])
        }
        let seq = model.append(text, to: id, by: publisher)
        return (nil, ["\(seq)"], ["\(id) \(seq)"])
    }

    // MARK: - Everything

    private func compareEverything(_ random: inout SeededRandom) throws {
        let store = chat.work.store
        for user in ChannelStep.users {
            let (number, claim) = (try harness.number(of: user), ChannelModel.claims[user]!)
            let followed = try ChannelQueries.followed(by: number, with: claim, in: store)
            try same(followed.map(\.channel.id.text).sorted(), model.followed(by: user), "what \(user) follows")
            for id in ChannelStep.ids {
                let found = try? ChannelQueries.visible(ChannelID(id)!, to: claim, in: store)
                try same(found != nil, model.isVisible(id, to: user), "whether \(user) sees \(id)")
                if let found { try compare(found, id) }
                let head = model.channels[id]?.head ?? 0
                let position = Int.random(in: max(0, head - 9)...head + 1, using: &random)
                try compareVerdict(id, position, for: user)
            }
        }
    }

    private func compare(_ channel: Channel, _ id: String) throws {
        let (expected, store) = (model.channels[id]!, chat.work.store)
        try same(channel.followers, Int64(expected.followers.count), "the followers of \(id)")
        let publishers = try ChannelQueries.publishers(of: channel, in: store).map(\.text).sorted()
        try same(publishers, expected.publishers.sorted(), "the publishers of \(id)")
        try same(ChannelQueries.lastSeq(of: channel, in: store), Seq(Int64(expected.head)), "the head of \(id)")
        let kept = model.kept(in: id).map { "\($0.seq) \($0.sender ?? "-") \($0.clientID) \($0.text ?? "erased")" }
        try same(history(of: channel, .newer), kept, "the history of \(id)")
        try same(history(of: channel, .older), kept.reversed(), "the history of \(id), backwards")
    }

    private func history(of channel: Channel, _ direction: History.Direction) throws -> [String] {
        var (lines, cursor): ([String], Seq) = ([], 0)
        repeat {
            let history = ChannelHistory(
                cursor: cursor, direction: direction, limit: 50, cutoff: chat.work.channelCutoff)
            let page = try history.page(of: channel, in: chat.work.store)
            lines += page.messages.map { view in
                let text = try? JSONDocument().parse(view.message.body)["text"]?.string
                let isErased = view.message.flags.contains(.erased)
                return "\(view.seq) \(view.from?.text ?? "-") \(view.message.clientID) "
                    + (isErased ? "erased" : text ?? "")
            }
            cursor = page.next
        } while cursor != 0
        return lines
    }

    private func compareVerdict(_ id: String, _ position: Int, for user: String) throws {
        let login = try chat.devices.logIn(
            UserID(user)!, device: "d", issuedAt: .max, claim: ChannelModel.claims[user]!,
            resuming: StreamPositions(channels: [id: Seq(Int64(position))]))
        _ = try harness.takeEffects()
        let found = login.resumption!.channels
        try same(found.map(\.id), [id], "the channels of the reply")
        let stream = found[0].stream
        let verdict =
            switch stream.verdict {
            case .recovered(let views): "recovered \(views.map { Int($0.seq.rawValue) })"
            case .gap(let range): "gap \(range.lowerBound) \(range.upperBound)"
            case .reset(let first, let why): "reset \(first) \(why)"
            }
        try same("\(verdict) at \(stream.seq)", model.verdict(id, position, for: user), "\(id) after \(position)")
    }
}
