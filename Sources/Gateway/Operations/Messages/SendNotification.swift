import Chat
import ClientProtocol
import Domain
import ServerAPI
import Settings

/// `admin.notification.send`.
enum SendNotification: AdminOperation {
    static let declaration = NotificationOperations.send

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let notification = try request.notification()
        let isLive = try request(NotificationOperations.live)
        let platform = try request(NotificationOperations.platform)
        let push = try request.push()
        if platform != nil, push != nil {
            throw Refusal(.badRequest, "platform is about sessions, and pushes are for all devices", keys: ["platform"])
        }
        switch (try request(NotificationOperations.users), try request(NotificationOperations.group)) {
        case (let users?, nil):
            if platform != nil, !isLive {
                throw Refusal(.badRequest, "platform needs live: a stream is for all devices", keys: ["platform"])
            }
            return .change { chat, json throws(CommandError) in
                let results = try users.map { user throws(CommandError) in
                    try chat.notify(user, of: notification, isLive: isLive, on: platform, push)
                }
                json.results(zip(users, results).map { ($0, $1.isKnown ? nil : .noAccount) }) { index, json in
                    if let pushed = results[index].pushed { json.id(pushed) }
                }
            }
        case (nil, let group?):
            if platform != nil { throw Refusal(.badRequest, "platform needs userIDs", keys: ["platform"]) }
            return .change { chat, json throws(CommandError) in
                try chat.notifications.notify(group: group, of: notification, isLive: isLive)
                if let push, let pushed = try chat.notifications.push(push, toGroup: group) { json.id(pushed) }
            }
        case (nil, nil): throw Refusal(.badRequest, "userIDs or groupID is missing", keys: ["userIDs"])
        case (_?, _?):
            throw Refusal(.badRequest, "userIDs and groupID exclude each other", keys: ["userIDs", "groupID"])
        }
    }
}

extension ChatState {
    fileprivate func notify(
        _ name: String, of notification: CustomNotification, isLive: Bool, on platform: Platform?,
        _ push: NotificationPush?
    ) throws(CommandError) -> (isKnown: Bool, pushed: MessageNumber?) {
        guard let user = UserID(name) else { return (false, nil) }
        let isKnown =
            if let platform {
                try notifications.notify(user, of: notification, on: platform)
            } else {
                try notifications.notify(user, of: notification, isLive: isLive)
            }
        guard isKnown, let push else { return (isKnown, nil) }
        return (true, try notifications.push(push, to: user))
    }
}

extension Request {
    /// Nil: nobody is pushed to.
    fileprivate func push() throws(Refusal) -> NotificationPush? {
        let payload = try self(MessageOperations.pushPayload)
        let isForced = try self(NotificationOperations.isForced)
        if let text = try self(NotificationOperations.pushText) {
            return NotificationPush(text: text, isForced: isForced, payload: payload)
        }
        if payload != nil || isForced {
            throw Refusal(.badRequest, "without apnsContent nothing is pushed", keys: ["apnsContent"])
        }
        return nil
    }

    fileprivate func notification() throws(Refusal) -> CustomNotification {
        let data = try self(NotificationOperations.data)
        let most = context.configuration.messages.bodyBytes
        guard data.utf8.count <= most else {
            throw Refusal(.tooLarge, "data is longer than \(most) bytes", keys: ["data"])
        }
        return CustomNotification(name: try self(NotificationOperations.name), data: data)
    }
}
