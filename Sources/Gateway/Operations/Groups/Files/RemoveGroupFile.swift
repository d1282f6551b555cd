import Chat
import ClientProtocol
import ServerAPI

/// `group.removeFile`.
enum RemoveGroupFile: MemberOperation {
    static let declaration = GroupFiles.remove

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        let file = try request(GroupFiles.fileID)
        return { chat, me, _ throws(CommandError) in
            try chat.groupFiles.removeFile(file, from: id, by: me)
        }
    }
}
