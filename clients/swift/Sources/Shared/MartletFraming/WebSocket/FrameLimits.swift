/// Limits on the memory that one peer can make us hold. Reaching a limit ends the connection with `messageTooBig`.
public struct FrameLimits: Sendable {
    /// Payload bytes of one frame.
    public var frameBytes: Int
    /// Bytes of one message, as it travels and inflated.
    public var messageBytes: Int
    /// Frames of one message; empty ones count.
    public var fragments: Int

    public init(frameBytes: Int, messageBytes: Int, fragments: Int) {
        self.frameBytes = frameBytes
        self.messageBytes = messageBytes
        self.fragments = fragments
    }
}
