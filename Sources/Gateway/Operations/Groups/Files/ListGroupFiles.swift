import Chat
import ClientProtocol
import JSON
import ServerAPI

/// GroupFiles.list.
enum ListGroupFiles: UserOperation {
    static let declaration = GroupFiles.list

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(GroupOperations.groupID)
        let after = try request.cursor()
        let count = try request(GroupFiles.pageSize)
        return .read { transaction, json throws(CommandError) in
            let page = try SharedFiles.list(of: id, for: caller.account, after: after, count: count, in: transaction)
            json.array("files") { json in
                for file in page.items { json.object { $0.file(file) } }
            }
            json.cursor(page.next)
        }
    }
}
