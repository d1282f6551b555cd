/// Why a connection closes (RFC 6455 §7.4 and IANA's registry). Applications add their own from 4000 on.
public struct CloseCode: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    public static let normal = CloseCode(rawValue: 1000)
    public static let goingAway = CloseCode(rawValue: 1001)
    public static let protocolError = CloseCode(rawValue: 1002)
    public static let unsupportedData = CloseCode(rawValue: 1003)
    /// No code was in the close frame. Never sent.
    public static let noStatus = CloseCode(rawValue: 1005)
    /// The connection ended without a close frame. Never sent.
    public static let abnormal = CloseCode(rawValue: 1006)
    public static let invalidPayload = CloseCode(rawValue: 1007)
    public static let policyViolation = CloseCode(rawValue: 1008)
    public static let messageTooBig = CloseCode(rawValue: 1009)
    public static let extensionRequired = CloseCode(rawValue: 1010)
    public static let internalError = CloseCode(rawValue: 1011)
    public static let serviceRestart = CloseCode(rawValue: 1012)
    public static let tryAgainLater = CloseCode(rawValue: 1013)
    public static let badGateway = CloseCode(rawValue: 1014)

    /// 1004 is reserved; 1005, 1006 and 1015 are what an endpoint tells itself when no close frame told it.
    package var maySendInFrame: Bool {
        switch rawValue {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}
