import Foundation
import MartletCTIM
import MartletClient
import MartletFacade

/// Profiles, friends, requests and blacklist of the user who has signed in with `TIMManager`. Each call returns 0, and
/// then calls `succ` or `fail` once.
#if canImport(ObjectiveC)
@objc(TIMFriendshipManager)
#endif
public final class TIMFriendshipManager: NSObject, Sendable {
    private static let shared = TIMFriendshipManager(.shared)

    let facade: FacadeClient
    private let relations: Relations

    package init(_ manager: TIMManager) {
        facade = manager.facade
        relations = manager.relations
    }

    #if canImport(ObjectiveC)
    @objc(sharedInstance)
    #endif
    public static func sharedInstance() -> TIMFriendshipManager! { shared }

    // MARK: - Profiles

    #if canImport(ObjectiveC)
    @objc(getSelfProfile:fail:)
    #endif
    @discardableResult
    public func getSelfProfile(_ succ: TIMGetProfileSucc!, fail: TIMFail!) -> Int32 {
        ask("profile.getSelf", [:], fail) { (result: ProfileGetSelfResult) in succ?(TIMUserProfile(result.profile)) }
    }

    @_disfavoredOverload @discardableResult
    public func getSelfProfile(succ: TIMGetProfileSucc!, fail: TIMFail!) -> Int32 {
        getSelfProfile(succ, fail: fail)
    }

    #if canImport(ObjectiveC)
    @objc(getUsersProfile:forceUpdate:succ:fail:)
    #endif
    @discardableResult
    public func getUsersProfile(
        _ users: [String]!, forceUpdate: Bool, succ: TIMGetProfileArraySucc!, fail: TIMFail!
    ) -> Int32 {
        run(fail) { [users = users ?? [], relations, facade] in
            try await relations.profiles(users, isForced: forceUpdate, facade.signedIn)
        } succ: {
            succ?($0.map { TIMUserProfile($0) })
        }
    }

    #if canImport(ObjectiveC)
    @objc(modifySelfProfile:succ:fail:)
    #endif
    @discardableResult
    public func modifySelfProfile(_ values: [String: Any]!, succ: TIMSucc!, fail: TIMFail!) -> Int32 {
        ask("profile.modifySelf", ["values": JSON(fields: values)], fail, succ)
    }

    // MARK: - Friends

    #if canImport(ObjectiveC)
    @objc(getFriendList:fail:)
    #endif
    @discardableResult
    public func getFriendList(_ succ: TIMFriendArraySucc!, fail: TIMFail!) -> Int32 {
        run(fail) { [relations, facade] in
            try await relations.friends(facade.signedIn)
        } succ: {
            succ?($0.map { TIMFriend($0, $1) })
        }
    }

    @_disfavoredOverload @discardableResult
    public func getFriendList(succ: TIMFriendArraySucc!, fail: TIMFail!) -> Int32 {
        getFriendList(succ, fail: fail)
    }

    #if canImport(ObjectiveC)
    @objc(modifyFriend:values:succ:fail:)
    #endif
    @discardableResult
    public func modifyFriend(
        _ identifier: String!, values: [String: Any]!, succ: TIMSucc!, fail: TIMFail!
    ) -> Int32 {
        ask("friend.modify", ["userID": JSON(identifier ?? ""), "values": JSON(fields: values)], fail, succ)
    }

    #if canImport(ObjectiveC)
    @objc(addFriend:succ:fail:)
    #endif
    @discardableResult
    public func addFriend(_ request: TIMFriendRequest!, succ: TIMFriendResultSucc!, fail: TIMFail!) -> Int32 {
        var data: JSON = ["userID": JSON(request.identifier ?? "")]
        data["remark"] = request.remark.map { JSON($0) }
        data["addWording"] = request.addWording.map { JSON($0) }
        data["addSource"] = request.addSource.map { JSON($0) }
        // An empty name is none, as there.
        data["group"] = request.group.flatMap { $0 == "" ? nil : JSON($0) }
        return askResult("friend.add", data, succ, fail)
    }

    #if canImport(ObjectiveC)
    @objc(delFriend:delType:succ:fail:)
    #endif
    @discardableResult
    public func delFriend(
        _ user: String!, delType: TIMDelFriendType, succ: TIMHandleFriendArraySucc!, fail: TIMFail!
    ) -> Int32 {
        deleteFriends(user.map { [$0] }, delType: delType, succ: succ, fail: fail)
    }

    #if canImport(ObjectiveC)
    @objc(deleteFriends:delType:succ:fail:)
    #endif
    @discardableResult
    public func deleteFriends(
        _ users: [String]!, delType: TIMDelFriendType, succ: TIMHandleFriendArraySucc!, fail: TIMFail!
    ) -> Int32 {
        askResults("friend.delete", ["userIDs": JSON(users), "delType": JSON(delType.rawValue)], succ, fail)
    }

