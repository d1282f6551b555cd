import Chat
import ClientProtocol
import Domain
import JSON
import Routing

/// Users become friends, and part.
extension OperationTable {
    @OperationList static var friendChanges: [OperationDefinition] {
        Operation.relation(
            "friend.add", "Adds a friend, or sends a request if the other user wants to be asked.",
            [
                FriendParameters.user, FriendParameters.remark, FriendParameters.wording, FriendParameters.source,
                FriendParameters.group, FriendParameters.addType,
            ],
            result: [
                RelationParameters.result("0, 30003, 30009, 30515, 30525, 30516, 30010, 30011, 30014, 30012 or 30539")
            ],
            errors: [.remarkTooLong, .wordingTooLong, .badSource, .badFriendGroupName, .auditedWording, .addingTooFast]
        ).hooked(.replaces(except: ["userID"])).user { request, caller throws(Refusal) in
            let user = try request(FriendParameters.user)
            let draft = FriendRequestDraft(
                remark: try request(FriendParameters.remark), wording: try request(FriendParameters.wording),
                source: try request(FriendParameters.source), group: try request(FriendParameters.group),
                isMutual: try request(FriendParameters.addType) == 2)
            if request.context.auditedWords.isIn(draft.wording) { throw Refusal(.auditedWording, keys: ["addWording"]) }
            return .change { chat, json throws(CommandError) in
                let result = try chat.friends.addFriend(user, draft, of: caller.account)
                json.object("result") { $0.result(result) }
            }
        }

        let newFriends = AdminRelationParameters.entries(
            "friends",
            [
                FriendParameters.remark, FriendParameters.wording, FriendParameters.source, FriendParameters.group,
            ], "The users to add. Only `userID` is required."
        ) { user, entry throws(Refusal) in
            NewFriend(
                user: user, remark: try FriendParameters.remark.read(entry, else: .friendParameters),
                wording: try FriendParameters.wording.read(entry, else: .friendParameters),
                source: try FriendParameters.source.read(entry, else: .friendParameters),
                group: try FriendParameters.group.read(entry, else: .friendParameters))
        }
        let isForced = Parameter.flag(
            "force", standard: false,
            "True: nobody is asked, whatever the others' `allowType` is, and a barred user can add friends too."
        )
        Operation.relation(
            "admin.friend.add", "Adds friends in the name of a user, or asks them. The rate is not limited.",
            roles: .admin,
            [AdminRelationParameters.user, newFriends, FriendParameters.addType, isForced],
            result: [RelationParameters.results("those of `friend.add`; 30003 also for the user itself")],
            errors: [.unknownUser, .remarkTooLong, .wordingTooLong, .badSource, .badFriendGroupName]
        ).admin { request, _ throws(Refusal) in
            let user = try request(AdminRelationParameters.user)
            let isMutual = try request(FriendParameters.addType) == 2
            let drafts = try request(newFriends).map { friend in
                let draft = FriendRequestDraft(
                    remark: friend.remark, wording: friend.wording, source: friend.source, group: friend.group,
                    isMutual: isMutual)
                return (friend.user, draft)
            }
            let isForced = try request(isForced)
            return .change { chat, json throws(CommandError) in
                let results = try chat.friends.addFriends(drafts, isForced: isForced, of: user)
                json.results(results)
            }
        }

        let values = Parameter<FriendChange>(
            "values",
            type: .changes(
                [
                    Field(optional: "remark", .bytes(0...longestRemark).namedOrEmpty),
                    Field(optional: "groups", .list(.string, 0...1_000)),
                ], prefix: customPrefix),
            "At least one of: `remark` (96 bytes), `groups` (the names of all groups that the friend is in), "
                + "`\(customPrefix)` and a configured name (an integer, or 500 bytes: a string or `{\"b\": base64}`)."
        ) { value throws(Mismatch) in
            guard let members = value.members else { throw Mismatch("must be an object, not \(value.kind)") }
            guard value.count > 0 else { throw Mismatch("must have a member") }
            var change = FriendChange()
            for (key, value) in members { try read(key.keyText, value, into: &change) }
            return change
        }
        Operation.relation(
            "friend.modify", "Changes fields of a friend in the caller's list: all of them or none.",
            [FriendParameters.user, values], errors: [.remarkTooLong, .noFriend]
        ).user { request, caller throws(Refusal) in
            let user = try request(FriendParameters.user)
            let change = try request(values)
            return .change { chat, _ throws(CommandError) in
                try chat.friends.modifyFriend(user, change, of: caller.account)
            }
        }

        let deleteType = Parameter.integer(
            "delType", in: 1...2,
            "1: deletes the other from the caller's list. 2: also the caller from the other's list.")
        Operation.relation(
            "friend.delete", "Deletes friends.", [RelationParameters.users, deleteType],
            result: [RelationParameters.results("0, 31704 or 30003")], errors: [.deletingTooFast]
        ).user { request, caller throws(Refusal) in
            let users = try request(RelationParameters.users)
            let isBothWays = try request(deleteType) == 2
            return .change { chat, json throws(CommandError) in
                let results = try chat.friends.deleteFriends(users, bothWays: isBothWays, of: caller.account)
                json.results(results)
            }
        }

        let response = Parameter<FriendResponse>(
            "response", type: .numbers([0, 1, 2]),
            "0: agree, the other's list gets the caller; 1: agree and add, both lists do; 2: reject."
        ) { value throws(Mismatch) in
            guard let response = value.int64.flatMap(FriendResponse.init) else { throw Mismatch("must be 0, 1 or 2") }
            return response
        }
        Operation.relation(
            "friend.respond", "Answers a friend request.",
            [FriendParameters.user, response, FriendParameters.remark],
            result: [RelationParameters.result("0, 30614, 30010 or 30014")], errors: [.remarkTooLong]
        ).user { request, caller throws(Refusal) in
            let user = try request(FriendParameters.user)
            let response = try request(response)
            let remark = try request(FriendParameters.remark)
            return .change { chat, json throws(CommandError) in
                let result = try chat.friends.respond(to: user, response, remark: remark, of: caller.account)
                json.object("result") { $0.result(result) }
            }
        }

        let checkType = Parameter.integer(
            "checkType", in: 1...2, "1: looks into the caller's list. 2: looks into both lists.")
        Operation.relation(
            "friend.check", "Tells which users are friends.",
            [RelationParameters.users, checkType],
            result: [
                RelationParameters.results(
                    "0 or 30003",
                    with: [
                        Field(
                            "relation", .numbers([0, 1, 2, 3]),
                            "0: none; 1: the caller has the other; 2: the other has the caller; 3: each has the other.")
                    ])
            ]
        ).user { request, caller throws(Refusal) in
            let users = try request(RelationParameters.users)
            let isBothWays = try request(checkType) == 2
            return .read { transaction, json throws(CommandError) in
                let checks = try stored(
                    FriendCheck.all(of: users, bothWays: isBothWays, for: caller.user, caller.account, in: transaction))
                json.array("results") { json in
                    for check in checks {
                        json.object { json in
                            json.result(check.result)
                            json.field("relation", check.relation.rawValue)
                        }
                    }
                }
            }
        }
    }
}

