import Foundation
import MartletCTIM
import MartletClient

/// A system message. It is in no conversation.
#if canImport(ObjectiveC)
@objc(TIMMessage)
#endif
public final class TIMMessage: NSObject {
    private let elem: TIMElem

    init(_ elem: TIMElem) {
        self.elem = elem
    }

    #if canImport(ObjectiveC)
    @objc(elemCount)
    #endif
    public func elemCount() -> Int32 { 1 }

    #if canImport(ObjectiveC)
    @objc(getElem:)
    #endif
    public func getElem(_ index: Int32) -> TIMElem! { index == 0 ? elem : nil }
}

#if canImport(ObjectiveC)
@objc(TIMElem)
#endif
public class TIMElem: NSObject {}

/// Relations have changed.
#if canImport(ObjectiveC)
@objc(TIMSNSSystemElem) @objcMembers
#endif
public final class TIMSNSSystemElem: TIMElem {
    public var type: TIM_SNS_SYSTEM_TYPE
    public var users: [TIMSNSChangeInfo]!

    init(_ type: Int, _ users: [JSON]) {
        self.type = TIM_SNS_SYSTEM_TYPE(rawValue: type)!
        self.users = users.map { TIMSNSChangeInfo($0) }
    }
}

#if canImport(ObjectiveC)
@objc(TIMSNSChangeInfo) @objcMembers
#endif
public final class TIMSNSChangeInfo: NSObject {
    public var identifier: String!
    /// Of a request.
    public var wording: String!
    public var source: String!

    init(_ user: JSON) {
        identifier = user["userID"]?.string
        wording = user["addWording"]?.string
        source = user["addSource"]?.string
    }
}

/// The user's profile, or a friend's, has changed.
#if canImport(ObjectiveC)
@objc(TIMProfileSystemElem) @objcMembers
#endif
public final class TIMProfileSystemElem: TIMElem {
    public var type = TIM_PROFILE_SYSTEM_TYPE.FRIEND_PROFILE_CHANGE
    public var fromUser: String!
    /// Empty, as there.
    public var nickName: String! = ""

    init(_ user: String) {
        fromUser = user
    }
}
