import Foundation
import MartletClient
import Testing

@testable import MartletEasemob

/// A user with Easemob's names.
private struct User {
    let id: String
    let facade = EMClient()
    var manager: EMGroupManager { facade.groupManager }

    init(_ name: String) async throws {
        id = "\(name)-\(UUID().uuidString.prefix(8))"
        let gateway = try Gateway.shared.get()
        facade.start(url: gateway.url, device: "phone")
        let token = try gateway.token(id)
        let (username, error) = await completed { facade.login(withUsername: id, token: token, completion: $0) }
        #expect(error == nil && username == id)
    }

    /// The user's other device, which does what the facade has no name for.
    func otherDevice() async throws -> Client {
        try await Gateway.shared.get().connect(id)
    }
}

/// What a completion says on the main queue: called twice, it ends the tests.
private func completed<Value: Sendable>(
    _ call: (@escaping (Value, EMError?) -> Void) -> Void
) async -> (Value, EMError?) {
    await withCheckedContinuation { done in
        call { value, error in
            dispatchPrecondition(condition: .onQueue(.main))
            done.resume(returning: (value, error))
        }
    }
}

@Suite struct EasemobCalls {
    @Test func `groups are made, read, blocked and destroyed`() async throws {
        let (alice, bob) = (try await User("alice"), try await User("bob"))
        let (manager, bobs) = (alice.manager, bob.manager)
        let setting = EMGroupOptions()
        setting.maxUsersCount = 20
        setting.isInviteNeedConfirm = false
        setting.style = .publicOpenJoin
        let (made, failure) = await completed {
            manager.createGroup(
                withSubject: "Team", description: "Ours", invitees: [bob.id], message: "Come", setting: setting,
                completion: $0)
        }
        #expect(failure == nil)
        let group = try #require(made)
        #expect(group.groupName == "Team" && group.description == "Ours" && group.owner == alice.id)
        #expect(group.permissionType == .owner && group.occupantsCount == 2 && !group.isDisabled)
        #expect(group.settings.style == .publicOpenJoin && group.settings.maxUsersCount == 20)
        #expect(!group.settings.isInviteNeedConfirm)
        #expect(manager.getJoinedGroups().map(\.groupId) == [group.groupId])

        let (read, _) = await completed {
            bobs.getGroupSpecificationFromServer(withId: group.groupId, fetchMembers: true, completion: $0)
        }
        #expect(read?.memberList == [alice.id, bob.id] && read?.adminList == [] && read?.permissionType == .member)
        let (page, _) = await completed {
            bobs.getGroupMemberListFromServer(withId: group.groupId, cursor: nil, pageSize: 50, completion: $0)
        }
        #expect(page?.list as? [String] == [bob.id] && page?.cursor == "")
        let (joined, _) = await completed {
            bobs.getJoinedGroupsFromServer(
                withPage: 0, pageSize: 20, needMemberCount: true, needRole: true, completion: $0)
        }
        #expect(joined?.map(\.groupId) == [group.groupId] && joined?.first?.occupantsCount == 2)
        #expect(joined?.first?.memberList == [alice.id, bob.id])
        let (open, _) = await completed {
            bobs.getPublicGroupsFromServer(withCursor: nil, pageSize: 100, completion: $0)
        }
        #expect((open?.list as? [EMGroup])?.contains { $0.groupId == group.groupId && $0.groupName == "Team" } == true)
        let (count, _) = await completed { bobs.getJoinedGroupsCountFromServer(completion: $0) }
        #expect(count == 1)

        let (blocked, _) = await completed { bobs.blockGroup(group.groupId, completion: $0) }
        #expect(blocked?.isBlocked == true)
        let (unblocked, _) = await completed { bobs.unblockGroup(group.groupId, completion: $0) }
        #expect(unblocked?.isBlocked == false)
        let (_, refusal) = await completed { manager.blockGroup(group.groupId, completion: $0) }
        #expect(refusal?.code == 603)

        let destroyed = await withCheckedContinuation { done in
            manager.destroyGroup(group.groupId) { done.resume(returning: $0) }
        }
        #expect(destroyed == nil && manager.getJoinedGroups().isEmpty)
    }

