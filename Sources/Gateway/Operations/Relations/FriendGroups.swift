import Chat
import ClientProtocol
import JSON

/// A user sorts the friends into groups.
extension OperationTable {
    @OperationList static var friendGroups: [OperationDefinition] {
        let group = ValueType.object([Field("name", .string), Field("userCnt", .integer), Field("friends", .strings)])
        let wanted = Parameter.everyString("names", count: 0...1000, "The friend groups; left out: all.").optional
        let next = Parameter.integer(
            "next", in: 0...1000, standard: 0, "The value from the last page; 0: from the start.")
        Operation.relation(
            "friendGroup.list", "Lists friend groups in the order of their creation.",
            [wanted, next],
            result: [
                Field("groups", .list(group), "`friends`: the friends' ids in order. Unknown groups are left out."),
                Field(
                    "next", .integer,
                    "Send it for the next page; 0 at the end. A page has as much as fits into one reply."),
                RelationParameters.isFinished, RelationParameters.version,
            ]
        ).user { request, caller throws(Refusal) in
            let names = try request(wanted)
            let next = try request(next)
            let bytes = request.context.pageBytes
            return .read { transaction, json throws(CommandError) in
                let page = try stored(
                    RelationQueries.groups(
                        of: caller.account, named: names, after: next, bytes: bytes, in: transaction))
                json.friendGroups(page.items)
                json.field("next", page.isLast ? 0 : next + page.items.count)
                json.field("isFinished", page.isLast)
                json.field("version", page.version)
            }
        }

        // Groups that exist already may have names that a new one may not have.
        let newNames = FriendGroupParameters.names.checked { names throws(Mismatch) in
            for name in names { try name.checkName(else: .badFriendGroupName, key: name) }
        }
        let firstUsers = Parameter<[String]>(
            "userIDs", type: .list(.user, 0...100), absent: [], "Friends to put into the new groups."
        ) { value throws(Mismatch) in try value.texts(count: 0...100) }
        Operation.relation(
            "friendGroup.create", "Creates friend groups: all of them or none.",
            [newNames, firstUsers],
            result: [RelationParameters.results("0 or 32216")], errors: [.badFriendGroupName, .friendGroupsFull]
        ).user { request, caller throws(Refusal) in
            let names = try request(newNames)
            let users = try request(firstUsers)
            return .change { chat, json throws(CommandError) in
                let results = try chat.friends.createFriendGroups(names, with: users, of: caller.account)
                json.results(results)
            }
        }

        Operation.relation(
            "friendGroup.delete", "Deletes friend groups: all of them or none. The friends stay.",
            [FriendGroupParameters.names],
            errors: [.badFriendGroupName]
        ).user { request, caller throws(Refusal) in
            let names = try request(FriendGroupParameters.names)
            return .change { chat, _ throws(CommandError) in
                try chat.friends.deleteFriendGroups(names, of: caller.account)
            }
        }

        Operation.relation(
            "friendGroup.addFriends", "Adds friends to a friend group.",
            [FriendGroupParameters.name, RelationParameters.users],
            result: [RelationParameters.results("0, 32518 or 32519")], errors: [.badFriendGroupName]
        ).user { request, caller throws(Refusal) in
            let name = try request(FriendGroupParameters.name)
            let users = try request(RelationParameters.users)
            return .change { chat, json throws(CommandError) in
                let results = try chat.friends.addToFriendGroup(name, users, of: caller.account)
                json.results(results)
            }
        }

        Operation.relation(
            "friendGroup.removeFriends", "Removes friends from a friend group.",
            [FriendGroupParameters.name, RelationParameters.users],
            result: [RelationParameters.results("0, 32518 or 32520")], errors: [.badFriendGroupName]
        ).user { request, caller throws(Refusal) in
            let name = try request(FriendGroupParameters.name)
            let users = try request(RelationParameters.users)
            return .change { chat, json throws(CommandError) in
                let results = try chat.friends.removeFromFriendGroup(name, users, of: caller.account)
                json.results(results)
            }
        }

        let newName = FriendGroupParameters.groupName("newName", "The new name.").named(else: .badFriendGroupName)
        Operation.relation(
            "friendGroup.rename", "Renames a friend group.",
            [FriendGroupParameters.name, newName],
            errors: [.badFriendGroupName]
        ).user { request, caller throws(Refusal) in
            let name = try request(FriendGroupParameters.name)
            let newName = try request(newName)
            return .change { chat, _ throws(CommandError) in
                try chat.friends.renameFriendGroup(name, to: newName, of: caller.account)
            }
        }
    }
}

/// `friendGroup.…`: how a user sorts the friends.
private enum FriendGroupParameters {
    static let name = groupName("name", "The friend group.")

    static func groupName(_ name: StaticString, _ meaning: String) -> Parameter<String> {
        .string(name, bytes: 1...30, else: .badFriendGroupName, meaning)
    }
    static let names = Parameter.everyString(
        "names", count: 1...1000, bytes: 1...30, else: .badFriendGroupName, "The friend groups.")
}