private let customPrefix = "Tag_SNS_Custom_"

/// A friend to add, with all that `friend.add` takes.
private struct NewFriend: Sendable {
    let user: String
    let remark: String
    let wording: String
    let source: String
    let group: String
}

private func read(_ key: String, _ value: JSONValue, into change: inout FriendChange) throws(Mismatch) {
    switch key {
    case "remark":
        guard let text = value.string else { throw Mismatch("must be a string, not \(value.kind)", key: key) }
        guard text.utf8.count <= longestRemark else {
            throw Mismatch("is longer than \(longestRemark) bytes", .remarkTooLong, key: key)
        }
        if !text.isEmpty { try text.checkName(key: key) }
        change.remark = text
    case "groups":
        guard let elements = value.elements else { throw Mismatch("must be a list, not \(value.kind)", key: key) }
        // Each name once: the state looks for each.
        var known: Set<ExactText> = []
        var names: [String] = []
        for element in elements {
            guard let name = element.string else { throw Mismatch("must be a list of strings", key: key) }
            if known.insert(ExactText(name)).inserted { names.append(name) }
        }
        guard names.count <= 1_000 else { throw Mismatch("must have up to 1000 names", key: key) }
        change.groups = names
    default:
        guard key.hasPrefix(customPrefix) else { throw Mismatch("is not a field of a friend", key: key) }
        let custom = try value.custom(key, tooLong: .friendParameters, mistyped: .friendParameters)
        // Two that Swift takes for one: both cannot be configured.
        guard change.custom.updateValue(custom, forKey: String(key.dropFirst(customPrefix.count))) == nil else {
            throw Mismatch("is not a field of a friend", key: key)
        }
    }
}
