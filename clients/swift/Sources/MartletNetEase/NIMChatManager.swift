import Foundation
import MartletClient
import MartletFacade

#if canImport(ObjectiveC)
@objc(NIMChatManagerDelegate) public protocol NIMChatManagerDelegate: NSObjectProtocol {
    @objc(sendMessage:didCompleteWithError:)
    optional func send(_ message: NIMMessage, didCompleteWithError error: (any Error)?)
    @objc(onRecvMessages:)
    optional func onRecvMessages(_ messages: [NIMMessage])
}
#else
/// Here a delegate has all of them: only Objective-C's protocols have optional methods.
public protocol NIMChatManagerDelegate: AnyObject {
    func send(_ message: NIMMessage, didCompleteWithError error: (any Error)?)
    func onRecvMessages(_ messages: [NIMMessage])
}
#endif

#if canImport(ObjectiveC)
@objc(NIMChatManager) @objcMembers
#endif
public final class NIMChatManager: NSObject, Sendable {
    private let facade: FacadeClient
    private let messages: KnownMessages
    private let delegates = Delegates<any NIMChatManagerDelegate>()

    init(_ facade: FacadeClient, _ messages: KnownMessages) {
        self.facade = facade
        self.messages = messages
    }

    #if canImport(ObjectiveC)
    @objc(addDelegate:)
    #endif
    public func add(_ delegate: any NIMChatManagerDelegate) {
        delegates.add(delegate, queue: facade.queue)
    }

    #if canImport(ObjectiveC)
    @objc(removeDelegate:)
    #endif
    public func remove(_ delegate: any NIMChatManagerDelegate) {
        delegates.remove(delegate)
    }

    /// Sends a text. It is under way when this returns; delegates are told when the gateway has stored it.
    #if canImport(ObjectiveC)
    @objc(sendMessage:toSession:error:)
    #endif
    public func send(_ message: NIMMessage, to session: NIMSession) throws {
        let sending: Sending
        do {
            let client = try facade.signedIn
            sending = try client.send(session.conversationID, message: message.json)
            message.from = client.user
        } catch {
            throw failure(facade, error)
        }
        message.session = session
        Task { [facade, delegates] in
            do {
                let stored = try await sending.stored
                facade.queue.async { message.take(stored) }
                delegates.tell { call($0.send(_:didCompleteWithError:), message, nil) }
            } catch {
                let error = failure(facade, error)
                delegates.tell { call($0.send(_:didCompleteWithError:), message, error) }
            }
        }
    }

    func take(_ event: Event) {
        guard event.name == "message.new" else { return }
        let message = NIMMessage(event.data)
        delegates.tell { call($0.onRecvMessages(_:), [message]) }
    }
}

/// From newer messages to older ones, or the other way.
#if canImport(ObjectiveC)
@objc(NIMMessageSearchOrder)
#endif
public enum NIMMessageSearchOrder: Int, Sendable {
    case desc = 0
    case asc = 1
}

#if canImport(ObjectiveC)
@objc(NIMHistoryMessageSearchOption) @objcMembers
#endif
public final class NIMHistoryMessageSearchOption: NSObject {
    /// Up to 100.
    public var limit = 100
    /// The page begins behind it. Nil: with the newest message, or the oldest.
    public var currentMessage: NIMMessage?
    public var order = NIMMessageSearchOrder.desc
}

public typealias NIMFetchMessageHistoryBlock = ((any Error)?, [NIMMessage]?) -> Void

#if canImport(ObjectiveC)
@objc(NIMConversationManager) @objcMembers
#endif
public final class NIMConversationManager: NSObject, Sendable {
    private let facade: FacadeClient
    private let messages: KnownMessages

    init(_ facade: FacadeClient, _ messages: KnownMessages) {
        self.facade = facade
        self.messages = messages
    }

    /// Messages that this device has heard or fetched since the login, the oldest first: the newest ones before
    /// `message`, or of all.
    #if canImport(ObjectiveC)
    @objc(messagesInSession:message:limit:)
    #endif
    public func messages(in session: NIMSession, message: NIMMessage?, limit: Int) -> [NIMMessage]? {
        messages.before(message?.seq ?? .max, in: session.conversationID, limit: limit)
    }

    /// Reads messages from the gateway. They are known then.
    #if canImport(ObjectiveC)
    @objc(fetchMessageHistory:option:result:)
    #endif
    public func fetchMessageHistory(
        _ session: NIMSession, option: NIMHistoryMessageSearchOption, result: NIMFetchMessageHistoryBlock? = nil
    ) {
        let page: JSON = [
            "direction": option.order == .desc ? "older" : "newer", "limit": JSON(option.limit),
            "cursor": JSON(option.currentMessage?.seq ?? 0),
        ]
        facade.run({ result?(failure($0, $1), nil) }) { [facade, messages] in
            let read = try await facade.signedIn.history(session.conversationID, page)
            return messages.add(read["messages"]?.array ?? [])
        } _: {
            result?(nil, $0)
        }
    }
}
