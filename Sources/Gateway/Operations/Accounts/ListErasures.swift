import Chat
import ClientProtocol
import Domain
import JSON

/// `admin.account.erasures`.
enum ListErasures: AdminOperation {
    static let declaration = Operation(
        "admin.account.erasures",
        "Lists the users of `admin.account.erase` whose texts are not erased yet, the first one first, up to 1000.",
        roles: .admin, parameters: [],
        result: [
            Field(
                "erasures",
                .list(
                    .object([
                        Field("userID", .string),
                        Field("leavesTraces", .boolean, "All rows are gone; what they have left in files is not yet."),
                        Field(
                            "hasStopped", .boolean,
                            "A damaged row has stopped it, which the log names. Mend the store, then ask for the erasure again."
                        ),
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
                        json.field("hasStopped", erasure.hasStopped)
                    }
                }
            }
        }
    }
}
