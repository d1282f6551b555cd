import Chat
import ClientProtocol
import JSON
import ServerAPI

/// GroupFiles.get.
enum GetGroupFile: UserOperation {
    static let declaration = GroupFiles.get

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(GroupOperations.groupID)
        let file = try request(GroupFiles.fileID)
        let offset = Int64(try request(GroupFiles.offset))
        return .read { transaction, json throws(CommandError) in
            let (bytes, size) = try SharedFiles.read(file, at: offset, of: id, for: caller.account, in: transaction)
            json.field("data", bytes: bytes)
            json.field("size", size)
            json.field("isFinished", offset + Int64(bytes.count) == size)
        }
    }
}
