import Chat
import ClientProtocol
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
    private struct Place {
        var messages: [StreamedMessage] = []
        var watchers: [ConnectionID: AccountNumber] = [:]
        var toldAt: Milliseconds = 0

        /// N-03: between two chunks of the same message. A node tells 20,000 frames a second of a conversation.
        var interval: Milliseconds { max(shortestInterval, Milliseconds(watchers.count / 20)) }
    }

    private let link: ShardLink
    private let runner: WorkRunner
    private var messages: [StreamedMessageID: StreamedMessage] = [:]
    private var named: [StreamedMessage.Name: StreamedMessage] = [:]
    private var places: [Parties: Place] = [:]
    private var watched: [ConnectionID: [Parties]] = [:]
    /// The conversations with text that was not told yet.
    private var stirred: Set<Parties> = []
    private var tickAt: Milliseconds?
    private var looksAt: Milliseconds?
    private var lastNumber: UInt64 = 0
    private var json = JSONWriter()

    init(_ link: ShardLink, _ runner: WorkRunner) {
        self.link = link
        self.runner = runner
    }

    private var configuration: Configuration { link.context.configuration }

    // MARK: - Requests

    func take(_ request: StreamedRequest, of asker: StreamedAsker) {
        switch request {
        case .begin(let draft, let sender, let place): begin(draft, sender, in: place, asker)
        case .append(let id, let text, let offset): append(text, at: offset, to: id, asker)
        case .finish(let id): finish(id, asker)
        case .abort(let id):
            guard let message = message(id, of: asker) else { return }
            guard message.isLive else { return answerEnd(of: message, asker) }
            end(message, .aborted, for: [asker.address])
        case .watch(let places, let account): watch(places, by: account, asker)
        case .stop(let id, let stop): self.stop(id, stop, asker)
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
            return give(content, to: asker.address)
        }
        let others = places[place.parties]?.messages.count ?? 0
        guard others < mostInConversation else {
            return refuse(asker, .tooMany, "\(others) messages are streamed in the conversation", "conversationID")
        }
        guard link.context.limits.streamedOfKeys.begin(asker.call.caller.name) else {
            return refuse(asker, .tooMany, "as many messages are streamed with this key as may be")
        }
        lastNumber = max(lastNumber + 1, UInt64(configuration.now.rawValue))
        let id = StreamedMessageID(node: 0, number: lastNumber)
        let message = StreamedMessage(id, draft, sender, in: place, by: asker.call, now: link.now)
        messages[id] = message
        named[name] = message
        places[place.parties, default: Place()].messages.append(message)
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
            give(.refusal(refusal), to: asker.address)
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
        send(message, broken: nil, for: [asker.address])
    }

    /// N-05: who asks again for the end has what came of it.
    private func answerEnd(of message: StreamedMessage, _ asker: StreamedAsker) {
        switch message.state {
        case .live: preconditionFailure("\(message.id.text) has not ended")
        case .sending(let waiting, let reason): message.state = .sending(waiting + [asker.address], reason)
        case .over(let content, _): give(content, to: asker.address)
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
        answer(asker) { _ in }
        end(message, .stopped)
    }

    // MARK: - Ending

    /// N-06. A text that is dropped, or empty, leaves nothing.
    private func end(_ message: StreamedMessage, _ reason: StreamBreak, for waiting: [ReplyAddress] = []) {
        guard message.draft.keepsBroken, message.text.length > 0 else {
            return close(message, with: .ok(encoding: { _ in }, with: &json), told: .init(reason), waiting)
        }
        send(message, broken: reason, for: waiting)
    }

    private func send(_ message: StreamedMessage, broken reason: StreamBreak?, for waiting: [ReplyAddress]) {
        message.state = .sending(waiting, reason)
        let origin = StreamedOrigin(id: message.id.text, broken: reason)
        let call = message.call.sending(
            message.text.whole, origin, by: message.draft, asBytes: link.context.state.takesBytes)
        runner.submit(.call(call)) { [self] content in
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
            for address in waiting { give(content, to: address) }
        case .fault: close(message, with: content, told: .failed, waiting)
        }
    }

    /// `reason`: why it is no message; nil: it is one, and those who watched have it.
    private func close(
        _ message: StreamedMessage, with content: Reply.Content, told reason: MessageEnded.Reason?,
        _ waiting: [ReplyAddress]
    ) {
        message.state = .over(content, at: link.now)
        let parties = message.place.parties
        if let reason {
            tell(in: parties, most: .max) { account in
                MessageEnded(conversation: message.conversation(for: account), id: message.id, reason: reason)
            }
        }
        places[parties]?.messages.removeAll { $0 === message }
        forget(parties)
        link.metrics.streamedMessages.add(-1)
        link.context.limits.streamedOfKeys.end(message.call.caller.name)
        for address in waiting { give(content, to: address) }
    }

    /// The gateway ends.
    func endAll() {
        for message in messages.values where message.isLive { end(message, .draining) }
    }

    // MARK: - Watching

    private func watch(_ places: [StreamedPlace], by account: AccountNumber, _ asker: StreamedAsker) {
        guard let connection = asker.connection else {
            return give(.refusal(Refusal(.notLoggedIn)), to: asker.address)
        }
        unwatch(connection)
        for place in places { self.places[place.parties, default: Place()].watchers[connection] = account }
        watched[connection] = places.map(\.parties)
        let content = Reply.Content.ok(encoding: { write(places, for: account, to: &$0) }, with: &json)
        // Chunks from now on come behind it.
        link.context.node.mailboxes[Int(connection.shard)].post { gateway in
            gateway.streamedDelivery.admit(connection, to: places.map(\.parties))
            gateway.give(Reply(asker.address, content))
        }
    }

    private func write(_ places: [StreamedPlace], for account: AccountNumber, to json: inout JSONWriter) {
        json.array("conversations") { json in
            for place in places {
                json.object { json in
                    json.field("conversationID", place.id(for: account))
                    json.array("streams") { json in
                        for message in self.places[place.parties]?.messages ?? [] where message.isLive {
                            json.object { message.writeSoFar(to: &$0) }
                        }
                    }
                }
            }
        }
    }

    /// The session watches nothing any more, or is over.
    func unwatch(_ connection: ConnectionID) {
        for parties in watched.removeValue(forKey: connection) ?? [] { unwatch(connection, parties) }
    }

    func unwatch(_ connection: ConnectionID, _ parties: Parties) {
        places[parties]?.watchers[connection] = nil
        forget(parties)
    }

    private func forget(_ parties: Parties) {
        guard let place = places[parties], place.messages.isEmpty, place.watchers.isEmpty else { return }
        places[parties] = nil
        stirred.remove(parties)
    }

    // MARK: - Telling

    private func stir(_ parties: Parties) {
        guard let place = places[parties], stirred.insert(parties).inserted else { return }
        wake(at: max(link.now, place.toldAt + place.interval))
    }

    /// A few milliseconds late, so that many conversations are told in one turn.
    private func wake(at moment: Milliseconds) {
        let moment = Milliseconds((moment.rawValue / tick + 1) * tick)
        if let tickAt, tickAt <= moment { return }
        tickAt = moment
        link.wake(at: moment)
    }

    func timerFired() {
        if let moment = tickAt {
            if moment <= link.now { tellNews() } else { link.wake(at: moment) }
        }
        if let moment = looksAt {
            if moment <= link.now { look() } else { link.wake(at: moment) }
        }
    }

    private func tellNews() {
        tickAt = nil
        for parties in stirred {
            guard let place = places[parties] else { continue }
            let due = place.toldAt + place.interval
            if due > link.now {
                wake(at: due)
                continue
            }
            stirred.remove(parties)
            places[parties]?.toldAt = link.now
            for message in place.messages where message.hasNews {
                let (offset, text) = (message.told, message.text.text(in: message.told..<message.text.length))
                message.told = message.text.length
                tell(in: parties, most: mostUnread) { account in
                    MessageAppended(
                        conversation: message.conversation(for: account), id: message.id, from: message.sender.user,
                        offset: offset, text: text)
                }
            }
        }
    }

    /// Encoded once for all who see the conversation under the same name: all of a group, each side between two. `most`: so many
    /// bytes a session may have to read before (N-04).
    private func tell(in parties: Parties, most: Int, _ event: (AccountNumber) -> some EventContent) {
        guard let watchers = places[parties]?.watchers, !watchers.isEmpty else { return }
        var sides: [AccountNumber: [ConnectionID]] = [:]
        for (connection, account) in watchers {
            sides[parties.group == nil ? account : 0, default: []].append(connection)
        }
        for (account, connections) in sides {
            let payload = Payload(of: event(account), &json)
            for (shard, here) in Dictionary(grouping: connections, by: \.shard) {
                link.context.node.mailboxes[Int(shard)].post {
                    $0.streamedDelivery.tell(payload, to: here, in: parties, most: most)
                }
            }
        }
    }

    // MARK: - Time

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
        give(.ok(encoding: write, with: &json), to: asker.address)
    }

    private func refuse(_ asker: StreamedAsker, _ code: ErrorCode, _ message: String, _ key: String? = nil) {
        give(.refusal(Refusal(code, message, keys: key.map { [$0] } ?? [])), to: asker.address)
    }

    private func give(_ content: Reply.Content, to address: ReplyAddress) {
        link.context.node.mailboxes[Int(address.ticket.shard)].post { $0.give(Reply(address, content)) }
    }
}

extension StreamedMessage {
    /// N-03: as much as those who watch already have been told, since the next chunk begins there.
    fileprivate func writeSoFar(to json: inout JSONWriter) {
        json.field("streamID", id.text)
        json.field("from", sender.user.text)
        json.field("text", text.text(in: 0..<told))
    }
}

extension GatewayContext {
    /// Does something at the home of this process's streamed messages.
    func postToStreamedMessages(_ work: @escaping @Sendable (StreamedMessages) -> Void) {
        node.mailboxes[0].post { work($0.streamedMessages) }
    }
}

private let shortestInterval: Milliseconds = 50
/// Milliseconds.
private let tick: Int64 = 5
private let betweenLooks: Milliseconds = 1_000
private let mostInConversation = 4
/// Bytes.
private let mostUnread = 65_536
