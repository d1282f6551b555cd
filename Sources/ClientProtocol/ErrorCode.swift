import Framing

/// A numbered reason for a failure, told apart by the system whose number it is.
@usableFromInline package struct ErrorCode: Hashable, Sendable {
    /// The vendor whose numbers an operation speaks; `gw` is the gateway itself, `app` the application's own backend.
    package enum System: String, CaseIterable, Sendable {
        case tim, rc, em, nim, gw, app
    }

    package let system: System
    package let code: Int
    /// The status of a response over HTTP. A code inside a list does not change it.
    package let status: HTTPStatus
    /// A stable word for programs that would rather not compare numbers.
    package let name: String
    /// One sentence for the reference.
    package let meaning: String
}

extension ErrorCode {
    /// A number of the application's own: a hook has refused the request.
    package static func app(_ code: Int) -> ErrorCode {
        ErrorCode(
            system: .app, code: code, status: .forbidden, name: "refusedByApp",
            meaning: "The application's backend has refused the request; code and message are its own.")
    }
}

/// Every code the gateway may return; docs/errors.md is made from this table.
extension ErrorCode {
    package static let all: [ErrorCode] =
        [
            unknownOperation, badRequest, forbidden, rateLimited, resyncRequired, conflict, tooLarge, unavailable,
            `internal`, noMessage, noProvider, quotaExceeded, tooMany, searchOff, noChannel, notClustered, cannotLead,
            noRoom,
            shed, banned, forbiddenWords, noReport, notLoggedIn, signatureExpired, badIdentifier, signatureEmpty,
            signatureBad,
            identifierMismatch,
            applicationMismatch,
            conversationParameters, notFriends, receiverNotFriend, senderNotFriend, noAccount, tooManyBytes, badValue,
            noGroup, noTarget, messageParameters, receiptsOff, nimNoGroup, nimNotInGroup, tooLate,
        ] + relations + groups + hosting

    // The gateway's own, from 1000.
    package static let unknownOperation = ErrorCode(
        system: .gw, code: 1000, status: .notFound, name: "unknownOperation",
        meaning: "There is no operation of this name.")
    package static let badRequest = ErrorCode(
        system: .gw, code: 1001, status: .badRequest, name: "badRequest",
        meaning: "The message is not a request, or a parameter is missing or has the wrong type; `keys` names it.")
    package static let forbidden = ErrorCode(
        system: .gw, code: 1002, status: .forbidden, name: "forbidden", meaning: "The operation is not for this role.")
    package static let rateLimited = ErrorCode(
        system: .gw, code: 1003, status: .tooManyRequests, name: "rateLimited",
        meaning: "Too many requests in too short a time; nothing was done. Try again later.")
    package static let resyncRequired = ErrorCode(
        system: .gw, code: 1005, status: .gone, name: "resyncRequired",
        meaning: "The position in the stream is older than what is kept, or is not valid; begin with the current "
            + "state.")
    package static let conflict = ErrorCode(
        system: .gw, code: 1006, status: .conflict, name: "conflict",
        meaning: "The request contradicts an earlier one; nothing was changed.")
    package static let tooLarge = ErrorCode(
        system: .gw, code: 1007, status: .contentTooLarge, name: "tooLarge",
        meaning: "A value is larger than its limit, which the message names."
    )

    package static let unavailable = ErrorCode(
        system: .gw, code: 1008, status: .serviceUnavailable, name: "unavailable",
        meaning: "The gateway cannot write or is overloaded; nothing was done. Try again later.")
    package static let `internal` = ErrorCode(
        system: .gw, code: 1009, status: .internalServerError, name: "internal",
        meaning:
            "The gateway has a fault, which its log describes. Nothing was done; on a cluster it may have been done, and "
            + "the message says so. Repeat with the same `key` or `clientMsgId`.")
    package static let noMessage = ErrorCode(
        system: .gw, code: 1010, status: .notFound, name: "noMessage",
        meaning: "There is no such message for this user, or it is no longer known.")
    package static let searchOff = ErrorCode(
        system: .gw, code: 1014, status: .notFound, name: "searchOff",
        meaning: "The gateway has no such search (`messages.search`, `profiles.search`, `groups.search`).")
    package static let noProvider = ErrorCode(
        system: .gw, code: 1011, status: .notFound, name: "noProvider", meaning: "This push provider is not configured."
    )
    package static let quotaExceeded = ErrorCode(
        system: .gw, code: 1012, status: .conflict, name: "quotaExceeded",
        meaning:
            "The user has stored as much as allowed in a day; nothing was done. The next day begins at midnight (UTC).")

    package static let tooMany = ErrorCode(
        system: .gw, code: 1013, status: .conflict, name: "tooMany",
        meaning: "There are as many as there may be; nothing was done.")

    package static let noChannel = ErrorCode(
        system: .gw, code: 1020, status: .notFound, name: "noChannel",
        meaning: "There is no such channel for this caller.")
    package static let notClustered = ErrorCode(
        system: .gw, code: 1021, status: .notFound, name: "notClustered",
        meaning: "The gateway runs alone (`cluster.node`).")
    package static let cannotLead = ErrorCode(
        system: .gw, code: 1022, status: .conflict, name: "cannotLead",
        meaning: "No such node can lead now: there is none of this name, it is gone, or it is behind.")

