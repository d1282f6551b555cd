import Foundation
import MartletClient
import MartletFacade

/// Takes an event in, and tells delegates of it when the group is known that it is about.
func takeIn(
    _ event: Event, _ facade: FacadeClient, _ known: KnownGroups, _ delegates: Delegates<any EMGroupManagerDelegate>
) async {
    switch event.name {
    case "sync.reset": reset(event.data, known)
    case "message.new": doubt(event.data, known)
    default:
        do {
            let telling = Telling(facade: facade, known: known, delegates: delegates, seq: event.seq ?? 0)
            let typed = try event.typed()
            await telling.invitation(typed)
            await telling.membership(typed)
            await telling.lists(typed)
            await telling.information(typed)
        } catch {
            NSLog("%@", "martlet: \(event.name): \(error)")
        }
    }
}

/// Something was missed.
private func reset(_ data: JSON, _ known: KnownGroups) {
    let stream = data["stream"]?.string ?? ""
    if stream == "user" {
        known.doubtAll()
    } else if stream.hasPrefix("group_") {
        let id = String(stream.dropFirst("group_".count))
        if data["isGone"]?.bool == true { known.forget(id) } else { known.doubt(id) }
    }
}

/// Ordinary members hear of another owner and other admins only by the notification.
private func doubt(_ message: JSON, _ known: KnownGroups) {
    guard message["type"]?.int == 5, let operation = message["body"]?["operationType"]?.int,
        [6, 7, 8].contains(operation % 400), let id = message["conversationID"]?.string
    else { return }
    known.doubt(String(id.dropFirst("group_".count)))
}

/// What delegates are told of one event.
private struct Telling {
    let facade: FacadeClient
    let known: KnownGroups
    let delegates: Delegates<any EMGroupManagerDelegate>
    /// The event's place in its stream.
    let seq: Int

    /// The group, as it is after the event. A group that was read meanwhile may have the change already.
    private func group(_ id: String, _ change: (EMGroup) -> Void = { _ in }) async -> EMGroup {
        let group = await known.group(id, facade)
        return known.change(id, change) ?? group
    }

    func invitation(_ event: TypedEvent) async {
        switch event {
        case .groupInvitationDidReceive(let data):
            delegates.tell {
                call($0.groupInvitationDidReceive(_:inviter:message:), data.groupID, data.inviter, data.message)
            }
        case .groupInvitationDidAccept(let data):
            let group = await group(data.groupID)
            delegates.tell { call($0.groupInvitationDidAccept(_:invitee:), group, data.invitee) }
        case .groupInvitationDidDecline(let data):
            let group = await group(data.groupID)
            delegates.tell { call($0.groupInvitationDidDecline(_:invitee:reason:), group, data.invitee, data.reason) }
        case .groupJoinRequestDidReceive(let data):
            let group = await group(data.groupID)
            delegates.tell { call($0.joinGroupRequestDidReceive(_:user:reason:), group, data.user, data.reason) }
        case .groupJoinRequestDidApprove(let data):
            if data.applicant == facade.client?.user { known.doubt(data.groupID) }
            let group = await group(data.groupID)
            delegates.tell { call($0.joinGroupRequestDidApprove(_:), group) }
        case .groupJoinRequestDidDecline(let data):
            delegates.tell {
                call(
                    $0.joinGroupRequestDidDecline(_:reason:decliner:applicant:), data.groupID, data.reason,
                    data.decliner, data.applicant)
            }
        default: break
        }
    }

