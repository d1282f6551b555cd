import ClientProtocol
import Domain
import JSON

/// `stream.…`: what a device has of its user's streams.
enum StreamParameters {
    static let seq = ValueType.integer(0...4_294_967_295)

    static func groupSeqs(_ value: JSONValue) throws(Mismatch) -> [String: Seq] { try seqs(value, by: "group") }

    static func channelSeqs(_ value: JSONValue) throws(Mismatch) -> [String: Seq] { try seqs(value, by: "channel") }

    private static func seqs(_ value: JSONValue, by thing: StaticString) throws(Mismatch) -> [String: Seq] {
        guard let members = value.members else { throw Mismatch("must be an object of seqs by \(thing) id") }
        guard value.count <= 1_000 else { throw Mismatch("names \(value.count) \(thing)s, more than 1000") }
        var seqs: [String: Seq] = [:]
        for (key, value) in members {
            guard let seq = value.uint64, seq <= 4_294_967_295 else { throw Mismatch("has a value that is not a seq") }
            seqs[key.keyText] = Seq(seq)
        }
        return seqs
    }

    static func seqs(_ value: JSONValue) throws(Mismatch) -> [String: Seq] {
        guard let members = value.members else { throw Mismatch("must be an object of seqs by conversation id") }
        guard value.count <= 100 else { throw Mismatch("names \(value.count) conversations, more than 100") }
        var seqs: [String: Seq] = [:]
        for (key, value) in members {
            guard let seq = value.uint64, seq <= 4_294_967_295 else { throw Mismatch("has a value that is not a seq") }
            // A device has it from the gateway, so it is an id.
            guard let id = ConversationID(key.keyText), !id.isNobodys else {
                throw Mismatch("names \(key.keyText), which is not a conversation id")
            }
            seqs[key.keyText] = Seq(seq)
        }
        return seqs
    }
}
