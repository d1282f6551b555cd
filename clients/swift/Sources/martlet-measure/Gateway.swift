import MartletClient
import MartletLocking

/// A gateway in this process: it opens a session, gives a list, and tells messages.
final class Gateway: Transport {
    private struct Told {
        var tell: @Sendable (TransportEvent) -> Void = { _ in }
        var seqs: [Int]
    }

    private let told: Lock<Told>
    private let count: Int

    init(conversations: Int) {
        count = conversations
        told = Lock(Told(seqs: Array(repeating: 0, count: conversations)))
    }

    func connect(
        url: String, headers: [(name: String, value: String)], tell: @escaping @Sendable (TransportEvent) -> Void
    ) -> any Connection {
        told.withLock { $0.tell = tell }
        tell(.opened)
        return Socket(gateway: self)
    }

    /// A message comes to the conversation whose turn it is.
    func write(_ number: Int) {
        told.withLock { told in
            let place = number % count
            told.seqs[place] += 1
            var message = message(place, told.seqs[place])
            message["unreadCount"] = JSON(told.seqs[place])
            message["totalUnread"] = JSON(number + 1)
            say(["event": "message.new", "data": message], told)
        }
    }

    fileprivate func answer(_ text: String) {
        let frame = parsed(text)
        let ok: JSON
        switch frame["op"]?.string {
        case "session.open":
            ok = [
                "session": "s", "serverTime": 1_795_000_000_000, "stream": ["seq": 0], "groups": [:],
                "limits": ["requests": ["perSecond": 1000, "burst": 1000]],
            ]
        case "conversation.list":
            let list = (0..<count).map { conversation($0) }
            ok = ["conversations": JSON(list), "nextSeq": 0, "isFinished": true]
        default: ok = [:]
        }
        told.withLock { say(["id": frame["id"] ?? 0, "ok": ok], $0) }
    }

    private func say(_ frame: JSON, _ told: Told) {
        do {
            told.tell(.text(try frame.text()))
        } catch {
            preconditionFailure("\(error)")
        }
    }

    private func parsed(_ text: String) -> JSON {
        do {
            return try JSON(parsing: text)
        } catch {
            preconditionFailure("\(error)")
        }
    }

    private func message(_ place: Int, _ seq: Int) -> JSON {
        [
            "msgId": JSON("01890a5d-ac96-774b-bcce-\(100_000_000 + place * 1000 + seq)"),
            "clientMsgId": JSON("01890a5d-ac96-774b-bcce-\(200_000_000 + place * 1000 + seq)"),
            "conversationID": JSON("c2c_user\(place)"), "sessionType": 0, "seq": JSON(seq),
            "from": JSON("user\(place)"), "type": 0, "time": JSON(1_795_000_000_000 + seq),
            "body": ["text": JSON("This is message \(seq), of a length that people write in a chat.")],
        ]
    }

    private func conversation(_ place: Int) -> JSON {
        [
            "conversationID": JSON("c2c_user\(place)"), "type": 1, "userID": JSON("user\(place)"),
            "showName": JSON("User number \(place)"), "faceUrl": JSON("https://example.com/faces/\(place).png"),
            "unreadCount": 0, "recvOpt": 0, "isPinned": false, "isMarkedUnread": false, "groupAtInfolist": [],
            "seq": 0, "readSeq": 0, "lastMessage": .null,
        ]
    }
}

private struct Socket: Connection {
    let gateway: Gateway

    func send(_ text: String) { gateway.answer(text) }
    func close() {}
}
