// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
// Sets of texts that may grow.
import MartletCore

public struct ErrorSystem: OpenEnumeration, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let tim = Self(rawValue: "tim")
    public static let rc = Self(rawValue: "rc")
    public static let em = Self(rawValue: "em")
    public static let nim = Self(rawValue: "nim")
    public static let gw = Self(rawValue: "gw")
    public static let app = Self(rawValue: "app")
}

public struct ErrorName: OpenEnumeration, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let addingForbidden = Self(rawValue: "addingForbidden")
    public static let addingTooFast = Self(rawValue: "addingTooFast")
    public static let allMutedInGroup = Self(rawValue: "allMutedInGroup")
    public static let alreadyBlocked = Self(rawValue: "alreadyBlocked")
    public static let alreadyGroupMember = Self(rawValue: "alreadyGroupMember")
    public static let alreadyInGroup = Self(rawValue: "alreadyInGroup")
    public static let applicationMismatch = Self(rawValue: "applicationMismatch")
    public static let attributesTooLarge = Self(rawValue: "attributesTooLarge")
    public static let auditFailed = Self(rawValue: "auditFailed")
    public static let auditedProfile = Self(rawValue: "auditedProfile")
    public static let auditedWording = Self(rawValue: "auditedWording")
    public static let awaitingApproval = Self(rawValue: "awaitingApproval")
    public static let badAttributeKey = Self(rawValue: "badAttributeKey")
    public static let badAttributeValue = Self(rawValue: "badAttributeValue")
    public static let badExpiry = Self(rawValue: "badExpiry")
    public static let badFriendGroupName = Self(rawValue: "badFriendGroupName")
    public static let badIdentifier = Self(rawValue: "badIdentifier")
    public static let badPage = Self(rawValue: "badPage")
    public static let badProfileType = Self(rawValue: "badProfileType")
    public static let badRequest = Self(rawValue: "badRequest")
    public static let badSource = Self(rawValue: "badSource")
    public static let badSubscriptionType = Self(rawValue: "badSubscriptionType")
    public static let badSubscriptionUsers = Self(rawValue: "badSubscriptionUsers")
    public static let badUniqueID = Self(rawValue: "badUniqueID")
    public static let badUserList = Self(rawValue: "badUserList")
    public static let badValue = Self(rawValue: "badValue")
    public static let badVisibility = Self(rawValue: "badVisibility")
    public static let banned = Self(rawValue: "banned")
    public static let barredFromAdding = Self(rawValue: "barredFromAdding")
    public static let blacklistFull = Self(rawValue: "blacklistFull")
    public static let blacklisted = Self(rawValue: "blacklisted")
    public static let cannotLead = Self(rawValue: "cannotLead")
    public static let conflict = Self(rawValue: "conflict")
    public static let conversationParameters = Self(rawValue: "conversationParameters")
    public static let deletingTooFast = Self(rawValue: "deletingTooFast")
    public static let emptyFile = Self(rawValue: "emptyFile")
    public static let emptyGroupID = Self(rawValue: "emptyGroupID")
    public static let fileTooLarge = Self(rawValue: "fileTooLarge")
    public static let forbidden = Self(rawValue: "forbidden")
    public static let forbiddenWords = Self(rawValue: "forbiddenWords")
    public static let friendGroupsFull = Self(rawValue: "friendGroupsFull")
    public static let friendListFull = Self(rawValue: "friendListFull")
    public static let friendParameters = Self(rawValue: "friendParameters")
    public static let groupFull = Self(rawValue: "groupFull")
    public static let groupLimit = Self(rawValue: "groupLimit")
    public static let groupParameters = Self(rawValue: "groupParameters")
    public static let hostedParameters = Self(rawValue: "hostedParameters")
    public static let hostingOff = Self(rawValue: "hostingOff")
    public static let identifierMismatch = Self(rawValue: "identifierMismatch")
    public static let inOwnBlacklist = Self(rawValue: "inOwnBlacklist")
    public static let inPeersBlacklist = Self(rawValue: "inPeersBlacklist")
    public static let `internal` = Self(rawValue: "internal")
    public static let messageParameters = Self(rawValue: "messageParameters")
    public static let mutedInGroup = Self(rawValue: "mutedInGroup")
    public static let noAccount = Self(rawValue: "noAccount")
    public static let noChannel = Self(rawValue: "noChannel")
    public static let noFile = Self(rawValue: "noFile")
    public static let noFriend = Self(rawValue: "noFriend")
    public static let noFriendForGroup = Self(rawValue: "noFriendForGroup")
    public static let noFriendForNewGroup = Self(rawValue: "noFriendForNewGroup")
    public static let noGroup = Self(rawValue: "noGroup")
    public static let noGroupRight = Self(rawValue: "noGroupRight")
    public static let noGroupUser = Self(rawValue: "noGroupUser")
    public static let noHostedUser = Self(rawValue: "noHostedUser")
    public static let noMessage = Self(rawValue: "noMessage")
    public static let noPendency = Self(rawValue: "noPendency")
    public static let noProvider = Self(rawValue: "noProvider")
    public static let noReport = Self(rawValue: "noReport")
    public static let noRoom = Self(rawValue: "noRoom")
    public static let noTarget = Self(rawValue: "noTarget")
    public static let noTeam = Self(rawValue: "noTeam")
    public static let notANumber = Self(rawValue: "notANumber")
    public static let notBlocked = Self(rawValue: "notBlocked")
    public static let notClustered = Self(rawValue: "notClustered")
    public static let notFriends = Self(rawValue: "notFriends")
    public static let notInFriendGroup = Self(rawValue: "notInFriendGroup")
    public static let notInGroup = Self(rawValue: "notInGroup")
    public static let notInTeam = Self(rawValue: "notInTeam")
    public static let notLoggedIn = Self(rawValue: "notLoggedIn")
    public static let notSettable = Self(rawValue: "notSettable")
    public static let outOfRange = Self(rawValue: "outOfRange")
    public static let peersFriendListFull = Self(rawValue: "peersFriendListFull")
    public static let pendenciesFull = Self(rawValue: "pendenciesFull")
    public static let profileParameters = Self(rawValue: "profileParameters")
    public static let propertyTooLong = Self(rawValue: "propertyTooLong")
    public static let publisherFull = Self(rawValue: "publisherFull")
    public static let quotaExceeded = Self(rawValue: "quotaExceeded")
    public static let rateLimited = Self(rawValue: "rateLimited")
    public static let receiptsOff = Self(rawValue: "receiptsOff")
    public static let receiverNotFriend = Self(rawValue: "receiverNotFriend")
    public static let remarkTooLong = Self(rawValue: "remarkTooLong")
    public static let requestHandled = Self(rawValue: "requestHandled")
    public static let resyncRequired = Self(rawValue: "resyncRequired")
    public static let searchOff = Self(rawValue: "searchOff")
    public static let senderNotFriend = Self(rawValue: "senderNotFriend")
    public static let shed = Self(rawValue: "shed")
    public static let signatureBad = Self(rawValue: "signatureBad")
    public static let signatureEmpty = Self(rawValue: "signatureEmpty")
    public static let signatureExpired = Self(rawValue: "signatureExpired")
    public static let subscriberFull = Self(rawValue: "subscriberFull")
    public static let subscriptionsOff = Self(rawValue: "subscriptionsOff")
    public static let tooLarge = Self(rawValue: "tooLarge")
    public static let tooLate = Self(rawValue: "tooLate")
    public static let tooMany = Self(rawValue: "tooMany")
    public static let tooManyBytes = Self(rawValue: "tooManyBytes")
    public static let tooManyExtensions = Self(rawValue: "tooManyExtensions")
    public static let tooManyProfiles = Self(rawValue: "tooManyProfiles")
    public static let unavailable = Self(rawValue: "unavailable")
    public static let unknownExtension = Self(rawValue: "unknownExtension")
    public static let unknownOperation = Self(rawValue: "unknownOperation")
    public static let unknownProfileKey = Self(rawValue: "unknownProfileKey")
    public static let unknownProperty = Self(rawValue: "unknownProperty")
    public static let unknownUser = Self(rawValue: "unknownUser")
    public static let wordingTooLong = Self(rawValue: "wordingTooLong")
}

