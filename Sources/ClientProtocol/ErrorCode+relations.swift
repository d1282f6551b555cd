import Framing

/// TIM: profiles, friends, pendencies, the blacklist and friend groups.
extension ErrorCode {
    static let relations: [ErrorCode] = [
        remarkTooLong, wordingTooLong, badSource, badFriendGroupName, blacklisted, friendParameters, unknownUser,
        auditedWording, barredFromAdding, friendListFull, friendGroupsFull, pendenciesFull, blacklistFull,
        peersFriendListFull, inOwnBlacklist, addingForbidden, inPeersBlacklist, awaitingApproval, addingTooFast,
        noPendency, alreadyBlocked, notBlocked, noFriend, deletingTooFast, noFriendForNewGroup, noFriendForGroup,
        alreadyInGroup, notInFriendGroup, profileParameters, auditedProfile, unknownProfileKey, badProfileType,
    ]

    package static let remarkTooLong = tim(9002, .badRequest, "remarkTooLong", "A remark is longer than 96 bytes.")
    package static let wordingTooLong = tim(
        9003, .badRequest, "wordingTooLong", "The reason of a request is longer than 120 bytes.")
    package static let badSource = tim(
        9004, .badRequest, "badSource", "The source of a request is not `AddSource_Type_` and one to eight letters.")
    package static let badFriendGroupName = tim(
        9005, .badRequest, "badFriendGroupName",
        "A friend group's name is empty, blank or longer than 30 bytes, or has a control character.")
    package static let blacklisted = tim(
        20007, .forbidden, "blacklisted", "The receiver has blocked the sender; nothing was sent.")
    package static let friendParameters = tim(
        30001, .badRequest, "friendParameters",
        "A parameter is missing or not valid, or names a group that does not exist; `keys` names it.")
    package static let unknownUser = tim(30003, .notFound, "unknownUser", "There is no such user, or it is the caller.")
    package static let auditedWording = tim(
        30005, .forbidden, "auditedWording", "The reason of a request has a word that is not allowed.")
    package static let barredFromAdding = tim(
        30009, .forbidden, "barredFromAdding", "An administrator has barred the user from adding friends.")
    package static let friendListFull = tim(30010, .conflict, "friendListFull", "The caller's friend list is full.")
    package static let friendGroupsFull = tim(
        30011, .conflict, "friendGroupsFull", "The caller has as many friend groups as allowed.")
    package static let pendenciesFull = tim(
        30012, .conflict, "pendenciesFull", "The list of requests of the caller or of the other user is full.")
    package static let blacklistFull = tim(30013, .conflict, "blacklistFull", "The caller's blacklist is full.")
    package static let peersFriendListFull = tim(
        30014, .conflict, "peersFriendListFull", "The other user's friend list is full.")
    package static let inOwnBlacklist = tim(
        30515, .forbidden, "inOwnBlacklist", "The user is in the caller's blacklist.")
    package static let addingForbidden = tim(30516, .forbidden, "addingForbidden", "The user lets nobody add it.")
    package static let inPeersBlacklist = tim(
        30525, .forbidden, "inPeersBlacklist", "The caller is in the user's blacklist.")
    package static let awaitingApproval = tim(
        30539, .conflict, "awaitingApproval", "The user has been asked and has yet to agree.")
    package static let addingTooFast = tim(
        30540, .tooManyRequests, "addingTooFast", "The caller adds friends too often; nothing was done.")
    package static let noPendency = tim(
        30614, .notFound, "noPendency", "The user has made no request that waits for an answer.")
    package static let alreadyBlocked = tim(31307, .conflict, "alreadyBlocked", "The user is in the blacklist already.")
    package static let notBlocked = tim(31503, .notFound, "notBlocked", "The user is not in the blacklist.")
    package static let noFriend = tim(31704, .notFound, "noFriend", "The user is not a friend.")
    package static let deletingTooFast = tim(
        31707, .tooManyRequests, "deletingTooFast", "The caller deletes friends too often; nothing was done.")
    package static let noFriendForNewGroup = tim(
        32216, .notFound, "noFriendForNewGroup", "The user is not a friend and was not put into the new group.")
    package static let noFriendForGroup = tim(32518, .notFound, "noFriendForGroup", "The user is not a friend.")
    package static let alreadyInGroup = tim(32519, .conflict, "alreadyInGroup", "The friend is in the group already.")
    package static let notInFriendGroup = tim(32520, .notFound, "notInFriendGroup", "The friend is not in the group.")
    package static let profileParameters = tim(
        40001, .badRequest, "profileParameters", "A parameter is missing or not valid; `keys` names it.")
    package static let auditedProfile = tim(
        40005, .forbidden, "auditedProfile", "The nickname or the avatar has a word that is not allowed.")
    package static let unknownProfileKey = tim(
        40009, .badRequest, "unknownProfileKey",
        "A profile has no such field, or none of this name is configured; nothing was changed.")
    package static let badProfileType = tim(
        40610, .badRequest, "badProfileType", "A field of the profile has another type.")

    private static func tim(_ code: Int, _ status: HTTPStatus, _ name: String, _ meaning: String) -> ErrorCode {
        ErrorCode(system: .tim, code: code, status: status, name: name, meaning: meaning)
    }
}
