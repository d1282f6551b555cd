import Foundation
import MartletClient
import MartletFacade

/// `completion` of a call; without an error it was done.
public typealias NIMTeamHandler = ((any Error)?) -> Void
public typealias NIMLoginHandler = ((any Error)?) -> Void

/// The entrance, in the words of NetEase's library. Everything is told on the main queue.
#if canImport(ObjectiveC)
@objc(NIMSDK) @objcMembers
#endif
public final class NIMSDK: NSObject, Sendable {
    private static let instance = NIMSDK()

    private let facade = FacadeClient(system: "nim")
    public let loginManager: NIMLoginManager
    public let teamManager: NIMTeamManager
    public let chatManager: NIMChatManager
    public let conversationManager: NIMConversationManager

    override init() {
        let messages = KnownMessages()
        teamManager = NIMTeamManager(facade)
        chatManager = NIMChatManager(facade, messages)
        conversationManager = NIMConversationManager(facade, messages)
        loginManager = NIMLoginManager(facade, messages, teamManager, chatManager)
    }

    #if canImport(ObjectiveC)
    @objc(sharedSDK)
    #endif
    public static func shared() -> NIMSDK { instance }

    /// Where the gateway is. It takes the place of the application's key at NetEase.
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
}

#if canImport(ObjectiveC)
@objc(NIMLoginManager) @objcMembers
#endif
public final class NIMLoginManager: NSObject, Sendable {
    private let facade: FacadeClient
    private let messages: KnownMessages
    private let team: NIMTeamManager
    private let chat: NIMChatManager

    init(_ facade: FacadeClient, _ messages: KnownMessages, _ team: NIMTeamManager, _ chat: NIMChatManager) {
        self.facade = facade
        self.messages = messages
        self.team = team
        self.chat = chat
    }

    /// - Parameter token: of the gateway: a JWT that the application's backend signs
    #if canImport(ObjectiveC)
    @objc(login:token:completion:)
    #endif
    public func login(_ account: String, token: String, completion: NIMLoginHandler? = nil) {
        messages.clear()
        team.clear()
        facade.login(
            account, token: token, succ: { completion?(nil) }, fail: { completion?(failure($0, $1)) }
        ) { [messages, team, chat] news in
            guard case .event(let event) = news else { return }
            // What is told is known before.
            messages.take(event)
            team.take(event)
            chat.take(event)
        }
    }

    #if canImport(ObjectiveC)
    @objc(logout:)
    #endif
    public func logout(_ completion: NIMLoginHandler? = nil) {
        facade.logout(succ: { completion?(nil) }, fail: { completion?(failure($0, $1)) })
    }
}

/// NetEase's codes as they are. Others are negative, and the description names them: `gw 1003 …`.
func failure(_ code: Int32, _ text: String?) -> NSError {
    NSError(domain: "Martlet", code: Int(code), userInfo: [NSLocalizedDescriptionKey: text ?? ""])
}

func failure(_ facade: FacadeClient, _ error: any Error) -> NSError {
    let (code, text) = facade.told(MartletError(error))
    return failure(code, text)
}
