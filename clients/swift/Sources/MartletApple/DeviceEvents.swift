import Dispatch
import Foundation
import MartletClient

/// Keeps a client in step with its device, as long as this lives: it leaves the gateway when the application goes into
/// the background, so that pushes come, connects when it is back, and is awake when the device has come to another
/// network.
public final class DeviceEvents: Sendable {
    private let network: NetworkChanges
    private let observers: Observers

    /// - Parameters:
    ///   - flush: what else is to be done before the application sleeps; `try await storage.flush()`
    public init(_ client: Client, flush: @escaping @Sendable () async throws -> Void = {}) {
        network = NetworkChanges { client.wake() }
        observers = Observers([
            "UIApplicationDidEnterBackgroundNotification": { sleep(client, flush) },
            "UIApplicationWillEnterForegroundNotification": { Task { try await client.connect() } },
        ])
    }
}

/// Ends when all is written, or when the system says that there is no more time.
private func sleep(_ client: Client, _ flush: @escaping @Sendable () async throws -> Void) {
    let isWritten = DispatchSemaphore(value: 0)
    Task {
        defer { isWritten.signal() }
        // A storage that fails has said so by `unsaved`.
        try await client.leave()
        try await flush()
    }
    #if os(iOS)
    ProcessInfo.processInfo.performExpiringActivity(withReason: "Martlet leaves the gateway") { hasExpired in
        if hasExpired { isWritten.signal() } else { isWritten.wait() }
    }
    #endif
}

/// Hears notifications of the system by their names, which no framework of its has to be linked for.
private final class Observers: @unchecked Sendable {
    private let tokens: [any NSObjectProtocol]

    init(_ actions: [String: @Sendable () -> Void]) {
        tokens = actions.map { name, action in
            NotificationCenter.default.addObserver(
                forName: Notification.Name(rawValue: name), object: nil, queue: nil
            ) { _ in action() }
        }
    }

    deinit {
        for token in tokens { NotificationCenter.default.removeObserver(token) }
    }
}
