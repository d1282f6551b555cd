import Chat
import ClientProtocol

/// `group.removeFile`.
enum RemoveGroupFile: MemberOperation {
    static let declaration = Operation.group(
        "group.removeFile", "Removes a file. Members remove their own files; owner and admins remove any.",
        [GroupParameters.groupID.description, GroupFileParameters.fileID.description], errors: [.noFile, .noGroupRight])

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        let file = try request(GroupFileParameters.fileID)
        return { chat, me, _ throws(CommandError) in
            try chat.groupFiles.removeFile(file, from: id, by: me)
        }
    }
}
