import Chat
import ClientProtocol
import JSON
import Storage

/// A question to the store of media's bytes that comes before a change. Nobody but the media threads may wait for the answer.
/// It goes into the request's data, and the change is made of that: by the same handler, at whichever node.
struct Errand: Sendable {
    /// The JSON text of an object.
    typealias Search = @Sendable (MediaServices) throws(Refusal) -> [UInt8]

    /// The member of the data with what was found. No client may send it.
    static let member = "found"

    /// Looks at the rows, on a reader's queue, and says what to look for.
    let look: @Sendable (any Transaction) throws(CommandError) -> Search
    /// The work of the request with what was found.
    let work: @Sendable (Request) throws(Refusal) -> Work
}

extension Request {
    /// The answer to an errand; nil: it has not been on its way.
    func found() throws(Refusal) -> JSONValue? {
        guard let found = data?.member(Errand.member) else { return nil }
        guard isReplaced else {
            throw Refusal(operation.badParameter, "\(Errand.member) is the gateway's own", keys: [Errand.member])
        }
        return found
    }
}

extension Call {
    /// The data with one more member. `found`: the JSON text of a value.
    func data(with found: [UInt8]) -> [UInt8] {
        precondition(data.first == UInt8(ascii: "{") && data.last == UInt8(ascii: "}"), "\(operation) has no data")
        let isEmpty = data.dropFirst().dropLast().allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return data.dropLast() + Array("\(isEmpty ? "" : ",")\"\(Errand.member)\":".utf8) + found + [UInt8(ascii: "}")]
    }
}
