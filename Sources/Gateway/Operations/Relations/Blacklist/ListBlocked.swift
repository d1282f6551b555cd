import Chat
import ClientProtocol
import JSON
import ServerAPI

/// BlacklistOperations.list.
enum ListBlocked {
    static let entry: (Operation, Handler) = (BlacklistOperations.list, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let account = session.account
        call.read(for: session) { transaction throws(CommandError) in
            let page = try stored(RelationQueries.blacklist(of: account, in: transaction))
            return { json in
                json.array("users") { json in
                    for user in page.items {
                        json.object { json in
                            json.field("userID", user.user)
                            json.field("addTime", user.addedAt)
                        }
                    }
                }
                json.field("version", page.version)
            }
        }
    }
}