    package static let noRoom = ErrorCode(
        system: .gw, code: 1023, status: .notFound, name: "noRoom",
        meaning: "There is no such room for this caller, or it has ended.")
    package static let shed = ErrorCode(
        system: .gw, code: 1024, status: .tooManyRequests, name: "shed",
        meaning: "More was said in the room than it can tell, and this message was not drawn; nothing was done.")
    package static let banned = ErrorCode(
        system: .gw, code: 1025, status: .forbidden, name: "banned",
        meaning: "The user is banned from the room or the group.")

    package static let forbiddenWords = ErrorCode(
        system: .gw, code: 1026, status: .forbidden, name: "forbiddenWords",
        meaning: "The message has words that are not allowed; nothing was done. `keys` names where.")
    package static let noReport = ErrorCode(
        system: .gw, code: 1027, status: .notFound, name: "noReport",
        meaning: "There is no such report, or it is no longer kept.")

    // TIM: accounts and logins (R-Q08, R-Q09).
    package static let notLoggedIn = ErrorCode(
        system: .tim, code: 6014, status: .unauthorized, name: "notLoggedIn",
        meaning: "The connection has no session; open one first.")
    package static let signatureExpired = ErrorCode(
        system: .tim, code: 6206, status: .unauthorized, name: "signatureExpired",
        meaning: "The token has expired or was revoked; get a new one.")
    package static let badIdentifier = ErrorCode(
        system: .tim, code: 7003, status: .badRequest, name: "badIdentifier",
        meaning: "A user id is empty, too long, not in the normal form NFC, or has a character that ids may not have.")
    package static let signatureEmpty = ErrorCode(
        system: .tim, code: 70002, status: .unauthorized, name: "signatureEmpty",
        meaning: "The token is missing or empty.")
    package static let signatureBad = ErrorCode(
        system: .tim, code: 70003, status: .unauthorized, name: "signatureBad",
        meaning: "The token is malformed, not signed with a known key, or not valid for this gateway.")
    package static let identifierMismatch = ErrorCode(
        system: .tim, code: 70013, status: .unauthorized, name: "identifierMismatch",
        meaning: "The token is another user's.")
    package static let applicationMismatch = ErrorCode(
        system: .tim, code: 70014, status: .unauthorized, name: "applicationMismatch",
        meaning: "The token is another application's.")

    // TIM: conversations, messages, profiles.
    package static let conversationParameters = ErrorCode(
        system: .tim, code: 6017, status: .badRequest, name: "conversationParameters",
        meaning: "A parameter is missing or not valid, or the user has no such conversation; `keys` names it.")
    package static let notFriends = ErrorCode(
        system: .tim, code: 20009, status: .forbidden, name: "notFriends",
        meaning: "Only friends may write to each other here, and neither has the other as a friend.")
    package static let receiverNotFriend = ErrorCode(
        system: .tim, code: 20010, status: .forbidden, name: "receiverNotFriend",
        meaning: "Only friends may write to each other here, and the receiver is not in the sender's list.")
    package static let senderNotFriend = ErrorCode(
        system: .tim, code: 20011, status: .forbidden, name: "senderNotFriend",
        meaning: "Only friends may write to each other here, and the sender is not in the receiver's list.")
    package static let noAccount = ErrorCode(
        system: .tim, code: 40003, status: .notFound, name: "noAccount", meaning: "There is no such user.")
    package static let tooManyBytes = ErrorCode(
        system: .tim, code: 40601, status: .badRequest, name: "tooManyBytes",
        meaning: "A field of the profile is longer than 500 bytes.")
    package static let badValue = ErrorCode(
        system: .tim, code: 40605, status: .badRequest, name: "badValue",
        meaning: "A field of the profile cannot have this value.")

    // Easemob: groups.
    package static let noGroup = ErrorCode(
        system: .em, code: 605, status: .notFound, name: "noGroup", meaning: "There is no such group.")

    // NIM: messages and receipts.
    package static let noTarget = ErrorCode(
        system: .nim, code: 404, status: .notFound, name: "noTarget", meaning: "There is no such user to write to.")
    package static let messageParameters = ErrorCode(
        system: .nim, code: 414, status: .badRequest, name: "messageParameters",
        meaning: "A parameter is missing or not valid; `keys` names it.")
    package static let receiptsOff = ErrorCode(
        system: .nim, code: 18, status: .forbidden, name: "receiptsOff", meaning: "This group has no receipts.")
    package static let nimNotInGroup = ErrorCode(
        system: .nim, code: 804, status: .forbidden, name: "notInTeam", meaning: "The caller is not in the group.")
    package static let nimNoGroup = ErrorCode(
        system: .nim, code: 803, status: .notFound, name: "noTeam", meaning: "There is no such group.")
    package static let tooLate = ErrorCode(
        system: .nim, code: 508, status: .forbidden, name: "tooLate",
        meaning: "The time in which the sender can do this has passed.")
}
