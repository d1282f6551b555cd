import Foundation
@_exported import MartletCV2TIM
import MartletClient
import MartletFacade

public typealias V2TIMConversationManager = V2TIMManager

/// Signs a user in, and has the list of conversations of the device. Each call ends with `succ` or `fail`, once.
#if canImport(ObjectiveC)
@objc(V2TIMManager)
#endif
public final class V2TIMManager: NSObject, Sendable {
    private static let shared = V2TIMManager()

    package let facade = FacadeClient(system: "tim")
    private let listener = Guarded(Weak<any V2TIMConversationListener>(nil))
    private let news = Guarded<ConversationNews?>(nil)
    /// The conversations of the list, as they were when its first page was asked for.
    private let pages = Guarded<[String]>([])

    /// For tests, which have more users than one.
    package override init() {}

    #if canImport(ObjectiveC)
    @objc(sharedInstance)
    #endif
    public static func sharedInstance() -> V2TIMManager! { shared }

    /// Where the gateway is, in place of Tencent's console. It comes before `login`, and is not of V2TIM.
    ///
    /// - Parameters:
    ///   - device: the device's name, which the application keeps
    ///   - queue: where callbacks and the listener are called
    ///   - token: gives another token when that of `login` has ended
    public func start(
        url: String, device: String, queue: DispatchQueue = .main,
        token: (@Sendable () async throws -> String)? = nil
    ) {
        facade.start(FacadeSettings(url: url, device: device, queue: queue, token: token, keepsStore: true))
    }

    #if canImport(ObjectiveC)
    @objc(startWithURL:device:)
    public func start(url: String, device: String) {
        start(url: url, device: device, queue: .main)
    }
    #endif

    /// Without a connection it fails after 30 seconds. The list of the device is there nevertheless.
    #if canImport(ObjectiveC)
    @objc(login:userSig:succ:fail:)
    #endif
    public func login(_ userID: String!, userSig: String!, succ: V2TIMSucc!, fail: V2TIMFail!) {
        pages.with { $0 = [] }
        let prepare: @Sendable (Client) async throws -> Void = { [weak self] client in
            try await client.open()
            let news = await ConversationNews(client) { [weak self] in self?.tell($0) }
            self?.news.with { $0 = news }
        }
        facade.login(userID ?? "", token: userSig ?? "", succ: succ, fail: fail, prepare: prepare)
    }

    /// What is kept on the device stays there.
    #if canImport(ObjectiveC)
    @objc(logout:fail:)
    #endif
    public func logout(_ succ: V2TIMSucc!, fail: V2TIMFail!) {
        news.with { $0 = nil }
        facade.logout(succ: succ, fail: fail)
    }

    #if canImport(ObjectiveC)
    @objc(setConversationListener:)
    #endif
    public func setConversationListener(_ listener: (any V2TIMConversationListener)!) {
        self.listener.with { $0 = Weak(listener) }
    }

    /// A page of the device's list, also without a connection. `nextSeq` is 0 for the first one.
    #if canImport(ObjectiveC)
    @objc(getConversationList:count:succ:fail:)
    #endif
    public func getConversationList(
        _ nextSeq: UInt64, count: Int32, succ: V2TIMConversationResultSucc!, fail: V2TIMFail!
    ) {
        facade.run(fail) { [facade, pages] in
            let client = try facade.signedIn
            try await client.waitForList(milliseconds: facade.patience)
            let list = await client.list()
            let all = pages.with { pages in
                if nextSeq == 0 { pages = list.map(\.id) }
                return pages
            }
            guard count > 0, nextSeq <= all.count else {
                throw MartletError(system: "tim", code: 6017, name: "conversationParameters", message: "no such page")
            }
            let end = min(Int(nextSeq) + Int(count), all.count)
            let known = Dictionary(uniqueKeysWithValues: list.map { ($0.id, $0) })
            let page = all[Int(nextSeq)..<end].compactMap { known[$0] }
            return (page, end < all.count ? UInt64(end) : 0, end == all.count)
        } _: { page, nextSeq, isFinished in
            succ?(page.map { V2TIMConversation($0) }, nextSeq, isFinished)
        }
    }

