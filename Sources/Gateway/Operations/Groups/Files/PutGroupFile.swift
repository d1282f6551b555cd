import Chat
import ClientProtocol
import Domain
import JSON

/// `group.putFile`.
enum PutGroupFile: UserOperation {
    static let declaration = Operation.group(
        "group.putFile", "Adds the next piece of a file. A piece that is there already changes nothing.",
        [
            GroupParameters.groupID.description, GroupFileParameters.fileID.description,
            GroupFileParameters.offset.description, data.description,
        ],
        result: [Field("received", .integer, "How many bytes the gateway has.")], errors: [.noFile, .noGroupRight])

    private static let data = Parameter<[UInt8]>(
        "data", type: .called("{b: base64}", .object([Field("b", .base64Text(empty: false))])), "1 to 32,768 bytes."
    ) {
        value throws(Mismatch) in
        guard value.kind == .object, let bytes = value.bytes else { throw Mismatch("must be {\"b\": padded base64}") }
        guard (1...32_768).contains(bytes.count) else {
            throw Mismatch("must have 1 to 32768 bytes, not \(bytes.count)")
        }
        return bytes
    }

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(GroupParameters.groupID)
        let file = try request(GroupFileParameters.fileID)
        let offset = Int64(try request(GroupFileParameters.offset))
        let bytes = try request(data)
        return .change { chat, json throws(CommandError) in
            let received = try chat.groupFiles.putFile(file, bytes, at: offset, in: id, by: caller.account)
            json.field("received", received)
        }
    }
}
