import Chat
import ClientProtocol
import Domain
import JSON
import Routing
import ServerAPI

/// Friends and friend groups.
enum FriendHandlers {
    static func addFriend(_ call: Call, _ session: Session) throws(Refusal) {
        let user = try call(FriendOperations.user)
        let wish = FriendWish(
            remark: try call(FriendOperations.remark), wording: try call(FriendOperations.wording),
            source: try call(FriendOperations.source), group: try call(FriendOperations.group),
            isMutual: try call(FriendOperations.addType) == 2)
        if call.context.auditedWords.isIn(wish.wording) { throw Refusal(.auditedWording, keys: ["addWording"]) }
        let account = session.account
        call.change(by: session) { chat in
            let result = try chat.friends.addFriend(user, wish, of: account)
            return { json in json.object("result") { $0.result(result) } }
        }
    }

    static func modifyFriend(_ call: Call, _ session: Session) throws(Refusal) {
        let user = try call(FriendOperations.user)
        let change = try call(FriendOperations.values)
        let account = session.account
        call.change(by: session) { chat in
            try chat.friends.modifyFriend(user, change, of: account)
            return { _ in }
        }
    }

    static func deleteFriends(_ call: Call, _ session: Session) throws(Refusal) {
        let users = try call(FriendOperations.users)
        let isBothWays = try call(FriendOperations.deleteType) == 2
        let account = session.account
        call.change(by: session) { chat in
            let results = try chat.friends.deleteFriends(users, bothWays: isBothWays, of: account)
            return { $0.results(results) }
        }
    }

    static func respondToFriend(_ call: Call, _ session: Session) throws(Refusal) {
        let user = try call(FriendOperations.user)
        let response = try call(FriendOperations.response)
        let remark = try call(FriendOperations.remark)
        let account = session.account
        call.change(by: session) { chat in
            let result = try chat.friends.respond(to: user, response, remark: remark, of: account)
            return { json in json.object("result") { $0.result(result) } }
        }
    }

    static func checkFriends(_ call: Call, _ session: Session) throws(Refusal) {
        let users = try call(FriendOperations.users)
        let isBothWays = try call(FriendOperations.checkType) == 2
        let (user, account) = (session.record.user, session.account)
        call.read(for: session) { transaction in
            let checks = try FriendCheck.all(of: users, bothWays: isBothWays, for: user, account, in: transaction)
            return { json in
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

    // MARK: - Friend groups

    static func listFriendGroups(_ call: Call, _ session: Session) throws(Refusal) {
        let names = try call(FriendGroupOperations.wanted)
        let next = try call(FriendGroupOperations.next)
        let (account, bytes) = (session.account, call.pageBytes)
        call.read(for: session) { transaction in
            let page = try RelationQueries.groups(of: account, named: names, after: next, bytes: bytes, in: transaction)
            return { json in
                json.friendGroups(page.items)
                json.field("next", page.isLast ? 0 : next + page.items.count)
                json.field("isFinished", page.isLast)
                json.field("version", page.version)
            }
        }
    }

    static func createFriendGroups(_ call: Call, _ session: Session) throws(Refusal) {
        let names = try call(FriendGroupOperations.newNames)
        let users = try call(FriendGroupOperations.firstUsers)
        let account = session.account
        call.change(by: session) { chat in
            let results = try chat.friendGroups.createFriendGroups(names, with: users, of: account)
            return { $0.results(results) }
        }
    }

    static func deleteFriendGroups(_ call: Call, _ session: Session) throws(Refusal) {
        let names = try call(FriendGroupOperations.names)
        let account = session.account
        call.change(by: session) { chat in
            try chat.friendGroups.deleteFriendGroups(names, of: account)
            return { _ in }
        }
    }

    static func addToFriendGroup(_ call: Call, _ session: Session) throws(Refusal) {
        let name = try call(FriendGroupOperations.name)
        let users = try call(FriendGroupOperations.users)
        let account = session.account
        call.change(by: session) { chat in
            let results = try chat.friendGroups.addToFriendGroup(name, users, of: account)
            return { $0.results(results) }
        }
    }

    static func removeFromFriendGroup(_ call: Call, _ session: Session) throws(Refusal) {
        let name = try call(FriendGroupOperations.name)
        let users = try call(FriendGroupOperations.users)
        let account = session.account
        call.change(by: session) { chat in
            let results = try chat.friendGroups.removeFromFriendGroup(name, users, of: account)
            return { $0.results(results) }
        }
    }

    static func renameFriendGroup(_ call: Call, _ session: Session) throws(Refusal) {
        let name = try call(FriendGroupOperations.name)
        let newName = try call(FriendGroupOperations.newName)
        let account = session.account
        call.change(by: session) { chat in
            try chat.friendGroups.renameFriendGroup(name, to: newName, of: account)
            return { _ in }
        }
    }
}
