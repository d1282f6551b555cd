import Dispatch
import Foundation
import MartletClient
import MartletFacade

public typealias IEMGroupManager = EMGroupManager

/// Groups, in the words of Easemob's library. Completions come on the main queue, once. Calls with `error` wait, for 30
/// seconds at most, and stop the program on the main queue.
#if canImport(ObjectiveC)
@objc(EMGroupManager) @objcMembers
#endif
public final class EMGroupManager: NSObject, Sendable {
    private let facade: FacadeClient
    private let known = KnownGroups()
    private let delegates = Delegates<any EMGroupManagerDelegate>()

    init(_ facade: FacadeClient) {
        self.facade = facade
    }

    /// A user signs in. The function takes its news in.
    func begin() -> @Sendable (ClientEvent) async -> Void {
        known.clear()
        return { [facade, known, delegates] news in
            if case .event(let event) = news { await takeIn(event, facade, known, delegates) }
        }
    }

    // MARK: - Delegates

    #if canImport(ObjectiveC)
    @objc(addDelegate:delegateQueue:)
    #endif
    public func add(_ delegate: any EMGroupManagerDelegate, delegateQueue: DispatchQueue?) {
        delegates.add(delegate, queue: delegateQueue ?? .main)
    }

    #if canImport(ObjectiveC)
    @objc(removeDelegate:)
    #endif
    public func remove(_ delegate: any EMGroupManagerDelegate) {
        delegates.remove(delegate)
    }

    // MARK: - Making and ending

    #if canImport(ObjectiveC)
    @objc(createGroupWithSubject:description:invitees:message:setting:error:)
    #endif
    @discardableResult
    public func createGroup(
        withSubject subject: String?, description: String?, invitees: [String]?, message: String?,
        setting: EMGroupOptions?, error: EMErrorPointer?
    ) -> EMGroup? {
        wait(create(subject, description, invitees, message, setting), error)
    }

    #if canImport(ObjectiveC)
    @objc(createGroupWithSubject:description:invitees:message:setting:completion:)
    #endif
    public func createGroup(
        withSubject subject: String?, description: String?, invitees: [String]?, message: String?,
        setting: EMGroupOptions?, completion: ((EMGroup?, EMError?) -> Void)? = nil
    ) {
        tell(create(subject, description, invitees, message, setting), completion)
    }

    private func create(
        _ subject: String?, _ description: String?, _ invitees: [String]?, _ message: String?,
        _ setting: EMGroupOptions?
    ) -> Request<EMGroup> {
        let setting = setting ?? EMGroupOptions()
        var data: JSON = [
            "name": JSON(subject ?? ""), "style": JSON(setting.style.rawValue), "maxUsers": JSON(setting.maxUsersCount),
            "isInviteNeedConfirm": JSON(setting.isInviteNeedConfirm),
        ]
        data["description"] = description.map { JSON($0) }
        data["invitees"] = invitees.map { JSON($0.map { JSON($0) }) }
        data["message"] = message.map { JSON($0) }
        return request("group.create", data) { [facade, known] reply in
            try await known.read(try GroupCreateResult(json: reply).groupID, facade)
        }
    }

    #if canImport(ObjectiveC)
    @objc(destroyGroup:)
    #endif
    @discardableResult
    public func destroyGroup(_ groupId: String) -> EMError? {
        switch destroy(groupId).wait(notOn: facade.queue) {
        case .success: nil
        case .failure(let error): EMError(facade, error)
        }
    }

    #if canImport(ObjectiveC)
    @objc(destroyGroup:finishCompletion:)
    #endif
    public func destroyGroup(_ groupId: String, finishCompletion: ((EMError?) -> Void)? = nil) {
        tell(destroy(groupId)) { _, error in finishCompletion?(error) }
    }

    private func destroy(_ groupId: String) -> Request<Bool> {
        request("group.destroy", ["groupID": JSON(groupId)]) { [known] _ in
            known.forget(groupId)
            return true
        }
    }

    // MARK: - Reading

