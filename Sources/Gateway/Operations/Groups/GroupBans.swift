import Chat
import ClientProtocol
import Domain
import JSON

/// Users whom a group keeps out.
extension OperationTable {
    @OperationList static var groupBans: [OperationDefinition] {
        let seconds = Parameter<Seconds?>(
            "seconds", type: .either([.numbers([-1]), .integer(1...2_147_483_647)]),
            "For so many seconds; -1: for ever."
        ) { value throws(Mismatch) in
            guard let number = value.int64, number == -1 || (1...2_147_483_647).contains(number) else {
                throw Mismatch("must be -1, or 1 to 2147483647")
            }
            return number == -1 ? nil : Seconds(number)
        }
        Operation.group(
            "group.ban",
            "Removes users and keeps them out, members or not: all of them or none. For those who may remove them.",
            [GroupParameters.groupID, GroupParameters.users, seconds],
            errors: [.noGroupRight, .noGroupUser, .groupLimit]
        ).leader { request, id throws(Refusal) in
            let (users, seconds) = (try request(GroupParameters.users), try request(seconds))
            return { chat, me, _ throws(CommandError) in
                try chat.groupLife.ban(users, for: seconds, from: id, by: me)
            }
        }

        Operation.group(
            "group.unban", "Lets users come again. Those who are not banned are passed over. For owner and admins.",
            [GroupParameters.groupID, GroupParameters.users], errors: [.noGroupRight]
        ).leader(isNotified: false) { request, id throws(Refusal) in
            let users = try request(GroupParameters.users)
            return { chat, me, _ throws(CommandError) in try chat.groupLife.unban(users, from: id, by: me) }
        }

        Operation.group(
            "group.bans", "Lists the users who are banned now. Only for owner and admins.", paging, result: banned,
            errors: [.noGroupRight]
        ).user { request, caller throws(Refusal) in
            try .bans(request, for: caller.account)
        }
    }

    @OperationList static var groupBansForAdministrators: [OperationDefinition] {
        Operation.groupForAdministrator(
            "admin.group.bans", "Lists the users who are banned from a group now.", paging, result: banned,
            errors: [.emptyGroupID, .noGroup]
        ).admin { request, _ throws(Refusal) in
            try .bans(request, for: nil)
        }
    }
}

private let paging: [any DescribedParameter] = [
    GroupParameters.groupID, GroupParameters.cursor, GroupParameters.pageSize,
]
private let banned = [
    Field(
        "bans", .list(.object([Field("userID", .string), Field("banExpire", .integer)])),
        "The last one banned first. `banExpire` in milliseconds, or -1."),
    GroupParameters.nextPage,
]

extension Work {
    /// `account`: nil for an administrator.
    fileprivate static func bans(_ request: Request, for account: AccountNumber?) throws(Refusal) -> Work {
        let (id, after) = (try request(GroupParameters.groupID), try request.cursor())
        let count = try request(GroupParameters.pageSize)
        let now = request.context.configuration.now.time
        return .read { transaction, json throws(CommandError) in
            let page = try GroupQueries.bans(of: id, for: account, at: now, after: after, count: count, in: transaction)
            json.array("bans") { json in
                for ban in page.items {
                    json.object { json in
                        json.field("userID", ban.user.text)
                        json.field("banExpire", ban.until)
                    }
                }
            }
            json.cursor(page.next)
        }
    }
}
