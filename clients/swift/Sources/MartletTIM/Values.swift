import Foundation
import MartletCTIM
import MartletClient
import MartletFacade

public typealias TIMSucc = () -> Void
public typealias TIMFail = (Int32, String?) -> Void
public typealias TIMGetProfileSucc = (TIMUserProfile?) -> Void
public typealias TIMGetProfileArraySucc = ([TIMUserProfile]?) -> Void
public typealias TIMFriendArraySucc = ([TIMFriend]?) -> Void
public typealias TIMFriendResultSucc = (TIMFriendResult?) -> Void
public typealias TIMFriendResultArraySucc = ([TIMFriendResult]?) -> Void
public typealias TIMHandleFriendArraySucc = TIMFriendResultArraySucc
public typealias TIMCheckFriendResultArraySucc = ([TIMCheckFriendResult]?) -> Void
public typealias TIMGetFriendPendencyListSucc = (TIMFriendPendencyResponse?, [TIMFriendPendencyItem]?) -> Void
public typealias TIMFriendGroupArraySucc = ([TIMFriendGroup]?) -> Void

#if canImport(ObjectiveC)
@objc(TIMUserProfile) @objcMembers
#endif
public final class TIMUserProfile: NSObject {
    public var identifier: String!
    public var nickname: String!
    public var allowType: TIMFriendAllowType
    public var faceURL: String!
    public var selfSignature: Data!
    public var gender: TIMGender
    public var birthday: UInt32
    public var location: Data!
    public var language: UInt32
    public var level: UInt32
    public var role: UInt32
    /// `NSData` or `NSNumber`, by the names that the gateway is configured with.
    public var customInfo: [AnyHashable: Any]!

    init(_ profile: Profile) {
        identifier = profile.userID
        nickname = profile.nickname
        allowType = TIMFriendAllowType(rawValue: profile.allowType)!
        faceURL = profile.faceUrl
        selfSignature = profile.selfSignature.data
        gender = TIMGender(rawValue: profile.gender)!
        birthday = UInt32(clamping: profile.birthday)
        location = profile.location.data
        language = UInt32(clamping: profile.language)
        level = UInt32(clamping: profile.level)
        role = UInt32(clamping: profile.role)
        customInfo = profile.customInfo.mapValues(\.object)
    }
}

#if canImport(ObjectiveC)
@objc(TIMFriend) @objcMembers
#endif
public final class TIMFriend: NSObject {
    public var identifier: String!
    public var remark: String! = ""
    public var groups: [String]! = []
    public var addWording: String! = ""
    public var addSource: String! = ""
    public var addTime: UInt64
    public var customInfo: [AnyHashable: Any]! = [:]
    /// Nil of users in the blacklist.
    public var profile: TIMUserProfile!

    init(_ friend: Friend, _ profile: Profile) {
        identifier = friend.userID
        remark = friend.remark
        groups = friend.groups
        addWording = friend.addWording
        addSource = friend.addSource
        addTime = UInt64(clamping: friend.addTime)
        customInfo = friend.customInfo.mapValues(\.object)
        self.profile = TIMUserProfile(profile)
    }

    init(blocked user: BlacklistListResultUser) {
        identifier = user.userID
        addTime = UInt64(clamping: user.addTime)
    }
}

#if canImport(ObjectiveC)
@objc(TIMFriendRequest) @objcMembers
#endif
public final class TIMFriendRequest: NSObject {
    public var identifier: String!
    public var remark: String!
    public var addWording: String!
    public var addSource: String!
    public var group: String!
}

#if canImport(ObjectiveC)
@objc(TIMFriendResult) @objcMembers
#endif
public final class TIMFriendResult: NSObject {
    public var identifier: String!
    public var result_code: Int
    public var result_info: String!

    init(_ result: JSON) {
        identifier = result["userID"]?.string
        result_code = result["code"]?.int ?? 0
        result_info = result["info"]?.string
    }
}

#if canImport(ObjectiveC)
@objc(TIMFriendResponse) @objcMembers
#endif
public final class TIMFriendResponse: NSObject {
    public var responseType = TIMFriendResponseType.FRIEND_RESPONSE_AGREE
    public var identifier: String!
    public var remark: String!
}

#if canImport(ObjectiveC)
@objc(TIMFriendCheckInfo) @objcMembers
#endif
public final class TIMFriendCheckInfo: NSObject {
    public var users: [String]!
    public var checkType = TIMFriendCheckType.FRIEND_CHECK_TYPE_UNIDIRECTION
}

#if canImport(ObjectiveC)
@objc(TIMCheckFriendResult) @objcMembers
#endif
public final class TIMCheckFriendResult: NSObject {
    public var identifier: String!
    public var result_code: Int
    public var result_info: String!
    public var resultType: TIMFriendRelationType

    init(_ result: FriendCheckResultResult) {
        identifier = result.userID
        result_code = result.code
        result_info = result.info
        resultType = TIMFriendRelationType(rawValue: result.relation)!
    }
}

#if canImport(ObjectiveC)
@objc(TIMFriendPendencyRequest) @objcMembers
#endif
public final class TIMFriendPendencyRequest: NSObject {
    public var seq: UInt64 = 0
    public var timestamp: UInt64 = 0
    public var numPerPage: UInt64 = 0
    public var type = TIMPendencyGetType.PENDENCY_GET_COME_IN
}

#if canImport(ObjectiveC)
@objc(TIMFriendPendencyResponse) @objcMembers
#endif
public final class TIMFriendPendencyResponse: NSObject {
    public var seq: UInt64
    public var timestamp: UInt64
    public var unreadCnt: UInt64

    init(_ page: PendencyListResult) {
        seq = UInt64(clamping: page.seq)
        timestamp = UInt64(clamping: page.timestamp)
        unreadCnt = UInt64(clamping: page.unreadCount)
    }
}

#if canImport(ObjectiveC)
@objc(TIMFriendPendencyItem) @objcMembers
#endif
public final class TIMFriendPendencyItem: NSObject {
    public var identifier: String!
    public var addTime: UInt64
    public var addSource: String!
    public var addWording: String!
    public var nickname: String!
    public var type: TIMPendencyGetType

    init(_ item: PendencyListResultItem) {
        identifier = item.userID
        addTime = UInt64(clamping: item.addTime)
        addSource = item.addSource
        addWording = item.addWording
        nickname = item.nickname
        type = TIMPendencyGetType(rawValue: item.type)!
    }
}

#if canImport(ObjectiveC)
@objc(TIMFriendGroup) @objcMembers
#endif
public final class TIMFriendGroup: NSObject {
    public var name: String!
    public var userCnt: UInt64
    public var friends: [String]!

    init(_ group: FriendGroupListResultGroup) {
        name = group.name
        userCnt = UInt64(clamping: group.userCnt)
        friends = group.friends
    }
}
