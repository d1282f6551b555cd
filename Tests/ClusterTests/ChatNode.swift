import Chat
import Cluster
import Domain
import JSON
import Storage
import Testing

/// The domain at a node, as a gateway will have it. One user is there. Its requests name a sender, a receiver and a text that
/// no other message has; the replies say the text and the message's seq.
final class ChatNode: NodeService {
    private final class Time {
        var now: Stamp = 0
    }

    private let user: UserID
    private let heard: Heard
    private var own: Set<Incarnation> = []
    /// While the node leads.
    private var chat: ChatState?
    private let time = Time()
    private var json = JSONWriter()

    init(_ user: String, _ heard: Heard) {
        self.user = UserID(stored: user)
        self.heard = heard
    }

    // MARK: - At the leader

    func carryOut(
        _ work: Work, in batch: Batch, _ transaction: any Transaction
    ) throws(StoreError) -> RecordEntry {
        var entry = RecordEntry()
        guard case .request(_, let forwarded) = work, forwarded.request.kind == .change else { return entry }
        time.now = Stamp(milliseconds: Milliseconds(batch.time))
        let words = String(decoding: forwarded.request.content.bytes, as: UTF8.self).split(separator: " ").map(
            String.init)
        let chat = try leadingState(transaction)
        do throws(CommandError) {
            let sent = try send(words[2], from: UserID(stored: words[0]), to: UserID(stored: words[1]), chat)
            entry.reply = Array("\(words[2]) \(sent)".utf8)
        } catch {
            throw error.storeError
        }
        entry.events = chat.work.effects.map { effect in
            let recorded = RecordedEffect(effect, &json)
            return RecordEvent(audience: recorded.values, body: recorded.body)
        }
        chat.work.clearEffects()
        return entry
    }

    private func send(
        _ text: String, from sender: UserID, to receiver: UserID, _ chat: ChatState
    ) throws(CommandError) -> Seq {
        let number = try chat.devices.callerAccount(sender, creates: true, issuedAt: nil)
        _ = try chat.devices.callerAccount(receiver, creates: true, issuedAt: nil)
        let draft = Draft(
            target: .c2c(receiver), clientID: text, kind: .text, settings: .standard, body: #"{"text":"\#(text)"}"#,
            pushText: nil)
        let sent = try chat.messages.send(draft, from: number)
        try chat.finish()
        return sent.message.seq
    }

    private func leadingState(_ transaction: any Transaction) throws(StoreError) -> ChatState {
        if let chat { return chat }
        try Schema.shareSecrets(in: transaction)
        let made = try ChatState(ChatOptions(), store: transaction) { [time] in time.now }
        chat = made
        return made
    }

    func failed(_ work: Work, _ error: StoreError) -> RecordEntry {
        Issue.record("\(error)")
        return RecordEntry()
    }

    func rolledBack() { chat = nil }

    // MARK: - At every node

    func perform(_ action: NodeAction, _ reading: any Transaction) {
        switch action {
        case .tell(let content, _): for entry in content.entries { tell(entry) }
        case .began(let incarnation): own.insert(incarnation)
        case .promoted, .demoted, .rebuild: chat = nil
        case .halt(let reason): Issue.record("a node ends: \(reason)")
        default: break
        }
    }

    private func tell(_ entry: RecordEntry) {
        if let reply = entry.reply, let request = entry.request, own.contains(request.incarnation) {
            heard.reply(reply)
        }
        for event in entry.events {
            do throws(EffectDamage) {
                tell(try ChatEffect(RecordedEffect(event.audience, event.body)))
            } catch {
                Issue.record("\(error)")
            }
        }
    }

    /// The user has one session, so that no other one is told of what it has sent.
    private func tell(_ effect: ChatEffect) {
        guard case .event(let event) = effect, case .user(user, _) = event.audience, !event.sparesOrigin else { return }
        json.clear()
        event.write(to: &json)
        guard json.text.contains(#""event":"message.new""#) else { return }
        guard let text = json.text.firstMatch(of: /"text":"(\w+)"/) else {
            Issue.record("no text in \(json.text)")
            return
        }
        heard.told(String(text.1))
    }

    func note(_ problem: String) { heard.note(problem) }
}
