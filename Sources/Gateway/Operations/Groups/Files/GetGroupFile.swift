import Chat
import ClientProtocol
import JSON

/// `group.getFile`.
enum GetGroupFile: UserOperation {
    static let declaration = Operation.group(
        "group.getFile", "Reads the piece of a file that begins at an offset.",
        [
            GroupParameters.groupID.description, GroupFileParameters.fileID.description,
            GroupFileParameters.offset.description,
        ],
        result: [
            Field("data", .base64, "The bytes."), Field("size", .integer, "The file's size in bytes."),
            Field("isFinished", .boolean, "Whether this was the last piece."),
        ], errors: [.noFile])

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(GroupParameters.groupID)
        let file = try request(GroupFileParameters.fileID)
        let offset = Int64(try request(GroupFileParameters.offset))
        return .read { transaction, json throws(CommandError) in
            let (bytes, size) = try SharedFiles.read(file, at: offset, of: id, for: caller.account, in: transaction)
            json.field("data", bytes: bytes)
            json.field("size", size)
            json.field("isFinished", offset + Int64(bytes.count) == size)
        }
    }
}
