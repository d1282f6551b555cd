import Foundation
@_exported import MartletCRongCloud
import MartletClient
import MartletFacade

public typealias RCIMClient = RCCoreClient

/// The entrance, in the words of RongCloud's library. Callbacks and delegates are called on a queue of its own, not on
/// the main one, as there.
#if canImport(ObjectiveC)
@objc(RCCoreClient)
#endif
public final class RCCoreClient: NSObject, Sendable {
    private static let instance = RCCoreClient()

    let facade = FacadeClient(system: "rc")
    let delegates = Delegates<any RCSubscribeEventDelegate>()
    let queue = DispatchQueue(label: "martlet.rongcloud")

    /// For tests, which have more users than one.
    override init() {}

    #if canImport(ObjectiveC)
    @objc(sharedCoreClient)
    #endif
    public static func shared() -> RCCoreClient { instance }

    /// Where the gateway is. It takes the place of the application's key at RongCloud.
    ///
    /// - Parameter device: the device's name, which the application keeps
    /// - Parameter token: gives another token when that of `connect` has ended
    public func start(url: String, device: String, token: (@Sendable () async throws -> String)? = nil) {
        facade.start(FacadeSettings(url: url, device: device, queue: queue, token: token))
    }

    #if canImport(ObjectiveC)
    @objc(startWithURL:device:)
    public func start(url: String, device: String) {
        start(url: url, device: device, token: nil)
    }
    #endif

    /// - Parameters:
    ///   - token: of the gateway: a JWT that the application's backend signs. Its `sub` is the user
    ///   - dbOpened: is told of success before `success`
    #if canImport(ObjectiveC)
    @objc(connectWithToken:dbOpened:success:error:)
    #endif
    public func connect(
        withToken token: String, dbOpened: (@Sendable (RCErrorCode) -> Void)?,
        success: (@Sendable (String) -> Void)?, error: (@Sendable (RCErrorCode) -> Void)? = nil
    ) {
        let user = subject(of: token)
        let delegates = delegates
        facade.login(
            user, token: token,
            succ: {
                dbOpened?(.RC_SUCCESS)
                success?(user)
            }, fail: { code, _ in error?(RCErrorCode(code)) },
            hear: { news in
                if case .event(let event) = news { takeIn(event, delegates) }
            })
    }

    /// What is kept on the device stays there.
    #if canImport(ObjectiveC)
    @objc(disconnect)
    #endif
    public func disconnect() {
        facade.logout(succ: nil, fail: nil)
    }

    #if canImport(ObjectiveC)
    @objc(logout)
    #endif
    public func logout() {
        disconnect()
    }

    /// Asks for an operation, and tells one of the two functions.
    func ask<Value: Sendable>(
        _ op: String, _ data: JSON, read: @escaping @Sendable (JSON) throws -> Value,
        success: @escaping @Sendable (Value) -> Void, error: @escaping @Sendable (RCErrorCode, [String]?) -> Void
    ) {
        Request(facade, op, data, read: read).tell(on: queue) { [facade] result in
            switch result {
            case .success(let value): success(value)
            case .failure(let failure):
                error(RCErrorCode(facade.told(failure).0), failure.keys.isEmpty ? nil : failure.keys)
            }
        }
    }
}

/// The user of a token. The gateway refuses one that names nobody.
private func subject(of token: String) -> String {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return "" }
    let text = parts[1].map { $0 == "-" ? "+" : $0 == "_" ? "/" : String($0) }.joined()
    let padding = String(repeating: "=", count: (4 - text.count % 4) % 4)
    guard let data = Data(base64Encoded: text + padding) else { return "" }
    do {
        return try JSON(parsing: data.withUnsafeBytes { String(decoding: $0, as: UTF8.self) })["sub"]?.string ?? ""
    } catch {
        return ""
    }
}

extension RCErrorCode {
    /// RongCloud's codes as they are. Others are negative.
    init(_ code: Int32) { self = RCErrorCode(rawValue: Int(code)) ?? .ERRORCODE_UNKNOWN }
}
