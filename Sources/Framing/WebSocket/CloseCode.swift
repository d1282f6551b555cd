/// Why a connection closes (RFC 6455 §7.4 and IANA's registry). Applications add their own from 4000 on.
package struct CloseCode: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    package static let normal = CloseCode(rawValue: 1000)
    package static let goingAway = CloseCode(rawValue: 1001)
    package static let protocolError = CloseCode(rawValue: 1002)
    package static let unsupportedData = CloseCode(rawValue: 1003)
    /// No code was in the close frame. Never sent.
    package static let noStatus = CloseCode(rawValue: 1005)
    /// The connection ended without a close frame. Never sent.
    package static let abnormal = CloseCode(rawValue: 1006)
    package static let invalidPayload = CloseCode(rawValue: 1007)
    package static let policyViolation = CloseCode(rawValue: 1008)
    package static let messageTooBig = CloseCode(rawValue: 1009)
    package static let extensionRequired = CloseCode(rawValue: 1010)
    package static let internalError = CloseCode(rawValue: 1011)
    package static let serviceRestart = CloseCode(rawValue: 1012)
    package static let tryAgainLater = CloseCode(rawValue: 1013)
    package static let badGateway = CloseCode(rawValue: 1014)

    /// 1004 is reserved; 1005, 1006 and 1015 are what an endpoint tells itself when no close frame told it.
    package var maySendInFrame: Bool {
        switch rawValue {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}
