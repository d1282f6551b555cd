import Chat
import ClientProtocol
import JSON

/// `group.files`.
enum ListGroupFiles: UserOperation {
    static let declaration = Operation.group(
        "group.files", "Lists shared files, newest first.",
        [GroupParameters.groupID.description, GroupParameters.cursor.description, pageSize.description],
        result: [
            Field("files", .list(SharedFile.type), "`createTime` in milliseconds."),
            Field("cursor", .string, "Send it for the next page; empty at the end."),
        ])

    private static let pageSize = Parameter.integer("pageSize", in: 1...1000, standard: 20, "At most this many files.")

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(GroupParameters.groupID)
        let after = try request.cursor()
        let count = try request(pageSize)
        return .read { transaction, json throws(CommandError) in
            let page = try SharedFiles.list(of: id, for: caller.account, after: after, count: count, in: transaction)
            json.array("files") { json in
                for file in page.items { json.object { $0.file(file) } }
            }
            json.cursor(page.next)
        }
    }
}
