/// A kind of event that a backend can hear of (E-01). The store has the numbers: one is never used again.
package enum BackendEventKind: Int64, CaseIterable, Sendable {
    /// A row of `message` is the event; it needs none of its own.
    case messageCreated = 1
    case receiptCreated = 2
    case conversationRead = 3
    case groupCreated = 4
    case groupUpdated = 5
    case groupDeleted = 6
    case memberJoined = 7
    case memberLeft = 8
    case memberUpdated = 9
    case friendAdded = 10
    case friendDeleted = 11
    case userBlocked = 12
    case userUnblocked = 13
    case profileUpdated = 14
    case accountCreated = 15
    case accountDisabled = 16
    case accountEnabled = 17
    case accountErased = 18
    case sessionOpened = 19
    case sessionClosed = 20
    case userOnline = 21
    case userOffline = 22
    case pushAnswered = 23
    case messageRecalled = 24
    case messageEdited = 25
    /// M-43, V-14: a scheduled message could not be sent, or a user's message had a refused word.
    case messageRefused = 26
    case pushDelivered = 27
    case pushOpened = 28
    /// N-07: a user has a text stopped that is being streamed.
    case messageStopped = 29
    case friendRequested = 40
    case friendRequestRemoved = 41
    case visibilityUpdated = 42
    case channelCreated = 50
    case channelUpdated = 51
    case channelDeleted = 52
    case channelPublished = 53
    case channelSubscribed = 54
    case channelUnsubscribed = 55
    case broadcastSent = 60
    case broadcastStopped = 61
    case mediaCompleted = 70
    case mediaDeleted = 71
    case callStarted = 80
    case callEnded = 81
    case reportCreated = 82
    case reportUpdated = 83
    case roomCreated = 90
    case roomUpdated = 91
    case roomEnded = 92
    /// L-30: it has come to a threshold, or fallen below.
    case roomOccupancy = 93

    package var name: StaticString {
        switch self {
        case .messageCreated: "message.created"
        case .receiptCreated: "receipt.created"
        case .conversationRead: "conversation.read"
        case .groupCreated: "group.created"
        case .groupUpdated: "group.updated"
        case .groupDeleted: "group.deleted"
        case .memberJoined: "group.member.joined"
        case .memberLeft: "group.member.left"
        case .memberUpdated: "group.member.updated"
        case .friendAdded: "friend.added"
        case .friendDeleted: "friend.deleted"
        case .userBlocked: "user.blocked"
        case .userUnblocked: "user.unblocked"
        case .profileUpdated: "profile.updated"
        case .accountCreated: "account.created"
        case .accountDisabled: "account.disabled"
        case .accountEnabled: "account.enabled"
        case .accountErased: "account.erased"
        case .sessionOpened: "session.opened"
        case .sessionClosed: "session.closed"
        case .userOnline: "user.online"
        case .userOffline: "user.offline"
        case .pushAnswered: "push.answered"
        case .pushDelivered: "push.delivered"
        case .pushOpened: "push.opened"
        case .messageRecalled: "message.recalled"
        case .messageEdited: "message.edited"
        case .messageRefused: "message.refused"
        case .messageStopped: "message.stopped"
        case .friendRequested: "friend.requested"
        case .friendRequestRemoved: "friend.request.removed"
        case .visibilityUpdated: "visibility.updated"
        case .channelCreated: "channel.created"
        case .channelUpdated: "channel.updated"
        case .channelDeleted: "channel.deleted"
        case .channelPublished: "channel.published"
        case .channelSubscribed: "channel.subscribed"
        case .channelUnsubscribed: "channel.unsubscribed"
        case .broadcastSent: "broadcast.sent"
        case .broadcastStopped: "broadcast.stopped"
        case .mediaCompleted: "media.completed"
        case .mediaDeleted: "media.deleted"
        case .callStarted: "call.started"
        case .callEnded: "call.ended"
        case .reportCreated: "report.created"
        case .reportUpdated: "report.updated"
        case .roomCreated: "room.created"
        case .roomUpdated: "room.updated"
        case .roomEnded: "room.ended"
        case .roomOccupancy: "room.occupancy"
        }
    }

    /// Those of any of the names.
    package static func matching(_ patterns: [String]) -> Set<BackendEventKind> {
        patterns.reduce(into: []) { $0.formUnion(matching($1) ?? []) }
    }

    /// Those of a name, or of all names that begin as `group.*` does; nil if there are none. Receipts of pushes, which are as
    /// many as pushes, have to be named (P-47).
    package static func matching(_ pattern: String) -> Set<BackendEventKind>? {
        let matching = allCases.filter { kind in
            if pattern.utf8.last != UInt8(ascii: "*") { return "\(kind.name)" == pattern }
            let start = pattern.dropLast()
            if start.isEmpty, [.pushDelivered, .pushOpened].contains(kind) { return false }
            return (start.isEmpty || start.utf8.last == UInt8(ascii: ".")) && "\(kind.name)".hasPrefix(start)
        }
        return matching.isEmpty ? nil : Set(matching)
    }
}
