/// A numbered reason for a failure, told apart by the system whose number it is.
package struct ErrorCode: Hashable, Sendable {
    /// The vendor whose numbers an operation speaks; `gw` is the gateway itself.
    package enum System: String, CaseIterable, Sendable {
        case tim, rc, em, nim, gw
    }

    package let system: System
    package let code: Int
    /// A stable word for programs that would rather not compare numbers.
    package let name: String
    /// One sentence for the reference.
    package let meaning: String
}

/// Every code the gateway may return; docs/errors.md is made from this table.
extension ErrorCode {
    package static let all: [ErrorCode] = [
        unknownOperation, badRequest, forbidden, rateLimited, conflict, tooLarge,
        notLoggedIn, signatureExpired, badIdentifier, signatureEmpty, signatureBad, identifierMismatch,
        applicationMismatch,
    ]

    // The gateway's own, from 1000.
    package static let unknownOperation = ErrorCode(
        system: .gw, code: 1000, name: "unknownOperation", meaning: "There is no operation of this name.")
    package static let badRequest = ErrorCode(
        system: .gw, code: 1001, name: "badRequest",
        meaning: "The message is not a request, or a parameter is missing or has the wrong type; `keys` names it.")
    package static let forbidden = ErrorCode(
        system: .gw, code: 1002, name: "forbidden", meaning: "The operation is not for this role.")
    package static let rateLimited = ErrorCode(
        system: .gw, code: 1003, name: "rateLimited",
        meaning: "Too many requests in too short a time; nothing was done. Try again later.")
    package static let conflict = ErrorCode(
        system: .gw, code: 1006, name: "conflict", meaning: "It contradicts what was done before; nothing was changed.")
    package static let tooLarge = ErrorCode(
        system: .gw, code: 1007, name: "tooLarge", meaning: "A value is larger than its limit, which the message names."
    )

    // TIM: accounts and logins (R-Q08, R-Q09).
    package static let notLoggedIn = ErrorCode(
        system: .tim, code: 6014, name: "notLoggedIn", meaning: "The connection has no session; open one first.")
    package static let signatureExpired = ErrorCode(
        system: .tim, code: 6206, name: "signatureExpired", meaning: "The token has expired; get a new one.")
    package static let badIdentifier = ErrorCode(
        system: .tim, code: 7003, name: "badIdentifier",
        meaning: "A user id is empty, longer than 32 bytes, or not printable ASCII.")
    package static let signatureEmpty = ErrorCode(
        system: .tim, code: 70002, name: "signatureEmpty", meaning: "The token is missing or empty.")
    package static let signatureBad = ErrorCode(
        system: .tim, code: 70003, name: "signatureBad",
        meaning: "The token is malformed, not signed with a known key, or not valid for this gateway.")
    package static let identifierMismatch = ErrorCode(
        system: .tim, code: 70013, name: "identifierMismatch", meaning: "The token is another user's.")
    package static let applicationMismatch = ErrorCode(
        system: .tim, code: 70014, name: "applicationMismatch", meaning: "The token is another application's.")
}
