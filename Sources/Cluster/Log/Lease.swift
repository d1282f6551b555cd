/// The facts about a node's program that the others have to know.
package struct NodeBuild: Equatable, Sendable {
    /// The program's version.
    package var version: String
    /// Up to which version it reads records.
    package var reads: Int64
    /// The same at all nodes whose settings of rules are the same; empty: unknown.
    package var rules: String
    /// How many migrations of the store it knows, and its store has gone through.
    package var migrations: Int64

    package init(
        version: String = "", reads: Int64 = Int64(RecordFormat.version), rules: String = "", migrations: Int64 = 0
    ) {
        self.version = version
        self.reads = reads
        self.rules = rules
        self.migrations = migrations
    }
}

/// A node's word about itself, a few times in the time of a lease.
package struct Renewal: Equatable, Sendable {
    package enum Wish: UInt8, Sendable {
        case follow
        /// To lead, if nobody else does.
        case lead
        /// To have led: the heir leads, or whoever asks next if there is none.
        case giveAway
    }

    package let node: String
    package let incarnation: Incarnation
    /// Which process has the node's name, as far as this one knows, and gives way to it; nil: none. Where it is another one,
    /// the renewal changes nothing: it is the late word of a process that may have ended.
    package let replaces: Incarnation?
    /// Rises with each renewal of the incarnation. One that comes late changes nothing.
    package let number: Int64
    /// The place up to which its store has applied the log.
    package let applied: LogPlace
    /// How long it has been behind the log, in milliseconds.
    package let lag: Int64
    package let build: NodeBuild
    package let wish: Wish
    /// With `giveAway`: whose the lease is from then on, for its usual time.
    package let heir: Incarnation?

    package init(
        node: String, incarnation: Incarnation, replaces: Incarnation?, number: Int64, applied: LogPlace, lag: Int64,
        build: NodeBuild, wish: Wish, heir: Incarnation?
    ) {
        self.node = node
        self.incarnation = incarnation
        self.replaces = replaces
        self.number = number
        self.applied = applied
        self.lag = lag
        self.build = build
        self.wish = wish
        self.heir = heir
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
    /// Another process has taken the name of the one that asks.
    package let isReplaced: Bool
    /// The incarnation that may lead.
    package let holder: Incarnation?
    /// Until when, by the database's clock.
    package let leaseUntil: Int64?
    /// From whom the holder has it, if that one gave it away; if nobody has it, who gave it to whoever asks next.
    package let giver: Incarnation?
    /// The log's end before the write that this standing acknowledges: everything up to it is kept.
    package let end: LogPlace
    package let oldest: Position
    package let agreement: Agreement
    package let newestSnapshot: Position?
    /// Of those that are kept.
    package let oldestSnapshot: Position?
    /// By name; of each name the process that began last.
    package let members: [Member]

    package init(
        time: Int64, isReplaced: Bool = false, holder: Incarnation?, leaseUntil: Int64?, giver: Incarnation?,
        end: LogPlace, oldest: Position, agreement: Agreement, newestSnapshot: Position?, oldestSnapshot: Position?,
        members: [Member]
    ) {
        self.time = time
        self.isReplaced = isReplaced
        self.holder = holder
        self.leaseUntil = leaseUntil
        self.giver = giver
        self.end = end
        self.oldest = oldest
        self.agreement = agreement
        self.newestSnapshot = newestSnapshot
        self.oldestSnapshot = oldestSnapshot
        self.members = members
    }
}

package struct Member: Equatable, Sendable {
    /// The process that had the name before.
    package struct Former: Equatable, Sendable {
        package let incarnation: Incarnation
        /// When its last renewal came.
        package let seen: Int64

        package init(incarnation: Incarnation, seen: Int64) {
            self.incarnation = incarnation
            self.seen = seen
        }
    }

    package let node: String
    package let incarnation: Incarnation
    /// The number of its last renewal.
    package let beats: Int64
    package let applied: Position
    package let lag: Int64
    package let build: NodeBuild
    /// When its first renewal and its last one came, by the database's clock.
    package let since: Int64
    package let seen: Int64
    package let former: Former?

    package init(
        node: String, incarnation: Incarnation, beats: Int64, applied: Position, lag: Int64, build: NodeBuild,
        since: Int64, seen: Int64, former: Former? = nil
    ) {
        self.node = node
        self.incarnation = incarnation
        self.beats = beats
        self.applied = applied
        self.lag = lag
        self.build = build
        self.since = since
        self.seen = seen
        self.former = former
    }
}
