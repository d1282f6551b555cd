import Foundation
import MartletClient
import MartletStore

#if os(Linux)
import MartletLinux

private typealias SystemTransport = LinuxTransport
#else
import MartletApple

private typealias SystemTransport = URLSessionTransport
#endif

/// A user's client: clients/conformance/README.md. `signOut` ends it, and another user's may follow.
final class Driver: Sendable {
    private let client: Client
    private let tokens = Tokens()
    private let seen = Seen()

    /// - Parameter command: the first one, `connect` or `open`
    init(_ command: JSON) {
        var options = Client.Options()
        options.platform = "pc"
        options.gapLimit = command["gapLimit"]?.int ?? .max
        options.clockAhead = 1000 * (command["ahead"]?.int ?? 0)
        options.keepsPositions = command["keeps"]?.bool ?? false
        options.storage = command["storage"]?.string.map { SQLiteStorage(path: $0) }
        options.keepsStore = true
        client = Client(
            url: command["url"]?.string ?? "", user: command["user"]?.string ?? "",
            device: command["device"]?.string ?? "", transport: SystemTransport(), options: options
        ) { [tokens] isRefused in
            say(["token": ["refused": JSON(isRefused)]])
            return await tokens.next()
        }
        let events = client.events(limit: .max)
        Task { [seen] in
            for await event in events { await seen.tell(event) }
        }
    }

    func take(_ command: JSON) {
        let id = command["conversationID"]?.string ?? ""
        switch command["do"]?.string {
        case "connect": Task { [client] in try await client.connect() }
        case "open":
            Task { [client] in
                try await client.open()
                say(["opened": true])
            }
        case "token":
            if let token = command["token"]?.string { Task { [tokens] in await tokens.give(token) } }
        case "send": send(id, command)
        case "recall":
            let msgId = command["msgId"]?.string ?? ""
            Task { [client] in try await client.recall(id, msgId) }
        case "read": Task { [client] in try await client.markRead(id) }
        case "scroll": Task { await scroll(id, command) }
        case "members": Task { await tellMembers(command) }
        case "draft": keepDraft(id, command["text"] ?? .null)
        case "suspend":
            suspend(seconds: command["seconds"]?.int ?? 0)
            client.wake()
        case "signOut":
            Task { [client] in
                try await client.signOut()
                say(["signedOut": true])
            }
        case "show": Task { await show(command["call"] ?? .null) }
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

    private func tellMembers(_ command: JSON) async {
        let id = command["groupID"]?.string ?? ""
        do {
            let members = try await client.groups.everyone(id)
            let name = await client.groups.group(id)?["name"] ?? .null
            let users = JSON(members.map { JSON($0.userID) })
            say(["members": ["call": command["call"] ?? .null, "name": name, "members": users]])
        } catch {
            say(["members": ["call": command["call"] ?? .null, "error": JSON("\(error)")]])
        }
    }

    private func scroll(_ id: String, _ command: JSON) async {
        let (store, limit) = (client.store, command["limit"]?.int ?? 0)
        await seen.scroll(id)
        var scrolled: JSON = ["call": command["call"] ?? .null]
        do {
            if await store.view(id).isLoaded {
                try await store.older(id, limit: limit)
            } else {
                try await store.open(id, limit: limit)
            }
            scrolled["isComplete"] = JSON(await store.view(id).isComplete)
        } catch {
            scrolled["error"] = JSON("\(error)")
        }
        say(["scrolled": scrolled])
    }

    private func keepDraft(_ id: String, _ text: JSON) {
        do {
            try client.store.keepDraft(id, ["text": text])
        } catch {
            preconditionFailure("\(error)")
        }
    }

    private func show(_ call: JSON) async {
        let (store, unsent) = (client.store, await client.unsent)
        let list = await store.conversations()
        var (messages, waiting, drafts): (JSON, JSON, JSON) = ([:], [:], [:])
        for id in await seen.scrolled {
            messages[id] = JSON(await store.view(id).messages.map { [$0["seq"] ?? .null, text(of: $0)] })
        }
        for entry in unsent {
            let texts = waiting[entry.conversationID]?.array ?? []
            waiting[entry.conversationID] = JSON(texts + [entry.message["body"]?["text"] ?? .null])
        }
        for one in list {
            guard let id = one["conversationID"]?.string else { continue }
            drafts[id] = await store.draft(id)?["text"]
        }
        say([
            "shown": [
                "call": call, "unsent": JSON(unsent.count), "totalUnread": JSON(await store.totalUnread),
                "conversations": members(list) { $0["unreadCount"] },
                "list": JSON(
                    list.map { one in
                        var shown: JSON = [:]
                        for name in ["conversationID", "seq", "isPinned"] { shown[name] = one[name] }
                        shown["last"] = text(of: one["lastMessage"])
                        return shown
                    }), "messages": messages, "waiting": waiting, "gaps": await seen.gaps, "drafts": drafts,
            ]
        ])
    }
}

/// Nothing of this process runs for so long.
private func suspend(seconds: Int) {
    #if os(iOS)
    preconditionFailure("scenarios run on a Mac, not in a simulator")
    #else
    let result = system("(sleep \(seconds); kill -CONT \(getpid())) >/dev/null 2>&1 &")
    precondition(result == 0, "there is no shell")
    kill(getpid(), SIGSTOP)
    #endif
}

private func members(_ list: [JSON], _ value: (JSON) -> JSON?) -> JSON {
    .object(JSONObject(list.compactMap { one in one["conversationID"]?.string.map { ($0, value(one) ?? .null) } }))
}

/// The text of a message that was not taken back.
private func text(of message: JSON?) -> JSON {
    message?["recalled"] == nil ? message?["body"]?["text"] ?? .null : .null
}

/// The driver was told and asked this since its client runs.
private actor Seen {
    private(set) var scrolled: [String] = []
    private(set) var gaps: JSON = [:]

    func scroll(_ id: String) {
        if !scrolled.contains(id) { scrolled.append(id) }
    }

    func tell(_ event: ClientEvent) {
        switch event {
        case .state(let state): say(["state": JSON(state.name)])
        case .event(let event): tell(event)
        case .unsaved: say(["unsaved": true])
        case .storeLost: say(["storeLost": true])
        case .outboxChanged, .storeChanged, .overflow: break
        }
    }

    private func tell(_ event: Event) {
        let data = event.data
        switch event.name {
        case "sync.list": say(["listed": true])
        case "sync.gap":
            guard let id = data["conversationID"]?.string else { break }
            gaps[id] = JSON((gaps[id]?.array ?? []) + [[data["from"] ?? .null, data["to"] ?? .null]])
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
}
