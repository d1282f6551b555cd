import Framing

/// RongCloud: hosted profiles and subscriptions.
extension ErrorCode {
    static let hosting: [ErrorCode] = [
        notSettable, unknownProperty, unknownExtension, tooManyExtensions, propertyTooLong, tooManyProfiles,
        noHostedUser, notANumber, outOfRange, hostingOff, auditFailed, subscriptionsOff, publisherFull,
        subscriberFull, badUserList, badUniqueID, badSubscriptionType, badExpiry, badSubscriptionUsers, badPage,
        hostedParameters, badVisibility,
    ]

    package static let notSettable = rc(24360, .forbidden, "notSettable", "Users cannot set this property.")
    package static let unknownProperty = rc(
        24361, .badRequest, "unknownProperty", "A hosted profile has no such property.")
    package static let unknownExtension = rc(
        24362, .badRequest, "unknownExtension",
        "No extension has this name in the configuration, or it is not an extension's name.")
    package static let tooManyExtensions = rc(
        24363, .conflict, "tooManyExtensions",
        "The profile would have more extensions than allowed.")
    package static let propertyTooLong = rc(
        24364, .badRequest, "propertyTooLong", "A property is too long; `keys` names it.")
    package static let tooManyProfiles = rc(
        24365, .badRequest, "tooManyProfiles", "The request names more than 20 users.")
    package static let noHostedUser = rc(24366, .notFound, "noHostedUser", "Nobody has this unique id.")
    package static let notANumber = rc(
        24367, .badRequest, "notANumber", "A property must be a number; `keys` names it.")
    package static let outOfRange = rc(
        24368, .badRequest, "outOfRange", "A number is out of its range; `keys` names it.")
    package static let hostingOff = rc(
        24369, .notFound, "hostingOff", "The gateway hosts no profiles (`hosting.enabled`).")
    package static let auditFailed = rc(
        25480, .forbidden, "auditFailed", "Properties have words that are not allowed; `keys` names them.")
    package static let subscriptionsOff = rc(
        26020, .notFound, "subscriptionsOff", "The gateway has no subscriptions (`subscriptions.enabled`).")
    package static let publisherFull = rc(
        26021, .conflict, "publisherFull",
        "As many users as allowed follow this user already. Found in `status` of a reply.")
    package static let subscriberFull = rc(
        26022, .conflict, "subscriberFull", "The caller would follow more users than allowed; nothing was done.")
    package static let badUserList = rc(
        34215, .badRequest, "badUserList", "The list of users is empty, or is not a list.")
    package static let badUniqueID = rc(
        34236, .badRequest, "badUniqueID", "The unique id is not 1 to 32 letters and digits.")
    package static let badSubscriptionType = rc(
        34306, .badRequest, "badSubscriptionType", "There is no such type, or it needs no subscription.")
    package static let badExpiry = rc(34307, .badRequest, "badExpiry", "The expiry is not 60 to 2592000 seconds.")
    package static let badSubscriptionUsers = rc(
        34308, .badRequest, "badSubscriptionUsers",
        "The list does not have 1 to 200 users; or, in `status`, a user is unknown or the caller.")
    package static let badPage = rc(
        34309, .badRequest, "badPage", "The page's size is not 1 to 200, or its start is below 0.")
    package static let hostedParameters = rc(
        34312, .badRequest, "hostedParameters", "A property is missing or not valid; `keys` names it.")
    package static let badVisibility = rc(34313, .badRequest, "badVisibility", "There is no such visibility.")

    private static func rc(_ code: Int, _ status: HTTPStatus, _ name: String, _ meaning: String) -> ErrorCode {
        ErrorCode(system: .rc, code: code, status: status, name: name, meaning: meaning)
    }
}
