import Chat
import ClientProtocol
import Domain
import ServerAPI

/// `admin.account.list`.
enum ListAccounts: AdminOperation {
    static let declaration = AccountOperations.list

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let after = AccountNumber(Int64(try request(AccountOperations.cursor)))
        let count = try request(AccountOperations.limit)
        let directory = request.context.directory
        return .read { transaction, json throws(CommandError) in
            let page = try stored(AccountQueries.page(after: after, count: count, in: transaction))
            json.accounts(page.accounts, directory)
            json.field("cursor", page.next)
        }
    }
}
