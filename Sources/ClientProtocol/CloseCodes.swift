import Framing

/// A WebSocket close code of the gateway: why, and what a client does about it.
package struct CloseReason: Sendable {
    package let code: CloseCode
    package let name: String
    package let meaning: String
}

/// The gateway's codes. The hundred tells a client what to do, so that it need not know every number.
extension CloseCode {
    // 4000–4099: reconnect at once and resume.
    package static let tooSlow = CloseCode(rawValue: 4000)
    package static let heartbeatLost = CloseCode(rawValue: 4001)
    // 4100–4199: reconnect after the delay that was told, else after a few seconds.
    package static let draining = CloseCode(rawValue: 4100)
    // 4200–4299: get a new token, then reconnect.
    package static let tokenExpired = CloseCode(rawValue: 4200)
    package static let tooManyFailedLogins = CloseCode(rawValue: 4201)
    // 4300–4399: do not reconnect by yourself; the user or the operator ended the session.
    package static let replaced = CloseCode(rawValue: 4300)
    package static let excluded = CloseCode(rawValue: 4301)
    package static let tooManySessions = CloseCode(rawValue: 4302)
    package static let closedByUser = CloseCode(rawValue: 4303)
    // 4400–4499: the client is at fault; mend it before it connects again.
    package static let openTimeout = CloseCode(rawValue: 4400)
    package static let tooManyControlFrames = CloseCode(rawValue: 4401)
    package static let tooManyRequests = CloseCode(rawValue: 4402)

    /// Every code that a connection to the gateway can end with.
    package static var published: [CloseCode] { standard + reasons.map(\.code) }

    private static let standard: [CloseCode] = [
        .normal, .goingAway, .protocolError, .unsupportedData, .noStatus, .abnormal, .invalidPayload, .messageTooBig,
    ]

    /// What a range of codes asks of a client.
    package static let ranges: [(codes: ClosedRange<Int>, advice: String)] = [
        (4000...4099, "Reconnect at once and resume."),
        (
            4100...4199,
            "Reconnect after the delay the gateway told in `server.draining`, else after 1 to 5 seconds, and resume."
        ),
        (4200...4299, "Get a new token, then reconnect and resume."),
        (4300...4399, "Do not reconnect by yourself: the user or the operator has ended this session."),
        (4400...4499, "Do not reconnect unchanged: the client does something the gateway does not allow."),
    ]

    package static let reasons: [CloseReason] = [
        CloseReason(
            code: tooSlow, name: "tooSlow",
            meaning: "The client read too slowly and its outbox reached the limit; what was waiting was thrown away."),
        CloseReason(
            code: heartbeatLost, name: "heartbeatLost",
            meaning: "Nothing was heard from the client for the heartbeat timeout. Only logs and metrics show it."),
        CloseReason(code: draining, name: "draining", meaning: "The gateway is shutting down or being replaced."),
        CloseReason(
            code: tokenExpired, name: "tokenExpired",
            meaning: "The token of the session has expired; `session.refresh` in time prevents it."),
        CloseReason(
            code: tooManyFailedLogins, name: "tooManyFailedLogins",
            meaning: "`session.open` failed too often on this connection."),
        CloseReason(
            code: replaced, name: "replaced",
            meaning: "The same user has opened a newer session on the same device (tim 6208)."),
        CloseReason(
            code: excluded, name: "excluded",
            meaning: "The same user has opened a session on a platform that excludes this one."),
        CloseReason(
            code: tooManySessions, name: "tooManySessions",
            meaning: "The user has opened more sessions than allowed, and this was the oldest."),
        CloseReason(
            code: closedByUser, name: "closedByUser",
            meaning: "The user closed this session, from this device or another one."),
        CloseReason(
            code: openTimeout, name: "openTimeout", meaning: "No session was opened within the time allowed."),
        CloseReason(
            code: tooManyControlFrames, name: "tooManyControlFrames",
            meaning: "The client sent more pings and pongs in a second than allowed."),
        CloseReason(
            code: tooManyRequests, name: "tooManyRequests",
            meaning: "The client went on sending requests after many had been refused as too frequent."),
    ]
}
