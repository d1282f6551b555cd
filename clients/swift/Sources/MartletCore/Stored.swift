/// Looks for a message in the history that may have been sent so long ago that the gateway does not know its
/// `clientMsgId` any more: sent again it would be a second message. It fails if the history cannot tell.
struct StoredSearch {
    /// So many pages of a conversation are read back.
    private static let mostPages = 20
    /// By so much the device's clock may have been wrong when the message was written.
    private static let clockError = 86_400_000

    private let entry: OutboxEntry
    private let user: String
    private let writtenAt: Int
    private let done: (Result<JSON?, MartletError>) -> Void
    private var cursor = 0
    private var pages = 0

    /// - Parameters:
    ///   - writtenAt: when it was written, by the gateway's clock
    ///   - done: gets the message, or nil if it was never sent
    init(
        _ entry: OutboxEntry, user: String, writtenAt: Int, _ done: @escaping (Result<JSON?, MartletError>) -> Void
    ) {
        self.entry = entry
        self.user = user
        self.writtenAt = writtenAt
        self.done = done
    }

    /// - Parameter request: asks for a page of `message.history`
    func read(_ request: @escaping (_ page: JSON, @escaping (Reply) -> Void) -> Void) {
        guard pages < Self.mostPages, entry.message["history"]?.bool != false else {
            return done(.failure(MartletError(name: "maybeSent", message: "it may have been sent before")))
        }
        request(["conversationID": JSON(entry.conversationID), "cursor": JSON(cursor), "limit": 100]) { result in
            switch result {
            case .success(let page): take(page, request)
            case .failure(let error): done(.failure(error))
            }
        }
    }

    private func take(_ page: JSON, _ request: @escaping (_ page: JSON, @escaping (Reply) -> Void) -> Void) {
        let messages = page["messages"]?.array ?? []
        let found = messages.first {
            $0["from"]?.string == user && $0["clientMsgId"]?.string == entry.clientMsgId
        }
        if let found { return done(.success(found)) }
        let isBefore = messages.contains { ($0["time"]?.int ?? 0) < writtenAt - Self.clockError }
        guard page["isFinished"]?.bool == false, !isBefore else { return done(.success(nil)) }
        var rest = self
        rest.cursor = page["cursor"]?.int ?? 0
        rest.pages += 1
        rest.read(request)
    }
}

/// The settings of `message.send` that a message has only if they are not these.
private let usualSettings: [(String, JSON)] = [
    ("history", true), ("roaming", true), ("sync", true), ("persist", true), ("shouldBeCounted", true),
    ("apnsEnabled", true), ("apnsWithPrefix", true), ("route", true), ("teamReceipt", false),
]

/// An own message as it was stored: what was sent, unless the gateway says otherwise, with its place.
func storedMessage(_ entry: OutboxEntry, user: String, reply: JSON) -> JSON {
    if let message = reply["message"] { return message }
    let sent = entry.message
    var message: JSON = [
        "clientMsgId": JSON(entry.clientMsgId), "sessionType": entry.conversationID.hasPrefix("group_") ? 1 : 0,
        "from": JSON(user),
    ]
    for name in ["type", "body", "atUserList", "apnsContent"] { message[name] = sent[name] }
    if let seconds = sent["expireSeconds"]?.int, seconds != 0, let time = reply["time"]?.int {
        message["expireAt"] = JSON(time + 1000 * seconds)
    }
    for (name, usual) in usualSettings where sent[name] ?? usual != usual { message[name] = sent[name] }
    return message.merging(reply)
}
