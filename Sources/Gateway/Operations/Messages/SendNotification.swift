import Chat
import ClientProtocol
import Domain
import ServerAPI
import Settings

/// `admin.notification.send`.
enum SendNotification {
    static let entry: (Operation, Handler) = (NotificationOperations.send, .admin(handle))

    private static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let notification = try request.notification()
        let isLive = try request(NotificationOperations.live)
        let platform = try request(NotificationOperations.platform)
        switch (try request(NotificationOperations.users), try request(NotificationOperations.group)) {
        case (let users?, nil):
            if platform != nil, !isLive {
                throw Refusal(.badRequest, "platform needs live: a stream is for all devices", keys: ["platform"])
            }
            return .changeEach(of: users) { chat, user throws(CommandError) in
                guard let platform else {
                    return try chat.notifications.notify(user, of: notification, isLive: isLive)
                }
                return try chat.notifications.notify(user, of: notification, on: platform)
            }
        case (nil, let group?):
            if platform != nil { throw Refusal(.badRequest, "platform needs userIDs", keys: ["platform"]) }
            return .change { chat, _ throws(CommandError) in
                try chat.notifications.notify(group: group, of: notification, isLive: isLive)
            }
        case (nil, nil): throw Refusal(.badRequest, "userIDs or groupID is missing", keys: ["userIDs"])
        case (_?, _?):
            throw Refusal(.badRequest, "userIDs and groupID exclude each other", keys: ["userIDs", "groupID"])
        }
    }
}

extension Request {
    fileprivate func notification() throws(Refusal) -> CustomNotification {
        let data = try self(NotificationOperations.data)
        let most = context.configuration.messages.bodyBytes
        guard data.utf8.count <= most else {
            throw Refusal(.tooLarge, "data is longer than \(most) bytes", keys: ["data"])
        }
        return CustomNotification(name: try self(NotificationOperations.name), data: data)
    }
}
