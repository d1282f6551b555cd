import Foundation
import UniformTypeIdentifiers
import UserNotifications

/// The notification service extension: tells the gateway that the push was delivered, and loads the picture that a
/// backend has named in `apnsPayload.image`. iOS runs it for pushes with `mutable-content` alone, and gives it half a
/// minute.
final class NotificationService: UNNotificationServiceExtension {
    private var content: UNMutableNotificationContent?
    private var deliver: ((UNNotificationContent) -> Void)?
    private var download: URLSessionDownloadTask?

    override func didReceive(
        _ request: UNNotificationRequest, withContentHandler deliver: @escaping (UNNotificationContent) -> Void
    ) {
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else {
            return deliver(request.content)
        }
        self.content = content
        self.deliver = deliver
        // `aps.alert` is an object: its title, subtitle and body are in the content already.
        let martlet = content.userInfo["martlet"] as? [String: Any]
        let image = martlet?["image"] as? String
        // There is a ticket if the gateway has `push.receipts`. iOS may end the extension once the push is shown.
        Self.report(martlet?["ticket"] as? String) { [weak self] in self?.load(image) }
    }

    /// A receipt needs the ticket alone, and no session.
    private static func report(_ ticket: String?, then next: @escaping @Sendable () -> Void) {
        guard let ticket, let url = URL(string: "https://chat.example.com/v1/push/receipts") else { return next() }
        var request = URLRequest(url: url, timeoutInterval: 5)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try? JSONEncoder().encode(["ticket": ticket, "event": "delivered"])
        URLSession.shared.dataTask(with: request) { _, _, _ in next() }.resume()
    }

    private func load(_ image: String?) {
        guard let image, let url = URL(string: image), url.scheme == "https" else { return finish(nil) }
        download = URLSession.shared.downloadTask(with: url) { [weak self] file, response, error in
            if let error { print("no picture: \(error)") }
            self?.finish(file.flatMap { Self.attachment($0, response?.mimeType) })
        }
        download?.resume()
    }

    /// The time is up: the push is shown without its picture.
    override func serviceExtensionTimeWillExpire() {
        download?.cancel()
        finish(nil)
    }

    private func finish(_ attachment: UNNotificationAttachment?) {
        guard let content, let deliver else { return }
        self.deliver = nil
        if let attachment { content.attachments = [attachment] }
        deliver(content)
    }

    /// iOS tells the kind of a picture by the end of its file's name. The download's own file goes when this returns.
    private static func attachment(_ file: URL, _ type: String?) -> UNNotificationAttachment? {
        let ending = type.flatMap { UTType(mimeType: $0) }?.preferredFilenameExtension ?? "jpg"
        let place = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).\(ending)")
        do {
            try FileManager.default.moveItem(at: file, to: place)
            return try UNNotificationAttachment(identifier: "image", url: place)
        } catch {
            print("no picture: \(error)")
            return nil
        }
    }
}