    #if canImport(ObjectiveC)
    @objc(getGroupSpecificationFromServerWithId:fetchMembers:error:)
    #endif
    public func getGroupSpecificationFromServer(
        withId groupId: String, fetchMembers: Bool, error: EMErrorPointer?
    ) -> EMGroup? {
        wait(specification(groupId, fetchMembers), error)
    }

    #if canImport(ObjectiveC)
    @objc(getGroupSpecificationFromServerWithId:fetchMembers:completion:)
    #endif
    public func getGroupSpecificationFromServer(
        withId groupId: String, fetchMembers: Bool, completion: ((EMGroup?, EMError?) -> Void)? = nil
    ) {
        tell(specification(groupId, fetchMembers), completion)
    }

    private func specification(_ groupId: String, _ fetchMembers: Bool) -> Request<EMGroup> {
        request("group.get", ["groupID": JSON(groupId), "fetchMembers": JSON(fetchMembers)]) { [known] reply in
            known.take(try EMGroup(reply["group"] ?? .null), isComplete: true, withMembers: fetchMembers)
        }
    }

    #if canImport(ObjectiveC)
    @objc(getGroupMemberListFromServerWithId:cursor:pageSize:error:)
    #endif
    public func getGroupMemberListFromServer(
        withId groupId: String, cursor: String?, pageSize: Int, error: EMErrorPointer?
    ) -> EMCursorResult? {
        wait(members(groupId, cursor, pageSize), error)
    }

    #if canImport(ObjectiveC)
    @objc(getGroupMemberListFromServerWithId:cursor:pageSize:completion:)
    #endif
    public func getGroupMemberListFromServer(
        withId groupId: String, cursor: String?, pageSize: Int, completion: ((EMCursorResult?, EMError?) -> Void)? = nil
    ) {
        tell(members(groupId, cursor, pageSize), completion)
    }

    private func members(_ groupId: String, _ cursor: String?, _ pageSize: Int) -> Request<EMCursorResult> {
        let data: JSON = [
            "groupID": JSON(groupId), "cursor": JSON(cursor ?? ""), "pageSize": JSON(pageSize),
        ]
        return request("group.members", data) { reply in
            let page = try GroupMembersResult(json: reply)
            return EMCursorResult(page.members, page.cursor)
        }
    }

    /// The groups of the user that this device has read or heard of since the start.
    #if canImport(ObjectiveC)
    @objc(getJoinedGroups)
    #endif
    public func getJoinedGroups() -> [EMGroup] {
        known.joinedGroups
    }

    #if canImport(ObjectiveC)
    @objc(getJoinedGroupsFromServerWithPage:pageSize:needMemberCount:needRole:error:)
    #endif
    public func getJoinedGroupsFromServer(
        withPage page: Int, pageSize: Int, needMemberCount: Bool, needRole: Bool, error: EMErrorPointer?
    ) -> [EMGroup]? {
        wait(joined(page, pageSize, needMemberCount, needRole), error)
    }

    #if canImport(ObjectiveC)
    @objc(getJoinedGroupsFromServerWithPage:pageSize:needMemberCount:needRole:completion:)
    #endif
    public func getJoinedGroupsFromServer(
        withPage page: Int, pageSize: Int, needMemberCount: Bool, needRole: Bool,
        completion: (([EMGroup]?, EMError?) -> Void)? = nil
    ) {
        tell(joined(page, pageSize, needMemberCount, needRole), completion)
    }

    private func joined(
        _ page: Int, _ pageSize: Int, _ needMemberCount: Bool, _ needRole: Bool
    ) -> Request<[EMGroup]> {
        let data: JSON = [
            "page": JSON(page), "pageSize": JSON(pageSize), "needMemberCount": JSON(needMemberCount),
            "needRole": JSON(needRole),
        ]
        return request("group.joined", data) { [known] reply in
            try GroupJoinedResult(json: reply).groups.map { known.take($0) }
        }
    }

