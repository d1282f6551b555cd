import Chat
import ClientProtocol
import Domain
import JSON

/// `admin.account.erasures`.
enum ListErasures: AdminOperation {
    static let declaration = Operation(
        "admin.account.erasures",
        "Lists the users of `admin.account.erase` whose texts are still being erased, the first one first, up to 1000.",
        roles: .admin, parameters: [],
        result: [
            Field(
                "erasures",
                .list(
                    .object([
                        Field("userID", .string),
                        Field("leavesTraces", .boolean, "All rows are gone; what they have left in files is not yet."),
                    ])))
        ], errors: [.unavailable])

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        .ask { chat, json throws(CommandError) in
            let erasures = try chat.jobs.currentErasures()
            json.array("erasures") { json in
                for erasure in erasures {
                    json.object { json in
                        json.field("userID", erasure.user.text)
                        json.field("leavesTraces", erasure.isLeavingTraces)
                    }
                }
            }
        }
    }
}
