import MartletClient
import MartletFacade

/// The groups that this device has read and heard of, in memory.
final class KnownGroups: Sendable {
    private struct Groups {
        var groups: [String: EMGroup] = [:]
        /// Of these everything is known; the others come from lists, or may have missed a change.
        var complete: Set<String> = []
        /// In the order in which this device heard of them.
        var joined: [String] = []
    }

    private let all = Guarded(Groups())

    var joinedGroups: [EMGroup] {
        all.with { all in all.joined.compactMap { all.groups[$0] } }
    }

    func known(_ id: String) -> EMGroup? {
        all.with { $0.groups[id] }
    }

    /// The group with everything that is known of it. It is read if something is missing; if that fails, as for a
    /// group that is gone, it is what is known.
    func group(_ id: String, _ facade: FacadeClient) async -> EMGroup {
        if let group = all.with({ all in all.complete.contains(id) ? all.groups[id] : nil }) { return group }
        do {
            return try await read(id, facade)
        } catch {
            return known(id) ?? EMGroup(groupId: id)
        }
    }

    func read(_ id: String, _ facade: FacadeClient) async throws -> EMGroup {
        let reply = try await facade.signedIn.request("group.get", ["groupID": JSON(id)])
        return take(try EMGroup(reply["group"] ?? .null), isComplete: true)
    }

    /// A group as `group.joined` has it.
    func take(_ listed: GroupJoinedResultGroup) -> EMGroup {
        let group = (known(listed.groupID) ?? EMGroup(groupId: listed.groupID)).changed {
            $0.groupName = listed.name
            $0.occupantsCount = listed.memberCount ?? $0.occupantsCount
            let role = listed.permissionType.flatMap { EMGroupPermissionType(rawValue: $0) }
            $0.permissionType = role ?? ($0.permissionType == .none ? .member : $0.permissionType)
        }
        return take(group, withMembers: true)
    }

    /// A group that was read from the gateway. Members that were read before stay, if they were not read now.
    @discardableResult
    func take(_ read: EMGroup, isComplete: Bool = false, withMembers: Bool = false) -> EMGroup {
        all.with { all in
            let id = read.groupId
            let members = all.groups[id]?.memberList ?? []
            let group = withMembers ? read : read.changed { $0.memberList = members }
            all.groups[id] = group
            if isComplete { all.complete.insert(id) }
            if group.permissionType == .none {
                all.joined.removeAll { $0 == id }
            } else if !all.joined.contains(id) {
                all.joined.append(id)
            }
            return group
        }
    }

    /// Something of it has changed.
    @discardableResult
    func change(_ id: String, _ change: (EMGroup) -> Void) -> EMGroup? {
        all.with { all in
            guard let group = all.groups[id]?.changed(change) else { return nil }
            all.groups[id] = group
            return group
        }
    }

    /// It is read again before it is told of.
    func doubt(_ id: String) {
        all.with { _ = $0.complete.remove(id) }
    }

    func doubtAll() {
        all.with { $0.complete = [] }
    }

    /// Another user signs in.
    func clear() {
        all.with { $0 = Groups() }
    }

    /// The user is no member any more.
    func forget(_ id: String) {
        all.with { all in
            all.groups[id] = nil
            all.complete.remove(id)
            all.joined.removeAll { $0 == id }
        }
    }
}