    @Test func `calls with error wait on a thread of the application`() async throws {
        let manager = try await User("alice").manager
        await onThread {
            var error: EMError?
            let group = manager.createGroup(
                withSubject: "Team", description: nil, invitees: nil, message: nil, setting: nil, error: &error)
            #expect(error == nil && group?.permissionType == .owner && group?.settings.style == .privateOnlyOwnerInvite)
            let id = group?.groupId ?? ""
            let read = manager.getGroupSpecificationFromServer(withId: id, fetchMembers: false, error: nil)
            #expect(read?.groupName == "Team" && read?.memberList == [])
            let members = manager.getGroupMemberListFromServer(withId: id, cursor: "", pageSize: 50, error: &error)
            #expect(error == nil && members?.list.isEmpty == true)
            let joined = manager.getJoinedGroupsFromServer(
                withPage: 0, pageSize: 20, needMemberCount: false, needRole: false, error: &error)
            #expect(joined?.map(\.groupId) == [id])
            #expect(manager.getPublicGroupsFromServer(withCursor: nil, pageSize: 1, error: &error) != nil)
            #expect(manager.blockGroup(id, error: &error) == nil && error?.code == 603)
            #expect(manager.unblockGroup(id, error: &error)?.isBlocked == false && error == nil)
            #expect(manager.destroyGroup(id) == nil)
            #expect(manager.destroyGroup(id)?.code == 605)
        }
    }

    @Test func `codes of other systems are negative, and the text names them`() async throws {
        let alice = try await User("alice")
        let (_, failure) = await completed {
            alice.manager.getGroupMemberListFromServer(withId: "", cursor: nil, pageSize: 50, completion: $0)
        }
        #expect(failure?.code == 600)
        let left = await withCheckedContinuation { done in alice.facade.logout(true) { done.resume(returning: $0) } }
        #expect(left == nil)
        let (count, stopped) = await completed { alice.manager.getJoinedGroupsCountFromServer(completion: $0) }
        #expect(count == 0 && stopped?.code == -6014)
        #expect(stopped?.errorDescription.hasPrefix("tim 6014: ") == true)
    }

    #if compiler(>=6.2)
    @Test func `a call that waits stops the program on the queue of the callbacks`() async throws {
        await #expect(processExitsWith: .failure) {
            await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in
                DispatchQueue.main.async { _ = EMClient().groupManager.blockGroup("1", error: nil) }
            }
        }
    }
    #endif
}

/// Writes down what it is told.
private final class Listener: EMGroupManagerDelegate {
    let log = Log()

