import MartletFraming

/// A message or the end of a WebSocket connection, as it comes.
package enum ClientEvent: Equatable, Sendable {
    case text(String)
    case binary([UInt8])
    case ping([UInt8])
    case pong([UInt8])
    /// The server's close frame. It has been answered.
    case closed(CloseCode?, reason: String)
    /// The server has ended the connection; without a close frame before, it failed.
    case ended
}

extension ClientEvent {
    init(_ event: FrameEvent) {
        switch event {
        case .text(let bytes): self = .text(String(decoding: bytes, as: UTF8.self))
        case .binary(let bytes): self = .binary(Array(bytes))
        case .ping(let bytes): self = .ping(Array(bytes))
        case .pong(let bytes): self = .pong(Array(bytes))
        case .close(let code, let reason): self = .closed(code, reason: String(decoding: reason, as: UTF8.self))
        }
    }
}
