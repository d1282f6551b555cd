import Foundation
import MartletCV2TIM
import MartletClient

public typealias V2TIMSucc = () -> Void
public typealias V2TIMFail = (Int32, String?) -> Void
public typealias V2TIMConversationResultSucc = ([V2TIMConversation]?, UInt64, Bool) -> Void
public typealias V2TIMTotalUnreadMessageCountSucc = (UInt64) -> Void

/// Hears of the list of conversations. Each method may be left out.
#if canImport(ObjectiveC)
@objc(V2TIMConversationListener)
public protocol V2TIMConversationListener: NSObjectProtocol {
    @objc(onNewConversation:)
    optional func onNewConversation(_ conversationList: [V2TIMConversation]!)
    @objc(onConversationChanged:)
    optional func onConversationChanged(_ conversationList: [V2TIMConversation]!)
    @objc(onTotalUnreadMessageCountChanged:)
    optional func onTotalUnreadMessageCountChanged(_ totalUnreadCount: UInt64)
}
#else
public protocol V2TIMConversationListener: AnyObject {
    func onNewConversation(_ conversationList: [V2TIMConversation]!)
    func onConversationChanged(_ conversationList: [V2TIMConversation]!)
    func onTotalUnreadMessageCountChanged(_ totalUnreadCount: UInt64)
}

extension V2TIMConversationListener {
    public func onNewConversation(_ conversationList: [V2TIMConversation]!) {}
    public func onConversationChanged(_ conversationList: [V2TIMConversation]!) {}
    public func onTotalUnreadMessageCountChanged(_ totalUnreadCount: UInt64) {}
}
#endif

#if canImport(ObjectiveC)
@objc(V2TIMConversation) @objcMembers
#endif
public final class V2TIMConversation: NSObject {
    public var conversationID: String!
    public var showName: String!
    public var faceUrl: String!
    public var unreadCount: Int32
    public var recvOpt: V2TIMReceiveMessageOpt
    /// Nil of one without messages.
    public var lastMessage: V2TIMMessage!
    public var groupAtInfolist: [V2TIMGroupAtInfo]!
    public var isPinned: Bool
    public var draftText: String!

    init(_ listed: Listed) {
        let value = listed.conversation
        conversationID = listed.id
        showName = value["showName"]?.string
        faceUrl = value["faceUrl"]?.string
        unreadCount = Int32(clamping: value["unreadCount"]?.int ?? 0)
        recvOpt = V2TIMReceiveMessageOpt(rawValue: value["recvOpt"]?.int ?? 0)!
        lastMessage = value["lastMessage"]?["timestamp"]?.int.map { V2TIMMessage(seconds: $0) }
        groupAtInfolist = (value["groupAtInfolist"]?.array ?? []).map { V2TIMGroupAtInfo($0) }
        isPinned = value["isPinned"]?.bool ?? false
        draftText = listed.draft
    }
}

#if canImport(ObjectiveC)
@objc(V2TIMMessage) @objcMembers
#endif
public final class V2TIMMessage: NSObject {
    public var timestamp: Date!

    init(seconds: Int) {
        timestamp = Date(timeIntervalSince1970: TimeInterval(seconds))
    }
}

#if canImport(ObjectiveC)
@objc(V2TIMGroupAtInfo) @objcMembers
#endif
public final class V2TIMGroupAtInfo: NSObject {
    public var seq: UInt64
    public var atType: V2TIMGroupAtType

    init(_ info: JSON) {
        seq = UInt64(clamping: info["seq"]?.int ?? 0)
        atType = V2TIMGroupAtType(rawValue: info["atType"]?.int ?? 1)!
    }
}