    func groupInvitationDidReceive(_ groupId: String, inviter: String, message: String) {
        log.add("invitation \(groupId) \(inviter) \(message)")
    }
    func groupInvitationDidAccept(_ group: EMGroup, invitee: String) {
        log.add("accepted \(group.groupName) \(invitee)")
    }
    func groupInvitationDidDecline(_ group: EMGroup, invitee: String, reason: String) {
        log.add("declined \(group.groupName) \(invitee) \(reason)")
    }
    func joinGroupRequestDidReceive(_ group: EMGroup, user: String, reason: String) {
        log.add("request \(group.groupName) \(user) \(reason)")
    }
    func joinGroupRequestDidApprove(_ group: EMGroup) {
        log.add("approved \(group.groupName) \(group.permissionType.rawValue)")
    }
    func joinGroupRequestDidDecline(_ groupId: String, reason: String, decliner: String, applicant: String) {
        log.add("refused \(groupId) \(reason) \(decliner) \(applicant)")
    }
    func didJoin(_ group: EMGroup, inviter: String, message: String) {
        log.add("joined \(group.groupName) \(group.permissionType.rawValue) \(inviter) \(message)")
    }
    func didLeave(_ group: EMGroup, reason: EMGroupLeaveReason) {
        log.add("left \(group.groupName) \(reason.rawValue)")
    }
    func userDidJoin(_ group: EMGroup, user: String) {
        log.add("in \(group.groupName) \(user) \(group.occupantsCount)")
    }
    func userDidLeave(_ group: EMGroup, user: String) {
        log.add("out \(group.groupName) \(user) \(group.occupantsCount)")
    }
    func groupMuteListDidUpdate(_ group: EMGroup, addedMutedMembers: [String], muteExpire: Int) {
        log.add("muted \(group.groupName) \(addedMutedMembers) \(muteExpire)")
    }
    func groupMuteListDidUpdate(_ group: EMGroup, removedMutedMembers: [String]) {
        log.add("unmuted \(group.groupName) \(removedMutedMembers)")
    }
    func groupWhiteListDidUpdate(_ group: EMGroup, addedWhiteListMembers: [String]) {
        log.add("white \(group.groupName) \(addedWhiteListMembers)")
    }
    func groupWhiteListDidUpdate(_ group: EMGroup, removedWhiteListMembers: [String]) {
        log.add("not white \(group.groupName) \(removedWhiteListMembers)")
    }
    func groupAllMemberMuteChanged(_ group: EMGroup, isAllMemberMuted: Bool) {
        log.add("all muted \(group.groupName) \(isAllMemberMuted)")
    }
    func groupAdminListDidUpdate(_ group: EMGroup, addedAdmin: String) {
        log.add("admin \(addedAdmin) \(group.adminList) \(group.permissionType.rawValue)")
    }
    func groupAdminListDidUpdate(_ group: EMGroup, removedAdmin: String) {
        log.add("no admin \(removedAdmin) \(group.adminList) \(group.permissionType.rawValue)")
    }
    func groupOwnerDidUpdate(_ group: EMGroup, newOwner: String, oldOwner: String) {
        log.add("owner \(newOwner) \(oldOwner) \(group.owner) \(group.permissionType.rawValue)")
    }
    func groupAnnouncementDidUpdate(_ group: EMGroup, announcement: String) {
        log.add("announcement \(group.groupName) \(announcement)")
    }
    func groupSpecificationDidUpdate(_ group: EMGroup) {
        log.add("specification \(group.groupName) \(group.description)")
    }
    func groupFileListDidUpdate(_ group: EMGroup, addedSharedFile: EMGroupSharedFile) {
        let file = addedSharedFile
        log.add("file \(group.groupName) \(file.fileName) \(file.fileOwner) \(file.fileSize) \(file.createdAt > 0)")
    }
    func groupFileListDidUpdate(_ group: EMGroup, removedSharedFile: String) {
        log.add("no file \(group.groupName) \(removedSharedFile)")
    }
    func onAttributesChangedOfGroupMember(
        _ groupId: String, userId: String, attributes: [String: String], operatorId: String
    ) {
        log.add("attributes \(groupId) \(userId) \(attributes) \(operatorId)")
    }
}

@Suite struct EasemobDelegates {
    @Test func `invitations and requests come to those whom they concern`() async throws {
        let (alice, bob) = (try await User("alice"), try await User("bob"))
        let (alices, bobs) = (Listener(), Listener())
        alice.manager.add(alices, delegateQueue: nil)
        bob.manager.add(bobs, delegateQueue: .main)
        let (first, second) = (try await alice.otherDevice(), try await bob.otherDevice())
        bob.facade.options.isAutoAcceptGroupInvitation = false
        #expect(!bob.facade.options.isAutoAcceptGroupInvitation)
        _ = await completed { bob.manager.getJoinedGroupsCountFromServer(completion: $0) }

        let id = try await first.group.create(
            name: "Team", style: 2, isInviteNeedConfirm: true, invitees: [bob.id], message: "Come"
        ).groupID
        try await alices.log.wait(for: "joined Team 2 \(alice.id) ")
        try await bobs.log.wait(for: "invitation \(id) \(alice.id) Come")
        try await second.group.declineInvitation(groupID: id, reason: "Later")
        try await alices.log.wait(for: "declined Team \(bob.id) Later")
        try await second.group.join(groupID: id, reason: "Now")
        try await alices.log.wait(for: "request Team \(bob.id) Now")
        try await first.group.decline(groupID: id, userID: bob.id, reason: "Full")
        try await bobs.log.wait(for: "refused \(id) Full \(alice.id) \(bob.id)")
        try await second.group.join(groupID: id)
        try await first.group.approve(groupID: id, userID: bob.id)
        try await bobs.log.wait(for: "approved Team 0")
        try await alices.log.wait(for: "in Team \(bob.id) 2")
        #expect(bob.manager.getJoinedGroups().map(\.groupId) == [id])
        try await second.group.leave(groupID: id)
        try await bobs.log.wait(for: "left Team 1")
        try await alices.log.wait(for: "out Team \(bob.id) 1")
        #expect(bob.manager.getJoinedGroups().isEmpty)

        try await first.group.invite(groupID: id, userIDs: [bob.id], message: "Again")
        try await second.group.acceptInvitation(groupID: id)
        try await alices.log.wait(for: "accepted Team \(bob.id)")
        try await bobs.log.wait(for: "joined Team 0 \(alice.id) Again")
        try await first.group.remove(groupID: id, userIDs: [bob.id])
        try await bobs.log.wait(for: "left Team 1", "left Team 0")
        try await first.group.destroy(groupID: id)
        try await alices.log.wait(for: "left Team 2")
    }