public struct CallEndedOutcome: OpenEnumeration, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let answered = Self(rawValue: "answered")
    public static let rejected = Self(rawValue: "rejected")
    public static let busy = Self(rawValue: "busy")
    public static let missed = Self(rawValue: "missed")
    public static let cancelled = Self(rawValue: "cancelled")
}

public struct CallUserState: OpenEnumeration, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let ringing = Self(rawValue: "ringing")
    public static let accepted = Self(rawValue: "accepted")
    public static let rejected = Self(rawValue: "rejected")
    public static let busy = Self(rawValue: "busy")
    public static let missed = Self(rawValue: "missed")
    public static let left = Self(rawValue: "left")
}

public struct CallUserReason: OpenEnumeration, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let cancelled = Self(rawValue: "cancelled")
    public static let timeout = Self(rawValue: "timeout")
    public static let disconnected = Self(rawValue: "disconnected")
    public static let removed = Self(rawValue: "removed")
    public static let ended = Self(rawValue: "ended")
}

public struct GroupKind: OpenEnumeration, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let team = Self(rawValue: "team")
    public static let superTeam = Self(rawValue: "superTeam")
}

public struct GroupReceipts: OpenEnumeration, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let messages = Self(rawValue: "messages")
    public static let positions = Self(rawValue: "positions")
}

