import Foundation
@_exported import MartletCTIM
import MartletClient
import MartletFacade

/// Signs a user in, and hears of its relations.
#if canImport(ObjectiveC)
@objc(TIMManager)
#endif
public final class TIMManager: NSObject, Sendable {
    static let shared = TIMManager()

    package let facade = FacadeClient(system: "tim")
    let relations = Relations()
    private let listener = Guarded(Weak<any TIMMessageListener>(nil))

    /// For tests, which have more users than one.
    package override init() {}

    #if canImport(ObjectiveC)
    @objc(sharedInstance)
    #endif
    public static func sharedInstance() -> TIMManager! { shared }

    /// Where the gateway is, in place of Tencent's console. It comes before `login`, and is not of TIM.
    ///
    /// - Parameters:
    ///   - device: the device's name, which the application keeps
    ///   - queue: where callbacks and the listener are called
    ///   - token: gives another token when that of `login` has ended
    public func start(
        url: String, device: String, queue: DispatchQueue = .main,
        token: (@Sendable () async throws -> String)? = nil
    ) {
        facade.start(FacadeSettings(url: url, device: device, queue: queue, token: token))
    }

    #if canImport(ObjectiveC)
    @objc(startWithURL:device:)
    public func start(url: String, device: String) {
        start(url: url, device: device, queue: .main)
    }
    #endif

    /// Sends nothing.
    #if canImport(ObjectiveC)
    @objc(initSdk)
    #endif
    @discardableResult
    public func initSdk() -> Int32 { 0 }

    #if canImport(ObjectiveC)
    @objc(setUserConfig:)
    #endif
    @discardableResult
    public func setUserConfig(_ config: TIMUserConfig!) -> Int32 {
        let seconds = config.friendProfileOpt.expiredSeconds
        relations.expiry.with { $0 = TimeInterval(max(0, seconds)) }
        return 0
    }

    #if canImport(ObjectiveC)
    @objc(setMessageListener:)
    #endif
    @discardableResult
    public func setMessageListener(_ listener: (any TIMMessageListener)!) -> Int32 {
        self.listener.with { $0 = Weak(listener) }
        return 0
    }

    #if canImport(ObjectiveC)
    @objc(login:succ:fail:)
    #endif
    @discardableResult
    public func login(_ param: TIMLoginParam!, succ: TIMSucc!, fail: TIMFail!) -> Int32 {
        relations.forget()
        facade.login(param.identifier ?? "", token: param.userSig ?? "", succ: succ, fail: fail) { [weak self] event in
            if case .event(let event) = event { self?.hear(event) }
        }
        return 0
    }

    /// What is kept on the device stays there.
    #if canImport(ObjectiveC)
    @objc(logout:fail:)
    #endif
    @discardableResult
    public func logout(_ succ: TIMSucc!, fail: TIMFail!) -> Int32 {
        facade.logout(succ: succ, fail: fail)
        return 0
    }

    private func hear(_ event: Event) {
        switch event.name {
        case "friend.changed":
            // Others are of the user's own devices, which TIM does not tell.
            guard let type = event.data["type"]?.int, 1...4 ~= type else { return }
            tell { TIMSNSSystemElem(type, event.data["users"]?.array ?? []) }
        case "profile.changed":
            let user = event.data["fromUser"]?.string ?? ""
            relations.changed(user, version: event.data["version"]?.int ?? 0)
            tell { TIMProfileSystemElem(user) }
        case "sync.reset" where event.data["stream"] == "user":
            relations.forget()
        default: break
        }
    }

    private func tell(_ elem: @escaping @Sendable () -> TIMElem) {
        facade.queue.async { [self] in
            listener.with { $0.value }?.onNewMessage([TIMMessage(elem())])
        }
    }
}

/// Hears of system messages.
#if canImport(ObjectiveC)
@objc(TIMMessageListener)
#endif
public protocol TIMMessageListener: AnyObject {
    #if canImport(ObjectiveC)
    @objc(onNewMessage:)
    #endif
    func onNewMessage(_ msgs: [Any]!)
}

#if canImport(ObjectiveC)
@objc(TIMLoginParam) @objcMembers
#endif
public final class TIMLoginParam: NSObject {
    /// Ignored.
    public var accountType: String!
    public var identifier: String!
    /// The token that the gateway takes, a JWT.
    public var userSig: String!
    /// Ignored.
    public var appidAt3rd: String!
    /// Ignored: the token has it, if the gateway checks it.
    public var sdkAppId: Int32 = 0
}

#if canImport(ObjectiveC)
@objc(TIMUserConfig) @objcMembers
#endif
public final class TIMUserConfig: NSObject {
    public var friendProfileOpt: TIMFriendProfileOption! = TIMFriendProfileOption()
}

#if canImport(ObjectiveC)
@objc(TIMFriendProfileOption) @objcMembers
#endif
public final class TIMFriendProfileOption: NSObject {
    public var expiredSeconds = 86_400
}
