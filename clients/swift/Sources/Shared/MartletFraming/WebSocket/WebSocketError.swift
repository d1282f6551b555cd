/// A peer's violation of the protocol, which ends the connection.
package enum WebSocketError: Error, Hashable, Sendable {
    case reservedBit
    case reservedOpcode(UInt8)
    case unmaskedFrame
    case maskedFrame
    case longControlFrame
    case fragmentedControlFrame
    case lengthNotMinimal
    case lengthOver63Bits
    case nothingToContinue
    case messageUnfinished
    case halfCloseCode
    case invalidCloseCode(UInt16)
    case invalidUTF8
    case invalidDeflate
    case frameTooLong(limit: Int)
    case messageTooLong(limit: Int)
    case tooManyFragments(limit: Int)

    package var closeCode: CloseCode {
        switch self {
        case .reservedBit, .reservedOpcode, .unmaskedFrame, .maskedFrame, .longControlFrame, .fragmentedControlFrame,
            .lengthNotMinimal, .lengthOver63Bits, .nothingToContinue, .messageUnfinished, .halfCloseCode,
            .invalidCloseCode:
            .protocolError
        case .invalidUTF8, .invalidDeflate:
            .invalidPayload
        case .frameTooLong, .messageTooLong, .tooManyFragments:
            .messageTooBig
        }
    }

    /// For the close frame and the log.
    package var reason: String {
        switch self {
        case .reservedBit: "a reserved bit is set"
        case .reservedOpcode(let opcode): "opcode \(opcode) is reserved"
        case .unmaskedFrame: "a client must mask its frames"
        case .maskedFrame: "a server must not mask its frames"
        case .longControlFrame: "a control frame carries at most 125 bytes"
        case .fragmentedControlFrame: "a control frame must not be fragmented"
        case .lengthNotMinimal: "the length is not in its shortest form"
        case .lengthOver63Bits: "the length has more than 63 bits"
        case .nothingToContinue: "a continuation without a message"
        case .messageUnfinished: "a new message before the last one's end"
        case .halfCloseCode: "a close frame with half a code"
        case .invalidCloseCode(let code): "close code \(code) must not be sent"
        case .invalidUTF8: "text is not UTF-8"
        case .invalidDeflate: "compressed data is corrupt"
        case .frameTooLong(let limit): "frames are limited to \(limit) bytes"
        case .messageTooLong(let limit): "messages are limited to \(limit) bytes"
        case .tooManyFragments(let limit): "messages are limited to \(limit) fragments"
        }
    }
}
