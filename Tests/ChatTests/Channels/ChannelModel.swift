import Domain

@testable import Chat

/// The simplest account of channels: everything that was ever published, in order.
struct ChannelModel {
    struct Message: Equatable {
        let seq: Int
        let time: Milliseconds
        let sender: String?
        var clientID: String
        /// Nil: erased.
        var text: String?
    }

    struct Publication {
        let seq: Int
        let time: Milliseconds
        let text: String
    }

    struct Publisher: Hashable {
        let sender: String?
        let clientID: String
    }

    struct Channel {
        enum State { case open, ending, gone }

        var state = State.open
        var createdAt: Milliseconds
        var title: String
        var access: ChannelAccess
        var publishers: Set<String>
        var followers: [String] = []
        /// The seq before its first message.
        var base: Int
        var head: Int
        var messages: [Message] = []
        var publications: [Publisher: Publication] = [:]
    }

    let options: ChatOptions
    var now: Milliseconds
    var channels: [String: Channel] = [:]
    /// When each user's account was made.
    var bornAt: [String: Milliseconds] = [:]

    static let claims = ["ann": ChannelClaim(["a*"]), "bob": .none, "cid": .all]

    func isVisible(_ id: String, to user: String) -> Bool {
        guard let channel = channels[id], channel.state == .open, let claim = Self.claims[user] else { return false }
        return channel.access == .open || claim.names(ChannelID(id)!)
    }

    /// Those that are given out.
    func kept(in id: String) -> [Message] {
        channels[id]!.messages.filter { $0.time >= now - .days(options.channelDays) }
    }

    func followed(by user: String) -> [String] {
        channels.keys.sorted().filter { isVisible($0, to: user) && channels[$0]!.followers.contains(user) }
    }

    /// The verdict of a login that names the position, and no other channel: `recovered 1 2`, `gap 1 2`, `reset 1 kept`.
    func verdict(_ id: String, _ position: Int, for user: String) -> String {
        guard followed(by: user).contains(id) else { return "reset 1 unknown at 0" }
        let (channel, kept) = (channels[id]!, kept(in: id))
        let missed = kept.filter { $0.seq > position }
        guard position <= channel.head, missed.count == channel.head - position else {
            let why = position > channel.head ? "beyond" : "kept"
            return "reset \(kept.first?.seq ?? channel.head + 1) \(why) at \(channel.head)"
        }
        if missed.count > options.resumeMessages { return "gap \(position + 1) \(channel.head) at \(channel.head)" }
        return "recovered \(missed.map(\.seq)) at \(channel.head)"
    }

    private func period(_ time: Milliseconds) -> Int64 { time / .hours(options.retryHours) }

    /// What was published before with this id, if that is still known.
    func former(_ id: String, _ publisher: Publisher) -> Publication? {
        guard let channel = channels[id], let found = channel.publications[publisher],
            period(found.time) >= period(now) - 1, found.time >= channel.createdAt,
            found.time >= publisher.sender.map({ bornAt[$0]! }) ?? 0
        else { return nil }
        return found
    }

    mutating func append(_ text: String, to id: String, by publisher: Publisher) -> Int {
        let seq = channels[id]!.head + 1
        channels[id]!.head = seq
        channels[id]!.messages.append(
            Message(seq: seq, time: now, sender: publisher.sender, clientID: publisher.clientID, text: text))
        channels[id]!.publications[publisher] = Publication(seq: seq, time: now, text: text)
        let excess = seq - options.messagesPerChannel
        if excess > 0, excess % 100 == 0 { channels[id]!.messages.removeAll { $0.seq <= excess } }
        return seq
    }

    /// The account ends and is made anew.
    mutating func renew(_ user: String) {
        for id in channels.keys {
            channels[id]!.followers.removeAll { $0 == user }
            channels[id]!.publishers.remove(user)
        }
        bornAt[user] = now
    }

    mutating func erase(_ user: String) {
        for id in channels.keys {
            for index in channels[id]!.messages.indices where channels[id]!.messages[index].sender == user {
                channels[id]!.messages[index].text = nil
                channels[id]!.messages[index].clientID = ""
            }
            channels[id]!.publications = channels[id]!.publications.filter { $0.key.sender != user }
        }
    }
}
