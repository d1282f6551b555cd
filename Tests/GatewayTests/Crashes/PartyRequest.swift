import JSON

/// A user's request about a conversation; asked again after a crash, it is the same request.
struct PartyRequest: Sendable {
    enum Kind: Sendable {
        case write(clientID: String)
        case read(upTo: Int)
        case pin(Bool)
        case receive(Int)
    }

    let user: Int
    let peer: Int
    let kind: Kind
    /// Different for each request.
    let number: Int

    /// As it is sent; `peer` by its name.
    func envelope(id: UInt64, peer: String) -> String {
        let conversation = #""conversationID": "c2c_\#(peer)""#
        return switch kind {
        case .write(let clientID):
            #"{"id": \#(id), "op": "message.send", "data": \#(message(Self.text(clientID), to: peer, id: clientID))}"#
        case .read(let seq): keyed(id, "conversation.markRead", #"{\#(conversation), "seq": \#(seq)}"#)
        case .pin(let isPinned): keyed(id, "conversation.pin", #"{\#(conversation), "pinned": \#(isPinned)}"#)
        case .receive(let option):
            keyed(id, "conversation.setC2CReceiveOpt", #"{"userIDs": ["\#(peer)"], "opt": \#(option)}"#)
        }
    }

    private func keyed(_ id: UInt64, _ operation: String, _ data: String) -> String {
        #"{"id": \#(id), "op": "\#(operation)", "key": "\#(number)", "data": \#(data)}"#
    }

    /// Names its author, its receiver, and the length of its text, so that it can be told from any other's.
    static func clientID(from user: Int, to peer: Int, number: Int, padding: Int) -> String {
        "\(user).\(peer).\(number).\(padding)"
    }

    static func isClientID(_ clientID: String, from user: Int, to peer: Int) -> Bool {
        clientID.hasPrefix("\(user).\(peer).")
    }

    static func text(_ clientID: String) -> String {
        let padding = clientID.split(separator: ".").last.flatMap { Int($0) } ?? 0
        return clientID + String(repeating: "x", count: padding)
    }
}

/// How much there was to check.
struct Tally: Sendable {
    var acknowledged = 0
    /// Messages and changes that were asked again, since the crash had come before their reply.
    var askedAgain = 0
    /// Messages among them that had been stored.
    var foundStored = 0
    /// Messages that a device which came back was given.
    var resumed = 0
    /// Messages that were pushed to users who were away.
    var pushed = 0
    /// Changes of messages that were acknowledged.
    var changed = 0

    static func + (one: Tally, other: Tally) -> Tally {
        Tally(
            acknowledged: one.acknowledged + other.acknowledged, askedAgain: one.askedAgain + other.askedAgain,
            foundStored: one.foundStored + other.foundStored, resumed: one.resumed + other.resumed,
            pushed: one.pushed + other.pushed, changed: one.changed + other.changed)
    }
}