    #if canImport(ObjectiveC)
    @objc(getPublicGroupsFromServerWithCursor:pageSize:error:)
    #endif
    public func getPublicGroupsFromServer(
        withCursor cursor: String?, pageSize: Int, error: EMErrorPointer?
    ) -> EMCursorResult? {
        wait(publicGroups(cursor, pageSize), error)
    }

    #if canImport(ObjectiveC)
    @objc(getPublicGroupsFromServerWithCursor:pageSize:completion:)
    #endif
    public func getPublicGroupsFromServer(
        withCursor cursor: String?, pageSize: Int, completion: ((EMCursorResult?, EMError?) -> Void)? = nil
    ) {
        tell(publicGroups(cursor, pageSize), completion)
    }

    private func publicGroups(_ cursor: String?, _ pageSize: Int) -> Request<EMCursorResult> {
        request("group.public", ["cursor": JSON(cursor ?? ""), "pageSize": JSON(pageSize)]) { reply in
            let page = try GroupPublicResult(json: reply)
            let groups = page.groups.map { listed in
                EMGroup(groupId: listed.groupID).changed { $0.groupName = listed.name }
            }
            return EMCursorResult(groups, page.cursor)
        }
    }

    #if canImport(ObjectiveC)
    @objc(getJoinedGroupsCountFromServerWithCompletion:)
    #endif
    public func getJoinedGroupsCountFromServer(completion: ((Int, EMError?) -> Void)? = nil) {
        let count = request("group.joinedCount", [:]) { reply in try GroupJoinedCountResult(json: reply).count }
        tell(count) { count, error in completion?(count ?? 0, error) }
    }

    // MARK: - Blocking

    #if canImport(ObjectiveC)
    @objc(blockGroup:error:)
    #endif
    @discardableResult
    public func blockGroup(_ groupId: String, error: EMErrorPointer?) -> EMGroup? {
        wait(block(groupId, true), error)
    }

    #if canImport(ObjectiveC)
    @objc(blockGroup:completion:)
    #endif
    public func blockGroup(_ groupId: String, completion: ((EMGroup?, EMError?) -> Void)? = nil) {
        tell(block(groupId, true), completion)
    }

    #if canImport(ObjectiveC)
    @objc(unblockGroup:error:)
    #endif
    @discardableResult
    public func unblockGroup(_ groupId: String, error: EMErrorPointer?) -> EMGroup? {
        wait(block(groupId, false), error)
    }

    #if canImport(ObjectiveC)
    @objc(unblockGroup:completion:)
    #endif
    public func unblockGroup(_ groupId: String, completion: ((EMGroup?, EMError?) -> Void)? = nil) {
        tell(block(groupId, false), completion)
    }

    private func block(_ groupId: String, _ isBlocked: Bool) -> Request<EMGroup> {
        request(isBlocked ? "group.block" : "group.unblock", ["groupID": JSON(groupId)]) { [facade, known] _ in
            let group = await known.group(groupId, facade)
            return known.change(groupId) { $0.isBlocked = isBlocked } ?? group
        }
    }

    // MARK: - Requests

    private func request<Value>(
        _ op: String, _ data: JSON, read: @escaping @Sendable (JSON) async throws -> Value
    ) -> Request<Value> {
        Request(facade, op, data, read: read)
    }

    private func tell<Value>(_ request: Request<Value>, _ completion: ((Value?, EMError?) -> Void)?) {
        // It is called on the main queue, whichever thread has handed it in.
        nonisolated(unsafe) let completion = completion
        request.tell(on: facade.queue) { [facade] result in
            switch result {
            case .success(let value): completion?(value, nil)
            case .failure(let error): completion?(nil, EMError(facade, error))
            }
        }
    }

    private func wait<Value>(_ request: Request<Value>, _ error: EMErrorPointer?) -> Value? {
        switch request.wait(notOn: facade.queue) {
        case .success(let value):
            error?.pointee = nil
            return value
        case .failure(let failure):
            error?.pointee = EMError(facade, failure)
            return nil
        }
    }
}
