import Chat
import ClientProtocol
import Domain
import JSON
import Settings

/// `admin.account.create`.
enum CreateAccounts: AdminOperation {
    static let declaration = Operation(
        "admin.account.create", "Creates accounts. An account that exists already does not change.", roles: .admin,
        parameters: [accounts.description],
        result: [
            SharedParameters.results(with: [
                Field(optional: "created", .boolean, "False if the account existed already."),
                Field(optional: "info", .string, "Only with 7003: which rule the id breaks."),
            ])
        ],
        errors: [.badIdentifier, .badValue, .tooManyBytes, .unavailable])

    /// An account to make; or what is wrong with it.
    fileprivate struct NewAccount: Sendable {
        let userID: String
        let nickname: String?
        let faceURL: String?
    }

    private static let accounts = Parameter<[NewAccount]>(
        "accounts",
        type: .list(
            .object([
                Field("userID", .user), Field(optional: "nickname", .string), Field(optional: "faceUrl", .string),
            ]), 1...100),
        "The accounts. `nickname` and `faceUrl` may be left out."
    ) { value throws(Mismatch) in
        guard let elements = value.elements else { throw Mismatch("must be a list, not \(value.kind)") }
        guard (1...100).contains(elements.count) else {
            throw Mismatch("must have 1 to 100 elements, not \(elements.count)")
        }
        var accounts: [NewAccount] = []
        for element in elements {
            guard let userID = element["userID"]?.string else {
                throw Mismatch("must be a list of objects with a string userID")
            }
            accounts.append(
                NewAccount(
                    userID: userID, nickname: try text(element, "nickname"), faceURL: try text(element, "faceUrl")))
        }
        return accounts
    }

    private static func text(_ element: JSONValue, _ name: StaticString) throws(Mismatch) -> String? {
        guard let value = element[name], !value.isNull else { return nil }
        guard let text = value.string else { throw Mismatch("has a \(name) that is not a string") }
        return text
    }

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let accounts = try request(Self.accounts)
        let rule = request.context.configuration.auth.userIDs
        let system = request.context.configuration.systemSender
        return .change { chat, json throws(CommandError) in
            let results = try accounts.map { account throws(CommandError) in try chat.make(account, rule, but: system) }
            json.results(zip(accounts, results).map { ($0.userID, $1.error) }) { index, json in
                let result = results[index]
                if result.error == nil { json.field("created", result.isCreated) }
                if let fault = result.fault { json.field("info", "userID \(fault)") }
            }
        }
    }
}

extension ChatState {
    fileprivate func make(
        _ account: CreateAccounts.NewAccount, _ rule: UserIDRule, but system: UserID?
    ) throws(CommandError) -> (error: ErrorCode?, fault: UserIDRule.Fault?, isCreated: Bool) {
        let user: UserID
        do throws(UserIDRule.Fault) {
            user = try rule.id(account.userID)
        } catch {
            return (.badIdentifier, error, false)
        }
        // no user has it.
        if user == system { return (.badIdentifier, nil, false) }
        if let error = account.nickname.flatMap(ShownText.nickname.fault)?.code { return (error, nil, false) }
        if let error = account.faceURL.flatMap(ShownText.faceURL.fault)?.code { return (error, nil, false) }
        let isCreated = try accountAdministration.create(
            user, nickname: account.nickname ?? "", faceURL: account.faceURL ?? "")
        return (nil, nil, isCreated)
    }
}
