import UIKit
import UserNotifications

/// An open session at the gateway: sends a request over the WebSocket.
protocol MartletSession: AnyObject {
    func request(_ operation: String, _ data: [String: Any])
}

/// Asks for the right to notify, registers the device's token, and opens the conversation that a push is about.
final class AppDelegate: NSObject, UIApplicationDelegate, UNUserNotificationCenterDelegate {
    private weak var session: (any MartletSession)?
    private var token: String?

    /// The most that a push may show here: `full`, `sender` or `none`, by the user's choice.
    var preview = "full" {
        didSet { register() }
    }

    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let center = UNUserNotificationCenter.current()
        center.delegate = self
        center.requestAuthorization(options: [.alert, .sound, .badge]) { isGranted, error in
            if let error { print("no right to notify: \(error)") }
            guard isGranted else { return }
            DispatchQueue.main.async { application.registerForRemoteNotifications() }
        }
        return true
    }

    /// Call it whenever a session has opened.
    func opened(_ session: any MartletSession) {
        self.session = session
        register()
    }

    func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken token: Data) {
        self.token = token.map { String(format: "%02x", $0) }.joined()
        register()
    }

    func application(_ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error) {
        print("no device token: \(error)")
    }

    private func register() {
        guard let token, let session else { return }
        var data: [String: Any] = ["provider": "apns", "token": token, "preview": preview]
        if let language = Locale.preferredLanguages.first { data["language"] = language }
        // Tokens of builds by Xcode are of the development environment: an app of `push.apps` with its endpoint.
        #if DEBUG
            data["app"] = "debug"
        #endif
        session.request("push.register", data)
    }

    // MARK: - Pushes

    /// While the app is in the foreground, a session tells of messages: nothing is shown.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler handler: @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        handler([])
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler handler: @escaping () -> Void
    ) {
        let martlet = response.notification.request.content.userInfo["martlet"] as? [String: Any]
        if let conversation = martlet?["conversation"] as? String {
            NotificationCenter.default.post(name: .openConversation, object: conversation)
        }
        handler()
    }
}

extension Notification.Name {
    /// The object is the conversation's id.
    static let openConversation = Notification.Name("openConversation")
}
