import Chat
import ClientProtocol
import Domain
import Framing
import JSON
import Locking
import Routing
import Settings
import Transport

/// N-12: users who hear a conversation over HTTP (docs/streams.md): `GET /v1/conversations/{id}/events`.
///
/// Such a stream stands where sessions stand, among the members of the group and the hearers of its account, and gets what they
/// are told. As with channels it is entered first, and what it has missed is read then.
extension FollowerStreams {
    func judge(
        _ stream: FollowerStream, in id: ConversationID, after position: ConversationPosition?, _ calls: HTTPCalls
    ) {
        ask(stream, calls, cost: 1) { chat, account throws(CommandError) in
            HeardConversation(place: try chat.messages.streamedPlace(id, for: account).place, account: account)
        } then: { [self] heard in
            enter(stream, heard)
            ask(stream, calls, cost: 0) { chat, account throws(CommandError) in
                // One who has left the group meanwhile hears nothing.
                _ = try chat.messages.streamedPlace(id, for: account)
                return try chat.devices.resume(id, from: position.map { (seq: $0.seq, change: $0.change) }, of: account)
            } then: { [self] messages, changes in
                let end = ConversationPosition(seq: messages.seq, change: changes.seq)
                stream.conversation?.start = end
                stream.conversation?.position = end
                let page = FollowerPage(
                    messages, changes, of: id, after: position ?? end, wait: link.context.configuration.drain.wait)
                begin(stream, with: page)
            }
        }
    }

    /// Asks the state, which knows all that has been committed.
    private func ask<Answer: Sendable>(
        _ stream: FollowerStream, _ calls: HTTPCalls, cost: Int,
        _ work: @escaping @Sendable (ChatState, AccountNumber) throws(CommandError) -> Answer,
        then take: @escaping (Answer) -> Void
    ) {
        let found = Lock<Answer?>(nil)
        let call = HTTPCall(
            operation: "message.history", data: [], key: nil, caller: .user(stream.identity), trace: nil, cost: cost
        ) { _, caller in
            .ask { chat, _ throws(CommandError) in
                let answer = try work(chat, caller.account)
                found.withLock { $0 = answer }
            }
        }
        calls.run(call) { [self] content in
            switch (content, found.withLock { $0 }) {
            case (.refusal(let refusal), _), (.fault(let refusal), _): refuse(stream, refusal)
            case (.ok, let answer?): take(answer)
            case (.ok, nil): preconditionFailure("the state was asked and has answered nothing")
            }
        }
    }

    private func enter(_ stream: FollowerStream, _ conversation: HeardConversation) {
        guard case .judged(let exchange) = stream.stage else { preconditionFailure("a stream was let in twice") }
        stream.stage = .catchingUp(exchange)
        stream.conversation = conversation
        hearing[stream.connection] = stream
        link.context.directory.hearers.enter(conversation.account, stream.connection)
        if let group = conversation.place.parties.group {
            groups.enter(group, stream.connection, of: conversation.account)
        }
    }

    /// It has begun: from here on it hears texts as they come, too.
    func watchTexts(_ stream: FollowerStream) {
        guard let conversation = stream.conversation else { return }
        streamed.hear(conversation.place, by: conversation.account, on: stream.connection)
    }

    func leave(_ stream: FollowerStream) {
        guard hearing.removeValue(forKey: stream.connection) != nil else { return }
        rooms.leaveAll(stream.connection)
        guard let conversation = stream.conversation else { return }
        link.context.directory.hearers.leave(conversation.account, stream.connection)
        groups.leaveAll(stream.connection)
        streamed.leaveAll(stream.connection)
    }

    /// To those of the connections that are such streams.
    func hear(_ event: Payload, on connections: [ConnectionID]) {
        if hearing.isEmpty { return }
        let streams = connections.compactMap { hearing[$0] }
        if streams.isEmpty { return }
        let event = ServerSentEvent(event.body, isNumbered: false)
        for stream in streams { tell(event, to: stream) }
    }

    /// Of the conversation alone; the account hears much else.
    func tell(_ event: ServerSentEvent, ofConversationTo stream: FollowerStream) {
        guard let position = stream.conversation?.take(event), let connection = link.shard.connection(stream.connection)
        else { return }
        link.shard.streams.send(Array("id: \(position.text)\n".utf8), to: connection)
        link.shard.streams.send(event.payload, to: [stream.connection])
    }

    /// The user is in the group no longer.
    func end(of user: UserID, in group: GroupNumber) {
        end(of: user, Refusal(.notInGroup, keys: ["conversationID"])) {
            $0.conversation?.place.parties.group == group
        }
    }
}

extension FollowerPage {
    /// `position`: from there the reader goes on.
    fileprivate init(
        _ messages: Resumption.Stream<MessageView>, _ changes: Resumption.Stream<ChangeView>, of id: ConversationID,
        after position: ConversationPosition, wait: Int
    ) {
        self.init(seq: messages.seq, wait: wait)
        let end = ConversationPosition(seq: messages.seq, change: changes.seq)
        var json = JSONWriter()
        guard case .recovered(let missed) = messages.verdict, case .recovered(let changed) = changes.verdict else {
            json.object { json in
                json.field("conversationID", id)
                json.object("messages") { $0.stream(messages) { _, _ in } }
                json.object("changes") { $0.stream(changes) { _, _ in } }
            }
            append("reset", at: end.text, data: json.bytes)
            return
        }
        var position = position
        for message in missed {
            position.seq = message.message.seq
            json.clear()
            json.object { $0.message(message) }
            append("message.new", at: position.text, data: json.bytes)
        }
        position.seq = end.seq
        for change in changed {
            position.change = change.place
            json.clear()
            json.object { json in
                json.field("conversationID", id)
                change.write(to: &json)
            }
            append(change.view == nil ? "message.gone" : "message.changed", at: position.text, data: json.bytes)
        }
        appendPosition(end.text)
    }
}
