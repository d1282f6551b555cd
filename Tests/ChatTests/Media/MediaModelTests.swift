import ClientProtocol
import Domain
import Storage
import TestSupport
import Testing

@testable import Chat

/// U-22, U-25, U-29: random uploads, messages, forwards, recalls, edits, deletions, avatars, leaving, erasing, restarts and time.
struct MediaModelTests {
    @Test(arguments: [false, true])
    func `media are readable exactly as the history shows them, and no byte is left over or missing`(isReviewed: Bool)
        throws
    {
        var random = SeededRandom()
        var options = ChatOptions()
        options.messageDays = 2
        options.media.isReviewed = isReviewed
        options.media.dayFiles = 0
        options.media.dayBytes = 0
        let scene = try MediaScene(ChatStateHarness(options, replicas: 1))
        for step in 0..<(isLongRun ? 10_000 : 400) {
            try scene.step(&random)
            if step % 20 == 19 { try scene.check("step \(step), \(random)") }
        }
        try scene.settle()
        try scene.check("the end, \(random)")
        try scene.harness.commit()
    }
}

private final class MediaScene {
    let harness: ChatStateHarness
    private let users = ["alice", "bob", "carol", "dave"]
    private let group: String
    private var sent: [(message: MessageNumber, sender: String, conversation: ConversationID)] = []
    private var waiting: [(id: Stamp, clientID: String, sender: String)] = []
    private var known: [String] = []
    /// Of each upload whose bytes are on the disk.
    private var bytes: Set<String> = []
    private var last = 0

    private var chat: ChatState { harness.chat }

    init(_ harness: ChatStateHarness) throws {
        self.harness = harness
        for user in users { _ = try harness.chat.accountAdministration.create(UserID(user)!) }
        let draft = GroupDraft(
            kind: .group, info: GroupInfo(name: "g"), style: .publicOpen, maxUsers: 100, needsConfirmation: false,
            invitees: Array(users.dropFirst()), message: "")
        group = try harness.chat.groupLife.createGroup(draft, by: harness.number(of: users[0])).id
        _ = try harness.takeEffects()
    }

    // MARK: - Steps

    func step(_ random: inout SeededRandom) throws {
        let user = users.randomElement(using: &random)!
        do {
            try act(as: user, &random)
        } catch {
            guard error.refusal != nil else { throw error }
        }
        _ = try harness.takeEffects()
        try work()
    }

