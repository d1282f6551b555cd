import Chat
import ClientProtocol
import JSON
import ServerAPI

/// GroupFiles.list.
enum ListGroupFiles {
    static let entry: (Operation, Handler) = (GroupFiles.list, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let id = try call(GroupOperations.groupID)
        let after = try call.cursor()
        let count = try call(GroupFiles.pageSize)
        let account = session.account
        call.read(for: session) { transaction throws(CommandError) in
            let page = try SharedFiles.list(of: id, for: account, after: after, count: count, in: transaction)
            return { json in
                json.array("files") { json in
                    for file in page.items { json.object { $0.file(file) } }
                }
                json.cursor(page.next)
            }
        }
    }
}
