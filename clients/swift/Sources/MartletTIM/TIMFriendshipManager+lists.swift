import Foundation
import MartletClient

// The blacklist and friend groups.
extension TIMFriendshipManager {
    #if canImport(ObjectiveC)
    @objc(addBlackList:succ:fail:)
    #endif
    @discardableResult
    public func addBlackList(_ identifiers: [String]!, succ: TIMFriendResultArraySucc!, fail: TIMFail!) -> Int32 {
        askResults("blacklist.add", ["userIDs": JSON(identifiers)], succ, fail)
    }

    #if canImport(ObjectiveC)
    @objc(deleteBlackList:succ:fail:)
    #endif
    @discardableResult
    public func deleteBlackList(_ identifiers: [String]!, succ: TIMFriendResultArraySucc!, fail: TIMFail!) -> Int32 {
        askResults("blacklist.delete", ["userIDs": JSON(identifiers)], succ, fail)
    }

    /// Their ids and when they were blocked; the other fields are empty.
    #if canImport(ObjectiveC)
    @objc(getBlackList:fail:)
    #endif
    @discardableResult
    public func getBlackList(_ succ: TIMFriendArraySucc!, fail: TIMFail!) -> Int32 {
        ask("blacklist.list", [:], fail) { (result: BlacklistListResult) in
            succ?(result.users.map { TIMFriend(blocked: $0) })
        }
    }

    @_disfavoredOverload @discardableResult
    public func getBlackList(succ: TIMFriendArraySucc!, fail: TIMFail!) -> Int32 {
        getBlackList(succ, fail: fail)
    }

    #if canImport(ObjectiveC)
    @objc(createFriendGroup:users:succ:fail:)
    #endif
    @discardableResult
    public func createFriendGroup(
        _ groupNames: [String]!, users identifiers: [String]!, succ: TIMFriendResultArraySucc!, fail: TIMFail!
    ) -> Int32 {
        askResults("friendGroup.create", ["names": JSON(groupNames), "userIDs": JSON(identifiers)], succ, fail)
    }

    #if canImport(ObjectiveC)
    @objc(deleteFriendGroup:succ:fail:)
    #endif
    @discardableResult
    public func deleteFriendGroup(_ groupNames: [String]!, succ: TIMSucc!, fail: TIMFail!) -> Int32 {
        ask("friendGroup.delete", ["names": JSON(groupNames)], fail, succ)
    }

    #if canImport(ObjectiveC)
    @objc(addFriendsToFriendGroup:users:succ:fail:)
    #endif
    @discardableResult
    public func addFriends(
        toFriendGroup groupName: String!, users identifiers: [String]!, succ: TIMFriendResultArraySucc!, fail: TIMFail!
    ) -> Int32 {
        let data: JSON = ["name": JSON(groupName ?? ""), "userIDs": JSON(identifiers)]
        return askResults("friendGroup.addFriends", data, succ, fail)
    }

    #if canImport(ObjectiveC)
    @objc(delFriendsFromFriendGroup:users:succ:fail:)
    #endif
    @discardableResult
    public func delFriends(
        fromFriendGroup groupName: String!, users identifiers: [String]!, succ: TIMFriendResultArraySucc!,
        fail: TIMFail!
    ) -> Int32 {
        let data: JSON = ["name": JSON(groupName ?? ""), "userIDs": JSON(identifiers)]
        return askResults("friendGroup.removeFriends", data, succ, fail)
    }

    #if canImport(ObjectiveC)
    @objc(renameFriendGroup:newName:succ:fail:)
    #endif
    @discardableResult
    public func renameFriendGroup(_ oldName: String!, newName: String!, succ: TIMSucc!, fail: TIMFail!) -> Int32 {
        ask("friendGroup.rename", ["name": JSON(oldName ?? ""), "newName": JSON(newName ?? "")], fail, succ)
    }

    /// Nil: all groups.
    #if canImport(ObjectiveC)
    @objc(getFriendGroups:succ:fail:)
    #endif
    @discardableResult
    public func getFriendGroups(_ groupNames: [String]!, succ: TIMFriendGroupArraySucc!, fail: TIMFail!) -> Int32 {
        run(fail) { [groupNames, facade] in
            var groups: [FriendGroupListResultGroup] = []
            var next: Int? = nil
            repeat {
                let page = try await facade.signedIn.friendGroup.list(names: groupNames, next: next)
                groups += page.groups
                next = page.isFinished ? nil : page.next
            } while next != nil
            return groups
        } succ: {
            succ?($0.map { TIMFriendGroup($0) })
        }
    }
}
