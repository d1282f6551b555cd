import Chat
import ClientProtocol
import Domain
import JSON
import Settings
import Telemetry

/// Accounts are made and changed; a ping shows that a key is valid.
extension OperationTable {
    @OperationList static var accounts: [OperationDefinition] {
        Operation(
            "admin.ping", "Replies, which shows that the key is valid.", roles: .admin,
            result: [
                Field("key", .string, "The name of the key that opened the session."),
                Field(
                    optional: "operatorId", .string,
                    "The user in whose name the session acts. Absent if none was given."),
                Field("version", .string, "The gateway's version."),
                Field("serverTime", .milliseconds, "The gateway's clock."),
            ]
        ).admin { request, caller throws(Refusal) in
            let time = request.context.configuration.now.time
            return .reply { json in
                json.field("key", caller.keyName)
                if let user = caller.operatorID { json.field("operatorId", user.text) }
                json.field("version", Build.version)
                json.field("serverTime", time.rawValue)
            }
        }

        let accounts = Parameter<[NewAccount]>(
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
        Operation(
            "admin.account.create", "Creates accounts. An account that exists already does not change.", roles: .admin,
            parameters: [accounts],
            result: [
                SharedParameters.results(with: [
                    Field(optional: "created", .boolean, "False if the account existed already."),
                    Field(optional: "info", .string, "Only with 7003: which rule the id breaks."),
                ])
            ],
            errors: [.badIdentifier, .badValue, .tooManyBytes, .unavailable]
        ).admin { request, _ throws(Refusal) in
            let accounts = try request(accounts)
            let rule = request.context.configuration.auth.userIDs
            let limits = request.context.configuration.profiles
            let system = request.context.configuration.systemSender
            return .change { chat, json throws(CommandError) in
                let results = try accounts.map { account throws(CommandError) in
                    try chat.make(account, rule, limits, but: system)
                }
                json.results(zip(accounts, results).map { ($0.userID, $1.error) }) { index, json in
                    let result = results[index]
                    if result.error == nil { json.field("created", result.isCreated) }
                    if let fault = result.fault { json.field("info", "userID \(fault)") }
                }
            }
        }

        let most = Configuration.Profiles.most
        let nickname = Parameter<String>(
            "nickname", type: .characters(0...most.nicknameCharacters).namedOrEmpty,
            "The name that others see, up to `profiles.nicknameCharacters`."
        ) { value throws(Mismatch) in try value.shownText("nickname", else: nil) }.optional
        let faceURL = Parameter<String>(
            "faceUrl", type: .characters(0...most.faceUrlCharacters),
            "The avatar, up to `profiles.faceUrlCharacters`."
        ) { value throws(Mismatch) in try value.shownText("faceUrl", else: nil) }.optional
        Operation(
            "admin.account.update",
            "Changes a user's name or avatar. Users who have a conversation with the user are told.",
            roles: .admin, parameters: [AccountParameters.user, nickname, faceURL],
            errors: [.noAccount, .badValue, .tooManyBytes, .unavailable]
        ).admin { request, _ throws(Refusal) in
            let user = UserID(naming: try request(AccountParameters.user))
            let change = ProfileChange(nickname: try request(nickname), faceURL: try request(faceURL))
            try change.check(within: request.context.configuration.profiles)
            return .change { chat, _ throws(CommandError) in try chat.profiles.modifyProfile(change, of: user) }
        }

        let disabled = Parameter.flag("disabled", standard: true, "False: the users may open sessions again.")
        Operation(
            "admin.account.disable", "Ends the users' sessions and refuses new ones. Others can still write to them.",
            roles: .admin, parameters: [AccountParameters.users, disabled],
            result: [SharedParameters.results],
            errors: [.noAccount, .unavailable]
        ).admin { request, _ throws(Refusal) in
            let users = try request(AccountParameters.users)
            let isDisabled = try request(disabled)
            return .changeEach(of: users) { chat, user throws(CommandError) in
                try chat.accountAdministration.disable(user, isDisabled)
            }
        }

        let barred = Parameter.flag("barred", standard: true, "False: the users may add friends again.")
        Operation(
            "admin.account.barAdding", "Forbids users to add friends.", roles: .admin,
            parameters: [AccountParameters.users, barred], result: [SharedParameters.results],
            errors: [.noAccount, .unavailable]
        ).admin { request, _ throws(Refusal) in
            let users = try request(AccountParameters.users)
            let isBarred = try request(barred)
            return .changeEach(of: users) { chat, user throws(CommandError) in
                try chat.accountAdministration.barAdding(user, isBarred)
            }
        }
    }
}

/// `admin.account.…`: who may have a session and be written to.
enum AccountParameters {
    static let user = Parameter.user("userID", "The user.")
    static let users = Parameter.users("userIDs", count: 1...100, "The users.")
    static let found = Field(
        "accounts",
        .list(
            .object([
                Field("userID", .string), Field("nickname", .string), Field("faceUrl", .string),
                Field("disabled", .boolean), Field("createdAt", .integer), Field("online", .boolean),
            ])),
        "`createdAt` is in milliseconds since 1970; `online`: the user has a session.")
}

extension Work {
    /// `change` tells whether there is such an account.
    static func changeEach(
        of users: [String], _ change: @escaping @Sendable (ChatState, UserID) throws(CommandError) -> Bool
    ) -> Work {
        .change { chat, json throws(CommandError) in
            let results = try users.map { user throws(CommandError) -> (user: String, error: ErrorCode?) in
                (user, try change(chat, UserID(naming: user)) ? nil : .noAccount)
            }
            json.results(results)
        }
    }
}

/// An account to make.
private struct NewAccount: Sendable {
    let userID: String
    let nickname: String?
    let faceURL: String?
}

private func text(_ element: JSONValue, _ name: StaticString) throws(Mismatch) -> String? {
    guard let value = element[name], !value.isNull else { return nil }
    guard let text = value.string else { throw Mismatch("has a \(name) that is not a string") }
    return text
}

extension ChatState {
    fileprivate func make(
        _ account: NewAccount, _ rule: UserIDRule, _ limits: Configuration.Profiles, but system: UserID?
    ) throws(CommandError) -> (error: ErrorCode?, fault: UserIDRule.Fault?, isCreated: Bool) {
        let user: UserID
        do throws(UserIDRule.Fault) {
            user = try rule.id(account.userID)
        } catch {
            return (.badIdentifier, error, false)
        }
        // No user has the id of the system sender.
        if user == system { return (.badIdentifier, nil, false) }
        for (kind, text) in [(ShownText.nickname, account.nickname), (.faceURL, account.faceURL)] {
            if let text, let fault = kind.fault(of: text, within: limits) { return (fault.code, nil, false) }
        }
        let isCreated = try accountAdministration.create(
            user, nickname: account.nickname ?? "", faceURL: account.faceURL ?? "")
        return (nil, nil, isCreated)
    }
}
