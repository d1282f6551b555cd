import Chat
import ClientProtocol
import JSON
import ServerAPI

/// GroupFiles.put.
enum PutGroupFile {
    static let entry: (Operation, Handler) = (GroupFiles.put, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let id = try call(GroupOperations.groupID)
        let file = try call(GroupFiles.fileID)
        let offset = Int64(try call(GroupFiles.offset))
        let bytes = try call(GroupFiles.data)
        call.change(by: session) { [account = session.account] chat throws(CommandError) in
            let received = try chat.groupFiles.putFile(file, bytes, at: offset, in: id, by: account)
            return { $0.field("received", received) }
        }
    }
}