    #if canImport(ObjectiveC)
    @objc(doResponse:succ:fail:)
    #endif
    @discardableResult
    public func `do`(_ response: TIMFriendResponse!, succ: TIMFriendResultSucc!, fail: TIMFail!) -> Int32 {
        var data: JSON = [
            "userID": JSON(response.identifier ?? ""), "response": JSON(response.responseType.rawValue),
        ]
        data["remark"] = response.remark.map { JSON($0) }
        return askResult("friend.respond", data, succ, fail)
    }

    @discardableResult
    public func doResponse(_ response: TIMFriendResponse!, succ: TIMFriendResultSucc!, fail: TIMFail!) -> Int32 {
        self.do(response, succ: succ, fail: fail)
    }

    #if canImport(ObjectiveC)
    @objc(checkFriends:succ:fail:)
    #endif
    @discardableResult
    public func checkFriends(
        _ checkInfo: TIMFriendCheckInfo!, succ: TIMCheckFriendResultArraySucc!, fail: TIMFail!
    ) -> Int32 {
        let data: JSON = ["userIDs": JSON(checkInfo.users), "checkType": JSON(checkInfo.checkType.rawValue)]
        return ask("friend.check", data, fail) { (result: FriendCheckResult) in
            succ?(result.results.map { TIMCheckFriendResult($0) })
        }
    }

    // MARK: - Requests

    #if canImport(ObjectiveC)
    @objc(getPendencyList:succ:fail:)
    #endif
    @discardableResult
    public func getPendencyList(
        _ pendencyRequest: TIMFriendPendencyRequest!, succ: TIMGetFriendPendencyListSucc!, fail: TIMFail!
    ) -> Int32 {
        let data: JSON = [
            "type": JSON(pendencyRequest.type.rawValue), "seq": JSON(pendencyRequest.seq),
            "timestamp": JSON(pendencyRequest.timestamp), "numPerPage": JSON(pendencyRequest.numPerPage),
        ]
        return ask("pendency.list", data, fail) { (page: PendencyListResult) in
            succ?(TIMFriendPendencyResponse(page), page.items.map { TIMFriendPendencyItem($0) })
        }
    }

    #if canImport(ObjectiveC)
    @objc(deletePendency:users:succ:fail:)
    #endif
    @discardableResult
    public func deletePendency(
        _ type: TIMPendencyGetType, users: [String]!, succ: TIMSucc!, fail: TIMFail!
    ) -> Int32 {
        ask("pendency.delete", ["type": JSON(type.rawValue), "userIDs": JSON(users)], fail, succ)
    }

    #if canImport(ObjectiveC)
    @objc(pendencyReport:succ:fail:)
    #endif
    @discardableResult
    public func pendencyReport(_ timestamp: UInt64, succ: TIMSucc!, fail: TIMFail!) -> Int32 {
        ask("pendency.report", ["timestamp": JSON(timestamp)], fail, succ)
    }
}

extension TIMFriendshipManager {
    func run<Value: Sendable>(
        _ fail: TIMFail?, _ work: @escaping @Sendable () async throws -> Value, succ: @escaping (Value) -> Void
    ) -> Int32 {
        facade.run(fail, work, succ)
        return 0
    }

    func ask<Value: JSONRepresentable>(
        _ op: String, _ data: JSON, _ fail: TIMFail?, _ succ: @escaping (Value) -> Void
    ) -> Int32 {
        facade.ask(op, data, fail, succ)
        return 0
    }

    func ask(_ op: String, _ data: JSON, _ fail: TIMFail?, _ succ: TIMSucc?) -> Int32 {
        ask(op, data, fail) { (_: JSON) in succ?() }
    }

    func askResult(_ op: String, _ data: JSON, _ succ: TIMFriendResultSucc?, _ fail: TIMFail?) -> Int32 {
        ask(op, data, fail) { (answer: JSON) in succ?(TIMFriendResult(answer["result"] ?? [:])) }
    }

    func askResults(_ op: String, _ data: JSON, _ succ: TIMFriendResultArraySucc?, _ fail: TIMFail?) -> Int32 {
        ask(op, data, fail) { (answer: JSON) in succ?((answer["results"]?.array ?? []).map { TIMFriendResult($0) }) }
    }
}

extension JSON {
    init(_ names: [String]?) {
        self.init((names ?? []).map { JSON($0) })
    }

    /// A number that JSON cannot carry is one that the gateway refuses.
    init(_ number: UInt64) {
        self = .int(Int64(clamping: number))
    }

    init(fields values: [String: Any]?) {
        self.init((values ?? [:]).map { ($0, JSON(anyOf: $1)) })
    }
}
