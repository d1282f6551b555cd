import MartletClient

/// Shows conversations in a terminal, and does what its user types.
actor Chat {
    private let client: Client
    private let store: ClientStore
    /// The conversation that is open.
    private var opened: String?
    private var watching: Task<Void, Never>?
    /// Its lines, by message: a message is printed once, and again when its line is another.
    private var printed: [String: String] = [:]
    /// Up to here it was marked as read.
    private var readSeq = 0

    init(_ client: Client) {
        self.client = client
        store = client.store
    }

    func take(_ line: String) async {
        let words = line.split(separator: " ", maxSplits: 1)
        switch words.first {
        case "/list": await list()
        case "/open" where words.count == 2: open(String(words[1]))
        case "/older": older()
        case "/retry":
            for entry in await client.unsent where entry.error != nil { _ = client.retry(entry.clientMsgId) }
        case nil: break
        case let word? where word.hasPrefix("/"): say("* there is no \(line)")
        default:
            guard let opened else { return say("* /open USER first") }
            client.send(opened, line)
        }
    }

    func list() async {
        say("* \(await store.totalUnread) unread")
        for conversation in await store.conversations(first: 20) {
            let unread = conversation["unreadCount"]?.int ?? 0
            let last = conversation["lastMessage"].map(text) ?? ""
            say("  \(name(conversation))\(unread > 0 ? " (\(unread))" : ""): \(last)")
        }
    }

    /// Says how the connection is, and which other conversations have new messages.
    func tellNews() async {
        for await event in client.events {
            switch event {
            case .state(.open): say("* connected")
            case .state(.waiting(_, let reason)): say("* no connection: \(reason.message)")
            case .state(.ended(let reason, _)): say("* ended: \(reason.message)")
            case .unsaved(let error): say("* not saved: \(error.message)")
            case .event(let event) where event.name == "message.new":
                guard let id = event.data["conversationID"]?.string, id != opened else { break }
                say("* \(id): \(text(event.data))")
            default: break
            }
        }
    }

    // MARK: - The conversation that is open

    private func open(_ name: String) {
        let id = name.contains("_") ? name : "c2c_\(name)"
        (opened, printed, readSeq) = (id, [:], 0)
        watching?.cancel()
        watching = Task { [store] in
            for await view in store.watch(id) { await show(view, of: id) }
        }
        attempt("* no messages") { [store] in try await store.open(id) }
    }

    private func older() {
        guard let opened else { return }
        attempt("* no older messages") { [store] in
            try await store.older(opened)
            await self.showAgain(opened)
        }
    }

    private func showAgain(_ id: String) async {
        printed = [:]
        await show(store.view(id), of: id)
    }

    private func show(_ view: ConversationView, of id: String) async {
        let readTime = await store.conversation(id)?["peerReadTime"]?.int ?? 0
        guard id == opened else { return }
        for message in view.messages {
            let from = message["from"]?.string ?? ""
            let isRead = message["time"]?.int ?? 0 <= readTime
            let state = from == client.user ? (isRead ? " (read)" : " (sent)") : ""
            show("\(from): \(text(message))\(state)", of: message["clientMsgId"] ?? message["msgId"])
        }
        for entry in view.unsent {
            let state = entry.error.map { "not sent: \($0.message)" } ?? "waiting"
            show("\(client.user): \(text(entry.message)) (\(state))", of: JSON(entry.clientMsgId))
        }
        markRead(id, view.messages.last?["seq"]?.int ?? 0)
    }

    private func show(_ line: String, of message: JSON?) {
        guard let id = message?.string, printed[id] != line else { return }
        printed[id] = line
        say(line)
    }

    private func markRead(_ id: String, _ seq: Int) {
        guard seq > readSeq else { return }
        readSeq = seq
        attempt("* not marked as read") { [client] in try await client.markRead(id, seq: seq) }
    }

    /// Nothing else waits for it.
    private func attempt(_ failure: String, _ work: @escaping @Sendable () async throws -> Void) {
        Task {
            do {
                try await work()
            } catch {
                say("\(failure): \(error)")
            }
        }
    }
}

private func name(_ conversation: JSON) -> String {
    let id = conversation["conversationID"]?.string ?? ""
    guard let name = conversation["showName"]?.string, !name.isEmpty else { return id }
    return name
}

/// Of a message that is stored, or was written.
private func text(_ message: JSON) -> String {
    if message["recalled"] != nil { return "(taken back)" }
    return message["body"]?["text"]?.string ?? "(no text)"
}

extension OutboxEntry {
    /// Why the gateway has refused it.
    fileprivate var error: MartletError? {
        guard case .failed(let error) = state else { return nil }
        return error
    }
}
