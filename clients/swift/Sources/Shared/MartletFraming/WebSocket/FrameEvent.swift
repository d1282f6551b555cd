/// Something whole that the peer sent. The bytes are good until the next call of the reader that returned it, and
/// those of an inflated message until the next call of any reader with the same inflater.
package enum FrameEvent {
    /// A whole message of valid UTF-8.
    case text(UnsafeRawBufferPointer)
    case binary(UnsafeRawBufferPointer)
    case ping(UnsafeRawBufferPointer)
    case pong(UnsafeRawBufferPointer)
    /// Anything after it must be ignored (RFC 6455 §1.4). No code: the peer gave none.
    case close(code: CloseCode?, reason: UnsafeRawBufferPointer)
}