    #if canImport(ObjectiveC)
    @objc(getTotalUnreadMessageCount:fail:)
    #endif
    public func getTotalUnreadMessageCount(_ succ: V2TIMTotalUnreadMessageCountSucc!, fail: V2TIMFail!) {
        facade.run(fail) { [facade] in
            let client = try facade.signedIn
            try await client.waitForList(milliseconds: facade.patience)
            return await client.store.totalUnread
        } _: {
            succ?(UInt64($0))
        }
    }

    #if canImport(ObjectiveC)
    @objc(pinConversation:isPinned:succ:fail:)
    #endif
    public func pinConversation(_ conversationID: String!, isPinned: Bool, succ: V2TIMSucc!, fail: V2TIMFail!) {
        let data: JSON = ["conversationID": JSON(conversationID ?? ""), "pinned": JSON(isPinned)]
        facade.ask("conversation.pin", data, fail) { (_: JSON) in succ?() }
    }

    /// With the user's messages, here on all its devices.
    #if canImport(ObjectiveC)
    @objc(deleteConversation:succ:fail:)
    #endif
    public func deleteConversation(_ conversation: String!, succ: V2TIMSucc!, fail: V2TIMFail!) {
        let data: JSON = ["conversationID": JSON(conversation ?? "")]
        facade.ask("conversation.delete", data, fail) { (_: JSON) in succ?() }
    }

    /// Stays on this device. An empty text or nil removes it.
    #if canImport(ObjectiveC)
    @objc(setConversationDraft:draftText:succ:fail:)
    #endif
    public func setConversationDraft(
        _ conversationID: String!, draftText: String!, succ: V2TIMSucc!, fail: V2TIMFail!
    ) {
        let id = conversationID ?? ""
        let kept = Result { try facade.signedIn.store.keepDraft(id, ["text": JSON(draftText ?? "")]) }
        facade.run(fail) { [facade, news] in
            try kept.get()
            _ = try await facade.signedIn.store.draft(id)
            news.with { $0 }?.look()
        } _: {
            succ?()
        }
    }

    private func tell(_ news: ConversationNews.News) {
        facade.queue.async { [self] in
            guard let listener = listener.with({ $0.value }) else { return }
            let new = news.new.map { V2TIMConversation($0) }
            let changed = news.changed.map { V2TIMConversation($0) }
            #if canImport(ObjectiveC)
            if !new.isEmpty { listener.onNewConversation?(new) }
            if !changed.isEmpty { listener.onConversationChanged?(changed) }
            if let total = news.total { listener.onTotalUnreadMessageCountChanged?(UInt64(total)) }
            #else
            if !new.isEmpty { listener.onNewConversation(new) }
            if !changed.isEmpty { listener.onConversationChanged(changed) }
            if let total = news.total { listener.onTotalUnreadMessageCountChanged(UInt64(total)) }
            #endif
        }
    }
}

// As the vendor's SDK for Swift labels them.
extension V2TIMManager {
    @_disfavoredOverload
    public func login(userID: String!, userSig: String!, succ: V2TIMSucc!, fail: V2TIMFail!) {
        login(userID, userSig: userSig, succ: succ, fail: fail)
    }

    @_disfavoredOverload
    public func getConversationList(
        nextSeq: UInt64, count: Int32, succ: V2TIMConversationResultSucc!, fail: V2TIMFail!
    ) {
        getConversationList(nextSeq, count: count, succ: succ, fail: fail)
    }

    @_disfavoredOverload
    public func getTotalUnreadMessageCount(succ: V2TIMTotalUnreadMessageCountSucc!, fail: V2TIMFail!) {
        getTotalUnreadMessageCount(succ, fail: fail)
    }

    @_disfavoredOverload
    public func pinConversation(conversationID: String!, isPinned: Bool, succ: V2TIMSucc!, fail: V2TIMFail!) {
        pinConversation(conversationID, isPinned: isPinned, succ: succ, fail: fail)
    }

    @_disfavoredOverload
    public func deleteConversation(conversationID: String!, succ: V2TIMSucc!, fail: V2TIMFail!) {
        deleteConversation(conversationID, succ: succ, fail: fail)
    }

    @_disfavoredOverload
    public func setConversationDraft(
        conversationID: String!, draftText: String!, succ: V2TIMSucc!, fail: V2TIMFail!
    ) {
        setConversationDraft(conversationID, draftText: draftText, succ: succ, fail: fail)
    }
}