public struct LastMessageBroken: OpenEnumeration, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let aborted = Self(rawValue: "aborted")
    public static let idle = Self(rawValue: "idle")
    public static let tooLong = Self(rawValue: "tooLong")
    public static let tooLarge = Self(rawValue: "tooLarge")
    public static let draining = Self(rawValue: "draining")
    public static let stopped = Self(rawValue: "stopped")
}

public struct MediaUse: OpenEnumeration, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let message = Self(rawValue: "message")
    public static let avatar = Self(rawValue: "avatar")
}

public struct MediaState: OpenEnumeration, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let uploading = Self(rawValue: "uploading")
    public static let pending = Self(rawValue: "pending")
    public static let ready = Self(rawValue: "ready")
    public static let refused = Self(rawValue: "refused")
    public static let deleted = Self(rawValue: "deleted")
}

public struct MediaVerified: OpenEnumeration, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let digest = Self(rawValue: "digest")
    public static let size = Self(rawValue: "size")
}

public struct MessageMediaState: OpenEnumeration, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let ready = Self(rawValue: "ready")
    public static let pending = Self(rawValue: "pending")
    public static let refused = Self(rawValue: "refused")
    public static let deleted = Self(rawValue: "deleted")
}

public struct ReportState: OpenEnumeration, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let open = Self(rawValue: "open")
    public static let taken = Self(rawValue: "taken")
    public static let resolved = Self(rawValue: "resolved")
    public static let dismissed = Self(rawValue: "dismissed")
}

public struct ReportKind: OpenEnumeration, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let message = Self(rawValue: "message")
    public static let user = Self(rawValue: "user")
    public static let group = Self(rawValue: "group")
    public static let room = Self(rawValue: "room")
}

public struct ReportReason: OpenEnumeration, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let spam = Self(rawValue: "spam")
    public static let abuse = Self(rawValue: "abuse")
    public static let sexual = Self(rawValue: "sexual")
    public static let violence = Self(rawValue: "violence")
    public static let fraud = Self(rawValue: "fraud")
    public static let illegal = Self(rawValue: "illegal")
    public static let other = Self(rawValue: "other")
    public static let words = Self(rawValue: "words")
}

public struct Platform: OpenEnumeration, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let other = Self(rawValue: "other")
    public static let ios = Self(rawValue: "ios")
    public static let android = Self(rawValue: "android")
    public static let web = Self(rawValue: "web")
    public static let pc = Self(rawValue: "pc")
    public static let miniweb = Self(rawValue: "miniweb")
    public static let harmony = Self(rawValue: "harmony")
}

public struct HistoryDirection: OpenEnumeration, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let older = Self(rawValue: "older")
    public static let newer = Self(rawValue: "newer")
}

public struct MatchedMember: OpenEnumeration, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let text = Self(rawValue: "text")
    public static let name = Self(rawValue: "name")
}

public struct MediaPrepareResultState: OpenEnumeration, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let uploading = Self(rawValue: "uploading")
    public static let ready = Self(rawValue: "ready")
    public static let pending = Self(rawValue: "pending")
    public static let refused = Self(rawValue: "refused")
}

