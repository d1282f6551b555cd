import Foundation
import MartletClient
import Testing

@testable import MartletNetEase

/// A user with NetEase's names.
private struct User {
    let id: String
    let sdk = NIMSDK()
    let listener: Listener

    init(_ name: String) async throws {
        id = "\(name)-\(UUID().uuidString.prefix(8))"
        listener = Listener(sdk.conversationManager)
        sdk.chatManager.add(listener)
        let gateway = try Gateway.shared.get()
        sdk.start(url: gateway.url, device: "phone")
        let token = try gateway.token(id)
        #expect(await failure { sdk.loginManager.login(id, token: token, completion: $0) } == nil)
    }

    /// The user's other device, which does what the facade has no name for.
    func otherDevice() async throws -> Client {
        try await Gateway.shared.get().connect(id)
    }
}

/// What a completion says on the main queue: called twice, it ends the tests.
private func failure(_ call: (@escaping ((any Error)?) -> Void) -> Void) async -> NSError? {
    await withCheckedContinuation { done in
        call { error in
            dispatchPrecondition(condition: .onQueue(.main))
            done.resume(returning: error as NSError?)
        }
    }
}

/// Writes down what it is told.
private final class Listener: NIMChatManagerDelegate {
    let log = Log()
    private let conversations: NIMConversationManager

    init(_ conversations: NIMConversationManager) {
        self.conversations = conversations
    }

    func send(_ message: NIMMessage, didCompleteWithError error: (any Error)?) {
        let isNamed = !message.messageId.isEmpty && message.timestamp > 0
        log.add("sent \(message.text ?? "") \(isNamed) \((error as NSError?)?.code ?? 0)")
    }

    func onRecvMessages(_ messages: [NIMMessage]) {
        for message in messages {
            guard let session = message.session else { return log.add("no session") }
            let known = conversations.messages(in: session, message: nil, limit: 1)?.first
            let told = message.messageObject.map { describe($0) } ?? message.text ?? ""
            let isKnown = known?.messageId == message.messageId
            log.add("\(session.sessionType.rawValue) \(message.from ?? "") \(told)\(isKnown)")
        }
    }

    private func describe(_ object: NIMNotificationObject) -> String {
        guard let content = object.content as? NIMTeamNotificationContent else { return "unknown" }
        var told = "\(object.notificationType.rawValue) \(content.operationType.rawValue) \(content.targetIDs ?? []) "
        if let attachment = content.attachment as? NIMUpdateTeamInfoAttachment {
            told += "\(attachment.values.map { "\($0.intValue) \($1)" }.sorted()) "
        } else if let attachment = content.attachment as? NIMMuteTeamMemberAttachment {
            told += "\(attachment.flag) "
        }
        return told
    }
}

@Suite struct NetEase {
    @Test func `texts are sent, heard and found`() async throws {
        let (alice, bob) = (try await User("alice"), try await User("bob"))
        let message = NIMMessage()
        message.text = "Hello "
        message.apnsContent = "A greeting"
        try alice.sdk.chatManager.send(message, to: NIMSession(bob.id, type: .P2P))
        try await alice.listener.log.wait(for: "sent Hello  true 0")
        #expect(message.session == NIMSession(bob.id, type: .P2P) && message.from == alice.id)
        try await bob.listener.log.wait(for: "0 \(alice.id) Hello true")

        let session = NIMSession(alice.id, type: .P2P)
        let (first, second) = (NIMMessage(), NIMMessage())
        (first.text, second.text) = ("One ", "Two ")
        try bob.sdk.chatManager.send(first, to: session)
        try bob.sdk.chatManager.send(second, to: session)
        try await alice.listener.log.wait(for: "0 \(bob.id) One true", "0 \(bob.id) Two true")
        let conversations = alice.sdk.conversationManager
        let known = conversations.messages(in: NIMSession(bob.id, type: .P2P), message: nil, limit: 2)
        #expect(known?.map(\.text) == ["One ", "Two "])
        let older = conversations.messages(in: NIMSession(bob.id, type: .P2P), message: known?.first, limit: 2)
        #expect(older?.map(\.text) == ["Hello "] && older?.first?.apnsContent == "A greeting")

        let desk = try await alice.otherDevice()
        let stored = try await desk.send("c2c_\(bob.id)", "Oops").stored
        let both = NIMSession(bob.id, type: .P2P)
        try await until { conversations.messages(in: both, message: nil, limit: 9)?.count == 4 }
        try await desk.recall("c2c_\(bob.id)", stored["msgId"]?.string ?? "")
        try await until { conversations.messages(in: both, message: nil, limit: 9)?.count == 3 }
    }

