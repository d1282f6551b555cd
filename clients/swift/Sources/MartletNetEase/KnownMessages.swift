import MartletClient
import MartletFacade

/// The messages that this device has heard or fetched since the login: up to 500 of each conversation, in memory.
final class KnownMessages: Sendable {
    private static let limit = 500
    /// By conversation, sorted by place.
    private let conversations = Guarded<[String: [NIMMessage]]>([:])

    func before(_ seq: Int, in id: String, limit: Int) -> [NIMMessage] {
        conversations.with { Array(($0[id] ?? []).filter { $0.seq < seq }.suffix(limit)) }
    }

    /// Takes in messages as the gateway has them now. Recalled ones are gone.
    @discardableResult
    func add(_ read: [JSON]) -> [NIMMessage] {
        read.compactMap { json in
            let message = NIMMessage(json)
            let isGone = json["recalled"] != nil
            put(message, in: json["conversationID"]?.string ?? "", isGone: isGone)
            return isGone ? nil : message
        }
    }

    func take(_ event: Event) {
        let data = event.data
        switch event.name {
        case "message.new", "message.sent": add([data])
        case "message.changed": change(data["message"] ?? .null)
        case "message.deleted": remove(data["msgIds"]?.array ?? [], data)
        case "message.gone": remove([data["msgId"] ?? .null], data)
        case "conversation.deleted": forget(data["conversationIDs"]?.array ?? [])
        case "sync.reset": forget([data["stream"] ?? .null])
        default: break
        }
    }

    func clear() {
        conversations.with { $0 = [:] }
    }

    private func put(_ message: NIMMessage, in id: String, isGone: Bool) {
        conversations.with { conversations in
            var all = conversations[id] ?? []
            let place = all.firstIndex { $0.seq >= message.seq } ?? all.endIndex
            if all.indices.contains(place), all[place].seq == message.seq { all.remove(at: place) }
            if !isGone { all.insert(message, at: place) }
            conversations[id] = all.suffix(Self.limit)
        }
    }

    /// Only of those that are known: there is no hole before them then.
    private func change(_ message: JSON) {
        let isKnown = conversations.with { conversations in
            conversations[message["conversationID"]?.string ?? ""]?.contains { $0.seq == message["seq"]?.int } ?? false
        }
        if isKnown { add([message]) }
    }

    private func remove(_ msgIds: [JSON], _ data: JSON) {
        let gone = Set(msgIds.compactMap(\.string))
        conversations.with { conversations in
            conversations[data["conversationID"]?.string ?? ""]?.removeAll { gone.contains($0.msgId) }
        }
    }

    private func forget(_ ids: [JSON]) {
        conversations.with { conversations in
            for id in ids.compactMap(\.string) { conversations[id] = nil }
        }
    }
}
