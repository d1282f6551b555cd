import Chat
import ClientProtocol
import JSON
import ServerAPI

/// GroupFiles.add.
enum AddGroupFile: UserOperation {
    static let declaration = GroupFiles.add

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(GroupOperations.groupID)
        let name = try request(GroupFiles.name)
        let size = Int64(try request(GroupFiles.size))
        let url = try request(GroupFiles.url)
        return .change { chat, json throws(CommandError) in
            let file = try chat.groupFiles.addFile(named: name, size: size, url: url, to: id, by: caller.account)
            json.field("fileID", file)
        }
    }
}