public struct MediaPrepareResultUploadKind: OpenEnumeration, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let offsets = Self(rawValue: "offsets")
    public static let put = Self(rawValue: "put")
    public static let form = Self(rawValue: "form")
    public static let parts = Self(rawValue: "parts")
}

public struct MediaCompleteResultState: OpenEnumeration, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let ready = Self(rawValue: "ready")
    public static let pending = Self(rawValue: "pending")
    public static let refused = Self(rawValue: "refused")
}

public struct ChannelAccess: OpenEnumeration, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let open = Self(rawValue: "open")
    public static let claim = Self(rawValue: "claim")
    public static let guests = Self(rawValue: "guests")
}

public struct RoomEnterResultValuesBy: OpenEnumeration, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let admins = Self(rawValue: "admins")
    public static let all = Self(rawValue: "all")
}

public struct RoomEnterResultRole: OpenEnumeration, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let participant = Self(rawValue: "participant")
    public static let admin = Self(rawValue: "admin")
    public static let owner = Self(rawValue: "owner")
}

public struct RoomEnterResultVerdict: OpenEnumeration, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let recovered = Self(rawValue: "recovered")
    public static let gap = Self(rawValue: "gap")
}

public struct RoomEnterResultMessagePriority: OpenEnumeration, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let high = Self(rawValue: "high")
    public static let normal = Self(rawValue: "normal")
    public static let low = Self(rawValue: "low")
}

public struct ReportCreateReason: OpenEnumeration, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let spam = Self(rawValue: "spam")
    public static let abuse = Self(rawValue: "abuse")
    public static let sexual = Self(rawValue: "sexual")
    public static let violence = Self(rawValue: "violence")
    public static let fraud = Self(rawValue: "fraud")
    public static let illegal = Self(rawValue: "illegal")
    public static let other = Self(rawValue: "other")
}

public struct PushProvider: OpenEnumeration, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let apns = Self(rawValue: "apns")
    public static let apnsVoip = Self(rawValue: "apnsVoip")
    public static let fcm = Self(rawValue: "fcm")
    public static let huawei = Self(rawValue: "huawei")
    public static let harmony = Self(rawValue: "harmony")
    public static let honor = Self(rawValue: "honor")
    public static let xiaomi = Self(rawValue: "xiaomi")
    public static let oppo = Self(rawValue: "oppo")
    public static let vivo = Self(rawValue: "vivo")
    public static let meizu = Self(rawValue: "meizu")
    public static let webPush = Self(rawValue: "webPush")
    public static let webhook = Self(rawValue: "webhook")
}

public struct PushPreview: OpenEnumeration, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let none = Self(rawValue: "none")
    public static let sender = Self(rawValue: "sender")
    public static let full = Self(rawValue: "full")
}

public struct PushState: OpenEnumeration, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let waiting = Self(rawValue: "waiting")
    public static let accepted = Self(rawValue: "accepted")
    public static let refused = Self(rawValue: "refused")
    public static let unregistered = Self(rawValue: "unregistered")
    public static let expired = Self(rawValue: "expired")
}

public struct PushReceiptKind: OpenEnumeration, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let delivered = Self(rawValue: "delivered")
    public static let opened = Self(rawValue: "opened")
}

public struct KickReason: OpenEnumeration, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let sameDevice = Self(rawValue: "sameDevice")
    public static let exclusivePlatform = Self(rawValue: "exclusivePlatform")
    public static let tooManySessions = Self(rawValue: "tooManySessions")
    public static let closedByUser = Self(rawValue: "closedByUser")
    public static let accountEnded = Self(rawValue: "accountEnded")
    public static let tokenRevoked = Self(rawValue: "tokenRevoked")
    public static let kicked = Self(rawValue: "kicked")
}

public struct RoomLeftEventReason: OpenEnumeration, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let kicked = Self(rawValue: "kicked")
    public static let banned = Self(rawValue: "banned")
}

public struct MessageEndedEventReason: OpenEnumeration, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let aborted = Self(rawValue: "aborted")
    public static let idle = Self(rawValue: "idle")
    public static let tooLong = Self(rawValue: "tooLong")
    public static let tooLarge = Self(rawValue: "tooLarge")
    public static let draining = Self(rawValue: "draining")
    public static let stopped = Self(rawValue: "stopped")
    public static let refused = Self(rawValue: "refused")
    public static let failed = Self(rawValue: "failed")
}
