import Chat
import ClientProtocol
import JSON
import ServerAPI

/// GroupFiles.add.
enum AddGroupFile {
    static let entry: (Operation, Handler) = (GroupFiles.add, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let id = try call(GroupOperations.groupID)
        let name = try call(GroupFiles.name)
        let size = Int64(try call(GroupFiles.size))
        let url = try call(GroupFiles.url)
        call.change(by: session) { [account = session.account] chat throws(CommandError) in
            let file = try chat.groupFiles.addFile(named: name, size: size, url: url, to: id, by: account)
            return { $0.field("fileID", file) }
        }
    }
}
