import Foundation
import MartletClient
import MartletFacade

#if canImport(ObjectiveC)
@objc(EMGroupStyle)
#endif
public enum EMGroupStyle: Int, Sendable {
    case privateOnlyOwnerInvite = 0
    case privateMemberCanInvite = 1
    case publicJoinNeedApproval = 2
    case publicOpenJoin = 3
}

#if canImport(ObjectiveC)
@objc(EMGroupPermissionType)
#endif
public enum EMGroupPermissionType: Int, Sendable {
    case none = -1
    case member = 0
    case admin = 1
    case owner = 2
}

#if canImport(ObjectiveC)
@objc(EMGroupLeaveReason)
#endif
public enum EMGroupLeaveReason: Int, Sendable {
    case beRemoved = 0
    case userLeave = 1
    case destroyed = 2
}

#if canImport(ObjectiveC)
@objc(EMGroupOptions) @objcMembers
#endif
public final class EMGroupOptions: NSObject {
    public var maxUsersCount = 200
    #if canImport(ObjectiveC)
    @objc(IsInviteNeedConfirm)
    #endif
    public var isInviteNeedConfirm = true
    public var style = EMGroupStyle.privateOnlyOwnerInvite
}

/// A group as it was when it was handed out: it does not change later.
#if canImport(ObjectiveC)
@objc(EMGroup) @objcMembers
#endif
public final class EMGroup: NSObject, @unchecked Sendable {
    public let groupId: String
    public internal(set) var groupName = ""
    public internal(set) var owner = ""
    public internal(set) var adminList: [String] = []
    /// Empty unless members were fetched.
    public internal(set) var memberList: [String] = []
    public internal(set) var occupantsCount = 0
    public internal(set) var isBlocked = false
    public internal(set) var isDisabled = false
    public internal(set) var permissionType = EMGroupPermissionType.none
    var about = ""
    var style = EMGroupStyle.privateOnlyOwnerInvite
    var isInviteNeedConfirm = true
    var maxUsersCount = 0
    /// The last event of the group's stream that is in this.
    var seq = 0

    init(groupId: String) {
        self.groupId = groupId
    }

    public override var description: String { about }

    public var settings: EMGroupOptions {
        let options = EMGroupOptions()
        options.style = style
        options.isInviteNeedConfirm = isInviteNeedConfirm
        options.maxUsersCount = maxUsersCount
        return options
    }

    /// A group that differs in something.
    func changed(_ change: (EMGroup) -> Void) -> EMGroup {
        let group = EMGroup(groupId: groupId)
        group.groupName = groupName
        group.owner = owner
        group.adminList = adminList
        group.memberList = memberList
        group.occupantsCount = occupantsCount
        group.isBlocked = isBlocked
        group.isDisabled = isDisabled
        group.permissionType = permissionType
        group.about = about
        group.style = style
        group.isInviteNeedConfirm = isInviteNeedConfirm
        group.maxUsersCount = maxUsersCount
        group.seq = seq
        change(group)
        return group
    }

    /// As `group.get` has it.
    convenience init(_ group: JSON) throws {
        let details = try GroupDetails(json: group)
        self.init(groupId: details.groupID)
        take(try GroupInfo(json: group))
        adminList = details.adminList
        memberList = details.members ?? []
        isBlocked = details.isBlocked ?? false
        seq = details.seq ?? 0
        permissionType = EMGroupPermissionType(rawValue: details.permissionType) ?? .none
    }

    /// Everybody sees the same of these.
    func take(_ info: GroupInfo) {
        groupName = info.name
        owner = info.owner
        occupantsCount = info.memberCount
        isDisabled = info.disabled
        about = info.description
        style = EMGroupStyle(rawValue: info.style) ?? .privateOnlyOwnerInvite
        isInviteNeedConfirm = info.isInviteNeedConfirm
        maxUsersCount = info.maxUsers
    }
}

#if canImport(ObjectiveC)
@objc(EMGroupSharedFile) @objcMembers
#endif
public final class EMGroupSharedFile: NSObject, Sendable {
    public let fileId: String
    public let fileName: String
    public let fileOwner: String
    public let fileSize: Int64
    /// Milliseconds since 1970.
    public let createdAt: Int64

    init(_ file: SharedFile) {
        fileId = file.fileID
        fileName = file.name
        fileOwner = file.owner
        fileSize = Int64(file.size)
        createdAt = Int64(file.createTime)
    }
}

/// A page of a list. At the end the cursor is empty.
#if canImport(ObjectiveC)
@objc(EMCursorResult) @objcMembers
#endif
public final class EMCursorResult: NSObject, @unchecked Sendable {
    /// Texts, or groups.
    public let list: [Any]
    public let cursor: String

    init(_ list: [any Sendable], _ cursor: String) {
        self.list = list
        self.cursor = cursor
    }
}

/// Easemob's codes as they are. Others are negative, and the description names them: `gw 1003 …`.
#if canImport(ObjectiveC)
@objc(EMError) @objcMembers
#endif
public final class EMError: NSObject, Sendable {
    public let code: Int
    public let errorDescription: String

    init(_ code: Int32, _ text: String?) {
        self.code = Int(code)
        errorDescription = text ?? ""
    }

    convenience init(_ facade: FacadeClient, _ error: MartletError) {
        let (code, text) = facade.told(error)
        self.init(code, text)
    }
}

public typealias EMErrorPointer = OutPointer<EMError?>
