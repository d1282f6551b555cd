import Framing

/// A WebSocket close code of the gateway: why, and what a client does about it.
package struct CloseReason: Sendable {
    package let code: CloseCode
    package let name: String
    package let meaning: String
}

/// The gateway's codes. The hundred tells a client what to do, so that it need not know every number.
extension CloseCode {
    // 4000–4099: reconnect at once.
    package static let tooSlow = CloseCode(rawValue: 4000)
    package static let heartbeatLost = CloseCode(rawValue: 4001)
    // 4100–4199: reconnect after the delay that was told, else after a few seconds.
    package static let draining = CloseCode(rawValue: 4100)
    package static let overloaded = CloseCode(rawValue: 4101)
    // 4200–4299: get a new token, then reconnect.
    package static let tokenExpired = CloseCode(rawValue: 4200)
    package static let tooManyFailedLogins = CloseCode(rawValue: 4201)
    package static let tokenRevoked = CloseCode(rawValue: 4202)
    // 4300–4399: do not reconnect by yourself; the user or the operator ended the session.
    package static let replaced = CloseCode(rawValue: 4300)
    package static let excluded = CloseCode(rawValue: 4301)
    package static let tooManySessions = CloseCode(rawValue: 4302)
    package static let closedByUser = CloseCode(rawValue: 4303)
    package static let accountEnded = CloseCode(rawValue: 4304)
    package static let kicked = CloseCode(rawValue: 4305)
    // 4400–4499: the client is at fault; mend it before it connects again.
    package static let openTimeout = CloseCode(rawValue: 4400)
    package static let tooManyControlFrames = CloseCode(rawValue: 4401)
    package static let tooManyRequests = CloseCode(rawValue: 4402)
    package static let foreignOrigin = CloseCode(rawValue: 4403)

    /// Every code that a connection to the gateway can end with.
    package static var published: [CloseCode] { (standardReasons + reasons).map(\.code) }

    /// A client's reaction to each range of codes. Every published code is in one of them.
    package static let ranges: [(codes: ClosedRange<Int>, advice: String)] = [
        (1000...1000, "Nothing: the session was ended on purpose."),
        (1001...1001, "Reconnect when there is a reason: one side has left."),
        (1002...1003, "Do not reconnect unchanged: the client does something the protocol does not allow."),
        (1005...1006, "Reconnect at once; wait longer after each attempt that fails."),
        (1007...1009, "Do not reconnect unchanged: the client does something the protocol does not allow."),
        (1011...1011, "Reconnect at once, and repeat what has no reply, with the same ids."),
        (4000...4099, "Reconnect at once."),
        (
            4100...4199,
            "Reconnect after the delay that `server.draining` gave, else after 1 to 5 seconds."
        ),
        (4200...4299, "Get a new token, then reconnect."),
        (4300...4399, "Do not reconnect automatically: the user or the operator has ended this session."),
        (4400...4499, "Do not reconnect unchanged: the client does something the gateway does not allow."),
    ]

    /// The codes of RFC 6455 that a connection to the gateway can end with.
    package static let standardReasons: [CloseReason] = [
        CloseReason(
            code: .normal, name: "normal", meaning: "The client closed, or `session.close` ended its own session."),
        CloseReason(
            code: .goingAway, name: "goingAway", meaning: "The client has left, as when a browser leaves the page."),
        CloseReason(
            code: .protocolError, name: "protocolError",
            meaning: "A frame breaks RFC 6455: not masked, a reserved bit or opcode, a fragmented control frame."),
        CloseReason(
            code: .unsupportedData, name: "unsupportedData",
            meaning: "A binary message; the gateway accepts only JSON in text."),
        CloseReason(code: .noStatus, name: "noStatus", meaning: "The client's close frame had no code. Never sent."),
        CloseReason(
            code: .abnormal, name: "abnormal",
            meaning:
                "The connection ended without a close frame, by the network, a proxy, or a hurried end of the "
                + "gateway. Never sent."
        ),
        CloseReason(
            code: .invalidPayload, name: "invalidPayload",
            meaning: "A text is not UTF-8, or compressed data is corrupt."),
        CloseReason(
            code: .messageTooBig, name: "messageTooBig",
            meaning: "A frame, a message or its number of fragments is beyond the limit, which the reason names."),
        CloseReason(
            code: .internalError, name: "internalError",
            meaning: "Of a cluster: nobody knows whether a request was carried out."),
    ]

    package static let reasons: [CloseReason] = [
        CloseReason(
            code: tooSlow, name: "tooSlow",
            meaning: "The client read too slowly and its outbox reached the limit; the waiting data was discarded."),
        CloseReason(
            code: heartbeatLost, name: "heartbeatLost",
            meaning: "The client sent nothing for the heartbeat timeout. Only logs and metrics show this code."),
        CloseReason(code: draining, name: "draining", meaning: "The gateway is shutting down or being replaced."),
        CloseReason(
            code: overloaded, name: "overloaded",
            meaning:
                "The gateway holds as much as it may of what clients have sent and what is unfinished or waits: in all, or of "
                + "the client's address. Requests without a reply may have been carried out."),
        CloseReason(
            code: tokenExpired, name: "tokenExpired",
            meaning: "The token of the session has expired; `session.refresh` in time prevents it."),
        CloseReason(
            code: tooManyFailedLogins, name: "tooManyFailedLogins",
            meaning: "The gateway refused too many requests on this connection before a session was opened."),
        CloseReason(
            code: tokenRevoked, name: "tokenRevoked",
            meaning: "An administrator has revoked the token of the session."),
        CloseReason(
            code: replaced, name: "replaced",
            meaning: "The same user has opened a newer session on the same device (tim 6208)."),
        CloseReason(
            code: excluded, name: "excluded",
            meaning: "The same user has opened a session on a platform that excludes this one."),
        CloseReason(
            code: tooManySessions, name: "tooManySessions",
            meaning: "The user has opened more sessions than allowed; this was the oldest."),
        CloseReason(
            code: closedByUser, name: "closedByUser",
            meaning: "The user closed this session from another one."),
        CloseReason(
            code: accountEnded, name: "accountEnded",
            meaning: "The user's account was disabled or deleted."),
        CloseReason(code: kicked, name: "kicked", meaning: "An administrator has ended the session."),
        CloseReason(
            code: openTimeout, name: "openTimeout",
            meaning:
                "No session was opened within the time allowed. Unlike after the others of its range, reconnect; wait "
                + "longer after each attempt that fails."),
        CloseReason(
            code: tooManyControlFrames, name: "tooManyControlFrames",
            meaning: "The client sent more pings and pongs in a second than allowed."),
        CloseReason(
            code: tooManyRequests, name: "tooManyRequests",
            meaning: "The client kept sending requests after many were refused as too frequent."),
        CloseReason(
            code: foreignOrigin, name: "foreignOrigin",
            meaning: "A page in a browser, from an origin that may not connect; see `origins.allowed`."),
    ]
}
