import Chat
import ClientProtocol
import Cluster
import Domain
import EventLoop
import Framing
import JSON
import Meters
import Routing
import Settings
import Storage
import Transport

/// The messages that are being streamed through this process (docs/streams.md): their texts, and who looks at them. All are at
/// the first shard, so that one session's watching, its reply and the chunks behind it have one order. The store knows nothing of
/// a message until it ends: then it is sent like any other.
final class StreamedMessages {
    /// A conversation in which something is streamed, or that somebody watches.
    struct Place {
        let names: StreamedPlace
        var texts: [WatchedText] = []
        var watchers: [ConnectionID: AccountNumber] = [:]
        var toldAt: Milliseconds = 0

        init(_ names: StreamedPlace) { self.names = names }

        /// N-03: between two chunks of the same message. A node tells 20,000 frames a second of a conversation.
        var interval: Milliseconds { max(shortestInterval, Milliseconds(watchers.count / 20)) }
    }

    let link: ShardLink
    let runner: WorkRunner
    let links: StreamedLinks
    let receipts: WatchedReceiptCounts
    private(set) var messages: [StreamedMessageID: StreamedMessage] = [:]
    private var named: [StreamedMessage.Name: StreamedMessage] = [:]
    var places: [Parties: Place] = [:]
    var watched: [ConnectionID: [Parties]] = [:]
    /// The conversations with text that was not told yet.
    var stirred: Set<Parties> = []
    var tickAt: Milliseconds?
    private var looksAt: Milliseconds?
    private var lastNumber: UInt64 = 0
    var json = JSONWriter()

    init(_ link: ShardLink, _ runner: WorkRunner) {
        self.link = link
        self.runner = runner
        links = StreamedLinks(link)
        receipts = WatchedReceiptCounts(link)
    }

    private var configuration: Configuration { link.context.configuration }

    // MARK: - Requests

    func take(_ request: StreamedRequest, of asker: StreamedAsker) {
        switch request {
        case .begin(let draft, let sender, let place): begin(draft, sender, in: place, asker)
        case .watch(let places, let account):
            guard let connection = asker.connection else { return give(.refusal(Refusal(.notLoggedIn)), to: asker) }
            watch(places, by: account, on: connection, asker)
        case .append(let id, _, _), .finish(let id), .abort(let id), .stop(let id, _):
            if messages[id] == nil, links.forward(asker, to: id.node) { return }
            carryOut(request, asker)
        }
    }

    private func carryOut(_ request: StreamedRequest, _ asker: StreamedAsker) {
        switch request {
        case .append(let id, let text, let offset): append(text, at: offset, to: id, asker)
        case .finish(let id): finish(id, asker)
        case .abort(let id):
            guard let message = message(id, of: asker) else { return }
            guard message.isLive else { return answerEnd(of: message, asker) }
            end(message, .aborted, for: [asker])
        case .stop(let id, let stop): self.stop(id, stop, asker)
        case .begin, .watch: preconditionFailure("\(request) is about no message yet")
        }
    }

    private func begin(
        _ draft: StreamedDraft, _ sender: StreamedSender, in place: StreamedPlace, _ asker: StreamedAsker
    ) {
        let name = StreamedMessage.Name(sender: sender.account, clientID: draft.draft.clientID)
        if let former = named[name] {
            guard former.isOf(asker.call), former.place.parties == place.parties else {
                return refuse(asker, .conflict, "the clientMsgId is used for another message", "clientMsgId")
            }
            guard case .over(let content, _) = former.state else { return answer(asker, former.id) }
            return give(content, to: asker)
        }
        let others = places[place.parties]?.texts.count { messages[$0.id] != nil } ?? 0
        guard others < mostInConversation else {
            return refuse(asker, .tooMany, "\(others) messages are streamed in the conversation", "conversationID")
        }
        guard link.context.limits.streamedOfKeys.begin(asker.call.caller.name) else {
            return refuse(asker, .tooMany, "as many messages are streamed with this key as may be")
        }
        lastNumber = max(lastNumber + 1, UInt64(configuration.now.rawValue))
        let id = StreamedMessageID(node: links.own, number: lastNumber)
        let message = StreamedMessage(id, draft, sender, in: place, by: asker.call, now: link.now)
        messages[id] = message
        named[name] = message
        places[place.parties, default: Place(place)].texts.append(message)
        link.metrics.streamedMessages.add(1)
        lookLater()
        answer(asker, id)
    }

