import Chat
import ClientProtocol
import JSON
import ServerAPI

/// GroupFiles.get.
enum GetGroupFile {
    static let entry: (Operation, Handler) = (GroupFiles.get, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let id = try call(GroupOperations.groupID)
        let file = try call(GroupFiles.fileID)
        let offset = Int64(try call(GroupFiles.offset))
        let account = session.account
        call.read(for: session) { transaction throws(CommandError) in
            let (bytes, size) = try SharedFiles.read(file, at: offset, of: id, for: account, in: transaction)
            return { json in
                json.field("data", bytes: bytes)
                json.field("size", size)
                json.field("isFinished", offset + Int64(bytes.count) == size)
            }
        }
    }
}
