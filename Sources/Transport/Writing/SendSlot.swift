import EventLoop

/// The facts about connections that sending needs, by slot and close together.
///
/// Why: a message to ten thousand passes ten thousand connections, and their objects lie all over memory. Nothing else is
/// touched as long as the sockets take everything.
struct SendSlot {
    /// Nobody's.
    static let empty = SendSlot(generation: 0, descriptor: -1)

    /// Of the connection whose slot it is; never 0.
    let generation: UInt32
    let descriptor: Int32
    /// The end of what it is sent this turn.
    var chain = Turn.none
    /// Shared messages leave as they are: it is open, and has no compression.
    var isStraight = false
    /// A write that takes everything is all there is to do.
    var isFree = false
}

extension Shard {
    /// After every change of what a send slot says of its connection.
    func updateSendSlot(_ connection: Connection) {
        turn.sendSlots[connection.slot].isStraight = connection.stage == .open && connection.deflater == nil
        turn.sendSlots[connection.slot].isFree =
            connection.stage == .open && connection.tls == nil && connection.backlog == nil
            && connection.watched == .input
    }
}