    func membership(_ event: TypedEvent) async {
        switch event {
        case .groupDidJoin(let data):
            known.doubt(data.groupID)
            let group = await group(data.groupID)
            delegates.tell { call($0.didJoin(_:inviter:message:), group, data.inviter, data.message) }
        case .groupDidLeave(let data):
            let group = known.known(data.groupID) ?? EMGroup(groupId: data.groupID)
            known.forget(data.groupID)
            let reason = EMGroupLeaveReason(rawValue: data.reason) ?? .beRemoved
            delegates.tell { call($0.didLeave(_:reason:), group, reason) }
        case .groupUserDidJoin(let data):
            let group = await group(data.groupID) { group in
                guard group.advance(to: seq) else { return }
                group.occupantsCount += 1
                if !group.memberList.isEmpty { group.memberList.append(data.user) }
            }
            delegates.tell { call($0.userDidJoin(_:user:), group, data.user) }
        case .groupUserDidLeave(let data):
            let group = await group(data.groupID) { group in
                guard group.advance(to: seq) else { return }
                group.occupantsCount -= 1
                group.memberList.removeAll { $0 == data.user }
                group.adminList.removeAll { $0 == data.user }
            }
            delegates.tell { call($0.userDidLeave(_:user:), group, data.user) }
        default: break
        }
    }

    func lists(_ event: TypedEvent) async {
        switch event {
        case .groupMuteListDidUpdate(let data):
            let group = await group(data.groupID)
            delegates.tell { delegate in
                if let added = data.added {
                    call(
                        delegate.groupMuteListDidUpdate(_:addedMutedMembers:muteExpire:), group, added,
                        data.muteExpire ?? -1)
                }
                if let removed = data.removed {
                    call(delegate.groupMuteListDidUpdate(_:removedMutedMembers:), group, removed)
                }
            }
        case .groupWhiteListDidUpdate(let data):
            let group = await group(data.groupID)
            delegates.tell { delegate in
                if let added = data.added {
                    call(delegate.groupWhiteListDidUpdate(_:addedWhiteListMembers:), group, added)
                }
                if let removed = data.removed {
                    call(delegate.groupWhiteListDidUpdate(_:removedWhiteListMembers:), group, removed)
                }
            }
        case .groupAdminListDidUpdate(let data):
            // The user's own role may have changed with it.
            known.doubt(data.groupID)
            let group = await group(data.groupID)
            delegates.tell { delegate in
                if let added = data.added { call(delegate.groupAdminListDidUpdate(_:addedAdmin:), group, added) }
                if let removed = data.removed {
                    call(delegate.groupAdminListDidUpdate(_:removedAdmin:), group, removed)
                }
            }
        case .groupFileListDidUpdate(let data):
            let group = await group(data.groupID)
            delegates.tell { delegate in
                if let added = data.added {
                    call(delegate.groupFileListDidUpdate(_:addedSharedFile:), group, EMGroupSharedFile(added))
                }
                if let removed = data.removed {
                    call(delegate.groupFileListDidUpdate(_:removedSharedFile:), group, removed)
                }
            }
        default: break
        }
    }

    func information(_ event: TypedEvent) async {
        switch event {
        case .groupAllMemberMuteChanged(let data):
            let group = await group(data.groupID)
            delegates.tell { call($0.groupAllMemberMuteChanged(_:isAllMemberMuted:), group, data.isAllMemberMuted) }
        case .groupOwnerDidUpdate(let data):
            known.doubt(data.groupID)
            let group = await group(data.groupID)
            delegates.tell { call($0.groupOwnerDidUpdate(_:newOwner:oldOwner:), group, data.newOwner, data.oldOwner) }
        case .groupAnnouncementDidUpdate(let data):
            let group = await group(data.groupID)
            delegates.tell { call($0.groupAnnouncementDidUpdate(_:announcement:), group, data.announcement) }
        case .groupSpecificationDidUpdate(let data):
            let group = await group(data.groupID) { if $0.advance(to: seq) { $0.take(data.group) } }
            delegates.tell { call($0.groupSpecificationDidUpdate(_:), group) }
        case .groupAttributesChangedOfMember(let data):
            delegates.tell {
                call(
                    $0.onAttributesChangedOfGroupMember(_:userId:attributes:operatorId:), data.groupID, data.userID,
                    data.attributes, data.operatorID)
            }
        case .groupBlockChanged(let data):
            known.change(data.groupID) { $0.isBlocked = data.isBlocked }
        default: break
        }
    }
}

extension EMGroup {
    /// Whether an event of the group's stream is not in this yet. It is then.
    fileprivate func advance(to seq: Int) -> Bool {
        guard seq > self.seq else { return false }
        self.seq = seq
        return true
    }
}
