import Foundation
import MartletClient

#if canImport(ObjectiveC)
@objc(NIMNotificationType)
#endif
public enum NIMNotificationType: Int, Sendable {
    case unsupport = 0
    case team = 1
    case superTeam = 4
}

#if canImport(ObjectiveC)
@objc(NIMTeamOperationType)
#endif
public enum NIMTeamOperationType: Int, Sendable {
    case invite = 0
    case kick = 1
    case leave = 2
    case update = 3
    case dismiss = 4
    case applyPass = 5
    case transferOwner = 6
    case addManager = 7
    case removeManager = 8
    case acceptInvitation = 9
    case mute = 10

    /// - Parameter number: in a body. Super teams have the same operations with numbers of their own.
    init?(number: Int) {
        let superTeam: [Self] = [
            .invite, .kick, .leave, .update, .dismiss, .transferOwner, .addManager, .removeManager, .mute, .applyPass,
            .acceptInvitation,
        ]
        if superTeam.indices.contains(number - 401) {
            self = superTeam[number - 401]
        } else {
            self.init(rawValue: number)
        }
    }
}

/// Keys of `NIMUpdateTeamInfoAttachment.values`.
#if canImport(ObjectiveC)
@objc(NIMTeamUpdateTag)
#endif
public enum NIMTeamUpdateTag: Int, Sendable {
    case name = 3
    case intro = 14
    case anouncement = 15
    case joinMode = 16
    case avatar = 20
    case beInviteMode = 21
    case inviteMode = 22
    case updateInfoMode = 23
    case muteMode = 100
}

/// `messageObject` of a notification.
#if canImport(ObjectiveC)
@objc(NIMNotificationObject) @objcMembers
#endif
public final class NIMNotificationObject: NSObject, Sendable {
    public let content: NIMNotificationContent
    public var notificationType: NIMNotificationType { content.notificationType }

    init(_ body: JSON) {
        content = NIMTeamNotificationContent(body) ?? NIMNotificationContent(.unsupport)
    }
}

#if canImport(ObjectiveC)
@objc(NIMNotificationContent) @objcMembers
#endif
public class NIMNotificationContent: NSObject, @unchecked Sendable {
    public let notificationType: NIMNotificationType

    init(_ notificationType: NIMNotificationType) {
        self.notificationType = notificationType
    }
}

/// What has happened to a team, or to a super team.
#if canImport(ObjectiveC)
@objc(NIMTeamNotificationContent) @objcMembers
#endif
public final class NIMTeamNotificationContent: NIMNotificationContent, @unchecked Sendable {
    public let operationType: NIMTeamOperationType
    public let sourceID: String?
    public let targetIDs: [String]?
    public let notifyExt: String?
    /// `NIMUpdateTeamInfoAttachment` or `NIMMuteTeamMemberAttachment`, where there is more to say.
    public let attachment: NSObject?

    /// Nil for what a newer gateway tells.
    init?(_ body: JSON) {
        let types = ["team": NIMNotificationType.team, "superTeam": .superTeam]
        guard let type = body["notificationType"]?.string.flatMap({ types[$0] }),
            let operation = body["operationType"]?.int.flatMap({ NIMTeamOperationType(number: $0) })
        else { return nil }
        operationType = operation
        sourceID = body["sourceID"]?.string
        targetIDs = body["targetIDs"]?.array?.compactMap(\.string)
        notifyExt = body["notifyExt"]?.string
        if let values = body["attachment"]?["values"]?.object {
            attachment = NIMUpdateTeamInfoAttachment(values)
        } else {
            attachment = body["attachment"]?["flag"]?.bool.map { NIMMuteTeamMemberAttachment($0) }
        }
        super.init(type)
    }
}

#if canImport(ObjectiveC)
@objc(NIMUpdateTeamInfoAttachment) @objcMembers
#endif
public final class NIMUpdateTeamInfoAttachment: NSObject, @unchecked Sendable {
    /// The new values, by `NIMTeamUpdateTag` and perhaps other numbers.
    public let values: [NSNumber: String]

    init(_ values: JSONObject) {
        self.values = values.members.reduce(into: [:]) { all, member in
            if let tag = Int(member.name) { all[NSNumber(value: tag)] = member.value.string }
        }
    }
}

#if canImport(ObjectiveC)
@objc(NIMMuteTeamMemberAttachment) @objcMembers
#endif
public final class NIMMuteTeamMemberAttachment: NSObject, Sendable {
    /// True: the members are muted now.
    public let flag: Bool

    init(_ flag: Bool) {
        self.flag = flag
    }
}
