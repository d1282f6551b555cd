import MartletClient
import MartletLinux
import MartletStore

/// The driver of the Swift client: clients/conformance/README.md.
final class Driver: Sendable {
    private let client: Client
    private let tokens = Tokens()

    /// - Parameter command: the first one, `connect`
    init(_ command: JSON) {
        var options = Client.Options()
        options.platform = "pc"
        options.gapLimit = .max
        options.clockAhead = 1000 * (command["ahead"]?.int ?? 0)
        options.keepsPositions = command["keeps"]?.bool ?? false
        if let path = command["storage"]?.string { options.storage = SQLiteStorage(path: path) }
        client = Client(
            url: command["url"]?.string ?? "", user: command["user"]?.string ?? "",
            device: command["device"]?.string ?? "", transport: LinuxTransport(), options: options
        ) { [tokens] isRefused in
            say(["token": ["refused": JSON(isRefused)]])
            return await tokens.next()
        }
        let events = client.events(limit: .max)
        Task {
            for await event in events { tell(event) }
        }
        Task { [client] in try await client.connect() }
    }

    func take(_ command: JSON) {
        let id = command["conversationID"]?.string ?? ""
        switch command["do"]?.string {
        case "token":
            if let token = command["token"]?.string { Task { [tokens] in await tokens.give(token) } }
        case "send": send(id, command)
        case "recall":
            let msgId = command["msgId"]?.string ?? ""
            Task { [client] in try await client.recall(id, msgId) }
        case "read": Task { [client] in try await client.markRead(id) }
        case "show": Task { [client] in await show(client, command["call"] ?? .null) }
        case "disconnect": client.disconnect()
        default: preconditionFailure("there is no command \(command.compactLine)")
        }
    }

    private func send(_ id: String, _ command: JSON) {
        let name = command["id"] ?? .null
        let sending: Sending
        do {
            let isJSON = command["isJSON"]?.bool ?? true
            let body: JSON = ["text": isJSON ? command["text"] ?? .null : .double(.nan)]
            sending = try client.send(id, message: ["body": body])
        } catch {
            return say(["failed": ["id": name, "error": JSON("\(error)")]])
        }
        Task {
            do {
                say(["sent": ["id": name, "seq": try await sending.stored["seq"] ?? .null]])
            } catch {
                say(["failed": ["id": name, "error": JSON("\(error)")]])
            }
        }
    }
}

private func show(_ client: Client, _ call: JSON) async {
    let list = await client.conversationList.compactMap { one in
        one["conversationID"]?.string.map { ($0, one["unreadCount"] ?? 0) }
    }
    say([
        "shown": [
            "call": call, "unsent": JSON(await client.unsent.count), "totalUnread": JSON(await client.totalUnread),
            "conversations": .object(JSONObject(list)),
        ]
    ])
}

private func tell(_ event: ClientEvent) {
    switch event {
    case .state(let state): say(["state": JSON(state.name)])
    case .event(let event): tell(event)
    case .outboxChanged, .unsaved, .overflow: break
    }
}

private func tell(_ event: Event) {
    let data = event.data
    switch event.name {
    case "sync.list": say(["listed": true])
    case "message.new":
        var told: JSON = [:]
        for name in ["conversationID", "seq", "msgId", "from"] { told[name] = data[name] }
        told["text"] = data["body"]?["text"]
        say(["told": told])
    case "message.changed":
        let message = data["message"]
        say([
            "changed": [
                "conversationID": data["conversationID"] ?? .null, "msgId": message?["msgId"] ?? .null,
                "isRecalled": JSON(message?["recalled"] != nil),
            ]
        ])
    default: break
    }
}
