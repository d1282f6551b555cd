import Chat
import ClientProtocol
import Domain
import JSON
import Locking
import Settings

/// Users find others, and public groups, by their names.
extension OperationTable {
    @OperationList static var nameSearches: [OperationDefinition] {
        let isFindable = Parameter.flag(
            "findable", "Whether others find the caller by its nickname. At first they do not.")
        Operation.profile(
            "profile.setFindable", "Sets whether others find the caller by `profile.search`.", [isFindable]
        ).user { request, caller throws(Refusal) in
            let isFindable = try request(isFindable)
            return .change { chat, _ throws(CommandError) in
                try chat.profiles.setFindable(isFindable, of: caller.account)
            }
        }

        let ofUsers = SearchMessages.query(of: "the nickname")
        Operation.profile(
            "profile.search",
            "Finds up to 20 users by their nicknames: those who can be found, and have not blocked the caller.",
            [ofUsers],
            result: [
                Field(
                    "users",
                    .list(
                        .object([
                            Field("userID", .string), Field("nickname", .string), Field("faceUrl", .string),
                        ])), "Those who have been there longest first.")
            ], errors: [.searchOff, .rateLimited]
        ).user { request, caller throws(Refusal) in
            let search = NameSearch(try request(ofUsers))
            try requireNameSearch(request.context.configuration.profiles.search, request, by: caller)
            return .search { view, json throws(CommandError) in
                let users = try stored(search.users(for: caller.account, in: view))
                json.array("users") { json in
                    for user in users {
                        json.object { json in
                            json.field("userID", user.id.text)
                            json.field("nickname", user.nickname)
                            json.field("faceUrl", user.faceURL)
                        }
                    }
                }
            }
        }

        let ofGroups = SearchMessages.query(of: "the name")
        Operation.group(
            "group.search", "Finds up to 20 public groups by their names.", [ofGroups],
            result: [
                Field(
                    "groups",
                    .list(
                        .object([
                            Field("groupID", .string), Field("name", .string), Field("avatar", .string),
                            Field("memberCount", .integer),
                        ])), "Those that were made first come first.")
            ], errors: [.searchOff, .rateLimited]
        ).user { request, caller throws(Refusal) in
            let search = NameSearch(try request(ofGroups))
            try requireNameSearch(request.context.configuration.groups.search, request, by: caller)
            return .search { view, json throws(CommandError) in
                let groups = try stored(search.groups(in: view))
                json.array("groups") { json in
                    for group in groups {
                        json.object { json in
                            json.field("groupID", group.id)
                            json.field("name", group.name)
                            json.field("avatar", group.avatar)
                            json.field("memberCount", group.memberCount)
                        }
                    }
                }
            }
        }
    }
}

private func requireNameSearch(_ isOn: Bool, _ request: Request, by caller: UserCaller) throws(Refusal) {
    guard isOn else { throw Refusal(.searchOff) }
    let now = request.context.configuration.now.time
    let isAllowed = request.context.nameSearches.withLock { $0.allows(caller.account, now: now) }
    if !isAllowed { throw Refusal(.rateLimited) }
}