    @Test func `changes of a group come with the group as it is then`() async throws {
        let (alice, bob) = (try await User("alice"), try await User("bob"))
        let bobs = Listener()
        bob.manager.add(bobs, delegateQueue: nil)
        let first = try await alice.otherDevice()
        let (_, _) = await completed { bob.manager.getJoinedGroupsCountFromServer(completion: $0) }
        let id = try await first.group.create(name: "Team", isInviteNeedConfirm: false, invitees: [bob.id]).groupID
        let log = bobs.log
        try await log.wait(for: "joined Team 0 \(alice.id) ")
        try await first.group.mute(groupID: id, userIDs: [bob.id], duration: -1)
        try await first.group.unmute(groupID: id, userIDs: [bob.id])
        try await log.wait(for: "muted Team [\"\(bob.id)\"] -1", "unmuted Team [\"\(bob.id)\"]")
        try await first.group.addToWhiteList(groupID: id, userIDs: [bob.id])
        try await first.group.removeFromWhiteList(groupID: id, userIDs: [bob.id])
        try await log.wait(for: "white Team [\"\(bob.id)\"]", "not white Team [\"\(bob.id)\"]")
        try await first.group.muteAll(groupID: id, muted: true)
        try await first.group.muteAll(groupID: id, muted: false)
        try await log.wait(for: "all muted Team true", "all muted Team false")
        try await first.group.addAdmin(groupID: id, userID: bob.id)
        try await log.wait(for: "admin \(bob.id) [\"\(bob.id)\"] 1")
        try await first.group.removeAdmin(groupID: id, userID: bob.id)
        try await log.wait(for: "no admin \(bob.id) [] 0")
        try await first.group.setAnnouncement(groupID: id, announcement: "Lunch")
        try await log.wait(for: "announcement Team Lunch")
        let file = try await first.group.addFile(
            groupID: id, name: "menu.txt", size: 12, url: "https://example.com/menu.txt")
        try await log.wait(for: "file Team menu.txt \(alice.id) 12 true")
        try await first.group.removeFile(groupID: id, fileID: file.fileID)
        try await log.wait(for: "no file Team \(file.fileID)")
        try await first.group.modify(groupID: id, name: "Crew", description: "All of us")
        try await log.wait(for: "specification Crew All of us")
        try await first.group.setAttributes(groupID: id, attributes: ["desk": "4"])
        try await log.wait(for: "attributes \(id) \(alice.id) [\"desk\": \"4\"] \(alice.id)")
        try await first.group.transfer(groupID: id, newOwner: bob.id)
        try await log.wait(for: "owner \(bob.id) \(alice.id) \(bob.id) 2")
    }

    @Test func `a delegate that was removed, or is gone, is told nothing`() async throws {
        let bob = try await User("bob")
        let (stays, goes) = (Listener(), Listener())
        var gone: Listener? = Listener()
        let log = try #require(gone?.log)
        bob.manager.add(goes, delegateQueue: nil)
        bob.manager.add(try #require(gone), delegateQueue: nil)
        bob.manager.add(stays, delegateQueue: nil)
        bob.manager.remove(goes)
        gone = nil
        let id = try await bob.otherDevice().group.create(name: "Team").groupID
        try await stays.log.wait(for: "joined Team 2 \(bob.id) ")
        #expect(goes.log.all.isEmpty && log.all.isEmpty)
        #expect(bob.manager.getJoinedGroups().map(\.groupId) == [id])
    }
}