    /// The message that a backend streams; nil: it streams no such one, and is told so.
    private func message(_ id: StreamedMessageID, of asker: StreamedAsker) -> StreamedMessage? {
        if let message = messages[id], message.isOf(asker.call) { return message }
        refuse(asker, .noMessage, "nothing is streamed under this id", "streamID")
        return nil
    }

    private func append(_ text: String, at offset: Int, to id: StreamedMessageID, _ asker: StreamedAsker) {
        guard let message = message(id, of: asker) else { return }
        guard message.isLive else { return refuse(asker, .noMessage, "the message has ended", "streamID") }
        let most = configuration.messages.streamBytes
        switch message.text.append(text, at: offset, most: most, now: link.now) {
        case .appended:
            stir(message.place.parties)
            answer(asker) { $0.field("length", message.text.length) }
        case .contradicts:
            let length = message.text.length
            let refusal = Refusal(.conflict, "the text has \(length) bytes", keys: ["offset"], length: length)
            give(.refusal(refusal), to: asker)
        case .tooFast:
            refuse(asker, .rateLimited, "a message is appended to \(StreamedText.chunksPerSecond) times a second")
        case .tooLong:
            refuse(asker, .tooLarge, "the text would have more than \(most) bytes", "text")
            end(message, .tooLarge)
        }
    }

    private func finish(_ id: StreamedMessageID, _ asker: StreamedAsker) {
        guard let message = message(id, of: asker) else { return }
        guard message.isLive else { return answerEnd(of: message, asker) }
        guard message.text.length > 0 else { return refuse(asker, .messageParameters, "the message has no text") }
        send(message, broken: nil, for: [asker])
    }

    /// N-05: who asks again for the end has what came of it.
    private func answerEnd(of message: StreamedMessage, _ asker: StreamedAsker) {
        switch message.state {
        case .live: preconditionFailure("\(message.id.text) has not ended")
        case .sending(let waiting, let reason): message.state = .sending(waiting + [asker], reason)
        case .over(let content, _): give(content, to: asker)
        }
    }

    /// N-07: by the other user; in a group by the one who is answered, the owner and admins.
    private func stop(_ id: StreamedMessageID, _ stop: StreamedStop, _ asker: StreamedAsker) {
        let parties = stop.place.parties
        guard let message = messages[id], message.isLive, message.place.parties == parties else {
            return refuse(asker, .noMessage, "nothing is streamed under this id", "streamID")
        }
        let mayStop =
            parties.group == nil
            ? stop.account != message.sender.account : stop.leads || message.sender.answers == stop.user
        guard mayStop else { return refuse(asker, .noGroupRight, "this is not for the caller", "streamID") }
        // First backends are to hear of it.
        let call = message.stopping(by: stop.user, asBytes: link.context.state.takesBytes)
        runner.submit(.call(call)) { [self] content in
            guard let content else { preconditionFailure("a stop was noted without a reply") }
            if case .ok = content, message.isLive { end(message, .stopped) }
            give(content, to: asker)
        }
    }

    // MARK: - Ending

    /// N-06. A text that is dropped, or empty, leaves nothing.
    private func end(_ message: StreamedMessage, _ reason: StreamBreak, for waiting: [StreamedAsker] = []) {
        guard message.draft.keepsBroken, message.text.length > 0 else {
            return close(message, with: .ok(encoding: { _ in }, with: &json), told: .init(reason), waiting)
        }
        send(message, broken: reason, for: waiting)
    }

