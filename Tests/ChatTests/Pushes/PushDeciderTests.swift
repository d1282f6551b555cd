import ClientProtocol
import Domain
import Synchronization
import TestSupport
import Testing

@testable import Chat
@testable import Storage

/// Decisions about messages in the store, at any time.
struct PushDeciderTests {
    private final class Bench {
        let harness: ChatStateHarness
        let online = Mutex<Set<String>>([])
        var options: ChatOptions
        var chat: ChatState { harness.chat }
        private var sent = 0

        init() throws {
            options = ChatOptions()
            options.hasPushes = true
            harness = try ChatStateHarness(options)
            for user in ["ann", "bob", "carol", "dave"] {
                _ = try chat.accountAdministration.create(UserID(user)!)
                if user == "ann" { continue }
                try chat.pushes.register(
                    "token-\(user)", at: PushService(.webhook), device: "phone", .ios, of: harness.number(of: user))
            }
        }

        func number(_ user: String) throws -> AccountNumber { try harness.number(of: user) }

        @discardableResult
        func send(
            to target: ConversationID, from sender: String = "ann", _ settings: MessageSettings = .standard,
            force: MemberPushOption? = nil, mentions: [String]? = nil
        ) throws -> MessageNumber {
            sent += 1
            harness.now += 1
            let draft = Draft(
                target: target, clientID: "m\(sent)", kind: .text, settings: settings, body: #"{"text":"Hi"}"#,
                pushText: nil, mentions: mentions, memberOption: force)
            let id = try chat.messages.send(draft, from: number(sender)).message.id
            try chat.finish()
            return id
        }

        /// Decides and writes the decisions down. Returns the receivers with their badges, by message.
        func decide() throws -> [MessageNumber: [String: Int64]] {
            try harness.commit()
            var pushed: [MessageNumber: [String: Int64]] = [:]
            for decision in try PushDecider(options).decisions(in: chat.work.store) {
                pushed[decision.message] = [:]
                for push in decision.pushes {
                    pushed[decision.message]![try chat.accounts.account(push.account).id.text] = push.badge
                }
                try chat.pushes.put(decision.pushes[...], of: decision, isLast: true)
            }
            return pushed
        }

        func explain(_ message: MessageNumber, to user: String) throws -> String {
            let explanation = try PushExplanation.explain(
                of: message, to: UserID(user)!, hasProviders: true, cutoff: 0, in: chat.work.store)
            switch explanation.conclusion {
            case .pushed: return "pushed"
            case .notPushed(let obstacle): return obstacle.rawValue
            case .undecided: return "undecided"
            }
        }

        func makeGroup(_ kind: GroupKind = .group) throws -> ConversationID {
            let draft = GroupDraft(
                kind: kind, info: GroupInfo(name: "birds"), style: .publicOpen, maxUsers: 200,
                needsConfirmation: false, invitees: ["bob", "carol"], message: "")
            let group = try chat.groupLife.createGroup(draft, by: number("ann")).id
            _ = try decide()
            return .group(group)
        }
    }

    @Test func `T-Q26: a badge is the total of unread messages right after its message, whatever came since`() throws {
        let bench = try Bench()
        let first = try bench.send(to: .c2c(UserID("bob")!))
        let second = try bench.send(to: .c2c(UserID("bob")!))
        let other = try bench.send(to: .c2c(UserID("bob")!), from: "carol")
        let third = try bench.send(to: .c2c(UserID("bob")!))
        let pushed = try bench.decide()
        #expect(pushed == [first: ["bob": 1], second: ["bob": 2], other: ["bob": 3], third: ["bob": 4]])
        #expect(try bench.decide() == [:])
    }

