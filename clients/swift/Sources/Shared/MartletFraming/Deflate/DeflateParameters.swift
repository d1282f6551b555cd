/// The parameters of permessage-deflate that both ends agreed on (RFC 7692 §7.1).
package struct DeflateParameters: Equatable, Sendable {
    /// How one end compresses.
    package struct Direction: Equatable, Sendable {
        /// Every message is compressed for itself: no memory between messages, and one compressor serves every connection.
        package var noContextTakeover: Bool
        /// The logarithm of the compressor's window, 8 to 15.
        package var windowBits: Int

        package init(noContextTakeover: Bool, windowBits: Int) {
            precondition(8...15 ~= windowBits, "a window of \(windowBits) bits")
            self.noContextTakeover = noContextTakeover
            self.windowBits = windowBits
        }
    }

    /// For the messages that the server sends.
    package var server: Direction
    /// For the messages that the client sends.
    package var client: Direction

    package init(server: Direction, client: Direction) {
        self.server = server
        self.client = client
    }
}
