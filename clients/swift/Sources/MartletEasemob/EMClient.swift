import Foundation
import MartletClient
import MartletFacade

/// The entrance, in the words of Easemob's library.
#if canImport(ObjectiveC)
@objc(EMClient) @objcMembers
#endif
public final class EMClient: NSObject, Sendable {
    private static let instance = EMClient()

    private let facade = FacadeClient(system: "em")
    private let manager: EMGroupManager
    public let options: EMOptions

    override init() {
        manager = EMGroupManager(facade)
        options = EMOptions(facade)
    }

    #if canImport(ObjectiveC)
    @objc(sharedClient)
    #endif
    public static func shared() -> EMClient { instance }

    /// Applications may take it as optional or not.
    public var groupManager: IEMGroupManager! { manager }

    /// Where the gateway is. It takes the place of the application's key at Easemob.
    ///
    /// - Parameter device: the device's name, which the application keeps
    /// - Parameter token: gives another token when that of the login has ended
    public func start(url: String, device: String, token: (@Sendable () async throws -> String)? = nil) {
        facade.start(FacadeSettings(url: url, device: device, token: token))
    }

    #if canImport(ObjectiveC)
    @objc(startWithURL:device:)
    public func start(url: String, device: String) {
        start(url: url, device: device, token: nil)
    }
    #endif

    /// - Parameter token: of the gateway: a JWT that the application's backend signs
    #if canImport(ObjectiveC)
    @objc(loginWithUsername:token:completion:)
    #endif
    public func login(withUsername username: String, token: String, completion: ((String?, EMError?) -> Void)?) {
        facade.login(
            username, token: token, succ: { completion?(username, nil) },
            fail: { completion?(nil, EMError($0, $1)) }, hear: manager.begin())
        options.tell()
    }

    /// - Parameter isUnbound: has no effect: a session that ends has no pushes
    #if canImport(ObjectiveC)
    @objc(logout:completion:)
    #endif
    public func logout(_ isUnbound: Bool, completion: ((EMError?) -> Void)?) {
        facade.logout(succ: { completion?(nil) }, fail: { completion?(EMError($0, $1)) })
    }
}

#if canImport(ObjectiveC)
@objc(EMOptions) @objcMembers
#endif
public final class EMOptions: NSObject, Sendable {
    private let facade: FacadeClient
    private let accepts = Guarded<Bool?>(nil)

    init(_ facade: FacadeClient) {
        self.facade = facade
    }

    /// Whether those who invite the user make it a member at once. It is a setting of the account, for all its
    /// devices: the gateway is told when it is set, and at each login after that.
    public var isAutoAcceptGroupInvitation: Bool {
        get { accepts.with { $0 } ?? true }
        set {
            accepts.with { $0 = newValue }
            if facade.client != nil { tell() }
        }
    }

    func tell() {
        guard let accepts = accepts.with({ $0 }) else { return }
        let request = Request(
            facade, "group.setAutoAccept", ["accepts": JSON(accepts)], RequestOptions(timeout: 0)
        ) { _ in true }
        request.tell(on: .main) { result in
            if case .failure(let error) = result { NSLog("%@", "martlet: group.setAutoAccept: \(error)") }
        }
    }
}