    private func send(_ message: StreamedMessage, broken reason: StreamBreak?, for waiting: [StreamedAsker]) {
        message.state = .sending(waiting, reason)
        runner.submit(.call(message.sending(reason, asBytes: link.context.state.takesBytes))) { [self] content in
            guard let content else { preconditionFailure("a message was sent without a reply") }
            sent(message, content)
        }
    }

    private func sent(_ message: StreamedMessage, _ content: Reply.Content) {
        guard case .sending(let waiting, let reason) = message.state else {
            preconditionFailure("\(message.id.text) was not being sent")
        }
        switch content {
        case .ok: close(message, with: content, told: nil, waiting)
        case .refusal: close(message, with: content, told: .refused, waiting)
        // Nothing was done, and its sender can ask again. After a break nobody would.
        case .fault(let refusal) where refusal.code == .unavailable && reason == nil:
            message.state = .live
            for asker in waiting { give(content, to: asker) }
        case .fault: close(message, with: content, told: .failed, waiting)
        }
    }

    /// `reason`: why it is no message; nil: it is one, and those who watched have it.
    private func close(
        _ message: StreamedMessage, with content: Reply.Content, told reason: MessageEnded.Reason?,
        _ waiting: [StreamedAsker]
    ) {
        message.state = .over(content, at: link.now)
        remove(message, telling: reason.map { .ended($0) } ?? .sent)
        link.metrics.streamedMessages.add(-1)
        link.context.limits.streamedOfKeys.end(message.call.caller.name)
        for asker in waiting { give(content, to: asker) }
    }

    /// The gateway ends.
    func endAll() {
        for message in messages.values where message.isLive { end(message, .draining) }
    }

    // MARK: - Time

    func timerFired() {
        if let moment = tickAt {
            if moment <= link.now { tellNews() } else { link.wake(at: moment) }
        }
        if let moment = looksAt {
            if moment <= link.now { look() } else { link.wake(at: moment) }
        }
        links.timerFired()
        receipts.timerFired(places)
    }

    private func lookLater() {
        if looksAt != nil { return }
        let moment = link.now + betweenLooks
        looksAt = moment
        link.wake(at: moment)
    }

    private func look() {
        looksAt = nil
        for message in messages.values {
            if message.isLive, let reason = message.text.lapse(now: link.now) {
                end(message, reason)
            } else if message.isForgotten(now: link.now) {
                messages[message.id] = nil
                named[message.name] = nil
            }
        }
        if !messages.isEmpty { lookLater() }
    }

    // MARK: - Answers

    private func answer(_ asker: StreamedAsker, _ id: StreamedMessageID) {
        answer(asker) { $0.field("streamID", id.text) }
    }

    private func answer(_ asker: StreamedAsker, _ write: (inout JSONWriter) -> Void) {
        give(.ok(encoding: write, with: &json), to: asker)
    }

    private func refuse(_ asker: StreamedAsker, _ code: ErrorCode, _ message: String, _ key: String? = nil) {
        give(.refusal(Refusal(code, message, keys: key.map { [$0] } ?? [])), to: asker)
    }

    func give(_ content: Reply.Content, to asker: StreamedAsker) {
        guard let node = asker.node else { return give(content, at: asker.address) }
        links.post(.reply(content, at: asker.address), to: [node])
    }

    /// To a client of this node.
    func give(_ content: Reply.Content, at address: ReplyAddress) {
        link.context.node.mailboxes[Int(address.ticket.shard)].post { $0.give(Reply(address, content)) }
    }
}

extension GatewayContext {
    /// Does something at the home of this process's streamed messages.
    func postToStreamedMessages(_ work: @escaping @Sendable (StreamedMessages) -> Void) {
        node.mailboxes[0].post { work($0.streamedMessages) }
    }
}

private let shortestInterval: Milliseconds = 50
private let betweenLooks: Milliseconds = 1_000
private let mostInConversation = 4
