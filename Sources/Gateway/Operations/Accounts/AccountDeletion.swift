import Chat
import ClientProtocol
import Domain
import JSON

/// Accounts end, and what they have written goes.
extension OperationTable {
    @OperationList static var accountDeletion: [OperationDefinition] {
        Operation(
            "admin.account.delete",
            "Ends the users' sessions and deletes their data. The messages that they sent stay with the receivers.",
            roles: .admin, parameters: [AccountParameters.users], result: [SharedParameters.results],
            errors: [.noAccount, .unavailable]
        ).admin { request, _ throws(Refusal) in
            let users = try request(AccountParameters.users)
            return .changeEach(of: users) { chat, user throws(CommandError) in
                try chat.accountAdministration.delete(user)
            }
        }

        let messages = Parameter.flag(
            "messages", standard: false,
            "Whether what they have written to others goes, too; also of accounts deleted before.")
        Operation(
            "admin.account.erase",
            "Deletes accounts like `admin.account.delete`. With `messages` also everything that the users have written "
                + "goes, from all files: `admin.account.erasures` lists users whose texts are still being erased.",
            roles: .admin, parameters: [AccountParameters.users, messages],
            result: [SharedParameters.results], errors: [.noAccount, .unavailable]
        ).admin { request, _ throws(Refusal) in
            let users = try request(AccountParameters.users)
            let messages = try request(messages)
            return .changeEach(of: users) { chat, user throws(CommandError) in
                try chat.accountAdministration.erase(user, messages: messages)
            }
        }

        Operation(
            "admin.account.erasures",
            "Lists the users of `admin.account.erase` whose texts are not erased yet, the first one first, up to 1000.",
            roles: .admin, parameters: [],
            result: [
                Field(
                    "erasures",
                    .list(
                        .object([
                            Field("userID", .string),
                            Field(
                                "leavesTraces", .boolean,
                                "All rows are gone; what they have left in files is not yet."),
                            Field(
                                "hasStopped", .boolean,
                                "A damaged row has stopped it, which the log names. Mend the store, then ask for the "
                                    + "erasure again."
                            ),
                        ])))
            ], errors: [.unavailable]
        ).admin { _, _ throws(Refusal) in
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
}
