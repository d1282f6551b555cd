import Chat
import ClientProtocol
import Domain
import JSON

/// `admin.account.list`.
enum ListAccounts: AdminOperation {
    static let declaration = Operation(
        "admin.account.list", "Lists all accounts in the order in which they were made, a page at a time.",
        roles: .admin, parameters: [cursor.description, limit.description],
        result: [AccountParameters.found, Field("cursor", .integer, "Send it for the next page; 0 at the end.")],
        errors: [.unavailable])

    private static let cursor = Parameter.integer(
        "cursor", in: 0...4_294_967_295, standard: 0, "The value from the last page; 0: from the start.")
    private static let limit = Parameter.integer("limit", in: 1...1_000, standard: 100, "At most this many accounts.")

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let after = AccountNumber(Int64(try request(cursor)))
        let count = try request(limit)
        let present = request.context.present
        return .read { transaction, json throws(CommandError) in
            let page = try stored(AccountQueries.page(after: after, count: count, in: transaction))
            json.accounts(page.accounts, present)
            json.field("cursor", page.next)
        }
    }
}