    @Test func `history is fetched from the gateway, in both orders`() async throws {
        let alice = try await User("alice")
        let desk = try await alice.otherDevice()
        let id = try await desk.group.create(name: "Team").groupID
        for text in ["One", "Two", "Three"] { _ = try await desk.send("group_\(id)", text).stored }
        let session = NIMSession(id, type: .team)
        func fetch(_ option: NIMHistoryMessageSearchOption) async -> (error: NSError?, messages: [NIMMessage]?) {
            await withCheckedContinuation { done in
                alice.sdk.conversationManager.fetchMessageHistory(session, option: option) {
                    dispatchPrecondition(condition: .onQueue(.main))
                    done.resume(returning: ($0 as NSError?, $1))
                }
            }
        }
        let option = NIMHistoryMessageSearchOption()
        option.limit = 2
        let newest = await fetch(option)
        #expect(newest.error == nil && newest.messages?.map(\.text) == ["Three", "Two"])
        option.currentMessage = newest.messages?.last
        #expect(await fetch(option).messages?.map(\.text) == ["One"])
        option.order = .asc
        #expect(await fetch(option).messages?.map(\.text) == ["Three"])
        let known = alice.sdk.conversationManager.messages(in: session, message: nil, limit: 9)
        #expect(known?.map(\.text) == ["One", "Two", "Three"])
    }

    @Test func `members that a message must reach are named`() async throws {
        let alice = try await User("alice")
        let id = try await alice.otherDevice().group.create(name: "Team").groupID
        let message = NIMMessage()
        message.text = "Alarm"
        let option = NIMMessageApnsMemberOption()
        option.forcePush = true
        option.userIds = [alice.id]
        option.apnsContent = "The alarm has gone off"
        message.apnsMemberOption = option
        try alice.sdk.chatManager.send(message, to: NIMSession(id, type: .team))
        try await alice.listener.log.wait(for: "sent Alarm true 0")
        // More than 100 users, and more than 500 characters, are refused.
        let (many, long) = (NIMMessage(), NIMMessage())
        (many.text, long.text) = ("Many", "Long")
        (many.apnsMemberOption, long.apnsMemberOption) = (.init(), .init())
        many.apnsMemberOption?.userIds = (0...100).map { "user-\($0)" }
        long.apnsMemberOption?.apnsContent = String(repeating: "!", count: 501)
        try alice.sdk.chatManager.send(many, to: NIMSession(id, type: .team))
        try alice.sdk.chatManager.send(long, to: NIMSession(id, type: .team))
        try await alice.listener.log.wait(for: "sent Many false 414", "sent Long false 414")
    }