    private func act(as user: String, _ random: inout SeededRandom) throws {
        let number = try harness.number(of: user)
        switch Int.random(in: 0..<48, using: &random) {
        case 0..<9: try upload(by: number, &random)
        case 9..<20: try send(as: user, number, &random)
        case 20..<24:
            guard let one = sent.randomElement(using: &random) else { return }
            _ = try chat.edits.recall(one.message, reason: nil)
        case 24..<27:
            guard let one = sent.last(where: { $0.sender == user }) else { return }
            let media = some(&random)
            let edit = MessageEdit(body: #"{"text":"y"}"#, pushText: nil, mentions: nil, version: nil) { _ in media }
            _ = try chat.edits.edit(one.message, in: one.conversation, edit, by: number)
        case 27..<29:
            guard let one = sent.randomElement(using: &random) else { return }
            let seen: ConversationID =
                if case .c2c = one.conversation, one.sender != user { .c2c(UserID(one.sender)!) } else {
                    one.conversation
                }
            _ = try chat.messageChanges.delete([one.message], in: seen, of: number)
        case 29: try chat.groupLife.leaveGroup(group, by: number)
        case 30..<32: _ = try chat.groupJoins.join(group, reason: "", by: number)
        case 32..<34:
            if let id = known.randomElement(using: &random) { _ = try chat.uploads.delete(id, of: number) }
        case 34:
            if Int.random(in: 0..<4, using: &random) == 0 {
                _ = try chat.accountAdministration.erase(
                    UserID(user)!, messages: Bool.random(using: &random))
                _ = try harness.takeEffects()
                // Whose an upload is follows from when the account was made; stamps run ahead of a clock that stands.
                harness.now += 1_000
                _ = try chat.accountAdministration.create(UserID(user)!)
            }
        case 35..<37:
            guard let id = known.randomElement(using: &random) else { return }
            _ = try chat.uploads.review(id, isReady: Int.random(in: 0..<4, using: &random) > 0)
        case 37: harness.now += Milliseconds(Int64.random(in: 0..<20_000_000, using: &random))
        case 38..<40:
            let change = ProfileChange(faceURL: avatar(&random))
            try chat.profiles.modifyProfile(change, of: number)
        case 40..<42:
            var change = GroupChange()
            change.avatar = avatar(&random)
            try chat.groupAdministration.modifyGroup(group, change, by: number)
        case 42..<44:
            guard let id = known.randomElement(using: &random), let other = known.randomElement(using: &random) else {
                return
            }
            try chat.uploads.setThumbnail(id, to: other)
        case 44: try schedule(as: user, &random)
        case 45:
            guard let one = waiting.popLast() else { return }
            _ = try chat.scheduledMessages.cancel(one.id)
        case 46: try harness.commit()
        default: try harness.restart()
        }
    }

    /// Some do not come whole, and some bring other bytes.
    private func upload(by number: AccountNumber, _ random: inout SeededRandom) throws {
        last += 1
        let digest = [UInt8](repeating: UInt8(last % 7), count: 32)
        let use: MediaUse = Int.random(in: 0..<3, using: &random) == 0 ? .avatar : .message
        let order = UploadOrder(use: use, name: "", type: "image/png", size: 100, digest: digest)
        let media = try chat.uploads.prepare(order, by: number)
        known.append(media.id)
        guard media.state == .uploading else { return }
        bytes.insert(media.id)
        let chance = Int.random(in: 0..<10, using: &random)
        if chance == 0 { return }
        let finding = UploadFinding(
            problem: chance == 1 ? .otherType : nil, isDigestVerified: true, width: 10, height: 10)
        let thumbnail = chance < 5 ? known.randomElement(using: &random) : nil
        do {
            _ = try chat.uploads.complete(media.id, finding, width: 0, height: 0, thumbnail: thumbnail, by: number)
        } catch {
            guard error.refusal != nil else { throw error }
        }
    }

    /// The URL of any upload, or none.
    private func avatar(_ random: inout SeededRandom) -> String {
        known.suffix(30).randomElement(using: &random).map { "https://a.example\(MediaURL.path)\($0)?t=x" } ?? ""
    }

    private func some(_ random: inout SeededRandom) -> [String] {
        (0..<Int.random(in: 0..<3, using: &random)).compactMap { _ in known.suffix(30).randomElement(using: &random) }
    }

    private func schedule(as user: String, _ random: inout SeededRandom) throws {
        last += 1
        var draft = Draft(
            target: .group(group), clientID: "m\(last)", kind: .text, settings: .standard, body: #"{"text":"x"}"#)
        draft.media = some(&random)
        let due = harness.now + Milliseconds(Int64.random(in: 1..<200_000_000, using: &random))
        let outcome = try chat.scheduledMessages.schedule(draft, as: .user(UserID(user)!), at: due)
        guard case .waits(let message) = outcome else { preconditionFailure("it was sent") }
        waiting.append((message.id, draft.clientID, user))
    }

    private func send(as user: String, _ number: AccountNumber, _ random: inout SeededRandom) throws {
        last += 1
        let target: ConversationID =
            Bool.random(using: &random) ? .group(group) : .c2c(UserID(users.randomElement(using: &random)!)!)
        var draft = Draft(
            target: target, clientID: "m\(last)", kind: .text, settings: .standard, body: #"{"text":"x"}"#)
        draft.media = some(&random)
        if Int.random(in: 0..<5, using: &random) == 0 { draft.expireSeconds = 3_600 }
        let view = try chat.messages.send(draft, from: number)
        sent.append((view.message.id, user, target))
    }

    /// A piece of all that goes on by itself.
    private func work() throws {
        try chat.sweep(.scheduledMessages)
        _ = try harness.takeEffects()
        try noteSent()
        for subject in [SweepSubject.expiredMessages, .messages, .media, .mediaStates] {
            try chat.sweep(subject)
            _ = try harness.takeEffects()
        }
        _ = try chat.jobs.carryOn()
        _ = try harness.takeEffects()
        // As the gateway does after the commit.
        let removed = try MediaReader.removals(limit: 2, in: chat.work.store)
        bytes.subtract(removed)
        try chat.uploads.noteRemoved(removed)
    }

    /// What no longer waits was sent or refused, or has gone with an account.
    private func noteSent() throws {
        var left: Set<Stamp> = []
        try chat.work.store.query("SELECT id FROM scheduled_message", []) { row in left.insert(row.integer(0)) }
        for one in waiting where !left.contains(one.id) {
            try chat.work.store.query("SELECT id FROM message WHERE client_id = $1", [.text(one.clientID)]) { row in
                sent.append((row.integer(0), one.sender, .group(group)))
            }
        }
        waiting.removeAll { !left.contains($0.id) }
    }

    /// Until nothing is left to do.
    func settle() throws {
        for _ in 0..<500 { try work() }
    }

    // MARK: - What must be so

    func check(_ place: String) throws {
        for user in users {
            let number = try harness.number(of: user)
            let messages = MessageReader(
                user: UserID(user)!, account: number, cutoff: chat.work.messageCutoff, now: chat.work.now)
            var shown: Set<String> = []
            for found in try messages.messages(sent.suffix(400).map { "\($0.message)" }, in: chat.work.store) {
                for media in found.view?.message.life?.media ?? [] { shown.insert(media.id) }
            }
            let ids = Array(Set(known.suffix(200)))
            for found in try MediaReader(messages).find(ids, in: chat.work.store) {
                let media = try StoredMedia.find(found.id, in: chat.work.store)
                let isOwn = try media?.isOwned(by: number, in: chat.work.store) ?? false
                let isThumbnail = try isShownThumbnail(media, shown)
                let isExpected =
                    media?.state.isUsable == true
                    && (isOwn || media?.state == .ready && (shown.contains(found.id) || isThumbnail))
                #expect((found.media != nil) == isExpected, "\(place): \(user), \(found.id)")
                // Nobody is given a URL of bytes that are not there.
                #expect(found.media == nil || bytes.contains(found.id), "\(place): \(found.id) has no bytes")
            }
        }
        try checkRows(place)
    }

    private func isShownThumbnail(_ media: StoredMedia?, _ shown: Set<String>) throws -> Bool {
        guard let media else { return false }
        var isShown = false
        try chat.work.store.query("SELECT media_id FROM media WHERE thumbnail = $1", [.integer(media.number)]) { row in
            if shown.contains(row.text(0)) { isShown = true }
        }
        return isShown
    }

    /// Counts agree with what they count, and bytes with rows.
    private func checkRows(_ place: String) throws {
        var wrong: [String] = []
        try chat.work.store.query(
            """
            SELECT media_id FROM media WHERE uses !=
                (SELECT count(*) FROM media_reference WHERE media_reference.media = media.id)
                + (SELECT count(*) FROM media AS original WHERE original.thumbnail = media.id)
                + (SELECT count(*) FROM scheduled_message WHERE instr(scheduled_message.media, media_id) > 0)
                + use * (SELECT count(*) FROM account WHERE instr(face_url, media_id) > 0)
                + use * (SELECT count(*) FROM chat_group WHERE instr(avatar, media_id) > 0)
            """, []
        ) { row in wrong.append(row.text(0)) }
        #expect(wrong.isEmpty, "\(place): uses are miscounted")
        var (rows, removals): (Set<String>, Set<String>) = ([], [])
        try chat.work.store.query("SELECT media_id FROM media WHERE state IN (0, 1, 2)", []) { row in
            rows.insert(row.text(0))
        }
        try chat.work.store.query("SELECT media_id FROM media_removal", []) { row in removals.insert(row.text(0)) }
        #expect(bytes == rows.union(removals), "\(place): bytes and rows differ")
        var (used, counted): (Int64, Int64) = (0, 0)
        try chat.work.store.query("SELECT coalesce(sum(size), 0) FROM media WHERE state IN (0, 1, 2)", []) { row in
            used = row.integer(0)
        }
        try chat.work.store.query("SELECT bytes FROM media_usage WHERE account = 0", []) { row in
            counted = row.integer(0)
        }
        #expect(used == counted, "\(place): \(counted) bytes are counted")
        for table in ["bytes", "open"] {
            var below = 0
            try chat.work.store.query(SQL(composed: "SELECT account FROM media_usage WHERE \(table) < 0"), []) { _ in
                below += 1
            }
            #expect(below == 0, "\(place): \(table) below zero")
        }
    }
}
