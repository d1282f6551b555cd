import Dispatch
import Foundation
import MartletClient

/// Keeps a client in step with its device, as long as this lives: it leaves the gateway when the application goes into
/// the background, so that pushes come, connects when it is back, and is awake when the device has come to another
/// network. A session that has ended for good, as by another device, is the application's to begin again.
public final class DeviceEvents: Sendable {
    private let network: NetworkChanges
    private let observers: Observers
    private let steps: AsyncStream<Step>.Continuation

    /// - Parameters:
    ///   - flush: what else is to be done before the application sleeps; `try await storage.flush()`
    public init(_ client: Client, flush: @escaping @Sendable () async throws -> Void = {}) {
        let (steps, continuation) = AsyncStream.makeStream(of: Step.self)
        self.steps = continuation
        network = NetworkChanges { client.wake() }
        observers = Observers([
            "UIApplicationDidEnterBackgroundNotification": {
                let isWritten = DispatchSemaphore(value: 0)
                continuation.yield(.leave(isWritten))
                keepAwake(until: isWritten)
            },
            "UIApplicationWillEnterForegroundNotification": { continuation.yield(.connect) },
        ])
        Task { await perform(steps, client, flush) }
    }

    deinit {
        steps.finish()
    }
}

/// What the client is to do.
private enum Step: Sendable {
    /// The semaphore is told when all is written.
    case leave(DispatchSemaphore)
    case connect
}

/// One after another: who comes back at once must not leave after that.
private func perform(
    _ steps: AsyncStream<Step>, _ client: Client, _ flush: @Sendable () async throws -> Void
) async {
    for await step in steps {
        do {
            switch step {
            case .leave(let isWritten):
                defer { isWritten.signal() }
                if await !hasEnded(client) { try await client.leave() }
                try await flush()
            case .connect:
                if await !hasEnded(client) { try await client.connect() }
            }
        } catch {
            // A storage that fails was told by `unsaved`, or by the application's own `connect`. The next step tries
            // again.
        }
    }
}

private func hasEnded(_ client: Client) async -> Bool {
    if case .ended = await client.state { true } else { false }
}

/// Until then, or until the system says that there is no more time.
private func keepAwake(until isWritten: DispatchSemaphore) {
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