    @Test func `notifications say what has happened to a team, and are known when they are told`() async throws {
        let (alice, bob) = (try await User("alice"), try await User("bob"))
        let (desk, other) = (try await alice.otherDevice(), try await bob.otherDevice())
        let log = alice.listener.log
        let team = "1 \(alice.id) 1"
        let id = try await desk.group.create(name: "Team", style: 3, isInviteNeedConfirm: false).groupID
        try await desk.group.invite(groupID: id, userIDs: [bob.id])
        try await log.wait(for: "\(team) 0 [\"\(bob.id)\"] true")
        try await desk.group.remove(groupID: id, userIDs: [bob.id])
        try await log.wait(for: "\(team) 1 [\"\(bob.id)\"] true")
        try await other.group.join(groupID: id)
        try await log.wait(for: "1 \(bob.id) 1 5 [\"\(bob.id)\"] true")
        try await other.group.leave(groupID: id)
        try await log.wait(for: "1 \(bob.id) 1 2 [] true")
        try await desk.group.modify(groupID: id, description: "Ours", isInviteNeedConfirm: true)
        try await log.wait(for: "\(team) 3 [] [\"14 Ours\", \"21 0\"] true")
        try await desk.group.invite(groupID: id, userIDs: [bob.id])
        try await log.wait(for: "1 \(bob.id) 1 9 [\"\(alice.id)\"] true")
        try await desk.group.mute(groupID: id, userIDs: [bob.id], duration: -1)
        try await desk.group.unmute(groupID: id, userIDs: [bob.id])
        try await log.wait(for: "\(team) 10 [\"\(bob.id)\"] true true", "\(team) 10 [\"\(bob.id)\"] false true")
        try await desk.group.addAdmin(groupID: id, userID: bob.id)
        try await desk.group.removeAdmin(groupID: id, userID: bob.id)
        try await log.wait(for: "\(team) 7 [\"\(bob.id)\"] true", "\(team) 8 [\"\(bob.id)\"] true")
        try await desk.group.muteAll(groupID: id, muted: true)
        try await log.wait(for: "\(team) 3 [] [\"100 1\"] true")
        try await desk.group.transfer(groupID: id, newOwner: bob.id)
        try await log.wait(for: "\(team) 6 [\"\(bob.id)\"] true")
        try await other.group.destroy(groupID: id)
        try await log.wait(for: "1 \(bob.id) 1 4 [] true")
    }

    @Test func `super teams have the same operations`() throws {
        let body: JSON = [
            "notificationType": "superTeam", "operationType": 409, "sourceID": "alice", "targetIDs": ["bob"],
            "notifyExt": "Rules", "attachment": ["flag": true],
        ]
        let content = try #require(NIMNotificationObject(body).content as? NIMTeamNotificationContent)
        #expect(content.notificationType == .superTeam && content.operationType == .mute)
        #expect(content.sourceID == "alice" && content.targetIDs == ["bob"] && content.notifyExt == "Rules")
        #expect((content.attachment as? NIMMuteTeamMemberAttachment)?.flag == true)
        let numbers = (401...411).map { NIMTeamOperationType(number: $0)?.rawValue }
        #expect(numbers == [0, 1, 2, 3, 4, 6, 7, 8, 10, 5, 9])
        let newer: JSON = ["notificationType": "team", "operationType": 77]
        #expect(NIMNotificationObject(newer).notificationType == .unsupport)
    }

    @Test func `the notify state is told, read and heard`() async throws {
        let alice = try await User("alice")
        let desk = try await alice.otherDevice()
        let id = try await desk.group.create(name: "Team").groupID
        let teams = alice.sdk.teamManager
        #expect(teams.notifyState(forNewMsg: id) == .all)
        #expect(await failure { teams.update(.none, inTeam: id, completion: $0) } == nil)
        #expect(teams.notifyState(forNewMsg: id) == .none)
        #expect(try await desk.group.getNotifyState(groupID: id).state == 1)
        try await desk.group.setNotifyState(groupID: id, state: 2)
        try await until { teams.notifyState(forNewMsg: id) == .onlyManager }
        let refused = await failure { teams.updateNotifyState(.all, inTeam: "404", completion: $0) }
        #expect(refused?.code == 803)

        // Another login reads it with the list.
        #expect(await failure { alice.sdk.loginManager.logout($0) } == nil)
        let token = try Gateway.shared.get().token(alice.id)
        #expect(await failure { alice.sdk.loginManager.login(alice.id, token: token, completion: $0) } == nil)
        try await until { teams.notifyState(forNewMsg: id) == .onlyManager }
    }
}
