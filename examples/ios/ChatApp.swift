import MartletApple
import MartletClient
import MartletStore
import SwiftUI
import UserNotifications

/// Your backend says who the user is, and gives tokens.
enum Backend {
    static let gateway = "ws://127.0.0.1:7750/v1/ws"
    static let user = "alice"
    static func token() async throws -> String { "TOKEN" }
}

@main
struct ChatApp: App {
    @UIApplicationDelegateAdaptor private var delegate: AppDelegate

    var body: some Scene {
        WindowGroup { ChatList(client: delegate.account.client, taps: delegate.taps) }
    }
}

/// The user who is signed in.
@MainActor
final class Account {
    let client: Client
    private let deviceEvents: DeviceEvents

    init() {
        var options = Client.Options()
        var flush: @Sendable () async throws -> Void = {}
        do {
            let storage = try SQLiteStorage.onDevice(gateway: Backend.gateway, user: Backend.user)
            options.storage = storage
            flush = { try await storage.flush() }
        } catch {
            print("nothing is kept on the device: \(error)")
        }
        options.keepsStore = true
        let device = UIDevice.current.identifierForVendor?.uuidString ?? "phone"
        client = Client(
            url: Backend.gateway, user: Backend.user, device: device, transport: URLSessionTransport(), options: options
        ) { _ in try await Backend.token() }
        deviceEvents = DeviceEvents(client, flush: flush)
        attempt("connect") { [client] in try await client.connect() }
    }
}

final class AppDelegate: NSObject, UIApplicationDelegate, UNUserNotificationCenterDelegate {
    let account = Account()
    /// The conversations of pushes that the user taps.
    let (taps, tap) = AsyncStream.makeStream(of: String.self)

    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let center = UNUserNotificationCenter.current()
        center.delegate = self
        attempt("ask for the right to notify") {
            guard try await center.requestAuthorization(options: [.alert, .badge, .sound]) else { return }
            application.registerForRemoteNotifications()
        }
        return true
    }

    func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken token: Data) {
        attempt("register for pushes") { [push = account.client.push] in
            try await push.register(deviceToken: token, language: Locale.preferredLanguages.first)
        }
    }

    func application(_ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error) {
        print("no device token: \(error)")
    }

    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler done: @escaping () -> Void
    ) {
        let userInfo = response.notification.request.content.userInfo
        if let id = PushedMessage(userInfo: userInfo)?.conversation { tap.yield(id) }
        done()
    }
}

/// Yours tells the user.
@MainActor
func attempt(_ what: String, _ work: @escaping @MainActor () async throws -> Void) {
    Task {
        do {
            try await work()
        } catch {
            print("cannot \(what): \(error)")
        }
    }
}