    @Test func `T-Q27, X-51: what was set when the message was sent counts, whenever it is decided or asked for`()
        throws
    {
        let bench = try Bench()
        let bob = UserID("bob")!
        let number = try bench.number("bob")
        let before = try bench.send(to: .c2c(bob))
        _ = try bench.chat.conversationLists.setOption(.withoutPush, towards: ["ann"], of: number)
        let during = try bench.send(to: .c2c(bob))
        _ = try bench.chat.conversationLists.setOption(.receive, towards: ["ann"], of: number)
        try bench.chat.pushes.setQuietHours(QuietHours(isOn: true, start: 0, end: 0, offset: 0), of: number)
        let quiet = try bench.send(to: .c2c(bob))
        let forced = try bench.send(
            to: .c2c(bob), force: MemberPushOption(isForced: true, users: nil, text: nil))
        try bench.chat.pushes.setQuietHours(.off, of: number)
        try bench.chat.pushes.unregister(device: nil, of: number)
        let unreachable = try bench.send(to: .c2c(bob))
        let pushed = try bench.decide().mapValues { Array($0.keys) }
        // A message that is clearly not pushed leaves no job.
        #expect(pushed == [before: ["bob"], forced: ["bob"]])
        let stories = try [before, during, quiet, forced, unreachable].map { try bench.explain($0, to: "bob") }
        #expect(stories == ["pushed", "withoutPush", "quietHours", "pushed", "noDevice"])
        #expect(try bench.explain(before, to: "ann") == "ownMessage")
        expectRefused { try bench.explain(before, to: "carol") }
    }

    @Test func `T-47, T-48, T-49, T-Q18, T-Q19, X-53: whose messages remind, by what they were when it was sent`()
        throws
    {
        let bench = try Bench()
        guard case .group(let group) = try bench.makeGroup() else { return }
        let conversation = ConversationID.group(group)
        try bench.chat.groupAdministration.setNotifyState(.onlyManagers, in: group, by: bench.number("bob"))
        try bench.chat.groupAdministration.setNotifyState(.none, in: group, by: bench.number("carol"))
        let byOwner = try bench.send(to: conversation)
        let byMember = try bench.send(to: conversation, from: "carol")
        let forced = try bench.send(
            to: conversation, from: "bob", force: MemberPushOption(isForced: true, users: ["carol"], text: nil))
        try bench.chat.groupLife.transferGroup(group, to: "carol", by: bench.number("ann"))
        try bench.chat.groupAdministration.setNotifyState(.all, in: group, by: bench.number("bob"))
        let pushed = try bench.decide()
        #expect(pushed[byOwner] == ["bob": 1])
        #expect(pushed[byMember] == [:])
        #expect(pushed[forced] == ["carol": 2])
        try bench.chat.groupLife.leaveGroup(group, by: bench.number("bob"))
        let stories = try [byOwner, byMember].flatMap { message in
            try ["bob", "carol"].map { try bench.explain(message, to: $0) }
        }
        #expect(stories == ["pushed", "notifyNone", "notifyManagersOnly", "ownMessage"])
    }

    @Test func `T-Q22, T-Q24, X-M03, X-M10: who has joined later, and who has blocked, are not among the receivers`()
        throws
    {
        let bench = try Bench()
        guard case .group(let group) = try bench.makeGroup(.superGroup) else { return }
        try bench.chat.groupAdministration.block(true, group: group, by: bench.number("carol"))
        try bench.chat.conversationLists.setOption(.pushMentions, ofGroup: group, by: bench.number("bob"))
        let force = MemberPushOption(isForced: true, users: ["carol", "dave", "ann", "nobody"], text: nil)
        let unnamed = try bench.send(to: .group(group), force: force)
        let named = try bench.send(to: .group(group), force: force, mentions: ["bob"])
        try bench.chat.groupAdministration.block(false, group: group, by: bench.number("carol"))
        _ = try bench.chat.groupJoins.join(group, reason: "", by: bench.number("dave"))
        let pushed = try bench.decide()
        #expect(pushed[unnamed] == [:])
        // X-M10: counted in the conversation, and not in the total.
        #expect(pushed[named] == ["bob": 0])
        #expect(try bench.explain(named, to: "carol") == "groupBlocked")
        #expect(try bench.explain(named, to: "dave") == "notMember")
    }
}
