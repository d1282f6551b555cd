import Foundation
import MartletClient
import MartletFacade

#if canImport(ObjectiveC)
@objc(RCSubscribeEventDelegate) public protocol RCSubscribeEventDelegate: NSObjectProtocol {
    @objc(onSubscriptionSyncCompleted)
    optional func onSubscriptionSyncCompleted()
    @objc(onSubscriptionSyncCompleted:)
    optional func onSubscriptionSyncCompleted(_ type: RCSubscribeType)
    @objc(onEventChange:)
    optional func onEventChange(_ subscribeEvents: [RCSubscribeInfoEvent])
    @objc(onSubscriptionChangedOnOtherDevices:)
    optional func onSubscriptionChanged(onOtherDevices subscribeEvents: [RCSubscribeEvent])
}
#else
/// Here a delegate has all of them: only Objective-C's protocols have optional methods.
public protocol RCSubscribeEventDelegate: AnyObject {
    func onSubscriptionSyncCompleted()
    func onSubscriptionSyncCompleted(_ type: RCSubscribeType)
    func onEventChange(_ subscribeEvents: [RCSubscribeInfoEvent])
    func onSubscriptionChanged(onOtherDevices subscribeEvents: [RCSubscribeEvent])
}
#endif

/// Whom to follow, and in what.
#if canImport(ObjectiveC)
@objc(RCSubscribeEventRequest) @objcMembers
#endif
public final class RCSubscribeEventRequest: NSObject {
    public var userIds: [String]?
    public var subscribeType = RCSubscribeType.onlineStatus
    /// Seconds, from 60 to 30 days.
    public var expiry: TimeInterval = 0

    var json: JSON {
        ["userIds": JSON((userIds ?? []).map { JSON($0) }), "subscribeType": JSON(subscribeType.rawValue)]
    }
}

/// What is known of a user who is followed.
#if canImport(ObjectiveC)
@objc(RCSubscribeInfoEvent) @objcMembers
#endif
public final class RCSubscribeInfoEvent: NSObject, Sendable {
    public let userId: String
    public let subscribeType: RCSubscribeType
    /// Milliseconds since 1970.
    public let subscribeTime: Int64
    /// Seconds.
    public let expiry: TimeInterval
    /// Of online states: each platform.
    public let details: [RCSubscribeEventDetail]?
    /// Of profiles.
    public let userProfile: RCUserProfile?

    init(_ event: SubscriptionEvent) {
        userId = event.userId
        subscribeType = RCSubscribeType(rawValue: event.subscribeType) ?? .onlineStatus
        subscribeTime = Int64(event.subscribeTime)
        expiry = TimeInterval(event.expiry)
        details = event.details?.map { RCSubscribeEventDetail($0) }
        userProfile = event.userProfile.map { RCUserProfile($0) }
    }
}

#if canImport(ObjectiveC)
@objc(RCSubscribeEventDetail) @objcMembers
#endif
public final class RCSubscribeEventDetail: NSObject, Sendable {
    /// 1 online, 0 offline.
    public let eventValue: Int
    /// Milliseconds since 1970.
    public let changeTime: Int64
    /// 0 other, 1 iOS, 2 Android, 3 web, 4 PC, 5 a mini program, 6 HarmonyOS.
    public let platform: Int

    init(_ detail: SubscriptionEventDetail) {
        eventValue = detail.eventValue
        changeTime = Int64(detail.changeTime)
        platform = detail.platform
    }
}

/// What another device of the user has begun or ended to follow.
#if canImport(ObjectiveC)
@objc(RCSubscribeEvent) @objcMembers
#endif
public final class RCSubscribeEvent: NSObject, Sendable {
    public let userId: String
    public let subscribeType: RCSubscribeType
    public let operationType: RCSubscribeOperationType
    /// Milliseconds since 1970.
    public let subscribeTime: Int64
    /// Seconds.
    public let expiry: TimeInterval

    init(_ event: SubscriptionChangedOnOtherDevicesEventEvent) {
        userId = event.userId
        subscribeType = RCSubscribeType(rawValue: event.subscribeType) ?? .onlineStatus
        operationType = RCSubscribeOperationType(rawValue: event.operationType) ?? .subscribe
        subscribeTime = Int64(event.subscribeTime)
        expiry = TimeInterval(event.expiry)
    }
}

extension RCCoreClient {
    #if canImport(ObjectiveC)
    @objc(addSubscribeEventDelegate:)
    #endif
    public func add(_ delegate: any RCSubscribeEventDelegate) {
        delegates.add(delegate, queue: queue)
    }

    @_disfavoredOverload
    public func addSubscribeEventDelegate(_ delegate: any RCSubscribeEventDelegate) {
        add(delegate)
    }

