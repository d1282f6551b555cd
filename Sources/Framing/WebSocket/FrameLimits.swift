/// Limits on the memory that one peer can make us hold. Reaching a limit ends the connection with `messageTooBig`.
package struct FrameLimits: Sendable {
    /// Payload bytes of one frame.
    package var frameBytes: Int
    /// Bytes of one message, as it travels and inflated.
    package var messageBytes: Int
    /// Frames of one message; empty ones count.
    package var fragments: Int

    package init(frameBytes: Int, messageBytes: Int, fragments: Int) {
        self.frameBytes = frameBytes
        self.messageBytes = messageBytes
        self.fragments = fragments
    }
}
