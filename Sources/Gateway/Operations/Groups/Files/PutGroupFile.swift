import Chat
import ClientProtocol
import JSON
import ServerAPI

/// GroupFiles.put.
enum PutGroupFile: UserOperation {
    static let declaration = GroupFiles.put

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(GroupOperations.groupID)
        let file = try request(GroupFiles.fileID)
        let offset = Int64(try request(GroupFiles.offset))
        let bytes = try request(GroupFiles.data)
        return .change { chat, json throws(CommandError) in
            let received = try chat.groupFiles.putFile(file, bytes, at: offset, in: id, by: caller.account)
            json.field("received", received)
        }
    }
}