    #if canImport(ObjectiveC)
    @objc(removeSubscribeEventDelegate:)
    #endif
    public func remove(_ delegate: any RCSubscribeEventDelegate) {
        delegates.remove(delegate)
    }

    @_disfavoredOverload
    public func removeSubscribeEventDelegate(_ delegate: any RCSubscribeEventDelegate) {
        remove(delegate)
    }

    /// - Parameter completion: `RC_SUCCESS`, or the code of the first user that failed, with all of these
    #if canImport(ObjectiveC)
    @objc(subscribeEvent:completion:)
    #endif
    public func subscribeEvent(
        _ request: RCSubscribeEventRequest, completion: (@Sendable (RCErrorCode, [String]?) -> Void)? = nil
    ) {
        var data = request.json
        data["expiry"] = JSON(Int(clamping: Int64(request.expiry)))
        follow("subscription.subscribe", data, completion)
    }

    #if canImport(ObjectiveC)
    @objc(unSubscribeEvent:completion:)
    #endif
    public func unSubscribeEvent(
        _ request: RCSubscribeEventRequest, completion: (@Sendable (RCErrorCode, [String]?) -> Void)? = nil
    ) {
        follow("subscription.unsubscribe", request.json, completion)
    }

    #if canImport(ObjectiveC)
    @objc(querySubscribeEvent:completion:)
    #endif
    public func querySubscribeEvent(
        _ request: RCSubscribeEventRequest,
        completion: (@Sendable (RCErrorCode, [RCSubscribeInfoEvent]?) -> Void)? = nil
    ) {
        query("subscription.query", request.json, completion)
    }

    /// - Parameter pageSize: up to 200
    #if canImport(ObjectiveC)
    @objc(querySubscribeEvent:pageSize:startIndex:completion:)
    #endif
    public func querySubscribeEvent(
        _ request: RCSubscribeEventRequest, pageSize: Int, start startIndex: Int,
        completion: (@Sendable (RCErrorCode, [RCSubscribeInfoEvent]?) -> Void)? = nil
    ) {
        let data: JSON = [
            "subscribeType": JSON(request.subscribeType.rawValue), "pageSize": JSON(pageSize),
            "startIndex": JSON(startIndex),
        ]
        query("subscription.list", data, completion)
    }

    @_disfavoredOverload
    public func querySubscribeEvent(
        _ request: RCSubscribeEventRequest, pageSize: Int, startIndex: Int,
        completion: (@Sendable (RCErrorCode, [RCSubscribeInfoEvent]?) -> Void)?
    ) {
        querySubscribeEvent(request, pageSize: pageSize, start: startIndex, completion: completion)
    }

    private func follow(_ op: String, _ data: JSON, _ completion: (@Sendable (RCErrorCode, [String]?) -> Void)?) {
        ask(op, data, read: { try SubscriptionSubscribeResult(json: $0) }) { result in
            let failed = result.failedUserIds
            completion?(RCErrorCode(Int32(clamping: result.status)), failed.isEmpty ? nil : failed)
        } error: { code, _ in
            completion?(code, nil)
        }
    }

    private func query(
        _ op: String, _ data: JSON, _ completion: (@Sendable (RCErrorCode, [RCSubscribeInfoEvent]?) -> Void)?
    ) {
        ask(op, data, read: { try SubscriptionQueryResult(json: $0).events.map { RCSubscribeInfoEvent($0) } }) {
            completion?(.RC_SUCCESS, $0)
        } error: { code, _ in
            completion?(code, nil)
        }
    }
}

/// Tells delegates of an event.
func takeIn(_ event: Event, _ delegates: Delegates<any RCSubscribeEventDelegate>) {
    do {
        switch try event.typed() {
        case .subscriptionSyncCompleted(let data):
            guard let type = RCSubscribeType(rawValue: data.subscribeType) else { return }
            delegates.tell { delegate in
                let ofType: ((RCSubscribeType) -> Void)? = delegate.onSubscriptionSyncCompleted
                ofType?(type)
                // The last of them.
                let ofAll: (() -> Void)? = delegate.onSubscriptionSyncCompleted
                if type == .friendUserProfile { ofAll?() }
            }
        case .subscriptionEventChanged(let data):
            let events = data.events.map { RCSubscribeInfoEvent($0) }
            delegates.tell { call($0.onEventChange(_:), events) }
        case .subscriptionChangedOnOtherDevices(let data):
            let events = data.events.map { RCSubscribeEvent($0) }
            delegates.tell { call($0.onSubscriptionChanged(onOtherDevices:), events) }
        default: break
        }
    } catch {
        NSLog("%@", "martlet: \(event.name): \(error)")
    }
}
