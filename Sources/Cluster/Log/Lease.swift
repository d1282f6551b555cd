/// What a node says about itself, a few times in the time of a lease.
package struct Renewal: Equatable, Sendable {
    package enum Wish: UInt8, Sendable {
        case follow
        /// To lead, if nobody else does.
        case lead
        /// To have led: whoever asks next leads.
        case giveAway
    }

    package let node: String
    package let incarnation: Incarnation
    /// Rises with each renewal of the incarnation. One that comes late changes nothing.
    package let number: Int64
    /// What its store has.
    package let applied: LogPlace
    package let wish: Wish

    package init(
        node: String, incarnation: Incarnation, number: Int64, applied: LogPlace, wish: Wish
    ) {
        self.node = node
        self.incarnation = incarnation
        self.number = number
        self.applied = applied
        self.wish = wish
    }
}

/// How things stand, as the database says after a renewal that it has kept.
package struct Standing: Equatable, Sendable {
    /// Whether the log has what the node's store has.
    package enum Agreement: UInt8, Sendable {
        case same
        /// That position has another history.
        case different
        /// The log ends before it.
        case ahead
        /// The log does not have it any more.
        case trimmed
    }

    /// The database's clock, in milliseconds since 1970.
    package let time: Int64
    /// Who may lead.
    package let holder: Incarnation?
    /// From whom the holder has it, if that one gave it away.
    package let giver: Incarnation?
    /// The log's end before the write that this standing acknowledges: everything up to it is kept.
    package let end: LogPlace
    package let oldest: Position
    package let agreement: Agreement
    package let newestSnapshot: Position?
    /// By name; of each name the process that began last.
    package let members: [Member]

    package init(
        time: Int64, holder: Incarnation?, giver: Incarnation?, end: LogPlace, oldest: Position, agreement: Agreement,
        newestSnapshot: Position?, members: [Member]
    ) {
        self.time = time
        self.holder = holder
        self.giver = giver
        self.end = end
        self.oldest = oldest
        self.agreement = agreement
        self.newestSnapshot = newestSnapshot
        self.members = members
    }
}

package struct Member: Equatable, Sendable {
    package let node: String
    package let incarnation: Incarnation
    /// The number of its last renewal.
    package let beats: Int64
    package let applied: Position

    package init(node: String, incarnation: Incarnation, beats: Int64, applied: Position) {
        self.node = node
        self.incarnation = incarnation
        self.beats = beats
        self.applied = applied
    }
}
