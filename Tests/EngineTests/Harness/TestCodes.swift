import Framing

/// Close codes of a program around the engine, as the gateway has its own: handed in, or given to `Shard.close`.
extension CloseCode {
    static let tooSlow = CloseCode(rawValue: 4900)
    static let heartbeatLost = CloseCode(rawValue: 4901)
    static let overloaded = CloseCode(rawValue: 4902)
    static let tooManyControlFrames = CloseCode(rawValue: 4903)
    static let draining = CloseCode(rawValue: 4904)
    static let replaced = CloseCode(rawValue: 4905)

    static let ofTests: [CloseCode] = [
        .normal, .goingAway, .protocolError, .noStatus, .abnormal, .invalidPayload, .messageTooBig, .tooSlow,
        .heartbeatLost, .overloaded, .tooManyControlFrames, .draining, .replaced,
    ]
}
